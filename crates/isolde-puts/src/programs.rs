//! The programs of a test target, which list its tests and run inputs.

use crate::error::PutsError;
use crate::input::Input;
use isolde_abi::protocol::{DESCRIBE, INLINE_CASE};
use isolde_explore::{ExploreError, RunResult};
use isolde_record::put::PutInfo;
use isolde_record::{Case, Deadline, Observation, Outcome, Tape};
use std::collections::BTreeSet;

/// Runs the programs of a test target. The thunk with number `i` is its `i`-th parameterized test.
pub trait Run {
    /// Runs a thunk that only reports something, as text, in the plain program.
    ///
    /// # Errors
    /// If the program cannot be run.
    fn tell(&mut self, thunk: u32) -> Result<RunResult, ExploreError>;

    /// Runs an input in a new plain process and renders it; `None` if it would change anything outside the process. A shorter time limit may be used if
    /// the run is expected not to end.
    ///
    /// # Errors
    /// If the program cannot be run.
    fn observe(
        &mut self,
        thunk: u32,
        tape: &Tape,
        expected: Option<&Outcome>,
    ) -> Result<Option<(Outcome, Observation)>, ExploreError>;

    /// Runs an input in the program with coverage.
    ///
    /// # Errors
    /// If the program cannot be run.
    fn cover(&mut self, thunk: u32, tape: &Tape) -> Result<RunResult, ExploreError>;

    /// The simplest input found until the deadline that ends as the case does and reaches these points.
    ///
    /// # Errors
    /// If the program cannot be run.
    fn simplest(
        &mut self,
        case: &Case,
        points: &BTreeSet<u32>,
        deadline: &Deadline,
    ) -> Result<Tape, ExploreError>;
}

/// The programs of a test target, which list its tests and run inputs.
pub struct Programs {
    runner: Box<dyn Run>,
    /// When to stop making inputs simpler.
    deadline: Deadline,
}

impl Programs {
    /// The programs that `runner` runs.
    pub fn new(runner: Box<dyn Run>) -> Programs {
        Programs {
            runner,
            deadline: Deadline::default(),
        }
    }

    /// The parameterized tests, in the order of their numbers.
    ///
    /// # Errors
    /// If the program cannot be run, or describes its tests in an unknown way.
    pub fn list(&mut self) -> Result<Vec<PutInfo>, PutsError> {
        let mut list = Vec::new();
        for index in 0..DESCRIBE {
            let run = self.runner.tell(DESCRIBE + index)?;
            if run.outcome != Outcome::Returned {
                break;
            }
            list.push(serde_json::from_str(&run.text).map_err(PutsError::Description)?);
        }
        Ok(list)
    }

    /// Runs an input in a new plain process; `None` if it would change anything outside the process.
    ///
    /// # Errors
    /// If the program cannot be run.
    pub(crate) fn observe(
        &mut self,
        test: u32,
        tape: &Tape,
        expected: Option<&Outcome>,
    ) -> Result<Option<Input>, ExploreError> {
        let observed = self.runner.observe(test, tape, expected)?;
        Ok(observed.map(|(outcome, observation)| Input::new(tape, &outcome, observation)))
    }

    /// Runs the inline cases of one of `tests`, which are all tests of the program, each in a new plain process; `None` for a case that would change
    /// anything outside the process.
    ///
    /// # Errors
    /// If the program cannot be run.
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
                let thunk = INLINE_CASE + number(index);
                let observed = self.runner.observe(thunk, &tape, None)?;
                Ok(observed.map(|(outcome, mut observation)| {
                    // A run that ended its process reported nothing.
                    observation.call.clone_from(text);
                    Input::new(&tape, &outcome, observation)
                }))
            })
            .collect()
    }

    /// Runs an input in the program with coverage.
    ///
    /// # Errors
    /// If the program cannot be run.
    pub(crate) fn cover(&mut self, test: u32, tape: &Tape) -> Result<RunResult, ExploreError> {
        self.runner.cover(test, tape)
    }

    /// Sets the time until which inputs are made simpler.
    pub fn set_deadline(&mut self, deadline: &Deadline) {
        self.deadline = deadline.clone();
    }

    /// Whether the user wants to stop.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.deadline.is_cancelled()
    }

    /// The simplest input found until the deadline that ends as the case does and reaches these points.
    ///
    /// # Errors
    /// If the program cannot be run.
    pub(crate) fn simplest(
        &mut self,
        case: &Case,
        points: &BTreeSet<u32>,
    ) -> Result<Tape, ExploreError> {
        self.runner.simplest(case, points, &self.deadline)
    }
}
