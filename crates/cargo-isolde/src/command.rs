//! What the commands that explore have in common: from their options to a session, and from its end to an exit code.

use crate::arguments::{PackageOptions, SearchOptions};
use crate::console::Console;
use crate::exit::Exit;
use crate::interrupt;
use crate::progress::Shown;
use isolde_record::Deadline;
use isolde_session::{Ended, Session, Subject};
use std::io;

/// The options that all commands that explore have in common.
pub struct FromCommandLine<'a> {
    /// The package.
    pub package: &'a PackageOptions,
    /// The search.
    pub search: &'a SearchOptions,
}

/// Runs a command through the pipeline. An error is printed, and its exit code returned.
pub fn run<S: Subject>(
    subject: &S,
    from: &FromCommandLine,
    console: &Console,
) -> Result<Ended<S>, Exit> {
    let shown = Shown(console);
    let session = session(from, &shown).map_err(|error| {
        console.error(&format!(
            "cannot get information about this process from the system: {error}"
        ));
        Exit::Machine
    })?;
    isolde_session::run(subject, &session).map_err(|error| {
        console.error(&error.to_string());
        error.fault().into()
    })
}

/// The session that the options describe.
fn session<'a>(from: &FromCommandLine, shown: &'a Shown) -> io::Result<Session<'a>> {
    Ok(Session {
        selection: from.package.selection()?,
        search: from.search.settings(),
        program: std::env::current_exe()?,
        deadline: Deadline::when_cancelled(interrupt::flag()?),
        reporter: shown,
    })
}

/// Reports that the user interrupted a run.
pub fn interrupted(console: &Console) -> Exit {
    console.error("interrupted: everything that was finished before is kept");
    Exit::Interrupted
}
