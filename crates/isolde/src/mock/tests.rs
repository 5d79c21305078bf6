//! Mocks as a driver uses them.

use super::{Call, ClosureType, Implementation, Method, Mock, MockType, Receiver};
use crate::{Chooser, Passing, RunOutcome, Thunk, build, capture_panics, run};
use isolde_record::Observation;
use std::collections::BTreeMap;

trait Gauge {
    fn level(&self, of: i32) -> i32;
    fn reset(&mut self);
}

static MOCK_GAUGE: MockType = MockType {
    name: "MockGauge",
    is_sync: false,
    fields: &[],
    derived: &[],
    mentions: &[],
    implemented: &[Implementation {
        head: "Gauge for MockGauge",
        items: &[],
        is_default: false,
        methods: &[
            Method {
                name: "level",
                head: "fn level(&self",
                parameters: &[("of", "i32")],
                end: ") -> i32",
                receiver: Receiver::Shared,
                body: None,
                is_provided: false,
            },
            Method {
                name: "reset",
                head: "fn reset(&mut self",
                parameters: &[],
                end: ")",
                receiver: Receiver::Mutable,
                body: None,
                is_provided: false,
            },
        ],
    }],
};

struct MockGauge(Mock);

impl Gauge for MockGauge {
    fn level(&self, of: i32) -> i32 {
        let call: Call = self.0.call(0, |p| p.argument(&of));
        call.answer(build::i32)
    }
    fn reset(&mut self) {
        self.0.call(1, |_| {}).answer(build::unit)
    }
}

fn gauge(c: &mut Chooser) -> MockGauge {
    MockGauge(c.mock(&MOCK_GAUGE))
}

/// Runs with these answers of the first method: the number of the argument that is a mock, that of the call, and the answer.
fn observed(thunk: Thunk, answers: &[(u64, u64, u64)]) -> (RunOutcome, Observation) {
    use isolde_abi::key::{inner, key};
    // Answers that do not depend on the arguments are counted from the beginning of the call.
    let places = |call: u64| [call, 1 << 32 | call];
    let all = answers.iter().flat_map(|&(argument, call, value)| {
        places(call).map(|place| (key(inner(inner(inner(0, argument), 0), place), 0), value))
    });
    with_tape(thunk, all.collect())
}

/// Runs with these choices.
fn with_tape(thunk: Thunk, tape: BTreeMap<u64, u64>) -> (RunOutcome, Observation) {
    capture_panics();
    let run = run(thunk, &mut Chooser::from_tape(tape, 0).rendered());
    (run.outcome, serde_json::from_str(&run.text).unwrap())
}

fn twice(c: &mut Chooser) {
    let a = c.argument("a", Passing::Shared, gauge);
    let r = c.call("twice({0})", || (a.level(1), a.level(2)));
    c.returned(|o| crate::observe!(o, &r));
}

