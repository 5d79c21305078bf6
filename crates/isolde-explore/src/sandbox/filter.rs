//! The seccomp part: which system calls pass.
//!
//! The filter lists what is refused, not what is allowed: code under test may do anything that a test may do, so only what reaches out of the process
//! is refused, with `EPERM`, which programs know how to handle. What Landlock does not cover of the file system (modes, owners, times, extended
//! attributes) is refused here too.

use super::forks::TRANSFER_FD;
use super::lists::{CHANGES, CHANGES_OLD, NEWEST, REFUSED, REFUSED_OLD, REQUESTS};
use std::io;
use std::os::fd::RawFd;

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xc000_00b7;

// Offsets in `struct seccomp_data`, little endian.
const NUMBER: u32 = 0;
const ARCH: u32 = 4;
const fn argument_low(index: u32) -> u32 {
    16 + 8 * index
}
const fn argument_high(index: u32) -> u32 {
    argument_low(index) + 4
}

const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;
const UNKNOWN: u32 = libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32;

/// Flags with which opening a file can change it.
const WRITES: libc::c_int = libc::O_WRONLY | libc::O_RDWR | libc::O_CREAT | libc::O_TRUNC;

/// Requests a signal for a process or a thread; the library does not have the number.
const F_SETOWN_EX: libc::c_int = 15;

/// What a filter lets pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// `execve` passes only with this very path pointer, which the new program image cannot have; if `None`, it always passes.
    pub(super) exec: Option<u64>,
    /// Whether the worker is asked about each fork and about signals to threads. Otherwise forks pass (or, in the strict filter, are refused).
    pub(super) notify: bool,
    /// Whether a refused call, or any change of the file system, ends the process with `SIGSYS`, so that a refusal cannot be mistaken for behaviour
    /// of the code.
    pub(super) strict: bool,
}

const fn refusal(strict: bool) -> u32 {
    match strict {
        true => libc::SECCOMP_RET_KILL_PROCESS,
        false => libc::SECCOMP_RET_ERRNO | libc::EPERM as u32,
    }
}

/// A second filter, for what is only known or no longer needed when the process is about to become the program: it sends no messages, and no signals
/// to others than `process`, if that is all that there will be. Of two answers the kernel takes the stricter one. Does not allocate.
pub(super) fn late(process: Option<u32>, strict: bool) -> [libc::sock_filter; 8] {
    let (load, equal, answer) = (
        libc::BPF_LD | libc::BPF_W | libc::BPF_ABS,
        libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K,
        libc::BPF_RET | libc::BPF_K,
    );
    let refuse = refusal(strict);
    [
        instruction(load, 0, 0, NUMBER),
        instruction(equal, 0, 1, libc::SYS_sendmsg as u32),
        instruction(answer, 0, 0, refuse),
        instruction(equal, 0, 3, libc::SYS_tgkill as u32),
        instruction(load, 0, 0, argument_low(0)),
        instruction(equal, 1, 0, process.unwrap_or(0)),
        instruction(answer, 0, 0, if process.is_some() { refuse } else { ALLOW }),
        instruction(answer, 0, 0, ALLOW),
    ]
}

const fn instruction(code: u32, jt: u8, jf: u8, k: u32) -> libc::sock_filter {
    libc::sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    }
}

