//! Code written against traits that nothing implements: tests implement them, and closures answer when they are called.

use crate::util::{AMPLE_TIME, Fixture};
use std::collections::BTreeSet;
use std::fs;

const EXPLORE: &[&str] = &[
    "generate", "--time", AMPLE_TIME, "--jobs", "1", "--seed", "1", "--json",
];

/// What the tests of the fixture contain, with single spaces.
const MESSAGES: &[&str] = &[
    "impl mocks::messages::BytesMessage for MockBytesMessage { \
     fn read_byte(&mut self) -> Result<i8, mocks::messages::MessageError> { Ok(-11) }",
    "fn read_bytes(&mut self, buffer: &mut [u8]) -> Option<usize> { buffer[0] = 0; buffer[1] = 7; Some(4) }",
    "fn provider(&self) -> &'static str { \"acme\" }",
    "fn close(&mut self) {}",
    "unreachable!()",
];
/// The goals of the listings of the paper, whose numbers are those of the paper.
const PAPERS: &[&str] = &[
    // 1: both interfaces, and only one of them.
    "mocks::papers::foo(&mocks::papers::K {",
    "mocks::papers::foo(&MockI, ",
    "impl mocks::papers::I for MockIJ",
    "impl mocks::papers::J for MockIJ",
    "mocks::papers::both(&MockIJ, ",
    // 2: it must not be a `J`.
    "assert_eq!(mocks::papers::bar(&MockI), \"goal\");",
    "mocks::papers::bar(&mocks::papers::K { added: 0 }), \"a J\"",
    // 3: the answer is a certain one.
    "\"goal\"",
    // 4 and 5: answers to different arguments.
    "\"goal 5\"",
    "fn m1(&self, x: i32) -> i32 { match x { ",
];
const PARSER: &[&str] = &[
    "impl std::io::Read for MockRead { fn read(&mut self, ",
    "&mut [u8]) -> Result<usize, std::io::Error> { \
     self.read_calls += 1; match self.read_calls { 1 => Err(std::io::ErrorKind::Interrupted.into()),",
    "Err(mocks::parser::FrameError::NotYet)",
    "Err(mocks::parser::FrameError::Failed)",
    "Err(mocks::parser::FrameError::Truncated)",
];
const CALLBACKS: &[&str] = &[
    "mocks::callbacks::fixed_point(|x| match x { ",
    "listeners.add(Box::new(|_| true));",
    "mocks::callbacks::Guard::<Box<dyn Fn(u32)>>::new(Box::new(|x| { let call = format!(\"closure({x:?})\");",
    "drop(guard); assert_eq!(*CALLS.lock().unwrap(), [\"closure(",
    "Box<dyn Fn(u8) -> u32>>::new( vec![",
    "{ unreachable!() }",
    "{ let calls = std::cell::Cell::new(0); move || { calls.set(calls.get() + 1); match calls.get() {",
];

/// The goals that the texts name: `map 3`.
fn goals(text: &str) -> BTreeSet<&str> {
    let functions = ["bytes", "metadata", "map", "message", "producer", "stream"];
    let quoted = text.split('"').filter(|part| {
        let words = part.split_once(' ');
        words
            .is_some_and(|(name, number)| functions.contains(&name) && number.parse::<u8>().is_ok())
    });
    quoted.collect()
}

#[test]
fn tests_implement_the_traits_that_functions_take() {
    let fixture = Fixture::copy("mocks");
    let run = fixture.run(EXPLORE);
    let record = run.record(0);
    let totals = &record["totals"];
    assert_eq!(totals["removed"], 0, "{:#}", record["removed"]);
    assert_eq!(totals["findings"], 0, "{:#}", record["findings"]);
    let reach = &totals["reach"];
    assert_eq!(
        reach["explored"], reach["public"],
        "{:#}",
        record["functions"]
    );

    let read = |file: &str| {
        let path = fixture.path().join("tests/isolde").join(file);
        let text = fs::read_to_string(path).expect("written");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for (file, texts) in [
        ("messages.rs", MESSAGES),
        ("papers.rs", PAPERS),
        ("parser.rs", PARSER),
        ("callbacks.rs", CALLBACKS),
    ] {
        let tests = read(file);
        for text in texts {
            assert!(tests.contains(text), "{text} is missing in\n{tests}");
        }
        let declared = tests.matches("struct Mock").count();
        let count = tests.matches("#[test]").count();
        assert!(
            declared <= count,
            "{declared} mocks in {count} tests of {file}"
        );
    }
    let messages = read("messages.rs");
    assert_eq!(goals(&messages).len(), 28, "{:?}", goals(&messages));
    assert_always_passes(&fixture);
    assert_clean(&fixture);
}

/// Asserts that ten more runs of the tests pass.
fn assert_always_passes(fixture: &Fixture) {
    for _ in 0..10 {
        let run = fixture.cargo(&["test", "--quiet", "--test", "isolde"]);
        assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    }
}

/// Asserts that clippy has no warnings about the tests, once they no longer switch it off.
fn assert_clean(fixture: &Fixture) {
    let folder = fixture.path().join("tests/isolde");
    for entry in fs::read_dir(folder).expect("written").flatten() {
        let text = fs::read_to_string(entry.path()).expect("readable");
        let text = text.replace("#![allow(clippy::all, deprecated, unused)]\n", "");
        fs::write(entry.path(), text).expect("writable");
    }
    let run = fixture.cargo(&["clippy", "--quiet", "--test", "isolde"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(!run.stderr.contains("tests/isolde"), "{}", run.stderr);
}

#[test]
fn without_mocks_such_functions_are_skipped() {
    let fixture = Fixture::copy("mocks");
    let mut arguments = EXPLORE.to_vec();
    arguments.extend(["--no-mocks", "messages::*"]);
    let run = fixture.run(&arguments);
    let record = run.record(0);
    assert_eq!(
        record["totals"]["reach"]["explored"], 0,
        "{:#}",
        record["functions"]
    );
}
