//! `cargo isolde test` behaves like `cargo test`, except that detours are live.

use crate::util::{Fixture, Run};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Skips the test that needs detours, and so Isolde's pass: under `cargo test` it is ignored.
const BUT_DETOURS: &[&str] = &["--skip", "calls_between_dependencies"];

/// Output in an order that does not depend on threads, without what differs from run to run.
fn said(output: &str) -> Vec<String> {
    let mut lines: Vec<String> = output
        .lines()
        // Of several panics in a process only the first one prints this note, and the panic of a test that passes is not shown.
        .filter(|line| !line.starts_with("note: run with `RUST_BACKTRACE=1`"))
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

/// Runs both commands with the same arguments, and asserts that their outputs differ only in what they say about the build.
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
    let fixture = Fixture::copy_sharing_target("detours");
    let detour = "calls_between_dependencies_are_detoured";

    // Everything: build script, procedural macro, programs, a failing test and documentation tests.
    let all = [&["--no-fail-fast", "--"], BUT_DETOURS].concat();
    let run = assert_same(&fixture, &all);
    assert_eq!(run.code, 101);
    assert!(compiled(&run) > 0);
    assert!(run.stdout.contains("test fails ... FAILED"));
    assert!(run.stdout.contains("src/lib.rs - mean (line 5) ... ok"));

    // Detours are live only under `cargo isolde test`, and nothing is built again.
    let only = ["test", "-p", "victim", "--lib", detour];
    let ignored = "test result: ok. 0 passed; 0 failed; 1 ignored";
    assert!(fixture.cargo(&only).stdout.contains(ignored));
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

    // rustc's errors in code that does not build are shown.
    let source = fixture.path().join("victim/src/lib.rs");
    let text = fs::read_to_string(&source).expect("readable");
    fs::write(&source, text + "\nfn wrong() -> u8 { \"\" }\n").expect("writable");
    let run = assert_same(&fixture, &["-p", "victim"]);
    assert_eq!(run.code, 101);
    assert!(run.stderr.contains("error[E0308]: mismatched types"));
    assert!(run.stderr.contains("victim/src/lib.rs:"), "{}", run.stderr);
}

/// A program that writes the words it is called with to a file beside it, and then does `what`.
fn script(path: &Path, what: &str) {
    let text = format!("#!/bin/sh\necho \"$@\" >> \"$0.log\"\n{what}\n");
    fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
    fs::write(path, text).expect("writable");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("allowed");
}

/// What a script was called with, a line for each call.
fn calls(path: &Path) -> String {
    let name = format!("{}.log", path.display());
    fs::read_to_string(name).expect("it was called")
}

#[test]
fn optimised_tests_have_detours_the_checks_of_their_profile_and_the_users_tools() {
    let fixture = Fixture::copy("detours");
    let [linker, wrapper] =
        ["linker", "wrapper"].map(|name| fixture.path().join("tools").join(name));
    script(&linker, "exec cc \"$@\"");
    script(&wrapper, "exec \"$@\"");
    let run = fixture.run_with(
        &[
            "test",
            "--release",
            "-p",
            "victim",
            "--lib",
            "--test",
            "program",
            "--no-fail-fast",
        ],
        &[
            ("RUSTFLAGS", &format!("-Clinker={}", linker.display())),
            ("RUSTC_WRAPPER", &wrapper.to_string_lossy()),
        ],
    );
    assert_eq!(run.code, 101, "{}", run.stderr);
    for line in [
        "test tests::calls_between_dependencies_are_detoured ... ok",
        "test overflow_is_caught_where_the_profile_says_so ... ok",
        "test fails ... FAILED",
    ] {
        assert!(run.stdout.contains(line), "{line}: {}", run.stdout);
    }
    for name in ["dep", "victim", "program", "build_script_build"] {
        let call = format!("--crate-name {name} ");
        assert!(calls(&wrapper).contains(&call), "{name}");
    }
    // The user's linker is called for programs with detours, too.
    assert!(
        calls(&linker).contains("deps/program-"),
        "{}",
        calls(&linker)
    );
    let deps = fixture.path().join("target/isolde/detours/release/deps");
    for entry in fs::read_dir(deps).expect("readable") {
        let path = entry.expect("readable").path();
        let extension = path.extension().unwrap_or_default();
        assert!(
            extension != "o" && extension != "bc",
            "left behind: {}",
            path.display()
        );
    }
}

#[test]
fn nextest_gets_its_arguments_and_is_told_of_compiler_and_folder() {
    let fixture = Fixture::copy("detours");
    // Cargo looks for subcommands here.
    let home = fixture.path().join("home");
    let nextest = home.join("bin/cargo-nextest");
    script(
        &nextest,
        "test -x \"$RUSTC_WRAPPER\" && echo \"$RUSTC_WRAPPER:$CARGO_TARGET_DIR\"; exit 7",
    );
    let run = fixture.run_with(
        &[
            "nextest",
            "run",
            "--target-dir",
            "elsewhere",
            "--",
            "--exact",
            "--",
        ],
        &[("CARGO_HOME", &home.to_string_lossy())],
    );
    assert_eq!(run.code, 7, "{}", run.stderr);
    let root = fixture.path().canonicalize().expect("it exists");
    let folder = root.join("elsewhere/isolde/detours");
    let told = format!("{0}-tools/isolde-rustc:{0}\n", folder.display());
    assert_eq!(run.stdout, told);
    let expected = format!(
        "nextest run --target-dir {} -- --exact --\n",
        folder.display()
    );
    assert_eq!(calls(&nextest), expected);
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
