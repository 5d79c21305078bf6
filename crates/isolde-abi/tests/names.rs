//! Checks that names which cross the border to programs are written down in this crate and nowhere else.
#![allow(missing_docs)]

use isolde_abi::symbol::PROGRAM;
use std::fs;
use std::path::{Path, PathBuf};

/// The crates on both sides of the border.
const CRATES: [&str; 6] = [
    "isolde",
    "isolde-build",
    "isolde-explore",
    "isolde-instrument",
    "isolde-macros",
    "isolde-runtime",
];
/// Prefixes of such names.
const PREFIXES: [&str; 3] = ["isolde_", "__isolde_", "ISOLDE_"];
/// Texts with such a prefix that do not cross the border, by file: variables that users set, variables with which the build calls itself as the
/// linker, and names of our own crates where rustc compiles them.
const OTHERS: [(&str, &str); 12] = [
    ("isolde/src/put/alone.rs", "ISOLDE_ALONE"),
    ("isolde/src/put/check.rs", "ISOLDE_SEED="),
    ("isolde/src/put/settings.rs", "ISOLDE_FRESH"),
    ("isolde/src/put/settings.rs", "ISOLDE_SEED"),
    ("isolde-build/src/detours/link.rs", "ISOLDE_DETOURS_LINK"),
    ("isolde-build/src/detours/mod.rs", "ISOLDE_DETOURS_WRAPPER"),
    ("isolde-build/src/driver.rs", "__isolde_driver"),
    ("isolde-build/src/link_record.rs", "ISOLDE_LINK_NAME"),
    ("isolde-build/src/link_record.rs", "ISOLDE_LINK_RECORD"),
    ("isolde-build/src/runtime.rs", "isolde_abi="),
    ("isolde-macros/src/detour.rs", "__isolde_function"),
    // An attribute cannot use a constant. The tests of the runtime compare this name.
    ("isolde-runtime/src/exports.rs", PROGRAM),
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            if name != "tests" {
                sources(&path, found);
            }
        } else if name.ends_with(".rs") && name != "tests.rs" {
            found.push(path);
        }
    }
}

/// The texts between quotation marks in code outside unit tests. This is good enough for names, which contain no quotation marks.
fn literals(source: &str) -> Vec<&str> {
    let code = source.split("#[cfg(test)]\nmod tests").next().unwrap_or("");
    let lines = code.lines();
    lines
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .collect()
}

#[test]
fn names_that_cross_the_border_are_written_down_only_here() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for name in CRATES {
        sources(&crates.join(name).join("src"), &mut files);
    }
    assert!(files.len() > 100, "{} files", files.len());
    let mut wrong = Vec::new();
    for file in &files {
        let source = fs::read_to_string(file).unwrap();
        for literal in literals(&source) {
            let is_name = PREFIXES.iter().any(|prefix| literal.starts_with(prefix));
            let is_other =
                |(other, text): &(&str, &str)| file.ends_with(other) && literal.starts_with(text);
            if is_name && !OTHERS.iter().any(is_other) {
                wrong.push(format!("{}: {literal}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "not in isolde-abi: {wrong:#?}");
}

#[test]
fn a_name_in_code_is_found_and_one_in_a_comment_or_a_test_is_not() {
    let source = "/// \"isolde_a\"\nconst A: &str = \"isolde_b\"; // of b\n#[cfg(test)]\nmod tests { \"isolde_c\" }";
    assert_eq!(literals(source), ["isolde_b"]);
}
