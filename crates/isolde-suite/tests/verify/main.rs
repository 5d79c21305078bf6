//! A suite is made for a real package: tests that do not compile, fail or are unstable are removed, and the rest is installed and
//! passes under plain cargo.

mod support;

use isolde_record::{Observation, Outcome};
use isolde_suite::SuiteError;
use isolde_suite::verify::Reason;
use std::fs;
use std::process::Command;
use support::{LIBRARY, make, make_in_place, package, panicked, returned};

#[test]
fn failing_tests_are_removed_and_the_rest_passes_under_plain_cargo() {
    let package = package(
        "[package]\nname = \"small\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[workspace]\n",
    );
    let suite = make(
        &package.root,
        vec![
            ("half", returned("small::half(9)", "4")),
            ("wrong", returned("small::half(7)", "5")),
            (
                "no_such_function",
                returned("small::no_such_function()", "5"),
            ),
            ("weak", returned("small::half(8)", "\"not a number\"")),
            ("checked", panicked("small::checked(255)", "x is too large")),
            (
                "index",
                panicked(
                    "small::index(&[], 0)",
                    "index out of bounds: the len is 0 but the index is 0",
                ),
            ),
            ("fine", panicked("small::half(1)", "does not happen")),
            ("clock", returned("small::clock()", "1")),
            (
                "forever",
                (
                    Outcome::TimedOut,
                    Observation {
                        call: "small::forever()".into(),
                        ..Default::default()
                    },
                ),
            ),
            ("exact", returned("small::half(untyped!(8))", "4")),
        ],
    );
    let names = suite.tests.iter().map(|test| test.name.as_str());
    // A test that does not compile is written with exact types before it is given up.
    let (exact, kept): (Vec<&str>, Vec<&str>) =
        names.partition(|name| name.starts_with("root::exact"));
    assert_eq!(exact.len(), 1, "{:?}", suite.removed);
    let text = fs::read_to_string(package.root.join("tests/isolde/root.rs")).unwrap();
    assert!(text.contains("assert_eq!(small::half(8_u8), 4);"), "{text}");
    assert_eq!(
        kept,
        [
            "root::half_of_9_is_4",
            "root::weak_of_8_returns",
            "root::checked_of_255_panics_x_is_too_large",
            "root::index_of_empty_and_0_panics_index_out_of_bounds",
            "root::forever_does_not_return",
        ]
    );
    let reasons: Vec<&Reason> = suite
        .removed
        .iter()
        .map(|removed| &removed.reason)
        .collect();
    assert_eq!(reasons.len(), 4, "{:?}", suite.removed);
    assert!(
        matches!(reasons[0], Reason::DoesNotCompile(message) if message.contains("no_such_function")),
        "{reasons:?}"
    );
    assert_eq!(
        suite
            .findings
            .iter()
            .map(|finding| finding.kind.as_str())
            .collect::<Vec<_>>(),
        ["index", "timeout"]
    );

    let output = Command::new(env!("CARGO"))
        .args(["test", "--test", "isolde"])
        .current_dir(&package.root)
        .env("CARGO_TARGET_DIR", package.root.join("target"))
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{stdout}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(stdout.contains("4 passed; 0 failed; 2 ignored"), "{stdout}");
}

#[test]
fn a_suite_whose_every_test_is_removed_leaves_nothing_behind() {
    let package = package(
        "[package]\nname = \"small\"\nversion = \"0.1.0\"\nedition = \"2021\"\nautotests = false\n[workspace]\n",
    );
    let suite = make(
        &package.root,
        vec![("wrong", returned("small::half(9)", "5"))],
    );
    assert!(suite.tests.is_empty() && suite.files.is_empty());
    assert!(!package.root.join("tests").exists());
}

