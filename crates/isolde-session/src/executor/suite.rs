//! Runs cases for the suite.

use super::minimize::traced;
use super::{ENDLESS_LIMIT, Executor, enter, limit_after};
use isolde_abi::shared::{ChoiceRecord, EXACT, RENDER};
use isolde_explore::{
    ExploreError, PathClass, Request, RunResult, around, boundaries, neighbours, vary,
};
use isolde_record::{Case, Deadline, Observation, Outcome, Tape, ThunkInfo};
use isolde_suite::{Keep, Notices, Observe, ProgramError, Soundness, SuiteError, Surroundings};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// Maximum number of runs spent on giving one case other values, and how many of these runs may exceed the time limit.
const RUNS_OF_VARIATION: u32 = 120;
const SLOW_VARIATIONS: u32 = 2;
/// Maximum number of neighbours of one case that are run.
const NEIGHBOURS: usize = 200;
/// Maximum number of runs spent on finding the boundaries next to one case.
const RUNS_TO_BOUNDARIES: u32 = 400;
/// Maximum number of repetitions of a case in one process, and the maximum time for them: in processor time, so that a busy machine does not reduce
/// their number, and on the clock, for cases that sleep.
const REPETITIONS: usize = 32;
const REPEATING: Duration = Duration::from_millis(60);
const WAITING: Duration = Duration::from_millis(500);

impl Observe for Executor {
    fn observe(
        &mut self,
        case: &Case,
        surroundings: Surroundings,
    ) -> Result<Option<(Outcome, Observation)>, SuiteError> {
        let worker = match surroundings {
            Surroundings::Usual => &mut self.plain,
            Surroundings::Backtraces => &mut self.backtraces,
            Surroundings::Elsewhere => &mut self.elsewhere,
        };
        let limit = (case.outcome == Outcome::TimedOut).then_some(ENDLESS_LIMIT);
        let observed = worker
            .get()
            .and_then(|worker| worker.observe(case.thunk, &case.tape, limit));
        observed.map_err(program)
    }

    fn repeat(&mut self, case: &Case) -> Result<Vec<(Outcome, Observation)>, SuiteError> {
        let worker = self.repeating.get().map_err(program)?;
        worker.retire().map_err(program)?;
        let started = Instant::now();
        let mut all = Vec::new();
        while all.len() < REPETITIONS
            && worker.processor_time() < REPEATING
            && started.elapsed() < WAITING
        {
            let observed = worker.observe(case.thunk, &case.tape, None);
            match observed.map_err(program)? {
                Some(observed) => all.push(observed),
                None => break,
            }
        }
        Ok(all)
    }

    fn checks_memory(&self) -> bool {
        self.checks.is_some()
    }

    fn check(&mut self, case: &Case, thunk: &ThunkInfo) -> Result<Soundness, SuiteError> {
        match &mut self.checks {
            Some(checks) => checks.check(case, thunk).map_err(program),
            None => Ok(Soundness::Unknown),
        }
    }

    fn panicking(&mut self, case: &Case, thunk: &ThunkInfo) -> Result<Vec<Case>, SuiteError> {
        match &mut self.checks {
            Some(checks) => checks.panicking(case, thunk).map_err(program),
            None => Ok(Vec::new()),
        }
    }

    fn draw_errors(
        &mut self,
        thunk: &ThunkInfo,
        deadline: &Deadline,
    ) -> Result<Vec<Case>, SuiteError> {
        match &mut self.checks {
            Some(checks) => checks.drawn(thunk, deadline).map_err(program),
            None => Ok(Vec::new()),
        }
    }

    fn minimize_error(
        &mut self,
        case: &Case,
        thunk: &ThunkInfo,
        deadline: &Deadline,
    ) -> Result<Case, SuiteError> {
        match &mut self.checks {
            Some(checks) => checks.minimized(case, thunk, deadline).map_err(program),
            None => Ok(case.clone()),
        }
    }

