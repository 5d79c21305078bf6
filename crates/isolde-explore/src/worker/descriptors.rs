//! Descriptors for programs: pipes and sockets, with numbers above those that the protocol fixes.

use crate::error::{ExploreError, check, system};
use crate::sandbox::TRANSFER_FD;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

/// Both ends of a pipe, the reading end first, at descriptors above those of the protocol.
pub(super) fn pipe() -> Result<(OwnedFd, OwnedFd), ExploreError> {
    let mut ends = [0; 2];
    // SAFETY: the array has room for both ends.
    system(
        "create a pipe",
        check(unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) }),
    )?;
    raised(ends)
}

pub(super) fn socket_pair() -> Result<(OwnedFd, OwnedFd), ExploreError> {
    let mut ends = [0; 2];
    // SAFETY: the array has room for both ends.
    let result = unsafe {
        libc::socketpair(
            libc::AF_UNIX,
            libc::SOCK_STREAM | libc::SOCK_CLOEXEC,
            0,
            ends.as_mut_ptr(),
        )
    };
    system("create a pair of sockets", check(result))?;
    raised(ends)
}

fn raised(ends: [RawFd; 2]) -> Result<(OwnedFd, OwnedFd), ExploreError> {
    // SAFETY: the descriptors are fresh and ours.
    let [first, second] = ends.map(|end| unsafe { OwnedFd::from_raw_fd(end) });
    Ok((raise(first)?, raise(second)?))
}

/// Moves a descriptor out of the way of those that the protocol fixes, so that `dup2` in the child never closes one that is still needed.
pub(super) fn raise(fd: OwnedFd) -> Result<OwnedFd, ExploreError> {
    if fd.as_raw_fd() > TRANSFER_FD {
        return Ok(fd);
    }
    // SAFETY: duplicates a descriptor that we own.
    let raised =
        check(unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_DUPFD_CLOEXEC, TRANSFER_FD + 1) });
    // SAFETY: the duplicate is fresh and ours.
    Ok(unsafe { OwnedFd::from_raw_fd(system("duplicate a descriptor", raised)?) })
}

pub(super) fn set_nonblocking(fd: &OwnedFd) -> Result<(), ExploreError> {
    // SAFETY: sets a flag of a descriptor that we own.
    system(
        "set up a pipe",
        check(unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK) }),
    )
    .map(drop)
}
