//! What counts as new behaviour of a thunk.

use crate::random::{fold, mix};
use crate::worker::RunResult;
use isolde_record::{Breaker, BrokenLaw, Outcome, PanicInfo, message_class};
use std::collections::BTreeSet;

/// Maximum number of distinct panic messages that count at one location.
const MESSAGES_PER_LOCATION: usize = 3;
/// Maximum number of distinct shapes that count.
const SHAPES: usize = 128;

/// Maximum number of distinct states that count.
const STATES: usize = 128;

/// How new a run is. Anything but [`Gain::None`] is worth keeping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gain {
    /// Nothing new.
    None,
    /// A new state of the values that a sequence of calls leaves.
    State,
    /// A new result shape.
    Shape,
    /// A new kind of outcome.
    Outcome,
    /// New code.
    Coverage,
}

/// The behaviour that has been seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Novelty {
    covered: BTreeSet<u32>,
    /// Code passed by runs that were refused.
    refused: BTreeSet<u32>,
    /// Whether any run was refused.
    has_refused: bool,
    /// Code passed during the call itself, not only while its arguments were built.
    called: BTreeSet<u32>,
    outcomes: BTreeSet<u64>,
    locations: std::collections::BTreeMap<u64, usize>,
    shapes: BTreeSet<u64>,
    states: BTreeSet<u32>,
    /// Code that is only passed while states are summarized.
    summarizing: BTreeSet<u32>,
}

impl Novelty {
    /// How new a run is. This does not note the run.
    pub(crate) fn judge(&self, run: &RunResult) -> Gain {
        if run.outcome == Outcome::Discarded {
            return Gain::None;
        }
        let new = |points: &[u32], seen: &BTreeSet<u32>| {
            let mut points = points.iter();
            points.any(|point| !seen.contains(point) && !self.summarizing.contains(point))
        };
        if new(&run.coverage, &self.covered) || new(&run.called, &self.called) {
            return Gain::Coverage;
        }
        let (location, class) = outcome_class(&run.outcome);
        if !self.outcomes.contains(&class)
            && self
                .locations
                .get(&location)
                .is_none_or(|&count| count < MESSAGES_PER_LOCATION)
        {
            return Gain::Outcome;
        }
        if run.outcome == Outcome::Returned
            && self.shapes.len() < SHAPES
            && !self.shapes.contains(&run.shape)
        {
            return Gain::Shape;
        }
        let is_known = run.state == 0 || self.states.contains(&run.state);
        if run.outcome == Outcome::Returned && self.states.len() < STATES && !is_known {
            return Gain::State;
        }
        Gain::None
    }

    /// Notes a run that was refused; returns whether it passed code that no refused run had passed before.
    pub(crate) fn note_refused(&mut self, run: &RunResult) -> bool {
        let known = self.refused.len();
        let new = run
            .coverage
            .iter()
            .filter(|point| !self.covered.contains(point));
        self.refused.extend(new);
        !std::mem::replace(&mut self.has_refused, true) || self.refused.len() > known
    }

    /// Notes a run.
    pub(crate) fn note(&mut self, run: &RunResult) {
        self.covered.extend(&run.coverage);
        self.called.extend(&run.called);
        let (location, class) = outcome_class(&run.outcome);
        if self.outcomes.insert(class) {
            *self.locations.entry(location).or_default() += 1;
        }
        if run.outcome == Outcome::Returned {
            self.shapes.insert(run.shape);
            self.note_state(run);
        }
    }

    /// Notes that code which a run passed was not passed when its input was run again without a summary of the state.
    pub(crate) fn note_summarizing(&mut self, run: &RunResult, again: &RunResult) {
        if run.state != 0 {
            let only = run
                .coverage
                .iter()
                .filter(|point| again.coverage.binary_search(point).is_err());
            self.summarizing.extend(only);
        }
    }

    /// Notes the state that a run leaves.
    pub(crate) fn note_state(&mut self, run: &RunResult) {
        if run.state != 0 {
            self.states.insert(run.state);
        }
    }

    pub(crate) fn covered(&self) -> &BTreeSet<u32> {
        &self.covered
    }
}

/// Hashes of where and how a run ended. Messages that differ only in numbers have the same hash.
fn outcome_class(outcome: &Outcome) -> (u64, u64) {
    let text = |hash: u64, text: &str| {
        text.bytes()
            .fold(hash, |hash, byte| fold(hash, u64::from(byte)))
    };
    match outcome {
        Outcome::Returned => (1, 1),
        Outcome::Discarded => (2, 2),
        Outcome::TimedOut => (3, 3),
        Outcome::OutOfMemory => (4, 4),
        Outcome::StackOverflow => (5, 5),
        Outcome::Signalled { signal } => (6, fold(6, *signal as u64)),
        Outcome::Exited { code } => (7, fold(7, *code as u64)),
        Outcome::Corrupted(error) => {
            let place = fold(text(10, &error.place.file), u64::from(error.place.line));
            (place, text(place, error.what.name()))
        }
        // A broken law has no place.
        Outcome::Panicked(PanicInfo { law: Some(law), .. }) => {
            let class = fold(text(9, &law.name), breaker(law));
            (class, class)
        }
        Outcome::Panicked(panic) => {
            let location = fold(
                fold(text(8, &panic.file), u64::from(panic.line)),
                u64::from(panic.column),
            );
            (location, text(location, &message_class(&panic.message)))
        }
    }
}

