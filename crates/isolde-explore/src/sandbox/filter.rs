//! The seccomp part: which system calls pass.
//!
//! The filter lists what is refused, not what is allowed: code under test may do anything that a test may do, so only what reaches out of the process
//! is refused, with `EPERM`, which programs know how to handle. What Landlock does not cover of the file system (modes, owners, times, extended
//! attributes) is refused here too.

use super::forks::TRANSFER_FD;
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

/// System calls that are refused whatever their arguments are.
const REFUSED: &[libc::c_long] = &[
    // Network.
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_sendmmsg,
    // Other processes.
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_pidfd_send_signal,
    libc::SYS_pidfd_getfd,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_setpgid,
    libc::SYS_setsid,
    libc::SYS_setpriority,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setattr,
    libc::SYS_execveat,
    // Objects that outlive the process.
    libc::SYS_shmget,
    libc::SYS_semget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    // File metadata, which Landlock does not cover.
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    libc::SYS_utimensat,
    libc::SYS_mknodat,
    // The machine.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsmount,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_setns,
    libc::SYS_unshare,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_reboot,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_quotactl,
    libc::SYS_acct,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    // Another way to make all of the above calls.
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
];

/// Older system calls, which only some architectures have.
#[cfg(target_arch = "x86_64")]
const REFUSED_OLD: &[libc::c_long] = &[
    libc::SYS_vfork,
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
    libc::SYS_mknod,
    libc::SYS_iopl,
    libc::SYS_ioperm,
];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_OLD: &[libc::c_long] = &[];

/// Changes of the file system, refused by the strict filter; the plain one leaves them to Landlock.
const CHANGES: &[libc::c_long] = &[
    libc::SYS_unlinkat,
    libc::SYS_mkdirat,
    libc::SYS_renameat,
    libc::SYS_renameat2,
    libc::SYS_linkat,
    libc::SYS_symlinkat,
    libc::SYS_truncate,
    libc::SYS_openat2,
];

/// Older system calls of this kind, which only some architectures have.
#[cfg(target_arch = "x86_64")]
const CHANGES_OLD: &[libc::c_long] = &[
    libc::SYS_unlink,
    libc::SYS_mkdir,
    libc::SYS_rmdir,
    libc::SYS_rename,
    libc::SYS_link,
    libc::SYS_symlink,
    libc::SYS_creat,
];
#[cfg(not(target_arch = "x86_64"))]
const CHANGES_OLD: &[libc::c_long] = &[];

/// Flags with which opening a file can change it.
const WRITES: libc::c_int = libc::O_WRONLY | libc::O_RDWR | libc::O_CREAT | libc::O_TRUNC;

/// What a filter lets pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// `execve` passes only with this very path pointer, which the new program image cannot have; if `None`, it always passes.
    pub(super) exec: Option<u64>,
    /// Whether the worker is asked about each fork. Otherwise forks pass (or, in the strict filter, are refused).
    pub(super) notify: bool,
    /// Whether a refused call, or any change of the file system, ends the process with `SIGSYS`, so that a refusal cannot be mistaken for behaviour
    /// of the code.
    pub(super) strict: bool,
}

/// The filter program.
pub(super) fn program(rules: Rules) -> Vec<libc::sock_filter> {
    let refuse = if rules.strict {
        libc::SECCOMP_RET_KILL_PROCESS
    } else {
        libc::SECCOMP_RET_ERRNO | libc::EPERM as u32
    };
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
    code.when(libc::SYS_sendmsg, |body| {
        body.load(argument_low(0));
        body.unless_equal(TRANSFER_FD as u32, refuse);
        body.answer(ALLOW);
    });
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
        self.0.push(libc::sock_filter {
            code: code as u16,
            jt,
            jf,
            k,
        });
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

    #[cfg(target_arch = "x86_64")]
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
