//! The whole way from explored cases to installed tests.

use crate::files::Prelude;
use crate::in_place::InPlace;
use crate::layout::{Layout, Outside};
use crate::make::{key, make_tests};
use crate::render::Test;
use crate::time::Measured;
use crate::verify::{Bench, Reason, Verified, verify, warm_up};
use crate::{SuiteError, finding, install, name, target};
use isolde_mirror::{Mirror, MirrorError};
use isolde_record::run::{FindingRecord, RemovedRecord, TestRecord};
use isolde_record::{Case, Deadline, Observation, Outcome, ThunkInfo, Visibility};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
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

/// What a process in which a case is observed is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surroundings {
    /// How things are.
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
    /// A simpler case of the same thunk that still does what is to be kept and ends the same way, the simplest found until the deadline; the case
    /// itself if there is none.
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

/// Where a coverage point stands.
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
    /// The user's package.
    pub package_root: &'a Path,
    /// The workspace it belongs to (or the package itself).
    pub workspace_root: &'a Path,
    /// The workspace's build folder, which is not copied.
    pub target_directory: &'a Path,
    /// Name of the package.
    pub package: &'a str,
    /// The package for cargo's `-p`: with its version, since dependencies may have its name too.
    pub package_spec: &'a str,
    /// Name of its library crate.
    pub crate_name: &'a str,
    /// Edition of the package: `2015` … `2024`.
    pub edition: &'a str,
    /// Feature options for cargo.
    pub features: &'a [String],
    /// Folder for copies and build output.
    pub scratch: &'a Path,
    /// Where the tests go.
    pub out: &'a Path,
    /// Root file of the library, if tests of private functions are to go beside its modules.
    pub in_place: Option<&'a Path>,
    /// A command that runs a test executable, confined.
    pub command: &'a (dyn Fn(&Path) -> Command + Sync),
    /// When everything has to end, by time or because the user wants to stop.
    pub deadline: &'a Deadline,
    /// The whole time of the command, of which the deadline is the end.
    pub time: Duration,
    /// How long builds and runs of tests take.
    pub measured: Measured,
    /// Told about each step: a message, items done, items in all.
    pub progress: &'a (dyn Fn(&str, usize, usize) + Sync),
}

/// What was left behind.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// Every test.
    pub tests: Vec<TestRecord>,
    /// Every finding.
    pub findings: Vec<FindingRecord>,
    /// What was made and removed again.
    pub removed: Vec<RemovedRecord>,
    /// Files written.
    pub files: Vec<PathBuf>,
    /// Coverage points that the passing tests reach.
    pub covered: BTreeSet<u32>,
    /// What the user must add to the manifest so that cargo finds the tests.
    pub declaration: Option<String>,
}

/// Tests made of cases, in the order in which they are written. They are not verified yet.
#[derive(Clone, Debug, Default)]
pub struct Made {
    /// The tests.
    pub tests: Vec<Test>,
    /// Cases of which no test could be made.
    pub removed: Vec<RemovedRecord>,
}

/// Makes a suite: [`check_place`], [`make_tests`], [`verify_and_install`].
///
/// # Errors
/// Those of its steps.
pub fn build_suite(
    request: &SuiteRequest,
    programs: &mut dyn Observe,
) -> Result<Suite, SuiteError> {
    check_place(request)?;
    let made = make_tests(request, programs)?;
    let mut suite = Suite::default();
    verify_and_install(request, made, &mut suite)?;
    Ok(suite)
}

/// Refuses if the tests have no place: asked before cases are explored, so that no time is lost.
///
/// # Errors
/// A file of the user's is in the way, or the folder or its name cannot be used.
pub fn check_place(request: &SuiteRequest) -> Result<(), SuiteError> {
    target::check_name(request.package_root, request.out)?;
    install::check_folder(request.out)?;
    if let Some(place) = in_place(request)? {
        place.check(request.package_root, request.thunks)?;
    }
    Ok(())
}

/// The places beside the modules, if tests may go there.
fn in_place(request: &SuiteRequest) -> Result<Option<InPlace>, SuiteError> {
    let Some(library) = request.in_place else {
        return Ok(None);
    };
    let condition = target::condition(request.package_root, request.features)?;
    let place = InPlace::of(request.package_root, library, request.crate_name)?;
    Ok(Some(place.under(&condition)))
}

/// Builds what the tests will be linked with, and a test target without tests, in a copy of the package: this belongs to the build, before the exploration,
/// and shows how long the rest will take. If it cannot be built, that is said when there are tests.
///
/// # Errors
/// A file fails us, or the user wants to stop.
pub fn prepare_verification(request: &SuiteRequest) -> Result<Measured, SuiteError> {
    let condition = target::condition(request.package_root, request.features)?;
    let package = prepare_copy(request)?;
    let target = request.scratch.join("target");
    let bench = bench(request, &package, &target);
    let measured = warm_up(&outside(request, &condition), &bench)?;
    match in_place(request)? {
        Some(place) => Ok(measured.max(warm_up(&place, &bench)?)),
        None => Ok(measured),
    }
}

fn bench<'a>(request: &SuiteRequest<'a>, package: &'a Path, target: &'a Path) -> Bench<'a> {
    Bench {
        package,
        name: request.package,
        spec: request.package_spec,
        target,
        features: request.features,
        command: request.command,
        deadline: request.deadline,
        measured: request.measured,
        progress: request.progress,
    }
}

/// The layout of tests outside the package's own files.
fn outside(request: &SuiteRequest, condition: &str) -> Outside {
    Outside {
        prelude: Prelude::of_edition(request.edition, request.crate_name).under(condition),
        gives_way: request.in_place.is_some(),
    }
}

