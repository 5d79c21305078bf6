//! Tests are compiled and run before anyone sees them.
//!
//! The test target is built in a copy of the package. A test that the compiler rejects gets its weaker form, and is removed if that does not compile
//! either. Then each test runs alone, followed by a witness that the process is unchanged, and all run together in several orders. A test is removed
//! if it fails once, if it changes the process for others, or if it is a finding that does not reproduce. The remaining tests pass under `cargo test`.

mod compile;
mod executable;
mod runs;
mod together;
mod witness;

use crate::SuiteError;
use crate::candidate::Candidate;
use crate::files::Files;
use crate::layout::Layout;
use crate::lints::Lints;
use crate::time::Measured;
use crate::workspace::Workspace;
use compile::{CompilerError, cargo_build};
use isolde_cargo::toolchain;
use runs::Runs;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

/// Maximum number of builds. Each removes or weakens at least one test; the limit prevents a loop on errors whose place is unknown.
const BUILD_ROUNDS: usize = 12;

pub use isolde_record::run::RemovalReason as Reason;

/// A copy of the package, where tests are compiled and run.
pub struct Bench<'a> {
    /// The user's package, and how it is built.
    pub workspace: &'a Workspace<'a>,
    /// The copied package's folder.
    pub package: PathBuf,
    /// Cargo's id of the copied package.
    pub id: String,
}

impl<'a> Bench<'a> {
    /// Copies the package.
    ///
    /// # Errors
    /// If a file cannot be read or written, or cargo cannot read the package's manifest.
    pub fn new(workspace: &'a Workspace<'a>) -> Result<Bench<'a>, SuiteError> {
        let package = workspace.copy()?;
        let id = toolchain::package_id(&package, &workspace.deadline.without_time())?;
        Ok(Bench {
            workspace,
            package,
            id: id.map_err(SuiteError::PackageDoesNotBuild)?,
        })
    }
}

/// The result of verification.
#[derive(Clone, Debug)]
pub struct Verified<T> {
    /// Tests that compile and pass.
    pub tests: Vec<T>,
    /// The files that contain them.
    pub files: Files,
    /// The other tests, each with the reason.
    pub removed: Vec<(T, Reason)>,
}

impl<T> Default for Verified<T> {
    fn default() -> Verified<T> {
        Verified {
            tests: Vec::new(),
            files: Files::default(),
            removed: Vec::new(),
        }
    }
}

/// Builds an empty test target with everything that it is linked with, and measures how long it takes to build it again and to run it.
///
/// # Errors
/// If the target cannot be built, a file fails, or the user wants to stop.
pub fn warm_up<L: Layout>(layout: &L, bench: &Bench) -> Result<Measured, SuiteError> {
    let mut lints = layout.lints();
    let mut empty = || loop {
        let files = layout.lay_out(&[], &lints);
        // Files that are written again are compiled again.
        layout.write(&bench.package, &files)?;
        let started = Instant::now();
        let output = cargo_build(&layout.target(), bench)?;
        if let Some(executable) = output.executable.filter(|_| output.errors.is_empty()) {
            return Ok((executable, started.elapsed()));
        }
        if !lints.learn_all(&output.codes) {
            return Err(SuiteError::PackageDoesNotBuild(output.rendered));
        }
    };
    empty()?;
    let (executable, build) = empty()?;
    let started = Instant::now();
    runs::lists(bench, &executable)?;
    Ok(Measured {
        build,
        run: started.elapsed(),
    })
}

/// Keeps those of `tests` that compile and pass. Files are written into the copied package, where `layout` puts them.
///
/// # Errors
/// If cargo or a file fails, the package does not build without the tests either, or the user wants to stop.
pub fn verify<L: Layout>(
    tests: Vec<L::Test>,
    layout: &L,
    bench: &Bench,
) -> Result<Verified<L::Test>, SuiteError>
where
    L::Test: Sync,
{
    let mut left = Left {
        tests,
        removed: Vec::new(),
    };
    let mut lints = layout.lints();
    let mut runs = Runs::new(bench);
    while !left.tests.is_empty() {
        let Some(built) = build(&mut left, &mut lints, layout, bench)? else {
            break;
        };
        let names = names(layout, &left.tests);
        let witness = built.witness.as_deref();
        let failed = runs.failures(&left.tests, &names, &built.executable, witness)?;
        if failed.is_empty() {
            return Ok(with_last_names(left, &lints, layout, bench));
        }
        left.remove(&failed);
    }
    let files = layout.lay_out(&[], &lints);
    layout.write(&bench.package, &files)?;
    Ok(Verified {
        removed: left.removed,
        ..Verified::default()
    })
}

