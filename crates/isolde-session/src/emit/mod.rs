//! Stored inputs as conventional tests (`cargo isolde explore --emit`), beside the parameterized ones.
//!
//! `source` finds the files that hold parameterized tests, `place` decides where the conventional ones go and how they are declared there, and
//! `layout` lays them out for verification, which is the same as for all tests: in a copy of the workspace, each alone and all in several orders. The
//! user's files change only after that, target by target; tests that do not pass are left out, with the reason.

mod layout;
mod place;
mod source;

pub(crate) use source::Test;

use crate::error::SessionError;
use crate::session::Session;
use isolde_build::{PreparedTests, TestTarget};
use isolde_puts::PutsError;
use isolde_puts::emit::{EmitError, LeftOut};
use isolde_record::Fault;
use isolde_record::put::{EmittedRecord, LeftOutRecord};
use isolde_suite::time::Measured;
use isolde_suite::verify::{Bench, Verified, verify};
use isolde_suite::{SuiteError, Workspace, install};
use layout::{EmittedTest, Target};
use source::{Emission, SourceFile};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Why the tests of a file were not emitted.
#[derive(Debug, thiserror::Error)]
pub enum EmissionError {
    /// A source file cannot be rewritten.
    #[error("{}: {source}", file.display())]
    Source {
        /// The file.
        file: PathBuf,
        /// The reason.
        source: EmitError,
    },
    /// A file that the user wrote is in the way.
    #[error("{} was not written by Isolde and is left as it is; rename it to emit tests there", .0.display())]
    Foreign(PathBuf),
    /// A file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// Stored inputs cannot be read.
    #[error(transparent)]
    Puts(#[from] PutsError),
    /// The tests cannot be verified or installed.
    #[error("the conventional tests of {target} were not written: {source}")]
    Suite {
        /// The test target.
        target: String,
        /// The reason.
        source: SuiteError,
    },
}

impl EmissionError {
    /// Who has to act on the error.
    pub fn fault(&self) -> Fault {
        match self {
            // The compiler can read the file, so it contains Rust that Isolde does not know.
            EmissionError::Source { .. } => Fault::Ours,
            EmissionError::Foreign(_) => Fault::Usage,
            EmissionError::Io { .. } => Fault::Machine,
            EmissionError::Puts(error) => error.fault(),
            EmissionError::Suite { source, .. } => source.fault(),
        }
    }
}

fn read(path: &Path) -> Result<String, EmissionError> {
    fs::read_to_string(path).map_err(|source| EmissionError::Io {
        path: path.to_owned(),
        source,
    })
}

/// The result of an emission: the files that were written, and why others were not.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) written: Vec<EmittedRecord>,
    pub(crate) failures: Vec<EmissionError>,
}

/// Writes the stored inputs of tests as conventional tests, for each of the package's test targets with its tests. The tests that pass verification
/// are entered into `outcome` as soon as they are written.
///
/// # Errors
/// If the copy of the workspace cannot be made, or the user wants to stop. A file that fails does not stop the others: it is listed among the failures.
pub(crate) fn emit(
    session: &Session,
    prepared: &PreparedTests,
    targets: &[(&TestTarget, Vec<Test>)],
    outcome: &mut Outcome,
) -> Result<(), SessionError> {
    let package = &prepared.package;
    let mut emission = Emission::new(package, &prepared.library);
    let mut by_target: BTreeMap<Vec<String>, Vec<SourceFile>> = BTreeMap::new();
    for (target, tests) in targets {
        for file in emission.files(target, tests) {
            match file {
                Ok(file) if file.is_empty() => outcome.written.extend(file.record(&[], &[])),
                Ok(file) => by_target.entry(file.target()).or_default().push(file),
                Err(failure) => outcome.failures.push(failure),
            }
        }
    }
    if by_target.is_empty() {
        return Ok(());
    }
    let workspace = Workspace {
        package_root: &package.root,
        workspace_root: &package.workspace_root,
        target_directory: &package.target_dir,
        package: &package.name,
        features: &package.feature_arguments(),
        scratch: &prepared.scratch.work().join("suite"),
        build_folder: &prepared.scratch.suite_build(),
        configure: &|_| {},
        test_job: &|test| session.test_job(test),
        deadline: &session.deadline,
        left_out: &[],
        measured: Measured::default(),
        progress: &|what, done, all| session.count(what, done, all),
    };
    let bench = Bench::new(&workspace)?;
    for (options, files) in by_target {
        let target = Target::new(&package.root, options, files);
        let verified = verify(target.tests(), &target, &bench).and_then(|verified| {
            install::change(&target.changes(&package.root, &verified.files)?)?;
            Ok(verified)
        });
        match verified {
            Ok(verified) => outcome.written.extend(target.records(&verified)),
            Err(error) if error.fault() == Fault::Interrupted => return Err(error.into()),
            Err(source) => outcome.failures.push(EmissionError::Suite {
                target: target.name(),
                source,
            }),
        }
    }
    Ok(())
}

impl Target<'_> {
    /// What the record says about each of the target's files.
    fn records(&self, verified: &Verified<EmittedTest>) -> Vec<EmittedRecord> {
        let files = self.files.iter().enumerate();
        let record = |(number, file): (usize, &SourceFile)| {
            let kept: Vec<&str> = (verified.tests.iter())
                .filter(|test| test.file == number)
                .map(|test| test.name.as_str())
                .collect();
            let removed: Vec<LeftOut> = (verified.removed.iter())
                .filter(|(test, _)| test.file == number)
                .map(|(test, reason)| file.removed(&test.name, test.put, reason))
                .collect();
            file.record(&kept, &removed)
        };
        files.filter_map(record).collect()
    }
}

/// Converts a test that was left out to its form in the record.
fn left_out(left_out: &LeftOut) -> LeftOutRecord {
    LeftOutRecord {
        test: left_out.test.clone(),
        line: left_out.line,
        why: left_out.why.clone(),
    }
}
