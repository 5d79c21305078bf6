//! Calls of mocks and closures, as tests assert them.

use crate::mock::{ClosureType, Implementation, Method, Mock, MockType, Receiver};
use crate::{Chooser, Passing, Thunk, build, capture_panics, run};
use isolde_record::{Observation, Observed};
use std::collections::BTreeMap;

static MOCK_CLOCK: MockType = MockType {
    name: "MockClock",
    is_sync: false,
    fields: &[],
    derived: &[],
    mentions: &[],
    implemented: &[Implementation {
        head: "Clock for MockClock",
        items: &[],
        is_default: false,
        methods: &[
            Method {
                name: "sleep",
                head: "fn sleep(&mut self",
                parameters: &[("seconds", "u8"), ("why", "&dyn Why")],
                end: ")",
                receiver: Receiver::Mutable,
                body: None,
                is_provided: false,
            },
            Method {
                name: "now",
                head: "fn now(&self",
                parameters: &[],
                end: ") -> u8",
                receiver: Receiver::Shared,
                body: None,
                is_provided: false,
            },
        ],
    }],
};

static DONE: ClosureType = ClosureType {
    parameters: &[("a", "u8"), ("b", "char")],
    result: Some("-> ()"),
    lends: None,
    is_silent: true,
};

struct MockClock(Mock);

impl MockClock {
    fn sleep(&mut self, seconds: u8) {
        let call = self.0.call(0, |p| {
            p.argument(&seconds);
            p.other();
        });
        call.answer(build::unit);
    }
    fn now(&self) -> u8 {
        self.0.call(1, |_| {}).answer(build::u8)
    }
}

fn waits(c: &mut Chooser) {
    let mut clock = c.argument("clock", Passing::Value, |c| MockClock(c.mock(&MOCK_CLOCK)));
    let done = c.argument("done", Passing::Value, |c| c.silent(&DONE));
    c.call("waits({0}, {1})", || {
        clock.sleep(3);
        let now = clock.now();
        clock.sleep(now);
        done.call(|p| {
            p.argument(&7_u8);
            p.argument(&'x');
        });
    });
}