/// The only mock of a run.
fn source(observation: &Observation) -> String {
    let [mock] = observation.mocks.as_slice() else {
        panic!("{observation:?}");
    };
    mock.source.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn equal_answers_collapse_and_methods_that_nobody_called_are_unreachable() {
    let (outcome, seen) = observed(twice, &[(0, 0, 5), (0, 1, 5)]);
    assert_eq!(outcome, RunOutcome::Returned);
    assert_eq!(seen.call, "twice(&MockGauge)");
    assert!(seen.mocks[0].is_asked);
    assert_eq!(
        source(&seen),
        "struct MockGauge; impl Gauge for MockGauge { fn level(&self, _: i32) -> i32 { 5 } \
         fn reset(&mut self) { unreachable!() } }"
    );
}

#[test]
fn answers_that_the_argument_explains_need_no_counter() {
    let (_, seen) = observed(twice, &[(0, 0, 6), (0, 1, 4)]);
    assert_eq!(seen.call, "twice(&MockGauge)");
    assert_eq!(
        source(&seen),
        "struct MockGauge; impl Gauge for MockGauge { \
         fn level(&self, of: i32) -> i32 { match of { 1 => 6, _ => 4, } } \
         fn reset(&mut self) { unreachable!() } }"
    );
}

fn same_argument(c: &mut Chooser) {
    let a = c.argument("a", Passing::Shared, gauge);
    c.call("same({0})", || (a.level(7), a.level(7), a.level(7)));
}

#[test]
fn answers_that_differ_for_the_same_argument_are_counted() {
    let (_, seen) = observed(same_argument, &[(0, 0, 1), (0, 1, 1), (0, 2, 3)]);
    assert_eq!(seen.call, "same(&MockGauge::default())");
    assert_eq!(
        source(&seen),
        "#[derive(Default)] struct MockGauge { level_calls: std::cell::Cell<usize>, } \
         impl Gauge for MockGauge { fn level(&self, _: i32) -> i32 { \
         self.level_calls.set(self.level_calls.get() + 1); \
         match self.level_calls.get() { 1 | 2 => 1, _ => 3, } } \
         fn reset(&mut self) { unreachable!() } }"
    );
}

fn two(c: &mut Chooser) {
    let a = c.argument("a", Passing::Value, gauge);
    let b = c.argument("b", Passing::Value, gauge);
    c.call("two({0}, {1})", || {
        let mut a = a;
        a.reset();
        (a.level(7), b.level(7))
    });
}

#[test]
fn mocks_of_one_type_are_told_apart_only_if_they_answer_differently() {
    let (_, seen) = observed(two, &[]);
    assert_eq!(seen.call, "two(MockGauge, MockGauge)");
    assert_eq!(
        source(&seen),
        "struct MockGauge; impl Gauge for MockGauge { fn level(&self, _: i32) -> i32 { 0 } \
         fn reset(&mut self) { } }"
    );
    let (_, seen) = observed(two, &[(0, 0, 1), (1, 0, 2)]);
    assert_eq!(seen.call, "two(MockGauge { id: 0 }, MockGauge { id: 1 })");
    assert_eq!(
        source(&seen),
        "struct MockGauge { id: usize, } \
         impl Gauge for MockGauge { fn level(&self, _: i32) -> i32 { match self.id { 0 => { 1 } _ => { 2 } } } \
         fn reset(&mut self) { match self.id { 0 => { } _ => { unreachable!() } } } }"
    );
}

fn five(c: &mut Chooser) {
    let all: Vec<MockGauge> = ["a", "b", "c", "d", "e"]
        .into_iter()
        .map(|name| c.argument(name, Passing::Value, gauge))
        .collect();
    c.call("five({0}, {1}, {2}, {3}, {4})", || {
        all.iter().take(4).map(|each| each.level(7)).sum::<i32>()
    });
}

#[test]
fn mocks_that_answer_in_the_same_way_are_one() {
    let (_, seen) = observed(five, &[(0, 0, 1), (1, 0, 2), (2, 0, 1), (3, 0, 1)]);
    let ids: Vec<&str> = seen
        .call
        .split("id: ")
        .skip(1)
        .map(|rest| &rest[..1])
        .collect();
    assert_eq!(ids, ["0", "1", "0", "0", "2"]);
    assert_eq!(
        source(&seen),
        "struct MockGauge { id: usize, } \
         impl Gauge for MockGauge { fn level(&self, _: i32) -> i32 { \
         match self.id { 0 => { 1 } 1 => { 2 } _ => { unreachable!() } } } \
         fn reset(&mut self) { unreachable!() } }"
    );
}

fn endless(c: &mut Chooser) {
    let a = c.argument("a", Passing::Shared, gauge);
    c.call("endless({0})", || while a.level(0) == 0 {});
}

fn deaf(c: &mut Chooser) {
    let a = c.argument("a", Passing::Shared, gauge);
    c.call("deaf({0})", || {
        let asks = std::panic::AssertUnwindSafe(|| while a.level(0) == 0 {});
        std::panic::catch_unwind(asks).is_err()
    });
}

#[test]
fn a_run_that_asks_for_answers_without_end_is_discarded() {
    for thunk in [endless as Thunk, deaf] {
        let run = run(thunk, &mut Chooser::from_tape(BTreeMap::new(), 0));
        assert_eq!(run.outcome, RunOutcome::Discarded);
    }
}

fn sorted(c: &mut Chooser) {
    let a = c.argument("a", Passing::Shared, gauge);
    c.call("sorted({0})", || {
        a.level(0);
        panic!("user-provided comparison function does not correctly implement a total order");
    });
}

fn unasked(c: &mut Chooser) {
    c.call("sorted()", || {
        panic!("user-provided comparison function does not correctly implement a total order");
    });
}

#[test]
fn a_run_whose_answers_contradict_each_other_counts_for_nothing() {
    assert_eq!(observed_outcome(sorted), RunOutcome::Discarded);
    // Nothing but the code under test has compared.
    assert_eq!(observed_outcome(unasked), RunOutcome::Panicked);
}

fn observed_outcome(thunk: Thunk) -> RunOutcome {
    capture_panics();
    run(thunk, &mut Chooser::from_tape(BTreeMap::new(), 0)).outcome
}

static OF_NUMBER: ClosureType = ClosureType {
    parameters: &[("x", "i32")],
    result: Some("-> i32"),
    lends: None,
    is_silent: false,
};

fn by_argument(c: &mut Chooser) {
    let f = c.argument("f", Passing::Value, |c| {
        let m = c.closure(&OF_NUMBER);
        move |x: i32| {
            m.call_by(0, vec![x.into()], |p| p.argument(&x))
                .answer(build::i32)
        }
    });
    c.call("apply({0})", || (f(1), f(2), f(1)));
}

fn by_call(c: &mut Chooser) {
    let f = c.argument("f", Passing::Value, |c| {
        let m = c.closure(&OF_NUMBER);
        move |x: i32| m.call(0, |p| p.argument(&x)).answer(build::i32)
    });
    c.call("apply({0})", || (f(1), f(1), f(2)));
}

fn uncalled(c: &mut Chooser) {
    let _f = c.argument("f", Passing::Value, |c| c.closure(&OF_NUMBER));
    c.call("apply({0})", || ());
}

/// The call without the spaces between words that are only there for rustfmt.
fn call(thunk: Thunk, answers: &[(u64, u64, u64)]) -> String {
    let (_, seen) = observed(thunk, answers);
    assert_eq!(seen.mocks, []);
    seen.call.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn closures_answer_by_argument_or_by_call() {
    assert_eq!(call(by_argument, &[]), "apply(|_| 0)");
    // The third call has the argument of the first.
    assert_eq!(
        call(by_argument, &[(0, 0, 5)]),
        "apply(|x| match x { 1 => 5, _ => 0, })"
    );
    assert_eq!(
        call(by_call, &[(0, 0, 5), (0, 2, 5)]),
        "apply({ let calls = std::cell::Cell::new(0); move |_| { calls.set(calls.get() + 1); \
         match calls.get() { 2 => 0, _ => 5, } } })"
    );
}

fn again(c: &mut Chooser) {
    let f = c.argument("f", Passing::Value, |c| {
        let m = c.closure(&OF_NUMBER);
        move |x: i32| m.call_again(0, |p| p.argument(&x)).answer(build::i32)
    });
    c.call("apply({0})", || (f(1), f(1), f(1)));
}

#[test]
fn what_stays_the_same_is_another_answer_only_where_that_is_chosen() {
    use isolde_abi::key::{inner, key};
    let closure = inner(0, 0);
    let first = (key(inner(inner(closure, 0), super::SAME), 0), 5);
    let text = |choices: &[(u64, u64)]| {
        let (_, seen) = with_tape(again, choices.iter().copied().collect());
        seen.call.split_whitespace().collect::<String>()
    };
    assert_eq!(text(&[first]), "apply(|_|5)");

    let second_call = 1 << 32 | 1;
    let differs = (key(inner(inner(closure, !0), second_call), 0), 1);
    let second = (key(inner(inner(closure, 0), second_call), 0), 3);
    let other = text(&[first, differs, second]);
    assert!(other.contains("matchcalls.get(){2=>3,_=>5,}"), "{other}");
    // Without the choice, the other answer is not asked for.
    assert_eq!(text(&[first, second]), "apply(|_|5)");
}

#[test]
fn a_closure_that_nobody_calls_says_what_it_would_return() {
    assert_eq!(
        call(uncalled, &[]),
        "apply(|_: i32| -> i32 { unreachable!() })"
    );
}

static MOCK_FORMAT: MockType = MockType {
    name: "MockFormat",
    is_sync: false,
    fields: &[],
    derived: &[],
    mentions: &[],
    implemented: &[Implementation {
        head: "Format for MockFormat",
        items: &[],
        is_default: false,
        methods: &[Method {
            name: "version",
            head: "fn version(",
            parameters: &[("of", "u8")],
            end: ") -> u8",
            receiver: Receiver::Absent,
            body: None,
            is_provided: false,
        }],
    }],
};

fn version(of: u8) -> u8 {
    super::of_type(&MOCK_FORMAT)
        .call(0, |p| p.argument(&of))
        .answer(build::u8)
}

fn versions(c: &mut Chooser) {
    c.mentions_mock(&MOCK_FORMAT);
    c.call("f::<MockFormat>()", || (version(1), version(1), version(2)));
}

fn no_versions(c: &mut Chooser) {
    c.mentions_mock(&MOCK_FORMAT);
    c.call("f::<MockFormat>()", || ());
}

/// The declaration that a run needs whose first answers are these, and whether it counts.
fn declaration(thunk: Thunk, answers: &[u64]) -> (String, bool) {
    capture_panics();
    let keys: Vec<u64> = super::functions::tests::keys(&MOCK_FORMAT, 0, answers.len());
    let tape = keys.into_iter().zip(answers.iter().copied()).collect();
    let run = run(thunk, &mut Chooser::from_tape(tape, 0).rendered());
    let seen: Observation = serde_json::from_str(&run.text).unwrap();
    (source(&seen), seen.mocks[0].is_counting)
}

#[test]
fn functions_of_a_type_answer_by_argument_or_count_their_calls() {
    let of = |body: &str, of: &str| {
        format!(
            "struct MockFormat; impl Format for MockFormat {{ fn version({of}: u8) -> u8 {{ {body} }} }}"
        )
    };
    assert_eq!(
        declaration(no_versions, &[]),
        (of("unreachable!()", "_"), false)
    );
    assert_eq!(declaration(versions, &[]), (of("0", "_"), false));
    assert_eq!(
        declaration(versions, &[7, 7]),
        (of("match of { 1 => 7, _ => 0, }", "of"), false)
    );
    let counter = "static COUNT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0); \
                   match COUNT.fetch_add(1, std::sync::atomic::Ordering::SeqCst) + 1 { 1 => 7, _ => 0, }";
    assert_eq!(declaration(versions, &[7]), (of(counter, "_"), true));
}
