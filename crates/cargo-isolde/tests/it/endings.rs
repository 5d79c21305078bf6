//! However a run ends, none of the processes that it started survives.

use crate::util::Fixture;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Long enough for everything that does not hang. No test relies on this limit to pass.
const FOREVER: Duration = Duration::from_secs(300);

/// Command lines of all processes that work in a fixture's folder, or were started from it.
fn processes(fixture: &Fixture) -> Vec<String> {
    let folder = fixture.path().to_string_lossy().into_owned();
    let processes = fs::read_dir("/proc").expect("there is /proc").flatten();
    processes
        .filter_map(|process| fs::read(process.path().join("cmdline")).ok())
        .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
        .filter(|line| line.contains(&folder))
        .collect()
}

/// Starts a run, and returns it when it has begun a step whose line starts with `step` and one of its processes contains `program` in its command line.
fn run_until(fixture: &Fixture, step: &str, program: &str) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cargo-isolde"))
        .args(["generate", "--time", "20s", "--jobs", "1"])
        .current_dir(fixture.path())
        .env_remove("CARGO_TARGET_DIR")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stderr.take().expect("piped")).lines();
    let mut seen = Vec::new();
    loop {
        let Some(line) = lines.next() else {
            panic!("the run ended before it printed `{step}`: {seen:#?}");
        };
        let line = line.expect("readable");
        if line.starts_with(step) {
            break;
        }
        seen.push(line);
    }
    // Keep reading, so that the run never blocks on a full pipe.
    thread::spawn(move || lines.for_each(drop));
    let started = Instant::now();
    while !processes(fixture).iter().any(|line| line.contains(program)) {
        assert!(started.elapsed() < FOREVER, "`{program}` was never started");
        thread::sleep(Duration::from_millis(5));
    }
    child
}

fn signal(child: &mut Child, signal: &str) -> ExitStatus {
    let sent = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
    child.wait().expect("it ends")
}

/// Asserts that the run's processes are gone; those that were killed need a moment to end.
fn assert_nothing_is_left(fixture: &Fixture) {
    let started = Instant::now();
    loop {
        let left = processes(fixture);
        if left.is_empty() {
            return;
        }
        assert!(started.elapsed() < FOREVER, "still running: {left:#?}");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn an_interrupt_ends_the_run_and_its_compilers() {
    let fixture = Fixture::copy("polite/simple");
    let mut run = run_until(&fixture, "building drivers", "--crate-name");
    let status = signal(&mut run, "-INT");
    assert_eq!(status.code(), Some(130));
    assert_nothing_is_left(&fixture);
    fixture.assert_untouched();
}

#[test]
fn compilers_do_not_survive_a_run_that_is_killed() {
    let fixture = Fixture::copy("polite/simple");
    let mut run = run_until(&fixture, "building drivers", "--crate-name");
    assert_eq!(signal(&mut run, "-KILL").code(), None);
    assert_nothing_is_left(&fixture);
    fixture.assert_untouched();
}

#[test]
fn tests_that_are_tried_out_do_not_survive_a_run_that_is_killed() {
    let fixture = Fixture::copy("polite/simple");
    let hangs = "pub fn wait_for(ready: bool) {\n    while !ready {\n        std::hint::spin_loop()\n    }\n}\n";
    fs::write(fixture.path().join("src/lib.rs"), hangs).expect("writable");
    let mut run = run_until(&fixture, "compiling tests", "--ignored");
    assert_eq!(signal(&mut run, "-KILL").code(), None);
    assert_nothing_is_left(&fixture);
}
