//! Finds out from their sources which test targets of a package hold parameterized tests. A target is left out only if that is certain: building one
//! in vain costs time, missing one costs tests.

use super::{TestKind, TestsWarning};
use crate::package::Package;
use crate::target::has_harness;
use cargo_metadata::{Target, TargetKind};
use isolde_abi::library::DESCRIPTION;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use toml_edit::{DocumentMut, Item, TableLike};

/// A target that seems to hold parameterized tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Name.
    pub name: String,
    /// The kind of target.
    pub kind: TestKind,
    /// Its root file.
    pub root_file: PathBuf,
    /// Features without which cargo does not build it.
    pub required_features: Vec<String>,
}

impl Candidate {
    /// The name as code writes it.
    pub fn crate_name(&self) -> String {
        self.name.replace('-', "_")
    }

    /// The name by which messages call it.
    pub fn describe(&self) -> String {
        match self.kind {
            TestKind::Lib => "the library".to_owned(),
            TestKind::Bin => format!("binary `{}`", self.name),
            TestKind::Test => format!("test target `{}`", self.name),
        }
    }

    /// A warning, if features that the target needs are off.
    pub fn features_off(&self, on: &BTreeSet<String>) -> Option<TestsWarning> {
        let missing: Vec<String> = self
            .required_features
            .iter()
            .filter(|feature| !on.contains(*feature))
            .cloned()
            .collect();
        (!missing.is_empty()).then(|| TestsWarning::FeaturesOff {
            target: self.describe(),
            missing,
        })
    }
}

/// The targets that seem to hold parameterized tests, the library first, and warnings about those that cannot be explored. `manifest` is the text of
/// the package's manifest.
pub fn select(
    package: &Package,
    targets: &[Target],
    manifest: &str,
) -> (Vec<Candidate>, Vec<TestsWarning>) {
    let manifest: DocumentMut = manifest.parse().unwrap_or_default();
    let (mut candidates, mut warnings) = (Vec::new(), Vec::new());
    for target in targets {
        let Some(kind) = kind(target) else {
            continue;
        };
        let candidate = Candidate {
            name: target.name.clone(),
            kind,
            root_file: target.src_path.clone().into_std_path_buf(),
            required_features: target.required_features.clone(),
        };
        let files = match kind {
            TestKind::Lib => package.source_roots(),
            TestKind::Bin => files_of_binary(&candidate.root_file),
            TestKind::Test => files_of_test(&candidate.root_file, &package.root),
        };
        if !files.iter().any(|path| holds_put(path)) {
            continue;
        }
        let target_name = candidate.describe();
        if !uses_harness(&manifest, &candidate) {
            warnings.push(TestsWarning::OwnHarness {
                target: target_name,
            });
        } else if kind.is_unit() && !target.test {
            warnings.push(TestsWarning::Untested {
                target: target_name,
            });
        } else {
            candidates.push(candidate);
        }
    }
    candidates.sort_by(|a, b| (a.kind, &a.name).cmp(&(b.kind, &b.name)));
    (candidates, warnings)
}

fn kind(target: &Target) -> Option<TestKind> {
    target.kind.iter().find_map(|kind| match kind {
        TargetKind::Lib
        | TargetKind::RLib
        | TargetKind::DyLib
        | TargetKind::CDyLib
        | TargetKind::StaticLib => Some(TestKind::Lib),
        TargetKind::Bin => Some(TestKind::Bin),
        TargetKind::Test => Some(TestKind::Test),
        _ => None,
    })
}

fn uses_harness(manifest: &DocumentMut, candidate: &Candidate) -> bool {
    let has = |table: &dyn TableLike| table.get("harness").and_then(Item::as_bool) != Some(false);
    match candidate.kind {
        TestKind::Lib => manifest
            .get("lib")
            .and_then(Item::as_table_like)
            .is_none_or(has),
        TestKind::Bin => has_harness(manifest, "bin", &candidate.name),
        TestKind::Test => has_harness(manifest, "test", &candidate.name),
    }
}

/// The root file of a binary, and the files of the modules that it declares. Other files beside them may belong to the library.
fn files_of_binary(root_file: &Path) -> Vec<PathBuf> {
    let folder = root_file.parent().unwrap_or(Path::new("")).to_owned();
    let mut files = Vec::new();
    let mut next = vec![(root_file.to_owned(), folder)];
    while let Some((file, folder)) = next.pop() {
        let text = fs::read(&file).unwrap_or_default();
        for declaration in String::from_utf8_lossy(&text).split(';') {
            let mut words = declaration.split_whitespace().rev();
            if let (Some(name), Some("mod")) = (words.next(), words.next()) {
                let inner = folder.join(name.trim_start_matches("r#"));
                let places = [inner.with_extension("rs"), inner.join("mod.rs")];
                let exists = places.into_iter().find(|place| place.is_file());
                next.extend(exists.map(|file| (file, inner)));
            }
        }
        if !files.contains(&file) {
            files.push(file);
        }
    }
    files
}

/// Files and folders that may hold modules of a test target: its root file, and everything beside it that is not another target. If the target has a
/// folder of its own: that folder and its neighbours.
fn files_of_test(root_file: &Path, package_root: &Path) -> Vec<PathBuf> {
    let mut files = vec![root_file.to_owned()];
    let Some(folder) = root_file.parent() else {
        return files;
    };
    let has_own_folder =
        root_file.file_name().is_some_and(|name| name == "main.rs") && folder != package_root;
    let outer = match folder.parent() {
        Some(outer) if has_own_folder => {
            files.push(folder.to_owned());
            outer
        }
        _ => folder,
    };
    if outer != package_root {
        let neighbours = entries(outer)
            .into_iter()
            .filter(|path| path.is_dir() && !path.join("main.rs").exists());
        files.extend(neighbours);
    }
    files
}

/// Whether a file, or any file in a folder except those of other packages, mentions the attribute.
fn holds_put(path: &Path) -> bool {
    if path.is_dir() {
        let is_foreign = path.join("Cargo.toml").exists() || path.join("CACHEDIR.TAG").exists();
        return !is_foreign && entries(path).iter().any(|path| holds_put(path));
    }
    path.extension().is_some_and(|extension| extension == "rs")
        && fs::read(path).is_ok_and(|bytes| mentions_put(&String::from_utf8_lossy(&bytes)))
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    entries.sort();
    entries
}

/// Whether a text has an attribute whose path ends in `put`, alone or in a list (`cfg_attr`), or what such an attribute expands to.
fn mentions_put(text: &str) -> bool {
    let is_attribute = |attribute: &str| {
        attribute.match_indices("put").any(|(at, word)| {
            let before = attribute[..at].trim_end();
            let after = attribute[at + word.len()..].trim_start();
            let begins = attribute[..at].ends_with(char::is_whitespace)
                || before.is_empty()
                || before.ends_with([':', ',', '(']);
            begins && (after.is_empty() || after.starts_with([']', '(', ',', ')']))
        })
    };
    text.contains(DESCRIPTION)
        || text
            .split("#[")
            .skip(1)
            .any(|rest| is_attribute(&rest[..attribute_length(rest)]))
}

/// Bytes up to the bracket that closes an attribute.
fn attribute_length(text: &str) -> usize {
    let mut depth = 1;
    for (at, character) in text.char_indices() {
        match character {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests;
