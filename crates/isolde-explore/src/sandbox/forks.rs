//! Only the fork server may fork: the filter asks about each fork, and this module answers.
//!
//! The filter of [`filter`](super::filter) turns `fork` into a question to the worker (`SECCOMP_RET_USER_NOTIF`), which allows the fork only if it
//! comes from the server and the worker has just told the server to fork. Code under test gets `EPERM`, so it can neither spawn programs nor leave
//! processes behind. Signals to threads (`tgkill`, with which a program also aborts) are asked about in the same way, because a filter cannot know
//! which numbers are those of processes in the sandbox, and Landlock does only on newer kernels.

use super::ACTS_OUTSIDE;
use std::io;
use std::mem;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};

/// Descriptor of the socket over which the confined process hands its listener to the parent. Closed by `exec`.
pub(crate) const TRANSFER_FD: RawFd = 204;

/// `SECCOMP_IOCTL_NOTIF_RECV`: `_IOWR('!', 0, struct seccomp_notif)`.
const RECEIVE: libc::c_ulong = request(0, size_of::<libc::seccomp_notif>());
/// `SECCOMP_IOCTL_NOTIF_SEND`: `_IOWR('!', 1, struct seccomp_notif_resp)`.
const SEND: libc::c_ulong = request(1, size_of::<libc::seccomp_notif_resp>());

const fn request(number: u32, size: usize) -> libc::c_ulong {
    (3 << 30 | (size as u32) << 16 | (b'!' as u32) << 8 | number) as libc::c_ulong
}

/// The worker's end, which receives and answers the questions.
pub(crate) struct Forks {
    listener: OwnedFd,
    strict: bool,
}

impl Forks {
    /// In a `strict` sandbox, a signal that would leave it ends the process that sends it.
    pub(crate) fn new(listener: OwnedFd, strict: bool) -> Forks {
        Forks { listener, strict }
    }

    /// Readable when there is a question.
    pub(crate) fn fd(&self) -> RawFd {
        self.listener.as_raw_fd()
    }

    /// Answers one question. A fork: yes if process `allowed` asks. A signal to a thread: yes if the receiver is in the sandbox too. Otherwise `EPERM`.
    /// Returns whether it was a yes to a fork.
    pub(crate) fn answer(&self, allowed: Option<u32>) -> bool {
        // SAFETY: all-zero is what the kernel demands of the buffer, and the type is plain data.
        let mut question: libc::seccomp_notif = unsafe { mem::zeroed() };
        // SAFETY: the request matches the type of its argument.
        if unsafe { libc::ioctl(self.fd(), RECEIVE, &raw mut question) } != 0 {
            return false; // the asking process is gone
        }
        let is_signal = libc::c_long::from(question.data.nr) == libc::SYS_tgkill;
        let yes = match is_signal {
            true => is_same_group(question.pid, question.data.args[0]),
            false => allowed == Some(question.pid),
        };
        if is_signal && !yes && self.strict {
            // SAFETY: a plain system call on numbers. The process waits for the answer, so that the number is still its own.
            unsafe { libc::kill(question.pid as libc::pid_t, ACTS_OUTSIDE) };
        }
        let mut answer = libc::seccomp_notif_resp {
            id: question.id,
            val: 0,
            error: 0,
            flags: 0,
        };
        if yes {
            answer.flags = libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32;
        } else {
            answer.error = -libc::EPERM;
        }
        // SAFETY: the request matches the type of its argument. It fails if the asking process died, which is fine.
        unsafe { libc::ioctl(self.fd(), SEND, &raw mut answer) };
        yes && !is_signal
    }
}

/// Whether two processes are in the same group: programs in the sandbox cannot leave theirs.
fn is_same_group(process: u32, other: u64) -> bool {
    // The kernel, too, takes the lower half as the number.
    let other = other as u32;
    // SAFETY: plain system calls on numbers.
    other != 0 && unsafe { libc::getpgid(process as i32) == libc::getpgid(other as i32) }
}

/// Space for one control message that carries one descriptor, aligned as `cmsghdr` must be.
#[repr(C, align(8))]
struct Control([u8; 32]);

/// Sends the listener over [`TRANSFER_FD`]. Async-signal-safe.
pub(super) fn send_listener(listener: RawFd) -> io::Result<()> {
    let mut control = Control([0; 32]);
    let mut byte = [0_u8];
    let mut part = libc::iovec {
        iov_base: byte.as_mut_ptr().cast(),
        iov_len: 1,
    };
    // SAFETY: all-zero is a valid `msghdr`; the buffers it is given outlive the call; the control buffer is large and aligned enough for
    // one descriptor.
    unsafe {
        let mut message: libc::msghdr = mem::zeroed();
        message.msg_iov = &raw mut part;
        message.msg_iovlen = 1;
        message.msg_control = (&raw mut control).cast();
        message.msg_controllen = libc::CMSG_SPACE(4) as _;
        let header = libc::CMSG_FIRSTHDR(&raw const message);
        (*header).cmsg_level = libc::SOL_SOCKET;
        (*header).cmsg_type = libc::SCM_RIGHTS;
        (*header).cmsg_len = libc::CMSG_LEN(4) as _;
        libc::CMSG_DATA(header)
            .cast::<RawFd>()
            .write_unaligned(listener);
        if libc::sendmsg(TRANSFER_FD, &raw const message, 0) != 1 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

/// Receives what [`send_listener`] sent to the other end of `socket`.
pub(crate) fn receive_listener(socket: BorrowedFd) -> io::Result<OwnedFd> {
    let mut control = Control([0; 32]);
    let mut byte = [0_u8];
    let mut part = libc::iovec {
        iov_base: byte.as_mut_ptr().cast(),
        iov_len: 1,
    };
    // SAFETY: as in `send_listener`; a received descriptor is owned by nobody else.
    unsafe {
        let mut message: libc::msghdr = mem::zeroed();
        message.msg_iov = &raw mut part;
        message.msg_iovlen = 1;
        message.msg_control = (&raw mut control).cast();
        message.msg_controllen = size_of::<Control>() as _;
        if libc::recvmsg(
            socket.as_raw_fd(),
            &raw mut message,
            libc::MSG_DONTWAIT | libc::MSG_CMSG_CLOEXEC,
        ) != 1
        {
            return Err(io::Error::last_os_error());
        }
        let header = libc::CMSG_FIRSTHDR(&raw const message);
        if header.is_null() || (*header).cmsg_type != libc::SCM_RIGHTS {
            return Err(io::Error::other("no descriptor was sent"));
        }
        Ok(OwnedFd::from_raw_fd(
            libc::CMSG_DATA(header).cast::<RawFd>().read_unaligned(),
        ))
    }
}