/// The filter program.
pub(super) fn program(rules: Rules) -> Vec<libc::sock_filter> {
    let refuse = refusal(rules.strict);
    let fork = match (rules.notify, rules.strict) {
        (true, _) => libc::SECCOMP_RET_USER_NOTIF,
        (false, true) => refuse,
        (false, false) => ALLOW,
    };
    let mut code = Code(Vec::new());
    code.load(ARCH);
    code.unless_equal(ARCHITECTURE, refuse);
    code.load(NUMBER);
    #[cfg(target_arch = "x86_64")]
    code.if_at_least(0x4000_0000, refuse); // the x32 numbers are a second set of the same calls
    code.if_at_least(NEWEST as u32 + 1, UNKNOWN);
    for &number in REFUSED.iter().chain(REFUSED_OLD) {
        code.if_equal(number as u32, refuse);
    }
    if rules.strict {
        for &number in CHANGES.iter().chain(CHANGES_OLD) {
            code.if_equal(number as u32, refuse);
        }
        #[cfg(target_arch = "x86_64")]
        code.when(libc::SYS_open, |body| {
            body.load(argument_low(1));
            body.if_any(WRITES as u32, refuse);
            body.answer(ALLOW);
        });
        code.when(libc::SYS_openat, |body| {
            body.load(argument_low(2));
            body.if_any(WRITES as u32, refuse);
            body.answer(ALLOW);
        });
    }
    // glibc falls back to `clone`, whose flags a filter can see.
    code.if_equal(libc::SYS_clone3 as u32, UNKNOWN);
    #[cfg(target_arch = "x86_64")]
    code.if_equal(libc::SYS_fork as u32, fork);
    code.when(libc::SYS_clone, |body| {
        body.load(argument_low(0));
        body.if_any(libc::CLONE_THREAD as u32, ALLOW);
        // What is left makes processes. Those that share memory come from `posix_spawn`, never from a fork server.
        body.if_any((libc::CLONE_VM | NAMESPACES) as u32, refuse);
        body.answer(fork);
    });
    if let Some(path) = rules.exec {
        code.when(libc::SYS_execve, |body| {
            body.load(argument_low(0));
            body.unless_equal(path as u32, refuse);
            body.load(argument_high(0));
            body.unless_equal((path >> 32) as u32, refuse);
            body.answer(ALLOW);
        });
    }
    code.when(libc::SYS_socket, |body| {
        body.load(argument_low(0));
        body.unless_equal(libc::AF_UNIX as u32, refuse);
        body.answer(ALLOW);
    });
    code.when(libc::SYS_sendto, |body| {
        for half in [argument_low(4), argument_high(4)] {
            body.load(half);
            body.unless_equal(0, refuse); // an address reaches beyond a pair of sockets
        }
        body.answer(ALLOW);
    });
    // Handing over the listener; the late filter refuses this as well.
    code.when(libc::SYS_sendmsg, |body| {
        if rules.notify {
            body.load(argument_low(0));
            body.unless_equal(TRANSFER_FD as u32, refuse);
            body.answer(ALLOW);
        }
        body.answer(refuse);
    });
    if rules.notify {
        // The worker examines to whom the signal goes.
        code.if_equal(libc::SYS_tgkill as u32, libc::SECCOMP_RET_USER_NOTIF);
    }
    code.when(libc::SYS_ioctl, |body| {
        body.load(argument_low(1));
        for &request in REQUESTS {
            body.if_equal(request as u32, ALLOW);
        }
        body.answer(refuse);
    });
    code.when(libc::SYS_fcntl, |body| {
        body.load(argument_low(1));
        for owner in [libc::F_SETOWN, F_SETOWN_EX] {
            body.if_equal(owner as u32, refuse); // to whom the kernel sends signals
        }
        body.answer(ALLOW);
    });
    for of_process in [libc::SYS_sched_setaffinity, libc::SYS_sched_setparam] {
        code.when(of_process, |body| {
            body.load(argument_low(0));
            body.unless_equal(0, refuse);
            body.answer(ALLOW);
        });
    }
    code.when(libc::SYS_prlimit64, |body| {
        body.load(argument_low(0));
        body.unless_equal(0, refuse);
        body.answer(ALLOW);
    });
    code.answer(ALLOW);
    code.0
}

const NAMESPACES: libc::c_int = libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWCGROUP;

/// Installs the filter for the calling thread; returns the listener if it was asked to notify. Async-signal-safe.
pub(super) fn install(filter: &[libc::sock_filter], notify: bool) -> io::Result<Option<RawFd>> {
    let program = libc::sock_fprog {
        len: filter.len() as u16,
        filter: filter.as_ptr().cast_mut(),
    };
    let flags = if notify {
        libc::SECCOMP_FILTER_FLAG_NEW_LISTENER
    } else {
        0
    };
    // SAFETY: the program points to `len` instructions that outlive the call.
    let result = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            flags,
            &raw const program,
        )
    };
    match result {
        ..0 => Err(io::Error::last_os_error()),
        listener if notify => Ok(Some(listener as RawFd)),
        _ => Ok(None),
    }
}

/// A program being written.
struct Code(Vec<libc::sock_filter>);

impl Code {
    fn push(&mut self, code: u32, jt: u8, jf: u8, k: u32) {
        self.0.push(instruction(code, jt, jf, k));
    }

    fn load(&mut self, offset: u32) {
        self.push(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, offset);
    }

    fn answer(&mut self, action: u32) {
        self.push(libc::BPF_RET | libc::BPF_K, 0, 0, action);
    }

    fn if_equal(&mut self, value: u32, action: u32) {
        self.push(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, 0, 1, value);
        self.answer(action);
    }

    fn unless_equal(&mut self, value: u32, action: u32) {
        self.push(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, 1, 0, value);
        self.answer(action);
    }

    fn if_at_least(&mut self, value: u32, action: u32) {
        self.push(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, 1, value);
        self.answer(action);
    }

    fn if_any(&mut self, bits: u32, action: u32) {
        self.push(libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K, 0, 1, bits);
        self.answer(action);
    }

    /// A block of instructions for one system call; it must end in an answer. Behind the block, the number of the call is still loaded.
    fn when(&mut self, number: libc::c_long, block: impl FnOnce(&mut Code)) {
        let mut body = Code(Vec::new());
        block(&mut body);
        self.push(
            libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K,
            0,
            body.0.len() as u8,
            number as u32,
        );
        self.0.append(&mut body.0);
    }
}