    fn minimize(
        &mut self,
        case: &Case,
        keep: &Keep,
        deadline: &Deadline,
    ) -> Result<Case, SuiteError> {
        let same = |run: &RunResult| does_the_same(case, &keep.coverage, run);
        self.minimized(case, &keep.path, &same, deadline)
            .map_err(program)
    }

    fn neighbours(&mut self, case: &Case, deadline: &Deadline) -> Result<Vec<Case>, SuiteError> {
        self.next_to(case, deadline, |choices| {
            neighbours(choices).take(NEIGHBOURS).collect()
        })
        .map_err(program)
    }

    fn around(&mut self, case: &Case, deadline: &Deadline) -> Result<Vec<Case>, SuiteError> {
        let mut cases = self.boundaries(case, deadline).map_err(program)?;
        let around = self.next_to(case, deadline, |choices| {
            around(choices).take(NEIGHBOURS).collect()
        });
        cases.extend(around.map_err(program)?);
        Ok(cases)
    }

    fn render(&mut self, case: &Case) -> Result<Option<(Outcome, Observation)>, SuiteError> {
        let worker = self.repeating.get().map_err(program)?;
        worker
            .observe(case.thunk, &case.tape, None)
            .map_err(program)
    }

    fn render_exactly(
        &mut self,
        case: &Case,
    ) -> Result<Option<(Outcome, Observation)>, SuiteError> {
        let worker = self.repeating.get().map_err(program)?;
        let run = worker
            .run(&Request {
                flags: RENDER | EXACT,
                ..Request::new(case.thunk, &case.tape)
            })
            .map_err(program)?;
        let observation = run.observation();
        Ok(observation.map(|observation| (run.outcome, observation)))
    }

    fn vary(
        &mut self,
        case: &Case,
        number: u64,
        deadline: &Deadline,
    ) -> Result<Option<Case>, SuiteError> {
        let coverage = self.coverage.get().map_err(program)?;
        let started = Instant::now();
        let first = coverage
            .run(&Request::new(case.thunk, &case.tape))
            .map_err(program)?;
        let limit = Some(limit_after(started.elapsed()));
        let mut slow = 0;
        let seed = u64::from(case.thunk) << 8 | number;
        let tape = vary(&first.choices, seed, RUNS_OF_VARIATION, |tape| {
            if slow >= SLOW_VARIATIONS || deadline.is_over() {
                return Ok(None);
            }
            let run = coverage.run(&Request {
                limit,
                ..Request::new(case.thunk, tape)
            })?;
            slow += u32::from(run.outcome.is_fatal());
            let passes = |point| run.called.binary_search(point).is_ok();
            let does = run.outcome == Outcome::Returned && case.called.iter().all(passes);
            Ok::<_, ExploreError>(does.then_some(run.choices))
        })
        .map_err(program)?;
        let Some(tape) = tape else { return Ok(None) };
        let run = coverage
            .run(&Request::new(case.thunk, &tape))
            .map_err(program)?;
        let mut varied = Case {
            tape,
            ..case.clone()
        };
        enter(&mut varied, &run);
        Ok((run.outcome == Outcome::Returned).then_some(varied))
    }

    fn draw(
        &mut self,
        thunk: u32,
        most: usize,
        deadline: &Deadline,
    ) -> Result<Vec<Case>, SuiteError> {
        self.drawn(thunk, most, deadline).map_err(program)
    }

    fn run_mutant(
        &mut self,
        case: &Case,
        mutant: Option<u32>,
    ) -> Result<Option<(Outcome, Observation)>, SuiteError> {
        let shown = self.shown(case.thunk, &case.tape, mutant);
        Ok(shown.map_err(program)?.map(|(shown, _)| shown))
    }

    fn minimize_noticing(
        &mut self,
        case: &Case,
        mutant: u32,
        notices: &Notices,
        deadline: &Deadline,
    ) -> Result<Case, SuiteError> {
        self.minimized_noticing(case, mutant, notices, deadline)
            .map_err(program)
    }

