//! The programs of a test target: asked for its tests, and run with inputs.

use crate::error::PutsError;
use crate::input::Input;
use isolde_abi::protocol::{DESCRIBE, INLINE_CASE};
use isolde_explore::{ExploreError, Request, RunResult, Worker, WorkerOptions, try_minimize};
use isolde_record::put::PutInfo;
use isolde_record::{Deadline, Outcome, Tape};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Most runs spent on making an input simpler.
const RUNS: u32 = 600;
/// The same for inputs that kill their process.
const RUNS_OF_FATAL: u32 = 100;
/// The same for inputs that run into a limit.
const RUNS_OF_ENDLESS: u32 = 12;

/// The plain program and the one with coverage, running.
pub struct Programs {
    plain: Worker,
    coverage: Worker,
    /// When inputs are no longer made simpler.
    deadline: Deadline,
}

impl Programs {
    /// Starts them; their runs end when `cancelled` is set.
    ///
    /// # Errors
    /// Those of [`Worker::start`].
    pub fn start(
        plain: &Path,
        coverage: &Path,
        sandbox: bool,
        cancelled: &Arc<AtomicBool>,
        scratch: &Path,
    ) -> Result<Programs, ExploreError> {
        let options = |program: &Path, name: &str| WorkerOptions {
            sandbox,
            cancelled: Arc::clone(cancelled),
            ..WorkerOptions::new(program.to_owned(), scratch.join(name))
        };
        Ok(Programs {
            plain: Worker::start(options(plain, "plain").observing())?,
            coverage: Worker::start(options(coverage, "minimize"))?,
            deadline: Deadline::default(),
        })
    }

    /// The parameterized tests, in the order of their numbers.
    ///
    /// # Errors
    /// The program cannot be run, or describes its tests in an unknown way.
    pub fn list(&mut self) -> Result<Vec<PutInfo>, PutsError> {
        let mut list = Vec::new();
        for index in 0..DESCRIBE {
            let run = self
                .plain
                .run(&Request::new(DESCRIBE + index, &Tape::default()))?;
            if run.outcome != Outcome::Returned {
                break;
            }
            list.push(serde_json::from_str(&run.text).map_err(PutsError::Description)?);
        }
        Ok(list)
    }

    /// Runs an input in a fresh plain process; `None` if it would change anything outside of it.
    ///
    /// # Errors
    /// The program cannot be run.
    pub fn observe(&mut self, test: u32, tape: &Tape) -> Result<Option<Input>, ExploreError> {
        let observed = self.plain.observe(test, tape, None)?;
        Ok(observed.map(|(outcome, observation)| Input::new(tape, &outcome, observation)))
    }

    /// Runs the inline cases of one of `tests`, all of the program, each in a fresh plain process; `None` for a case that would change anything
    /// outside of it.
    ///
    /// # Errors
    /// The program cannot be run.
    pub fn inline_cases(
        &mut self,
        test: u32,
        tests: &[PutInfo],
    ) -> Result<Vec<Option<Input>>, ExploreError> {
        let (before, rest) = tests.split_at(test as usize);
        let first: usize = before.iter().map(|info| info.cases.len()).sum();
        let cases = rest.first().map_or(&[][..], |info| &info.cases);
        let number = |index: usize| u32::try_from(first + index).unwrap_or(u32::MAX - INLINE_CASE);
        let tape = Tape::default();
        cases
            .iter()
            .enumerate()
            .map(|(index, text)| {
                let observed = self
                    .plain
                    .observe(INLINE_CASE + number(index), &tape, None)?;
                Ok(observed.map(|(outcome, mut observation)| {
                    // A run that ended its process said nothing.
                    observation.call.clone_from(text);
                    Input::new(&tape, &outcome, observation)
                }))
            })
            .collect()
    }

    /// Runs an input with coverage.
    ///
    /// # Errors
    /// The program cannot be run.
    pub fn cover(&mut self, test: u32, tape: &Tape) -> Result<RunResult, ExploreError> {
        self.coverage.run(&Request::new(test, tape))
    }

    /// Inputs are made simpler until then.
    pub fn set_deadline(&mut self, deadline: &Deadline) {
        self.deadline = deadline.clone();
    }

    /// Whether the user wants to stop.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.deadline.is_cancelled()
    }

    /// The simplest input found until the deadline that ends as `outcome` does and passes the points of `coverage`.
    ///
    /// # Errors
    /// The program cannot be run.
    pub fn simplest(
        &mut self,
        test: u32,
        tape: &Tape,
        outcome: &Outcome,
        coverage: &BTreeSet<u32>,
    ) -> Result<Tape, ExploreError> {
        let runs = match outcome {
            Outcome::TimedOut | Outcome::OutOfMemory => RUNS_OF_ENDLESS,
            _ if outcome.is_fatal() => RUNS_OF_FATAL,
            _ => RUNS,
        };
        try_minimize(tape, runs, |tape| {
            if self.deadline.is_over() {
                return Ok(None);
            }
            let run = self.coverage.run(&Request::new(test, tape))?;
            Ok(does_the_same(outcome, coverage, &run).then_some(run.choices))
        })
    }
}

fn does_the_same(outcome: &Outcome, coverage: &BTreeSet<u32>, run: &RunResult) -> bool {
    outcome.ends_like(&run.outcome)
        && coverage
            .iter()
            .all(|point| run.coverage.binary_search(point).is_ok())
}
