//! Binaries and workspaces: a binary is explored with its private functions and tested beside its modules; several packages and binaries are explored
//! one after the other.

use crate::util::{AMPLE_TIME, Fixture};
use serde_json::{Value, json};
use std::fs;

const EXPLORE: &[&str] = &["generate", "--time", AMPLE_TIME, "--jobs", "1", "--json"];

fn list<'v>(record: &'v Value, name: &str) -> &'v Vec<Value> {
    record[name].as_array().expect("a list")
}

/// Asserts that each function has tests, and that these are in this file.
fn assert_tested(record: &Value, places: &[(&str, &str)]) {
    for (function, file) in places {
        let of = |test: &&Value| test["function"] == *function;
        let mut tests = list(record, "tests").iter().filter(of).peekable();
        assert!(tests.peek().is_some(), "{function}: {record:#}");
        assert!(
            tests.all(|test| test["file"] == *file),
            "{function}: {record:#}"
        );
    }
}

#[test]
fn a_binary_is_explored_and_tested_beside_its_modules() {
    let fixture = Fixture::copy_sharing_target("binaries/tool");
    let run = fixture.run(EXPLORE);
    let record = run.record(0);
    assert!(
        run.stderr
            .contains("binary count-words of package count-words 0.1.0")
            && run.stderr.contains("explored as with --in-place"),
        "{}",
        run.stderr
    );
    assert_eq!(record["binary"], "count-words");
    assert_eq!(record["removed"], json!([]), "{record:#}");
    assert_eq!(record["solver"]["mismatches"], 0);
    assert_eq!(record["totals"]["reach"]["public"], 0);
    for function in list(&record, "functions") {
        assert_eq!(function["visibility"], "private", "{function}");
        match function["status"].as_str() {
            Some("explored") => {}
            _ if function["path"] == "main" => assert_eq!(function["reason"]["why"], "main"),
            _ => assert_eq!(function["reason"]["why"], "derived", "{function}"),
        }
    }
    assert_tested(
        &record,
        &[
            ("summary", "src/isolde_tests.rs"),
            ("text::count", "src/text/isolde_tests.rs"),
            ("text::is_space", "src/text/isolde_tests.rs"),
            ("text::is_too_long", "src/text/isolde_tests.rs"),
            ("options::read", "src/options/isolde_tests.rs"),
            ("options::kind", "src/options/isolde_tests.rs"),
        ],
    );
    // Ending the process is what a program may do, and no defect.
    let findings = list(&record, "findings");
    let exit = findings.iter().find(|finding| finding["kind"] == "exit");
    let exit = exit.expect("`give_up` exits");
    assert_eq!(
        (&exit["function"], &exit["rank"]),
        (&json!("give_up"), &json!("precondition"))
    );
    assert!(!fixture.path().join("tests").exists());

    let tests = fixture.cargo(&["test", "--quiet"]);
    assert_eq!(tests.code, 0, "{}{}", tests.stdout, tests.stderr);
}

#[test]
fn a_workspace_is_explored_package_by_package_and_binary_by_binary() {
    let fixture = Fixture::copy_sharing_target("binaries/workspace");
    let run = fixture.run(
        &[
            EXPLORE,
            &["--workspace", "--exclude", "gone-*", "--features", "wide"],
        ]
        .concat(),
    );
    let records = run.record(3);
    for part in [
        "`--exclude gone-*` fits no package of the workspace",
        "binary `odd-one` of package `twins` needs the features `odd`, which are off",
        "package `derive` is a procedural macro",
        "package `broken` does not build",
    ] {
        assert!(run.stderr.contains(part), "{part}: {}", run.stderr);
    }
    let runs = list(&records, "runs");
    let names: Vec<Value> = runs
        .iter()
        .map(|run| json!([run["package"], run["binary"]]))
        .collect();
    let expected = [
        json!(["numbers", null]),
        json!(["twins", "second"]),
        json!(["twins", "twins"]),
    ];
    assert_eq!(names, expected);
    let missing: Vec<Value> = list(&records, "not_explored")
        .iter()
        .map(|each| json!([each["package"], each["binary"], each["exit_code"]]))
        .collect();
    let expected = [
        json!(["twins", "odd-one", 0]),
        json!(["broken", null, 3]),
        json!(["derive", null, 0]),
    ];
    assert_eq!(missing, expected);
    let sum: u64 = runs
        .iter()
        .filter_map(|run| run["totals"]["tests"].as_u64())
        .sum();
    assert_eq!(records["totals"]["tests"], sum);

    assert_tested(
        &runs[0],
        &[
            ("half", "tests/isolde/root.rs"),
            ("twice", "tests/isolde/root.rs"),
        ],
    );
    // The module that both programs have gets no tests, since each would be compiled in both. Those of `main.rs` have a folder of their own, since
    // `odd.rs` is the root of another program.
    assert_tested(
        &runs[1],
        &[
            ("label", "src/bin/second/isolde_tests.rs"),
            ("common::is_small", "src/bin/second/isolde_tests.rs"),
        ],
    );
    assert_tested(
        &runs[2],
        &[
            ("halves", "src/main/isolde_tests.rs"),
            ("shared::is_small", "src/main/isolde_tests.rs"),
        ],
    );
    for run in &runs[1..] {
        let removed = list(run, "removed");
        let is_hidden = |removed: &Value| removed["why"] == "not_visible";
        assert!(removed.iter().all(is_hidden), "{removed:#?}");
    }
    let kept = fs::read_to_string(fixture.target().join("isolde/runs.json")).expect("written");
    assert_eq!(kept, run.stdout);

    let tests = fixture.cargo(&[
        "test",
        "--quiet",
        "-p",
        "twins",
        "-p",
        "numbers",
        "--features",
        "wide",
    ]);
    assert_eq!(tests.code, 0, "{}{}", tests.stdout, tests.stderr);
}

#[test]
fn options_for_one_package_are_refused_for_several() {
    let fixture = Fixture::copy("binaries/workspace");
    for (arguments, said) in [
        (
            &["--workspace", "half"][..],
            "items are paths from the root of one crate",
        ),
        (
            &["-p", "numbers", "-p", "twins", "--out", "x"],
            "each package needs a folder of its own",
        ),
        (
            &["--workspace", "--features", "none"],
            "no package that was asked for has a feature `none`",
        ),
        (
            &["--workspace", "--bin", "none"],
            "no package that was asked for has a binary `none`",
        ),
        (
            &["-p", "twins", "--bin", "none"],
            "package `twins` has no binary `none`; it has: odd-one, second, twins",
        ),
        (&["--workspace", "--exclude", "*"], "no package is left"),
        (
            &["-p", "n*", "-p", "gone"],
            "the workspace has no package `gone`",
        ),
    ] {
        let run = fixture.run(&[&["generate"], arguments].concat());
        assert_eq!(run.code, 1, "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(said), "{arguments:?}: {}", run.stderr);
    }
    let odd = fixture.run(&["generate", "-p", "twins", "--bin", "odd-one"]);
    assert_eq!(odd.code, 3, "{}", odd.stderr);
    assert!(
        odd.stderr
            .contains("which are off; turn them on with `--features`"),
        "{}",
        odd.stderr
    );
    fixture.assert_untouched();
}
