//! What a suite is made from, and how its cases are run: the types that all steps share.

use crate::SuiteError;
use crate::workspace::Workspace;
use isolde_record::{Case, Deadline, Documented, MemoryError, Observation, Outcome, ThunkInfo};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What minimizing a case must preserve.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keep {
    /// Coverage points that the case must reach.
    pub coverage: BTreeSet<u32>,
    /// Branches that its path must take, as [`Observe::path_classes`] gives them.
    pub path: BTreeSet<PathClass>,
}

/// A class of branches on a path: how often the branch went the same way before, the number of its site, and whether it is taken.
pub type PathClass = (u8, u32, bool);

/// Whether a test of what is observed first would fail if the second were observed.
pub type Notices = dyn Fn(&(Outcome, Observation), &(Outcome, Observation)) -> bool;

/// The surroundings of a process in which a case is observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surroundings {
    /// Those of the machine, unchanged.
    Usual,
    /// The same, with backtraces turned on.
    Backtraces,
    /// Another day, another machine, another environment.
    Elsewhere,
}

/// Whether a run misuses memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Soundness {
    /// Nothing checks memory.
    Unknown,
    /// It does not.
    Sound,
    /// It does, and so does a test that makes the same calls. The observation has the text of the calls until then.
    Corrupts(MemoryError, Box<Observation>),
    /// It does while its values are examined or checked, which a test need not do in the same way.
    Unclear,
}

/// Runs cases. Implemented by the executor, on top of the workers of the exploration.
pub trait Observe {
    /// Runs the case in a new uninstrumented process and renders it. `None` if the case tried to change files, start processes or use the
    /// network, or looked for files in the surroundings [`Surroundings::Elsewhere`]: no test may do that.
    fn observe(
        &mut self,
        case: &Case,
        surroundings: Surroundings,
    ) -> Result<Option<(Outcome, Observation)>, SuiteError>;
    /// Runs the case several times in one process, which is newly started.
    fn repeat(&mut self, case: &Case) -> Result<Vec<(Outcome, Observation)>, SuiteError>;
    /// Renders the case in an uninstrumented process with the exact types of all literals, which need not be readable. `None` if it did not run.
    fn render_exactly(&mut self, case: &Case)
    -> Result<Option<(Outcome, Observation)>, SuiteError>;
    /// Whether there is a program that checks memory.
    fn checks_memory(&self) -> bool {
        false
    }
    /// Runs the case, which is one of this thunk, in a new process of the program that checks memory, if there is one.
    fn check(&mut self, _case: &Case, _thunk: &ThunkInfo) -> Result<Soundness, SuiteError> {
        Ok(Soundness::Unknown)
    }
    /// The cases that differ from this one, which is one of this thunk, in that a mock or a closure panics, and have an error of memory.
    fn panicking(&mut self, _case: &Case, _thunk: &ThunkInfo) -> Result<Vec<Case>, SuiteError> {
        Ok(Vec::new())
    }
    /// Cases of this thunk with errors of memory that are found until the deadline by drawing inputs.
    fn draw_errors(
        &mut self,
        _thunk: &ThunkInfo,
        _deadline: &Deadline,
    ) -> Result<Vec<Case>, SuiteError> {
        Ok(Vec::new())
    }
    /// The simplest case of this thunk that is found until the deadline and has the same error of memory.
    fn minimize_error(
        &mut self,
        case: &Case,
        _thunk: &ThunkInfo,
        _deadline: &Deadline,
    ) -> Result<Case, SuiteError> {
        Ok(case.clone())
    }
    /// The simplest case of the same thunk that is found until the deadline, ends in the same way and preserves what it must; the case itself if none
    /// is simpler.
    fn minimize(
        &mut self,
        case: &Case,
        keep: &Keep,
        deadline: &Deadline,
    ) -> Result<Case, SuiteError>;
    /// The cases whose inputs are one step simpler than that of a minimal case, as far as they were run before the deadline.
    fn neighbours(&mut self, case: &Case, deadline: &Deadline) -> Result<Vec<Case>, SuiteError>;
    /// The cases whose inputs are one or two steps away from that of a case, in either direction, as far as they were run before the deadline.
    fn around(&mut self, case: &Case, deadline: &Deadline) -> Result<Vec<Case>, SuiteError>;
    /// Runs the case once in an uninstrumented process that is used for many cases, and renders it: fast, but not fit for expected values. `None` as for
    /// [`Observe::observe`].
    fn render(&mut self, case: &Case) -> Result<Option<(Outcome, Observation)>, SuiteError>;
    /// A case of the same thunk that reaches at least the same code with other values: more values, of which few are alike. `number` selects one of
    /// several such cases; `None` if there is none, or none was found before the deadline.
    fn vary(
        &mut self,
        case: &Case,
        number: u64,
        deadline: &Deadline,
    ) -> Result<Option<Case>, SuiteError>;
    /// At most so many cases of this thunk that return, from inputs that are drawn at random until the deadline.
    fn draw(
        &mut self,
        _thunk: u32,
        _most: usize,
        _deadline: &Deadline,
    ) -> Result<Vec<Case>, SuiteError> {
        Ok(Vec::new())
    }
    /// Runs the case in one process with others, with the code of a mutant, or as it is. `None` if that is not possible.
    fn run_mutant(
        &mut self,
        _case: &Case,
        _mutant: Option<u32>,
    ) -> Result<Option<(Outcome, Observation)>, SuiteError> {
        Ok(None)
    }
    /// The simplest case found until the deadline that notices the mutant, as `notices` tells from what is observed without and with the mutant.
    fn minimize_noticing(
        &mut self,
        case: &Case,
        _mutant: u32,
        _notices: &Notices,
        _deadline: &Deadline,
    ) -> Result<Case, SuiteError> {
        Ok(case.clone())
    }
    /// The classes of the branches on a case's path, those of branches taken for the first time first. Cases with equal classes take the same kind of
    /// path.
    fn path_classes(&mut self, case: &Case) -> Result<BTreeSet<PathClass>, SuiteError>;
}

