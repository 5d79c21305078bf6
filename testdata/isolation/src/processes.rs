//! Decisions by what other programs do.

use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::{self, Child, Command, Stdio};

/// Where a repository is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Branch {
    /// On a branch.
    Named(String),
    /// On no branch.
    Detached,
    /// Not in a repository.
    NoRepository,
}

/// The branch that the current directory is on.
pub fn branch() -> io::Result<Branch> {
    let output = Command::new("git")
        .args(["rev-parse", "--abbrev-ref", "HEAD"])
        .output()?;
    if !output.status.success() {
        return Ok(Branch::NoRepository);
    }
    let name = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Ok(match name.as_str() {
        "HEAD" => Branch::Detached,
        _ => Branch::Named(name),
    })
}

/// Whether a program can be started.
pub fn is_installed(program: &str) -> io::Result<bool> {
    let status = Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .status();
    match status {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// How a hook ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hook {
    /// It agrees.
    Accepts,
    /// It does not agree, with this code.
    Refuses(i32),
    /// A signal ended it.
    Killed,
}

/// Runs a hook.
pub fn run_hook(script: &Path) -> io::Result<Hook> {
    let status = Command::new(script).status()?;
    Ok(match status.code() {
        Some(0) => Hook::Accepts,
        Some(code) => Hook::Refuses(code),
        None => Hook::Killed,
    })
}

/// Stops a program, unless it has ended; returns whether it had ended well.
pub fn stop(child: &mut Child) -> io::Result<bool> {
    match child.try_wait()? {
        Some(status) => Ok(status.success()),
        None => {
            child.kill()?;
            child.wait()?;
            Ok(false)
        }
    }
}

/// A name for a file of this process; processes with small numbers are system services and have a folder of their own.
pub fn own_file() -> String {
    match process::id() {
        number @ 0..=99 => format!("system/{number}.pid"),
        number => format!("{number}.pid"),
    }
}
