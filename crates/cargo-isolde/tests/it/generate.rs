//! Whole runs: from a package to tests that pass under plain cargo.

use crate::util::Fixture;
use std::fs;
use std::process::Command;

const EXPLORE: &[&str] = &["generate", "--time", "20s", "--jobs", "1"];

#[test]
fn a_small_package_gets_tests_that_pass_and_the_same_ones_again() {
    let fixture = Fixture::copy("polite/simple");
    let run = fixture.run(&[EXPLORE, &["--json"]].concat());
    let record = run.record(0);
    assert_eq!(record["schema"], 1);
    assert_eq!(record["functions"][0]["path"], "clamp_to_ten");
    assert_eq!(record["functions"][0]["status"], "explored");
    // At and above the limit of `clamp_to_ten`, one with other values (0 would show less), and one for each of five functions whose results are not asserted.
    assert_eq!(record["totals"]["tests"], 8, "{record:#}");
    assert_eq!(
        record["totals"]["branches_covered"], record["totals"]["branches"],
        "{record:#}"
    );
    assert_eq!(record["solver"]["mismatches"], 0);
    let kept = fs::read_to_string(fixture.path().join("target/isolde/run.json"))
        .expect("the record is kept");
    assert_eq!(kept.trim(), run.stdout.trim());

    let tests = fs::read_to_string(fixture.path().join("tests/isolde/root.rs"))
        .expect("tests were written");
    // Functions that depend on the day, the environment, backtraces, chance or the release of std are called, but nothing is asserted about their results.
    for call in [
        "simple::day()",
        "simple::is_known()",
        "simple::is_traced()",
        "simple::rarely()",
        "simple::room()",
    ] {
        assert!(tests.contains(&format!("let _ = {call};")), "{tests}");
    }
    // A call that looks for files gives no test, whatever it found.
    assert!(!tests.contains("has_notes"), "{tests}");
    assert_eq!(record["removed"][0]["function"], "has_notes");
    assert_eq!(record["removed"][0]["why"], "surroundings");
    let cargo = Command::new("cargo")
        .args(["test", "--quiet", "--test", "isolde"])
        .current_dir(fixture.path())
        .env_remove("CARGO_TARGET_DIR")
        .output()
        .expect("cargo starts");
    assert!(
        cargo.status.success(),
        "{}\n{tests}",
        String::from_utf8_lossy(&cargo.stdout)
    );

    // An interrupt while tests are verified leaves the tests of the previous run as they are, and the record says so.
    let cut = fixture.interrupted(EXPLORE, "compiling tests");
    assert_eq!(cut.code, 130, "{}", cut.stderr);
    assert!(cut.stderr.contains("error: interrupted"), "{}", cut.stderr);
    let cut = fs::read_to_string(fixture.path().join("target/isolde/run.json"));
    let cut: serde_json::Value = serde_json::from_str(&cut.expect("written")).expect("JSON");
    assert_eq!(cut["cut_short"], "interrupted");
    assert_eq!(cut["tests"], serde_json::json!([]));
    assert_eq!(cut["functions"][0]["status"], "explored");
    assert_eq!(cut["functions"][0]["no_test"], "cut_short");
    assert_eq!(
        fs::read_to_string(fixture.path().join("tests/isolde/root.rs")).expect("still there"),
        tests
    );

    let again = fixture.run(EXPLORE);
    assert_eq!(again.code, 0, "{}", again.stderr);
    assert!(
        again.stderr.contains("unchanged since the last run"),
        "{}",
        again.stderr
    );
    assert_eq!(
        fs::read_to_string(fixture.path().join("tests/isolde/root.rs")).expect("still there"),
        tests
    );
}

#[test]
fn features_switched_off_and_on_again_are_those_that_are_explored() {
    let fixture = Fixture::copy_sharing_target("polite/simple");
    let library = fixture.path().join("src/lib.rs");
    let source = fs::read_to_string(&library).expect("readable");
    let own =
        "\n/// Whether it is on.\npub fn is_loud() -> bool {\n    cfg!(feature = \"loud\")\n}\n";
    fs::write(&library, source + own).expect("writable");
    for on in [true, false, true] {
        let features: &[&str] = if on { &["--features", "loud"] } else { &[] };
        let run = fixture.run(&[&["generate", "is_loud", "--time", "5s"], features].concat());
        assert!(
            run.stdout.contains("1 test written"),
            "{}{}",
            run.stdout,
            run.stderr
        );
        let tests = fixture.path().join("tests/isolde/root.rs");
        let tests = fs::read_to_string(tests).expect("tests");
        assert!(tests.contains(&format!("fn is_loud_is_{on}")), "{tests}");
        let main = fs::read_to_string(fixture.path().join("tests/isolde/main.rs"));
        let is_under = main
            .expect("readable")
            .contains("#![cfg(feature = \"loud\")]");
        assert_eq!(is_under, on);
    }
    let other = fixture.run(&["generate", "day", "--time", "5s"]);
    assert_eq!(other.code, 1, "{}", other.stderr);
    assert!(
        other
            .stderr
            .contains("tests of functions that were not asked for, such as `is_loud`"),
        "{}",
        other.stderr
    );
    assert!(!other.stderr.contains("found "), "{}", other.stderr);
}

#[test]
fn a_package_without_std_that_has_our_librarys_name_is_explored_like_any_other() {
    let fixture = Fixture::copy_sharing_target("polite/no-std");
    let run = fixture.run(EXPLORE);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("4 tests written to"), "{}", run.stdout);
}

#[test]
fn a_package_that_depends_on_an_earlier_version_of_itself_is_told_apart_from_it() {
    let fixture = Fixture::copy("polite/twin");
    let run = fixture.run(&[EXPLORE, &["--in-place"]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("tests written to"), "{}", run.stdout);
    let tests = fixture.path().join("src/isolde_tests.rs");
    let tests = fs::read_to_string(tests).expect("the private function was tested, too");
    assert!(tests.contains("is_large(1001)"), "{tests}");
}
