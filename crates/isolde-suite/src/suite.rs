//! The whole way from explored cases to installed tests.

use crate::choose::{self, choose};
use crate::files::Prelude;
use crate::in_place::InPlace;
use crate::layout::{Layout, Outside};
use crate::prune::prune;
use crate::render::{Form, Origin, Test};
use crate::verify::{Bench, Reason, Verified, verify};
use crate::{SuiteError, extra, finding, install, name, reason, stable, target, varied};
use isolde_mirror::{Mirror, MirrorError};
use isolde_record::run::{FindingRecord, RemovedRecord, TestRecord};
use isolde_record::{Case, Observation, Outcome, ThunkInfo, Visibility};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

/// How often each case is observed, each time in a process of its own, before it is observed elsewhere.
const OBSERVATIONS: usize = 2;

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
    /// A simpler case of the same thunk that still does what is to be kept and ends the same way; the case itself if
    /// there is none.
    fn minimize(&mut self, case: &Case, keep: &Keep) -> Result<Case, SuiteError>;
    /// What the inputs one step simpler than a minimal case do.
    fn neighbours(&mut self, case: &Case) -> Result<Vec<Case>, SuiteError>;
    /// A case of the same thunk that passes the same code, and perhaps more, with other values, more of them and few alike: one of several, by
    /// `number`; `None` if there is none.
    fn vary(&mut self, case: &Case, number: u64) -> Result<Option<Case>, SuiteError>;
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
    /// Set when the user wants to stop.
    pub cancelled: &'a AtomicBool,
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

