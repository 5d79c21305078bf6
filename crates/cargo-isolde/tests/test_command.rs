//! `cargo isolde test` is `cargo test`, but for detours.

mod util;

use std::fs;
use util::{Fixture, Run};

/// Detours need the pass: under `cargo test` this test fails.
const BUT_DETOURS: &[&str] = &["--skip", "calls_between_dependencies"];

/// Output in an order that does not depend on threads, without what differs from run to run.
fn said(output: &str) -> Vec<String> {
    let mut lines: Vec<String> = output
        .lines()
        .map(|line| {
            let line = line.split("; finished in").next().unwrap_or(line);
            match (line.starts_with("thread '"), line.split_once(" (")) {
                (true, Some((name, rest))) => {
                    format!("{name} {}", rest.split_once(") ").unwrap_or((rest, "")).1)
                }
                _ => line.to_owned(),
            }
        })
        .collect();
    lines.sort();
    lines
}

/// Runs both commands with the same arguments, and asserts that nothing but the build can tell them apart.
fn assert_same(fixture: &Fixture, arguments: &[&str]) -> Run {
    let arguments = [&["test"], arguments].concat();
    let expected = fixture.cargo(&arguments);
    let run = fixture.run(&arguments);
    assert_eq!(run.code, expected.code, "{arguments:?}: {}", run.stderr);
    assert_eq!(said(&run.stdout), said(&expected.stdout), "{arguments:?}");
    run
}

/// How often cargo compiled something.
fn compiled(run: &Run) -> usize {
    run.stderr.matches("Compiling ").count()
}

#[test]
fn tests_run_as_under_cargo_test_and_detours_are_live() {
    let fixture = Fixture::copy("detours");
    let detour = "calls_between_dependencies_are_detoured";

    // Everything, with build script, procedural macro, programs, a failing test and documentation tests.
    let all = [&["--no-fail-fast", "--"], BUT_DETOURS].concat();
    let run = assert_same(&fixture, &all);
    assert_eq!(run.code, 101);
    assert!(compiled(&run) > 0);
    assert!(run.stdout.contains("test fails ... FAILED"));
    assert!(run.stdout.contains("src/lib.rs - mean (line 5) ... ok"));

    // Detours work, only with us, and nothing is built again.
    let only = ["test", "-p", "victim", "--lib", detour];
    assert_eq!(fixture.cargo(&only).code, 101);
    let run = fixture.run(&only);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("test result: ok. 1 passed"));
    assert_eq!(compiled(&run), 0, "{}", run.stderr);

    for arguments in [
        vec!["mean"],
        vec![
            "-p",
            "victim",
            "--test",
            "program",
            "--",
            "--test-threads=1",
        ],
        vec!["-p", "victim", "--doc"],
        vec!["--lib", "--", "--list"],
        vec!["--no-run"],
        vec!["-p", "nobody"],
        vec!["--manifest-path", "nowhere/Cargo.toml"],
    ] {
        let run = assert_same(&fixture, &arguments);
        assert_eq!(compiled(&run), 0, "{arguments:?}: {}", run.stderr);
    }

    // What rustc says of code that does not build.
    let source = fixture.path().join("victim/src/lib.rs");
    let text = fs::read_to_string(&source).expect("readable");
    fs::write(&source, text + "\nfn wrong() -> u8 { \"\" }\n").expect("writable");
    let run = assert_same(&fixture, &["-p", "victim"]);
    assert_eq!(run.code, 101);
    assert!(run.stderr.contains("error[E0308]: mismatched types"));
    assert!(run.stderr.contains("victim/src/lib.rs:"), "{}", run.stderr);
}

#[test]
fn optimised_tests_have_detours_and_the_checks_of_their_profile() {
    let fixture = Fixture::copy("detours");
    let arguments = [
        "test",
        "--release",
        "-p",
        "victim",
        "--lib",
        "--test",
        "program",
        "--no-fail-fast",
    ];
    let run = fixture.run(&arguments);
    assert_eq!(run.code, 101, "{}", run.stderr);
    for line in [
        "test tests::calls_between_dependencies_are_detoured ... ok",
        "test overflow_is_caught_where_the_profile_says_so ... ok",
        "test fails ... FAILED",
    ] {
        assert!(run.stdout.contains(line), "{line}: {}", run.stdout);
    }
}

#[test]
fn without_a_compiler_cargo_is_not_started() {
    let fixture = Fixture::copy("detours");
    let run = fixture.run_with(&["test"], &[("RUSTC", "/nowhere/rustc")]);
    assert_eq!((run.code, run.stdout.as_str()), (4, ""), "{}", run.stderr);
    assert!(
        run.stderr.contains("cannot run `/nowhere/rustc`"),
        "{}",
        run.stderr
    );
}
