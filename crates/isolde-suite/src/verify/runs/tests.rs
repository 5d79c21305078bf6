//! Suites of small tests, compiled by rustc alone, in which some tests affect others.

use super::*;
use crate::files::{Files, Place};
use crate::render::tests::test;
use crate::render::{Origin, Test};
use crate::time::Measured;
use crate::verify::witness;
use crate::workspace::Workspace;
use isolde_cargo::Job;
use isolde_record::{Deadline, Observation, Outcome, PanicInfo};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Compiles tests with these names, and the witness with them.
fn compiled(folder: &Path, names: &[String], tests: &str) -> (PathBuf, String) {
    let place = Place {
        file: "main.rs".into(),
        lines: Vec::new(),
    };
    let files = Files {
        texts: BTreeMap::from([("main.rs".into(), tests.into())]),
        places: vec![place; names.len()],
        modules: BTreeMap::from([("main.rs".into(), String::new())]),
    };
    let (files, witness) = witness::beside(&files, names).expect("there is a test");
    fs::write(folder.join("main.rs"), &files.texts["main.rs"]).expect("written");
    let executable = folder.join("tests");
    let status = Command::new("rustc")
        .args(["--test", "--edition=2018", "-Awarnings", "-o"])
        .arg(&executable)
        .arg(folder.join("main.rs"))
        .status();
    assert!(status.expect("rustc runs").success());
    (executable, witness)
}

fn panicking() -> Outcome {
    Outcome::Panicked(PanicInfo {
        message: "x".into(),
        file: "src/lib.rs".into(),
        line: 1,
        column: 1,
        step: None,
        law: None,
    })
}

/// A package in this folder.
fn workspace<'a>(folder: &'a Path, deadline: &'a Deadline) -> Workspace<'a> {
    Workspace {
        package_root: folder,
        workspace_root: folder,
        target_directory: folder,
        package: "small",
        features: &[],
        scratch: folder,
        build_folder: folder,
        configure: &|_| {},
        test_job: &|program| Job::new(Command::new(program)),
        deadline,
        left_out: &[],
        measured: Measured::default(),
        progress: &|_, _, _| {},
    }
}

/// The reasons to remove each of these tests, which are expected to end as given (those that do not return are findings).
fn verdicts(tests: &[(&str, Outcome)], text: &str) -> Vec<(String, Option<Reason>)> {
    let folder = tempfile::tempdir().expect("a folder");
    let names: Vec<String> = tests.iter().map(|(name, _)| name.to_string()).collect();
    let (executable, witness) = compiled(folder.path(), &names, text);
    let deadline = Deadline::default();
    let workspace = workspace(folder.path(), &deadline);
    let bench = Bench {
        workspace: &workspace,
        package: folder.path().to_owned(),
        id: String::new(),
    };
    let tests: Vec<Test> = tests
        .iter()
        .map(|(_, outcome)| test(outcome.clone(), Observation::default(), false))
        .collect();
    let failures = Runs::new(&bench)
        .failures(&tests, &names, &executable, Some(&witness))
        .expect("they run");
    let verdict = |(index, name)| (name, failures.get(&index).cloned());
    names.into_iter().enumerate().map(verdict).collect()
}

#[test]
fn the_harness_says_how_long_tests_took() {
    let output = "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 7 filtered out; finished in 1.25s\n\n";
    assert_eq!(finished_in(output), Duration::from_millis(1250));
    assert_eq!(finished_in("test result: ok."), Duration::ZERO);
}

fn returning<const N: usize>(names: [&'static str; N]) -> [(&'static str, Outcome); N] {
    names.map(|name| (name, Outcome::Returned))
}

#[test]
fn tests_that_change_the_process_are_removed_and_the_others_stay() {
    let text = r#"
#[test] fn blocks_the_rest_of_its_folder() { std::env::set_current_dir("/").unwrap() }
#[test] fn exits_in_the_hook_of_panics() { std::panic::set_hook(Box::new(|_| std::process::exit(0))) }
#[test] fn exits_with_success() { std::process::exit(0) }
#[test] fn is_innocent() {}
#[test] #[should_panic] fn panics_innocently() { panic!("x") }
#[test] fn sets_a_variable() { std::env::set_var("ISOLDE_OF_A_TEST", "1") }
#[test] fn fails() { assert!(false) }
"#;
    let names = [
        "blocks_the_rest_of_its_folder",
        "exits_in_the_hook_of_panics",
        "exits_with_success",
        "is_innocent",
        "panics_innocently",
        "sets_a_variable",
        "fails",
    ];
    let reasons: Vec<Option<Reason>> = verdicts(&returning(names), text)
        .into_iter()
        .map(|(_, reason)| reason)
        .collect();
    let changes = || Some(Reason::ChangesProcess);
    assert_eq!(
        reasons,
        [
            changes(),
            changes(),
            Some(Reason::Fails),
            None,
            None,
            changes(),
            Some(Reason::Fails)
        ]
    );
}

