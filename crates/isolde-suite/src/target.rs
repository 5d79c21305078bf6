//! The test target in the package's manifest: whether cargo finds `tests/isolde`, or another folder, by itself; how to declare it if not; and the
//! features that its tests need.

use crate::SuiteError;
use std::fs;
use std::path::Path;
use toml_edit::{DocumentMut, Item, Table, TomlError, value};

/// The root file of the default target.
const MAIN: &str = "tests/isolde/main.rs";

/// Declares the target in a copied manifest, unless it is declared.
pub fn declare(manifest: &Path) -> Result<(), SuiteError> {
    let mut document = read(manifest)?;
    if declares(&document, Path::new(MAIN)) {
        return Ok(());
    }
    let mut target = Table::new();
    target["name"] = value("isolde");
    target["path"] = value(MAIN);
    let tests = document
        .entry("test")
        .or_insert(Item::ArrayOfTables(Default::default()));
    if let Some(tests) = tests.as_array_of_tables_mut() {
        tests.push(target);
    }
    write(manifest, &document)
}

pub(crate) fn write(manifest: &Path, document: &DocumentMut) -> Result<(), SuiteError> {
    fs::write(manifest, document.to_string()).map_err(SuiteError::io("write", manifest))
}

/// What the manifest of `package` must contain so that cargo finds the tests in `out`; `None` if cargo finds them already.
pub fn missing(package: &Path, edition: &str, out: &Path) -> Result<Option<String>, SuiteError> {
    let document = read(&package.join("Cargo.toml"))?;
    let main = out.join("main.rs");
    let path = main.strip_prefix(package).unwrap_or(&main);
    let is_found = is_among_tests(package, out) && is_discovered(&document, edition);
    if is_found || declares(&document, path) {
        return Ok(None);
    }
    let name = name_of(out).unwrap_or("isolde");
    let mut target = Table::new();
    target["name"] = value(name);
    target["path"] = value(path.display().to_string());
    Ok(Some(format!("[[test]]\n{target}")))
}

/// Refuses a folder that cargo would take for a test target if no crate can have its name.
pub fn check_name(package: &Path, out: &Path) -> Result<(), SuiteError> {
    if is_among_tests(package, out) && name_of(out).is_none() {
        return Err(SuiteError::TargetName(out.into()));
    }
    Ok(())
}

/// The condition on features under which tests made with these cargo options pass, as an attribute of a crate or module; empty
/// without options.
pub fn condition(package: &Path, options: &[String]) -> Result<String, SuiteError> {
    if options.is_empty() {
        return Ok(String::new());
    }
    let document = read(&package.join("Cargo.toml"))?;
    let features = document.get("features").and_then(Item::as_table_like);
    let has_default = features.is_some_and(|features| features.contains_key("default"));
    let mut all = Vec::new();
    if has_default
        && options
            .iter()
            .any(|option| option == "--no-default-features")
    {
        all.push("not(feature = \"default\")".to_owned());
    }
    let names = options
        .iter()
        .filter_map(|option| option.strip_prefix("--features="))
        .flat_map(|names| names.split(','))
        // Features of dependencies are not features of this crate.
        .filter(|name| !name.is_empty() && !name.contains('/'));
    all.extend(names.map(|name| format!("feature = {name:?}")));
    Ok(match all.as_slice() {
        [] => String::new(),
        [one] => format!("#![cfg({one})]\n"),
        all => format!("#![cfg(all({}))]\n", all.join(", ")),
    })
}

pub(crate) fn read(manifest: &Path) -> Result<DocumentMut, SuiteError> {
    let text = fs::read_to_string(manifest).map_err(SuiteError::io("read", manifest))?;
    text.parse()
        .map_err(|error: TomlError| SuiteError::Manifest {
            path: manifest.into(),
            message: error.to_string(),
        })
}

/// Whether cargo looks for test targets in this place.
fn is_among_tests(package: &Path, out: &Path) -> bool {
    out.parent() == Some(package.join("tests").as_path())
}

/// The name of a folder, if a crate can have that name.
fn name_of(folder: &Path) -> Option<&str> {
    let name = folder.file_name()?.to_str()?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    (begins && name.chars().all(is_part)).then_some(name)
}

