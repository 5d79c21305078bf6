//! The test target in the package's manifest: whether cargo finds `tests/isolde` by itself, and its declaration where not.

use crate::SuiteError;
use std::fs;
use std::path::Path;
use toml_edit::{DocumentMut, Item, Table, value};

/// What a package must add to its manifest if cargo does not look for test targets there.
pub const DECLARATION: &str = "[[test]]\nname = \"isolde\"\npath = \"tests/isolde/main.rs\"\n";

/// Declares the target in a copied manifest, unless it is declared. Returns whether cargo would not have found it without.
pub fn declare(manifest: &Path, edition: &str) -> Result<bool, SuiteError> {
    let text = fs::read_to_string(manifest).map_err(SuiteError::io("read", manifest))?;
    let mut document = text
        .parse::<DocumentMut>()
        .map_err(|error| SuiteError::Manifest {
            path: manifest.into(),
            message: error.to_string(),
        })?;
    let is_undeclared = !declares(&document);
    let is_hidden = is_undeclared && !is_discovered(&document, edition);
    if is_undeclared {
        let mut target = Table::new();
        target["name"] = value("isolde");
        target["path"] = value("tests/isolde/main.rs");
        let tests = document
            .entry("test")
            .or_insert(Item::ArrayOfTables(Default::default()));
        if let Some(tests) = tests.as_array_of_tables_mut() {
            tests.push(target);
        }
        fs::write(manifest, document.to_string()).map_err(SuiteError::io("write", manifest))?;
    }
    Ok(is_hidden)
}

fn declares(document: &DocumentMut) -> bool {
    let tests = document.get("test").and_then(Item::as_array_of_tables);
    tests.is_some_and(|tests| {
        tests
            .iter()
            .any(|test| test.get("name").and_then(Item::as_str) == Some("isolde"))
    })
}

/// Cargo looks for test targets unless `autotests` is false; its default is false in edition 2015 where a target is declared.
fn is_discovered(document: &DocumentMut, edition: &str) -> bool {
    let package = document.get("package");
    let stated = package
        .and_then(|package| package.get("autotests"))
        .and_then(Item::as_bool);
    stated.unwrap_or(edition != "2015" || document.get("test").is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hidden(manifest: &str, edition: &str) -> (bool, String) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("Cargo.toml");
        fs::write(&path, manifest).expect("written");
        let hidden = declare(&path, edition).expect("declared");
        (hidden, fs::read_to_string(&path).expect("readable"))
    }

    #[test]
    fn targets_that_cargo_does_not_look_for_are_told_and_declared() {
        let package = "[package]\nname = \"a\"\n";
        assert!(!hidden(package, "2021").0);
        assert!(hidden(&format!("{package}autotests = false\n"), "2021").0);
        let with_test = format!("{package}[[test]]\nname = \"own\"\n");
        assert!(!hidden(&with_test, "2018").0);
        assert!(hidden(&with_test, "2015").0);
        let (hidden, text) = hidden(
            &format!("{package}autotests = false\n\n{DECLARATION}"),
            "2021",
        );
        assert!(!hidden);
        assert_eq!(text.matches("[[test]]").count(), 1);
    }
}