#[test]
fn tests_that_depend_on_order_or_backtraces_are_removed_and_so_is_one_that_spoils_many() {
    // The witness notices none of this.
    let text = r#"
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
static ONCE: OnceLock<u8> = OnceLock::new();
static DOOR: AtomicBool = AtomicBool::new(false);
static TRAP: AtomicBool = AtomicBool::new(false);
fn pass() { assert!(!DOOR.load(SeqCst)) }
#[test] fn a_get_is_none() { assert_eq!(ONCE.get(), None) }
#[test] fn b_set_is_ok() { assert_eq!(ONCE.set(1), Ok(())) }
#[test] fn closes() { DOOR.store(true, SeqCst) }
#[test] fn d_passes() { pass() }
#[test] fn e_passes() { pass() }
#[test] fn f_passes() { pass() }
#[test] fn g_passes() { pass() }
#[test] fn h_sets_a_trap() { TRAP.store(true, SeqCst) }
#[test] fn i_ends_in_the_trap() { if TRAP.load(SeqCst) { std::process::exit(0) } }
#[test] fn j_has_no_backtrace() { assert!(std::env::var("RUST_BACKTRACE").map_or(true, |value| value == "0")) }
"#;
    let names = [
        "a_get_is_none",
        "b_set_is_ok",
        "closes",
        "d_passes",
        "e_passes",
        "f_passes",
        "g_passes",
        "h_sets_a_trap",
        "i_ends_in_the_trap",
        "j_has_no_backtrace",
    ];
    let bad: Vec<(String, Reason)> = verdicts(&returning(names), text)
        .into_iter()
        .filter_map(|(name, reason)| Some((name, reason?)))
        .collect();
    let expected = [
        ("a_get_is_none", Reason::Fails),
        ("closes", Reason::ChangesProcess),
        ("h_sets_a_trap", Reason::ChangesProcess),
        ("j_has_no_backtrace", Reason::Fails),
    ];
    assert_eq!(
        bad,
        expected.map(|(name, reason)| (name.to_string(), reason))
    );
}

#[test]
fn a_finding_reproduces_if_it_ends_as_it_was_seen() {
    let text = r#"
#[test] #[ignore] fn panics() { panic!("x") }
#[test] #[ignore] fn aborts() { std::process::abort() }
#[test] #[ignore] fn exits() { std::process::exit(0) }
"#;
    let aborted = Outcome::Signalled { signal: 6 };
    let left = Outcome::Exited { code: 0 };
    for (panics, aborts, exits, reproduces) in [
        (panicking(), aborted.clone(), left.clone(), true),
        (aborted, panicking(), panicking(), false),
        (left, Outcome::StackOverflow, Outcome::OutOfMemory, false),
    ] {
        let tests = [("panics", panics), ("aborts", aborts), ("exits", exits)];
        let all = verdicts(&tests, text);
        for (test, verdict) in tests.iter().zip(all) {
            // A stack overflow ends in the same signal.
            let expected = reproduces || matches!(test.1, Outcome::StackOverflow);
            let reason = (!expected).then_some(Reason::DoesNotReproduce);
            assert_eq!(verdict, (test.0.to_string(), reason));
        }
    }
}

#[test]
fn tests_that_are_not_slow_are_never_removed_as_the_slowest() {
    let deadline = Deadline::default().within(Duration::ZERO);
    let workspace = workspace(Path::new(""), &deadline);
    let bench = Bench {
        workspace: &workspace,
        package: PathBuf::new(),
        id: String::new(),
    };
    let mut runs = Runs::new(&bench);
    let names: Vec<String> = (0..500).map(|number| format!("t{number}")).collect();
    for (number, name) in (0..).zip(&names) {
        let took = Duration::from_millis(number % 30);
        runs.took.insert(name.clone(), took);
    }
    let slow = |runs: &Runs| runs.too_slow(names.iter().map(String::as_str));
    assert!(slow(&runs).is_empty());
    runs.took.insert("t7".into(), Duration::from_secs(60));
    assert_eq!(slow(&runs), ["t7"]);
}

#[test]
fn each_function_has_its_turn_before_any_has_the_next_one() {
    let of = |function: &str, origin: Origin| {
        let mut test = test(Outcome::Returned, Observation::default(), false);
        test.thunk.function = function.into();
        test.origin = origin;
        test
    };
    let endless = Test {
        outcome: Outcome::TimedOut,
        ..of("h", Origin::Chosen)
    };
    let finding = Test {
        outcome: panicking(),
        ..of("f", Origin::Chosen)
    };
    let tests = [
        endless,
        of("f", Origin::Chosen),
        of("f", Origin::Chosen),
        of("f", Origin::Varied),
        finding,
        of("g", Origin::Varied),
        of("g", Origin::Boundary),
    ];
    let mut order: Vec<usize> = (0..tests.len()).collect();
    in_turn(&mut order, &tests);
    assert_eq!(order, [4, 6, 1, 5, 2, 3, 0]);
}
