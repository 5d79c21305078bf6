//! Tests are compiled and run before anyone sees them.
//!
//! In a copy of the package: build the test target; a test that the compiler rejects takes its weaker form and, if that does
//! not compile either, goes; run each test alone, with a witness that the process is as it was, and all together in several orders: whatever
//! fails once goes, and so does what spoils the process for others, and a finding that does not reproduce. What is left is what `cargo test` will say to the user.

mod compile;
mod process;
mod runs;
mod together;
mod witness;

use crate::SuiteError;
use crate::files::Files;
use crate::layout::Layout;
use crate::lints::Lints;
use crate::render::{Form, Test};
use crate::time::Measured;
use compile::cargo_build;
use isolde_record::{Deadline, Outcome};
use runs::Runs;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
pub(crate) use witness::Witness;

/// Rounds of building: each removes at least one test or weakens it, so that an error the spans do not explain cannot loop.
const BUILD_ROUNDS: usize = 12;

pub use isolde_record::run::RemovalReason as Reason;

/// Where and how to run cargo.
pub struct Bench<'a> {
    /// The copied package's folder.
    pub package: &'a Path,
    /// Name of the package.
    pub name: &'a str,
    /// The package for `-p`.
    pub spec: &'a str,
    /// Build output.
    pub target: &'a Path,
    /// Feature options, as for cargo.
    pub features: &'a [String],
    /// A command that runs a test executable, confined.
    pub command: &'a (dyn Fn(&Path) -> Command + Sync),
    /// When everything has to end, by time or because the user wants to stop.
    pub deadline: &'a Deadline,
    /// How long builds and runs take.
    pub measured: Measured,
    /// Told about each step: a message, items done, items in all.
    pub progress: &'a (dyn Fn(&str, usize, usize) + Sync),
}

/// What verification left.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// Tests that compile and hold.
    pub tests: Vec<Test>,
    /// The files they stand in.
    pub files: Files,
    /// The others, with the reason.
    pub removed: Vec<(Test, Reason)>,
}

/// Builds an empty test target with all that it is linked with, and measures how long it takes to build it again and to run it.
///
/// # Errors
/// A file fails us, or the user wants to stop. If it cannot be built or run, nothing is measured.
pub fn warm_up(layout: &dyn Layout, bench: &Bench) -> Result<Measured, SuiteError> {
    let lints = Lints::default();
    let files = layout.lay_out(&[], &lints);
    layout.write(bench.package, &files)?;
    if cargo_build(layout, bench)?.executable.is_none() {
        return Ok(Measured::default());
    }
    let mut measured = Measured::default();
    let witness = layout.witness(&lints);
    if let Some(witness) = &witness {
        layout.write(bench.package, &witness.beside(&files))?;
    }
    let started = Instant::now();
    let Some(executable) = cargo_build(layout, bench)?.executable else {
        return Ok(measured);
    };
    measured.build = started.elapsed();
    if let Some(witness) = witness {
        let started = Instant::now();
        runs::passes(bench, &[&witness.name], &executable)?;
        measured.run = started.elapsed();
    }
    Ok(measured)
}

/// Keeps of `tests` those that compile and hold. Files are written into the copied package, where `layout` has them.
pub fn verify(
    mut tests: Vec<Test>,
    layout: &dyn Layout,
    bench: &Bench,
) -> Result<Verified, SuiteError> {
    let mut removed = Vec::new();
    let mut remove = |tests: &mut Vec<Test>, bad: &BTreeMap<usize, Reason>| {
        let mut index = 0;
        tests.retain(|test| {
            let reason = bad.get(&index);
            index += 1;
            if let Some(reason) = reason {
                removed.push((test.clone(), reason.clone()));
            }
            reason.is_none()
        });
    };
    let mut lints = Lints::default();
    let mut runs = Runs::new(bench);
    loop {
        let (files, executable, witness) =
            build(&mut tests, &mut lints, layout, bench, &mut remove)?;
        let names: Vec<String> = tests.iter().map(|test| layout.qualified(test)).collect();
        let failed = runs.failures(&tests, &names, &executable, witness.as_deref())?;
        if failed.is_empty() {
            return Ok(Verified {
                tests,
                files,
                removed,
            });
        }
        remove(&mut tests, &failed);
    }
}

/// Builds until it compiles. Returns the files, the test executable, and the name of the witness in it.
fn build(
    tests: &mut Vec<Test>,
    lints: &mut Lints,
    layout: &dyn Layout,
    bench: &Bench,
    remove: &mut impl FnMut(&mut Vec<Test>, &BTreeMap<usize, Reason>),
) -> Result<(Files, PathBuf, Option<String>), SuiteError> {
    let mut wants_witness = true;
    for _ in 0..BUILD_ROUNDS {
        let files = layout.lay_out(tests, lints);
        let witness = wants_witness.then(|| layout.witness(lints)).flatten();
        let written = match &witness {
            Some(witness) => witness.beside(&files),
            None => files.clone(),
        };
        layout.write(bench.package, &written)?;
        let output = cargo_build(layout, bench)?;
        if let Some(executable) = output.executable.filter(|_| output.errors.is_empty()) {
            return Ok((files, executable, witness.map(|witness| witness.name)));
        }
        let mut other_lints = false;
        for (code, message) in &output.codes {
            other_lints |= lints.learn(code, message);
        }
        if other_lints {
            continue;
        }
        let mut bad: BTreeMap<usize, Reason> = BTreeMap::new();
        for error in &output.errors {
            let hit = files.places.iter().position(|(name, lines)| {
                Path::new(&error.file).ends_with(layout.folder().join(name))
                    && lines.contains(&error.line)
            });
            let Some(index) = hit else {
                continue;
            };
            if layout.gives_way() && error.is_private {
                bad.insert(index, Reason::NotVisible(error.message.clone()));
            }
            bad.entry(index)
                .or_insert_with(|| Reason::DoesNotCompile(error.message.clone()));
        }
        if bad.is_empty() && witness.is_some() {
            // The package may forbid what the witness does.
            wants_witness = false;
            continue;
        }
        if bad.is_empty() {
            return Err(SuiteError::PackageDoesNotBuild(output.rendered));
        }
        // A test whose assertion does not compile may still compile as a bare call.
        bad.retain(|&index, reason| {
            let weaker = matches!(reason, Reason::DoesNotCompile(_))
                && tests[index].form == Form::Full
                && tests[index].outcome == Outcome::Returned;
            if weaker {
                tests[index].form = Form::CallOnly;
            }
            !weaker
        });
        remove(tests, &bad);
    }
    Err(SuiteError::PackageDoesNotBuild(
        "errors remained after every rejected test was removed".into(),
    ))
}
