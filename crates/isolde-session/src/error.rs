//! What can go wrong in a run, and whose fault it is.

use crate::record_file::Unwritable;
use isolde_build::BuildError;
use isolde_explore::ExploreError;
use isolde_puts::PutsError;
use isolde_record::Fault;
use isolde_suite::SuiteError;

/// Why a run did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// There are no programs.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The programs cannot be run.
    #[error(transparent)]
    Explore(#[from] ExploreError),
    /// Tests cannot be made, verified or installed.
    #[error(transparent)]
    Suite(#[from] SuiteError),
    /// Inputs of parameterized tests cannot be kept.
    #[error(transparent)]
    Puts(#[from] PutsError),
    /// The filters match no parameterized test.
    #[error("no parameterized test of package `{package}` matches {}; there are {}", filters.join(" or "), tests.join(", "))]
    NoMatch {
        /// The package.
        package: String,
        /// What was asked for.
        filters: Vec<String>,
        /// What there is.
        tests: Vec<String>,
    },
    /// The record cannot be written.
    #[error(transparent)]
    Record(#[from] Unwritable),
    /// The user wants to stop.
    #[error("interrupted")]
    Interrupted,
}

impl SessionError {
    /// Who has to act on it.
    pub fn fault(&self) -> Fault {
        match self {
            SessionError::Build(error) => error.fault(),
            SessionError::Explore(error) => error.fault(),
            SessionError::Suite(error) => error.fault(),
            SessionError::Puts(error) => error.fault(),
            SessionError::NoMatch { .. } => Fault::Usage,
            SessionError::Record(_) => Fault::Machine,
            SessionError::Interrupted => Fault::Interrupted,
        }
    }
}
