use super::*;
use crate::{Passing, build, capture_panics};
use isolde_record::{Observation, Observed, PanicInfo};
use std::collections::BTreeMap;

fn rendered(thunk: Thunk, seed: u64) -> (RunOutcome, Observation) {
    capture_panics();
    let run = run(
        thunk,
        &mut Chooser::from_tape(BTreeMap::new(), seed).rendered(),
    );
    (run.outcome, serde_json::from_str(&run.text).unwrap())
}

fn plain(thunk: Thunk, seed: u64) -> Run {
    capture_panics();
    run(thunk, &mut Chooser::from_tape(BTreeMap::new(), seed))
}

fn checked_division(c: &mut Chooser) {
    let a = c.argument("a", Passing::Value, build::i32);
    let b = c.argument("b", Passing::Value, build::i32);
    let result = c.call("divide({0}, {1})", || a.checked_div(b));
    c.shape(|s| crate::shape!(s, &result));
    c.returned(|o| crate::observe!(o, &result));
}

#[test]
fn a_call_is_rendered_with_its_result() {
    let (outcome, observation) = rendered(checked_division, 0);
    assert_eq!(outcome, RunOutcome::Returned);
    assert_eq!(
        observation,
        Observation {
            call: "divide(0, 0)".into(),
            returned: Some(Observed::Source("None".into())),
            ..Observation::default()
        }
    );
}

#[test]
fn without_rendering_only_the_shape_is_reported() {
    let shapes: std::collections::BTreeSet<u64> = (0..200)
        .map(|seed| {
            let run = plain(checked_division, seed);
            assert_eq!(run.text, "");
            run.shape
        })
        .collect();
    // None, and Some of a number below, at and above zero.
    assert_eq!(shapes.len(), 4);
}

fn indexing(c: &mut Chooser) {
    let items = c.argument("items", Passing::Shared, |c| build::vec(c, build::u8));
    let index = c.argument("index", Passing::Value, build::usize);
    let result = c.call("get({0}, {1})", || items[index]);
    c.returned(|o| crate::observe!(o, &result));
}

#[test]
fn a_panic_of_the_call_is_an_outcome_with_message_and_place() {
    let run = plain(indexing, 0);
    assert_eq!(run.outcome, RunOutcome::Panicked);
    let left: Observation = serde_json::from_str(&run.text).unwrap();
    let panic = left.panic.clone().unwrap();
    assert_eq!(
        panic.message,
        "index out of bounds: the len is 0 but the index is 0"
    );
    assert!(panic.file.ends_with("drive/tests.rs") && panic.line > 0 && panic.column > 0);
    assert_eq!(left.call, "");

    let (outcome, observation) = rendered(indexing, 0);
    assert_eq!(outcome, RunOutcome::Panicked);
    assert_eq!(observation.call, "get(&vec![], 0)");
    assert_eq!(observation.panic, Some(panic));
    assert_eq!(observation.returned, None);
}

fn payload_without_message(c: &mut Chooser) {
    c.call("f()", || std::panic::panic_any(5u8));
}

#[test]
fn a_panic_may_have_no_message() {
    let (outcome, observation) = rendered(payload_without_message, 0);
    assert_eq!(outcome, RunOutcome::Panicked);
    let PanicInfo { message, .. } = observation.panic.unwrap();
    assert_eq!(message, "a panic without a message");
}

fn panicking_constructor(c: &mut Chooser) {
    c.argument("x", Passing::Value, |_| panic!("refused"));
    c.call("f({0})", || ());
}

fn refusing_constructor(c: &mut Chooser) {
    let value = c.argument("x", Passing::Value, |c| {
        c.text("\"\".parse::<u8>()");
        c.require("".parse::<u8>())
    });
    c.call("f({0})", || value);
}

#[test]
fn a_constructor_that_panics_or_refuses_discards_the_run() {
    for thunk in [panicking_constructor, refusing_constructor] {
        let run = plain(thunk, 0);
        assert_eq!(
            (run.outcome, run.text.as_str()),
            (RunOutcome::Discarded, "")
        );
    }
}

struct Touchy;
impl std::fmt::Debug for Touchy {
    fn fmt(&self, _: &mut std::fmt::Formatter) -> std::fmt::Result {
        panic!("not to be printed")
    }
}
impl Drop for Touchy {
    fn drop(&mut self) {
        panic!("not to be dropped")
    }
}

fn touchy(c: &mut Chooser) {
    let value = c.call("touchy()", || Touchy);
    c.returned(|o| crate::observe!(o, &value));
    c.after("x", |o| crate::observe!(o, &5));
    c.shape(|s| {
        s.fold(1);
        panic!("no shape");
    });
}

