//! Starts test executables in the sandbox.
//!
//! A process has to enter the sandbox after it was started and before the program under test runs. Copying this process for each of thousands of tests
//! would be slow, because it has all of an exploration in memory. So this program starts itself anew under another name; that process enters the
//! sandbox and then becomes the test executable.

use isolde_cargo::Job;
use isolde_cargo::process::bind;
use isolde_explore::sandbox;
use std::ffi::OsStr;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode};

/// Name under which this program only enters the sandbox and then becomes another program.
const NAME: &str = "isolde-confine";

/// A job that runs `program` in the sandbox. `own` is the path of the running program.
pub fn job(own: &Path, program: &Path) -> Job<'static> {
    let mut command = Command::new(own);
    command
        .arg0(NAME)
        .arg(std::process::id().to_string())
        .arg(program);
    Job::new(command).binds_itself()
}

/// Becomes the program named by the second argument, confined, if this process was started for that purpose. The first argument is the id of the
/// process that started this one.
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
    // `exec` returns only if it failed; the caller then sees a test that does not pass.
    let _ = command.exec();
    Some(ExitCode::FAILURE)
}
