//! Child processes: started so that they cannot outlive this process, followed to their end, and ended with all their own children.
//!
//! A [`Job`] is run to its end by [`Job::run`], which returns what the program wrote. Whatever happens, no process is left running:
//!
//! - The child leads a process group of its own. When the run is over (the child ended, time is up, the user interrupts, or this
//!   thread panics), the whole group is killed, and with it every compiler or linker that cargo started.
//! - The kernel kills the child when the thread that waits for it ends (`bind`), however this process ends.
//! - A keeper, a small process beside this one, kills the groups that are still running if this process has ended without being able
//!   to do so itself.

mod follow;
mod keeper;

use crate::Error;
use follow::Running;
use isolde_record::Deadline;
use keeper::Place;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitStatus, Stdio};

/// Advice for the user if cargo or rustc cannot be started.
const RUST_ADVICE: &str = "is Rust installed and on the PATH? (https://rustup.rs)";
/// Advice for the user if the linker cannot be started.
const LINKER_ADVICE: &str = "install a C compiler (Debian: `apt install gcc`)";
/// Maximum number of bytes that are kept of each of a child's two outputs. Everything after that is read and dropped.
const MOST_OUTPUT: usize = 64 << 20;

/// How a child ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, with success.
    Passed,
    /// By itself, without success: with another exit code, or by a signal.
    Failed,
    /// It was killed because its time was up.
    TimedOut,
}

/// How a child ended, and what it wrote.
#[derive(Clone, Debug)]
pub struct Output {
    /// How it ended.
    pub end: End,
    /// The exit status as the system reports it; for a child that was killed, the signal.
    pub status: ExitStatus,
    /// Standard output, up to a limit; bytes that are not UTF-8 are replaced.
    pub stdout: String,
    /// Standard error, likewise.
    pub stderr: String,
}

impl Output {
    /// Whether the child ended by itself and with success.
    pub fn passed(&self) -> bool {
        self.end == End::Passed
    }
}

/// A program to run.
pub struct Job<'a> {
    command: Command,
    advice: &'static str,
    binds_itself: bool,
    input: Vec<u8>,
    most_output: usize,
    on_error_line: Option<&'a mut dyn FnMut(&str)>,
}

impl<'a> Job<'a> {
    /// A job for any program. It uses the command's arguments, folder and environment; its standard input is empty, and its outputs are read.
    pub fn new(command: Command) -> Job<'a> {
        Job {
            command,
            advice: "",
            binds_itself: false,
            input: Vec::new(),
            most_output: MOST_OUTPUT,
            on_error_line: None,
        }
    }

    /// A job for cargo or rustc: if the program cannot be started, the error says how to install Rust.
    pub fn rust(command: Command) -> Job<'a> {
        Job {
            advice: RUST_ADVICE,
            ..Job::new(command)
        }
    }

    /// A job for the C compiler as a linker: if it cannot be started, the error says how to install one.
    pub fn linker(command: Command) -> Job<'a> {
        Job {
            advice: LINKER_ADVICE,
            ..Job::new(command)
        }
    }

    /// The command, for adding to it.
    pub fn command(&mut self) -> &mut Command {
        &mut self.command
    }

    /// Declares that the program is Isolde itself, which calls [`bind`] before anything else. Then this process need not be copied to start it, which
    /// would be slow when much memory is in use.
    #[must_use]
    pub fn binds_itself(mut self) -> Job<'a> {
        self.binds_itself = true;
        self
    }

    /// Sets what the program reads from standard input.
    #[must_use]
    pub fn input(mut self, input: Vec<u8>) -> Job<'a> {
        self.input = input;
        self
    }

    /// Calls `on_error_line` with each line of standard error as soon as it is complete: cargo reports its progress there.
    #[must_use]
    pub fn on_error_line(mut self, on_error_line: &'a mut dyn FnMut(&str)) -> Job<'a> {
        self.on_error_line = Some(on_error_line);
        self
    }

    /// Runs the program until it ends by itself or the deadline is over. A program that fails does not count as an error here.
    ///
    /// # Errors
    /// [`Error::Start`] if it cannot be started, [`Error::Interrupted`] if the user wants to stop; the program was then killed.
    pub fn run(mut self, deadline: &Deadline) -> Result<Output, Error> {
        if deadline.is_cancelled() {
            return Err(Error::Interrupted);
        }
        tracing::debug!(command = ?self.command, "running");
        let stdin = if self.input.is_empty() {
            Stdio::null()
        } else {
            Stdio::piped()
        };
        self.command
            .stdin(stdin)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        let place = Place::new();
        if !self.binds_itself {
            let parent = std::process::id();
            let announce = place.announcement();
            // SAFETY: these make system calls that are allowed between `fork` and `exec`, with memory on the stack only.
            unsafe {
                self.command.pre_exec(move || {
                    announce();
                    bind(parent)
                })
            };
        }
        let program = self.command.get_program().to_string_lossy().into_owned();
        let failed = |source| Error::Start {
            program,
            source,
            advice: self.advice,
        };
        let child = match self.command.spawn() {
            Ok(child) => child,
            Err(source) => return Err(failed(source)),
        };
        if self.binds_itself {
            place.announce(child.id());
        }
        let mut running = Running::new(child, place, self.input, self.most_output);
        let followed = running.follow(deadline, self.on_error_line);
        match followed.and_then(|is_in_time| running.end(is_in_time)) {
            Ok(Some(output)) => Ok(output),
            Ok(None) => Err(Error::Interrupted),
            Err(source) => Err(failed(source)),
        }
    }
}

/// Replaces this process by a program, as `exec` does; returns the error if that is not possible. Processes that this one has started are killed.
pub fn become_program(command: &mut Command) -> Error {
    keeper::end();
    let source = command.exec();
    Error::Start {
        program: command.get_program().to_string_lossy().into_owned(),
        source,
        advice: "",
    }
}

/// Runs a program in place of this process: with the same inputs, outputs and process group. The program is killed if this process is killed.
///
/// # Errors
/// [`Error::Start`].
pub fn pass_on(command: &mut Command) -> Result<ExitStatus, Error> {
    let parent = std::process::id();
    // SAFETY: as in `Job::run`.
    unsafe { command.pre_exec(move || bind(parent)) };
    command.status().map_err(|source| Error::Start {
        program: command.get_program().to_string_lossy().into_owned(),
        source,
        advice: "",
    })
}

/// Asks the kernel to kill the calling process when the thread that started it ends. `parent` is the id of the process that started it.
///
/// This remains in force when the process becomes another program.
///
/// # Errors
/// If `parent` is no longer the parent, because it ended before this call.
pub fn bind(parent: u32) -> io::Result<()> {
    // SAFETY: plain system calls without memory.
    let is_bound = unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) == 0
            && u32::try_from(libc::getppid()) == Ok(parent)
    };
    if is_bound {
        Ok(())
    } else {
        Err(io::Error::from_raw_os_error(libc::ESRCH))
    }
}

#[cfg(test)]
mod tests;
