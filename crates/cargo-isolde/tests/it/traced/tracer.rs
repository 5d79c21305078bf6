//! A tracer, as `strace` is one: it follows a command and all processes that come from it, and records the system calls of some programs.
//!
//! Only processes that have become one of these programs, and their children, stop at system calls. The others (compilers, for instance) stop only
//! when they start processes or become other programs, so that they are hardly slower than without a tracer.
//!
//! The kernel ties a tracee to the thread that traces it: everything here happens in the thread that calls [`run`].

use super::calls::{Call, Caller, Outcome};
use super::memory::Memory;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::mem;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::ptr;

/// What a trace is about.
pub struct Interest<'a> {
    /// Whether the calls of a program are recorded.
    pub is_recorded: &'a (dyn Fn(&Path) -> bool + Sync),
    /// Whether it is a fork server: then its first process may fork.
    pub is_server: &'a (dyn Fn(&Path) -> bool + Sync),
    /// The folder in which such programs may write.
    pub own: &'a Path,
}

/// What was seen.
#[derive(Default)]
pub struct Trace {
    /// The command's exit code.
    pub code: Option<i32>,
    /// The calls of interest, in the order in which they ended.
    pub calls: Vec<Call>,
    /// The names of the programs that were recorded.
    pub programs: BTreeSet<String>,
    /// How many system calls these made, of interest or not.
    pub count: u64,
}

/// A process, or a thread of it.
#[derive(Clone, Default)]
struct Tracee {
    /// Whether it has yet to stop for the first time, which is the tracer's doing.
    is_new: bool,
    /// The program, if it is recorded.
    program: Option<String>,
    is_server: bool,
    /// The call in which it is, or which it has left.
    call: Option<Call>,
}

/// Runs a command to its end, and to the end of all that came from it.
///
/// # Errors
/// If it cannot be started, or must not be traced: then the error is `PermissionDenied`.
pub fn run(mut command: Command, interest: &Interest) -> io::Result<Trace> {
    // SAFETY: the closure makes one system call, which touches no memory.
    unsafe {
        command.pre_exec(|| {
            let none = ptr::null_mut::<libc::c_void>();
            check(libc::ptrace(libc::PTRACE_TRACEME, 0, none, none)).map(drop)
        });
    }
    let child = command.spawn()?;
    let root = child.id() as i32;
    let mut tracer = Tracer {
        interest,
        root,
        tracees: BTreeMap::new(),
        early: BTreeSet::new(),
        trace: Trace::default(),
    };
    tracer.begin()?;
    while let Some((process, status)) = wait()? {
        tracer.handle(process, status);
    }
    Ok(tracer.trace)
}

struct Tracer<'a> {
    interest: &'a Interest<'a>,
    root: i32,
    tracees: BTreeMap<i32, Tracee>,
    /// Processes that stopped before the call that made them was seen: they wait for that.
    early: BTreeSet<i32>,
    trace: Trace,
}

