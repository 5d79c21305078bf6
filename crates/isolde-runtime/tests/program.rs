//! Tests of the runtime in a real program: it is compiled by a bare `rustc`, linked with the program and its own std, and driven through the protocol.
#![allow(missing_docs)]

mod support;

use isolde_abi::op::Op;
use isolde_abi::protocol::{
    MEMORY_VARIABLE, OUTCOME_DISCARDED, OUTCOME_NONE, OUTCOME_PANICKED, OUTCOME_RETURNED,
    PHASE_OBSERVE, REPLY_FD,
};
use isolde_abi::shared::{CALLED, MAGIC, NO_SITE, RENDER, TAKEN, TRACE};
use isolde_abi::symbol::{Loss, PROGRAM, RUNTIME, WRAPPED, WRAPPER};
use std::collections::BTreeSet;
use std::process::Command;
use std::time::Instant;
use support::{Worker, build_library, program};

#[test]
fn a_run_leaves_its_answer_and_nothing_of_the_one_before() {
    let mut worker = Worker::start();
    assert_eq!(
        (
            worker.shared().header.magic,
            worker.shared().header.coverage
        ),
        (MAGIC, 5000)
    );
    worker.fork();
    worker.run(0, TRACE, &[(11, 41)]);
    let shared = worker.shared();
    let header = shared.header;
    assert_eq!(
        (header.outcome, header.shape, header.phase, header.text),
        (OUTCOME_RETURNED, 1, PHASE_OBSERVE, 0)
    );
    assert_eq!((header.choices, header.path, header.full), (1, 1, 0));
    assert_eq!(
        (
            shared.choices[0].key,
            shared.choices[0].value,
            shared.choices[0].from_tape
        ),
        (11, 41, 1)
    );
    let entry = shared.path[0];
    assert_eq!((entry.flags, entry.site), (TAKEN | CALLED, 7));
    assert_eq!(shared.nodes[entry.node as usize].op, Op::ULt as u8);
    assert_eq!((shared.coverage.0[3], shared.coverage.0[4999]), (1, 0));
    assert_eq!(shared.coverage.0[1], 0, "passed before the first run");
    assert_ne!(header.child, 0);

    worker.run(0, RENDER, &[(11, 5000)]);
    let shared = worker.shared();
    assert_eq!(
        (shared.header.path, shared.header.nodes),
        (0, 1),
        "not traced"
    );
    assert_eq!((shared.coverage.0[3], shared.coverage.0[4999]), (0, 1));
    assert_eq!(&shared.text[..shared.header.text as usize], b"\"rendered\"");

    worker.run(9, TRACE, &[]);
    let header = worker.shared().header;
    assert_eq!(
        (header.outcome, header.choices, header.text, header.shape),
        (OUTCOME_DISCARDED, 0, 0, 0)
    );
    assert_eq!(worker.quit_child(), 0);
}

#[test]
fn a_child_that_dies_is_reported_and_replaced() {
    let mut worker = Worker::start();
    worker.fork();
    worker.request(1, TRACE, &[]);
    assert_eq!(worker.died() as i32 & 0x7f, libc::SIGABRT);
    assert_eq!(worker.shared().header.outcome, OUTCOME_NONE);
    worker.fork();
    worker.run(2, TRACE, &[]);
    let header = worker.shared().header;
    assert_eq!(
        (header.outcome, header.choices, header.path),
        (OUTCOME_PANICKED, 2, 1),
        "recording stops at the panic"
    );
    worker.request(3, 0, &[]);
    // Once the outcome has been cleared, the request is being run.
    while worker.shared().header.outcome != OUTCOME_NONE {
        std::thread::yield_now();
    }
    let child = worker.shared().header.child as i32;
    // SAFETY: the child is alive, since its server still waits for it.
    unsafe { libc::kill(child, libc::SIGKILL) };
    assert_eq!(worker.died() as i32 & 0x7f, libc::SIGKILL);
    worker.fork();
    worker.request(7, 0, &[]);
    assert_eq!(libc::WEXITSTATUS(worker.died() as i32), 3);
    worker.fork();
    worker.run(0, TRACE, &[]);
    assert_eq!(worker.shared().header.path, 1);
}

#[test]
fn threads_and_forks_of_the_program_do_not_disturb() {
    let mut worker = Worker::start();
    worker.fork();
    worker.run(4, TRACE, &[]);
    let header = worker.shared().header;
    assert_eq!(
        (header.outcome, header.shape, header.choices),
        (OUTCOME_RETURNED, 1, 2)
    );
    assert_eq!(header.lost[Loss::Thread as usize], 2, "a load and a store");
    worker.run(5, TRACE, &[]);
    assert_eq!(worker.shared().header.shape, 1);
    worker.run(6, 0, &[]);
    assert_eq!(
        (worker.shared().header.text, worker.shared().header.full),
        (0, 1),
        "a text that does not fit is left out"
    );
    worker.run(0, TRACE, &[]);
    assert!(
        worker.shared().path[..1]
            .iter()
            .all(|entry| entry.site != NO_SITE)
    );
}

