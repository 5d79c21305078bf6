//! `cargo isolde isolate --list`: the calls that leave a unit.

use crate::util::Fixture;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// The functions of the fixture that reach what is outside only through a trait object that they are given.
const BY_OBJECTS_ALONE: [&str; 2] = [
    "isolation::database::upgrade",
    "isolation::database::withdraw",
];

/// The public functions of the fixture, by their paths.
fn functions(fixture: &Fixture) -> BTreeSet<String> {
    let sources = fixture.path().join("src");
    let mut functions = BTreeSet::new();
    for entry in fs::read_dir(sources).expect("readable") {
        let path = entry.expect("readable").path();
        let module = path.file_stem().expect("a file").to_string_lossy();
        for line in fs::read_to_string(&path).expect("readable").lines() {
            let name = line
                .strip_prefix("pub fn ")
                .and_then(|rest| rest.split(['(', '<']).next());
            functions.extend(name.map(|name| format!("isolation::{module}::{name}")));
        }
    }
    functions
}

#[test]
fn every_call_that_leaves_the_package_is_listed_with_what_becomes_of_it() {
    let fixture = Fixture::copy("isolation");
    let file = fixture.path().join("isolde.toml");

    fs::write(&file, "[isolate]\nfakes = []\n").expect("written");
    let refused = fixture.run(&["isolate", "crate", "--list"]);
    assert_eq!(refused.code, 1);
    let message =
        "isolde.toml:2: unknown key `fakes` in `[isolate]`; there is `fake`, `keep`, `units`";
    assert!(refused.stderr.contains(message), "{}", refused.stderr);

    fs::write(
        &file,
        "[isolate]\nkeep = ['std::env::temp_dir']\nunits = ['crate']\n",
    )
    .expect("written");
    let listing = fixture.run(&["isolate", "--list", "--json"]).record(0);
    let calls = listing["calls"].as_array().expect("a list");
    let mut by_function: BTreeMap<&str, BTreeSet<(&str, &str)>> = BTreeMap::new();
    for call in calls {
        let [function, callee, treatment] =
            ["function", "callee", "treatment"].map(|key| call[key].as_str().expect("a text"));
        // Generic functions have their arguments behind the name.
        let function = function.split("::<").next().unwrap_or(function);
        let reached = by_function.entry(function).or_default();
        reached.insert((callee, treatment));
    }
    let functions = functions(&fixture);
    assert!(functions.len() >= 40, "{functions:?}");
    let without: Vec<&String> = functions
        .iter()
        .filter(|function| !by_function.contains_key(function.as_str()))
        // What is random is reached by a private function.
        .filter(|function| !function.starts_with("isolation::randomness::"))
        .collect();
    assert_eq!(without, BY_OBJECTS_ALONE);

    let bank: Vec<&str> = by_function["isolation::bank::transfer_money"]
        .iter()
        .filter(|(_, treatment)| *treatment == "faked")
        .map(|(callee, _)| *callee)
        .collect();
    assert_eq!(
        bank,
        [
            "<remote::transfers::ProcessedTransfer>::is_success",
            "<remote::transfers::TransferProcessor>::new",
            "<remote::transfers::TransferProcessor>::process",
            "remote::database::run_query",
        ]
    );
    let folder = &by_function["isolation::environment::cache_folder"];
    let expected = [
        ("std::env::temp_dir", "kept"),
        ("std::env::var_os::<&str>", "faked"),
    ];
    assert_eq!(*folder, BTreeSet::from(expected));

    // A module alone: the rest of the package is outside.
    let listing = fixture
        .run(&["isolate", "files", "clock::age", "--list", "--json"])
        .record(0);
    let calls = listing["calls"].as_array().expect("a list").iter();
    let functions: BTreeSet<&str> = calls
        .map(|call| call["function"].as_str().expect("a text"))
        .map(|function| function.strip_prefix("isolation::").unwrap_or(function))
        .collect();
    let files = functions
        .iter()
        .filter(|function| function.starts_with("files::"));
    assert_eq!(files.count(), 7, "{functions:?}");
    let others: Vec<&str> = functions
        .iter()
        .copied()
        .filter(|function| !function.starts_with("files::"))
        .collect();
    assert_eq!(others, ["clock::age"]);

    let unknown = fixture.run(&["isolate", "bank", "clocks", "--list"]);
    assert_eq!(unknown.code, 1);
    assert!(
        unknown.stderr.contains("matches clocks;"),
        "{}",
        unknown.stderr
    );
}
