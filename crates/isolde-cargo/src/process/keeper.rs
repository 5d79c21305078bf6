//! The keeper: a small process beside this one that kills the processes which this one has started and could not end itself, because it was killed.
//!
//! The kernel kills a bound child with its parent, but not the child's own children: compilers that cargo started would keep running. So this process
//! tells the keeper, through a pipe, which process groups it has started and which of them it has ended. When this process ends, for whatever
//! reason, the kernel closes the pipe; then the keeper kills the groups that are left, and ends.
//!
//! The keeper is a copy of this process, made when the first child is started (while this process is still small), which never returns to the code
//! that it was copied from. It only makes system calls, because in the copy other threads' locks may be held forever.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, FromRawFd, RawFd};
use std::sync::{Mutex, PoisonError};

/// Maximum number of process groups that are remembered at a time.
const GROUPS: usize = 1024;

static KEEPER: Mutex<State> = Mutex::new(State::New);

enum State {
    /// No child has been started yet.
    New,
    Running(Keeper),
    /// The keeper was ended, or could not be started. The kernel still kills the children themselves.
    Over,
}

struct Keeper {
    id: libc::pid_t,
    /// The pipe that the keeper listens to.
    pipe: File,
}

/// Notes that a process group was started.
pub(super) fn started(group: u32) {
    tell(i32::try_from(group).unwrap_or(0));
}

/// Notes that a process group was killed.
pub(super) fn ended(group: u32) {
    tell(-i32::try_from(group).unwrap_or(0));
}

/// Ends the keeper, which then kills groups that are still running.
pub(super) fn end() {
    let mut state = KEEPER.lock().unwrap_or_else(PoisonError::into_inner);
    if let State::Running(Keeper { id, pipe }) = std::mem::replace(&mut *state, State::Over) {
        drop(pipe);
        // Waited for here, because in a container the first process may not wait for the orphans that it inherits.
        let mut status = 0;
        // SAFETY: the status lives during the call. The keeper is our child, and it ends when the pipe is closed.
        while unsafe { libc::waitpid(id, &raw mut status, 0) } < 0
            && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted
        {}
    }
}

extern "C" fn at_exit() {
    end();
}

/// Sends a message; the first one starts the keeper.
fn tell(message: i32) {
    let mut state = KEEPER.lock().unwrap_or_else(PoisonError::into_inner);
    if let State::New = *state {
        *state = start().map_or(State::Over, State::Running);
    }
    if let State::Running(keeper) = &mut *state {
        // Messages of this size are written as a whole. If the keeper was killed, nothing can be done about it.
        let _ = keeper.pipe.write(&message.to_ne_bytes());
    }
}

fn start() -> io::Result<Keeper> {
    let mut ends = [0; 2];
    // SAFETY: the array has room for both ends.
    check(unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) })?;
    // SAFETY: the descriptors are new and belong to us.
    let [listening, pipe] = ends.map(|end| unsafe { File::from_raw_fd(end) });
    // SAFETY: the copy only makes system calls and never returns.
    let id = check(unsafe { libc::fork() })?;
    if id == 0 {
        keep(listening.as_raw_fd());
    }
    // SAFETY: the function is safe to call when the process exits: it does not wait for another thread, which might no longer exist.
    unsafe { libc::atexit(at_exit) };
    Ok(Keeper { id, pipe })
}

fn check(result: libc::c_int) -> io::Result<libc::c_int> {
    if result < 0 {
        Err(io::Error::last_os_error())
    } else {
        Ok(result)
    }
}

/// The keeper's work. It uses only system calls, and memory on the stack.
fn keep(pipe: RawFd) -> ! {
    let mut groups = [0_i32; GROUPS];
    // SAFETY: system calls with memory that lives during the calls. The descriptors that are closed belong to a copy of a process that does not
    // return to its own code.
    unsafe {
        // Signals from the terminal are not meant for the keeper.
        libc::setsid();
        libc::prctl(libc::PR_SET_NAME, c"isolde-keeper".as_ptr());
        // No process should have to wait for the keeper: neither for the end of an output, nor to remove the current folder.
        libc::dup2(pipe, 0);
        libc::syscall(libc::SYS_close_range, 1, libc::c_uint::MAX, 0);
        libc::chdir(c"/".as_ptr());
        loop {
            let mut message = 0_i32;
            match libc::read(0, (&raw mut message).cast(), size_of::<i32>()) {
                4 if message > 0 => replace(&mut groups, 0, message),
                4 => replace(&mut groups, -message, 0),
                -1 if *libc::__errno_location() == libc::EINTR => {}
                _ => break,
            }
        }
        for group in groups {
            if group > 1 {
                libc::kill(-group, libc::SIGKILL);
            }
        }
        libc::_exit(0);
    }
}

/// Puts a group in the place of another; 0 marks a free place.
fn replace(groups: &mut [i32], old: i32, new: i32) {
    for group in groups {
        if *group == old {
            *group = new;
            return;
        }
    }
}
