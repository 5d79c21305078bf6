//! Runs cases for the suite: observed in the plain program, minimized in the one with coverage, their paths compared in the symbolic one.

use crate::search;
use isolde_abi::shared::TRACE;
use isolde_build::Programs;
use isolde_explore::{
    ExploreError, PathClass, Request, RunResult, Sites, Worker, WorkerOptions, neighbours,
    path_classes, try_minimize, vary,
};
use isolde_record::{Case, Deadline, Observation, Outcome, Tape};
use isolde_suite::{Keep, Observe, ProgramError, SuiteError, Surroundings};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Most runs spent on making one case simpler.
const RUNS: u32 = 600;
/// The same for cases that kill their process.
const RUNS_OF_FATAL: u32 = 100;
/// The same for cases that run into the time limit, and most runs of them that may do so.
const RUNS_OF_ENDLESS: u32 = 100;
const ENDLESS: u32 = 10;
/// The limit of these runs, and of those that are observed: a case that runs into the usual limit runs into this one.
const ENDLESS_LIMIT: Duration = Duration::from_millis(100);
/// Other runs may take so many times as long as the run of the case itself, but never less than this.
const MARGIN: u32 = 5;
const SHORTEST_LIMIT: Duration = Duration::from_millis(50);
/// The same for cases that are kept for their path, which is traced each time.
const RUNS_OF_PATH: u32 = 100;
/// Most runs spent on giving one case other values, and most of them that may run into the time limit.
const RUNS_OF_VARIATION: u32 = 120;
const SLOW_VARIATIONS: u32 = 2;
/// Most neighbours of one case that are run.
const NEIGHBOURS: usize = 200;
/// Most path conditions of a trace.
const PATH_LIMIT: u32 = 4096;
/// Most repetitions of a case in one process, and most time for them.
const REPETITIONS: usize = 32;
const REPEATING: Duration = Duration::from_millis(30);
/// What is minimized to run into the limit must still run for so long: tests of findings are given less.
const FOREVER: Duration = Duration::from_millis(2500);

/// The programs, running.
pub struct Executor {
    confined: bool,
    cancelled: Arc<AtomicBool>,
    scratch: PathBuf,
    program: PathBuf,
    plain: Worker,
    elsewhere: Worker,
    backtraces: Worker,
    repeating: Worker,
    coverage: Worker,
    symbolic: Worker,
    sites: Sites,
}

impl Executor {
    /// Starts the programs; their runs end when `cancelled` is set.
    ///
    /// # Errors
    /// Those of [`Worker::start`].
    pub fn start(
        programs: &Programs,
        sandbox: bool,
        cancelled: &Arc<AtomicBool>,
        scratch: &Path,
    ) -> Result<Executor, ExploreError> {
        let options = |program: &Path, name: &str| WorkerOptions {
            sandbox,
            cancelled: Arc::clone(cancelled),
            ..WorkerOptions::new(program.to_owned(), scratch.join(name))
        };
        let elsewhere = WorkerOptions {
            elsewhere: true,
            ..options(&programs.plain, "elsewhere").observing()
        };
        let backtraces = WorkerOptions {
            backtraces: true,
            ..options(&programs.plain, "backtraces").observing()
        };
        let repeating = WorkerOptions {
            fresh: false,
            ..options(&programs.plain, "repeating").observing()
        };
        Ok(Executor {
            confined: sandbox,
            cancelled: Arc::clone(cancelled),
            scratch: scratch.to_owned(),
            program: programs.coverage.clone(),
            plain: Worker::start(options(&programs.plain, "plain").observing())?,
            elsewhere: Worker::start(elsewhere)?,
            backtraces: Worker::start(backtraces)?,
            repeating: Worker::start(repeating)?,
            coverage: Worker::start(options(&programs.coverage, "minimize"))?,
            symbolic: Worker::start(options(&programs.symbolic, "paths").symbolic())?,
            sites: search::sites(&programs.map),
        })
    }

