//! The derive of `Value`: which values are built, in which order, and how they are written.
#![deny(warnings, missing_docs, unused)]
#![forbid(unsafe_code)]
#![cfg(feature = "macros")]

use isolde::{Chooser, Value};
use std::borrow::Cow;

/// Values with their texts, made with many seeds. The simplest value comes first.
fn made<T: Value>() -> Vec<(T, String)> {
    (0..300)
        .map(|seed| {
            let mut c = Chooser::from_tape(Default::default(), seed).rendered();
            let value = T::choose(&mut c);
            assert_eq!(c.statements(), [""; 0]);
            (value, c.expression().to_owned())
        })
        .collect()
}

#[derive(isolde::Value, Debug, PartialEq)]
struct Unit;
#[derive(isolde::Value, Debug)]
struct Empty {}
#[derive(isolde::Value, Debug)]
struct Nothing();
#[derive(isolde::Value, Debug, PartialEq)]
struct Named<'a, T, const N: usize> {
    r#type: T,
    many: [u8; N],
    text: Cow<'a, str>,
    borrowed: Option<&'a str>,
}
#[derive(isolde::Value, Debug, PartialEq)]
struct Tuple(bool, Unit);

#[test]
fn structs_are_literals() {
    assert_eq!(made::<Unit>()[0].1, "Unit");
    assert_eq!(made::<Empty>()[0].1, "Empty {}");
    assert_eq!(made::<Nothing>()[0].1, "Nothing()");
    let (value, text) = &made::<Tuple>()[0];
    assert_eq!(
        (value, text.as_str()),
        (&Tuple(false, Unit), "Tuple(false, Unit)")
    );
    let (value, text) = &made::<Named<'_, u8, 2>>()[0];
    let simplest = Named {
        r#type: 0,
        many: [0; 2],
        text: "".into(),
        borrowed: None,
    };
    assert_eq!(*value, simplest);
    assert!(
        text.starts_with("Named { r#type: 0, many: [0, 0], text: "),
        "{text}"
    );
}

/// An enum whose variants are not declared in the order of their simplicity.
#[derive(isolde::Value, Debug)]
enum Expr {
    Add(Box<Expr>, Box<Self>),
    Number {
        #[allow(dead_code, reason = "only printed")]
        value: u8,
    },
    Not(Box<Expr>),
    Nothing,
}

impl Expr {
    fn depth(&self) -> usize {
        match self {
            Expr::Add(a, b) => 1 + a.depth().max(b.depth()),
            Expr::Not(a) => 1 + a.depth(),
            Expr::Number { .. } | Expr::Nothing => 0,
        }
    }
}

#[test]
fn the_simplest_variant_is_one_without_fields() {
    assert_eq!(made::<Expr>()[0].1, "Expr::Nothing");
}

#[test]
fn recursive_values_end() {
    let all = made::<Expr>();
    let deepest = all.iter().map(|(expr, _)| expr.depth()).max();
    assert!(deepest > Some(2) && deepest < Some(20), "{deepest:?}");
    let all: String = all.into_iter().map(|(_, text)| text).collect();
    for part in [
        "Expr::Add(std::boxed::Box::new(",
        "Expr::Number { value: ",
        "Expr::Not(",
        "Expr::Nothing",
    ] {
        let part = part.replace("std::boxed::", "");
        assert!(all.contains(&part), "{part} in {all}");
    }
}

/// With the highest value for every choice: deep inside, only the variants that end the recursion soonest are offered.
#[test]
fn deep_inside_only_leaves_are_offered() {
    let mut tape = std::collections::BTreeMap::new();
    // Put the highest value of every choice made so far on the tape.
    for _ in 0..100_000 {
        let mut c = Chooser::from_tape(tape.clone(), 0);
        let expr = Expr::choose(&mut c);
        let Some(low) = c
            .choices()
            .iter()
            .find(|choice| !tape.contains_key(&choice.key))
        else {
            assert!(expr.depth() < 20);
            return;
        };
        tape.insert(low.key, low.high);
    }
    panic!("it never ends");
}

fn even(c: &mut Chooser) -> u8 {
    let half = c.within(0, |c| c.variant(100));
    c.text(&format!("even({half})"));
    u8::try_from(half * 2).expect("below 200")
}

#[isolde::factory]
fn odd(half: u8) -> Option<u8> {
    half.checked_mul(2)?.checked_add(1)
}

#[derive(isolde::Value, Debug)]
enum Number {
    Even(#[value(with = even)] u8),
    Odd {
        #[value(by = odd)]
        number: u8,
    },
}

#[test]
fn fields_are_built_as_they_say() {
    let mut seen = [false; 2];
    for seed in 0..200 {
        let mut c = Chooser::from_tape(Default::default(), seed).rendered();
        let made =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| Number::choose(&mut c)));
        match made {
            Ok(Number::Even(n)) => {
                assert_eq!(
                    (n % 2, c.expression()),
                    (0, &*format!("Number::Even(even({}))", n / 2))
                );
                seen[0] = true;
            }
            Ok(Number::Odd { number: n }) => {
                let text = format!("Number::Odd {{ number: odd({}).unwrap() }}", n / 2);
                assert_eq!((n % 2, c.expression()), (1, &*text));
                seen[1] = true;
            }
            Err(_) => {}
        }
    }
    assert_eq!(seen, [true; 2]);
}
