//! Sequences of calls on vectors, as a driver would make them.

#![allow(clippy::let_unit_value, reason = "as in generated code")]

use super::Pool;
use crate::{Chooser, Passing, RunOutcome, build, capture_panics};
use isolde_record::{Observation, Observed};
use std::collections::{BTreeMap, BTreeSet};

type Pools = (Pool<Vec<u8>>, Pool<char>);

fn make(c: &mut Chooser, p: &mut Pools) {
    p.0.build(c, |c| {
        c.text("Vec::new()");
        Vec::new()
    });
}

fn push(c: &mut Chooser, p: &mut Pools) {
    let mut a0 = p.0.take(c, Passing::Receiver { mutable: true });
    let a1 = c.argument("value", Passing::Value, build::u8);
    let r = c.call("{0}.push({1})", || a0.value.push(a1));
    c.returned(|o| crate::observe!(o, &r));
    p.0.put(a0);
}

fn pop(c: &mut Chooser, p: &mut Pools) {
    let mut a0 = p.0.take(c, Passing::Receiver { mutable: true });
    let r = c.call("{0}.pop()", || a0.value.pop());
    c.shape(|s| crate::shape!(s, &r));
    c.returned(|o| crate::observe!(o, &r));
    p.0.put(a0);
}

fn remove(c: &mut Chooser, p: &mut Pools) {
    let mut a0 = p.0.take(c, Passing::Receiver { mutable: true });
    let a1 = c.argument("index", Passing::Value, build::usize);
    let r = c.call("{0}.remove({1})", || a0.value.remove(a1));
    c.returned(|o| crate::observe!(o, &r));
    p.0.put(a0);
}

fn split(c: &mut Chooser, p: &mut Pools) {
    let mut a0 = p.0.take(c, Passing::Receiver { mutable: true });
    let r = c.call("{0}.split_off(0)", || a0.value.split_off(0));
    c.returned(|o| crate::observe!(o, &r));
    p.0.add(c, r, "");
    p.0.put(a0);
}

fn append(c: &mut Chooser, p: &mut Pools) {
    let mut a0 = p.0.take(c, Passing::Receiver { mutable: true });
    let mut a1 = p.0.take_or(c, "other", Passing::Mutable, |c| {
        c.text("vec![7]");
        vec![7]
    });
    let r = c.call("{0}.append({1})", || a0.value.append(&mut a1.value));
    c.returned(|o| crate::observe!(o, &r));
    p.0.put(a1);
    p.0.put(a0);
}

fn last(c: &mut Chooser, p: &mut Pools) {
    let mut a0 = p.0.take(c, Passing::Receiver { mutable: true });
    {
        let r = c.call("{0}.last_mut()", || a0.value.last_mut());
        c.returned(|o| crate::observe!(o, &r));
        if let Some(x) = r {
            c.nested(p, x, ("last", ".unwrap()"), 7, &[assign]);
        }
    }
    p.0.put(a0);
}

fn assign<'v>(c: &mut Chooser, _: &mut Pools, v: &'v mut u8) -> Option<&'v mut u8> {
    c.borrowed(Passing::Receiver { mutable: true }, false);
    let a1 = c.argument("rhs", Passing::Value, build::u8);
    let r = c.call("{0}.add_assign({1})", || *v = v.wrapping_add(a1));
    c.returned(|o| crate::observe!(o, &r));
    Some(v)
}

/// There is never a value for it.
fn never(c: &mut Chooser, p: &mut Pools) {
    if p.1.is_empty() {
        return;
    }
    let _ = p.1.copy(c, Passing::Value);
}

fn vectors(c: &mut Chooser) {
    let pools = (Pool::new("items", 0), Pool::new("letter", 1));
    c.sequence(
        pools,
        1,
        &[make, push, pop, remove, split, append, last, never],
        |_| true,
        |c, p| {
            p.0.observe(c, "{}.len()", |v, o| crate::observe!(o, &v.len()))
        },
    );
}

/// The observations of a few hundred random sequences, with their outcomes.
fn sequences() -> Vec<(RunOutcome, Observation)> {
    capture_panics();
    (1..=2000)
        .map(|seed| {
            let mut chooser = Chooser::from_tape(BTreeMap::new(), seed).rendered();
            let run = crate::run(vectors, &mut chooser);
            (run.outcome, serde_json::from_str(&run.text).unwrap())
        })
        .collect()
}

