//! How a worker runs its program.

#[cfg(doc)]
use crate::error::ExploreError;
#[cfg(doc)]
use crate::sandbox::ACTS_OUTSIDE;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Address space that shadows and tables of a symbolic program need.
const SHADOWS: u64 = 8 << 30;
/// How much slower than the coverage program a symbolic run may be.
const SLOWDOWN: u32 = 2;

/// How a worker runs its program.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// The program: any executable linked with the runtime.
    pub program: PathBuf,
    /// Longest time that a run may take: processor time, or wall time if it sleeps.
    pub run_limit: Duration,
    /// Bytes that a run may allocate.
    pub memory_limit: u64,
    /// Bytes of stack.
    pub stack_limit: u64,
    /// Whether to confine the program.
    pub sandbox: bool,
    /// Whether a confined program ends, by [`ACTS_OUTSIDE`], when it tries to change anything outside itself, files in its scratch
    /// folder included. Otherwise what it may not do is refused and it goes on.
    pub strict: bool,
    /// The program's working directory and the only place it may write to; emptied after runs that wrote there. Workers must not share it.
    pub scratch: PathBuf,
    /// Whether a program linked for that is told of other surroundings: another time, another machine with one processor, other addresses, more
    /// environment variables.
    pub elsewhere: bool,
    /// Whether the program is told to make backtraces (`RUST_BACKTRACE`).
    pub backtraces: bool,
    /// A new child for every run.
    pub fresh: bool,
    /// Runs that one child serves.
    pub retire_after: u32,
    /// Set when the user wants to stop: then runs end with [`ExploreError::Cancelled`], and the worker is of no more use.
    pub cancelled: Arc<AtomicBool>,
}

impl WorkerOptions {
    /// The usual options: confined, 1 s, 384 MiB, 8 MiB of stack, one child for up to 10,000 runs.
    pub fn new(program: PathBuf, scratch: PathBuf) -> WorkerOptions {
        WorkerOptions {
            program,
            run_limit: Duration::from_secs(1),
            memory_limit: 384 << 20,
            stack_limit: 8 << 20,
            sandbox: true,
            strict: false,
            scratch,
            elsewhere: false,
            backtraces: false,
            fresh: false,
            retire_after: 10_000,
            cancelled: Arc::default(),
        }
    }

    /// The same for a program whose runs are observed to become expected values: each in a process of its own, ended when it tries to change anything
    /// outside, since what the sandbox refuses must not be taken for the function's behaviour.
    #[must_use]
    pub fn observing(self) -> WorkerOptions {
        WorkerOptions {
            strict: true,
            fresh: true,
            ..self
        }
    }

    /// The same for a symbolic program, which is slower and needs room for shadows and tables.
    #[must_use]
    pub fn symbolic(self) -> WorkerOptions {
        WorkerOptions {
            memory_limit: self.memory_limit.saturating_add(SHADOWS),
            run_limit: self.run_limit * SLOWDOWN,
            ..self
        }
    }
}
