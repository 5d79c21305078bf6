//! What all steps of a run share: settings, deadline, reporter.

use crate::confined;
use crate::error::SessionError;
use crate::reporter::{Phase, Reporter};
use isolde_build::{Scratch, Selection};
use isolde_cargo::Job;
use isolde_explore::Config;
use isolde_record::Deadline;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct SearchSettings {
    /// Time for everything that follows the build: exploring, choosing inputs, writing and verifying tests.
    pub time: Duration,
    /// The seed of the search.
    pub seed: u64,
    /// Number of programs that run at the same time; by default the number of processors.
    pub jobs: Option<u16>,
    /// Whether the code under test runs in the sandbox.
    pub sandbox: bool,
}

/// What all steps of a run share.
pub struct Session<'a> {
    /// Which package to work on, with which features.
    pub selection: Selection,
    /// Whether the run is one of several, whose records are written to one file by the caller.
    pub is_one_of_several: bool,
    /// How to search.
    pub search: SearchSettings,
    /// The running program, which also serves as the linker of builds and starts tests in the sandbox.
    pub program: PathBuf,
    /// When the run has to end.
    pub deadline: Deadline,
    /// Receives reports of the run's progress.
    pub reporter: &'a dyn Reporter,
}

impl Session<'_> {
    /// The same session, with a deadline that is counted from now.
    pub(crate) fn beginning_now(&self) -> Session<'_> {
        Session {
            selection: self.selection.clone(),
            is_one_of_several: self.is_one_of_several,
            search: self.search,
            program: self.program.clone(),
            deadline: self.deadline.within(self.search.time),
            reporter: self.reporter,
        }
    }

    /// Checks that the run should go on.
    ///
    /// # Errors
    /// [`SessionError::Interrupted`] if the user wants to stop.
    pub(crate) fn go_on(&self) -> Result<(), SessionError> {
        match self.deadline.is_cancelled() {
            true => Err(SessionError::Interrupted),
            false => Ok(()),
        }
    }

    /// The job that runs a test executable: in the sandbox if the settings ask for it.
    pub(crate) fn test_job(&self, test: &Path) -> Job<'static> {
        match self.search.sandbox {
            true => confined::job(&self.program, test),
            false => Job::new(Command::new(test)),
        }
    }

    /// Reports the progress of a step.
    pub(crate) fn count(&self, what: &str, done: usize, all: usize) {
        self.reporter.phase(&Phase::Counting { what, done, all });
    }

    /// The configuration of an exploration that takes at most `time`.
    pub(crate) fn config(&self, scratch: &Scratch, time: Duration) -> Config {
        let mut config = Config::new(scratch.work().join("explore"));
        config.seed = self.search.seed;
        config.time = time;
        config.sandbox = self.search.sandbox;
        config.cancelled = Arc::clone(self.deadline.flag());
        if let Some(jobs) = self.search.jobs {
            config.jobs = usize::from(jobs);
        }
        config
    }
}