    /// The simplest input found until the deadline that does the same as far as `coverage` and `path` tell.
    fn minimized(
        &mut self,
        case: &Case,
        keep: &Keep,
        deadline: &Deadline,
    ) -> Result<Case, ExploreError> {
        let is_endless = case.outcome == Outcome::TimedOut;
        let runs = match case.outcome {
            Outcome::TimedOut | Outcome::OutOfMemory => RUNS_OF_ENDLESS,
            _ if case.outcome.is_fatal() => RUNS_OF_FATAL,
            _ if !keep.path.is_empty() => RUNS_OF_PATH,
            _ => RUNS,
        };
        let mut slow = 0;
        let mut best = case.clone();
        let mut limit = is_endless.then_some(ENDLESS_LIMIT);
        let (coverage, symbolic) = (&mut self.coverage, &mut self.symbolic);
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
            // The first run is that of the case itself.
            limit = limit.or_else(|| Some(limit_after(started.elapsed())));
            slow += u32::from(matches!(
                run.outcome,
                Outcome::TimedOut | Outcome::OutOfMemory
            ));
            let does = does_the_same(case, &keep.coverage, &run)
                && (keep.path.is_empty()
                    || keep
                        .path
                        .is_subset(&traced(symbolic, sites, case.thunk, tape)?));
            if !does {
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
    fn lasts(&self, case: &Case) -> Result<bool, ExploreError> {
        let mut options = WorkerOptions::new(self.program.clone(), self.scratch.join("forever"));
        options.sandbox = self.confined;
        options.cancelled = Arc::clone(&self.cancelled);
        options.run_limit = FOREVER;
        let run = Worker::start(options)?.run(&Request::new(case.thunk, &case.tape))?;
        Ok(run.outcome == Outcome::TimedOut)
    }
}

/// The limit for runs of inputs like one whose run took so long.
fn limit_after(took: Duration) -> Duration {
    (took * MARGIN).max(SHORTEST_LIMIT)
}

/// The classes of the branches on the path of an input.
fn traced(
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

/// Enters what a run did.
fn enter(case: &mut Case, run: &RunResult) {
    case.outcome.clone_from(&run.outcome);
    case.coverage.clone_from(&run.coverage);
    case.called.clone_from(&run.called);
    case.choices = u32::try_from(run.choices.len()).unwrap_or(u32::MAX);
    case.shape = run.shape;
}

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
        worker
            .observe(case.thunk, &case.tape, limit)
            .map_err(program)
    }

    fn repeat(&mut self, case: &Case) -> Result<Vec<(Outcome, Observation)>, SuiteError> {
        self.repeating.retire().map_err(program)?;
        let started = Instant::now();
        let mut all = Vec::new();
        while all.len() < REPETITIONS && started.elapsed() < REPEATING {
            let observed = self.repeating.observe(case.thunk, &case.tape, None);
            match observed.map_err(program)? {
                Some(observed) => all.push(observed),
                None => break,
            }
        }
        Ok(all)
    }

    fn minimize(
        &mut self,
        case: &Case,
        keep: &Keep,
        deadline: &Deadline,
    ) -> Result<Case, SuiteError> {
        self.minimized(case, keep, deadline).map_err(program)
    }

    fn neighbours(&mut self, case: &Case, deadline: &Deadline) -> Result<Vec<Case>, SuiteError> {
        let started = Instant::now();
        let run = self
            .coverage
            .run(&Request::new(case.thunk, &case.tape))
            .map_err(program)?;
        let limit = Some(limit_after(started.elapsed()));
        let mut cases = Vec::new();
        let mut slow = 0;
        for tape in neighbours(&run.choices).take(NEIGHBOURS) {
            if deadline.is_over() || slow >= SLOW_VARIATIONS {
                break;
            }
            let run = self
                .coverage
                .run(&Request {
                    limit,
                    ..Request::new(case.thunk, &tape)
                })
                .map_err(program)?;
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

    fn vary(
        &mut self,
        case: &Case,
        number: u64,
        deadline: &Deadline,
    ) -> Result<Option<Case>, SuiteError> {
        let coverage = &mut self.coverage;
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

    fn path_classes(&mut self, case: &Case) -> Result<BTreeSet<PathClass>, SuiteError> {
        traced(&mut self.symbolic, &self.sites, case.thunk, &case.tape).map_err(program)
    }
}

/// Whether a run ends as the case does and reaches all that is wanted.
fn does_the_same(case: &Case, coverage: &BTreeSet<u32>, run: &RunResult) -> bool {
    case.outcome.ends_like(&run.outcome)
        && run.shape == case.shape
        && coverage.iter().all(|point| {
            // What the call passed it must pass still; making the receiver does not stand in for it.
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
