//! A hostile package, explored under a tracer: evidence that what it attempts does not succeed, and that what is faked is not even attempted.
//!
//! The clock and the environment are read without system calls, so they are not seen here; what is faked of them is seen in the module `isolate`.

mod calls;
mod canaries;
mod memory;
mod tracer;

use crate::util::Fixture;
use calls::{Call, Outcome};
use canaries::Canaries;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::thread;
use tracer::{Interest, Trace};

/// How many seconds the package wants to sleep.
const AGES: u64 = 7_654_321;
/// Where this variable is set, machines that permit no tracing do not fail the test, and only the canaries are examined.
const UNTRACED: &str = "ISOLDE_TEST_UNTRACED";

/// The programs of an exploration, which fork.
const SERVERS: &[&str] = &["plain", "coverage", "symbolic"];
/// Others: one that runs if a function has mutants, and one that `generate` makes of packages with unsafe code.
const OTHER_SERVERS: &[&str] = &["mutants", "checked"];

/// What is attempted where nothing is faked: a system call, and what its arguments contain.
const ATTEMPTS: &[(&str, &str)] = &[
    ("SYS_openat", "/precious"),
    ("SYS_openat", "/created"),
    ("SYS_unlink", "/precious"),
    ("SYS_rename", "/renamed"),
    ("SYS_linkat", "/linked"),
    ("SYS_symlink", "/symlinked"),
    ("SYS_chmod", "/precious"),
    ("SYS_mkdir", "/folder-created"),
    ("SYS_rmdir", "/empty"),
    ("SYS_unlinkat", "/full/inside"),
    ("SYS_socket", "0x2"),
    ("SYS_connect", "/socket"),
    ("SYS_clone", ""),
    ("SYS_execve", "/bin/touch"),
];

/// What the functions of C attempt, which are always the real ones.
const RAW: &[(&str, &str)] = &[
    ("SYS_unlink", "/unlinked"),
    ("SYS_kill", "0x9"),
    ("SYS_tgkill", "0x9"),
    ("SYS_fchmodat2", "/precious"),
    ("SYS_ioctl", "0x40086602"),
    ("SYS_sendmsg", ""),
];

#[test]
fn what_a_hostile_package_does_is_faked_or_else_refused() {
    let fixture = Fixture::copy_sharing_target("hostile");
    let mut canaries = Canaries::new();
    let places = fixture.path().join("src/places.rs");
    fs::write(places, canaries.places()).expect("writable");

    if let Some(trace) = traced(&fixture, "isolate crate") {
        assert_nothing_escapes(&trace);
        let attempts = attempts(&trace, &canaries);
        for call in &attempts {
            let is = |(name, argument): &(&str, &str)| mentions(call, name, argument);
            assert!(
                RAW.iter().any(is) || is(&("SYS_openat", "/marked")),
                "this should be faked: {call}"
            );
        }
        assert_refused(&attempts, RAW);
    }
    canaries.assert_alive();

    // Without fakes, all of it is attempted; otherwise its absence above would mean nothing.
    if let Some(trace) = traced(&fixture, "generate") {
        assert_nothing_escapes(&trace);
        let attempts = attempts(&trace, &canaries);
        assert_refused(&attempts, ATTEMPTS);
        assert_refused(&attempts, RAW);
        for (name, argument) in [
            ("SYS_clock_nanosleep", &*format!("{AGES} s")),
            ("SYS_chdir", canaries.folder()),
        ] {
            let is_seen = attempts.iter().any(|call| mentions(call, name, argument));
            assert!(is_seen, "{name}({argument}) was not seen");
        }
    }
    canaries.assert_alive();
}