#[test]
fn panics_while_observing_or_dropping_do_not_count() {
    let (outcome, observation) = rendered(touchy, 0);
    assert_eq!(outcome, RunOutcome::Returned);
    assert_eq!(observation.returned, Some(Observed::Opaque));
    assert_eq!(
        observation.after,
        [("x".into(), Observed::Source("5".into()))]
    );
    assert_eq!(observation.panic, None);
    assert_eq!(plain(touchy, 0).shape, 0);
}

fn huge_result(c: &mut Chooser) {
    let value = c.call("f()", || "x".repeat(1 << 20));
    c.returned(|o| crate::observe!(o, &value));
}

#[test]
fn a_result_too_long_for_an_assertion_is_opaque() {
    let (_, observation) = rendered(huge_result, 0);
    assert_eq!(observation.returned, Some(Observed::Opaque));
}

fn pushing(c: &mut Chooser) {
    let mut items = c.argument("items", Passing::Receiver { mutable: true }, |c| {
        c.object(
            "vec",
            |c| build::vec(c, build::u8),
            &[|c, v: &mut Vec<u8>| {
                c.open("push(");
                let item = c.item(0, build::u8);
                c.close(")");
                v.push(item);
            }],
        )
    });
    let mut count = c.argument("count", Passing::Mutable, build::u32);
    c.call("{0}.count_into({1})", || count = items.len() as u32);
    items.push(1);
    c.after("items", |o| crate::observe!(o, &items));
    c.after("count", |o| crate::observe!(o, &count));
}

#[test]
fn mutable_arguments_are_variables_and_are_observed_afterwards() {
    let (_, observation) = rendered(pushing, 0);
    assert_eq!(
        observation.statements,
        ["let mut items = vec![];", "let mut count = 0;"]
    );
    assert_eq!(observation.call, "items.count_into(&mut count)");
    assert_eq!(
        observation.after,
        [
            ("items".into(), Observed::Source("[1]".into())),
            ("count".into(), Observed::Source("0".into())),
        ]
    );
    let grown = (1..50)
        .map(|seed| rendered(pushing, seed).1)
        .find(|o| o.statements.len() == 3)
        .unwrap();
    assert!(grown.statements[0].starts_with("let mut items = "));
    assert!(grown.statements[1].starts_with("items.push("));
    assert!(grown.statements[2].starts_with("let mut count = "));
}

/// Adds one to a cell.
fn counting(c: &mut Chooser) {
    let cell = c.argument("cell", Passing::Watched, |c| {
        c.text("Cell::new(1)");
        std::cell::Cell::new(1)
    });
    c.call("count({0})", || cell.set(cell.get() + 1));
    c.after_method("cell", "{}.get()", |o| crate::observe!(o, &cell.get()));
}

#[test]
fn cells_are_variables_and_what_they_contain_is_observed_afterwards() {
    let (_, observation) = rendered(counting, 0);
    assert_eq!(observation.statements, ["let cell = Cell::new(1);"]);
    assert_eq!(observation.call, "count(&cell)");
    let content = ("cell.get()".into(), Observed::Source("2".into()));
    assert_eq!(observation.after, [content]);
}

#[test]
fn a_tape_replays_a_run() {
    for seed in 1..20 {
        capture_panics();
        let mut drawn = Chooser::from_tape(BTreeMap::new(), seed).rendered();
        let first = run(pushing, &mut drawn);
        let tape = |c: &Chooser| -> Vec<(u64, u64)> {
            c.choices().iter().map(|c| (c.key, c.value)).collect()
        };
        let tape_of_drawn = tape(&drawn);
        let answers = tape_of_drawn.iter().copied().collect();
        let mut replayed = Chooser::from_tape(answers, 0).rendered();
        assert_eq!(run(pushing, &mut replayed), first);
        assert_eq!(tape(&replayed), tape_of_drawn);
    }
}

fn absolute(c: &mut Chooser) {
    let value = c.argument("value", Passing::Receiver { mutable: false }, build::i8);
    let range = c.argument("range", Passing::Shared, |c| build::range(c, build::i8));
    let text = c.argument("text", Passing::Shared, build::string);
    let place = c.argument("value", Passing::Mutable, build::i8);
    c.call("{0}.f({1}, {2}, {3})", || drop((value, range, text)));
    c.after("value", |o| crate::observe!(o, &place));
}

#[test]
fn arguments_are_written_in_the_call_or_become_variables() {
    let (_, observation) = rendered(absolute, 0);
    assert_eq!(observation.statements, ["let mut value = 0;"]);
    assert_eq!(
        observation.call,
        "0_i8.f(&(0..0), &\"\".to_string(), &mut value)"
    );
    let negative = (1..50)
        .map(|seed| rendered(absolute, seed).1)
        .find(|o| o.call.starts_with("value.f("))
        .unwrap();
    assert!(negative.statements[0].starts_with("let value = -"));
    assert!(negative.statements[0].ends_with("_i8;"));
    // The name `value` was taken.
    assert!(negative.statements[1].starts_with("let mut value_2 = "));
    assert!(negative.call.ends_with("&mut value_2)"));
}
