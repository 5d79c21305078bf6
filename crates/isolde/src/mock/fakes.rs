//! Fakes: functions outside the unit under test, whose calls are detoured to closures that get their results from choices.

use super::behaviour::{Behaviour, Usage};
use super::calls::Note;
use super::declared::Declared;
use super::log::{Faked, Made, Mocks, Of};
use super::run::{facts, makes_run};
use super::text::closure_body;
use super::types::FakeType;
use super::{Call, Counter, Mock, Patterns, SHARED, Seen};
use crate::chooser::Chooser;
use crate::detour;

/// The scopes of fakes begin here, far from those of arguments.
const SCOPES: u64 = 1 << 32;

impl Chooser {
    /// The state of the fake with this number.
    pub fn fake(&mut self, number: u64, of: &'static FakeType) -> Mock {
        facts(|known| known.is_isolated = true);
        // What is rendered is run once more, and then threads must not outlive it.
        detour::delay(self.is_rendering());
        self.within(SCOPES + number, |c| c.answering(Of::Fake(of), of.name, 1))
    }
}

impl Mock {
    /// Begins a call of a function that takes an object by shared reference: as long as no object of its type may have changed, the same call on the
    /// same object has the same answer. `kind` is the number of the type.
    pub fn call_on(
        &self,
        object: *const (),
        kind: usize,
        mut arguments: Vec<Seen>,
        patterns: impl FnOnce(&mut Patterns),
    ) -> Call {
        let changes = facts(|known| known.changes.get(kind).copied().unwrap_or(0));
        arguments.push(Seen::Number(changes));
        arguments.push(Seen::Number(number_of(object as usize)));
        // The object is no literal that a test could match, so that only the number of the call tells it.
        let (call, _) = self.calls.first().map_or((0, 0), Counter::count);
        let place = match self.is_ordered() {
            true => self.number_of(arguments) as u64,
            false => SHARED,
        };
        self.begin(0, call, place, patterns)
    }
}

/// Notes that objects of the type with this number may have changed.
pub fn note_change(kind: usize) {
    facts(|known| {
        if known.changes.len() <= kind {
            known.changes.resize(kind + 1, 0);
        }
        known.changes[kind] += 1;
    });
}

/// The number of an object.
fn number_of(address: usize) -> u64 {
    facts(|known| {
        let objects = &mut known.objects;
        let number = objects.iter().position(|each| *each == address);
        number.unwrap_or_else(|| {
            objects.push(address);
            objects.len() - 1
        }) as u64
    })
}

impl Mocks {
    /// The fakes that were called, in the order of their first calls.
    pub(super) fn fakes(&self, declared: &Declared) -> Vec<Faked> {
        let mut names: Vec<String> = Vec::new();
        let called = self.made.iter().enumerate();
        let called = called.filter(|(_, made)| !made.answers.is_empty());
        let mut called: Vec<(usize, &Made)> = called.collect();
        called.sort_by_key(|(_, made)| made.after);
        called
            .into_iter()
            .filter_map(|(mock, made)| {
                let Of::Fake(of) = made.of else {
                    return None;
                };
                let mut name = of.name.trim_start_matches("r#").to_owned();
                let mut number = 1;
                while names.contains(&name) {
                    number += 1;
                    name = format!("{}_{number}", of.name);
                }
                names.push(name.clone());
                let rule = made.rule(of.parameters.len(), declared);
                Some(Faked {
                    of,
                    is_across: !made.callers.iter().all(|thread| makes_run(*thread)),
                    counts: rule.counts(),
                    closure: of.closure(&name, &rule, self.asserting_note(mock, 0).as_ref()),
                    name,
                })
            })
            .collect()
    }
}

