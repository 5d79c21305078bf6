//! Parameterized tests as users write them, under all lints that a strict project might deny.
#![deny(warnings, missing_docs, unused, clippy::pedantic)]
#![forbid(unsafe_code)]
#![cfg(feature = "macros")]

use isolde::{assert_reachable, assume, choose};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

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
fn a_point_and_its_mirror_image_have_the_same_distance(point: Point, by: &Point, to: &mut Point) {
    assume!(point.x > -1000 && point.x < 1000 && by.x.unsigned_abs() < 1000);
    *to = Point {
        x: -point.x + by.x,
        ..to.clone()
    };
    assert_eq!((to.x - by.x).abs(), point.x.abs());
}

#[isolde::put]
fn texts_are_borrowed_as_they_are(
    text: &str,
    numbers: &[u8],
    mutable: &mut [u8],
    path: &Path,
    forever: &'static str,
    maybe: Cow<'static, str>,
    nested: Option<&str>,
) {
    mutable.fill(1);
    let all = numbers.len() + mutable.len() + text.len() + forever.len() + maybe.len();
    assert!(all >= nested.map_or(0, |_| 0));
    assert!(path.as_os_str().len() < 1 << 20);
}

#[isolde::put]
fn patterns_take_values_apart(
    (a, b): (u8, u8),
    Point { x, .. }: Point,
    [c, _]: [u8; 2],
    mut d: u64,
    _unused: bool,
) {
    d /= 2;
    assert!(u64::from(a) + u64::from(b) + u64::from(c) + d >= d && (x >= 0 || x < 0));
}

#[isolde::put]
fn lifetimes_are_named<'a>(text: &'a str, fallback: &'a String) {
    let longer: &'a str = if text.len() > fallback.len() {
        text
    } else {
        fallback
    };
    assert!(longer.len() >= text.len());
}

#[isolde::put]
fn without_parameters_choices_come_from_the_body() {
    let number: u8 = choose();
    let other = choose::<u8>();
    assert!(u16::from(number) + u16::from(other) <= 510);
}

#[isolde::put(allow(ParseError, "overflow"), case("1", 250), case(
    "many",
    1, // of them
), runs = 1_000, time = "5s", branches = 10_000, solver = "500ms", fresh = 32)]
fn errors_and_messages_are_allowed(text: &str, more: u8) -> Result<(), ParseError> {
    let number = parse(text)?;
    let _ = number.checked_add(more).expect("overflow");
    Ok(())
}

#[isolde::put(case(7))]
#[should_panic(expected = "too odd")]
fn panics_are_expected(n: u8) {
    assume!(n % 2 == 1);
    panic!("too odd: {n}");
}

#[isolde::put]
#[ignore = "it fails"]
fn ignored_tests_are_not_run(n: u8) {
    assert_eq!(n, 0);
}

#[isolde::put(case(3, 4))]
fn places_are_reached(a: u8, b: u8) {
    if a < 10 && b < 10 {
        assert_reachable!("both small");
        let _: Vec<()> = vec![assert_reachable!()];
        isolde::assert_reachable! { "in braces" }
    }
}

/// The number of values in the map.
#[isolde::factory]
fn numbers(names: Vec<String>, n: &u8) -> Numbers {
    Numbers(names.into_iter().map(|name| (name, *n)).collect())
}

#[derive(Debug)]
struct Numbers(BTreeMap<String, u8>);

#[isolde::factory]
fn small(n: u8) -> Option<u8> {
    (n < 16).then_some(n)
}

#[isolde::factory(foreign)]
fn time(seconds: u16) -> Result<std::time::Duration, ParseError> {
    Ok(std::time::Duration::from_secs(seconds.into()))
}

#[isolde::put]
fn factories_make_values(
    numbers: Numbers,
    #[by(small)] n: u8,
    #[by(time)] time: &std::time::Duration,
) {
    assert!(numbers.0.len() <= 8);
    assert!(n < 16);
    assert!(time.as_secs() <= 65_535 && time.subsec_nanos() == 0);
}

fn block_on<F: Future>(future: F) -> F::Output {
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    match std::pin::pin!(future).poll(&mut context) {
        std::task::Poll::Ready(output) => output,
        std::task::Poll::Pending => panic!("it waits"),
    }
}

#[isolde::put(executor = block_on, case("x", 1))]
async fn futures_are_run(text: &str, n: u8) -> Result<(), ParseError> {
    std::future::ready(()).await;
    assert!(text.len() + usize::from(n) >= text.len());
    Ok(())
}

#[isolde::put(executor = |future| block_on(future))]
async fn executors_may_be_closures(n: u8) {
    assert_eq!(std::future::ready(n).await, n);
}

mod inner {
    #[isolde::put]
    pub(super) fn modules_have_tests(r#type: bool, other: super::Point) {
        assert!(r#type || !r#type || other == other.clone());
    }
}
