//! Counts of what the searches have found so far, from which the time for the rest of the command is estimated.

use isolde_record::{Case, Outcome};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Cases of one function from which on more become tests only if they show new code.
const REPRESENTATIVES: usize = 12;

/// Counts that all searches add to, also in the middle of a turn.
#[derive(Debug, Default)]
pub(crate) struct Tally(Mutex<Counts>);

#[derive(Debug, Default)]
struct Counts {
    /// Coverage points that the calls of some case pass.
    called: BTreeSet<u32>,
    /// Cases that will be tests, by thunk.
    tests: BTreeMap<u32, usize>,
    /// Thunks with the shapes of their results.
    shapes: BTreeSet<(u32, u64)>,
    endless: usize,
    runs: Duration,
}

impl Tally {
    /// Counts a case, whose function's runs take so long on average. That many tests are enough to show all code and some outcomes of each function; a few less
    /// may be, since a later case may show what several earlier ones do.
    pub(super) fn add(&self, case: &Case, run: Duration) {
        let mut counts = self.lock();
        if case.outcome == Outcome::TimedOut {
            counts.endless += 1;
            return;
        }
        let before = counts.called.len();
        counts.called.extend(&case.called);
        let shows_code = counts.called.len() > before;
        let has_new_shape = counts.shapes.insert((case.thunk, case.shape));
        let tests = counts.tests.entry(case.thunk).or_default();
        if shows_code || (has_new_shape && *tests < REPRESENTATIVES) {
            *tests += 1;
            counts.runs += run;
        }
    }

    /// Cases that will be tests.
    pub(crate) fn tests(&self) -> usize {
        self.lock().tests.values().sum()
    }

    /// Cases that run for ever.
    pub(crate) fn endless(&self) -> usize {
        self.lock().endless
    }

    /// The time of one run of each case that will be a test, together.
    pub(crate) fn runs(&self) -> Duration {
        self.lock().runs
    }

    /// Counts are whole at any time: a thread that panicked does not matter.
    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_record::Tape;

    const RUN: Duration = Duration::from_micros(100);

    fn case(thunk: u32, outcome: Outcome, called: &[u32], shape: u64) -> Case {
        Case {
            thunk,
            tape: Tape::default(),
            outcome,
            coverage: called.to_vec(),
            called: called.to_vec(),
            shape,
            choices: 0,
            run: 0,
        }
    }

    #[test]
    fn code_that_another_function_has_shown_asks_for_few_more_tests() {
        let tally = Tally::default();
        for point in 0..20 {
            tally.add(&case(0, Outcome::Returned, &[point], 7), RUN);
        }
        assert_eq!(tally.tests(), 20);
        for point in 0..20 {
            let shape = u64::from(point);
            tally.add(&case(1, Outcome::Returned, &[point], shape), RUN);
            tally.add(&case(1, Outcome::Returned, &[point], shape), RUN);
        }
        assert_eq!(tally.tests(), 20 + REPRESENTATIVES);
        assert_eq!(tally.runs(), RUN * (20 + REPRESENTATIVES as u32));
        tally.add(&case(1, Outcome::Returned, &[7, 20], 7), RUN);
        assert_eq!(tally.tests(), 21 + REPRESENTATIVES);
    }

    #[test]
    fn cases_that_never_end_are_counted_apart() {
        let tally = Tally::default();
        tally.add(&case(0, Outcome::TimedOut, &[1], 7), RUN);
        assert_eq!(
            (tally.tests(), tally.endless(), tally.runs()),
            (0, 1, Duration::ZERO)
        );
    }
}
