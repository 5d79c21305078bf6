//! Tests workers with a program that does everything wrong.

mod common;

use common::{options, worker};
use isolde_abi::shared::TRACE;
use isolde_explore::{ExploreError, Request, RunResult, Worker, WorkerOptions};
use isolde_record::{Fault, Outcome, Tape};
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

fn run(worker: &mut Worker, thunk: u32) -> RunResult {
    worker.run(&Request::new(thunk, &Tape::default())).unwrap()
}

/// Runs a thunk that kills its process, then checks that the worker is as good as new.
fn deadly(thunk: u32) -> Outcome {
    let (mut worker, _scratch) = worker();
    let outcome = run(&mut worker, thunk).outcome;
    assert_eq!(run(&mut worker, 0).outcome, Outcome::Returned);
    assert_eq!(
        worker.statistics().starts,
        1,
        "the fork server must survive"
    );
    outcome
}

#[test]
fn a_run_answers_with_choices_coverage_and_shape() {
    let (mut worker, _scratch) = worker();
    assert_eq!(worker.coverage_points(), 3000);
    let tape = Tape(BTreeMap::from([(1, 1022)]));
    for _ in 0..3 {
        let result = worker.run(&Request::new(0, &tape)).unwrap();
        assert_eq!(
            (result.outcome.clone(), result.shape),
            (Outcome::Returned, 2)
        );
        assert_eq!(result.coverage, [0, 1022]);
        assert_eq!(
            result
                .choices
                .iter()
                .map(|choice| (choice.key, choice.value))
                .collect::<Vec<_>>(),
            [(1, 1022)]
        );
        assert_eq!(result.tape(), tape);
    }
    assert_eq!(worker.statistics().forks, 1);
}

#[test]
fn seeds_draw_reproducibly() {
    let (mut worker, _scratch) = worker();
    let tape = Tape::default();
    let mut values = |seed| {
        worker
            .run(&Request {
                seed,
                ..Request::new(0, &tape)
            })
            .unwrap()
            .choices[0]
            .value
    };
    assert_eq!(values(0), 0);
    let drawn: Vec<u64> = (1..50).map(&mut values).collect();
    assert_eq!(drawn, (1..50).map(&mut values).collect::<Vec<_>>());
    assert!(
        drawn
            .iter()
            .collect::<std::collections::BTreeSet<_>>()
            .len()
            > 10
    );
}

