//! Parameterized tests as users write them, under all lints that a strict project might deny.
//!
//! The descriptions that the attribute makes are visible in the bodies, and checked there. Tests that must fail are ignored; other tests run them.
#![deny(warnings, missing_docs, unused, clippy::pedantic)]
#![forbid(unsafe_code)]
#![cfg(feature = "macros")]

use isolde::put::Bounds;
use isolde::{assert_reachable, assume, choose};
use std::borrow::Cow;
use std::path::Path;
use std::process::Command;

/// What cargo would print about an ignored test of this file that fails.
fn failure(name: &str) -> String {
    let program = std::env::current_exe().expect("a test is a program");
    let output = Command::new(program)
        .args(["--ignored", "--exact", name])
        .env("ISOLDE_SEED", "1")
        .output()
        .expect("it can be run");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("1 failed"), "{text}");
    text
}

/// A point.
#[derive(isolde::Value, Clone, Debug, PartialEq, Eq)]
struct Point {
    x: i32,
    y: i32,
}

/// Something that cannot be parsed.
#[derive(Debug)]
struct ParseError;

fn parse(text: &str) -> Result<u8, ParseError> {
    text.parse().map_err(|_| ParseError)
}

#[isolde::put]
fn mirrored_points_are_equally_far_away(point: Point, by: &Point, to: &mut Point) {
    assume!(point.x.unsigned_abs() < 1000 && by.x.unsigned_abs() < 1000);
    to.x = by.x - point.x;
    assert_eq!((to.x - by.x).abs(), point.x.abs());
    let parameters = [("point", "Point"), ("by", "&Point"), ("to", "&mut Point")];
    assert_eq!(ISOLDE_PUT.parameters, parameters);
    assert_eq!(ISOLDE_PUT.name, "mirrored_points_are_equally_far_away");
    assert_eq!(ISOLDE_PUT.module, module_path!());
    assert_eq!(ISOLDE_PUT.file, file!());
    assert_eq!(ISOLDE_PUT.line + 9, line!());
}

#[isolde::put]
#[ignore = "it fails"]
fn borrowed_parameters_are_shown(point: &Point, to: &mut Point, text: &str, numbers: &[u8]) {
    assert_eq!(point.x, i32::MAX, "{to:?}{text}{numbers:?}");
}

mod deep {
    #[derive(isolde::Value, Debug)]
    pub enum Kind {
        Plain,
        Of(Inner),
    }
    #[derive(isolde::Value, Debug)]
    pub struct Inner(pub u8);
    #[isolde::factory(foreign)]
    pub fn even(n: u8) -> Option<u8> {
        n.is_multiple_of(2).then_some(n)
    }
}

#[isolde::put]
#[ignore = "it fails"]
fn types_of_inner_modules_are_shown(kind: deep::Kind, #[by(deep::even)] n: u8) {
    if let deep::Kind::Of(deep::Inner(inner)) = kind {
        assert_eq!(n % 2, 1, "{inner}");
    }
}

#[test]
fn items_of_inner_modules_are_named_with_their_module() {
    let text = failure("types_of_inner_modules_are_shown");
    let call = "(deep::Kind::Of(deep::Inner(0)), deep::even(0).unwrap())";
    assert!(text.contains(call), "{text}");
}

#[test]
fn failing_inputs_are_shown_as_calls() {
    let text = failure("borrowed_parameters_are_shown");
    assert!(
        text.contains(
            "    let mut to = Point { x: 0, y: 0 };\n    borrowed_parameters_are_shown(&Point { x: 0, y: 0 }, &mut to, \"\", &[])"
        ),
        "{text}"
    );
}

#[isolde::put]
fn texts_and_slices_are_borrowed_as_they_are(
    text: &str,
    numbers: &mut [u8],
    path: &Path,
    forever: &'static str,
    kept: &'static Point,
    maybe: Cow<'_, str>,
    nested: Option<&str>,
) {
    numbers.fill(1);
    assert_eq!(
        numbers.iter().map(|&n| usize::from(n)).sum::<usize>(),
        numbers.len()
    );
    let kept: &'static Point = kept;
    assert_eq!(*kept, kept.clone());
    let all = [text, forever, &maybe, nested.unwrap_or_default()].concat();
    assert!(all.starts_with(text) && path.starts_with(path));
}

#[isolde::put]
fn patterns_take_values_apart(
    (a, b): (u8, u8),
    Point { x, .. }: Point,
    [c, _]: [u8; 2],
    mut number: u64,
    #[allow(clippy::toplevel_ref_arg)] ref byte: u8,
    _unused: bool,
) {
    number /= 2;
    assert!(number < u64::MAX / 2 + 1);
    assert!(u32::from(a) + u32::from(b) + u32::from(c) + u32::from(*byte) <= 4 * 255);
    assert_eq!(x, i32::from_ne_bytes(x.to_ne_bytes()));
    let names = ISOLDE_PUT.parameters.iter().map(|(name, _)| *name);
    assert!(names.eq(["arg0", "arg1", "arg2", "number", "byte", "_unused"]));
}

#[isolde::put]
fn lifetimes_may_be_named<'a>(text: &'a str, fallback: &'a String) {
    let longer: &'a str = if text.len() > fallback.len() {
        text
    } else {
        fallback
    };
    assert!(longer.len() >= text.len() && longer.len() >= fallback.len());
}