/// A number for what breaks a law.
fn breaker(law: &BrokenLaw) -> u64 {
    match law.by {
        None => 0,
        Some(Breaker::Type(number)) => 1 + 2 * u64::from(number),
        Some(Breaker::Call(number)) => 2 + 2 * u64::from(number),
    }
}

/// A hash of an input, so that none is run twice.
pub(crate) fn input_hash(values: impl Iterator<Item = (u64, u64)>) -> u64 {
    values.fold(0, |hash, (key, value)| hash ^ fold(mix(key), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panicked(message: &str, line: u32) -> RunResult {
        let panic = PanicInfo {
            message: message.into(),
            file: "f".into(),
            line,
            column: 1,
            step: None,
            law: None,
        };
        RunResult {
            outcome: Outcome::Panicked(panic),
            choices: vec![],
            coverage: vec![],
            called: vec![],
            shape: 0,
            state: 0,
            text: String::new(),
            phase: 1,
            full: false,
            crowded: false,
            report: None,
            timed_out: false,
        }
    }

    #[test]
    fn messages_are_new_in_a_new_place_but_not_with_other_numbers_or_quotes() {
        let mut novelty = Novelty::default();
        assert_eq!(
            novelty.judge(&panicked("index 3 of 10 in `a`", 1)),
            Gain::Outcome
        );
        novelty.note(&panicked("index 3 of 10 in `a`", 1));
        assert_eq!(
            novelty.judge(&panicked("index 44 of 2 in `bcd`", 1)),
            Gain::None
        );
        assert_eq!(
            novelty.judge(&panicked("index 3 of 10 in `a`", 2)),
            Gain::Outcome
        );
        assert_eq!(novelty.judge(&panicked("range 3 of 10", 1)), Gain::Outcome);
    }

    fn returned(coverage: &[u32], state: u32) -> RunResult {
        RunResult {
            outcome: Outcome::Returned,
            coverage: coverage.to_vec(),
            state,
            ..panicked("", 1)
        }
    }

    #[test]
    fn a_state_is_new_once_and_code_that_summarizes_it_is_not_new() {
        let mut novelty = Novelty::default();
        novelty.note(&returned(&[1], 0));
        let with_state = returned(&[1, 2], 7);
        assert_eq!(novelty.judge(&with_state), Gain::Coverage);
        novelty.note_summarizing(&with_state, &returned(&[1], 0));
        assert_eq!(novelty.judge(&with_state), Gain::State);
        novelty.note_state(&with_state);
        assert_eq!(novelty.judge(&with_state), Gain::None);
        assert_eq!(novelty.judge(&returned(&[1, 3], 7)), Gain::Coverage);
    }

    #[test]
    fn each_broken_law_is_new_once() {
        let broken = |name: &str| {
            let mut run = panicked("a promise", 0);
            if let Outcome::Panicked(panic) = &mut run.outcome {
                panic.law = Some(BrokenLaw {
                    name: name.into(),
                    is_convention: false,
                    by: None,
                });
            }
            run
        };
        let mut novelty = Novelty::default();
        for name in ["a", "b", "c", "d", "e"] {
            assert_eq!(novelty.judge(&broken(name)), Gain::Outcome, "{name}");
            novelty.note(&broken(name));
        }
        assert_eq!(novelty.judge(&broken("c")), Gain::None);
    }

    #[test]
    fn code_passed_while_arguments_were_built_is_new_to_the_call() {
        let mut novelty = Novelty::default();
        let set_up = RunResult {
            outcome: Outcome::Returned,
            coverage: vec![1, 2],
            called: vec![1],
            ..panicked("", 0)
        };
        novelty.note(&set_up);
        assert_eq!(novelty.judge(&set_up), Gain::None);
        let called = RunResult {
            called: vec![1, 2],
            ..set_up
        };
        assert_eq!(novelty.judge(&called), Gain::Coverage);
    }

    #[test]
    fn coverage_outranks_shape() {
        let mut novelty = Novelty::default();
        let run = RunResult {
            outcome: Outcome::Returned,
            coverage: vec![1, 5],
            ..panicked("", 0)
        };
        assert_eq!(novelty.judge(&run), Gain::Coverage);
        novelty.note(&run);
        assert_eq!(novelty.judge(&run), Gain::None);
        assert_eq!(
            novelty.judge(&RunResult {
                shape: 9,
                state: 0,
                ..run.clone()
            }),
            Gain::Shape
        );
        assert_eq!(
            novelty.judge(&RunResult {
                outcome: Outcome::Discarded,
                coverage: vec![9],
                ..run
            }),
            Gain::None
        );
    }
}
