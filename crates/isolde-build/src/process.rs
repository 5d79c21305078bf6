//! Child processes: output captured, killed with all their children when the run is interrupted.

use crate::error::BuildError;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How often a running child's owner looks whether it was interrupted.
const POLL: Duration = Duration::from_millis(50);
/// How long to wait for the rest of the output after the child ended: a grandchild may hold the pipe open.
const DRAIN: Duration = Duration::from_secs(2);

/// What a child said.
#[derive(Debug)]
pub struct Output {
    /// How it ended.
    pub status: ExitStatus,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

enum Event {
    Out(String),
    Err(String),
}

/// Runs a command to its end.
///
/// `on_error_line` sees each line of standard error as it comes (progress of cargo).
///
/// # Errors
/// [`BuildError::Tool`] if it cannot be started, [`BuildError::Interrupted`] if `cancelled` was set: the child and its process group are
/// killed then. A child that fails is no error here.
pub fn run(
    command: &mut Command,
    advice: &'static str,
    cancelled: &AtomicBool,
    on_error_line: &mut dyn FnMut(&str),
) -> Result<Output, BuildError> {
    let tool = command.get_program().to_string_lossy().into_owned();
    tracing::debug!(?command, "running");
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0);
    // SAFETY: prctl is async-signal-safe and touches no memory of ours.
    unsafe {
        command.pre_exec(|| {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM);
            Ok(())
        });
    }
    let mut child = command.spawn().map_err(|source| BuildError::Tool {
        tool: tool.clone(),
        source,
        advice,
    })?;
    let (sender, events) = mpsc::channel();
    let stdout = child
        .stdout
        .take()
        .map(|pipe| read_lines(pipe, sender.clone(), Event::Out));
    let stderr = child
        .stderr
        .take()
        .map(|pipe| read_lines(pipe, sender, Event::Err));

    let (mut standard_output, mut standard_error) = (String::new(), String::new());
    let mut ended: Option<(ExitStatus, std::time::Instant)> = None;
    loop {
        match events.recv_timeout(POLL) {
            Ok(Event::Out(line)) => standard_output.push_str(&line),
            Ok(Event::Err(line)) => {
                on_error_line(line.trim_end());
                standard_error.push_str(&line);
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => match ended {
                Some((_, since)) if since.elapsed() > DRAIN => break,
                Some(_) => {}
                None => {
                    ended = child
                        .try_wait()
                        .ok()
                        .flatten()
                        .map(|status| (status, std::time::Instant::now()))
                }
            },
        }
        if cancelled.load(Ordering::Relaxed) {
            kill(&mut child);
            return Err(BuildError::Interrupted);
        }
    }
    let status = match ended {
        Some((status, _)) => status,
        None => child.wait().map_err(|source| BuildError::Tool {
            tool,
            source,
            advice,
        })?,
    };
    // The readers have ended, or hang on a pipe that a grandchild holds: not waited for.
    drop((stdout, stderr));
    Ok(Output {
        status,
        stdout: standard_output,
        stderr: standard_error,
    })
}

fn read_lines(
    pipe: impl Read + Send + 'static,
    sender: mpsc::Sender<Event>,
    event: fn(String) -> Event,
) -> thread::JoinHandle<()> {
    thread::spawn(move || {
        let mut reader = BufReader::new(pipe);
        let mut line = Vec::new();
        while let Ok(length) = reader.read_until(b'\n', &mut line) {
            if length == 0
                || sender
                    .send(event(String::from_utf8_lossy(&line).into_owned()))
                    .is_err()
            {
                return;
            }
            line.clear();
        }
    })
}

/// Kills a child and its process group: cargo's compilers end with it.
fn kill(child: &mut Child) {
    if let Ok(group) = i32::try_from(child.id()) {
        // SAFETY: a plain system call; the child is not yet waited for, so the id is still its own.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
    // It was killed; only its zombie is collected here.
    let _ = child.wait();
}
