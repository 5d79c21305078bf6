//! Packages that cannot be explored get a clear error: what is wrong, who has to act, and the right exit code; and their folders stay untouched.

use crate::util::{Fixture, Run};
use std::fs;

fn generate(fixture: &str, arguments: &[&str]) -> Run {
    let fixture = Fixture::copy(fixture);
    let run = fixture.run(&[&["generate"], arguments].concat());
    fixture.assert_untouched();
    run
}

/// Asserts the exit code, and that the error mentions all of `parts`.
fn assert_refused(run: &Run, code: i32, parts: &[&str]) {
    assert_eq!(run.code, code, "{}", run.stderr);
    let error = run
        .stderr
        .split_once("error: ")
        .map_or("", |(_, error)| error);
    for part in parts {
        assert!(error.contains(part), "`{part}` is missing:\n{}", run.stderr);
    }
    assert_eq!(run.stdout, "");
}

#[test]
fn a_package_that_does_not_build_shows_the_compilers_message() {
    let run = generate("polite/does-not-build", &[]);
    assert_refused(
        &run,
        3,
        &[
            "package `does-not-build` does not build",
            "error[E0277]: cannot divide `u32` by `&str`",
            "src/lib.rs:2",
        ],
    );
}

#[test]
fn a_procedural_macro_is_refused() {
    let run = generate("polite/proc-macro", &[]);
    assert_refused(
        &run,
        3,
        &[
            "package `shouting` is a procedural macro",
            "library package",
        ],
    );
}

#[test]
fn a_package_with_neither_library_nor_binary_is_refused() {
    let run = generate("polite/example-only", &[]);
    assert_refused(
        &run,
        3,
        &["package `example-only` has neither a library nor a binary (only: example `show`)"],
    );
}

#[test]
fn a_build_script_that_fails_is_named_with_its_output() {
    let run = generate("polite/build-script-fails", &[]);
    assert_refused(
        &run,
        3,
        &[
            "the build script of `build-script-fails v0.1.0` failed",
            "the frobnicator library was not found",
        ],
    );
}

#[test]
fn a_folder_without_a_manifest_is_named() {
    let run = generate("polite/no-manifest", &[]);
    assert_refused(&run, 1, &["no Cargo.toml in", "--manifest-path"]);
}

#[test]
fn a_manifest_path_that_is_no_file_is_named() {
    let run = generate(
        "polite/simple",
        &["--manifest-path", "elsewhere/Cargo.toml"],
    );
    assert_refused(
        &run,
        1,
        &["`--manifest-path elsewhere/Cargo.toml` is not a file"],
    );
}

#[test]
fn a_workspace_asks_for_a_package_and_lists_them() {
    let run = generate("polite/workspace", &[]);
    assert_refused(&run, 1, &["several packages", "`-p`: alpha, beta"]);
}

#[test]
fn a_package_that_a_workspace_lacks_is_answered_with_those_it_has() {
    let run = generate("polite/workspace", &["-p", "gamma"]);
    assert_refused(&run, 1, &["no package `gamma`", "alpha, beta"]);
}

#[test]
fn in_a_members_folder_that_member_is_meant() {
    let fixture = Fixture::copy("polite/workspace");
    let run = fixture.run_in("beta", &["generate", "no::such::item"]);
    fixture.assert_untouched();
    assert_refused(
        &run,
        1,
        &["no function of package `beta` matches no::such::item"],
    );
}

#[test]
fn a_feature_that_the_package_lacks_is_answered_with_those_it_has() {
    let run = generate("polite/simple", &["--features", "quiet"]);
    assert_refused(
        &run,
        1,
        &["package `simple` has no feature `quiet`", "loud"],
    );
}

#[test]
fn a_target_directory_that_cannot_be_made_is_named() {
    let fixture = Fixture::copy("polite/simple");
    fs::write(fixture.path().join("target"), "in the way").expect("writable");
    let run = fixture.run(&["generate"]);
    assert_refused(
        &run,
        4,
        &[
            "cannot write to the folder for intermediate files",
            "target/isolde",
            "--target-dir",
        ],
    );
}

#[test]
fn a_read_only_target_directory_is_named() {
    let run = generate(
        "polite/simple",
        &["--target-dir", "/proc/self/isolde-target"],
    );
    assert_refused(&run, 4, &["/proc/self/isolde-target", "CARGO_TARGET_DIR"]);
}

#[test]
fn a_folder_for_tests_that_cannot_be_made_is_the_machines_fault() {
    let run = generate(
        "polite/simple",
        &["--time", "5s", "--out", "/proc/self/isolde"],
    );
    assert_refused(&run, 4, &["/proc/self/isolde"]);
}