#[test]
fn lints_of_the_package_and_module_names_outside_ascii_cost_no_test() {
    let package = package(
        "[package]\nname = \"small\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[workspace]\n\
         [lints.rust]\nunused_variables = \"forbid\"\nnon_snake_case = \"forbid\"\nunused_crate_dependencies = \"deny\"\nunused_results = \"deny\"\n\
         [dependencies]\nother = { path = \"other\" }\n",
    );
    let other = package.root.join("other");
    fs::create_dir_all(other.join("src")).unwrap();
    fs::write(other.join("Cargo.toml"), "[package]\nname = \"other\"\n").unwrap();
    fs::write(other.join("src/lib.rs"), "").unwrap();
    fs::write(
        package.root.join("src/lib.rs"),
        format!("{LIBRARY}\nuse other as _;\n"),
    )
    .unwrap();
    let (outcome, mut ignored) = returned("small::half(8)", "4");
    ignored.statements = vec!["small::half(7);".into()];
    let suite = make(
        &package.root,
        vec![
            ("half", returned("small::half(9)", "4")),
            ("ma\u{df}::half", (outcome, ignored)),
        ],
    );
    let files: Vec<&str> = suite.tests.iter().map(|test| test.file.as_str()).collect();
    assert_eq!(
        files,
        ["tests/isolde/root.rs", "tests/isolde/ma_.rs"],
        "{:?}",
        suite.removed
    );
}

#[test]
fn tests_of_private_functions_stay_when_only_public_tests_are_made() {
    let package = package(
        "[package]\nname = \"small\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[workspace]\n",
    );
    let library = package.root.join("src/lib.rs");
    let own = "mod inner;\npub fn half(x: u8) -> u8 { inner::halved(&inner::Number(x)) }\n";
    fs::write(&library, own).unwrap();
    let inner = package.root.join("src/inner.rs");
    let inner_text = "pub struct Number(pub u8);\npub(crate) fn halved(x: &Number) -> u8 { x.0 / 2 }\nmod deep { pub(super) fn own() -> u8 { 1 } fn lost() {} pub(super) fn used() { lost() } }\n#[test]\nfn of_the_user() { deep::used(); assert_eq!(deep::own(), 1); }\n";
    fs::write(&inner, inner_text).unwrap();
    let script = || {
        vec![
            ("half", returned("small::half(9)", "4")),
            // A public function, but its argument can be written only inside the crate.
            (
                "half_of_number",
                returned("small::half(small::inner::Number(3).0)", "1"),
            ),
            (
                "inner::halved",
                returned("small::inner::halved(&small::inner::Number(9))", "4"),
            ),
            ("inner::deep", returned("small::inner::deep::own()", "1")),
            (
                "inner::lost",
                (
                    Outcome::Returned,
                    Observation {
                        call: "small::inner::deep::lost()".into(),
                        ..Default::default()
                    },
                ),
            ),
        ]
    };
    let private = ["inner::halved", "inner::deep", "inner::lost"];
    let suite = make_in_place(&package.root, script(), Some(&library), &private).unwrap();
    let kept: Vec<(&str, &str)> = suite
        .tests
        .iter()
        .map(|test| (test.function.as_str(), test.file.as_str()))
        .collect();
    assert_eq!(
        kept,
        [
            ("half", "tests/isolde/root.rs"),
            ("half_of_number", "src/isolde_tests.rs"),
            ("inner::halved", "src/inner/isolde_tests.rs"),
            ("inner::deep", "src/inner/isolde_tests.rs"),
        ],
        "{:?}",
        suite.removed
    );
    assert_eq!(suite.removed.len(), 1, "{:?}", suite.removed);
    assert!(suite.tests[2].name.starts_with("inner::isolde_tests::"));
    let declaration = "\n#[cfg(test)]\nmod isolde_tests;\n";
    assert_eq!(
        fs::read_to_string(&library).unwrap(),
        format!("{own}{declaration}")
    );
    assert_eq!(
        fs::read_to_string(&inner).unwrap(),
        format!("{inner_text}{declaration}")
    );
    let output = Command::new(env!("CARGO"))
        .args(["test", "--lib"])
        .current_dir(&package.root)
        .env("CARGO_TARGET_DIR", package.root.join("target"))
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(
        stdout.contains("4 passed; 0 failed"),
        "{stdout}{}",
        String::from_utf8_lossy(&output.stderr)
    );

    let beside = package.root.join("src/inner/isolde_tests.rs");
    let before = fs::read_to_string(&beside).unwrap();
    make(
        &package.root,
        vec![("half", returned("small::half(9)", "4"))],
    );
    assert_eq!(fs::read_to_string(&beside).unwrap(), before);

    fs::write(&beside, "// mine now\n").unwrap();
    let refused = make_in_place(&package.root, script(), Some(&library), &private);
    assert!(matches!(refused, Err(SuiteError::ForeignModule(path)) if path == beside));
}
