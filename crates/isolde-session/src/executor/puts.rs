//! Runs inputs of parameterized tests.

use super::{ENDLESS_LIMIT, Executor};
use isolde_explore::{ExploreError, Request, RunResult};
use isolde_puts::Run;
use isolde_record::{Case, Deadline, Observation, Outcome, Tape};
use std::collections::BTreeSet;

impl Run for Executor {
    fn tell(&mut self, thunk: u32) -> Result<RunResult, ExploreError> {
        let nothing = Tape::default();
        self.plain.get()?.run(&Request::new(thunk, &nothing))
    }

    fn observe(
        &mut self,
        thunk: u32,
        tape: &Tape,
        expected: Option<&Outcome>,
    ) -> Result<Option<(Outcome, Observation)>, ExploreError> {
        let limit = (expected == Some(&Outcome::TimedOut)).then_some(ENDLESS_LIMIT);
        self.plain.get()?.observe(thunk, tape, limit)
    }

    fn cover(&mut self, thunk: u32, tape: &Tape) -> Result<RunResult, ExploreError> {
        self.coverage.get()?.run(&Request::new(thunk, tape))
    }

    fn simplest(
        &mut self,
        case: &Case,
        points: &BTreeSet<u32>,
        deadline: &Deadline,
    ) -> Result<Tape, ExploreError> {
        let does_the_same = |run: &RunResult| {
            let mut points = points.iter();
            case.outcome.ends_like(&run.outcome)
                && points.all(|point| run.coverage.binary_search(point).is_ok())
        };
        let case = self.minimized(case, &BTreeSet::new(), &does_the_same, deadline)?;
        Ok(case.tape)
    }
}
