//! The whole way from explored cases to installed tests.

use crate::files::Prelude;
use crate::in_place::InPlace;
use crate::layout::{Layout, Outside};
use crate::make::{Made, key, make_tests};
use crate::render::Test;
use crate::request::{Observe, SuiteRequest};
use crate::time::Measured;
use crate::verify::{Bench, Reason, Verified, verify, warm_up};
use crate::{SuiteError, dev_dependencies, fakes, finding, install, target};
use isolde_cargo::halving::{Culprits, culprits};
use isolde_record::run::{FindingRecord, RemovedRecord, TestRecord};
use isolde_record::{Edition, Outcome, Visibility};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The result of making a suite.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// Every test.
    pub tests: Vec<TestRecord>,
    /// Every finding.
    pub findings: Vec<FindingRecord>,
    /// Every suspicion: a convention that is broken.
    pub suspicions: Vec<FindingRecord>,
    /// Tests that were made and then removed.
    pub removed: Vec<RemovedRecord>,
    /// Files written.
    pub files: Vec<PathBuf>,
    /// Coverage points that the passing tests reach.
    pub covered: BTreeSet<u32>,
    /// What the user must add to the manifest so that cargo finds the tests.
    pub declaration: Option<String>,
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

/// Refuses if the tests cannot be placed. Called before cases are explored, so that no time is lost.
///
/// # Errors
/// If a file of the user's is in the way, or the folder or its name cannot be used.
pub fn check_place(request: &SuiteRequest) -> Result<(), SuiteError> {
    if !request.is_of_binary() {
        target::check_name(request.workspace.package_root, request.out)?;
        install::check_folder(request.out, request.made_by)?;
    }
    if let Some(place) = in_place(request)? {
        place.check(request.workspace.package_root, request.thunks)?;
    }
    Ok(())
}

/// The places beside the modules, if tests may go there.
fn in_place(request: &SuiteRequest) -> Result<Option<InPlace>, SuiteError> {
    let Some(beside) = &request.in_place else {
        return Ok(None);
    };
    let condition = target::condition(request.workspace.package_root, request.workspace.features)?;
    let edition = Edition::named(request.edition);
    let place = InPlace::of(
        request.workspace.package_root,
        beside,
        request.crate_name,
        edition,
        request.made_by,
    )?;
    let place = place.under(&edition.declarations(request.dependencies));
    Ok(Some(place.under(&condition)))
}

/// What the preparation of verification found out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preparation {
    /// How long builds and runs of tests take.
    pub measured: Measured,
    /// Development dependencies that do not build on this machine, so that tests are verified without them.
    pub left_out: Vec<String>,
}

/// Builds what the tests will be linked with, and a test target without tests, in a copy of the package. This is part of the build before the
/// exploration, and shows how long the rest will take.
///
/// # Errors
/// If that cannot be built, not even without development dependencies; if a file fails, or the user wants to stop.
pub fn prepare_verification(request: &SuiteRequest) -> Result<Preparation, SuiteError> {
    (request.workspace.progress)("building what tests are linked with", 0, 1);
    let bench = prepared(request)?;
    let said = match warmed_up(request, &bench) {
        Err(SuiteError::PackageDoesNotBuild(said)) => said,
        other => {
            return Ok(Preparation {
                measured: other?,
                left_out: Vec::new(),
            });
        }
    };
    (request.workspace.progress)(
        "looking for development dependencies that do not build",
        0,
        1,
    );
    let manifest = bench.package.join("Cargo.toml");
    let whole = target::read(&manifest)?;
    let all = dev_dependencies::names(&manifest)?;
    let mut measured = None;
    let mut fits = |kept: &[&String]| {
        let others = all.iter().filter(|name| !kept.contains(name));
        let others: Vec<String> = others.cloned().collect();
        target::write(&manifest, &whole)?;
        dev_dependencies::leave_out(&manifest, &others)?;
        match warmed_up(request, &bench) {
            Ok(times) => {
                measured = Some(times);
                Ok(true)
            }
            Err(SuiteError::PackageDoesNotBuild(_)) => Ok(false),
            Err(error) => Err(error),
        }
    };
    let culprits = match all.is_empty() {
        true => None,
        false => culprits(&all, &mut fits)?,
    };
    let Some(Culprits { found, given_up }) = culprits else {
        return Err(SuiteError::PackageDoesNotBuild(said));
    };
    Ok(Preparation {
        measured: measured.unwrap_or_default(),
        left_out: found.into_iter().chain(given_up).cloned().collect(),
    })
}

/// Builds test targets without tests, and measures how long that takes.
fn warmed_up(request: &SuiteRequest, bench: &Bench) -> Result<Measured, SuiteError> {
    let condition = target::condition(request.workspace.package_root, request.workspace.features)?;
    let mut measured = Measured::default();
    if !request.is_of_binary() {
        measured = warm_up(&outside(request, &condition), bench)?;
    }
    match in_place(request)? {
        Some(place) => Ok(measured.max(warm_up(&place, bench)?)),
        None => Ok(measured),
    }
}