#[test]
fn without_a_worker_nothing_runs() {
    let status = Command::new(program())
        .env_remove(MEMORY_VARIABLE)
        .status()
        .expect("the program starts");
    assert_eq!(status.code(), Some(0));
    // A worker that is gone, with all its descriptors.
    let status = Command::new(program())
        .env(MEMORY_VARIABLE, "1")
        .status()
        .expect("the program starts");
    assert_eq!(
        status.code(),
        Some(70),
        "no memory file, and descriptor {REPLY_FD} is closed"
    );
}

#[test]
fn children_end_with_their_server() {
    let mut worker = Worker::start();
    worker.fork();
    worker.run(0, 0, &[]);
    let child = worker.shared().header.child as i32;
    drop(worker);
    // The child dies asynchronously, and may remain a zombie if no process adopts it.
    let ended = || match std::fs::read_to_string(format!("/proc/{child}/stat")) {
        Ok(stat) => stat
            .rsplit(')')
            .next()
            .is_some_and(|rest| rest.trim_start().starts_with('Z')),
        Err(_) => true,
    };
    let start = Instant::now();
    while !ended() {
        assert!(
            start.elapsed().as_secs() < 10,
            "child {child} is still running"
        );
        std::thread::yield_now();
    }
}

/// Functions of libc that the runtime may call.
const LIBC: &[&str] = &[
    "__errno_location",
    "_exit",
    "abort",
    "close",
    "environ",
    "fork",
    "getpid",
    "getppid",
    "lseek",
    "memcmp",
    "memcpy",
    "memmove",
    "memset",
    "mmap",
    "prctl",
    "pthread_self",
    "read",
    "sched_yield",
    "strlen",
    "syscall",
    "waitpid",
    "write",
];

#[test]
fn the_library_defines_the_symbols_of_the_abi_and_needs_only_libc() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = build_library(folder.path(), &["-Clto=fat"]);
    let output = Command::new("nm")
        .args(["--format=posix", "-A"])
        .arg(&library)
        .output()
        .expect("nm runs");
    let (mut defined, mut needed) = (BTreeSet::new(), BTreeSet::new());
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let (member, symbol) = line.split_once(": ").expect("member: symbol type");
        let mut words = symbol.split(' ');
        let (name, kind) = (
            words.next().expect("a name").to_owned(),
            words.next().expect("a type"),
        );
        if !member.contains(".isolde_runtime.") {
            continue;
        }
        if kind == "U" {
            needed.insert(name);
        } else if kind.chars().all(char::is_uppercase) {
            defined.insert(name);
        }
    }
    // Nothing else is visible, so nothing can clash with the std of the program.
    assert_eq!(
        defined,
        RUNTIME
            .iter()
            .map(|symbol| symbol.name.to_owned())
            .chain(WRAPPED.iter().map(|name| format!("{WRAPPER}{name}")))
            .collect()
    );
    let missing: Vec<&String> = needed
        .iter()
        .filter(|name| !LIBC.contains(&name.as_str()) && *name != PROGRAM)
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn the_library_links_into_a_program_without_rust_with_and_without_lto() {
    for flags in [&["-Clto=fat"][..], &[]] {
        let folder = tempfile::tempdir().expect("a folder");
        let library = build_library(folder.path(), flags);
        let program = folder.path().join("program");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixture/minimal.c");
        let linked = Command::new("cc")
            .arg(source)
            .arg(&library)
            .arg("-o")
            .arg(&program)
            .status()
            .expect("cc runs");
        assert!(linked.success());
        let status = Command::new(&program)
            .env_remove(MEMORY_VARIABLE)
            .status()
            .expect("the program starts");
        assert_eq!(status.code(), Some(42));
    }
}

/// Runs per second of `round` over a second.
fn rate(mut round: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut rounds = 0u32;
    while start.elapsed().as_millis() < 1000 {
        round();
        rounds += 1;
    }
    rounds as f64 / start.elapsed().as_secs_f64()
}

#[test]
#[ignore = "measures time: run alone, on an idle machine"]
fn requests_are_cheap() {
    let mut worker = Worker::start();
    worker.fork();
    let kept = rate(|| worker.run(8, TRACE, &[]));
    worker.quit_child();
    let forked = rate(|| {
        worker.fork();
        worker.run(8, TRACE, &[]);
        worker.quit_child();
    });
    assert!(
        kept >= 20_000.0 && forked >= 3_000.0,
        "{kept:.0} runs/s in one child, {forked:.0} with a child each"
    );
}
