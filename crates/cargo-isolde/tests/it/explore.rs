//! The papers' parameterized tests, explored: their inputs found, stored, kept and emitted.

use crate::util::Fixture;
use serde_json::Value;
use std::fs;

fn explored(fixture: &Fixture, arguments: &[&str]) -> (i32, Value) {
    let run = fixture.run(&[&["explore", "--json"], arguments].concat());
    let record = serde_json::from_str(&run.stdout);
    (
        run.code,
        record.unwrap_or_else(|error| panic!("{error}: {}{}", run.stdout, run.stderr)),
    )
}

fn test<'a>(record: &'a Value, path: &str) -> &'a Value {
    let tests = record["tests"].as_array().expect("tests");
    let found = tests.iter().find(|test| test["path"] == path);
    found.unwrap_or_else(|| panic!("{path} was not explored"))
}

/// Arguments of the failing inputs.
fn failing(record: &Value, path: &str) -> Vec<Vec<String>> {
    let inputs = test(record, path)["inputs"].as_array().expect("inputs");
    let failing = inputs.iter().filter(|input| input["verdict"] == "failed");
    failing
        .map(|input| serde_json::from_value(input["arguments"].clone()).expect("texts"))
        .collect()
}

const MUST_PANIC: &str = "
#[isolde::put]
#[should_panic(expected = \"not that one\")]
fn always_panics(n: u8) {
    assert!(n == 77, \"not that one: {n}\");
}
";

#[test]
fn the_papers_tests_are_explored_stored_and_emitted() {
    let fixture = Fixture::copy_sharing_target("../examples/papers");
    let package = fixture.path();
    // Under another name, it does not wait for the other test with this package.
    let manifest = package.join("Cargo.toml");
    let text = fs::read_to_string(&manifest).expect("readable");
    let renamed = "name = \"papers-explored\"";
    let text = text.replace("name = \"papers\"", renamed) + "\n[lib]\nname = \"papers\"\n";
    fs::write(&manifest, text).expect("writable");
    // The test does not need the inputs that the repository has stored.
    fs::remove_dir_all(package.join("isolde")).expect("stored inputs");
    let tests = package.join("tests/properties.rs");
    let source = fs::read_to_string(&tests).expect("readable");
    fs::write(&tests, source + MUST_PANIC).expect("writable");

    let (code, record) = explored(&fixture, &["--time", "60s", "--emit"]);
    assert_eq!(code, 2);
    assert_eq!(record["solver"]["mismatches"], 0);
    // Moles: the one date. Dsc: the answer. Generalization: the zero that nobody added.
    assert_eq!(
        failing(&record, "properties::check_never_fails"),
        [["date(2000, 1, 1)"]]
    );
    assert_eq!(
        failing(&record, "properties::goal_is_never_reached"),
        [["1", "0"]]
    );
    assert_eq!(
        failing(&record, "properties::only_a_member_can_be_removed"),
        [["vec![]", "0"]]
    );
    // It returns for one number only.
    assert_eq!(failing(&record, "properties::always_panics"), [["77"]]);
    let first = &test(&record, "properties::check_never_fails")["inputs"][0];
    assert!(first["runs"].as_u64() > Some(0), "{first}");
    assert!(first["seconds"].as_f64() > Some(0.0), "{first}");
    for holding in [
        "check_fails_on_one_day_only",
        "save_setting",
        "remove_setting",
        "add_first",
        "clear",
    ] {
        let path = format!("properties::{holding}");
        assert_eq!(failing(&record, &path), [[""; 0]; 0], "{holding}");
        assert_eq!(test(&record, &path)["unreached"], serde_json::json!([]));
    }
    let (passed, all) = {
        let test = test(&record, "properties::remove_setting");
        let number = |key: &str| test[key].as_u64().expect("a number");
        (number("branches_covered"), number("branches"))
    };
    assert!(passed * 10 >= all * 9, "{passed} of {all} branches");

    // The conventional tests are written beside the parameterized ones: they were compiled and run.
    let emitted = fs::read_to_string(package.join("tests/properties_inputs.rs")).expect("emitted");
    assert!(
        emitted.contains("fn check_never_fails_1() {\n    check_never_fails(date(2000, 1, 1));\n}"),
        "{emitted}"
    );
    assert!(!emitted.contains("isolde::"), "{emitted}");

    // Stored inputs stay as they are; those that do not fit are reported and kept.
    let file = package.join("isolde/puts/properties/check_never_fails.inputs");
    let stored = fs::read_to_string(&file).expect("stored");
    assert!(
        stored.contains("input fails: y2k bug! (src/y2k.rs)"),
        "{stored}"
    );
    let unfit = "\ninput passes\n    check_never_fails(1)\nchoices yesterday#0=1\ncheck 5c438349\n";
    fs::write(&file, format!("{stored}{unfit}")).expect("writable");
    let (_, record) = explored(&fixture, &["check_never", "--time", "20s"]);
    assert_eq!(record["tests"].as_array().expect("tests").len(), 1);
    let again = test(&record, "properties::check_never_fails");
    assert_eq!(
        again["unfit"],
        serde_json::json!(["there is no parameter `yesterday`"])
    );
    let kept = fs::read_to_string(&file).expect("stored");
    assert_eq!(
        kept,
        stored + &unfit.replace("input passes", "input unfit: passes")
    );
}
