//! Asynchronous code: futures are polled, and tests say what polling them gives.

use crate::util::Fixture;
use serde_json::Value;
use std::fs;

const EXPLORE: &[&str] = &["generate", "--time", "90s", "--jobs", "1", "--json"];

#[test]
fn futures_are_polled_and_what_they_give_is_asserted() {
    let fixture = Fixture::copy("tasks");
    let run = fixture.run(EXPLORE);
    let record = run.record(0);
    let functions = record["functions"].as_array().expect("a list").iter();
    let skipped: Vec<&Value> = functions
        .filter(|function| function["status"] != "explored")
        .filter(|function| function["reason"]["why"] != "derived")
        .collect();
    assert!(skipped.is_empty(), "{skipped:#?}");
    assert_eq!(record["totals"]["removed"], 0, "{:#}", record["removed"]);
    let totals = &record["totals"];
    assert_eq!(totals["lines_covered"], totals["lines"], "{record:#}");

    let tests = fs::read_to_string(fixture.path().join("tests/isolde/root.rs")).expect("written");
    let words = tests.split_whitespace().collect::<Vec<_>>().join(" ");
    for text in [
        "std::task::Poll::Ready(Ok(0))",
        "std::task::Poll::Ready(Err(tasks::Odd { number: 1 }))",
        "std::pin::pin!(tasks::is_answer(42))",
        "std::task::Poll::Ready(true)",
        "std::task::Poll::Ready(-1)",
        "std::task::Poll::Pending",
        "std::task::Poll::Ready(7)",
        "std::future::ready(u8::MAX)",
        "std::task::Poll::Ready(None)",
        "std::pin::pin!(tasks::Countdown::from(0))",
        "std::task::Poll::Ready(\"lift-off\")",
    ] {
        assert!(words.contains(text), "{text} is missing in\n{tests}");
    }
}