/// The layout of tests outside the package's own files.
fn outside(request: &SuiteRequest, condition: &str) -> Outside {
    Outside {
        prelude: Prelude {
            made_by: request.made_by,
            ..Prelude::of_edition(request.edition, request.crate_name, request.dependencies)
                .under(condition)
        },
        gives_way: request.in_place.is_some(),
    }
}

/// Verifies tests and installs those that pass. Without tests, nothing is written. Installed tests are entered into `suite` at once, so
/// that they are recorded even if a later part is interrupted.
///
/// # Errors
/// If the package does not build, cargo or a file fails, or the user wants to stop.
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
    let condition = target::condition(request.workspace.package_root, request.workspace.features)?;
    (request.workspace.progress)("compiling tests", 0, tests.len());
    let bench = prepared(request)?;
    let (mut inner, outer): (Vec<Test>, Vec<Test>) = tests
        .into_iter()
        .partition(|test| in_place.is_some() && test.thunk.visibility == Visibility::Private);
    let outside = outside(request, &condition);
    let mut outer = verified(outer, &outside, &bench)?;
    inner.extend(take_private(&mut outer));
    inner.sort_by(|a, b| key(a).cmp(&key(b)));
    if !outer.tests.is_empty() {
        suite.declaration =
            target::missing(request.workspace.package_root, request.edition, request.out)?;
        suite.files = install::install(request.out, &outer.files, request.made_by)?;
    }
    let out = request
        .out
        .strip_prefix(request.workspace.package_root)
        .unwrap_or(request.out);
    record(suite, outer, &outside, out);
    if let Some(place) = &in_place {
        let inner = verified(inner, place, &bench)?;
        let changes = place.changes(request.workspace.package_root, &inner.files)?;
        suite.files.extend(install::change(&changes)?);
        record(suite, inner, place, Path::new(""));
    }
    // What a person should look at first: the sort is stable.
    for found in [&mut suite.findings, &mut suite.suspicions] {
        found.sort_by_key(|finding| {
            (
                finding.rank,
                finding::gravity(&finding.kind),
                finding.doubt.is_some(),
                finding.call.len(),
            )
        });
    }
    Ok(())
}

/// Names the tests, and keeps those that compile and pass.
fn verified(
    mut tests: Vec<Test>,
    layout: &impl Layout<Test = Test>,
    bench: &Bench,
) -> Result<Verified<Test>, SuiteError> {
    if tests.is_empty() {
        return Ok(Verified::default());
    }
    layout.name(&mut tests);
    verify(tests, layout, bench)
}

/// Takes the tests that need something private from those that were removed.
fn take_private(verified: &mut Verified<Test>) -> Vec<Test> {
    let removed = std::mem::take(&mut verified.removed);
    let (private, removed): (Vec<_>, Vec<_>) = removed
        .into_iter()
        .partition(|(_, reason)| matches!(reason, Reason::NotVisible(_)));
    verified.removed = removed;
    private.into_iter().map(|(test, _)| test).collect()
}

/// Enters the results of verification. `folder` is where the files are, relative to the package.
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
    for (test, place) in verified.tests.iter().zip(&verified.files.places) {
        let name = layout.qualified(test);
        if test.outcome.is_suspicion() {
            suite.suspicions.push(finding_record(test, name.clone()));
        } else if test.is_finding() {
            suite.findings.push(finding_record(test, name.clone()));
        } else {
            suite.covered.extend(&test.coverage);
        }
        suite
            .tests
            .push(test_record(test, name, &folder.join(&place.file)));
    }
}

/// A copy of the package in which cargo sees the test target.
fn prepared<'a>(request: &'a SuiteRequest<'a>) -> Result<Bench<'a>, SuiteError> {
    let bench = Bench::new(&request.workspace)?;
    let manifest = bench.package.join("Cargo.toml");
    if !request.is_of_binary() {
        target::declare(&manifest)?;
    }
    dev_dependencies::leave_out(&manifest, request.workspace.left_out)?;
    Ok(bench)
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
        assumed: fakes::assumed_of(&test.observation.fakes),
    }
}

fn finding_record(test: &Test, name: String) -> FindingRecord {
    let (file, line) = test.place();
    FindingRecord {
        rank: test.rank,
        doubt: test.doubt,
        call: test.observation.call.clone(),
        condition: test.cause.condition.clone(),
        siblings: test.cause.functions.clone(),
        places: test.cause.places.clone(),
        kind: finding::kind(&test.outcome).to_string(),
        function: test.thunk.function.clone(),
        message: finding::message(&test.outcome),
        memory: match &test.outcome {
            Outcome::Corrupted(error) => Some(error.clone()),
            _ => None,
        },
        law: test.outcome.broken_law().map(|law| law.name.clone()),
        laws: test.cause.laws.clone(),
        file,
        line,
        test: Some(name),
    }
}
