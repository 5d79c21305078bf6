//! What can go wrong in a run, and whose fault it is.

use crate::generalize::GeneralizeError;
use crate::isolate::IsolateError;
use crate::record_file::Unwritable;
use isolde_build::BuildError;
use isolde_explore::ExploreError;
use isolde_puts::PutsError;
use isolde_record::Fault;
use isolde_suite::SuiteError;

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The programs cannot be built.
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
        /// The filters that the user gave.
        filters: Vec<String>,
        /// The tests that there are.
        tests: Vec<String>,
    },
    /// A unit cannot be isolated as the user asks.
    #[error(transparent)]
    Isolate(#[from] IsolateError),
    /// The package's tests cannot be generalized.
    #[error(transparent)]
    Generalize(#[from] GeneralizeError),
    /// The record cannot be written.
    #[error(transparent)]
    Record(#[from] Unwritable),
    /// The user wants to stop.
    #[error("interrupted")]
    Interrupted,
}

impl SessionError {
    /// Whether the package or binary is of a kind that cannot be explored, and nothing is wrong with it.
    pub fn is_about_kind(&self) -> bool {
        matches!(self, SessionError::Build(error) if error.is_about_kind())
    }

    /// Who has to act on the error.
    pub fn fault(&self) -> Fault {
        match self {
            SessionError::Build(error) => error.fault(),
            SessionError::Explore(error) => error.fault(),
            SessionError::Suite(error) => error.fault(),
            SessionError::Puts(error) => error.fault(),
            SessionError::NoMatch { .. } => Fault::Usage,
            SessionError::Isolate(error) => error.fault(),
            SessionError::Generalize(error) => error.fault(),
            SessionError::Record(_) => Fault::Machine,
            SessionError::Interrupted => Fault::Interrupted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_suite::ProgramError;
    use std::io;

    fn killed() -> ExploreError {
        ExploreError::Killed {
            program: "program".into(),
            signal: 9,
        }
    }

    fn confused() -> ExploreError {
        ExploreError::Protocol {
            program: "program".into(),
            what: "sent a wrong reply",
            stderr: String::new(),
        }
    }

    fn no_cargo() -> isolde_cargo::Error {
        isolde_cargo::Error::Start {
            program: "cargo".into(),
            source: io::ErrorKind::NotFound.into(),
            advice: "",
        }
    }

    /// An error of a program that runs while the suite observes cases, as the suite passes it on.
    fn while_observing(error: ExploreError) -> SessionError {
        SuiteError::Program(ProgramError {
            fault: error.fault(),
            source: Box::new(error),
        })
        .into()
    }

    #[test]
    fn an_error_keeps_its_fault_wherever_it_happens() {
        let machine: [SessionError; 6] = [
            killed().into(),
            while_observing(killed()),
            PutsError::Explore(killed()).into(),
            SuiteError::io("write", "tests")(io::ErrorKind::StorageFull.into()).into(),
            SuiteError::from(no_cargo()).into(),
            PutsError::Io {
                what: "write",
                path: "f.inputs".into(),
                source: io::ErrorKind::ReadOnlyFilesystem.into(),
            }
            .into(),
        ];
        for error in machine {
            assert_eq!(error.fault(), Fault::Machine, "{error}");
        }
        for error in [confused().into(), while_observing(confused())] {
            assert_eq!(error.fault(), Fault::Ours, "{error}");
        }
        for error in [
            ExploreError::Cancelled.into(),
            SuiteError::Cancelled.into(),
            BuildError::from(isolde_cargo::Error::Interrupted).into(),
            SuiteError::from(isolde_cargo::Error::Interrupted).into(),
            SessionError::Interrupted,
        ] {
            assert_eq!(SessionError::fault(&error), Fault::Interrupted, "{error}");
        }
        let package: SessionError = SuiteError::PackageDoesNotBuild(String::new()).into();
        assert_eq!(package.fault(), Fault::Package);
        let user: SessionError = SuiteError::ForeignFile("tests/isolde/mine.rs".into()).into();
        assert_eq!(user.fault(), Fault::Usage);
        // The message says what went wrong, not only where.
        assert!(while_observing(killed()).to_string().contains("signal 9"));
    }
}
