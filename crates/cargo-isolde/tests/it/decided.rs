//! Decisions that functions of the standard library take are seen, and tests show both ways. What they leave in cells is asserted.

use crate::util::Fixture;
use std::fs;

#[test]
fn both_ways_of_functions_of_std_have_tests() {
    let fixture = Fixture::copy("decided");
    let run = fixture.run(&["generate", "--time", "60s", "--jobs", "1", "--json"]);
    let record = run.record(0);
    assert_eq!(record["removed"], serde_json::json!([]));
    let tests = fs::read_to_string(fixture.path().join("tests/isolde/root.rs")).expect("written");
    let tests = tests.split_whitespace().collect::<Vec<_>>().join(" ");
    for text in [
        "assert_eq!(decided::port(None), 8080);",
        "assert_eq!(decided::port(Some(",
        "another way through `unwrap_or` at src/lib.rs:8.",
        "assert!(decided::is_uniform(",
        "assert!(!decided::is_uniform(",
        ", -5);",
        ", 100);",
        "another way through `checked_mul` at src/lib.rs:38.",
        "decided::both(None, Some(",
        "decided::both(Some(0), None",
        "another way through `map` at src/lib.rs:33.",
        "(\"\".to_string(), 2)",
        "decided::record(&log, None), 0); assert!((*log.lock().unwrap()).is_empty());",
        "assert_eq!(*log.lock().unwrap(), [\"",
    ] {
        assert!(tests.contains(text), "{text} is missing in\n{tests}");
    }
    // Whether numbers are low does not depend on them: where std finds the first high one among low ones is not specified.
    for call in tests.split("decided::low(").skip(1) {
        let call = call.split(';').next().unwrap_or(call);
        let closures = ["|_| true", "|_| false", "unreachable!()"];
        let is_constant = closures.iter().any(|closure| call.contains(closure));
        assert!(is_constant, "{call}");
    }
    let arguments = tests.split("decided::evens(&[").skip(1);
    let mut arguments = arguments.filter_map(|text| text.split(']').next());
    let is_odd = |number: &str| {
        number
            .trim()
            .parse()
            .is_ok_and(|number: u32| number % 2 == 1)
    };
    let has_odd = arguments.any(|numbers| numbers.split(',').any(is_odd));
    assert!(
        has_odd,
        "no test of `evens` has a number that is left out:\n{tests}"
    );
}
