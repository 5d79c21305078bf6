//! Contracts that a package declares.

use crate::util::Fixture;
use std::collections::BTreeSet;
use std::fs;

#[test]
fn declared_contracts_are_checked_and_each_broken_one_is_a_finding() {
    let fixture = Fixture::copy("declared");
    let options = ["generate", "--no-conventions"];
    let run = fixture.run(&[&options[..], &["--time", "40s", "--jobs", "1", "--json"]].concat());
    let record = run.record(2);

    let findings = record["findings"].as_array().expect("a list");
    let found = findings.iter().map(|finding| {
        assert_eq!(finding["kind"], "law");
        let text = |key: &str| finding[key].as_str().expect("a text");
        (text("function"), text("law"))
    });
    let expected = [
        ("broken::Sorted", "invariant_is_ordered"),
        ("broken::Sorted::remove", "contract_removes_as_many"),
        ("broken::half", "contract_is_half"),
    ];
    assert_eq!(
        found.collect::<BTreeSet<_>>(),
        BTreeSet::from(expected),
        "{findings:#?}"
    );
    assert_eq!(findings.len(), expected.len(), "{findings:#?}");

    // Longer lists are not worth more calls.
    let tests = fixture.path().join("tests/isolde/kept.rs");
    let tests = fs::read_to_string(tests).expect("written");
    let of_one = |test: &&str| test.matches(".insert(").count();
    let most = tests.split("#[test]").max_by_key(of_one).expect("tests");
    assert!(of_one(&most) <= 4, "{most}");

    // A run for some items does not remove tests of others.
    fs::remove_dir_all(fixture.path().join("tests")).expect("written");
    let text = fixture.run(&["generate", "broken::*", "--time", "5s"]);
    let line = "such as `broken::is_third`; there is no function `third`";
    assert!(text.stdout.contains(line), "{}{}", text.stdout, text.stderr);
}
