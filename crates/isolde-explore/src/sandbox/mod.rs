//! The sandbox that programs run in: no writes outside a scratch folder, no network, no other processes.
//!
//! It uses two independent mechanisms of the Linux kernel that need no privileges: Landlock for the file system (and, where the kernel supports it,
//! for signals and abstract sockets), and a seccomp filter for everything else. Reading files is allowed: code under test may need them, and nothing
//! that it reads can leave the sandbox. Everything is prepared in the parent; between `fork` and `exec` only `Sandbox::enter` runs, which does not
//! allocate.

mod files;
mod filter;
mod forks;
mod lists;
mod support;

pub(crate) use forks::{Forks, TRANSFER_FD, receive_listener};
pub use support::{Support, support};

use crate::error::ExploreError;
use filter::Rules;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// The signal that ends a program in a strict sandbox when it tries to act outside its own process: `SIGSYS`.
pub const ACTS_OUTSIDE: i32 = libc::SIGSYS;

/// Confines a command that is about to be started: it cannot change files, start processes or use the network, and is ended with `SIGSYS`
/// if it tries.
pub fn confine(command: &mut Command) {
    let filter = filter::program(Rules {
        exec: None,
        notify: false,
        strict: true,
    });
    let enter = move || {
        forbid_privileges()?;
        filter::install(&filter, false)?;
        // The program does not fork, so that signals to this process are all that it needs.
        filter::install(&filter::late(Some(std::process::id()), true), false).map(|_| ())
    };
    // SAFETY: the closure makes system calls only; the filter was written before the fork.
    unsafe { command.pre_exec(enter) };
}

fn forbid_privileges() -> io::Result<()> {
    // SAFETY: a plain system call on integers.
    match unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// A prepared sandbox for one program.
pub(crate) struct Sandbox {
    ruleset: OwnedFd,
    filter: Vec<libc::sock_filter>,
    notify: bool,
    strict: bool,
}

impl Sandbox {
    /// Prepares a sandbox in which only `scratch` can be written. `program` must be the very string that is passed to `execve` later: the
    /// filter lets only that pointer pass. A `strict` sandbox ends a program that tries to change anything, with `SIGSYS`.
    ///
    /// # Errors
    /// [`ExploreError::NoSandbox`] if this machine lacks Landlock or seccomp.
    pub(crate) fn prepare(
        scratch: &Path,
        program: &std::ffi::CStr,
        strict: bool,
    ) -> Result<Sandbox, ExploreError> {
        let support = support();
        if let Some(what) = support.missing() {
            return Err(ExploreError::NoSandbox { what });
        }
        let ruleset = files::ruleset(scratch)?;
        let filter = filter::program(Rules {
            exec: Some(program.as_ptr() as u64),
            notify: support.seccomp_notify,
            strict,
        });
        Ok(Sandbox {
            ruleset,
            filter,
            notify: support.seccomp_notify,
            strict,
        })
    }

    /// Whether the worker is asked about forks; [`Sandbox::enter`] then sends a listener over [`TRANSFER_FD`].
    pub(crate) fn announces_forks(&self) -> bool {
        self.notify
    }

    /// Confines the calling process. Async-signal-safe: for use between `fork` and `exec`.
    pub(crate) fn enter(&self) -> io::Result<()> {
        forbid_privileges()?;
        // SAFETY: a plain system call on integers.
        unsafe {
            if libc::syscall(
                libc::SYS_landlock_restrict_self,
                self.ruleset.as_raw_fd(),
                0,
            ) != 0
            {
                return Err(io::Error::last_os_error());
            }
        }
        let listener = filter::install(&self.filter, self.notify)?;
        if let Some(listener) = listener {
            forks::send_listener(listener)?;
            // SAFETY: the descriptor is ours; the parent has its own copy now.
            unsafe { libc::close(listener) };
        }
        filter::install(&filter::late(None, self.strict), false)?;
        Ok(())
    }
}
