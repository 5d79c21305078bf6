//! Runs that are interrupted while they explore, keep inputs or verify tests: what is finished is kept, the record says that the run was cut short, and
//! nothing unfinished reaches the user's files. A run that is not interrupted writes those tests that pass.

use crate::util::{Fixture, Run};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const TESTS: [&str; 6] = [
    "a_is_closed",
    "b_is_explored",
    "c_is_no_more",
    "d_is_not_nine",
    "z_opens",
    "zz_hangs",
];

fn record(package: &Path, name: &str) -> Value {
    let path = package.join("target/isolde").join(name);
    let text = fs::read_to_string(path).expect("the record is there");
    serde_json::from_str(&text).expect("the record is JSON")
}

/// Names of the tests in the record of an exploration.
fn recorded(record: &Value) -> BTreeSet<String> {
    let tests = record["tests"].as_array().expect("a list");
    tests
        .iter()
        .map(|test| {
            test["path"]
                .as_str()
                .expect("a path")
                .replace("state::", "")
        })
        .collect()
}

/// Names of the tests that have stored inputs.
fn stored(package: &Path) -> BTreeSet<String> {
    let folder = package.join("isolde/puts/state");
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files
        .map(|file| file.file_name().to_string_lossy().replace(".inputs", ""))
        .collect()
}

fn assert_cut_short(run: &Run) {
    assert_eq!(run.code, 130, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("error: interrupted"), "{}", run.stderr);
}

#[test]
fn what_is_finished_before_an_interrupt_stays_and_only_tests_that_hold_are_written() {
    let fixture = Fixture::copy("shared_state");
    let package = fixture.path();
    let emitted = package.join("tests/state_inputs.rs");

    let arguments = ["explore", "c_is", "d_is", "--time", "60s"];
    let run = fixture.interrupted(&arguments, "exploring");
    assert_cut_short(&run);
    let exploring = record(&package, "explore.json");
    assert_eq!(exploring["cut_short"], "interrupted");
    assert_eq!(recorded(&exploring), BTreeSet::new());
    assert_eq!(stored(&package), BTreeSet::new());

    // The first table is shown when the first test is done; the last one takes seconds.
    let run = fixture.interrupted(&["explore", "--time", "8s"], "a_is_closed(");
    assert_cut_short(&run);
    let keeping = record(&package, "explore.json");
    assert_eq!(keeping["cut_short"], "interrupted");
    assert!(recorded(&keeping).contains("a_is_closed"), "{keeping}");
    assert_eq!(recorded(&keeping), stored(&package));

    let arguments = ["explore", "--emit", "--time", "8s"];
    let run = fixture.interrupted(&arguments, "running each test alone");
    assert_cut_short(&run);
    let verifying = record(&package, "explore.json");
    assert_eq!(verifying["cut_short"], "interrupted");
    let all: BTreeSet<String> = TESTS.map(str::to_owned).into();
    assert_eq!(recorded(&verifying), all);
    assert_eq!(stored(&package), all);
    assert!(!emitted.exists());

    let run = fixture.run(&arguments);
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    for step in [
        "exploring",
        "keeping inputs",
        "running each test alone",
        "running all tests together",
    ] {
        let begins = |line: &str| line.starts_with(step);
        assert!(run.stderr.lines().any(begins), "{step}: {}", run.stderr);
    }
    let text = fs::read_to_string(&emitted).expect("tests were written");
    for test in [
        "fn c_is_no_more_1()",
        "fn d_is_not_nine_1()",
        "fn z_opens_1()",
    ] {
        assert!(text.contains(test), "{text}");
    }
    assert!(
        !text.contains("a_is_closed") && !text.contains("b_is_explored"),
        "{text}"
    );
    for test in ["a_is_closed_1", "b_is_explored_1"] {
        let why = format!("its test `{test}` does not pass, alone or among the others");
        assert!(run.stdout.contains(&why), "{}", run.stdout);
    }
    let whole = record(&package, "explore.json");
    assert_eq!(whole["cut_short"], Value::Null);
    assert_eq!(whole["emitted"][0]["file"], "tests/state_inputs.rs");
    let cargo = fixture.cargo(&["test", "--test", "state_inputs"]);
    assert_eq!(cargo.code, 0, "{}{}", cargo.stdout, cargo.stderr);
}
