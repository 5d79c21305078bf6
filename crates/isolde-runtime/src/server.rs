//! The program's side of the worker protocol: fork server, and the child's loop over requests.

use crate::runtime::Runtime;
use crate::shared::Memory;
use crate::{elsewhere, files, program, sys};
use isolde_abi::protocol::{
    CHILD_FD, DIED, DONE, ELSEWHERE_VARIABLE, FORK, MEMORY_FD, MEMORY_VARIABLE, NO_CHILD, QUIT,
    READY, REPLY_FD, RUN, Reply, SERVER_FD,
};
use isolde_abi::symbol::Program;

/// Exit status when the memory file has another layout, or a descriptor of the worker is missing.
const WRONG_WORKER: i32 = 70;

/// How far a process has got in the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// `isolde_next` was not called yet.
    New,
    /// No worker started the program: there is nothing to run.
    Alone,
    /// A child of the fork server, with its process id; the first call only fetches a request.
    Waiting(i32),
    /// A child that was given a request.
    Running(i32),
}

fn reply(tag: u32, status: u32) {
    let reply = Reply { tag, status };
    // SAFETY: a reply is readable.
    if !unsafe { sys::write(REPLY_FD, (&raw const reply).cast(), size_of::<Reply>()) } {
        // The worker is gone.
        sys::exit(0)
    }
}

/// Runs at the first call: finds the worker and serves forks. Returns in a child, or if there is no worker.
pub fn start(runtime: &mut Runtime, program: &Program) -> Stage {
    if !sys::has_variable(MEMORY_VARIABLE) {
        return Stage::Alone;
    }
    let Some(memory) = Memory::of_file(MEMORY_FD) else {
        sys::exit(WRONG_WORKER)
    };
    if sys::has_variable(ELSEWHERE_VARIABLE) {
        elsewhere::enter();
        files::end_at_lookup();
    }
    runtime.attach(memory, program);
    runtime.set_coverage(program::map_coverage(program, &memory));
    reply(READY, 0);
    serve(&memory)
}

fn serve(memory: &Memory) -> Stage {
    let server = sys::process();
    loop {
        match sys::read_byte(SERVER_FD) {
            Some(FORK) => {}
            Some(QUIT) | None => sys::exit(0),
            Some(_) => sys::exit(WRONG_WORKER),
        }
        let child = sys::fork();
        if child == 0 {
            sys::die_with_parent();
            // The parent may have ended before this was set.
            if sys::parent() != server {
                sys::exit(0)
            }
            sys::close(SERVER_FD);
            // The parent writes the id, too, but perhaps only when the first run is over.
            memory.child().set(sys::process() as u32);
            return Stage::Waiting(sys::process());
        }
        if child < 0 {
            reply(DIED, NO_CHILD);
            continue;
        }
        memory.child().set(child as u32);
        let status = sys::wait(child).unwrap_or(NO_CHILD);
        memory.child().set(0);
        reply(DIED, status);
    }
}

/// Answers the last request, if there was one, and waits for the next. The lock must not be held, since threads of the program may still be running.
pub fn wait(stage: Stage) -> Stage {
    let child = match stage {
        Stage::Waiting(child) => child,
        Stage::Running(child) => {
            // A process that the program itself forked does not take part in the protocol.
            if sys::process() != child {
                sys::exit(0)
            }
            reply(DONE, 0);
            child
        }
        other => return other,
    };
    match sys::read_byte(CHILD_FD) {
        Some(RUN) => Stage::Running(child),
        Some(QUIT) | None => sys::exit(0),
        Some(_) => sys::exit(WRONG_WORKER),
    }
}
