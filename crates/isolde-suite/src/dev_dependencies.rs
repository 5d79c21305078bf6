//! Development dependencies in a copied manifest: which there are, and how to leave out those that do not build on this machine. No generated test
//! needs them.

use crate::SuiteError;
use crate::target::{read, write};
use std::path::Path;
use toml_edit::{DocumentMut, Item, TableLike};

/// The sections of manifests, by both of their names.
const SECTIONS: &[&str] = &["dev-dependencies", "dev_dependencies"];

/// The sections with dependencies that are no development dependencies.
const OTHER_SECTIONS: &[&str] = &["dependencies", "build-dependencies", "build_dependencies"];

/// The names of a manifest's development dependencies, for all targets, in the order of the manifest.
pub(crate) fn names(manifest: &Path) -> Result<Vec<String>, SuiteError> {
    let mut names: Vec<String> = Vec::new();
    for_each_section(&mut read(manifest)?, SECTIONS, &mut |section| {
        for (name, _) in section.iter() {
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
    });
    Ok(names)
}

/// Leaves development dependencies out of a manifest, and what features ask of them.
pub(crate) fn leave_out(manifest: &Path, names: &[String]) -> Result<(), SuiteError> {
    if names.is_empty() {
        return Ok(());
    }
    let mut document = read(manifest)?;
    for_each_section(&mut document, SECTIONS, &mut |section| {
        for name in names {
            section.remove(name);
        }
    });
    let mut gone = names.to_vec();
    for_each_section(&mut document, OTHER_SECTIONS, &mut |section| {
        gone.retain(|name| !section.contains_key(name));
    });
    forget_in_features(&mut document, &gone);
    write(manifest, &document)
}

/// Removes the entries of features that name dependencies which are gone: cargo refuses a manifest with such an entry.
fn forget_in_features(document: &mut DocumentMut, gone: &[String]) {
    let features = document
        .get_mut("features")
        .and_then(Item::as_table_like_mut);
    for (_, entries) in features.into_iter().flat_map(|table| table.iter_mut()) {
        if let Some(entries) = entries.as_array_mut() {
            entries.retain(|entry| {
                let dependency = entry.as_str().and_then(dependency_in);
                !dependency.is_some_and(|dependency| gone.iter().any(|name| name == dependency))
            });
        }
    }
}

/// The dependency that an entry of a feature names, which is not merely another feature.
fn dependency_in(entry: &str) -> Option<&str> {
    if let Some(dependency) = entry.strip_prefix("dep:") {
        return Some(dependency);
    }
    let (dependency, _) = entry.split_once('/')?;
    Some(dependency.strip_suffix('?').unwrap_or(dependency))
}

/// Calls `f` with the sections of these names, for all targets.
fn for_each_section(
    document: &mut DocumentMut,
    sections: &[&str],
    f: &mut dyn FnMut(&mut dyn TableLike),
) {
    of_table(document.as_table_mut(), sections, f);
    let targets = document.get_mut("target").and_then(Item::as_table_like_mut);
    for (_, target) in targets.into_iter().flat_map(|targets| targets.iter_mut()) {
        if let Some(target) = target.as_table_like_mut() {
            of_table(target, sections, f);
        }
    }
}

fn of_table(table: &mut dyn TableLike, sections: &[&str], f: &mut dyn FnMut(&mut dyn TableLike)) {
    for name in sections {
        let section = table.get_mut(name).and_then(Item::as_table_like_mut);
        if let Some(section) = section {
            f(section);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn development_dependencies_of_all_targets_are_left_out_and_others_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let manifest = folder.path().join("Cargo.toml");
        let text = "[package]\nname = \"a\"\n[dependencies]\nb = \"1\"\n[dev-dependencies]\nb = { version = \"1\" }\nc = \"2\"\n\
                    [target.'cfg(unix)'.dev-dependencies.d]\nversion = \"3\"\n";
        fs::write(&manifest, text).expect("written");
        assert_eq!(names(&manifest).expect("readable"), ["b", "c", "d"]);
        leave_out(&manifest, &["b".to_owned(), "d".to_owned()]).expect("written");
        assert_eq!(names(&manifest).expect("readable"), ["c"]);
        let left = fs::read_to_string(&manifest).expect("readable");
        assert!(left.contains("[dependencies]\nb = \"1\""), "{left}");
    }

    #[test]
    fn features_forget_development_dependencies_that_are_left_out() {
        let folder = tempfile::tempdir().expect("a folder");
        let manifest = folder.path().join("Cargo.toml");
        let text = "[package]\nname = \"a\"\n[dependencies]\nb = \"1\"\n[target.'cfg(unix)'.build-dependencies]\nc = \"1\"\n\
                    [dev-dependencies]\nb = \"1\"\nc = \"1\"\nd = \"1\"\ne = \"1\"\n\
                    [features]\nd = []\nfast = [\"b/x\", \"c/x\", \"d/x\", \"d?/x\", \"dep:d\", \"d\", \"e/x\"]\nonly = [\"d/x\"]\n";
        fs::write(&manifest, text).expect("written");
        let left_out = ["b", "c", "d"].map(str::to_owned);
        leave_out(&manifest, &left_out).expect("written");
        assert_eq!(names(&manifest).expect("readable"), ["e"]);
        let document = read(&manifest).expect("readable");
        let entries = |feature: &str| -> Vec<&str> {
            let entries = document["features"][feature].as_array().expect("a feature");
            entries.iter().filter_map(|entry| entry.as_str()).collect()
        };
        assert_eq!(entries("fast"), ["b/x", "c/x", "d", "e/x"]);
        assert!(entries("only").is_empty());
    }
}
