//! Which system calls reach out of a process, and what their arguments mean.
//!
//! The list was written from the manual and not from the sandbox's filter, so that what is missing there is not missing here too.

use super::memory::Memory;
use libc::c_long;
use std::fmt;
use std::path::{Path, PathBuf};

/// The one device that may be written.
const NOWHERE: &str = "/dev/null";
/// Flags with which opening a file can change it.
const WRITES: u64 = (libc::O_WRONLY | libc::O_RDWR | libc::O_CREAT | libc::O_TRUNC) as u64;
/// Requests of `ioctl` that only tell something, or that only concern the descriptor.
const TAME_REQUESTS: &[libc::Ioctl] = &[
    libc::TCGETS,
    libc::TIOCGWINSZ,
    libc::FIONREAD,
    libc::FIONBIO,
    libc::FIOCLEX,
    libc::FIONCLEX,
];

/// When a call reaches out of the process.
#[derive(Clone, Copy)]
enum Reach {
    /// Always.
    Always,
    /// If it changes another file than the program's own.
    Files,
    /// The same, if the file is opened for writing; the flags are this argument.
    Opened(usize),
    /// If the socket can reach other machines.
    Sockets,
    /// If an address is given as this argument.
    Addressed(usize),
    /// If the process is not of the same group.
    Processes,
    /// If it makes a process and not a thread, unless this is a fork server.
    Forks(Flags),
    /// If the request may change something.
    Requests,
    /// Never: the call is only of interest because of what it mentions.
    Never,
}

/// Where a call that makes processes has its flags.
#[derive(Clone, Copy)]
enum Flags {
    /// It has none.
    None,
    /// They are its first argument.
    First,
    /// Its first argument leads to them.
    Behind,
}

/// What an argument is.
#[derive(Clone, Copy)]
enum Argument {
    /// A path.
    Path(usize),
    /// A folder's descriptor, and a path in it.
    At(usize),
    /// The address of a socket, and its length.
    Address(usize),
    /// The number of a process.
    Process(usize),
    /// Another number.
    Number(usize),
    /// A time.
    Time(usize),
}

use Argument::{Address, At, Number, Path as Text, Process, Time};
use Reach::{Addressed, Always, Files, Forks, Never, Opened, Processes, Requests, Sockets};

/// A system call of interest.
pub struct Kind {
    number: c_long,
    /// The call's name.
    pub name: &'static str,
    reach: Reach,
    arguments: &'static [Argument],
}

macro_rules! kinds {
    ($($call:ident: $reach:expr, [$($argument:expr),*];)*) => {
        &[$(Kind { number: libc::$call, name: stringify!($call), reach: $reach, arguments: &[$($argument),*] }),*]
    };
}