/// The tests that passed, with the names that they have without those that were removed; or with the names under which they passed, if these are others
/// and the target does not compile with them.
fn with_last_names<L: Layout>(
    left: Left<L::Test>,
    lints: &Lints,
    layout: &L,
    bench: &Bench,
) -> Verified<L::Test> {
    let Left { tests, removed } = left;
    let mut named = tests.clone();
    layout.name(&mut named);
    let files = layout.lay_out(&named, lints);
    let is_same = names(layout, &named) == names(layout, &tests);
    // Whatever goes wrong here, such as an interrupt, costs nothing that passed.
    let compiles = || {
        let written = layout.write(&bench.package, &files);
        let output = written.and_then(|()| cargo_build(&layout.target(), bench));
        output.is_ok_and(|output| output.executable.is_some() && output.errors.is_empty())
    };
    if is_same || compiles() {
        return Verified {
            tests: named,
            files,
            removed,
        };
    }
    Verified {
        files: layout.lay_out(&tests, lints),
        tests,
        removed,
    }
}

fn names<L: Layout>(layout: &L, tests: &[L::Test]) -> Vec<String> {
    tests.iter().map(|test| layout.qualified(test)).collect()
}

/// The remaining tests, and those that were removed.
struct Left<T> {
    tests: Vec<T>,
    removed: Vec<(T, Reason)>,
}

impl<T: Candidate> Left<T> {
    /// Removes the tests with these indices, except those that can fall back on another test.
    fn remove(&mut self, bad: &BTreeMap<usize, Reason>) {
        for (index, mut test) in std::mem::take(&mut self.tests).into_iter().enumerate() {
            match bad.get(&index) {
                Some(reason) if *reason == Reason::OutOfTime || !test.fall_back() => {
                    self.removed.push((test, reason.clone()));
                }
                _ => self.tests.push(test),
            }
        }
    }
}

/// A test target that compiles.
struct Built {
    executable: PathBuf,
    /// Name of the witness in the target, if there is one.
    witness: Option<String>,
}

/// Builds until the target compiles; `None` if no test is left.
fn build<L: Layout>(
    left: &mut Left<L::Test>,
    lints: &mut Lints,
    layout: &L,
    bench: &Bench,
) -> Result<Option<Built>, SuiteError> {
    let mut wants_witness = true;
    for _ in 0..BUILD_ROUNDS {
        if left.tests.is_empty() {
            return Ok(None);
        }
        let files = layout.lay_out(&left.tests, lints);
        let names = names(layout, &left.tests);
        let watched = wants_witness
            .then(|| witness::beside(&files, &names))
            .flatten();
        let (written, witness) = match watched {
            Some((files, name)) => (files, Some(name)),
            None => (files.clone(), None),
        };
        layout.write(&bench.package, &written)?;
        let output = cargo_build(&layout.target(), bench)?;
        if let Some(executable) = output.executable.filter(|_| output.errors.is_empty()) {
            return Ok(Some(Built {
                executable,
                witness,
            }));
        }
        if lints.learn_all(&output.codes) {
            continue;
        }
        let mut bad = blamed(&output.errors, &files, layout);
        if bad.is_empty() && witness.is_some() {
            // The package may forbid something that the witness does.
            wants_witness = false;
            continue;
        }
        if bad.is_empty() {
            bad = blamed_by_file(&output.errors, &files, layout);
        }
        if bad.is_empty() {
            return Err(SuiteError::PackageDoesNotBuild(output.rendered));
        }
        for (&index, reason) in &bad {
            tracing::info!(test = names[index], ?reason, source = %files.source(index), "does not compile");
        }
        bad.retain(|&index, reason| {
            !matches!(reason, Reason::DoesNotCompile(_)) || !left.tests[index].weaken()
        });
        left.remove(&bad);
    }
    Err(SuiteError::PackageDoesNotBuild(
        "errors remained after every rejected test was removed".into(),
    ))
}

/// Whether the compiler's error is in the layout's file with this name.
fn is_file<L: Layout>(layout: &L, error: &CompilerError, name: &str) -> bool {
    error.file.ends_with(layout.folder().join(name))
}

/// The tests that the errors are about, because the errors are in these tests' own lines.
fn blamed<L: Layout>(
    errors: &[CompilerError],
    files: &Files,
    layout: &L,
) -> BTreeMap<usize, Reason> {
    let mut bad: BTreeMap<usize, Reason> = BTreeMap::new();
    for error in errors {
        let places = files.places.iter().enumerate();
        let hits = places
            .filter(|(_, place)| is_file(layout, error, &place.file) && place.holds(error.line));
        for (index, _) in hits {
            if layout.gives_way() && error.is_private {
                bad.insert(index, Reason::NotVisible(error.message.clone()));
            }
            bad.entry(index)
                .or_insert_with(|| Reason::DoesNotCompile(error.message.clone()));
        }
    }
    bad
}

/// All tests of the files that the errors are about: something other than a test does not compile there.
fn blamed_by_file<L: Layout>(
    errors: &[CompilerError],
    files: &Files,
    layout: &L,
) -> BTreeMap<usize, Reason> {
    let reason = |name: &String| {
        let error = errors.iter().find(|error| is_file(layout, error, name))?;
        Some(Reason::DoesNotCompile(error.message.clone()))
    };
    let places = files.places.iter().enumerate();
    places
        .filter_map(|(index, place)| Some((index, reason(&place.file)?)))
        .collect()
}