/// Executes the statements of a test by hand.
fn interpret(observation: &Observation) -> Option<BTreeMap<String, Vec<u8>>> {
    let mut known: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut borrowed = String::new();
    let call = format!("{};", observation.call);
    for statement in observation.statements.iter().chain([&call]) {
        let (bound, expression) = match statement.strip_prefix("let ") {
            Some(rest) => {
                let (name, expression) = rest.split_once(" = ").unwrap();
                (Some(name.trim_start_matches("mut ")), expression)
            }
            None => (None, statement.as_str()),
        };
        let expression = expression.strip_suffix(';').unwrap();
        if expression == "Vec::new()" {
            known.insert(bound.unwrap().into(), Vec::new());
            continue;
        }
        if expression == "vec![7]" {
            known.insert(bound.unwrap().into(), vec![7]);
            continue;
        }
        let (name, rest) = expression.split_once('.').unwrap();
        let (method, rest) = rest.split_once('(').unwrap();
        let argument = rest.split_once(')').unwrap().0;
        let number = match argument {
            "u8::MAX" => Ok(u8::MAX),
            text => text.parse::<u8>(),
        };
        match method {
            "push" => known.get_mut(name)?.push(number.unwrap()),
            "pop" => drop(known.get_mut(name)?.pop()),
            "remove" => drop(known.get_mut(name)?.remove(usize::from(number.unwrap()))),
            "split_off" => {
                let rest = known.get_mut(name)?.split_off(0);
                if let Some(bound) = bound {
                    known.insert(bound.into(), rest);
                }
            }
            "append" => {
                let other = argument.strip_prefix("&mut ").unwrap();
                assert_ne!(other, name, "a value cannot be borrowed twice");
                let mut taken = std::mem::take(known.get_mut(other)?);
                known.get_mut(name)?.append(&mut taken);
            }
            "last_mut" => {
                if bound.is_some() {
                    borrowed = name.to_owned();
                }
            }
            "add_assign" => {
                let last = known.get_mut(&borrowed)?.last_mut().unwrap();
                *last = last.wrapping_add(number.unwrap());
            }
            other => panic!("{other}"),
        }
    }
    Some(known)
}

#[test]
fn the_statements_have_the_effects_that_were_observed() {
    let mut methods: BTreeSet<String> = BTreeSet::new();
    let mut checked = 0;
    for (outcome, observation) in sequences() {
        if outcome != RunOutcome::Returned {
            continue;
        }
        let known = interpret(&observation).unwrap();
        for (expression, observed) in &observation.after {
            let name = expression.strip_suffix(".len()").unwrap();
            let length = known[name].len().to_string();
            assert_eq!(*observed, Observed::Source(length), "{observation:#?}");
            checked += 1;
        }
        for (number, _) in &observation.asserted {
            let statement = &observation.statements[*number];
            assert!(!statement.starts_with("let "), "{statement}");
        }
        methods.extend(observation.statements.iter().filter_map(|text| {
            text.split_once('.')?
                .1
                .split_once('(')
                .map(|split| split.0.to_owned())
        }));
    }
    let _ = std::panic::take_hook();
    assert!(checked > 200, "{checked}");
    let all = [
        "add_assign",
        "append",
        "last_mut",
        "pop",
        "push",
        "remove",
        "split_off",
    ];
    assert!(
        all.iter().all(|method| methods.contains(*method)),
        "{methods:?}"
    );
}

#[test]
fn a_variable_is_declared_before_it_is_used_and_only_if_it_is_used() {
    for (_, observation) in sequences() {
        let text = format!(
            "{}\n{}\n{:?}",
            observation.statements.join("\n"),
            observation.call,
            observation.after
        );
        assert!(!text.contains("__variable"), "{text}");
        for (number, statement) in observation.statements.iter().enumerate() {
            let Some(rest) = statement.strip_prefix("let ") else {
                continue;
            };
            let is_changed = rest.starts_with("mut ");
            let name = rest.trim_start_matches("mut ").split(' ').next().unwrap();
            let later: Vec<String> = observation.statements[number + 1..]
                .iter()
                .cloned()
                .chain([observation.call.clone()])
                .chain(observation.after.iter().map(|(text, _)| text.clone()))
                .collect();
            let is_used = |text: &String| {
                text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
                    .any(|word| word == name)
            };
            assert!(later.iter().any(is_used), "{text}");
            let is_expected = later.iter().any(|text| {
                let is_method = text.starts_with(&format!("{name}."))
                    && !text.contains(".len()")
                    && !statement.contains("last_mut");
                is_method
                    || text.contains(&format!("&mut {name}"))
                    || text.contains(&format!("= {name}."))
            });
            assert_eq!(is_changed, is_expected, "{text}");
        }
    }
}