const KINDS: &[Kind] = kinds! {
    // Files.
    SYS_open: Opened(1), [Text(0), Number(1)];
    SYS_openat: Opened(2), [At(0), Number(2)];
    SYS_openat2: Files, [At(0)];
    SYS_creat: Files, [Text(0)];
    SYS_truncate: Files, [Text(0)];
    SYS_unlink: Files, [Text(0)];
    SYS_unlinkat: Files, [At(0), Number(2)];
    SYS_rename: Files, [Text(0), Text(1)];
    SYS_renameat: Files, [At(0), At(2)];
    SYS_renameat2: Files, [At(0), At(2)];
    SYS_link: Files, [Text(0), Text(1)];
    SYS_linkat: Files, [At(0), At(2)];
    SYS_symlink: Files, [Text(1), Text(0)];
    SYS_symlinkat: Files, [At(1), Text(0)];
    SYS_mkdir: Files, [Text(0)];
    SYS_mkdirat: Files, [At(0)];
    SYS_rmdir: Files, [Text(0)];
    SYS_mknod: Always, [Text(0)];
    SYS_mknodat: Always, [At(0)];
    SYS_chmod: Always, [Text(0)];
    SYS_fchmod: Always, [Number(0)];
    SYS_fchmodat: Always, [At(0)];
    SYS_fchmodat2: Always, [At(0)];
    SYS_chown: Always, [Text(0)];
    SYS_lchown: Always, [Text(0)];
    SYS_fchown: Always, [Number(0)];
    SYS_fchownat: Always, [At(0)];
    SYS_utime: Always, [Text(0)];
    SYS_utimes: Always, [Text(0)];
    SYS_futimesat: Always, [At(0)];
    SYS_utimensat: Always, [At(0)];
    SYS_setxattr: Always, [Text(0)];
    SYS_lsetxattr: Always, [Text(0)];
    SYS_fsetxattr: Always, [Number(0)];
    SYS_removexattr: Always, [Text(0)];
    SYS_lremovexattr: Always, [Text(0)];
    SYS_fremovexattr: Always, [Number(0)];
    SYS_ioctl: Requests, [Number(0), Number(1)];
    SYS_chdir: Never, [Text(0)];
    // Sockets.
    SYS_socket: Sockets, [Number(0), Number(1)];
    SYS_connect: Always, [Address(1)];
    SYS_bind: Always, [Address(1)];
    SYS_sendto: Addressed(4), [Address(4)];
    SYS_sendmsg: Always, [Number(0)];
    SYS_sendmmsg: Always, [Number(0)];
    // Other processes.
    SYS_fork: Forks(Flags::None), [];
    SYS_vfork: Forks(Flags::None), [];
    SYS_clone: Forks(Flags::First), [Number(0)];
    SYS_clone3: Forks(Flags::Behind), [];
    SYS_execve: Always, [Text(0)];
    SYS_execveat: Always, [At(0)];
    SYS_kill: Processes, [Process(0), Number(1)];
    SYS_tkill: Processes, [Process(0), Number(1)];
    SYS_tgkill: Processes, [Process(0), Number(2)];
    SYS_rt_sigqueueinfo: Processes, [Process(0), Number(1)];
    SYS_rt_tgsigqueueinfo: Processes, [Process(0), Number(2)];
    SYS_pidfd_send_signal: Always, [Number(0), Number(1)];
    SYS_ptrace: Always, [Number(0), Process(1)];
    SYS_process_vm_writev: Always, [Process(0)];
    SYS_setpgid: Always, [Process(0)];
    SYS_setsid: Always, [];
    SYS_setpriority: Always, [Number(0), Process(1)];
    SYS_sched_setaffinity: Processes, [Process(0)];
    // What outlives a process, and the machine.
    SYS_shmget: Always, [Number(0)];
    SYS_semget: Always, [Number(0)];
    SYS_msgget: Always, [Number(0)];
    SYS_mq_open: Always, [Text(0)];
    SYS_mount: Always, [Text(1)];
    SYS_umount2: Always, [Text(0)];
    SYS_chroot: Always, [Text(0)];
    SYS_unshare: Always, [Number(0)];
    SYS_reboot: Always, [];
    SYS_clock_settime: Always, [Number(0)];
    SYS_sethostname: Always, [Text(0)];
    SYS_io_uring_setup: Always, [];
    // Time.
    SYS_nanosleep: Never, [Time(0)];
    SYS_clock_nanosleep: Never, [Time(2)];
};

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// With this result.
    Succeeded(i64),
    /// With this error.
    Failed(i32),
    /// It did not return: the process ended.
    Ended,
}

/// A system call that a program made.
#[derive(Clone, Debug)]
pub struct Call {
    /// The name of the program's file.
    pub program: String,
    /// The system call's number.
    pub number: c_long,
    /// Its name, as in `SYS_unlink`.
    pub name: &'static str,
    /// Its arguments: paths are absolute.
    pub arguments: Vec<String>,
    /// Whether it would reach out of the sandbox if it succeeded.
    pub reaches_out: bool,
    /// How it ended.
    pub outcome: Outcome,
}