impl Tracer<'_> {
    /// Waits for the command's first stop, when it has become the program, and asks for what is needed.
    fn begin(&mut self) -> io::Result<()> {
        let options = libc::PTRACE_O_EXITKILL
            | libc::PTRACE_O_TRACESYSGOOD
            | libc::PTRACE_O_TRACEEXEC
            | libc::PTRACE_O_TRACEFORK
            | libc::PTRACE_O_TRACEVFORK
            | libc::PTRACE_O_TRACECLONE;
        match wait()? {
            Some((process, status)) if process == self.root && libc::WIFSTOPPED(status) => {}
            other => return Err(io::Error::other(format!("no stop, but {other:?}"))),
        }
        check(ask(libc::PTRACE_SETOPTIONS, self.root, 0, options as usize))?;
        self.tracees.insert(self.root, Tracee::default());
        self.resume(self.root, 0);
        Ok(())
    }

    fn handle(&mut self, process: i32, status: libc::c_int) {
        if !libc::WIFSTOPPED(status) {
            self.end(process, status);
            return;
        }
        let signal = libc::WSTOPSIG(status);
        let Some(tracee) = self.tracees.get_mut(&process) else {
            self.early.insert(process);
            return;
        };
        match status >> 16 {
            libc::PTRACE_EVENT_FORK | libc::PTRACE_EVENT_VFORK | libc::PTRACE_EVENT_CLONE => {
                self.adopt(process);
            }
            libc::PTRACE_EVENT_EXEC => self.became(process),
            _ if signal == libc::SIGTRAP | 0x80 => self.call(process),
            _ if signal == libc::SIGSTOP && mem::take(&mut tracee.is_new) => {}
            _ => return self.resume(process, signal),
        }
        self.resume(process, 0);
    }

    /// A process ended, perhaps within a call.
    fn end(&mut self, process: i32, status: libc::c_int) {
        self.early.remove(&process);
        let tracee = self.tracees.remove(&process);
        if let Some(mut call) = tracee.and_then(|tracee| tracee.call) {
            // Whoever is ended by the filter within a call still seems to leave it: with an error, or with the number of the call, which the kernel puts back
            // where results are.
            let seems_to_succeed = match call.outcome {
                Outcome::Succeeded(result) => result != call.number,
                Outcome::Failed(_) | Outcome::Ended => false,
            };
            let is_filtered = libc::WIFSIGNALED(status) && libc::WTERMSIG(status) == libc::SIGSYS;
            if is_filtered && !seems_to_succeed {
                call.outcome = Outcome::Ended;
            }
            self.trace.calls.push(call);
        }
        if process == self.root {
            self.trace.code = libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status));
        }
    }

    /// A process made another one, or a thread, which inherits the program.
    fn adopt(&mut self, parent: i32) {
        let mut number: libc::c_ulong = 0;
        let at = (&raw mut number) as usize;
        if ask(libc::PTRACE_GETEVENTMSG, parent, 0, at) < 0 {
            return; // it was killed meanwhile, with the group to which its child belongs
        }
        let child = number as i32;
        let is_early = self.early.remove(&child);
        let tracee = Tracee {
            is_new: !is_early,
            program: self.tracees[&parent].program.clone(),
            // Threads of a server do not fork either.
            is_server: false,
            call: None,
        };
        self.tracees.insert(child, tracee);
        if is_early {
            self.resume(child, 0);
        }
    }

    /// A process became another program.
    fn became(&mut self, process: i32) {
        let Some(tracee) = self.tracees.get_mut(&process) else {
            return;
        };
        let path = Memory::of(process).program().unwrap_or_default();
        // Whatever a recorded program becomes is recorded too.
        if tracee.program.is_some() || (self.interest.is_recorded)(&path) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            tracee.is_server = tracee.program.is_none() && (self.interest.is_server)(&path);
            tracee.program = Some(name.to_string());
            self.trace.programs.insert(name.into_owned());
        }
    }

    /// A process enters a call or leaves one.
    fn call(&mut self, process: i32) {
        let Some(tracee) = self.tracees.get_mut(&process) else {
            return;
        };
        let Some(program) = &tracee.program else {
            return;
        };
        // SAFETY: all-zero is a value of this plain structure.
        let mut information: libc::ptrace_syscall_info = unsafe { mem::zeroed() };
        let (size, at) = (size_of_val(&information), (&raw mut information) as usize);
        if ask(libc::PTRACE_GET_SYSCALL_INFO, process, size, at) < 0 {
            return;
        }
        let caller = Caller {
            memory: &Memory::of(process),
            program,
            is_server: tracee.is_server,
            own: self.interest.own,
        };
        match information.op {
            libc::PTRACE_SYSCALL_INFO_ENTRY => {
                // SAFETY: the kernel says that it filled in this member.
                let entry = unsafe { information.u.entry };
                self.trace.count += 1;
                self.trace.calls.extend(tracee.call.take());
                tracee.call = caller.begins(entry.nr, &entry.args);
            }
            libc::PTRACE_SYSCALL_INFO_EXIT => {
                // SAFETY: as above.
                let exit = unsafe { information.u.exit };
                // It is recorded with the next event.
                tracee.call = tracee.call.take().map(|call| caller.ends(call, exit.sval));
            }
            _ => {}
        }
    }

    /// Lets a process go on, until its next call if its program is recorded, and with this signal, unless it is 0. A process that was killed meanwhile
    /// cannot go on.
    fn resume(&self, process: i32, signal: i32) {
        let tracee = self.tracees.get(&process);
        let request = match tracee.is_some_and(|tracee| tracee.program.is_some()) {
            true => libc::PTRACE_SYSCALL,
            false => libc::PTRACE_CONT,
        };
        ask(request, process, 0, signal as usize);
    }
}

/// Makes a request about a process that stands still. `data` is a number, or the place of what the kernel fills in, as the request demands.
fn ask(request: libc::c_uint, process: i32, address: usize, data: usize) -> libc::c_long {
    // SAFETY: those who call pass a number, or the place of a value of the right type that lives during the call.
    unsafe {
        libc::ptrace(
            request,
            process,
            address as *mut libc::c_void,
            data as *mut libc::c_void,
        )
    }
}

/// What happened to the next of this thread's children and tracees, if there are any left.
fn wait() -> io::Result<Option<(i32, libc::c_int)>> {
    loop {
        let mut status = 0;
        // SAFETY: the status lives during the call. Children of other threads are left to these.
        let process =
            unsafe { libc::waitpid(-1, &raw mut status, libc::__WALL | libc::__WNOTHREAD) };
        match check(process.into()) {
            Ok(_) => return Ok(Some((process, status))),
            Err(error) if error.raw_os_error() == Some(libc::ECHILD) => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn check(result: libc::c_long) -> io::Result<libc::c_long> {
    match result {
        ..0 => Err(io::Error::last_os_error()),
        _ => Ok(result),
    }
}

impl Trace {
    /// Calls that reach out of the sandbox and succeeded.
    pub fn escapes(&self) -> BTreeSet<String> {
        let escapes = self
            .calls
            .iter()
            .filter(|call| call.reaches_out && matches!(call.outcome, Outcome::Succeeded(_)));
        escapes.map(ToString::to_string).collect()
    }
}
