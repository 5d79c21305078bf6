//! Child processes with a time limit, ended with all their children when the user wants to stop.

use crate::SuiteError;
use std::fs::File;
use std::io::{Read, Seek};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How a child ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With success.
    Passed,
    /// Otherwise.
    Failed,
    /// It was ended after the time limit.
    TimedOut,
}

/// A child's end and what it said.
pub struct Output {
    /// How it ended.
    pub end: End,
    /// What the system says of it; of one that was ended, that.
    pub status: ExitStatus,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

/// Runs a command for at most `limit`.
///
/// # Errors
/// [`SuiteError::Cargo`] if it cannot be started, [`SuiteError::Cancelled`].
pub fn run(
    command: &mut Command,
    limit: Duration,
    cancelled: &AtomicBool,
) -> Result<Output, SuiteError> {
    let program = command.get_program().to_string_lossy().into_owned();
    let failed = |error: std::io::Error| SuiteError::Cargo(format!("{program}: {error}"));
    // Files, not pipes: a grandchild may hold a pipe open.
    let (stdout, stderr) = (log()?, log()?);
    let mut child = command
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(stdout.try_clone().map_err(failed)?)
        .stderr(stderr.try_clone().map_err(failed)?)
        .spawn()
        .map_err(failed)?;
    let waited = wait(&child, limit, cancelled);
    // Whatever the child left behind ends with it.
    end_group(&child);
    let status = child.wait().map_err(failed)?;
    Ok(Output {
        end: match waited? {
            true if status.success() => End::Passed,
            true => End::Failed,
            false => End::TimedOut,
        },
        status,
        stdout: read_back(stdout)?,
        stderr: read_back(stderr)?,
    })
}

/// Whether the child ended within the limit.
fn wait(child: &Child, limit: Duration, cancelled: &AtomicBool) -> Result<bool, SuiteError> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(200);
    while !has_ended(child) {
        if cancelled.load(Ordering::Relaxed) {
            return Err(SuiteError::Cancelled);
        }
        if start.elapsed() > limit {
            return Ok(false);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
    Ok(true)
}

/// Whether the child has ended. It is not collected, so that its id stays its own.
fn has_ended(child: &Child) -> bool {
    // SAFETY: all-zero is a value of this plain C structure; the call fills it in.
    unsafe {
        let mut information: libc::siginfo_t = std::mem::zeroed();
        let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
        libc::waitid(libc::P_PID, child.id(), &raw mut information, flags) == 0
            && information.si_pid() != 0
    }
}

fn end_group(child: &Child) {
    if let Ok(group) = i32::try_from(child.id()) {
        // SAFETY: a plain system call. The child leads its group and was not collected yet, so the id is still its own.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
}

fn log() -> Result<File, SuiteError> {
    tempfile::tempfile().map_err(SuiteError::io("create a file in", std::env::temp_dir()))
}

fn read_back(mut log: File) -> Result<String, SuiteError> {
    let mut bytes = Vec::new();
    log.rewind()
        .and_then(|()| log.read_to_end(&mut bytes))
        .map_err(SuiteError::io("read", std::env::temp_dir()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(text: &str, limit: u64, cancelled: bool) -> Result<Output, SuiteError> {
        let mut command = Command::new("sh");
        let limit = Duration::from_millis(limit);
        run(
            command.args(["-c", text]),
            limit,
            &AtomicBool::new(cancelled),
        )
    }

    #[test]
    fn output_and_end_are_told() {
        let output = shell("echo out; echo err >&2; false", 60_000, false).unwrap();
        assert_eq!(output.end, End::Failed);
        assert_eq!(
            (output.stdout.as_str(), output.stderr.as_str()),
            ("out\n", "err\n")
        );
    }

    #[test]
    fn a_child_and_its_children_are_ended_at_the_limit_and_on_demand() {
        let started = Instant::now();
        let output = shell("sleep 100 & sleep 100", 50, false).unwrap();
        assert_eq!(output.end, End::TimedOut);
        assert!(matches!(
            shell("sleep 100", 60_000, true),
            Err(SuiteError::Cancelled)
        ));
        assert!(started.elapsed() < Duration::from_secs(50));
    }
}
