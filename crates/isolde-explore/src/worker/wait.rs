//! Waiting for a reply, without being held up by a program that hangs, floods its standard error or tries to fork.

use super::process::Process;
use isolde_abi::protocol::Reply;
use std::io::{self, Read as _};
use std::os::fd::AsRawFd as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why waiting ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A reply.
    Reply(Reply),
    /// The program closed its end: the server is gone.
    Closed,
    /// A limit was reached.
    TimedOut,
}

/// An event, or a failure of the machine.
pub(super) enum Verdict {
    Event(Event),
    Failed(io::Error),
    /// The user cancelled.
    Cancelled,
}

/// How often a program that does not answer is checked: this many times until its limit, at intervals within these bounds.
const LOOKS: u32 = 4;
const TICKS: std::ops::RangeInclusive<Duration> =
    Duration::from_millis(5)..=Duration::from_millis(20);
/// A program that neither sleeps nor gets processor time may take this many times its limit: the machine is busy, not the program.
const PATIENCE: u32 = 20;

/// What a run may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    /// Processor time, or wall time while it sleeps.
    pub(super) time: Duration,
    /// Bytes of memory that it uses at the same time, if that is looked at.
    pub(super) memory: Option<u64>,
}

/// Waits for the next reply. `forking`: the id of the server, if it may fork now. `child`: the id of the running child.
pub(super) fn wait(
    process: &mut Process,
    limit: Limit,
    forking: Option<u32>,
    cancelled: &AtomicBool,
    stderr: &mut Vec<u8>,
    child: impl Fn() -> u32,
) -> Verdict {
    let tick = (limit.time / LOOKS).clamp(*TICKS.start(), *TICKS.end());
    let mut forking = forking;
    let mut watch: Option<Watch> = None;
    let mut polls = [
        process.replies.as_raw_fd(),
        process.stderr.as_raw_fd(),
        process.forks.as_ref().map_or(-1, crate::sandbox::Forks::fd),
    ]
    .map(|fd| libc::pollfd {
        fd,
        events: libc::POLLIN,
        revents: 0,
    });
    loop {
        // SAFETY: the array has the length that is passed.
        let count = unsafe {
            libc::poll(
                polls.as_mut_ptr(),
                polls.len() as libc::nfds_t,
                tick.as_millis() as libc::c_int,
            )
        };
        if count < 0 {
            match io::Error::last_os_error() {
                error if error.kind() == io::ErrorKind::Interrupted => continue,
                error => return Verdict::Failed(error),
            }
        }
        let [replies, errors, forks] = polls.map(|poll| poll.revents);
        if forks & libc::POLLIN != 0
            && let Some(questions) = &process.forks
            && questions.answer(forking)
        {
            forking = None; // one fork per command
        } else if forks & (libc::POLLHUP | libc::POLLERR) != 0 {
            polls[2].fd = -1; // no process is left to ask
        }
        if errors & libc::POLLIN != 0 {
            process.drain_stderr(stderr);
        } else if errors & (libc::POLLHUP | libc::POLLERR) != 0 {
            polls[1].fd = -1; // closed by the program, which may continue
        }
        if replies != 0 {
            return match reply(process) {
                Ok(event) => Verdict::Event(event),
                Err(error) => Verdict::Failed(error),
            };
        }
        if cancelled.load(Ordering::Relaxed) {
            return Verdict::Cancelled;
        }
        // Most waits end at once; only longer ones need a watch.
        let watch = watch.get_or_insert_with(|| Watch::start(child()));
        let uses_too_much = |most| memory_of(child()).is_some_and(|used| used > most);
        if watch.expired(limit.time, child()) || limit.memory.is_some_and(uses_too_much) {
            return Verdict::Event(Event::TimedOut);
        }
    }
}

fn reply(process: &mut Process) -> io::Result<Event> {
    let mut bytes = [0_u8; size_of::<Reply>()];
    match process.replies.read_exact(&mut bytes) {
        Ok(()) => {
            let word = |at: usize| {
                u32::from_ne_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
            };
            Ok(Event::Reply(Reply {
                tag: word(0),
                status: word(4),
            }))
        }
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(Event::Closed),
        Err(error) => Err(error),
    }
}

/// Distinguishes a program that takes too long from one that gets no processor.
struct Watch {
    began: Instant,
    child: u32,
    /// Processor time of the child at the beginning.
    used: Duration,
    /// Consecutive checks after the limit at which the program slept.
    sleeping: u32,
}

impl Watch {
    fn start(child: u32) -> Watch {
        Watch {
            began: Instant::now(),
            child,
            used: processor_time(child),
            sleeping: 0,
        }
    }

    fn expired(&mut self, limit: Duration, child: u32) -> bool {
        if child != self.child {
            // The child has only just been forked.
            (self.child, self.used) = (child, Duration::ZERO);
        }
        let elapsed = self.began.elapsed();
        if elapsed < limit {
            return false;
        }
        if elapsed >= limit * PATIENCE
            || processor_time(child).saturating_sub(self.used) >= limit.mul_f32(0.9)
        {
            return true;
        }
        self.sleeping = if child != 0 && runs(child) {
            0
        } else {
            self.sleeping + 1
        };
        self.sleeping > 5
    }
}

/// Processor time that a process has used; zero if that cannot be known.
fn processor_time(process: u32) -> Duration {
    let mut clock = 0;
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: both calls write to the variables given.
    let known = process != 0
        && unsafe {
            libc::clock_getcpuclockid(process as libc::pid_t, &raw mut clock) == 0
                && libc::clock_gettime(clock, &raw mut time) == 0
        };
    if known {
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    } else {
        Duration::ZERO
    }
}

/// The bytes of memory that a process uses.
fn memory_of(process: u32) -> Option<u64> {
    let sizes = std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let pages: u64 = sizes.split(' ').nth(1)?.parse().ok()?;
    Some(pages * isolde_abi::shared::PAGE as u64)
}

/// Whether a process is running or waiting for a processor.
fn runs(process: u32) -> bool {
    // The state follows the name, which is in parentheses and may contain anything.
    std::fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|line| {
        line.rsplit_once(") ")
            .is_some_and(|(_, rest)| rest.starts_with('R'))
    })
}