/// Runs a command of Isolde under the tracer; or without, if that cannot be and the user agrees.
fn traced(fixture: &Fixture, words: &str) -> Option<Trace> {
    let options = "--time 30s --jobs 1 --seed 1";
    let arguments: Vec<&str> = words.split(' ').chain(options.split(' ')).collect();
    let outputs = tempfile::tempdir().expect("a temporary folder");
    let [out, err] = ["out", "err"].map(|name| outputs.path().join(name));
    let command = || {
        let file = |path| File::create(path).expect("writable");
        let mut command = fixture.command(".", &arguments);
        command.stdout(file(&out)).stderr(file(&err));
        command
    };
    fs::create_dir_all(fixture.target()).expect("writable");
    let target = fixture.target().canonicalize().expect("it exists");
    let own = target.join("isolde/hostile/work");
    let name = |path: &Path| {
        path.file_name()
            .map(|name| name.to_string_lossy().into_owned())
    };
    let interest = Interest {
        is_recorded: &|path| {
            let is_of_cargo = name(path).is_some_and(|name| name.starts_with("build-script-"));
            path.starts_with(&target) && !is_of_cargo
        },
        is_server: &|path| {
            name(path).is_some_and(|name| {
                let mut servers = SERVERS.iter().chain(OTHER_SERVERS);
                servers.any(|server| *server == name)
            })
        },
        own: &own,
    };
    // In a thread that has no other children.
    let trace = thread::scope(|scope| {
        let tracer = scope.spawn(|| tracer::run(command(), &interest));
        tracer.join().expect("it does not panic")
    });
    let assert_done = |code: Option<i32>| {
        let text = |path| fs::read_to_string(path).expect("UTF-8");
        // Whoever sleeps for ages may be a finding.
        assert!(
            matches!(code, Some(0 | 2)),
            "{code:?}: {}{}",
            text(&out),
            text(&err)
        );
    };
    match trace {
        Ok(trace) => {
            assert_done(trace.code);
            Some(trace)
        }
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            let agrees = std::env::var_os(UNTRACED).is_some();
            assert!(
                agrees,
                "this machine does not permit `ptrace`, so the test cannot see what programs attempt; with {UNTRACED}=1 it only \
                 examines what became of the files, sockets and processes that they are after"
            );
            // Not with `eprintln!`, whose text nobody sees when a test passes.
            let note = "note: `ptrace` is not permitted: the system calls of a hostile package are not examined";
            writeln!(io::stderr(), "{note}").expect("it can be written");
            let status = command().status().expect("it starts");
            assert_done(status.code());
            None
        }
        Err(error) => panic!("the tracer failed: {error}"),
    }
}

/// Asserts that no call that reaches out succeeded, neither in the exploration nor in the tests.
fn assert_nothing_escapes(trace: &Trace) {
    for program in SERVERS {
        assert!(trace.programs.contains(*program), "{:?}", trace.programs);
    }
    let has_tests = |name: &String| name.starts_with("isolde-");
    assert!(trace.programs.iter().any(has_tests), "{:?}", trace.programs);
    let escapes = trace.escapes();
    assert!(escapes.is_empty(), "these calls succeeded: {escapes:#?}");
}

/// The calls that reach out, or that mention something that only this package knows.
fn attempts<'t>(trace: &'t Trace, canaries: &Canaries) -> Vec<&'t Call> {
    let ages = format!("{AGES} s");
    let is_known = |argument: &String| argument.contains(canaries.folder()) || *argument == ages;
    let calls = trace.calls.iter();
    calls
        .filter(|call| call.reaches_out || call.arguments.iter().any(is_known))
        .collect()
}

fn mentions(call: &Call, name: &str, argument: &str) -> bool {
    let has_argument = || call.arguments.iter().any(|text| text.contains(argument));
    call.name == name && (argument.is_empty() || has_argument())
}

/// Asserts that each of these calls was attempted, and refused: in an exploration it failed, and where expected values are observed the program was ended.
fn assert_refused(attempts: &[&Call], calls: &[(&str, &str)]) {
    for (name, argument) in calls {
        let outcomes: BTreeSet<(&str, Outcome)> = attempts
            .iter()
            .filter(|call| call.reaches_out && mentions(call, name, argument))
            .map(|call| (&*call.program, call.outcome))
            .collect();
        let is_strict = |program: &str| !["coverage", "symbolic"].contains(&program);
        let [explored, observed] = [false, true].map(|strict| {
            outcomes
                .iter()
                .filter(move |(program, _)| is_strict(program) == strict)
        });
        let failed = |(_, outcome): &(&str, Outcome)| {
            matches!(outcome, Outcome::Failed(libc::EPERM | libc::EACCES))
        };
        let ended = |(_, outcome): &(&str, Outcome)| *outcome == Outcome::Ended;
        assert!(
            explored.clone().count() > 0
                && explored.clone().all(failed)
                && observed.clone().all(ended),
            "{name}({argument}): {outcomes:?}"
        );
    }
}
