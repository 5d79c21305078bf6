//! Paths of functions, types and modules that the user writes.

use std::fmt;
use std::str::FromStr;

/// The path of a function, a type or a module, which begins with the name of its crate: `std::fs::read`, `dep::Client`, `crate::config`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemPath {
    segments: Vec<String>,
}

/// A text that is not the path of an item.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a path: write it like `std::fs::read`, `dep::Client` or `crate::config`")]
pub struct NoItemPath(pub String);

impl ItemPath {
    /// The names between `::`.
    pub fn segments(&self) -> Vec<&str> {
        self.segments.iter().map(String::as_str).collect()
    }

    /// The same path, in which `crate` is replaced by the name of the package's crate.
    pub(super) fn in_crate(mut self, crate_name: &str) -> ItemPath {
        if self.segments[0] == "crate" {
            crate_name.clone_into(&mut self.segments[0]);
        }
        self
    }
}

impl FromStr for ItemPath {
    type Err = NoItemPath;

    fn from_str(text: &str) -> Result<ItemPath, NoItemPath> {
        let is_name = |segment: &str| {
            let mut letters = segment.chars();
            let begins_well = letters
                .next()
                .is_some_and(|c| c.is_alphabetic() || c == '_');
            begins_well && letters.all(|c| c.is_alphanumeric() || c == '_')
        };
        // A crate is called `my-crate` in manifests and `my_crate` in code.
        let (root, rest) = text.split_once("::").unwrap_or((text, ""));
        let root = root.replace('-', "_");
        let rest = rest.split("::").filter(|_| !rest.is_empty());
        let segments: Vec<String> = std::iter::once(root)
            .chain(rest.map(|segment| segment.trim_start_matches("r#").to_owned()))
            .collect();
        match segments.iter().all(|segment| is_name(segment)) && !text.ends_with("::") {
            true => Ok(ItemPath { segments }),
            false => Err(NoItemPath(text.to_owned())),
        }
    }
}

impl fmt::Display for ItemPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.segments.join("::"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_consist_of_names() {
        let read = |text: &str| text.parse::<ItemPath>().map(|path| path.to_string());
        for (text, path) in [
            ("serde", "serde"),
            ("my-crate::Client", "my_crate::Client"),
            ("std::fs::r#move", "std::fs::move"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(path));
        }
        for text in [
            "",
            "::std",
            "std::",
            "std::fs::*",
            "Vec<u8>",
            "a b",
            "std:fs",
            "a::b-c",
        ] {
            assert_eq!(read(text), Err(NoItemPath(text.to_owned())));
        }
    }

    #[test]
    fn the_packages_own_crate_has_a_short_name() {
        let path: ItemPath = "crate::config".parse().expect("a path");
        assert_eq!(path.in_crate("demo").to_string(), "demo::config");
    }
}