    fn path_classes(&mut self, case: &Case) -> Result<BTreeSet<PathClass>, SuiteError> {
        let symbolic = self.symbolic.get().map_err(program)?;
        traced(symbolic, &self.sites, case.thunk, &case.tape).map_err(program)
    }
}

impl Executor {
    /// The cases on both sides of the boundaries next to a case.
    fn boundaries(&mut self, case: &Case, deadline: &Deadline) -> Result<Vec<Case>, ExploreError> {
        if case.outcome.is_fatal() {
            return Ok(Vec::new());
        }
        let started = Instant::now();
        let coverage = self.coverage.get()?;
        let first = coverage.run(&Request::new(case.thunk, &case.tape))?;
        let limit = Some(limit_after(started.elapsed()));
        let (mut left, mut slow) = (RUNS_TO_BOUNDARIES, 0);
        let mut runs: BTreeMap<Tape, Case> = BTreeMap::new();
        let tapes = boundaries(&first.choices, |tape| {
            if left == 0 || slow >= SLOW_VARIATIONS || deadline.is_over() {
                return Ok::<_, ExploreError>(None);
            }
            left -= 1;
            let run = coverage.run(&Request {
                limit,
                ..Request::new(case.thunk, tape)
            })?;
            slow += u32::from(run.outcome.is_fatal());
            let mut beside = Case {
                tape: tape.clone(),
                ..case.clone()
            };
            enter(&mut beside, &run);
            let is_same = case.outcome.ends_like(&beside.outcome);
            runs.insert(tape.clone(), beside);
            Ok(Some(is_same))
        })?;
        Ok(tapes.iter().filter_map(|tape| runs.remove(tape)).collect())
    }

    /// Runs the inputs that `tapes` makes of a case's choices.
    fn next_to(
        &mut self,
        case: &Case,
        deadline: &Deadline,
        tapes: impl Fn(&[ChoiceRecord]) -> Vec<Tape>,
    ) -> Result<Vec<Case>, ExploreError> {
        let started = Instant::now();
        let coverage = self.coverage.get()?;
        let run = coverage.run(&Request::new(case.thunk, &case.tape))?;
        let limit = Some(limit_after(started.elapsed()));
        let mut cases = Vec::new();
        let mut slow = 0;
        for tape in tapes(&run.choices) {
            if deadline.is_over() || slow >= SLOW_VARIATIONS {
                break;
            }
            let run = coverage.run(&Request {
                limit,
                ..Request::new(case.thunk, &tape)
            })?;
            slow += u32::from(run.timed_out);
            let mut neighbour = Case {
                tape,
                ..case.clone()
            };
            enter(&mut neighbour, &run);
            cases.push(neighbour);
        }
        Ok(cases)
    }
}

/// Whether a run ends as the case does and reaches all points of `coverage`.
fn does_the_same(case: &Case, coverage: &BTreeSet<u32>, run: &RunResult) -> bool {
    // After a law was found broken, it does not matter which call came last.
    let is_check = matches!(&case.outcome, Outcome::Panicked(panic) if panic.step.is_none());
    case.outcome.ends_like(&run.outcome)
        && (is_check || run.shape == case.shape)
        && coverage.iter().all(|point| {
            // A point that was reached during the call must be reached during the call again; reaching it while the receiver is made does not count.
            let was_called = case.called.binary_search(point).is_ok();
            let passed = if was_called {
                &run.called
            } else {
                &run.coverage
            };
            passed.binary_search(point).is_ok()
        })
}

fn program(error: ExploreError) -> SuiteError {
    if let ExploreError::Cancelled = error {
        return SuiteError::Cancelled;
    }
    SuiteError::Program(ProgramError {
        fault: error.fault(),
        source: Box::new(error),
    })
}
