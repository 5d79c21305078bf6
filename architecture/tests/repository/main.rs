//! The house rules that a program can check, applied to this repository.
//!
//! If files do not follow a rule yet, a list in `exceptions.rs` names them. A list can only shrink: a file that follows the rule must be removed from it,
//! and no file may be added.

mod exceptions;

use architecture::{circles, documents, files, graph, modules::Modules};
use exceptions::{LONGER, ON_CIRCLES};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The largest number of lines that a file may have.
const MOST_LINES: usize = 400;

/// Fails unless the list of exceptions names exactly the files that need an exception.
fn assert_only_exceptions(
    found: &BTreeSet<String>,
    allowed: &BTreeSet<String>,
    rule: &str,
    details: &str,
) {
    let new: Vec<&String> = found.difference(allowed).collect();
    assert!(new.is_empty(), "{rule}: {new:#?}\n{details}");
    let mended: Vec<&String> = allowed.difference(found).collect();
    assert!(
        mended.is_empty(),
        "these files follow the rule now; remove them from the list in exceptions.rs: {mended:#?}"
    );
}

#[test]
fn the_table_of_crates_has_the_arrows_of_the_manifests() {
    let root = files::root();
    let document = files::read(&root.join("ARCHITECTURE.md")).expect("readable");
    let table = graph::of_document(&document).expect("a table of crates");
    let packages = graph::packages(&root).expect("manifests");
    let differences = graph::differences(&table, &graph::of_manifests(&packages));
    assert!(differences.is_empty(), "{differences:#?}");
}

#[test]
fn no_files_of_a_crate_use_each_other_in_a_circle() {
    let packages = graph::packages(&files::root()).expect("manifests");
    let targets = packages.iter().flat_map(|package| &package.targets);
    let mut roots = 0;
    let mut found = BTreeSet::new();
    let mut details = String::new();
    for target in targets.filter(|target| !(target.is_test() || target.is_custom_build())) {
        roots += 1;
        let modules = Modules::read(target.src_path.as_std_path()).expect("sources");
        for (file, circle) in circles::circles(&modules.arrows()) {
            found.insert(files::name(&file));
            let names: Vec<String> = circle.iter().map(|file| files::name(file)).collect();
            details += &format!("{}\n", names.join(" → "));
        }
    }
    assert!(roots > 10, "only {roots} targets were checked");
    let allowed = ON_CIRCLES.iter().map(|name| (*name).to_owned()).collect();
    assert_only_exceptions(
        &found,
        &allowed,
        "files use each other in a cycle",
        &details,
    );
}

#[test]
fn every_file_that_a_document_names_exists() {
    let root = files::root();
    let all = files::with_extension(&root, "md").expect("readable");
    let sources = sources();
    let names: BTreeSet<_> = sources.iter().filter_map(|file| file.file_name()).collect();
    let mut checked = 0;
    let mut missing = Vec::new();
    for document in &all {
        let text = files::read(document).expect("readable");
        // Other documents mention users' files too.
        let is_of_this_repository = document.ends_with("ARCHITECTURE.md");
        let file_names = is_of_this_repository.then(|| documents::file_names(&text));
        for (line, name) in file_names.into_iter().flatten() {
            checked += 1;
            if !names.contains(name.as_ref() as &std::ffi::OsStr) {
                missing.push(format!("{}:{line} names {name}", files::name(document)));
            }
        }
        for mention in documents::mentions(document, &text, &root) {
            checked += 1;
            if !mention.path.exists() {
                let (document, line, text) = (files::name(document), mention.line, mention.text);
                missing.push(format!("{document}:{line} names {text}"));
            }
        }
    }
    assert!(checked > 40, "only {checked} paths were found");
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn every_module_begins_with_its_purpose() {
    let silent: Vec<String> = sources()
        .iter()
        .filter(|file| !file.ends_with("tests.rs"))
        .filter(|file| !files::says_what_it_is_for(file).expect("readable"))
        .map(|file| files::name(file))
        .collect();
    assert!(
        silent.is_empty(),
        "these files do not begin with `//!`: {silent:#?}"
    );
}

#[test]
fn no_file_is_longer_than_a_reader_wants() {
    let mut found = BTreeSet::new();
    for file in sources() {
        let (name, lines) = (files::name(&file), files::lines(&file).expect("readable"));
        let most = LONGER.iter().find(|(longer, _)| *longer == name);
        if let Some((_, most)) = most {
            assert!(
                lines <= *most,
                "{name} has grown to {lines} lines: divide it"
            );
        }
        if lines > MOST_LINES {
            found.insert(name);
        }
    }
    let allowed = LONGER.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_only_exceptions(&found, &allowed, "files with more than 400 lines", "");
}

/// The Rust files that the workspace is built from.
fn sources() -> Vec<PathBuf> {
    let of = |folder: &&str| files::with_extension(&files::root().join(folder), "rs");
    let all: Vec<_> = ["architecture", "crates", "xtask"]
        .iter()
        .flat_map(|folder| of(folder).expect("readable"))
        .filter(|file| !file.components().any(|it| it.as_os_str() == "testdata"))
        .collect();
    assert!(all.len() > 300, "only {} files were found", all.len());
    all
}
