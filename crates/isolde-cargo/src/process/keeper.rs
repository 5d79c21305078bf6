//! The keeper: a small process beside this one that kills the processes which this one has started and could not end itself, because it was killed.
//!
//! The kernel kills a bound child with its parent, but not the child's own children: compilers that cargo started would keep running. So the keeper
//! learns, through a pipe, which process groups were started and which of them were ended. When this process ends, for whatever reason, the kernel
//! closes the pipe; then the keeper kills the groups that are left, and ends.
//!
//! A child announces its group itself, before it becomes the program ([`Place::announcement`]). If its parent did so when the child runs, and were killed
//! just before, the child's own children would be left behind. The parent says when the group is gone; since a child that could not become the
//! program had an id that its parent never learned, both speak of the group's *place*, a number that the parent chose before.
//!
//! The keeper is a copy of this process, made when the first child is started (while this process is still small), which never returns to the code
//! that it was copied from. It only makes system calls, because in the copy other threads' locks may be held forever.

use std::fs::File;
use std::io;
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
    /// The number of places that were given away.
    places: i32,
}

/// A place and the id of the group that is there; 0 if none is.
type Message = [i32; 2];

/// The place of a process group among those that the keeper knows. When it is dropped, the keeper forgets the group: it was killed, or never was.
pub(super) struct Place {
    number: i32,
    /// The pipe to the keeper; `None` if there is no keeper.
    pipe: Option<RawFd>,
}

impl Place {
    /// A place for a group that is about to be started. The first one starts the keeper.
    pub(super) fn new() -> Place {
        let mut state = KEEPER.lock().unwrap_or_else(PoisonError::into_inner);
        if let State::New = *state {
            *state = start().map_or(State::Over, State::Running);
        }
        match &mut *state {
            State::Running(keeper) => {
                keeper.places = keeper.places.wrapping_add(1);
                Place {
                    number: keeper.places,
                    pipe: Some(keeper.pipe.as_raw_fd()),
                }
            }
            State::New | State::Over => Place {
                number: 0,
                pipe: None,
            },
        }
    }

    /// What a child calls to say that the group with its own id is at this place.
    ///
    /// It only makes system calls, so that it can be called between `fork` and `exec`, while the copy of the pipe is open.
    pub(super) fn announcement(&self) -> impl Fn() + Send + Sync + 'static {
        let (number, pipe) = (self.number, self.pipe);
        move || {
            if let Some(pipe) = pipe {
                // SAFETY: a plain system call.
                tell(pipe, [number, unsafe { libc::getpid() }]);
            }
        }
    }

    /// Says that the group with this id is at this place.
    pub(super) fn announce(&self, group: u32) {
        self.tell(i32::try_from(group).unwrap_or(0));
    }

    fn tell(&self, group: i32) {
        // The lock is held until the message is sent, so that the pipe is not closed meanwhile.
        let state = KEEPER.lock().unwrap_or_else(PoisonError::into_inner);
        if let (State::Running(_), Some(pipe)) = (&*state, self.pipe) {
            tell(pipe, [self.number, group]);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.tell(0);
    }
}

/// Ends the keeper, which then kills groups that are still running.
pub(super) fn end() {
    let mut state = KEEPER.lock().unwrap_or_else(PoisonError::into_inner);
    if let State::Running(Keeper { id, pipe, .. }) = std::mem::replace(&mut *state, State::Over) {
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

/// Sends a message: a place, and the group that is there now (0 for none). Only a system call, with memory on the stack.
fn tell(pipe: RawFd, message: Message) {
    // Messages of this size are written as a whole. If the keeper was killed, nothing can be done about it.
    // SAFETY: the message lives during the call.
    unsafe { libc::write(pipe, message.as_ptr().cast(), size_of::<Message>()) };
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
    Ok(Keeper {
        id,
        pipe,
        places: 0,
    })
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
    let mut groups = [[0_i32; 2]; GROUPS];
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
            let mut message: Message = [0; 2];
            match libc::read(0, (&raw mut message).cast(), size_of::<Message>()) {
                8 => note(&mut groups, message),
                -1 if *libc::__errno_location() == libc::EINTR => {}
                _ => break,
            }
        }
        for [_, group] in groups {
            if group > 1 {
                libc::kill(-group, libc::SIGKILL);
            }
        }
        libc::_exit(0);
    }
}

/// Notes which group is at a place. If too many are known, the last one is not remembered; the kernel still kills its first process.
fn note(groups: &mut [Message], [place, group]: Message) {
    let is_here = |known: &Message| known[1] != 0 && known[0] == place;
    let index = groups.iter().position(is_here);
    if let Some(index) = index.or_else(|| groups.iter().position(|known| known[1] == 0)) {
        groups[index] = [place, group];
    }
}

#[cfg(test)]
mod tests {
    use super::note;

    #[test]
    fn groups_are_known_until_their_places_are_empty() {
        let mut groups = [[0; 2]; 3];
        for message in [[7, 100], [8, 101], [9, 102], [10, 103]] {
            note(&mut groups, message);
        }
        assert_eq!(groups, [[7, 100], [8, 101], [9, 102]]);
        // A child that never became its program, and one that nobody knows.
        note(&mut groups, [8, 0]);
        note(&mut groups, [10, 0]);
        assert_eq!(groups.map(|[_, group]| group), [100, 0, 102]);
        note(&mut groups, [11, 104]);
        assert_eq!(groups, [[7, 100], [11, 104], [9, 102]]);
    }
}
