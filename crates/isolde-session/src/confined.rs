//! Test executables, started in the sandbox.
//!
//! The sandbox is entered between the start of a process and its program. To start thousands cheaply, this process must not be copied for each: it
//! has all of an exploration in memory. So it starts its own program anew, under another name, and that enters the sandbox and becomes the test
//! executable.

use isolde_cargo::Job;
use isolde_cargo::process::bind;
use isolde_explore::sandbox;
use std::ffi::OsStr;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode};

/// Name under which this program only enters the sandbox and becomes another.
const NAME: &str = "isolde-confine";

/// Runs `program` in the sandbox. `own` is the running program.
pub fn job(own: &Path, program: &Path) -> Job<'static> {
    let mut command = Command::new(own);
    command
        .arg0(NAME)
        .arg(std::process::id().to_string())
        .arg(program);
    Job::new(command).binds_itself()
}

/// Becomes the program named by the second argument, confined, if this process was started for that. The first argument is the id of the process that
/// started it.
pub fn act() -> Option<ExitCode> {
    let mut arguments = std::env::args_os();
    if arguments.next()? != OsStr::new(NAME) {
        return None;
    }
    let parent = arguments.next()?.to_str()?.parse().ok()?;
    if bind(parent).is_err() {
        return Some(ExitCode::FAILURE);
    }
    let mut command = Command::new(arguments.next()?);
    command.args(arguments);
    sandbox::confine(&mut command);
    // It returns only if it failed; the caller sees a test that does not pass.
    let _ = command.exec();
    Some(ExitCode::FAILURE)
}
