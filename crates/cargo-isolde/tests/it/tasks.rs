//! Asynchronous code: futures and streams are polled, and tests say what polling them gives.

use crate::util::{AMPLE_TIME, Fixture};
use serde_json::Value;
use std::fs;

const EXPLORE: &[&str] = &[
    "generate",
    "--no-sequences",
    "--time",
    AMPLE_TIME,
    "--jobs",
    "1",
    "--json",
];

/// What the tests of the fixture say, with single spaces.
const ROOT: &[&str] = &[
    "use super::{block_on, is_busy, is_pending};",
    "assert_eq!(block_on(tasks::half(2)), Ok(1));",
    "block_on(tasks::half(1)), Err(tasks::Odd { number: 1 })",
    "assert!(block_on(tasks::is_answer(42)));",
    "block_on(tasks::sign(-1)), -1",
    "assert!(is_pending(tasks::waits(0)));",
    "assert_eq!(block_on(tasks::waits(7)), 7);",
    "block_on(tasks::next_of(std::future::ready(u8::MAX))), None",
    "block_on(tasks::Countdown::from(0)), \"lift-off\"",
    "assert_eq!(block_on(tasks::sum(vec![1])), Some(1));",
    "assert!(is_busy(tasks::insists(1)));",
    "block_on(tasks::Memory(vec![",
    "assert_eq!(block_on(tasks::doubled(1)), Some(2));",
    "tasks::is_ready(Box::pin( std::future::pending::<u8>() ))",
    "block_on(tasks::applied(|_| std::future::ready(1), 0))",
];
const STREAMS: &[&str] = &[
    "use super::{block_on, collect, first_items, is_busy, is_pending};",
    "first_items( tasks::streams::letters('a'), tasks::streams::Stream::poll_next ), ['a']",
    "collect(tasks::streams::boxed(4), tasks::streams::Stream::poll_next), [1, 0]",
];
const CHANNEL: &[&str] = &[
    "let (sender, _) = tasks::channel::channel(0); assert_eq!(sender.send(0), Err(tasks::channel::Refused::Closed));",
    "let (sender, _receiver) = tasks::channel::channel(0); assert_eq!(sender.send(0), Err(tasks::channel::Refused::Full));",
    "let (_, mut receiver) = tasks::channel::channel(0); assert_eq!(block_on(receiver.next()), None);",
    "let (_sender, mut receiver) = tasks::channel::channel(0); assert!(is_pending(receiver.next()));",
];

#[test]
fn futures_and_streams_are_run_and_what_they_give_is_asserted() {
    let fixture = Fixture::copy("tasks");
    let run = fixture.run(EXPLORE);
    let record = run.record(0);
    let functions = record["functions"].as_array().expect("a list").iter();
    let skipped: Vec<&Value> = functions
        .filter(|function| function["visibility"] == "public")
        .filter(|function| function["status"] != "explored")
        .filter(|function| {
            let why = &function["reason"]["why"];
            why != "derived" && why != "no_body"
        })
        .collect();
    assert!(skipped.is_empty(), "{skipped:#?}");
    assert_eq!(record["totals"]["removed"], 0, "{:#}", record["removed"]);
    let totals = &record["totals"];
    assert_eq!(totals["lines_covered"], totals["lines"], "{record:#}");
    assert_eq!(totals["findings"], 0, "{:#}", record["findings"]);

    let read = |file: &str| {
        let path = fixture.path().join("tests/isolde").join(file);
        let text = fs::read_to_string(path).expect("written");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for (file, texts) in [
        ("root.rs", ROOT),
        ("streams.rs", STREAMS),
        ("channel.rs", CHANNEL),
    ] {
        let tests = read(file);
        for text in texts {
            assert!(tests.contains(text), "{text} is missing in\n{tests}");
        }
    }
    // What runs futures is there once, and needs no other crate.
    assert_eq!(read("main.rs").matches("fn block_on<").count(), 1);
    assert!(!read("root.rs").contains("fn block_on<"));
}
