//! Starting and ending programs: descriptors, limits, environment, sandbox.

use super::WorkerOptions;
use super::descriptors::{pipe, set_nonblocking, socket_pair};
use super::memory::Memory;
use crate::error::{ExploreError, check, system};
use crate::memory;
use crate::sandbox::{Forks, Sandbox, TRANSFER_FD, receive_listener};
use isolde_abi::protocol::{
    CHILD_FD, ELSEWHERE_VARIABLE, MEMORY_FD, MEMORY_VARIABLE, REPLY_FD, SERVER_FD,
};
use isolde_abi::shared::SHARED_SIZE;
use std::ffi::CString;
use std::io::{self, Read as _, Write as _};
use std::os::fd::{AsFd as _, AsRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Address space that any program needs in addition to what the code under test allocates: its image, stacks, std's tables.
const IMAGE: u64 = 96 << 20;
/// Largest file that code under test may write in the scratch folder.
const LARGEST_FILE: u64 = 16 << 20;

/// How long a program that closed its pipes may take to exit.
const DYING: Duration = Duration::from_millis(500);

/// Signals that an instrumented program neither sends to itself nor causes: they come from the kernel, a resource limit or another process.
pub(super) const FROM_OUTSIDE: [i32; 5] = [
    libc::SIGKILL,
    libc::SIGTERM,
    libc::SIGINT,
    libc::SIGHUP,
    libc::SIGXCPU,
];

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// By this signal.
    Signal(i32),
    /// With this exit code.
    Code(i32),
}

/// A running program: the fork server and whatever it has forked.
pub(super) struct Process {
    server: Child,
    /// Commands to the server.
    pub(super) commands: std::fs::File,
    /// Requests to the child.
    pub(super) requests: std::fs::File,
    /// The other end of `requests`, for removing what a dead child has not read.
    unread: OwnedFd,
    /// Replies of the server and the child.
    pub(super) replies: std::fs::File,
    /// What the program writes to standard error; reading it does not block.
    pub(super) stderr: std::fs::File,
    /// Questions about forks, if the sandbox asks them.
    pub(super) forks: Option<Forks>,
}

impl Process {
    /// Starts the program, which is ready when its first reply arrives.
    pub(super) fn start(options: &WorkerOptions, memory: &Memory) -> Result<Process, ExploreError> {
        let (server_end, commands) = pipe()?;
        let (child_end, requests) = pipe()?;
        let (replies, reply_end) = pipe()?;
        let (stderr, stderr_end) = pipe()?;
        set_nonblocking(&stderr)?;
        let (transfer, transfer_end) = socket_pair()?;

        let program = CString::new(options.program.as_os_str().as_bytes()).map_err(|_| {
            ExploreError::Start {
                program: options.program.clone(),
                source: io::Error::from(io::ErrorKind::InvalidFilename),
            }
        })?;
        let environment = environment(options);
        let sandbox = options
            .sandbox
            .then(|| Sandbox::prepare(&options.scratch, &program, options.strict))
            .transpose()?;
        let asks = sandbox.as_ref().is_some_and(Sandbox::announces_forks);

        let arguments = [program.as_ptr(), std::ptr::null()];
        let variables: Vec<*const libc::c_char> = environment
            .iter()
            .map(|text| text.as_ptr())
            .chain([std::ptr::null()])
            .collect();
        let setup = Setup {
            descriptors: [
                (memory.fd(), MEMORY_FD),
                (server_end.as_raw_fd(), SERVER_FD),
                (child_end.as_raw_fd(), CHILD_FD),
                (reply_end.as_raw_fd(), REPLY_FD),
                (transfer_end.as_raw_fd(), TRANSFER_FD),
            ],
            limits: [
                (libc::RLIMIT_AS, address_space(options)),
                (libc::RLIMIT_CORE, 0),
                (libc::RLIMIT_FSIZE, LARGEST_FILE),
                (libc::RLIMIT_STACK, options.stack_limit),
            ],
            // SAFETY: no arguments, cannot fail.
            parent: unsafe { libc::getpid() },
            elsewhere: options.elsewhere,
            sandbox,
            arguments: arguments.as_ptr(),
            variables: variables.as_ptr(),
        };

        let mut command = Command::new(&options.program);
        command
            .current_dir(&options.scratch)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::from(stderr_end));
        // SAFETY: `Setup::run` only makes system calls on data prepared here, which outlives `spawn`.
        unsafe { command.pre_exec(move || setup.run()) };
        let server = command.spawn().map_err(|source| ExploreError::Start {
            program: options.program.clone(),
            source,
        })?;
        // Dropped only now: the command holds the setup, whose pointers lead to these values.
        drop((
            command,
            environment,
            variables,
            program,
            transfer_end,
            server_end,
            reply_end,
        ));

