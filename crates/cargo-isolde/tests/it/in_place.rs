//! Private items: explored, and tested beside their modules.

use crate::util::{AMPLE_TIME, Fixture};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

const EXPLORE: &[&str] = &[
    "generate",
    "--in-place",
    "--time",
    AMPLE_TIME,
    "--jobs",
    "1",
    "--json",
];
const DECLARATION: &str = "\n#[cfg(test)]\nmod isolde_tests;\n";

/// Rust files below a folder and their texts.
fn sources(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("readable") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else {
            let text = fs::read_to_string(&path).expect("readable");
            files.insert(path.display().to_string(), text);
        }
    }
    files
}

#[test]
fn private_functions_get_tests_beside_their_modules_and_nothing_else_changes() {
    let fixture = Fixture::copy_sharing_target("private");
    let root = fixture.path();
    let before = sources(&root.join("src"));
    let run = fixture.run(EXPLORE);
    let record = run.record(0);
    assert_eq!(record["totals"]["removed"], 0, "{record:#}");
    assert_eq!(record["solver"]["mismatches"], 0);
    let list = |name: &str| record[name].as_array().expect("a list").clone();
    for function in list("functions") {
        let public = ["change", "withdraw"].contains(&function["path"].as_str().expect("a path"));
        let expected = if public { "public" } else { "private" };
        assert_eq!(function["visibility"], expected, "{function:#}");
        // Functions that `derive` writes are not called.
        if function["status"] == "explored" {
            assert!(function["branches"].as_u64() > Some(0), "{function:#}");
            assert_eq!(
                function["branches_covered"], function["branches"],
                "{function:#}"
            );
        }
    }
    for (function, file, least) in [
        ("change", "tests/isolde/root.rs", 2),
        ("is_covered", "src/isolde_tests.rs", 2),
        ("drawer::Drawer::take", "src/drawer/isolde_tests.rs", 3),
        ("drawer::open", "src/drawer/isolde_tests.rs", 1),
        ("rates::rounded", "src/rates/isolde_tests.rs", 1),
    ] {
        let of = |test: &&Value| test["function"] == function && test["file"] == file;
        let tests = list("tests");
        assert!(
            tests.iter().filter(of).count() >= least,
            "{function}: {tests:#?}"
        );
    }

    let after = sources(&root.join("src"));
    for (path, text) in &before {
        assert_eq!(after[path], format!("{text}{DECLARATION}"), "{path}");
    }
    assert_eq!(after.len(), 2 * before.len(), "{:?}", after.keys());

    let cargo = Command::new("cargo")
        .args(["test", "--quiet"])
        .current_dir(&root)
        .env_remove("CARGO_TARGET_DIR")
        .output()
        .expect("cargo starts");
    let said = String::from_utf8_lossy(&cargo.stdout).into_owned();
    assert!(
        cargo.status.success(),
        "{said}{}\n{after:#?}",
        String::from_utf8_lossy(&cargo.stderr)
    );

    let again = fixture.run(EXPLORE);
    assert_eq!(again.code, 0, "{}", again.stderr);
    assert_eq!(sources(&root.join("src")), after);
}