impl FakeType {
    /// The closure that follows the rule, in a fake with this name.
    fn closure(&self, name: &str, rule: &Behaviour, note: Option<&Note>) -> String {
        let parameters = self.parameters.iter().enumerate();
        let parameters = parameters.map(|(number, (name, of))| {
            let noted = note.map_or(Usage::Unused, |note| note.usage(number));
            let name = rule.usage(number).max(noted).declared(name);
            match of {
                Some(of) => format!("{name}: {of}"),
                None => name.to_owned(),
            }
        });
        let receiver = self.has_receiver.then(|| "_".to_owned());
        let parameters: Vec<String> = receiver.into_iter().chain(parameters).collect();
        let names: Vec<&str> = self.parameters.iter().map(|(name, _)| *name).collect();
        let calls = format!("{name}_calls");
        let count = format!("{calls} += 1;\n");
        let body = closure_body(&names, rule, &count, &calls, (false, note));
        format!("|{}| {body}", parameters.join(", "))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::ELSEWHERE;
    use super::*;
    use crate::{RunOutcome, build, capture_panics, run};
    use isolde_abi::key::{inner, key};
    use isolde_record::Observation;
    use std::collections::BTreeMap;

    pub(in super::super) static HOST: FakeType = FakeType {
        function: "net::Client::host",
        name: "host",
        is_async: false,
        is_assumed: true,
        has_receiver: true,
        parameters: &[],
    };

    /// The key of the choice that makes the answer to a call.
    fn place(call: u64) -> u64 {
        key(inner(inner(inner(0, SCOPES), 0), call), 0)
    }

    /// Runs a function of two objects, with these answers of the fake by their places.
    pub(in super::super) fn observed(thunk: fn(&mut Chooser), answers: &[u64]) -> Observation {
        observed_from(0, thunk, answers)
    }

    /// The same, with places that begin there.
    fn observed_from(first: u64, thunk: fn(&mut Chooser), answers: &[u64]) -> Observation {
        capture_panics();
        let tape: BTreeMap<u64, u64> = answers
            .iter()
            .enumerate()
            .map(|(call, &value)| (place(first | call as u64), value))
            .collect();
        let run = run(thunk, &mut Chooser::from_tape(tape, 0).rendered());
        assert_eq!(run.outcome, RunOutcome::Returned);
        serde_json::from_str(&run.text).expect("an observation")
    }

    fn ask(fake: &Mock, object: &u8) -> u8 {
        let call = fake.call_on((&raw const *object).cast(), 0, Vec::new(), |_| {});
        call.answer(build::u8)
    }

    fn asks_each_twice(c: &mut Chooser) {
        let fake = c.fake(0, &HOST);
        let (first, second) = (1, 2);
        let r = c.call("asked()", || {
            let all = [&first, &first, &second, &second];
            all.map(|object| ask(&fake, object))
        });
        c.returned(|o| crate::observe!(o, &r));
    }

    #[test]
    fn the_same_object_answers_the_same_and_the_test_counts_all_calls() {
        let observation = observed(asks_each_twice, &[3, 7]);
        assert_eq!(
            observation.returned,
            Some(isolde_record::Observed::Source("[3, 3, 7, 7]".into()))
        );
        let [fake] = observation.fakes.as_slice() else {
            panic!("{observation:?}");
        };
        assert_eq!((fake.name.as_str(), fake.counts), ("host", true));
        assert_eq!(
            fake.closure
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" "),
            "|_| { host_calls += 1; match host_calls { 1 | 2 => 3, _ => 7, } }"
        );
        assert!(fake.is_assumed);
    }

    fn asks_before_and_after(c: &mut Chooser) {
        let fake = c.fake(0, &HOST);
        let object = 1;
        let r = c.call("asked()", || {
            let before = ask(&fake, &object);
            note_change(0);
            [before, ask(&fake, &object)]
        });
        c.returned(|o| crate::observe!(o, &r));
    }

    #[test]
    fn an_object_that_may_have_changed_answers_anew() {
        let observation = observed(asks_before_and_after, &[3, 7]);
        assert_eq!(
            observation.returned,
            Some(isolde_record::Observed::Source("[3, 7]".into()))
        );
    }

    static VARIABLE: FakeType = FakeType {
        function: "std::env::var_os::<&str>",
        name: "var_os",
        is_assumed: false,
        has_receiver: false,
        parameters: &[("key", None)],
        ..HOST
    };

    fn reads_variables(c: &mut Chooser) {
        let fake = c.fake(0, &VARIABLE);
        let r = c.call("variables()", || {
            ["A", "B", "A"].map(|key| {
                let asked = vec![super::super::text(&key)];
                let call = fake.call_on(std::ptr::null(), 0, asked, |p| p.argument(&key));
                call.answer(build::u8)
            })
        });
        c.returned(|o| crate::observe!(o, &r));
    }

    #[test]
    fn what_belongs_to_the_process_answers_by_argument() {
        let observation = observed(reads_variables, &[3, 7]);
        assert_eq!(
            observation.returned,
            Some(isolde_record::Observed::Source("[3, 7, 3]".into()))
        );
        let closure = &observation.fakes[0].closure;
        let words: Vec<&str> = closure.split_whitespace().collect();
        assert_eq!(words.join(" "), "|key| match key { \"A\" => 3, _ => 7, }");
    }

    fn asks_in(c: &mut Chooser, threads: u64) {
        let fake = c.fake(0, &HOST);
        let r = c.call("asked()", || {
            let ask_twice = || [(); 2].map(|()| fake.call(0, |_| {}).answer(build::u8));
            std::thread::scope(|scope| {
                let mut all = Vec::new();
                for _ in 0..threads {
                    // One after the other, as the scheduler might let them run.
                    all.push(scope.spawn(ask_twice).join().expect("an answer"));
                }
                all
            })
        });
        c.returned(|o| crate::observe!(o, &r));
    }

    #[test]
    fn a_thread_that_the_code_starts_is_answered_call_by_call() {
        let observation = observed_from(ELSEWHERE, |c| asks_in(c, 1), &[3, 7]);
        let [fake] = observation.fakes.as_slice() else {
            panic!("{observation:?}");
        };
        assert!(fake.is_across && fake.counts, "{fake:?}");
        assert_eq!(
            observation.returned,
            Some(isolde_record::Observed::Source("[[3, 7]]".into()))
        );
    }

    #[test]
    fn several_threads_get_one_answer_or_the_run_counts_for_nothing() {
        let observation = observed(|c| asks_in(c, 2), &[0, 0]);
        assert_eq!(observation.fakes[0].closure, "|_| 0");
        let tape = BTreeMap::from([(place(ELSEWHERE), 3)]);
        let mut chooser = Chooser::from_tape(tape, 0).rendered();
        assert_eq!(
            run(|c| asks_in(c, 2), &mut chooser).outcome,
            RunOutcome::Discarded
        );
    }
}
