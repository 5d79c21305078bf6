//! Packages of all editions and configurations: driver and tests are compiled as the package's own tests are, and nothing is lost.

use crate::util::{AMPLE_TIME, Fixture};
use serde_json::Value;

const GENERATE: &[&str] = &["generate", "--time", AMPLE_TIME, "--jobs", "1", "--json"];

/// Generates tests for a fixture and returns the record, after the promise was checked: every public function is explored, and no test is removed.
fn explored(name: &str, arguments: &[&str]) -> (Fixture, Value) {
    let fixture = Fixture::copy_sharing_target(&format!("standing/{name}"));
    let run = fixture.run(&[GENERATE, arguments].concat());
    assert!(matches!(run.code, 0 | 2), "{name}: {}", run.stderr);
    let record: Value = serde_json::from_str(&run.stdout).expect("the record is JSON");
    let reach = &record["totals"]["reach"];
    assert_eq!(reach["explored"], reach["public"], "{record:#}");
    assert!(reach["public"].as_u64() >= Some(2), "{record:#}");
    assert_eq!(record["removed"], serde_json::json!([]), "{record:#}");
    (fixture, record)
}

/// The names of the functions that have tests.
fn tested(record: &Value) -> Vec<&str> {
    let tests = record["tests"].as_array().into_iter().flatten();
    tests.filter_map(|test| test["function"].as_str()).collect()
}

#[test]
fn packages_of_every_edition_get_tests_of_their_edition() {
    for (name, functions) in [
        (
            "edition-2015",
            &[
                "<Digits as FromIterator<u8>>::from_iter",
                "<Digits as TryFrom<u16>>::try_from",
                "<Digits as Measure>::run_length",
                "Digits::r#async",
                "Digits::fit",
                "shelf::shelved",
            ][..],
        ),
        (
            "edition-2018",
            &[
                "<Sorted as TryFrom<Vec<i32>>>::try_from",
                "<Sorted as TryInto<[i32; 2]>>::try_into",
            ],
        ),
        (
            "edition-2021",
            &["is_long", "steps", "smallest", "Walk::mark"],
        ),
        ("edition-2024", &["Seed::r#gen"]),
    ] {
        let (_fixture, record) = explored(name, &[]);
        let tested = tested(&record);
        for function in functions {
            assert!(
                tested.contains(function),
                "{name}: {function} in {tested:?}"
            );
        }
    }
}

#[test]
fn private_functions_of_old_editions_are_tested_in_place() {
    for (name, function) in [
        ("edition-2015", "shelf::largest"),
        ("edition-2015", "shelf::is_too_large"),
        ("edition-2018", "has_twins"),
    ] {
        let (_fixture, record) = explored(name, &["--in-place"]);
        let tested = tested(&record);
        assert!(tested.contains(&function), "{name}: {tested:?}");
    }
}

#[test]
fn a_development_dependency_that_does_not_build_is_left_out_and_named() {
    let fixture = Fixture::copy_sharing_target("standing/broken-tools");
    let run = fixture.run(GENERATE);
    let record = run.record(0);
    assert_eq!(
        record["dev_dependencies_left_out"],
        serde_json::json!(["native"])
    );
    assert_eq!(record["removed"], serde_json::json!([]), "{record:#}");
    assert!(tested(&record).contains(&"days"), "{record:#}");
    let said = "tests are verified without development dependencies that do not build on this machine: native";
    assert!(run.stderr.contains(said), "{}", run.stderr);
}

#[test]
fn calls_that_no_type_can_instantiate_are_left_out_and_all_others_stay() {
    let fixture = Fixture::copy_sharing_target("standing/endless");
    let run = fixture.run(GENERATE);
    let record = run.record(0);
    for function in record["functions"].as_array().into_iter().flatten() {
        let why = match function["path"].as_str() {
            Some("wrapped" | "Width::of_value") => "rejected",
            Some("Width::of_columns" | "Width::fits" | "larger") => {
                assert_eq!(function["status"], "explored", "{function}");
                continue;
            }
            _ => "derived",
        };
        assert_eq!(function["reason"]["why"], why, "{function}");
    }
    assert_eq!(record["totals"]["reach"]["explored"], 3, "{record:#}");
}

#[test]
fn calls_whose_impl_depends_on_the_arguments_are_written_with_their_types() {
    let (fixture, record) = explored("dispatch", &[]);
    let tested = tested(&record);
    for function in [
        "<&Sum as Add<u8>>::add",
        "<&Sum as Add<&u64>>::add",
        "<&u8 as Add<&Sum>>::add",
        "<Fields as From<&[T]>>::from",
        "<Fields as PartialEq<Vec<T>>>::eq",
        "<FieldsIter as Iterator>::next",
    ] {
        assert!(tested.contains(&function), "{function} in {tested:?}");
    }
    let tests = fixture.path().join("tests/isolde/root.rs");
    let tests = std::fs::read_to_string(tests).expect("tests were written");
    // Without suffixes, these numbers would be `i32`, which no impl takes.
    assert!(tests.contains("&dispatch::Sum::of(0) + 0_u8"), "{tests}");
    assert!(tests.contains("&dispatch::Sum::of(0) + &0_u64"), "{tests}");
}
