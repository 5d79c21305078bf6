//! What can go wrong between a case and a test, and whose fault it is.

use isolde_record::Fault;
use std::path::PathBuf;

/// Errors of this crate.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// The file system refused.
    #[error("cannot {doing} {}: {source}", path.display())]
    Io {
        /// What was tried: `read`, `write`, `create`.
        doing: &'static str,
        /// The path.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
    /// A file that this command did not write is in the place of a generated one.
    #[error("{} was not written by this command; move it away or choose another folder with --out", .0.display())]
    ForeignFile(PathBuf),
    /// Cargo would treat the folder as a test target, but no crate can have its name.
    #[error("{} cannot be a test target, since no crate can have its name; choose a folder with --out that is named with letters, digits, `-` and `_`", .0.display())]
    TargetName(PathBuf),
    /// The tests cannot be placed there.
    #[error("{} is no folder, so no tests can be written there; move it away or choose another folder with --out", .0.display())]
    NoFolder(PathBuf),
    /// The folder holds tests of functions that were not asked for, and this run would remove them.
    #[error("{} holds tests of functions that were not asked for, such as `{function}`, which would be removed; name no items, or choose another folder with --out", path.display())]
    OtherTests {
        /// The folder.
        path: PathBuf,
        /// One of the functions.
        function: String,
    },
    /// A module that Isolde did not write has the place of the tests of private functions.
    #[error("{} was not written by this command; rename it, or leave out --in-place", .0.display())]
    ForeignModule(PathBuf),
    /// The user's package does not build as a test target even without our tests.
    #[error(
        "the package does not build with an empty test target, so no test can be verified:\n{0}"
    )]
    PackageDoesNotBuild(String),
    /// A program or a file cannot be used.
    #[error(transparent)]
    Cargo(isolde_cargo::Error),
    /// The machine ran out of something that building the tests needs.
    #[error("the tests cannot be built: {shortage}:\n{message}")]
    Shortage {
        /// Of what.
        shortage: isolde_cargo::machine::Shortage,
        /// What cargo said.
        message: String,
    },
    /// A manifest could not be read.
    #[error("cannot read the manifest {}: {message}", path.display())]
    Manifest {
        /// Its path.
        path: PathBuf,
        /// What the parser said.
        message: String,
    },
    /// A program that was instrumented cannot be run any more.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// The user wants to stop.
    #[error("interrupted")]
    Cancelled,
}

impl From<isolde_cargo::Error> for SuiteError {
    fn from(error: isolde_cargo::Error) -> SuiteError {
        match error {
            isolde_cargo::Error::Interrupted => SuiteError::Cancelled,
            error => SuiteError::Cargo(error),
        }
    }
}

/// Why a program cannot be run, as whoever runs programs for this crate says it.
#[derive(Debug, thiserror::Error)]
#[error("the program under test cannot be run: {source}")]
pub struct ProgramError {
    /// Who has to act on it.
    pub fault: Fault,
    /// The error.
    pub source: Box<dyn std::error::Error + Send + Sync>,
}

impl SuiteError {
    /// Who has to act on it.
    pub fn fault(&self) -> Fault {
        match self {
            SuiteError::ForeignFile(_)
            | SuiteError::ForeignModule(_)
            | SuiteError::TargetName(_)
            | SuiteError::NoFolder(_)
            | SuiteError::OtherTests { .. } => Fault::Usage,
            SuiteError::PackageDoesNotBuild(_) | SuiteError::Manifest { .. } => Fault::Package,
            SuiteError::Io { .. } | SuiteError::Shortage { .. } => Fault::Machine,
            SuiteError::Cargo(error) => error.fault(),
            SuiteError::Program(error) => error.fault,
            SuiteError::Cancelled => Fault::Interrupted,
        }
    }

    /// Adds to an I/O error what was tried, and with which path.
    pub fn io(
        doing: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(std::io::Error) -> SuiteError {
        let path = path.into();
        move |source| SuiteError::Io {
            doing,
            path,
            source,
        }
    }
}
