//! What can go wrong while programs are run, and who has to act on it.

use isolde_record::Fault;
use std::io;
use std::path::PathBuf;

/// Why an exploration or a worker had to give up. A *run* that fails is never an error: its failure is its outcome.
#[derive(Debug, thiserror::Error)]
pub enum ExploreError {
    /// The machine lacks what the sandbox needs.
    #[error(
        "this machine cannot run code in a sandbox ({what}); run `cargo isolde doctor` for details, or pass `--no-sandbox` if you trust the code"
    )]
    NoSandbox {
        /// What is missing.
        what: String,
    },
    /// A system call that workers need failed.
    #[error("this machine refused to {what}: {source}")]
    System {
        /// What was attempted.
        what: &'static str,
        /// The system's answer.
        source: io::Error,
    },
    /// The program could not be started.
    #[error("the instrumented program {program} could not be started: {source}")]
    Start {
        /// The program.
        program: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
    /// The program was killed from outside: by the kernel because memory ran out, by a resource limit, or by another process.
    #[error(
        "the instrumented program {program} was killed (signal {signal}), by the system or by another process; perhaps memory ran out: `--jobs 1` needs less"
    )]
    Killed {
        /// The program.
        program: PathBuf,
        /// The signal.
        signal: i32,
    },
    /// The system could not load the program.
    #[error("this machine cannot load the instrumented program {program}: {}", stderr.trim())]
    Load {
        /// The program.
        program: PathBuf,
        /// What the dynamic linker wrote.
        stderr: String,
    },
    /// The user wants to stop.
    #[error("interrupted")]
    Cancelled,
    /// The program started, but does not follow the protocol of instrumented programs.
    #[error("the instrumented program {program} {what}; report this as a bug of Isolde{}", said(.stderr))]
    Protocol {
        /// The program.
        program: PathBuf,
        /// What it did.
        what: &'static str,
        /// The end of what it wrote to standard error.
        stderr: String,
    },
}

impl ExploreError {
    /// Who has to act on it.
    pub fn fault(&self) -> Fault {
        match self {
            ExploreError::NoSandbox { .. }
            | ExploreError::System { .. }
            | ExploreError::Start { .. }
            | ExploreError::Killed { .. }
            | ExploreError::Load { .. } => Fault::Machine,
            ExploreError::Protocol { .. } => Fault::Ours,
            ExploreError::Cancelled => Fault::Interrupted,
        }
    }
}

fn said(stderr: &str) -> String {
    if stderr.is_empty() {
        String::new()
    } else {
        format!(" (it wrote: {})", stderr.trim())
    }
}

/// Adds to the error of a failed system call what was attempted.
pub(crate) fn system<T>(what: &'static str, result: io::Result<T>) -> Result<T, ExploreError> {
    result.map_err(|source| ExploreError::System { what, source })
}

/// The last system error as a `Result`, for calls that return a negative number on failure.
pub(crate) fn check(result: libc::c_int) -> io::Result<libc::c_int> {
    if result < 0 {
        Err(io::Error::last_os_error())
    } else {
        Ok(result)
    }
}