        let mut process = Process {
            server,
            commands: commands.into(),
            requests: requests.into(),
            unread: child_end,
            replies: replies.into(),
            stderr: stderr.into(),
            forks: None,
        };
        if asks {
            let listener = system(
                "hand over the sandbox's listener",
                receive_listener(transfer.as_fd()),
            )?;
            process.forks = Some(Forks::new(listener, options.strict));
        }
        Ok(process)
    }

    /// Process id of the fork server.
    pub(super) fn server(&self) -> u32 {
        self.server.id()
    }

    /// Kills the child. Returns whether there was one to kill. The id comes from memory that the program may have overwritten: only
    /// members of its own process group are killed.
    pub(super) fn kill_child(&mut self, child: u32) -> bool {
        let (server, child) = (self.server() as libc::pid_t, child as libc::pid_t);
        // SAFETY: plain system calls. The server has not waited for the child yet (it would have reported that), so the id still belongs to the child.
        child > 0
            && child != server
            && unsafe { libc::getpgid(child) == server && libc::kill(child, libc::SIGKILL) == 0 }
    }

    /// Removes requests that a dead child has not read from the pipe.
    pub(super) fn take_back_requests(&mut self) {
        let mut poll = libc::pollfd {
            fd: self.unread.as_raw_fd(),
            events: libc::POLLIN,
            revents: 0,
        };
        let mut buffer = [0_u8; 64];
        // SAFETY: the calls get buffers of the sizes given.
        unsafe {
            while libc::poll(&raw mut poll, 1, 0) == 1 && poll.revents & libc::POLLIN != 0 {
                if libc::read(
                    self.unread.as_raw_fd(),
                    buffer.as_mut_ptr().cast(),
                    buffer.len(),
                ) <= 0
                {
                    break;
                }
            }
        }
    }

    /// Appends what the program wrote to standard error, keeping the end.
    pub(super) fn drain_stderr(&mut self, text: &mut Vec<u8>) {
        const KEEP: usize = 64 << 10;
        let mut buffer = [0_u8; 4096];
        while let Ok(count @ 1..) = self.stderr.read(&mut buffer) {
            text.extend_from_slice(&buffer[..count]);
            if text.len() > 2 * KEEP {
                text.drain(..text.len() - KEEP);
            }
        }
    }

    /// How the server ended, if it has ended or does within a moment. It is not reaped, so that its id is not reused.
    pub(super) fn end(&self) -> Option<End> {
        let patience = Instant::now() + DYING;
        loop {
            // SAFETY: all-zero is a value of this plain C structure; the call fills it in.
            let information = unsafe {
                let mut information: libc::siginfo_t = std::mem::zeroed();
                let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
                libc::waitid(libc::P_PID, self.server(), &raw mut information, flags);
                information
            };
            // SAFETY: these fields are set if a child has ended, and zero otherwise.
            let (process, status) = unsafe { (information.si_pid(), information.si_status()) };
            if process != 0 {
                return Some(match information.si_code {
                    libc::CLD_EXITED => End::Code(status),
                    _ => End::Signal(status),
                });
            }
            if Instant::now() >= patience {
                return None;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Sends bytes to the server.
    pub(super) fn command(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.commands.write_all(bytes)
    }

    /// Sends bytes to the child.
    pub(super) fn request(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.requests.write_all(bytes)
    }
}

impl Drop for Process {
    /// Kills the whole process group: the server, its child, and everything that these have forked (in the sandbox they cannot leave the group). The
    /// kernel signals a group atomically, so nothing can escape by forking.
    fn drop(&mut self) {
        // SAFETY: the server has not been waited for, so its id, which is the group's, still names it.
        unsafe { libc::kill(-(self.server.id() as libc::pid_t), libc::SIGKILL) };
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The limit of a program's address space.
fn address_space(options: &WorkerOptions) -> u64 {
    match options.checked {
        true => libc::RLIM_INFINITY,
        false => options
            .memory_limit
            .saturating_add(IMAGE + SHARED_SIZE as u64),
    }
}

/// What happens between `fork` and `exec`.
struct Setup {
    descriptors: [(RawFd, RawFd); 5],
    limits: [(libc::__rlimit_resource_t, u64); 4],
    parent: libc::pid_t,
    elsewhere: bool,
    sandbox: Option<Sandbox>,
    arguments: *const *const libc::c_char,
    variables: *const *const libc::c_char,
}

// SAFETY: the pointers lead to data that `Process::start` keeps alive and unchanged until `spawn` has returned.
unsafe impl Send for Setup {}
// SAFETY: as above; nothing is written through them.
unsafe impl Sync for Setup {}

impl Setup {
    /// Async-signal-safe. Returns only on failure.
    fn run(&self) -> io::Result<()> {
        // SAFETY: plain system calls; the pointers are valid (see above).
        unsafe {
            check(libc::setpgid(0, 0))?;
            check(libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL))?;
            if libc::getppid() != self.parent {
                return Err(io::Error::from(io::ErrorKind::Interrupted)); // our parent died before the line above
            }
            for (from, to) in self.descriptors {
                check(libc::dup2(from, to))?;
            }
            check(libc::fcntl(TRANSFER_FD, libc::F_SETFD, libc::FD_CLOEXEC))?;
            for (resource, limit) in self.limits {
                // A hard limit that is lower than ours cannot be raised, and is strict enough.
                let mut current = libc::rlimit {
                    rlim_cur: 0,
                    rlim_max: 0,
                };
                check(libc::getrlimit(resource, &raw mut current))?;
                let limit = limit.min(current.rlim_max);
                check(libc::setrlimit(
                    resource,
                    &libc::rlimit {
                        rlim_cur: limit,
                        rlim_max: limit,
                    },
                ))?;
            }
            if self.elsewhere {
                use_one_processor();
            } else {
                // This gives the same addresses in every run; where it is refused, addresses merely vary.
                libc::personality(libc::ADDR_NO_RANDOMIZE as libc::c_ulong);
            }
            if let Some(sandbox) = &self.sandbox {
                sandbox.enter()?;
            }
            libc::execve(*self.arguments, self.arguments, self.variables);
        }
        Err(io::Error::last_os_error())
    }
}

/// Confines the calling process to the first processor that it may use. If that is refused, the process keeps them all.
fn use_one_processor() {
    // SAFETY: plain system calls on a set of processors, for which all bits zero is a value.
    unsafe {
        let mut all: libc::cpu_set_t = std::mem::zeroed();
        if libc::sched_getaffinity(0, size_of_val(&all), &raw mut all) != 0 {
            return;
        }
        let first = (0..libc::CPU_SETSIZE as usize).find(|&number| libc::CPU_ISSET(number, &all));
        if let Some(first) = first {
            let mut one: libc::cpu_set_t = std::mem::zeroed();
            libc::CPU_SET(first, &mut one);
            libc::sched_setaffinity(0, size_of_val(&one), &raw const one);
        }
    }
}

/// The environment of programs, which is the same on every machine as far as possible.
fn environment(options: &WorkerOptions) -> Vec<CString> {
    let scratch = options.scratch.as_os_str().as_bytes();
    let variable = |name: &str, value: &[u8]| CString::new([name.as_bytes(), b"=", value].concat());
    let (language, zone): (&[u8], &[u8]) = match options.elsewhere {
        true => (b"de_DE.UTF-8", b"Asia/Tokyo"),
        false => (b"C.UTF-8", b"UTC"),
    };
    let backtrace: &[u8] = if options.backtraces { b"1" } else { b"0" };
    let elsewhere = options
        .elsewhere
        .then(|| variable(ELSEWHERE_VARIABLE, b"1"));
    let checks = options
        .checked
        .then(|| variable(memory::VARIABLE, memory::settings().as_bytes()));
    [
        variable(MEMORY_VARIABLE, b"1"),
        variable("RUST_BACKTRACE", backtrace),
        variable("PATH", b"/usr/bin:/bin"),
        variable("LANG", language),
        variable("TZ", zone),
        variable("HOME", scratch),
        variable("TMPDIR", scratch),
    ]
    .into_iter()
    .chain(elsewhere)
    .chain(checks)
    .flatten()
    .collect()
}