#[test]
fn a_panic_is_an_outcome_with_message_and_place() {
    let (mut worker, _scratch) = worker();
    match run(&mut worker, 1).outcome {
        Outcome::Panicked(panic) => {
            assert_eq!(panic.message, "number 0 is \"bad\"");
            assert!(panic.file.ends_with("double.rs") && panic.line > 0);
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(worker.statistics().forks, 1);
    run(&mut worker, 0);
    assert_eq!(
        worker.statistics().forks,
        1,
        "a panic does not cost the child"
    );
}

#[test]
fn deaths_are_told_apart() {
    assert_eq!(
        deadly(2),
        Outcome::Signalled {
            signal: libc::SIGABRT
        }
    );
    assert_eq!(deadly(3), Outcome::Exited { code: 7 });
    assert_eq!(deadly(6), Outcome::StackOverflow);
    assert_eq!(deadly(8), Outcome::OutOfMemory);
    assert_eq!(
        deadly(22),
        Outcome::Signalled {
            signal: libc::SIGSEGV
        }
    );
}

#[test]
fn a_memory_hog_meets_its_limit() {
    let (options, _scratch) = options();
    // Touching that much memory takes a while on a busy machine.
    let mut worker = Worker::start(WorkerOptions {
        memory_limit: 1 << 20,
        run_limit: std::time::Duration::from_secs(5),
        ..options
    })
    .unwrap();
    assert_eq!(run(&mut worker, 7).outcome, Outcome::OutOfMemory);
    assert_eq!(run(&mut worker, 0).outcome, Outcome::Returned);
}

#[test]
fn endless_runs_are_killed_whether_busy_or_asleep() {
    for thunk in [4, 5] {
        let began = Instant::now();
        assert_eq!(deadly(thunk), Outcome::TimedOut);
        assert!(began.elapsed().as_secs() < 8);
    }
}

#[test]
fn a_death_while_arguments_are_built_is_not_a_case() {
    let (mut worker, _scratch) = worker();
    assert_eq!(run(&mut worker, 102).outcome, Outcome::Discarded);
    let timed_out = run(&mut worker, 104);
    assert_eq!(
        (timed_out.outcome, timed_out.timed_out),
        (Outcome::Discarded, true)
    );
}

#[test]
fn the_code_under_test_cannot_fork_or_start_programs() {
    let (mut worker, _scratch) = worker();
    if isolde_explore::sandbox::support().seccomp_notify {
        assert_eq!(run(&mut worker, 9).shape, 0);
    }
    assert_eq!(run(&mut worker, 13).shape, 0);
    assert_eq!(run(&mut worker, 21).shape, 5, "threads are allowed");
}

#[test]
fn files_outside_the_scratch_folder_can_only_be_read() {
    let (mut worker, _scratch) = worker();
    assert_eq!(run(&mut worker, 10).shape, 0);
    assert!(!std::path::Path::new("/tmp/isolde-escaped").exists());
    assert_eq!(run(&mut worker, 15).shape, 1);
    assert!(run(&mut worker, 23).shape < 2);
}

#[test]
fn every_run_finds_the_scratch_folder_empty_and_may_write_there() {
    let (mut worker, _scratch) = worker();
    assert_eq!(run(&mut worker, 11).shape, 1);
    assert_eq!(run(&mut worker, 11).shape, 1);
    assert_eq!(worker.statistics().littered, 2);
}

#[test]
fn the_network_and_other_processes_are_out_of_reach() {
    let (mut worker, _scratch) = worker();
    assert_eq!(run(&mut worker, 12).shape, 0);
    assert_eq!(run(&mut worker, 14).shape, 0);
    assert_eq!(run(&mut worker, 26).shape, 0);
    assert_eq!(run(&mut worker, 27).shape, 1, "only the fork server");
}

#[test]
fn without_the_sandbox_more_is_possible() {
    let (options, _scratch) = options();
    let mut worker = Worker::start(WorkerOptions {
        sandbox: false,
        ..options
    })
    .unwrap();
    assert_eq!(run(&mut worker, 13).shape, 1);
}

#[test]
fn a_flood_on_standard_error_does_not_block() {
    let (mut worker, _scratch) = worker();
    assert_eq!(run(&mut worker, 16).shape, 1);
}

#[test]
fn a_fresh_child_has_no_memory_of_earlier_runs() {
    let (options, _scratch) = options();
    let mut worker = Worker::start(options.clone()).unwrap();
    assert_eq!(
        [run(&mut worker, 20).shape, run(&mut worker, 20).shape],
        [1, 2]
    );
    worker.retire().unwrap();
    assert_eq!(run(&mut worker, 20).shape, 1);
    drop(worker);
    let mut fresh = Worker::start(WorkerOptions {
        fresh: true,
        ..options
    })
    .unwrap();
    for thunk in [20, 2, 20, 6, 20, 4, 20] {
        let result = run(&mut fresh, thunk);
        if thunk == 20 {
            assert_eq!(result.shape, 1);
        }
    }
}

#[test]
fn children_retire_after_their_runs() {
    let (options, _scratch) = options();
    let mut worker = Worker::start(WorkerOptions {
        retire_after: 2,
        ..options
    })
    .unwrap();
    let shapes: Vec<u64> = (0..5).map(|_| run(&mut worker, 20).shape).collect();
    assert_eq!(shapes, [1, 2, 1, 2, 1]);
}

#[test]
fn a_traced_run_leaves_its_path_conditions() {
    let (mut worker, _scratch) = worker();
    let tape = Tape::default();
    let result = worker
        .run(&Request {
            flags: TRACE,
            path_limit: 100,
            ..Request::new(17, &tape)
        })
        .unwrap();
    let trace = worker.trace();
    assert_eq!((trace.path.len(), trace.choices.len()), (1, 2));
    assert_eq!(trace.choices, result.choices);
    assert_eq!(isolde_solver::mismatches(&trace), 0);
    assert_eq!(trace.check(), Ok(()));
}

#[test]
fn the_sandbox_permits_what_traced_runs_need() {
    let (mut worker, _scratch) = worker();
    let tape = Tape::default();
    let request = Request {
        flags: TRACE,
        path_limit: 100,
        ..Request::new(25, &tape)
    };
    worker.run(&request).unwrap();
    let trace = worker.trace();
    assert_eq!(
        (trace.tables.len(), trace.tables[0].bytes.len()),
        (1, 256),
        "the table that was read at a symbolic index"
    );
    assert!(worker.lost().iter().all(|&lost| lost == 0));
    assert_eq!(isolde_solver::mismatches(&trace), 0);
}

#[test]
fn nothing_is_left_running_when_a_worker_ends() {
    let (options, _scratch) = options();
    let program = options.program.clone();
    let mut worker = Worker::start(WorkerOptions {
        sandbox: false,
        run_limit: std::time::Duration::from_millis(50),
        ..options
    })
    .unwrap();
    // Without the sandbox the forks of this thunk succeed, and its children wait on the pipe like their parent.
    run(&mut worker, 9);
    run(&mut worker, 4);
    drop(worker);
    let name = program.to_str().unwrap().as_bytes().to_vec();
    let left = || {
        std::fs::read_dir("/proc")
            .unwrap()
            .flatten()
            .filter(|entry| {
                let of_ours = std::fs::read(entry.path().join("cmdline"))
                    .is_ok_and(|line| line.starts_with(&name));
                let dead = std::fs::read_to_string(entry.path().join("stat"))
                    .is_ok_and(|line| line.contains(") Z "));
                let id = entry
                    .file_name()
                    .to_string_lossy()
                    .parse::<u32>()
                    .unwrap_or(0);
                of_ours && !dead && parent_is_not_this_test(id)
            })
            .count()
    };
    let began = Instant::now();
    while left() > 0 && began.elapsed().as_secs() < 5 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(left(), 0);
}

/// Other tests of this binary run workers at the same time, so only orphans count.
fn parent_is_not_this_test(process: u32) -> bool {
    let parent = |process: u32| -> Option<u32> {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        stat.rsplit_once(") ")?
            .1
            .split_whitespace()
            .nth(1)?
            .parse()
            .ok()
    };
    let mut process = process;
    while let Some(up) = parent(process) {
        if up == std::process::id() {
            return false;
        }
        process = up;
    }
    true
}

#[test]
fn programs_that_are_not_instrumented_are_refused() {
    let (options, _scratch) = options();
    let wrong = Worker::start(WorkerOptions {
        program: "/bin/true".into(),
        ..options.clone()
    });
    assert!(matches!(wrong, Err(ExploreError::Protocol { .. })));
    let missing = Worker::start(WorkerOptions {
        program: "/nonexistent".into(),
        ..options
    });
    assert!(matches!(missing, Err(ExploreError::Start { .. })));
}

#[test]
fn a_program_killed_from_outside_is_not_isoldes_fault() {
    let (options, _scratch) = options();
    let folder = tempfile::tempdir().unwrap();
    let fault = |name: &str, script: &str| {
        let program = folder.path().join(name);
        std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
        let started = Worker::start(WorkerOptions {
            program,
            sandbox: false,
            ..options.clone()
        });
        started
            .err()
            .map(|error| (error.fault(), error.to_string()))
    };
    let killed = fault("killed", "kill -KILL $$").unwrap();
    assert_eq!(killed.0, Fault::Machine);
    assert!(killed.1.contains("signal 9"), "{}", killed.1);
    let library = fault("unloadable", "echo 'cannot open libz.so' >&2; exit 127").unwrap();
    assert_eq!(library.0, Fault::Machine);
    assert!(library.1.ends_with("cannot open libz.so"), "{}", library.1);
    // A crash or a wrong answer is Isolde's fault.
    assert_eq!(fault("crashed", "kill -SEGV $$").unwrap().0, Fault::Ours);
    assert_eq!(fault("silent", "exit 0").unwrap().0, Fault::Ours);
}

#[test]
fn a_run_ends_when_the_user_cancels() {
    let (options, _scratch) = options();
    let cancelled = Arc::clone(&options.cancelled);
    let mut worker = Worker::start(WorkerOptions {
        run_limit: std::time::Duration::from_secs(600),
        ..options
    })
    .unwrap();
    cancelled.store(true, Ordering::Relaxed);
    // This one is endless.
    let run = worker.run(&Request::new(4, &Tape::default()));
    assert!(matches!(run, Err(ExploreError::Cancelled)), "{run:?}");
}
