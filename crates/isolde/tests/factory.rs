//! Factories: functions that make values for parameterized tests.
#![deny(warnings, missing_docs, unused)]
#![forbid(unsafe_code, dead_code, non_camel_case_types)]
#![cfg(feature = "macros")]

use isolde::{Chooser, Factory, Value};
use std::collections::BTreeSet;
use std::time::Duration;

/// The text of the first value from `choose` for which `holds` is true.
fn text_of<T>(choose: impl Fn(&mut Chooser) -> T, holds: impl Fn(&T) -> bool) -> String {
    (0..500)
        .find_map(|seed| {
            let mut c = Chooser::from_tape(Default::default(), seed).rendered();
            let value = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| choose(&mut c)));
            value
                .is_ok_and(|value| holds(&value))
                .then(|| c.expression().to_owned())
        })
        .expect("some seed makes such a value")
}

/// Names and a number.
#[derive(Debug, PartialEq, Eq)]
pub struct Settings<'a> {
    names: BTreeSet<&'a str>,
    number: u8,
}

/// Makes settings.
#[isolde::factory]
pub fn settings(names: Vec<&'static str>, number: &u8, sorted: &mut [bool]) -> Settings<'static> {
    assert!(sorted.len() < 100);
    Settings {
        names: names.into_iter().collect(),
        number: *number,
    }
}

#[isolde::factory]
fn small(n: u8) -> Option<u8> {
    (n < 16).then_some(n)
}

/// An error without `Debug`.
struct TooLong;

#[isolde::factory(foreign)]
fn time(#[by(small)] seconds: u8, more: bool) -> Result<Duration, TooLong> {
    match (seconds, more) {
        (15, true) => Err(TooLong),
        _ => Ok(Duration::from_secs(u64::from(seconds) + u64::from(more))),
    }
}

#[test]
fn a_factory_is_the_value_of_its_type() {
    let text = text_of(Settings::choose, |settings| {
        settings.names.is_empty() && settings.number == 0
    });
    assert_eq!(text, "settings(vec![], &0, &mut [])");
    assert_eq!(
        settings(vec![], &0, &mut []),
        Settings {
            names: BTreeSet::new(),
            number: 0
        }
    );
}

#[test]
fn refused_arguments_are_left_out() {
    let refused = |seed| {
        let mut c = Chooser::from_tape(Default::default(), seed);
        let thunk = |c: &mut Chooser| {
            let n = c.argument("n", isolde::Passing::Value, small::make);
            c.call("f({0})", || assert!(n < 16));
        };
        isolde::run(thunk, &mut c).outcome
    };
    let outcomes: Vec<_> = (0..50).map(refused).collect();
    assert!(outcomes.contains(&isolde::RunOutcome::Returned));
    assert!(outcomes.contains(&isolde::RunOutcome::Discarded));
    assert!(!outcomes.contains(&isolde::RunOutcome::Panicked));
}

#[test]
fn factories_that_may_refuse_are_unwrapped() {
    let text = text_of(time::make, |time| *time == Duration::ZERO);
    assert_eq!(text, "time(small(0).unwrap(), false).ok().unwrap()");
}

#[isolde::put(case(settings(vec![], &1, &mut []), 3, &Duration::ZERO))]
fn tests_take_what_factories_make(
    settings: Settings<'_>,
    #[by(small)] n: u8,
    #[by(time)] time: &Duration,
) {
    assert!(settings.names.len() <= 8);
    assert!(n < 16);
    assert!(time.as_secs() <= 16 && time.subsec_nanos() == 0);
}
