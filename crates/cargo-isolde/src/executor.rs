//! Runs cases for the suite: observed in the plain program, minimized in the one with coverage.

use isolde_abi::shared::RENDER;
use isolde_explore::sandbox::ACTS_OUTSIDE;
use isolde_explore::{ExploreError, Request, RunResult, Worker, WorkerOptions, minimize};
use isolde_record::{Case, Observation, Outcome};
use isolde_suite::{Observe, SuiteError};
use std::collections::BTreeSet;
use std::path::Path;

/// Most runs spent on making one case simpler.
const RUNS: u32 = 600;
/// The same for cases that kill their process.
const RUNS_OF_FATAL: u32 = 100;
/// The same for cases that run into the time limit.
const RUNS_OF_ENDLESS: u32 = 12;

/// Name of the folder of the program that is told of other surroundings.
const ELSEWHERE: &str = "elsewhere";

/// Both programs, running.
pub struct Executor {
    confined: bool,
    plain: Worker,
    elsewhere: Worker,
    coverage: Worker,
}

impl Executor {
    /// Starts the programs.
    ///
    /// # Errors
    /// Those of [`Worker::start`].
    pub fn start(
        plain: &Path,
        coverage: &Path,
        sandbox: bool,
        scratch: &Path,
    ) -> Result<Executor, ExploreError> {
        let start = |program: &Path, name: &str, strict: bool| {
            let mut options = WorkerOptions::new(program.to_owned(), scratch.join(name));
            options.sandbox = sandbox;
            options.strict = strict;
            // Each case is observed in a process of its own.
            options.fresh = strict;
            options.elsewhere = name == ELSEWHERE;
            Worker::start(options)
        };
        Ok(Executor {
            confined: sandbox,
            // What the sandbox refuses must not be taken for the function's behaviour, nor be done by a test.
            plain: start(plain, "plain", true)?,
            elsewhere: start(plain, ELSEWHERE, true)?,
            coverage: start(coverage, "minimize", false)?,
        })
    }
}

impl Observe for Executor {
    fn observe(&mut self, case: &Case) -> Result<Option<(Outcome, Observation)>, SuiteError> {
        observe(&mut self.plain, self.confined, case)
    }

    fn observe_elsewhere(
        &mut self,
        case: &Case,
    ) -> Result<Option<(Outcome, Observation)>, SuiteError> {
        observe(&mut self.elsewhere, self.confined, case)
    }

    fn minimize(&mut self, case: &Case, coverage: &BTreeSet<u32>) -> Result<Case, SuiteError> {
        let runs = match case.outcome {
            Outcome::TimedOut | Outcome::OutOfMemory => RUNS_OF_ENDLESS,
            _ if case.outcome.is_fatal() => RUNS_OF_FATAL,
            _ => RUNS,
        };
        let mut failure = None;
        let mut best = case.clone();
        let worker = &mut self.coverage;
        best.tape = minimize(&case.tape, runs, &mut |tape| match worker
            .run(&Request::new(case.thunk, tape))
        {
            Ok(run) if does_the_same(case, coverage, &run) => {
                best.outcome.clone_from(&run.outcome);
                best.coverage.clone_from(&run.coverage);
                best.choices = u32::try_from(run.choices.len()).unwrap_or(u32::MAX);
                Some(run.choices)
            }
            Ok(_) => None,
            Err(error) => {
                failure.get_or_insert(error);
                None
            }
        });
        match failure {
            Some(error) => Err(program(error)),
            None => Ok(best),
        }
    }
}

fn observe(
    worker: &mut Worker,
    confined: bool,
    case: &Case,
) -> Result<Option<(Outcome, Observation)>, SuiteError> {
    let request = Request {
        flags: RENDER,
        ..Request::new(case.thunk, &case.tape)
    };
    let run = worker.run(&request).map_err(program)?;
    let observation = run.observation().unwrap_or_default();
    Ok(match run.outcome {
        Outcome::Signalled { signal } if confined && signal == ACTS_OUTSIDE => None,
        outcome => Some((outcome, observation)),
    })
}

/// Whether a run ends as the case does and reaches all that is wanted.
fn does_the_same(case: &Case, coverage: &BTreeSet<u32>, run: &RunResult) -> bool {
    let ends_alike = match (&case.outcome, &run.outcome) {
        // Messages may name values, which change as the input gets simpler.
        (Outcome::Panicked(old), Outcome::Panicked(new)) => {
            (&old.file, old.line, old.column) == (&new.file, new.line, new.column)
        }
        (old, new) => old == new,
    };
    ends_alike
        && run.shape == case.shape
        && coverage
            .iter()
            .all(|point| run.coverage.binary_search(point).is_ok())
}

fn program(error: ExploreError) -> SuiteError {
    SuiteError::Program(error.to_string())
}