#[test]
fn a_call_that_panics_is_the_last_one_and_has_its_number() {
    let mut panicked = 0;
    for (outcome, observation) in sequences() {
        let Some(panic) = &observation.panic else {
            continue;
        };
        assert_eq!(outcome, RunOutcome::Panicked);
        assert!(
            observation.call.contains(".remove("),
            "{}",
            observation.call
        );
        assert_eq!(panic.step, Some(2));
        assert_eq!(observation.steps.last(), Some(&2));
        assert_eq!(observation.returned, None);
        panicked += 1;
    }
    assert!(panicked > 20, "{panicked}");
}

#[test]
fn without_any_call_there_is_no_case() {
    let mut chooser = Chooser::from_tape(BTreeMap::new(), 0).rendered();
    assert_eq!(
        crate::run(vectors, &mut chooser).outcome,
        RunOutcome::Discarded
    );
}

#[test]
fn the_summary_is_that_of_the_last_call() {
    capture_panics();
    let shape_of = |seed| {
        let mut chooser = Chooser::from_tape(BTreeMap::new(), seed);
        crate::run(vectors, &mut chooser).shape
    };
    let shapes: BTreeSet<u64> = (1..=2000).map(shape_of).collect();
    // None for no call, push, pop of nothing and of something, remove, split, append, last and assign, of which one pushes another step than its own.
    assert!((7..=12).contains(&shapes.len()), "{shapes:?}");
}

/// A type that is never equal to itself once it was changed.
#[derive(Debug)]
struct Odd(bool);

impl PartialEq for Odd {
    fn eq(&self, _: &Odd) -> bool {
        !self.0
    }
}

impl Eq for Odd {}

type Odds = (Pool<Odd>,);

fn change(c: &mut Chooser, p: &mut Odds) {
    let mut a0 = p.0.take(c, Passing::Receiver { mutable: true });
    let r = c.call("{0}.change()", || a0.value.0 = true);
    c.returned(|o| crate::observe!(o, &r));
    p.0.put(a0);
}

fn odds(c: &mut Chooser) {
    let make: fn(&mut Chooser, &mut Odds) = |c, p| {
        p.0.build(c, |c| {
            c.text("Odd(false)");
            Odd(false)
        });
    };
    c.sequence(
        (Pool::new("odd", 0),),
        1,
        &[make, change],
        |_| true,
        |c, p| {
            if c.checks_laws() {
                p.0.check_each(c, |v| crate::laws_of_one!(v));
            }
        },
    );
}

#[test]
fn a_broken_law_is_asserted_after_the_call_that_broke_it() {
    capture_panics();
    let broken = (1..=200).filter_map(|seed| {
        let mut chooser = Chooser::from_tape(BTreeMap::new(), seed).rendered();
        let run = crate::run(odds, &mut chooser);
        let observation: Observation = serde_json::from_str(&run.text).unwrap();
        (run.outcome == RunOutcome::Panicked).then_some(observation)
    });
    let broken = broken.min_by_key(|broken| broken.statements.len()).unwrap();
    let law = broken.panic.and_then(|panic| panic.law).unwrap();
    assert_eq!(
        (law.name.as_str(), law.is_convention),
        ("eq_reflexive", false)
    );
    assert_eq!(broken.steps.last(), Some(&isolde_record::LAW_CHECK));
    assert_eq!(
        broken.statements,
        ["let mut odd = Odd(false);", "odd.change();"]
    );
    assert!(
        broken.call.starts_with("assert!(PartialEq::eq(&odd, &odd)"),
        "{}",
        broken.call
    );
}

mod ids;
mod objects;