/// Chooses cases, makes them simpler, observes them and writes tests of them.
///
/// # Errors
/// The programs cannot be run, or the user wants to stop.
pub fn make_tests(request: &SuiteRequest, programs: &mut dyn Observe) -> Result<Made, SuiteError> {
    let mut made = Made::default();
    let chosen = choose(request.cases, request.thunks, request.coverage);
    let callable = choose::callable(request.cases, request.thunks);
    let minimal = minimize(request, programs, &chosen, &callable)?;
    let extra = extra::find(request, programs, &chosen, &minimal)?;
    let mut tests = observe(
        request,
        programs,
        &minimal,
        Origin::Chosen,
        &callable,
        &mut made.removed,
    )?;
    for (origin, cases) in extra {
        let more = observe(
            request,
            programs,
            &cases,
            origin,
            &callable,
            &mut made.removed,
        )?;
        extra::add(&mut tests, more);
    }
    let varied = varied::find(request, programs, &minimal, &tests)?;
    tests.extend(observe(
        request,
        programs,
        &varied,
        Origin::Varied,
        &callable,
        &mut made.removed,
    )?);
    prune(&mut tests);
    tests.sort_by(|a, b| key(a).cmp(&key(b)));
    reason::explain(&mut tests, request.coverage, request.package_root);
    made.tests = tests;
    Ok(made)
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
    let bench = Bench {
        package: &package,
        name: request.package,
        target: &request.scratch.join("target"),
        features: request.features,
        command: request.command,
        cancelled: request.cancelled,
        progress: request.progress,
    };
    let (mut inner, outer): (Vec<Test>, Vec<Test>) = tests
        .into_iter()
        .partition(|test| in_place.is_some() && test.thunk.visibility == Visibility::Private);
    let outside = Outside {
        prelude: Prelude::of_edition(request.edition, request.crate_name).under(&condition),
        gives_way: in_place.is_some(),
    };
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

/// Minimizes each chosen case for the coverage points that it answers for.
fn minimize(
    request: &SuiteRequest,
    programs: &mut dyn Observe,
    chosen: &[usize],
    callable: &BTreeSet<u32>,
) -> Result<Vec<Case>, SuiteError> {
    let cases: Vec<&Case> = chosen.iter().map(|&index| &request.cases[index]).collect();
    let owned = choose::ownership(&cases, request.thunks, request.coverage, callable);
    let mut minimal = Vec::new();
    for (done, (case, coverage)) in cases.iter().zip(owned).enumerate() {
        go_on(request.cancelled)?;
        (request.progress)("minimizing", done, chosen.len());
        let keep = Keep {
            coverage,
            path: BTreeSet::new(),
        };
        minimal.push(programs.minimize(case, &keep)?);
    }
    Ok(minimal)
}

/// Observes a case here and elsewhere, and says what is the same in all runs, or why it can be no test.
fn observe_one(
    programs: &mut dyn Observe,
    case: &Case,
) -> Result<Result<stable::Observed1, Reason>, SuiteError> {
    let mut here = Vec::with_capacity(OBSERVATIONS);
    for _ in 0..OBSERVATIONS {
        match programs.observe(case, Surroundings::Usual)? {
            Some(observed) => here.push(observed),
            None => return Ok(Err(Reason::ActsOutside)),
        }
    }
    let Some(mut seen) = stable::merge(&here) else {
        return Ok(Err(Reason::Flaky));
    };
    // What is rare is seen in many runs. Of two processes the runs are compared one by one: what a run leaves behind for the next is the same in both.
    if !seen.0.is_fatal() {
        let (one, other) = (programs.repeat(case)?, programs.repeat(case)?);
        for (one, other) in one.iter().zip(&other) {
            let Some(common) = stable::common(&seen, one, other) else {
                return Ok(Err(Reason::Flaky));
            };
            seen = common;
        }
    }
    for surroundings in [Surroundings::Backtraces, Surroundings::Elsewhere] {
        let observed = programs.observe(case, surroundings)?;
        let merged = observed.and_then(|observed| stable::merge(&[seen, observed]));
        match merged {
            Some(merged) => seen = merged,
            None => return Ok(Err(Reason::Surroundings)),
        }
    }
    Ok(Ok(seen))
}

/// Observes each case and keeps what is stable.
fn observe(
    request: &SuiteRequest,
    programs: &mut dyn Observe,
    cases: &[Case],
    origin: Origin,
    callable: &BTreeSet<u32>,
    removed: &mut Vec<RemovedRecord>,
) -> Result<Vec<Test>, SuiteError> {
    let thunks: BTreeMap<u32, &ThunkInfo> = request
        .thunks
        .iter()
        .map(|thunk| (thunk.index, thunk))
        .collect();
    let mut tests: Vec<Test> = Vec::new();
    let mut seen: BTreeSet<(Vec<String>, String)> = BTreeSet::new();
    for (done, case) in cases.iter().enumerate() {
        go_on(request.cancelled)?;
        (request.progress)("observing", done, cases.len());
        let thunk = thunks[&case.thunk];
        let observed = observe_one(programs, case)?;
        let (outcome, observation) = match observed {
            Ok(observed) => observed,
            Err(reason) => {
                // An extra that cannot be had is no loss.
                if origin == Origin::Chosen {
                    removed.push(RemovedRecord {
                        test: thunk.function.clone(),
                        function: thunk.function.clone(),
                        reason,
                    });
                }
                continue;
            }
        };
        // Minimizing can make two cases one; and a case that only the instrumented program could run is none.
        let rendered = !observation.call.is_empty() && outcome != Outcome::Discarded;
        if !rendered || !seen.insert((observation.statements.clone(), observation.call.clone())) {
            continue;
        }
        tests.push(Test {
            name: String::new(),
            names: name::suggest(thunk, &outcome, &observation),
            thunk: thunk.clone(),
            outcome,
            observation,
            origin,
            reason: String::new(),
            form: Form::Full,
            coverage: case.coverage.iter().copied().collect(),
            called: choose::counted(case, callable),
        });
    }
    Ok(tests)
}

/// Tests stand in the order of the source; of one function the short ones come first, then extras, then findings.
fn key(test: &Test) -> impl Ord {
    let thunk = &test.thunk;
    let observation = &test.observation;
    (
        (&thunk.module, &thunk.file, thunk.line, thunk.index),
        (test.is_finding(), test.origin),
        (observation.statements.len(), observation.call.len()),
        (&observation.statements, &observation.call),
    )
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
pub(crate) fn go_on(cancelled: &AtomicBool) -> Result<(), SuiteError> {
    if cancelled.load(Ordering::Relaxed) {
        Err(SuiteError::Cancelled)
    } else {
        Ok(())
    }
}
