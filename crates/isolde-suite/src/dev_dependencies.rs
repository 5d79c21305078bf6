//! Development dependencies in a copied manifest: which there are, and how to leave out those that do not build on this machine. No generated test
//! needs them.

use crate::SuiteError;
use crate::target::{read, write};
use std::path::Path;
use toml_edit::{DocumentMut, Item, TableLike};

/// The sections of manifests, by both of their names.
const SECTIONS: [&str; 2] = ["dev-dependencies", "dev_dependencies"];

/// The names of a manifest's development dependencies, for all targets, in the order of the manifest.
pub(crate) fn names(manifest: &Path) -> Result<Vec<String>, SuiteError> {
    let mut names: Vec<String> = Vec::new();
    for_each_section(&mut read(manifest)?, &mut |section| {
        for (name, _) in section.iter() {
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
    });
    Ok(names)
}

/// Leaves development dependencies out of a manifest.
pub(crate) fn leave_out(manifest: &Path, names: &[String]) -> Result<(), SuiteError> {
    if names.is_empty() {
        return Ok(());
    }
    let mut document = read(manifest)?;
    for_each_section(&mut document, &mut |section| {
        for name in names {
            section.remove(name);
        }
    });
    write(manifest, &document)
}

fn for_each_section(document: &mut DocumentMut, f: &mut dyn FnMut(&mut dyn TableLike)) {
    of_table(document.as_table_mut(), f);
    let targets = document.get_mut("target").and_then(Item::as_table_like_mut);
    for (_, target) in targets.into_iter().flat_map(|targets| targets.iter_mut()) {
        if let Some(target) = target.as_table_like_mut() {
            of_table(target, f);
        }
    }
}

fn of_table(table: &mut dyn TableLike, f: &mut dyn FnMut(&mut dyn TableLike)) {
    for name in SECTIONS {
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
}
