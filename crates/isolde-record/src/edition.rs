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

    /// Lines that declare crates in a module, if paths in the module cannot begin with a crate's name otherwise. `use` lines, wherever they are, begin at
    /// the root of the crate, so that only crates that are declared there can be named in them.
    pub fn declarations(self, crates: &[String]) -> String {
        self.lines("extern crate", crates)
    }

    /// Lines that bring crates into a module which the root of the crate declares, if they are needed.
    pub fn imports(self, crates: &[String]) -> String {
        self.lines("use", crates)
    }

    fn lines(self, keyword: &str, crates: &[String]) -> String {
        match self {
            Edition::E2015 => {
                let lines = crates.iter().map(|name| format!("{keyword} {name};\n"));
                lines.collect()
            }
            _ => String::new(),
        }
    }

    /// `use` lines for the traits that generated code calls by their bare names, if the edition's own prelude does not contain them.
    pub fn prelude(self) -> String {
        match self {
            Edition::E2015 | Edition::E2018 => LATER.iter().map(|(line, _)| *line).collect(),
            Edition::E2021 | Edition::E2024 => String::new(),
        }
    }
}

/// The traits that later preludes have in addition: the lines that import them, and the names by which code uses them.
const LATER: [(&str, [&str; 2]); 3] = [
    ("use std::convert::TryFrom;\n", ["TryFrom", "try_from"]),
    ("use std::convert::TryInto;\n", ["TryInto", "try_into"]),
    (
        "use std::iter::FromIterator;\n",
        ["FromIterator", "from_iter"],
    ),
];

/// The text of a file without those lines of [`Edition::prelude`] that it does not need.
pub fn without_unused_prelude(text: &str) -> String {
    let mut text = text.to_owned();
    for (line, names) in LATER {
        let Some((before, after)) = text.split_once(line) else {
            continue;
        };
        // Macros of the package (`name::of!(…)`) may use it, too.
        let calls_macros = after.match_indices('!').any(|(at, _)| {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            after[..at]
                .trim_end_matches(is_part)
                .strip_suffix("::")
                .is_some_and(|path| !path.ends_with("std::pin"))
        });
        let is_used = |name: &str| before.contains(name) || after.contains(name);
        if !calls_macros && !names.iter().any(|name| is_used(name)) {
            text = format!("{before}{after}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_edition_2015_needs_declarations_and_imports_of_crates() {
        let crates = ["one".to_owned(), "two".to_owned()];
        let declared = "extern crate one;\nextern crate two;\n";
        assert_eq!(Edition::E2015.declarations(&crates), declared);
        assert_eq!(Edition::E2015.imports(&crates), "use one;\nuse two;\n");
        assert_eq!(Edition::E2018.declarations(&crates), "");
        assert_eq!(Edition::E2018.imports(&crates), "");
    }

    #[test]
    fn imports_that_a_file_does_not_need_are_left_out() {
        let file = |test: &str| {
            let text = format!("// Made by Isolde.\n{}\n{test}", Edition::E2018.prelude());
            let rest = without_unused_prelude(&text);
            let imports = rest.lines().filter(|line| line.starts_with("use "));
            imports.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(file("assert_eq!(c::f(std::pin::pin!(1)), Ok(1));"), [""; 0]);
        assert_eq!(
            file("c::f(u8::try_from(1))"),
            ["use std::convert::TryFrom;"]
        );
        assert_eq!(file("c::made!(1)").len(), 3);
        assert_eq!(Edition::E2024.prelude(), "");
    }

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
