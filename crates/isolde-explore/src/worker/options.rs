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
/// How much more memory than other programs one with AddressSanitizer may use.
const MEMORY_OF_CHECKS: u64 = 3;
/// How much slower than the coverage program a symbolic run, or one with AddressSanitizer, may be.
const SLOWDOWN: u32 = 2;

/// How a worker runs its program.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// The program: any executable linked with the runtime.
    pub program: PathBuf,
    /// Longest time that a run may take: processor time, or wall time while it sleeps.
    pub run_limit: Duration,
    /// Bytes that a run may allocate.
    pub memory_limit: u64,
    /// Bytes of stack.
    pub stack_limit: u64,
    /// Whether to confine the program.
    pub sandbox: bool,
    /// Whether a confined program is ended, by [`ACTS_OUTSIDE`], when it tries to change anything outside its process, including files in its scratch
    /// folder. Otherwise forbidden calls fail and the program continues.
    pub strict: bool,
    /// The program's working directory and the only place it may write to; emptied after runs that wrote there. Workers must not share it.
    pub scratch: PathBuf,
    /// Whether the program, if it was linked for this, sees different surroundings: another time, another machine with one processor, other
    /// addresses, more environment variables.
    pub elsewhere: bool,
    /// Whether panics in the program make backtraces (`RUST_BACKTRACE`).
    pub backtraces: bool,
    /// Whether the program has AddressSanitizer. Then it ends with a report at the first error of memory, and its memory is limited by what it uses, not
    /// by its address space.
    pub checked: bool,
    /// Whether every run gets a new child.
    pub fresh: bool,
    /// Maximum number of runs that one child serves.
    pub retire_after: u32,
    /// Set when the user cancels: then runs end with [`ExploreError::Cancelled`], and the worker can no longer be used.
    pub cancelled: Arc<AtomicBool>,
}

impl WorkerOptions {
    /// The default options: confined, 1 s, 384 MiB, 8 MiB of stack, one child for up to 10,000 runs.
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
            checked: false,
            fresh: false,
            retire_after: 10_000,
            cancelled: Arc::default(),
        }
    }

    /// These options for a program whose runs are observed to get expected values. Each run has its own process, which is ended when it tries to
    /// change anything outside, since a refusal by the sandbox must not be mistaken for the function's behaviour.
    #[must_use]
    pub fn observing(self) -> WorkerOptions {
        WorkerOptions {
            strict: true,
            fresh: true,
            ..self
        }
    }

    /// These options for a program with AddressSanitizer, which is slower and keeps freed memory for a while. Each run has its own process.
    #[must_use]
    pub fn checking(self) -> WorkerOptions {
        WorkerOptions {
            checked: true,
            memory_limit: self.memory_limit * MEMORY_OF_CHECKS,
            run_limit: self.run_limit * SLOWDOWN,
            ..self.observing()
        }
    }

    /// These options for a symbolic program, which is slower and needs room for shadows and tables.
    #[must_use]
    pub fn symbolic(self) -> WorkerOptions {
        WorkerOptions {
            memory_limit: self.memory_limit.saturating_add(SHADOWS),
            run_limit: self.run_limit * SLOWDOWN,
            ..self
        }
    }
}
