//! Whole runs with sequences of calls: laws that types break are findings, conventions are suspicions.

use crate::util::Fixture;
use std::collections::BTreeSet;
use std::fs;

const EXPLORE: &[&str] = &["generate", "--time", "40s", "--jobs", "1"];

#[test]
fn a_broken_law_is_one_finding_and_a_broken_convention_a_suspicion() {
    let fixture = Fixture::copy("planted");
    let both = ["version::*", "offset::*"];
    let run = fixture.run(&[EXPLORE, &["--json"], &both].concat());
    let record = run.record(2);

    let findings = record["findings"].as_array().expect("a list");
    assert_eq!(findings.len(), 1, "{findings:#?}");
    assert_eq!(findings[0]["kind"], "law");
    assert_eq!(findings[0]["rank"], "defect");
    assert_eq!(findings[0]["function"], "version::Version");
    assert!(findings[0]["law"].is_string());

    let suspicions = record["suspicions"].as_array().expect("a list");
    assert_eq!(suspicions.len(), 1, "{suspicions:#?}");
    assert_eq!(suspicions[0]["kind"], "convention");
    assert_eq!(suspicions[0]["function"], "offset::Offset");
    let totals = &record["totals"];
    assert_eq!(
        (&totals["findings"], &totals["suspicions"]),
        (&1.into(), &1.into())
    );

    let read = |file: &str| {
        let file = fixture.path().join("tests/isolde").join(file);
        fs::read_to_string(file).expect("written")
    };
    assert!(read("version.rs").contains("#[ignore = \"finding: `version::Version` breaks: "));
    assert!(
        read("offset.rs")
            .contains("#[ignore = \"suspicion: `offset::Offset` breaks the convention: ")
    );

    let without = fixture.run(&[EXPLORE, &["--no-conventions"], &both].concat());
    assert_eq!(without.code, 2, "{}", without.stderr);
    let line = "version::Version breaks: ";
    assert!(without.stdout.contains(line), "{}", without.stdout);
    assert!(!without.stdout.contains("suspicion"), "{}", without.stdout);
    let tests = fixture.path().join("tests/isolde/offset.rs");
    let tests = fs::read_to_string(tests).unwrap_or_default();
    assert!(!tests.contains("suspicion"), "{tests}");
}

/// The convention that each of these types breaks, and that its correct twin keeps. `cargo xtask planted` has many more.
const PLANTED: &[(&str, &str)] = &[
    ("arena::Arena", "ids_are_unique"),
    ("hex::encode", "round_trip"),
    ("percent::Percent::checked_add", "agrees_with_panicking"),
    ("wheel::Wheel", "memory_call_changes_nothing"),
];

#[test]
fn conventions_about_pairs_ids_and_states_are_found_broken_and_hold_for_correct_types() {
    let mut items: Vec<String> = vec!["*Percent as Add*".into()];
    items.extend(PLANTED.iter().map(|(function, _)| {
        let module = function.split_once("::").expect("a path").0;
        format!("{module}::*")
    }));
    let options = ["generate", "--time", "60s", "--json"];
    let arguments: Vec<&str> = options
        .into_iter()
        .chain(items.iter().map(String::as_str))
        .collect();

    let record = Fixture::copy("planted").run(&arguments).record(0);
    let suspicions = record["suspicions"].as_array().expect("a list");
    let found = suspicions.iter().map(|suspicion| {
        let text = |key: &str| suspicion[key].as_str().expect("a text");
        (text("function"), text("law"))
    });
    assert_eq!(
        found.collect::<BTreeSet<_>>(),
        BTreeSet::from_iter(PLANTED.iter().copied())
    );

    let record = Fixture::copy("sound").run(&arguments).record(0);
    assert_eq!(record["suspicions"], serde_json::json!([]));
    assert_eq!(record["findings"], serde_json::json!([]));
}
