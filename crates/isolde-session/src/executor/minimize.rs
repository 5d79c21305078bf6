//! Makes cases simpler: fewer and smaller choices that still show the same behaviour.

use super::{ENDLESS_LIMIT, Executor, LazyWorker, enter, limit_after};
use isolde_abi::shared::TRACE;
use isolde_explore::{
    ExploreError, PathClass, Request, RunResult, Sites, Worker, path_classes, try_minimize,
};
use isolde_record::{Case, Deadline, Outcome, Tape};
use std::collections::BTreeSet;
use std::time::Instant;

/// Maximum number of runs spent on making one case simpler.
const RUNS: u32 = 600;
/// The same for cases that kill their process.
const RUNS_OF_FATAL: u32 = 100;
/// The same for cases that run into the time limit, and how many of these runs may run into it.
const RUNS_OF_ENDLESS: u32 = 100;
const ENDLESS: u32 = 10;
/// The same for cases that are kept for their path, which has to be traced in each run.
const RUNS_OF_PATH: u32 = 100;
/// Maximum number of path conditions in a trace.
const PATH_LIMIT: u32 = 4096;

impl Executor {
    /// The simplest input found until the deadline that behaves as the case does and takes the branches of `path`.
    pub(super) fn minimized(
        &mut self,
        case: &Case,
        path: &BTreeSet<PathClass>,
        does_the_same: &dyn Fn(&RunResult) -> bool,
        deadline: &Deadline,
    ) -> Result<Case, ExploreError> {
        let is_endless = case.outcome == Outcome::TimedOut;
        let runs = match case.outcome {
            Outcome::TimedOut | Outcome::OutOfMemory => RUNS_OF_ENDLESS,
            _ if case.outcome.is_fatal() => RUNS_OF_FATAL,
            _ if !path.is_empty() => RUNS_OF_PATH,
            _ => RUNS,
        };
        let mut slow = 0;
        let mut best = case.clone();
        let mut limit = is_endless.then_some(ENDLESS_LIMIT);
        let (coverage, symbolic) = (self.coverage.get()?, &mut self.symbolic);
        let sites = &self.sites;
        best.tape = try_minimize(&case.tape, runs, |tape| {
            if slow >= ENDLESS || deadline.is_over() {
                return Ok(None);
            }
            let started = Instant::now();
            let run = coverage.run(&Request {
                limit,
                ..Request::new(case.thunk, tape)
            })?;
            // The first run is that of the case itself, from which the limit of the others follows.
            limit = limit.or_else(|| Some(limit_after(started.elapsed())));
            slow += u32::from(matches!(
                run.outcome,
                Outcome::TimedOut | Outcome::OutOfMemory
            ));
            let is_on_path = |symbolic: &mut LazyWorker| {
                let own = traced(symbolic.get()?, sites, case.thunk, tape)?;
                Ok::<_, ExploreError>(path.is_subset(&own))
            };
            if !does_the_same(&run) || !path.is_empty() && !is_on_path(symbolic)? {
                return Ok(None);
            }
            enter(&mut best, &run);
            Ok::<_, ExploreError>(Some(run.choices))
        })?;
        if is_endless && best.tape != case.tape && !self.lasts(&best)? {
            return Ok(case.clone());
        }
        Ok(best)
    }

    /// Whether a case runs on for much longer than the usual limit.
    fn lasts(&mut self, case: &Case) -> Result<bool, ExploreError> {
        let request = Request::new(case.thunk, &case.tape);
        let run = self.patient.get()?.run(&request)?;
        Ok(run.outcome == Outcome::TimedOut)
    }
}

/// The classes of the branches on the path of an input.
pub(super) fn traced(
    symbolic: &mut Worker,
    sites: &Sites,
    thunk: u32,
    tape: &Tape,
) -> Result<BTreeSet<PathClass>, ExploreError> {
    symbolic.run(&Request {
        flags: TRACE,
        path_limit: PATH_LIMIT,
        ..Request::new(thunk, tape)
    })?;
    Ok(path_classes(&symbolic.trace(), sites))
}