/// Verifies tests and installs those that hold. With no test at all, nothing is written. What is installed is entered into `suite` at once, so
/// that it is known there too when a later part is interrupted.
///
/// # Errors
/// The package does not build, cargo or a file fails us, or the user wants to stop.
pub fn verify_and_install(
    request: &SuiteRequest,
    made: Made,
    suite: &mut Suite,
) -> Result<(), SuiteError> {
    let Made { tests, removed } = made;
    suite.removed.extend(removed);
    if tests.is_empty() {
        return Ok(());
    }
    let in_place = in_place(request)?;
    let condition = target::condition(request.package_root, request.features)?;
    (request.progress)("compiling tests", 0, tests.len());
    let package = prepare_copy(request)?;
    let target = request.scratch.join("target");
    let bench = bench(request, &package, &target);
    let (mut inner, outer): (Vec<Test>, Vec<Test>) = tests
        .into_iter()
        .partition(|test| in_place.is_some() && test.thunk.visibility == Visibility::Private);
    let outside = outside(request, &condition);
    let mut outer = verified(outer, &outside, &bench)?;
    inner.extend(take_private(&mut outer));
    inner.sort_by(|a, b| key(a).cmp(&key(b)));
    if !outer.tests.is_empty() {
        suite.declaration = target::missing(request.package_root, request.edition, request.out)?;
        suite.files = install::install(request.out, &outer.files)?;
    }
    let out = request
        .out
        .strip_prefix(request.package_root)
        .unwrap_or(request.out);
    record(suite, outer, &outside, out);
    if let Some(place) = &in_place {
        let inner = verified(inner, place, &bench)?;
        let changes = place.changes(request.package_root, &inner.files)?;
        suite.files.extend(install::change(&changes)?);
        record(suite, inner, place, Path::new(""));
    }
    Ok(())
}

/// Names the tests, and keeps what compiles and holds.
fn verified(
    mut tests: Vec<Test>,
    layout: &impl Layout<Test = Test>,
    bench: &Bench,
) -> Result<Verified<Test>, SuiteError> {
    if tests.is_empty() {
        return Ok(Verified::default());
    }
    let suggestions: Vec<(String, Vec<String>)> = tests
        .iter_mut()
        .map(|test| {
            test.name = String::new();
            (layout.qualified(test), test.names.clone())
        })
        .collect();
    for (test, name) in tests.iter_mut().zip(name::assign(&suggestions)) {
        test.name = name;
    }
    verify(tests, layout, bench)
}

/// Takes the tests that need something private out of those that were removed.
fn take_private(verified: &mut Verified<Test>) -> Vec<Test> {
    let removed = std::mem::take(&mut verified.removed);
    let (private, removed): (Vec<_>, Vec<_>) = removed
        .into_iter()
        .partition(|(_, reason)| matches!(reason, Reason::NotVisible(_)));
    verified.removed = removed;
    private.into_iter().map(|(test, _)| test).collect()
}

/// Enters what verification left. `folder` is where the files lie, relative to the package.
fn record(
    suite: &mut Suite,
    verified: Verified<Test>,
    layout: &impl Layout<Test = Test>,
    folder: &Path,
) {
    let removed = verified.removed.into_iter();
    suite
        .removed
        .extend(removed.map(|(test, reason)| RemovedRecord {
            test: layout.qualified(&test),
            function: test.thunk.function.clone(),
            reason,
        }));
    for (test, (file, _)) in verified.tests.iter().zip(&verified.files.places) {
        let name = layout.qualified(test);
        if test.is_finding() {
            suite.findings.push(finding_record(test, name.clone()));
        } else {
            suite.covered.extend(&test.coverage);
        }
        suite
            .tests
            .push(test_record(test, name, &folder.join(file)));
    }
}

/// Copies the workspace and makes sure that cargo sees the test target.
fn prepare_copy(request: &SuiteRequest) -> Result<PathBuf, SuiteError> {
    let copy = request.scratch.join("copy");
    let mirror = Mirror {
        from: request.workspace_root,
        skip: request.target_directory,
        edit: &|_, text| text,
    };
    mirror
        .write(&copy)
        .map_err(|MirrorError { path, source }| SuiteError::io("copy", path)(source))?;
    let relative = request
        .package_root
        .strip_prefix(request.workspace_root)
        .unwrap_or(Path::new(""));
    let package = copy.join(relative);
    target::declare(&package.join("Cargo.toml"))?;
    Ok(package)
}

fn test_record(test: &Test, name: String, file: &Path) -> TestRecord {
    let outcome = match &test.outcome {
        _ if test.is_finding() => finding::kind(&test.outcome),
        Outcome::Panicked(_) => "panicked",
        _ => "returned",
    };
    TestRecord {
        name,
        file: file.display().to_string(),
        function: test.thunk.function.clone(),
        outcome: outcome.to_string(),
    }
}

fn finding_record(test: &Test, name: String) -> FindingRecord {
    let (file, line) = match &test.outcome {
        Outcome::Panicked(panic) if finding::is_place(&panic.file) => {
            (test.place_of(&panic.file), panic.line)
        }
        _ => (test.thunk.file.clone(), test.thunk.line),
    };
    FindingRecord {
        kind: finding::kind(&test.outcome).to_string(),
        function: test.thunk.function.clone(),
        message: finding::message(&test.outcome),
        file,
        line,
        test: Some(name),
    }
}

/// Whether to go on: the error if the user wants to stop.
pub(crate) fn go_on(deadline: &Deadline) -> Result<(), SuiteError> {
    if deadline.is_cancelled() {
        Err(SuiteError::Cancelled)
    } else {
        Ok(())
    }
}