#[test]
fn a_full_disk_is_the_machines_fault_whoever_meets_it_first() {
    let fixture = Fixture::copy("polite/simple");
    // Limits files to a megabyte: the next byte is refused as on a full disk, and the signal that the kernel sends with it is ignored.
    let script = r#"trap "" XFSZ; ulimit -f 2048; exec "$0" "$@""#;
    let run = fixture.run_through(&["sh", "-c", script], &["generate"]);
    assert_refused(&run, 4, &["File too large"]);
    fixture.assert_untouched();
}

#[test]
fn a_dependency_whose_version_is_gone_is_named() {
    let run = generate("polite/no-such-version", &[]);
    assert_refused(
        &run,
        3,
        &["package `no-such-version` does not build", "withdrawn"],
    );
}

#[test]
fn a_panic_handler_of_its_own_is_refused() {
    let run = generate("polite/own-panic-handler", &[]);
    assert_refused(
        &run,
        3,
        &[
            "package `own-panic-handler` cannot be linked into a test program",
            "panic_impl",
        ],
    );
}

#[test]
fn an_empty_package_is_done_at_once() {
    let run = generate("polite/empty", &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("nothing to explore"), "{}", run.stdout);
}

#[test]
fn a_record_that_cannot_be_written_is_this_machines_fault() {
    let fixture = Fixture::copy("polite/empty");
    fs::create_dir_all(fixture.path().join("target/isolde/run.json/in-the-way")).expect("writable");
    let run = fixture.run(&["generate"]);
    assert_refused(&run, 4, &["cannot write", "target/isolde/run.json"]);
}

#[test]
fn a_package_whose_functions_have_no_instance_is_done_at_once() {
    let fixture = Fixture::copy("polite/generic-only");
    let run = fixture.run(&["generate", "--no-mocks"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("nothing to explore"), "{}", run.stdout);

    // Which functions exist depends on the flags of the user's builds, not on those of their documentation.
    let record = fs::read_to_string(fixture.path().join("target/isolde/run.json"));
    let record: serde_json::Value =
        serde_json::from_str(&record.expect("written")).expect("the record is JSON");
    let paths: Vec<&str> = record["functions"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|function| function["path"].as_str())
        .collect();
    assert_eq!(paths, ["Shape::area", "double_area", "half_area"]);
}

#[test]
fn a_package_that_the_users_own_flags_refuse_is_refused_before_anything_is_read() {
    let fixture = Fixture::copy("polite/generic-only");
    let flags = [("CARGO_BUILD_RUSTFLAGS", "-Dmissing_docs")];
    let run = fixture.run_with(&["generate"], &flags);
    assert_refused(
        &run,
        3,
        &[
            "package `generic-only` does not build",
            "missing documentation",
        ],
    );
    assert!(!run.stderr.contains("found"), "{}", run.stderr);
    fixture.assert_untouched();
}

#[test]
fn an_item_that_nothing_matches_is_told_before_anything_is_built() {
    let run = generate("polite/simple", &["clamp_to_ten", "nowhere::*"]);
    assert_refused(
        &run,
        1,
        &["no function of package `simple` matches nowhere::*"],
    );
    assert!(!run.stderr.contains("building"), "{}", run.stderr);
}

#[test]
fn wrong_options_are_a_usage_error() {
    let run = generate("polite/simple", &["--time", "soon"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("90s, 5m or 1h"), "{}", run.stderr);
}

#[test]
fn help_documents_the_exit_codes() {
    let run = Fixture::copy("polite/empty").run(&["generate", "--help"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    for line in ["  2  done, findings", " 70  a bug of Isolde"] {
        assert!(run.stdout.contains(line), "{}", run.stdout);
    }
}

#[test]
fn doctor_lists_what_the_machine_has() {
    let fixture = Fixture::copy("polite/empty");
    let run = fixture.run(&["doctor", "--json"]);
    let facts: serde_json::Value = serde_json::from_str(&run.stdout).expect("the facts are JSON");
    let names: Vec<&str> = facts
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|fact| fact["name"].as_str())
        .collect();
    assert_eq!(names, ["rustc", "libLLVM", "linker", "sandbox", "memory"]);
    assert_eq!(run.code, 0, "{facts:#}");
    fixture.assert_untouched();
}

#[test]
fn doctor_without_a_compiler_says_what_is_missing() {
    let fixture = Fixture::copy("polite/empty");
    let run = fixture.run_with(&["doctor"], &[("RUSTC", "/nowhere/rustc")]);
    assert_eq!(run.code, 4, "{}", run.stderr);
    assert!(
        run.stdout
            .contains("missing  rustc: cannot run `/nowhere/rustc`"),
        "{}",
        run.stdout
    );
}
