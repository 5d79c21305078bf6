//! What the commands that explore have in common: from their options to a session, and from its end to an exit code.

use crate::arguments::{OnePackage, PackageOptions, SearchOptions};
use crate::console::Console;
use crate::exit::Exit;
use crate::interrupt;
use crate::progress::Shown;
use isolde_build::Selection;
use isolde_record::Deadline;
use isolde_session::functions::Functions;
use isolde_session::generalize::{Generalize, Generalized, generalize};
use isolde_session::isolate::Listing;
use isolde_session::{Ended, Session, SessionError, Subject};
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What all runs of a process have in common.
pub struct Start<'a> {
    search: &'a SearchOptions,
    flag: Arc<AtomicBool>,
    console: &'a Console,
}

impl Start<'_> {
    /// Prepares the process for runs. An error is printed, and its exit code returned.
    pub fn new<'a>(search: &'a SearchOptions, console: &'a Console) -> Result<Start<'a>, Exit> {
        Ok(Start {
            search,
            flag: interrupt::flag().map_err(|error| unknown(&error, console))?,
            console,
        })
    }

    /// A deadline that only the user sets.
    pub fn deadline(&self) -> Deadline {
        Deadline::when_cancelled(Arc::clone(&self.flag))
    }

    /// Runs a command on a package. An error is printed, and its exit code returned.
    pub fn run<S: Subject>(&self, subject: &S, selection: Selection) -> Result<Ended<S>, Exit> {
        self.run_one(subject, selection, false)
            .map_err(|error| failed(&error, self.console))
    }

    /// Lists the calls that leave a unit. An error is printed, and its exit code returned.
    pub fn list(&self, functions: &Functions, selection: Selection) -> Result<Listing, Exit> {
        let shown = Shown(self.console);
        let listed = functions.list(&self.session(selection, false, &shown));
        listed.map_err(|error| failed(&error, self.console))
    }

    /// Generalizes the tests of a package. An error is printed, and its exit code returned.
    pub fn generalize(
        &self,
        request: &Generalize,
        selection: Selection,
    ) -> Result<Generalized, Exit> {
        let shown = Shown(self.console);
        let done = generalize(request, &self.session(selection, false, &shown));
        done.map_err(|error| failed(&error, self.console))
    }

    /// What a run has.
    fn session<'s>(
        &self,
        selection: Selection,
        is_one_of_several: bool,
        reporter: &'s Shown,
    ) -> Session<'s> {
        Session {
            selection,
            is_one_of_several,
            search: self.search.settings(),
            program: std::env::current_exe().unwrap_or_default(),
            deadline: self.deadline(),
            reporter,
        }
    }

    /// The same as [`Start::run`], but leaves the error to the caller, and for one of several runs also the record.
    ///
    /// # Errors
    /// Those of the run.
    pub fn run_one<S: Subject>(
        &self,
        subject: &S,
        selection: Selection,
        is_one_of_several: bool,
    ) -> Result<Ended<S>, SessionError> {
        let shown = Shown(self.console);
        isolde_session::run(subject, &self.session(selection, is_one_of_several, &shown))
    }
}

/// The one package that a command is about. An error is printed, and its exit code returned.
pub fn selection(
    one: &OnePackage,
    package: &PackageOptions,
    console: &Console,
) -> Result<Selection, Exit> {
    Ok(Selection {
        package: one.name.clone(),
        ..package
            .selection()
            .map_err(|error| unknown(&error, console))?
    })
}

/// Reports that a run failed.
fn failed(error: &SessionError, console: &Console) -> Exit {
    console.error(&error.to_string());
    error.fault().into()
}

/// Reports that the system does not tell something about this process.
pub fn unknown(error: &io::Error, console: &Console) -> Exit {
    console.error(&format!(
        "cannot get information about this process from the system: {error}"
    ));
    Exit::Machine
}

/// Reports that the user interrupted a run.
pub fn interrupted(console: &Console) -> Exit {
    console.error("interrupted: everything that was finished before is kept");
    Exit::Interrupted
}