#[isolde::put]
fn without_parameters_choices_come_from_the_body() {
    let number: u8 = choose();
    let other = choose::<u8>();
    assert!(u16::from(number) + u16::from(other) <= 510);
}

#[isolde::put(allow(ParseError, "too much"), case("1", 250), case(
    "many", // not a number
    b'\x01',
), runs = 1_000, time = "5s", branches = 10_000, solver = "500ms", fresh = 64)]
fn errors_and_messages_are_allowed(text: &str, more: u8) -> Result<(), ParseError> {
    let cases: Vec<_> = ISOLDE_PUT.cases.iter().map(|(text, _)| *text).collect();
    assert_eq!(
        cases,
        [
            "errors_and_messages_are_allowed(\"1\", 250)",
            "errors_and_messages_are_allowed(\"many\", b'\\x01')"
        ]
    );
    let bounds = Bounds {
        runs: Some(1000),
        time: Some(5000),
        branches: Some(10_000),
        solver: Some(500),
    };
    assert_eq!((ISOLDE_PUT.bounds, ISOLDE_PUT.fresh), (bounds, Some(64)));
    parse(text)?.checked_add(more).expect("too much");
    Ok(())
}

#[isolde::put(case(200))]
#[ignore = "it fails"]
fn a_wrong_case_fails(n: u8) -> Result<(), String> {
    if n == 200 {
        Err(format!("{n} is wrong"))
    } else {
        Ok(())
    }
}

#[test]
fn failing_cases_are_shown_as_they_are_written() {
    let text = failure("a_wrong_case_fails");
    assert!(
        text.contains("    a_wrong_case_fails(200)\n\nthe test returned Err(\"200 is wrong\")"),
        "{text}"
    );
}

#[isolde::put(case(7))]
#[should_panic(expected = "too odd")]
fn panics_are_expected(n: u8) {
    assume!(n % 2 == 1);
    panic!("too odd: {n}");
}

#[isolde::put]
#[should_panic]
#[ignore = "it fails"]
fn a_missing_panic_is_a_failure(n: u8) {
    assert_eq!(ISOLDE_PUT.should_panic, Some(""));
    assert!(n < 100);
}

#[test]
fn every_input_must_panic_where_that_is_expected() {
    let text = failure("a_missing_panic_is_a_failure");
    assert!(text.contains("did not panic, although it should"), "{text}");
}

#[isolde::put(case(3, 4))]
fn places_are_numbered(a: u8, b: u8) {
    if a < 10 && b < 10 {
        assert_reachable!("both small");
        let units = Vec::from([assert_reachable!()]);
        assert_eq!(units.len(), 1);
        isolde::assert_reachable! { "in braces" }
    }
    let line = format!("line {}", line!() - 4);
    assert_eq!(
        ISOLDE_PUT.reachable,
        ["both small", line.as_str(), "in braces"]
    );
}

/// Runs a future that is ready at once.
fn block_on<F: Future>(future: F) -> F::Output {
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    match std::pin::pin!(future).poll(&mut context) {
        std::task::Poll::Ready(output) => output,
        std::task::Poll::Pending => panic!("it waits"),
    }
}

#[isolde::put(executor = block_on, case("x", 1))]
async fn futures_are_run(text: &str, n: u8) -> Result<(), ParseError> {
    assert_eq!(std::future::ready(n).await, n);
    std::future::ready(text.strip_prefix(text))
        .await
        .map(drop)
        .ok_or(ParseError)
}

#[isolde::put(executor = |future| { block_on(future) })]
#[ignore = "it fails"]
async fn failing_futures_fail(n: u8) {
    assert_eq!(std::future::ready(n).await, 200);
}

#[test]
fn failures_inside_of_futures_are_failures() {
    let text = failure("failing_futures_fail");
    assert!(text.contains("    failing_futures_fail(0)\n"), "{text}");
}

mod inner {
    #[isolde::put(case(true, super::Point { x: 1, y: -1 }))]
    pub(super) fn modules_have_tests(r#type: bool, other: super::Point) {
        assert_eq!((r#type, &other), (r#type, &other.clone()));
        assert_eq!(
            ISOLDE_PUT.parameters,
            [("type", "bool"), ("other", "super::Point")]
        );
        assert_eq!(
            ISOLDE_PUT.path(),
            concat!(module_path!(), "::modules_have_tests")
        );
        assert_eq!(
            ISOLDE_PUT.cases[0].0,
            "modules_have_tests(true, super::Point { x: 1, y: -1 })"
        );
    }
}

/// Its stored inputs end the process, or did when they were stored, so they are run in processes of their own.
#[isolde::put(fresh = 0)]
#[ignore = "it leaves the process"]
fn leaving_is_noticed(n: u8) {
    if n == 6 {
        #[expect(clippy::exit, reason = "that is what is tested")]
        std::process::exit(0);
    }
}

#[test]
fn a_stored_input_that_exits_the_process_is_not_a_success() {
    let text = failure("leaving_is_noticed");
    assert!(
        text.contains("    leaving_is_noticed(6)\n\nthe process ends with exit status: 0\n"),
        "{text}"
    );
    assert!(text.contains("leaving_is_noticed.inputs:9)"), "{text}");
}