/// Whether the manifest declares a test target with this root file, or, for the default one, a target `isolde` without a path.
fn declares(document: &DocumentMut, main: &Path) -> bool {
    let tests = document.get("test").and_then(Item::as_array_of_tables);
    let is_it = |test: &Table| {
        let path = test.get("path").and_then(Item::as_str).map(Path::new);
        match path {
            Some(path) => path == main,
            None => {
                main == Path::new(MAIN) && test.get("name").and_then(Item::as_str) == Some("isolde")
            }
        }
    };
    tests.is_some_and(|tests| tests.iter().any(is_it))
}

/// Cargo looks for test targets unless `autotests` is false, which is the default in edition 2015 if any target is declared.
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

    fn package(manifest: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("Cargo.toml"), manifest).expect("written");
        folder
    }

    /// What is missing for tests in a folder of a package with this manifest.
    fn missing_of(manifest: &str, edition: &str, out: &str) -> Option<String> {
        let folder = package(manifest);
        missing(folder.path(), edition, &folder.path().join(out)).expect("readable")
    }

    const USUAL: &str = "[[test]]\nname = \"isolde\"\npath = \"tests/isolde/main.rs\"\n";

    #[test]
    fn targets_that_cargo_does_not_look_for_are_reported() {
        let plain = "[package]\nname = \"a\"\n";
        let of_usual = |manifest: &str, edition| missing_of(manifest, edition, "tests/isolde");
        assert_eq!(of_usual(plain, "2021"), None);
        let off = format!("{plain}autotests = false\n");
        assert_eq!(of_usual(&off, "2021").as_deref(), Some(USUAL));
        let with_test = format!("{plain}[[test]]\nname = \"own\"\n");
        assert_eq!(of_usual(&with_test, "2018"), None);
        assert_eq!(of_usual(&with_test, "2015").as_deref(), Some(USUAL));
        assert_eq!(of_usual(&format!("{off}\n{USUAL}"), "2021"), None);

        assert_eq!(missing_of(plain, "2021", "tests/other"), None);
        let beside = "[[test]]\nname = \"other\"\npath = \"other/main.rs\"\n";
        assert_eq!(missing_of(plain, "2021", "other").as_deref(), Some(beside));
        let odd = "[[test]]\nname = \"isolde\"\npath = \"a b/main.rs\"\n";
        assert_eq!(missing_of(plain, "2021", "a b").as_deref(), Some(odd));
        assert_eq!(missing_of(&format!("{plain}\n{odd}"), "2021", "a b"), None);
    }

    #[test]
    fn a_target_is_declared_once() {
        let folder = package("[package]\nname = \"a\"\n");
        let manifest = folder.path().join("Cargo.toml");
        declare(&manifest).expect("declared");
        declare(&manifest).expect("declared");
        let text = fs::read_to_string(manifest).expect("readable");
        assert_eq!(text.matches(USUAL).count(), 1, "{text}");
    }

    #[test]
    fn folders_that_name_no_crate_are_refused_where_cargo_looks() {
        let package = Path::new("/p");
        let is_refused = |out: &str| check_name(package, &package.join(out)).is_err();
        assert!(is_refused("tests/a b"));
        assert!(is_refused("tests/\u{fc}"));
        assert!(is_refused("tests/1"));
        assert!(!is_refused("tests/a-1_b"));
        assert!(!is_refused("a b"));
    }

    #[test]
    fn tests_depend_on_the_features_that_were_asked_for() {
        let condition = |manifest: &str, options: &[&str]| {
            let options: Vec<String> = options.iter().map(|&option| option.into()).collect();
            condition(package(manifest).path(), &options).expect("readable")
        };
        let plain = "[features]\na = []\n";
        assert_eq!(condition(plain, &[]), "");
        assert_eq!(
            condition(plain, &["--features=a"]),
            "#![cfg(feature = \"a\")]\n"
        );
        assert_eq!(condition(plain, &["--features=serde/std"]), "");
        assert_eq!(condition(plain, &["--no-default-features"]), "");
        assert_eq!(
            condition(
                "[features]\ndefault = [\"a\"]\na = []\n",
                &["--no-default-features", "--features=a,b"]
            ),
            "#![cfg(all(not(feature = \"default\"), feature = \"a\", feature = \"b\"))]\n"
        );
    }
}