impl fmt::Display for Call {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let Call {
            program,
            name,
            arguments,
            outcome,
            ..
        } = self;
        write!(
            formatter,
            "{program}: {name}({}): {outcome:?}",
            arguments.join(", ")
        )
    }
}

/// A process that makes a call.
pub struct Caller<'a> {
    /// Its memory and folders.
    pub memory: &'a Memory,
    /// The name of its program.
    pub program: &'a str,
    /// Whether it may fork.
    pub is_server: bool,
    /// The folder in which it may write.
    pub own: &'a Path,
}

impl Caller<'_> {
    /// The call that begins, if it is of interest.
    pub fn begins(&self, number: u64, values: &[u64; 6]) -> Option<Call> {
        let kind = KINDS.iter().find(|kind| kind.number as u64 == number)?;
        let paths: Vec<PathBuf> = kind
            .arguments
            .iter()
            .filter_map(|&argument| self.path(argument, values))
            .collect();
        let mut left = paths.iter();
        let arguments = kind.arguments.iter().map(|&argument| match argument {
            Text(_) | At(_) => left
                .next()
                .map_or("?".into(), |path| path.display().to_string()),
            Address(at) => self.memory.address(values[at], values[at + 1]),
            Process(at) => (values[at] as i32).to_string(),
            Number(at) => format!("{:#x}", values[at]),
            Time(at) => format!("{} s", self.memory.number(values[at]).unwrap_or(0)),
        });
        Some(Call {
            program: self.program.to_owned(),
            number: kind.number,
            name: kind.name,
            arguments: arguments.collect(),
            reaches_out: self.reaches_out(kind, values, &paths),
            outcome: Outcome::Ended,
        })
    }

    /// The call with what is known after it ended.
    pub fn ends(&self, mut call: Call, result: i64) -> Call {
        call.outcome = match result {
            0.. => Outcome::Succeeded(result),
            _ => Outcome::Failed(-result as i32),
        };
        // What was opened may be elsewhere than its path looks.
        if let (Outcome::Succeeded(descriptor), "SYS_open" | "SYS_openat") =
            (call.outcome, call.name)
            && let Some(path) = self.memory.descriptor(descriptor as i32)
        {
            let writes = call.arguments[1].trim_start_matches("0x");
            let writes = u64::from_str_radix(writes, 16).is_ok_and(|flags| flags & WRITES != 0);
            call.reaches_out = writes && !self.is_own(&path);
        }
        call
    }

    fn path(&self, argument: Argument, values: &[u64; 6]) -> Option<PathBuf> {
        match argument {
            Text(at) => Some(self.memory.path(libc::AT_FDCWD, values[at])),
            At(at) => Some(self.memory.path(values[at] as i32, values[at + 1])),
            _ => None,
        }
    }

    fn reaches_out(&self, kind: &Kind, values: &[u64; 6], paths: &[PathBuf]) -> bool {
        let has_foreign_path = || !paths.iter().all(|path| self.is_own(path));
        match kind.reach {
            Always => true,
            Never => false,
            // Where a symbolic link leads to is its first argument here, and not a file that is changed.
            Files if kind.name.starts_with("SYS_symlink") => !self.is_own(&paths[0]),
            Files => has_foreign_path(),
            Opened(flags) => values[flags] & WRITES != 0 && has_foreign_path(),
            Sockets => values[0] != libc::AF_UNIX as u64,
            Addressed(at) => values[at] != 0,
            Processes => !self.memory.is_in_same_group(values[0] as i32),
            Forks(flags) => {
                let flags = match flags {
                    Flags::None => 0,
                    Flags::First => values[0],
                    Flags::Behind => self.memory.number(values[0]).unwrap_or(0) as u64,
                };
                flags & libc::CLONE_THREAD as u64 == 0 && !self.is_server
            }
            Requests => !TAME_REQUESTS.contains(&(values[1] as libc::Ioctl)),
        }
    }

    fn is_own(&self, path: &Path) -> bool {
        path == Path::new(NOWHERE) || path.starts_with(self.own)
    }
}
