//! Packages whose functions speak of other packages' types and traits.

use crate::util::{AMPLE_TIME, Fixture};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;

const EXPLORE: &[&str] = &["generate", "--time", AMPLE_TIME, "--jobs", "1", "--json"];

#[test]
fn functions_over_types_and_traits_of_dependencies_are_explored() {
    let fixture = Fixture::copy("surveyor");
    let run = fixture.run(EXPLORE);
    let record = run.record(0);
    let list = |name: &str| record[name].as_array().expect("a list").clone();
    let skipped: BTreeMap<String, Value> = list("functions")
        .into_iter()
        .filter(|function| function["status"] != "explored")
        .filter(|function| function["reason"]["why"] != "derived")
        .map(|function| (function["path"].to_string(), function["reason"].clone()))
        .collect();
    assert!(skipped.is_empty(), "{skipped:#?}");
    // Functions of dependencies make values, but they are not explored.
    let paths = list("functions");
    let is_outside = |function: &&Value| function["path"].to_string().contains("geometry::");
    assert_eq!(paths.iter().find(is_outside), None);
    assert_eq!(record["totals"]["removed"], 0, "{:#}", record["removed"]);
    assert_eq!(record["solver"]["mismatches"], 0);
    let totals = &record["totals"];
    assert_eq!(totals["lines_covered"], totals["lines"], "{record:#}");

    let tests = fs::read_to_string(fixture.path().join("tests/isolde/root.rs")).expect("written");
    for text in [
        // A generic function at both kinds of numbers that the trait of the dependency allows.
        "surveyor::quarter::<f64>(geometry::Point::<f64> {",
        "surveyor::quarter::<i32>(geometry::Point::<i32> {",
        // A type that only its builder makes.
        "geometry::Style::builder()",
        // A package that can only be named through another.
        "geometry::Colour::",
        // A renamed dependency.
        "units::Length::from(",
        "surveyor::in_metres::<units::Metre>(",
        "surveyor::in_metres::<surveyor::Chain>(",
        // Another package of the same name.
        "older::Mark::named(\"origin\")",
    ] {
        assert!(tests.contains(text), "{text} is missing in\n{tests}");
    }
}
