//! Conventional tests of a package as parameterized ones (`cargo isolde generalize`).
//!
//! Everything is tried in a copy of the workspace. `conventional` finds the tests, `probe` runs them once to learn the types of their values, `parts`
//! takes those apart that consist of assertions alone, `choose` lets `trial` explore all forms that `isolde-generalize` proposes and keeps those that
//! hold, `regress` pins what tests by cases showed for a few more inputs, `merged` joins tests that become the same, `accept` confirms what is left, and `measure` compares the branches and mutants (`marked`) that the
//! tests reach and kill before and after. The user's files change only at the very end, and only if asked
//! for.

mod accept;
mod bench;
mod choose;
mod conventional;
mod error;
mod judge;
mod marked;
mod measure;
mod merged;
mod parts;
mod probe;
mod regress;
mod same;
mod seen;
mod trial;

pub use error::GeneralizeError;

use crate::error::SessionError;
use crate::record_file;
use crate::reporter::Phase;
use crate::search::check_sandbox;
use crate::session::Session;
use bench::Bench;
use conventional::Tests;
use isolde_build::{Package, Scratch, Step, find_with_library};
use isolde_generalize::reason::Reason;
use isolde_record::generalize::{GeneralizeRecord, LeftAloneRecord, MeasuredRecord};
use isolde_suite::install::{self, Change};
use measure::Measure;
use merged::Merged;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

/// Share of the time for confirming what was chosen.
const CONFIRMING: f64 = 0.3;
/// The same, for trying mutants with the old tests.
const MUTANTS: f64 = 0.25;

/// What is generalized, and what becomes of the result.
#[derive(Clone, Debug)]
pub struct Generalize {
    /// Filters: parts of the tests' paths, or whole paths with `*`; all tests if there is none.
    pub filters: Vec<String>,
    /// Whether and where the changed files are written.
    pub output: Output,
}

/// Whether and where the changed files are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Nowhere: the result is only shown.
    Nothing,
    /// In place of the user's files.
    InPlace,
    /// Below this folder, at the same relative paths.
    Folder(PathBuf),
}

/// The result: the record, and the same as text, as it is in its file.
pub struct Generalized {
    /// What became of each test.
    pub record: GeneralizeRecord,
    /// The record as JSON.
    pub json: String,
}

/// Generalizes the tests of a package, and writes the record to `target/isolde/generalize.json`.
///
/// # Errors
/// If the package has no tests that are asked for, does not depend on the library or does not build; if a program or a file fails; or if the user
/// wants to stop. Then nothing was written to the user's files.
pub fn generalize(request: &Generalize, session: &Session) -> Result<Generalized, SessionError> {
    let started = Instant::now();
    check_sandbox(session)?;
    let deadline = session.deadline.without_time();
    let (package, library) = find_with_library(&session.selection, &deadline)?;
    let building = |step| session.reporter.phase(&Phase::Building(step));
    building(Step::Found {
        package: package.name.clone(),
        version: package.version.clone(),
        binary: None,
    });
    let Some(library) = library else {
        return Err(GeneralizeError::NoLibrary {
            package: package.name,
        }
        .into());
    };
    let mut tests = found(request, &package)?;
    let scratch = Scratch::open(&package, &deadline, &|| building(Step::Waiting))?;
    let (merged, measured) = match tests.subjects.is_empty() {
        true => (Vec::new(), None),
        false => parameterized(&mut tests, &library, session, &package, &scratch)?,
    };
    let (lines_before, lines_after) = lines(&tests, &merged);
    let changed = changes(&tests, &merged::texts(&merged, &tests));
    let written = write(request, &package, &tests, changed)?;
    let left_alone = tests.subjects.iter().filter_map(|subject| {
        let reason: &Reason = subject.refused.as_ref()?;
        Some(LeftAloneRecord {
            path: tests.path(subject, &package),
            file: tests.files[subject.file].path.display().to_string(),
            line: subject.test.line,
            why: reason.to_string(),
        })
    });
    let unread = tests.unread.iter().map(|(path, why)| LeftAloneRecord {
        path: "all tests".to_owned(),
        file: path.display().to_string(),
        line: 1,
        why: format!("they cannot be read: {why}"),
    });
    let record = GeneralizeRecord {
        package: package.name.clone(),
        version: package.version.clone(),
        seed: session.search.seed,
        seconds: started.elapsed().as_secs_f64(),
        generalized: merged
            .iter()
            .map(|one| one.record(&tests, &package))
            .collect(),
        lines_before,
        lines_after,
        measured,
        left_alone: unread.chain(left_alone).collect(),
        written,
        ..GeneralizeRecord::new()
    };
    let json = record_file::write(scratch.shared(), "generalize.json", &record)?;
    Ok(Generalized { record, json })
}