/// The place of a coverage point.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// File relative to the package root.
    pub file: String,
    /// Line.
    pub line: u32,
    /// Of code behind a decision that the standard library takes there, the name of its function: `unwrap_or`.
    pub decided_by: Option<String>,
}

impl Location {
    /// Whether the place is in the function that a thunk calls.
    pub fn is_inside(&self, thunk: &ThunkInfo) -> bool {
        self.file == thunk.file && (thunk.line..=thunk.end_line).contains(&self.line)
    }
}

/// The coverage points of the explored program.
#[derive(Clone, Copy, Debug, Default)]
pub struct CodePoints<'a> {
    /// The place of each point.
    pub places: &'a [Location],
    /// For each point, the first one for the same code: each instance of a generic function has points of its own. A point that is not here stands for
    /// itself.
    pub first: &'a [u32],
    /// For each point, whether it is one of many of its function at one place, such as those of the steps in which a slice is compared with patterns. Only
    /// the compiler knows what distinguishes them.
    pub crowded: &'a [bool],
}

impl CodePoints<'_> {
    /// The point that stands for the same code in all instances.
    pub fn code(&self, point: u32) -> u32 {
        self.first.get(point as usize).copied().unwrap_or(point)
    }

    /// Whether a point is one of many at its place.
    pub fn is_crowded(&self, point: u32) -> bool {
        self.crowded.get(point as usize).copied().unwrap_or(false)
    }
}

/// A small change of the code under test that a test should notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// By which runs choose it.
    pub number: u32,
    /// The number of the first mutant that changes the same code in the same way: each instance of a generic function has mutants of its own.
    pub first: u32,
    /// The number of the function that it is in, the same for all its instances.
    pub function: u32,
    /// Coverage points, of which a run reaches one if the change can make a difference.
    pub points: Vec<u32>,
    /// Where it is.
    pub place: Location,
    /// What is different, with an article: `a reversed condition`.
    pub change: &'static str,
}

/// The command that writes tests. Each replaces the tests that it wrote before, and no others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MadeBy {
    /// `cargo isolde generate`.
    #[default]
    Generate,
    /// `cargo isolde isolate`.
    Isolate,
}

impl MadeBy {
    /// The beginning of each file that the command writes.
    pub fn marker(self) -> &'static str {
        match self {
            MadeBy::Generate => "// Made by `cargo isolde generate`.",
            MadeBy::Isolate => "// Made by `cargo isolde isolate`.",
        }
    }
}

/// The target beside whose modules tests may go.
#[derive(Clone, Copy, Debug)]
pub struct Beside<'a> {
    /// Its root file.
    pub root_file: &'a Path,
    /// Its name, if it is a binary. Then all tests go there, since no other crate can call its functions.
    pub binary: Option<&'a str>,
    /// Root files of all targets of the package that cargo may build as tests.
    pub tested_files: &'a [PathBuf],
}

/// What to make a suite from.
pub struct SuiteRequest<'a> {
    /// The thunks.
    pub thunks: &'a [ThunkInfo],
    /// All functions of the package, with what is documented of them.
    pub documented: &'a [Documented],
    /// The explored cases.
    pub cases: &'a [Case],
    /// Thunks whose runs take long: they have their turn after the others, so that these do not lose their tests when time is short.
    pub slow: &'a BTreeSet<u32>,
    /// The coverage points.
    pub coverage: CodePoints<'a>,
    /// The mutants.
    pub mutants: &'a [Mutant],
    /// Place of each branch site.
    pub branches: &'a [Location],
    /// The package, with how it is built and how its tests are run.
    pub workspace: Workspace<'a>,
    /// Name of its crate that is explored.
    pub crate_name: &'a str,
    /// What tests call the other crates whose items they may name.
    pub dependencies: &'a [String],
    /// Edition of the package: `2015` … `2024`.
    pub edition: &'a str,
    /// The command that makes it.
    pub made_by: MadeBy,
    /// Where the tests go.
    pub out: &'a Path,
    /// The target that is explored, if tests of private functions are to go beside its modules.
    pub in_place: Option<Beside<'a>>,
    /// The time of the whole command; the deadline is at its end.
    pub time: Duration,
}

/// Time that it takes to observe one case of a slow function, or to improve its tests.
const OBSERVING_SLOW: Duration = Duration::from_secs(5);

impl SuiteRequest<'_> {
    /// Whether a binary is explored.
    pub(crate) fn is_of_binary(&self) -> bool {
        self.in_place.is_some_and(|beside| beside.binary.is_some())
    }

    /// Whether a step has time for a case of a function: a run of a slow one may take a second, and cannot be interrupted.
    pub(crate) fn has_time(&self, thunk: u32, step: &Deadline) -> bool {
        !step.is_over() && (!self.slow.contains(&thunk) || step.left() >= OBSERVING_SLOW)
    }
}

/// Checks whether to go on; an error if the user wants to stop.
pub(crate) fn go_on(deadline: &Deadline) -> Result<(), SuiteError> {
    if deadline.is_cancelled() {
        Err(SuiteError::Cancelled)
    } else {
        Ok(())
    }
}
