//! Editions of Rust: what generated files need so that names mean in one edition what they mean in all later ones.

/// An edition of Rust.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "named by their years")]
pub enum Edition {
    E2015,
    E2018,
    E2021,
    #[default]
    E2024,
}

impl Edition {
    /// The edition that cargo calls by this name; an unknown one is taken for the latest.
    pub fn named(name: &str) -> Edition {
        match name {
            "2015" => Edition::E2015,
            "2018" => Edition::E2018,
            "2021" => Edition::E2021,
            _ => Edition::E2024,
        }
    }

    /// The edition's name in manifests.
    pub fn name(self) -> &'static str {
        match self {
            Edition::E2015 => "2015",
            Edition::E2018 => "2018",
            Edition::E2021 => "2021",
            Edition::E2024 => "2024",
        }
    }

    /// Lines that bring these crates into a module, if paths in the module cannot begin with a crate's name otherwise.
    pub fn declarations(self, crates: &[String]) -> String {
        match self {
            Edition::E2015 => {
                let lines = crates.iter().map(|name| format!("extern crate {name};\n"));
                lines.collect()
            }
            _ => String::new(),
        }
    }

    /// `use` lines for the traits that generated code calls by their bare names, if the edition's own prelude does not contain them.
    pub fn prelude(self) -> &'static str {
        match self {
            Edition::E2015 | Edition::E2018 => {
                "use std::convert::{TryFrom, TryInto};\nuse std::iter::FromIterator;\n"
            }
            Edition::E2021 | Edition::E2024 => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editions_have_cargos_names() {
        for edition in [
            Edition::E2015,
            Edition::E2018,
            Edition::E2021,
            Edition::E2024,
        ] {
            assert_eq!(Edition::named(edition.name()), edition);
        }
        assert_eq!(Edition::named("2051"), Edition::E2024);
    }
}
