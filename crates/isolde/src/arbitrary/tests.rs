use super::*;
use crate::Chooser;

#[derive(Arbitrary, Debug, PartialEq, Eq)]
struct Pair {
    left: u16,
    right: Vec<u8>,
}

#[derive(Debug, PartialEq, Eq)]
struct Odd(u8);

impl Arbitrary<'_> for Odd {
    fn arbitrary(u: &mut Unstructured<'_>) -> arbitrary::Result<Odd> {
        let n = u.arbitrary::<u8>()?;
        if n % 2 == 1 {
            Ok(Odd(n))
        } else {
            Err(arbitrary::Error::IncorrectFormat)
        }
    }

    fn size_hint(_: usize) -> (usize, Option<usize>) {
        (1, Some(1))
    }
}

fn drawn(seed: u64) -> Chooser {
    Chooser::from_tape(Default::default(), seed).rendered()
}

/// The bytes in `isolde::arbitrary::value(&[…])`.
fn bytes(expression: &str) -> &'static [u8] {
    let inside = expression
        .strip_prefix("isolde::arbitrary::value(&[")
        .and_then(|rest| rest.strip_suffix("])"))
        .expect(expression);
    inside
        .split(", ")
        .filter(|each| !each.is_empty())
        .map(|each| each.parse().expect("a byte"))
        .collect::<Vec<u8>>()
        .leak()
}

#[test]
fn the_text_of_a_value_builds_an_equal_value() {
    let mut lengths = std::collections::BTreeSet::new();
    for seed in 0..500 {
        let mut c = drawn(seed);
        let pair = crate::__choose!(Pair, &mut c);
        lengths.insert(pair.right.len());
        assert_eq!(value::<Pair>(bytes(c.expression())), pair);
    }
    assert!(lengths.len() > 3, "{lengths:?}");
}

#[test]
fn types_with_both_traits_are_built_as_values() {
    let mut c = drawn(0);
    assert_eq!(crate::__choose!(Vec<u8>, &mut c), Vec::<u8>::new());
    assert_eq!(c.expression(), "vec![]");
    let mut c = drawn(0);
    assert_eq!(crate::__choose!(&'static str, &mut c), "");
    assert_eq!(c.expression(), "\"\"");
}

#[test]
fn generic_code_that_only_knows_of_a_value_builds_one() {
    fn build<T: Value>(c: &mut Chooser) -> Option<T> {
        crate::__choose!(Option<T>, c)
    }
    let mut c = drawn(0);
    assert_eq!(build::<u8>(&mut c), None);
    assert_eq!(c.expression(), "None");
}

#[test]
fn containers_of_arbitrary_types_are_arbitrary_themselves() {
    let mut c = drawn(0);
    let pairs = crate::__choose!(Vec<Pair>, &mut c);
    assert_eq!(pairs, []);
    assert_eq!(c.expression(), "isolde::arbitrary::value(&[])");
}

#[test]
fn refused_bytes_discard_the_run() {
    let thunk = |c: &mut Chooser| {
        let odd = c.argument("odd", crate::Passing::Value, |c| crate::__choose!(Odd, c));
        c.call("f({0})", || assert_eq!(odd.0 % 2, 1));
    };
    let outcomes: Vec<_> = (0..40)
        .map(|seed| crate::run(thunk, &mut Chooser::from_tape(Default::default(), seed)).outcome)
        .collect();
    assert!(outcomes.contains(&crate::RunOutcome::Discarded));
    assert!(outcomes.contains(&crate::RunOutcome::Returned));
    assert_eq!(
        outcomes
            .iter()
            .filter(|each| **each == crate::RunOutcome::Panicked)
            .count(),
        0
    );
}