/// The parameterized tests that take the place of conventional ones; why the others stay is entered there.
fn parameterized(
    tests: &mut Tests,
    library: &str,
    session: &Session,
    package: &Package,
    scratch: &Scratch,
) -> Result<(Vec<Merged>, Option<MeasuredRecord>), SessionError> {
    session
        .reporter
        .phase(&Phase::Building(Step::BuildingTests {
            target: "the tests with probes".to_owned(),
        }));
    let mut bench = Bench::new(session, package, scratch)?;
    let mut subjects = tests.subjects.iter();
    if subjects.any(|subject| subject.refused.is_none() && subject.test.has_detours) {
        bench = bench.with_detours()?;
    }
    probe::find_types(tests, &bench)?;
    parts::split(tests);
    let time = session.search.time;
    let chosen = choose::choose(tests, library, &bench, time)?;
    let mut candidates = parts::joined(chosen, tests);
    regress::pin(&mut candidates, tests, library, &bench)?;
    let mut measure = match candidates.is_empty() {
        true => None,
        false => Measure::new(tests, &bench, time.mul_f64(MUTANTS))?,
    };
    let confirming = time.mul_f64(CONFIRMING);
    let merged = accept::accept(
        candidates,
        tests,
        library,
        &bench,
        confirming,
        measure.as_mut(),
    )?;
    let is_empty = merged.is_empty();
    let measured = measure.filter(|_| !is_empty);
    Ok((merged, measured.and_then(|measure| measure.record())))
}

/// Lines of the old tests, and of what takes their place.
fn lines(tests: &Tests, merged: &[Merged]) -> (usize, usize) {
    let old = |number: usize| {
        let subject = &tests.subjects[number];
        let range = subject.place.clone();
        tests.files[subject.file].text[range].lines().count()
    };
    let before: usize = (0..tests.subjects.len()).map(old).sum();
    let replaced = merged.iter().flat_map(|one| &one.subjects);
    let replaced: usize = replaced.map(|&number| old(number)).sum();
    let new: usize = merged.iter().map(|one| one.text.lines().count()).sum();
    (before, before - replaced + new)
}

/// The tests that are asked for.
fn found(request: &Generalize, package: &Package) -> Result<Tests, SessionError> {
    let mut tests = Tests::read(package)?;
    let is_empty = tests.subjects.is_empty();
    tests.choose(&request.filters, package);
    if tests.subjects.is_empty() && !is_empty && !request.filters.is_empty() {
        return Err(GeneralizeError::NoMatch {
            package: package.name.clone(),
            filters: request.filters.clone(),
        }
        .into());
    }
    Ok(tests)
}

/// The files that change, by their numbers, with their new texts.
fn changes(tests: &Tests, texts: &[String]) -> Vec<(usize, String)> {
    let texts = texts.iter().enumerate();
    texts
        .filter(|(number, text)| tests.files[*number].original != **text)
        .map(|(number, text)| (number, text.clone()))
        .collect()
}

/// Writes the changed files where they are asked for, all or none. Returns their paths, relative to the package or to the folder.
fn write(
    request: &Generalize,
    package: &Package,
    tests: &Tests,
    changed: Vec<(usize, String)>,
) -> Result<Vec<String>, SessionError> {
    let folder = match &request.output {
        Output::Nothing => return Ok(Vec::new()),
        Output::InPlace => package.root.clone(),
        Output::Folder(folder) => folder.clone(),
    };
    let mut changes = Vec::new();
    let mut written = Vec::new();
    for (number, text) in changed {
        let file = &tests.files[number];
        let original = package.root.join(&file.path);
        if fs::read_to_string(&original).ok().as_ref() != Some(&file.original) {
            return Err(GeneralizeError::Changed(original).into());
        }
        written.push(file.path.display().to_string());
        changes.push(Change {
            path: folder.join(&file.path),
            text: Some(text),
        });
    }
    install::change(&changes)?;
    Ok(written)
}
