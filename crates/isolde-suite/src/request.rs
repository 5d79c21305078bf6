//! What a suite is made of, and how its cases are run: the vocabulary of all steps.

use crate::SuiteError;
use crate::workspace::Workspace;
use isolde_record::{Case, Deadline, Observation, Outcome, ThunkInfo};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

/// What a case must not lose by being minimized.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keep {
    /// Coverage points that it reaches.
    pub coverage: BTreeSet<u32>,
    /// Branches that its path takes, as [`Observe::path_classes`] gives them.
    pub path: BTreeSet<PathClass>,
}

/// A class of branches on a path: how often such a branch was taken before, and which it is.
pub type PathClass = (u8, u64);

/// The surroundings of a process in which a case is observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surroundings {
    /// Those of the machine.
    Usual,
    /// The same, and to make backtraces.
    Backtraces,
    /// Another day, another machine, another environment.
    Elsewhere,
}

/// Runs cases. Implemented over the worker of the exploration.
pub trait Observe {
    /// Runs the case in an uninstrumented process started anew and renders it. `None` if it tried to change files, start processes or use
    /// the network, or elsewhere looked for files: no test may do that.
    fn observe(
        &mut self,
        case: &Case,
        surroundings: Surroundings,
    ) -> Result<Option<(Outcome, Observation)>, SuiteError>;
    /// Runs the case several times in one process, which is started anew before the first.
    fn repeat(&mut self, case: &Case) -> Result<Vec<(Outcome, Observation)>, SuiteError>;
    /// The simplest case of the same thunk, found until the deadline, that ends the same way and keeps what it must; the case itself if no simpler one
    /// is found.
    fn minimize(
        &mut self,
        case: &Case,
        keep: &Keep,
        deadline: &Deadline,
    ) -> Result<Case, SuiteError>;
    /// What the inputs one step simpler than a minimal case do; those that were run until the deadline.
    fn neighbours(&mut self, case: &Case, deadline: &Deadline) -> Result<Vec<Case>, SuiteError>;
    /// A case of the same thunk that passes the same code, and perhaps more, with other values, more of them and few alike: one of several, by
    /// `number`; `None` if there is none, or none was found until the deadline.
    fn vary(
        &mut self,
        case: &Case,
        number: u64,
        deadline: &Deadline,
    ) -> Result<Option<Case>, SuiteError>;
    /// The classes of the branches on a case's path, those of branches taken for the first time first: cases with equal ones took paths of one kind.
    fn path_classes(&mut self, case: &Case) -> Result<BTreeSet<PathClass>, SuiteError>;
}

/// The place of a coverage point.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// File relative to the package root.
    pub file: String,
    /// Line.
    pub line: u32,
}

impl Location {
    /// Whether it lies in the function that a thunk calls.
    pub fn is_inside(&self, thunk: &ThunkInfo) -> bool {
        self.file == thunk.file && (thunk.line..=thunk.end_line).contains(&self.line)
    }
}

/// What to make a suite of.
pub struct SuiteRequest<'a> {
    /// The thunks.
    pub thunks: &'a [ThunkInfo],
    /// What was explored.
    pub cases: &'a [Case],
    /// Place of each coverage point.
    pub coverage: &'a [Location],
    /// The package, as it is built and its tests are run.
    pub workspace: Workspace<'a>,
    /// Name of its library crate.
    pub crate_name: &'a str,
    /// Edition of the package: `2015` … `2024`.
    pub edition: &'a str,
    /// Where the tests go.
    pub out: &'a Path,
    /// Root file of the library, if tests of private functions are to go beside its modules.
    pub in_place: Option<&'a Path>,
    /// The whole time of the command, of which the deadline is the end.
    pub time: Duration,
}

/// Whether to go on: the error if the user wants to stop.
pub(crate) fn go_on(deadline: &Deadline) -> Result<(), SuiteError> {
    if deadline.is_cancelled() {
        Err(SuiteError::Cancelled)
    } else {
        Ok(())
    }
}
