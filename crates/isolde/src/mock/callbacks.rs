//! Functions that the code under test hands to a faked function or to a mock, and that are called while it answers.

use crate::chooser::{Chooser, is_below};
use crate::render::Rendering;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The scopes of calls begin here, after those of arguments that are filled.
const SCOPES: u64 = 2000;

/// A function that may be called.
#[derive(Clone, Copy, Debug)]
pub struct Callback {
    /// The number of the parameter.
    pub parameter: usize,
    /// How often it may be called.
    pub most: usize,
    /// Whether the parameter has to be declared as mutable for that.
    pub is_mutable: bool,
    /// Whether it returns something, which nobody looks at.
    pub has_result: bool,
    /// Whether it may keep its arguments, or parts of them, after it has returned.
    pub keeps: bool,
}

impl Chooser {
    /// Calls a function as often as is chosen, with arguments that `build` makes of choices. If it panics, so does the answer, as soon as it is recorded.
    pub fn call_back<A>(
        &mut self,
        of: Callback,
        build: impl Fn(&mut Chooser) -> A,
        mut call: impl FnMut(A),
    ) {
        self.within(SCOPES + of.parameter as u64, |c| {
            let count = c.length(of.most);
            let mut index = 0;
            while is_below(index, count) {
                if index == 0 && of.is_mutable {
                    c.write(|r| r.mutable.push(of.parameter));
                }
                if of.has_result {
                    c.text("let _ = ");
                }
                c.parameter(of.parameter);
                c.text("(");
                let arguments = c.within(index as u64, &build);
                c.text(")");
                c.write(match of.keeps {
                    true => Rendering::end_statement,
                    false => Rendering::end_brief_statement,
                });
                if let Err(payload) = catch_unwind(AssertUnwindSafe(|| call(arguments))) {
                    c.panicked = Some(payload);
                    return;
                }
                index += 1;
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mock::FakeType;
    use crate::{RunOutcome, build, run};
    use isolde_abi::key::{inner, key};
    use isolde_record::{Observation, Observed};
    use std::collections::BTreeMap;

    static SUBSCRIBE: FakeType = FakeType {
        function: "net::subscribe",
        name: "subscribe",
        is_async: false,
        is_assumed: true,
        has_receiver: false,
        parameters: &[("handler", None)],
    };

    /// Adds up what arrives, and panics about 9.
    fn subscribes(c: &mut Chooser) {
        let fake = c.fake(0, &SUBSCRIBE);
        let mut sum = 0;
        let r = c.call("sum()", || {
            let mut handler = |number: u8| {
                assert!(number != 9, "nine");
                sum += u32::from(number);
            };
            fake.call(0, |p| p.other()).answer(|c| {
                let of = Callback {
                    parameter: 0,
                    most: 2,
                    is_mutable: true,
                    has_result: false,
                    keeps: false,
                };
                c.call_back(of, build::u8, &mut handler);
                c.text("()");
            });
            sum
        });
        c.returned(|o| crate::observe!(o, &r));
    }

    static CHANGE: FakeType = FakeType {
        function: "net::change",
        name: "change",
        is_async: false,
        is_assumed: true,
        has_receiver: false,
        parameters: &[("first", None), ("second", None)],
    };

    /// Hands over two functions: the first only looks at what it is given, the second keeps it.
    fn changes(c: &mut Chooser) {
        let fake = c.fake(0, &CHANGE);
        let r = c.call("change()", || {
            let mut kept: Option<&'static mut u8> = None;
            let mut look = |number: &mut u8| assert!(*number < 200);
            let mut keep = |number: &'static mut u8| kept = Some(number);
            fake.call(0, |p| p.other()).answer(|c| {
                let of = |parameter| Callback {
                    parameter,
                    most: 1,
                    is_mutable: false,
                    has_result: false,
                    keeps: parameter == 1,
                };
                let number = |c: &mut Chooser| build::reference_mut(c, build::u8);
                c.call_back(of(0), number, &mut look);
                c.call_back(of(1), number, &mut keep);
                c.text("()");
            });
            kept.map(|kept| *kept)
        });
        c.returned(|o| crate::observe!(o, &r));
    }

    #[test]
    fn what_a_function_may_keep_lives_on_and_other_arguments_do_not() {
        crate::capture_panics();
        let answer = inner(inner(inner(0, 1 << 32), 0), 1 << 32);
        let counts = [0, 1].map(|parameter| (key(inner(answer, SCOPES + parameter), 0), 1));
        let tape = BTreeMap::from(counts);
        let run = run(changes, &mut Chooser::from_tape(tape, 0).rendered());
        let observation: Observation = serde_json::from_str(&run.text).expect("an observation");
        let closure = &observation.fakes[0].closure;
        let words: Vec<&str> = closure.split_whitespace().collect();
        assert_eq!(
            words.join(" "),
            "|first, second| { first(&mut 0); second(Box::leak(Box::new(0))); }"
        );
    }

    fn observed(numbers: &[u64]) -> (RunOutcome, Observation) {
        crate::capture_panics();
        let answer = inner(inner(inner(inner(0, 1 << 32), 0), 1 << 32), SCOPES);
        let mut tape = BTreeMap::from([(key(answer, 0), numbers.len() as u64)]);
        for (call, number) in numbers.iter().enumerate() {
            tape.insert(key(inner(answer, call as u64), 0), *number);
        }
        let run = run(subscribes, &mut Chooser::from_tape(tape, 0).rendered());
        let observation = serde_json::from_str(&run.text).expect("an observation");
        (run.outcome, observation)
    }

    #[test]
    fn a_handler_is_called_as_often_as_is_chosen() {
        let (outcome, observation) = observed(&[3, 4]);
        assert_eq!(outcome, RunOutcome::Returned);
        assert_eq!(observation.returned, Some(Observed::Source("7".into())));
        let closure = &observation.fakes[0].closure;
        let words: Vec<&str> = closure.split_whitespace().collect();
        assert_eq!(words.join(" "), "|mut handler| { handler(3); handler(4); }");
    }

    #[test]
    fn what_a_handler_panics_with_is_not_lost() {
        let (outcome, observation) = observed(&[9]);
        assert_eq!(outcome, RunOutcome::Panicked);
        let closure = &observation.fakes[0].closure;
        assert!(closure.contains("handler(9)"), "{closure}");
        assert_eq!(observation.panic.expect("a panic").message, "nine");
    }
}