/// What is observed if the calls with these keys are asserted.
fn observed(thunk: Thunk, keys: &[u64]) -> Observation {
    capture_panics();
    let tape: BTreeMap<u64, u64> = keys.iter().map(|key| (*key, 1)).collect();
    let run = run(thunk, &mut Chooser::from_tape(tape, 0).rendered());
    serde_json::from_str(&run.text).unwrap()
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn calls_are_shown_in_their_order_with_what_they_say() {
    let seen = observed(waits, &[]);
    assert!(!seen.asserts_calls);
    assert!(!seen.mocks[0].source.contains("CALLS"));
    let calls: Vec<_> = seen
        .calls
        .iter()
        .map(|call| {
            (
                &*call.of,
                &*call.text,
                call.is_command,
                call.hides_arguments,
            )
        })
        .collect();
    assert_eq!(
        calls,
        [
            ("MockClock::sleep", "sleep(3, _)", true, true),
            ("MockClock::now", "now()", false, false),
            ("MockClock::sleep", "sleep(0, _)", true, true),
            ("done", "done(7, 'x')", true, true),
        ]
    );
    let keys: Vec<u64> = seen.calls.iter().map(|call| call.key).collect();
    assert_eq!(keys[0], keys[2]);
    assert!(keys[0] != keys[1] && keys[0] != keys[3] && keys[1] != keys[3]);
}

#[test]
fn methods_whose_calls_are_asserted_add_them_to_the_list() {
    let calls = observed(waits, &[]).calls;
    let seen = observed(waits, &[calls[0].key, calls[3].key]);
    assert!(seen.asserts_calls);
    assert_eq!(
        seen.after,
        [(
            "*CALLS.lock().unwrap()".to_owned(),
            Observed::Source("[\"sleep(3, _)\", \"sleep(0, _)\", \"done(7, 'x')\"]".into())
        )]
    );
    assert!(
        seen.mocks[0].is_counting,
        "it is declared where the list is"
    );
    assert_eq!(
        words(&seen.mocks[0].source),
        "struct MockClock; impl Clock for MockClock { \
         fn sleep(&mut self, seconds: u8, _: &dyn Why) { \
         let call = format!(\"sleep({seconds:?}, _)\"); CALLS.lock().unwrap().push(call); } \
         fn now(&self) -> u8 { 0 } }"
    );
    assert_eq!(
        words(&seen.call),
        "waits(MockClock, |a, b| { let call = format!(\"done({a:?}, {b:?})\"); CALLS.lock().unwrap().push(call); })"
    );
}

#[test]
fn lists_say_which_of_several_mocks_was_called() {
    let waits = |c: &mut Chooser| {
        let mock = |c: &mut Chooser| MockClock(c.mock(&MOCK_CLOCK));
        let mut first = c.argument("first", Passing::Value, mock);
        let mut second = c.argument("second", Passing::Value, mock);
        c.call("waits({0}, {1})", || {
            second.sleep(3);
            first.sleep(1);
        });
    };
    let seen = observed(waits, &[]);
    assert_eq!(words(&seen.call), "waits(MockClock, MockClock)");
    let seen = observed(waits, &[seen.calls[0].key]);
    assert_eq!(
        words(&seen.call),
        "waits(MockClock { id: 0 }, MockClock { id: 1 })"
    );
    assert_eq!(
        seen.after,
        [(
            "*CALLS.lock().unwrap()".to_owned(),
            Observed::Source("[\"1: sleep(3, _)\", \"0: sleep(1, _)\"]".into())
        )]
    );
    let source = words(&seen.mocks[0].source);
    assert!(
        source.contains("let call = format!(\"{}: sleep({seconds:?}, _)\", self.id);"),
        "{source}"
    );
}

#[test]
fn a_closure_that_returns_nothing_is_empty() {
    let seen = observed(waits, &[]);
    assert_eq!(words(&seen.call), "waits(MockClock, |_, _| { })");
}

struct Closes(MockClock);

impl Drop for Closes {
    fn drop(&mut self) {
        self.0.sleep(9);
    }
}

fn closes(c: &mut Chooser) {
    let clock = c.argument("clock", Passing::Value, |c| MockClock(c.mock(&MOCK_CLOCK)));
    let mut opened = Closes(clock);
    c.call("opened.run()", || opened.0.sleep(1));
}

#[test]
fn calls_that_dropping_the_values_makes_are_not_listed() {
    let calls = observed(closes, &[]).calls;
    assert_eq!(calls.len(), 1);
    assert_eq!(calls[0].text, "sleep(1, _)");
}

fn calls_often(c: &mut Chooser) {
    let mut clock = c.argument("clock", Passing::Value, |c| MockClock(c.mock(&MOCK_CLOCK)));
    c.call("often({0})", || (0..100).for_each(|_| clock.sleep(1)));
}

#[test]
fn long_lists_are_not_asserted() {
    assert!(observed(calls_often, &[]).calls.is_empty());
}

#[test]
fn a_closure_that_panics_says_so() {
    let asks = |c: &mut Chooser| {
        let keep = c.argument("keep", Passing::Value, |c| c.closure(&KEEP));
        let r = c.call("asks({0})", || {
            let asked = |x: u8| {
                let call = keep.call(0, |p| p.argument(&x));
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| call.answer(build::bool)))
            };
            let first = asked(1).is_ok();
            (
                first,
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| asked(2))).is_err(),
            )
        });
        c.returned(|o| crate::observe!(o, &r));
    };
    let seen = observed(asks, &[]);
    assert_eq!(
        seen.returned,
        Some(Observed::Source("(true, false)".into()))
    );
    crate::mock::let_panic(true);
    let key = {
        use isolde_abi::key::{inner, key};
        key(
            inner(inner(inner(0, 0), crate::mock::PANICS), 1 << 32 | 1),
            0,
        )
    };
    let seen = observed(asks, &[key]);
    crate::mock::let_panic(false);
    assert_eq!(seen.returned, Some(Observed::Source("(true, true)".into())));
    assert_eq!(
        words(&seen.call),
        "asks(|x| match x { 1 => false, _ => panic!(), })"
    );
}

static KEEP: ClosureType = ClosureType {
    parameters: &[("x", "u8")],
    result: Some("-> bool"),
    lends: None,
    is_silent: false,
};
