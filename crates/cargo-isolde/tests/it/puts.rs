//! From a package with parameterized tests to programs that run them: `testdata/puts`, really built.

use crate::util::shared_target;
use isolde_build::{
    BuildError, PreparedTests, Selection, TestKind, TestTarget, TestsRequest, TestsWarning,
    prepare_tests,
};
use isolde_explore::{Request, RunResult, Worker, WorkerOptions};
use isolde_record::{Fault, Outcome, Tape};
use std::fs;
use std::path::{Path, PathBuf};

/// What the library adds to a test's index to ask for its description.
const DESCRIBE: u32 = 0x8000_0000;

#[test]
fn packages_with_parameterized_tests_become_programs_that_answer() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let package = copy(folder.path());
    programs_answer_for_their_parameterized_tests(&package);
    what_cannot_be_explored_is_refused_with_the_reason(&package);
    builds_with_other_features_are_not_mixed_up(&package);
}

fn copy(folder: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/puts");
    let package = folder.join("package");
    for part in ["", "src", "tests"] {
        fs::create_dir_all(package.join(part)).expect("writable");
        for entry in fs::read_dir(source.join(part)).expect("the fixture is there") {
            let path = entry.expect("readable").path();
            if path.is_file() {
                let name = path.file_name().expect("a file has a name");
                fs::copy(&path, package.join(part).join(name)).expect("writable");
            }
        }
    }
    let text = fs::read_to_string(package.join("Cargo_test.toml")).expect("readable");
    let library = fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../isolde"));
    let library = library.expect("the library is there");
    let text = text.replace("../isolde", &library.display().to_string());
    fs::write(package.join("Cargo.toml"), text).expect("writable");
    package
}

fn prepare(package: &Path, features: &[&str]) -> Result<PreparedTests, BuildError> {
    let request = TestsRequest {
        selection: Selection {
            directory: package.to_owned(),
            features: features.iter().map(|&name| name.to_owned()).collect(),
            // Not the target folder of the build that this test is part of.
            target_dir: Some(shared_target()),
            ..Selection::default()
        },
        // This program acts as the linker, if it is called as one, before it does anything else.
        linker: env!("CARGO_BIN_EXE_cargo-isolde").into(),
        cancelled: Default::default(),
    };
    prepare_tests(&request, &|_| {})
}

fn run(program: &Path, thunk: u32, folder: &Path) -> RunResult {
    let mut options = WorkerOptions::new(program.to_owned(), folder.join("work"));
    options.sandbox = false;
    let mut worker = Worker::start(options).expect("it starts");
    worker
        .run(&Request::new(thunk, &Tape::default()))
        .expect("it answers")
}

fn programs_answer_for_their_parameterized_tests(package: &Path) {
    let prepared = prepare(package, &[]).expect("it builds");
    let warnings = [
        TestsWarning::OwnHarness {
            target: "test target `own-harness`".into(),
        },
        TestsWarning::FeaturesOff {
            target: "test target `needs-feature`".into(),
            missing: vec!["extra".into()],
        },
    ];
    assert_eq!(prepared.warnings, warnings);
    let found: Vec<(&str, TestKind)> = prepared
        .targets
        .iter()
        .map(|target| (target.name.as_str(), target.kind))
        .collect();
    assert_eq!(
        found,
        [("puts_demo", TestKind::Lib), ("outside", TestKind::Test)]
    );
    let expected = [
        ("more_cost_more", "src/lib.rs"),
        ("never_free", "tests/outside.rs"),
    ];
    for (target, (name, file)) in prepared.targets.iter().zip(expected) {
        assert!(!target.programs.reused);
        answers(target, name, file, package);
    }

    // `prepared` holds the lock of its folders.
    drop(prepared);
    let again = prepare(package, &[]).expect("it builds");
    assert!(again.targets.iter().all(|target| target.programs.reused));
}

fn answers(target: &TestTarget, name: &str, file: &str, package: &Path) {
    let programs = &target.programs;
    for program in [&programs.plain, &programs.coverage, &programs.symbolic] {
        let described = run(program, DESCRIBE, package);
        assert!(
            matches!(described.outcome, Outcome::Returned),
            "{described:?}"
        );
        assert!(described.text.contains(&format!("\"{name}\"")));
        assert!(described.text.contains(file), "{}", described.text);
        let beyond = run(program, DESCRIBE + 1, package);
        assert!(matches!(beyond.outcome, Outcome::Discarded), "{beyond:?}");
        let simplest = run(program, 0, package);
        assert!(
            matches!(simplest.outcome, Outcome::Returned),
            "{simplest:?}"
        );
        assert_eq!(simplest.choices.len(), 1);
        let is_plain = program == &programs.plain;
        assert_eq!(simplest.coverage.is_empty(), is_plain);
    }

    // The test's own body and the package count as code under test; what the attribute adds, the harness and ordinary tests do not.
    let functions: Vec<&str> = programs
        .map
        .functions
        .iter()
        .map(|function| function.function.as_str())
        .collect();
    let test = match target.kind.is_unit() {
        true => format!("{}::tests::{name}", target.crate_name),
        false => format!("{}::{name}", target.crate_name),
    };
    let mut expected = vec![format!("{test}::{name}"), "puts_demo::price".to_owned()];
    expected.sort();
    let mut own: Vec<&str> = functions.clone();
    own.sort_unstable();
    assert_eq!(own, expected);
}

fn builds_with_other_features_are_not_mixed_up(package: &Path) {
    let path = package.join("src/lib.rs");
    let text = fs::read_to_string(&path).expect("readable");
    let text = text.replace(
        "tickets >= 10",
        "tickets >= if cfg!(feature = \"extra\") { 20 } else { 10 }",
    );
    fs::write(&path, text).expect("writable");
    // One target is enough.
    for name in ["needs-feature", "outside"] {
        fs::remove_file(package.join(format!("tests/{name}.rs"))).expect("it was there");
    }
    let manifest = package.join("Cargo.toml");
    let text = fs::read_to_string(&manifest).expect("readable");
    let text = text.replace(
        "[[test]]\nname = \"needs-feature\"\nrequired-features = [\"extra\"]\n",
        "",
    );
    fs::write(&manifest, text).expect("writable");
    let plain = |features: &[&str]| {
        let prepared = prepare(package, features).expect("it builds");
        prepared.targets[0].programs.plain.clone()
    };
    let without = plain(&[]);
    let with = plain(&["extra"]);
    assert_ne!(without, with);
    // Cargo considers the first build fresh, although the record is that of the second. It is linked again, and the result is the cached program.
    assert_eq!(plain(&[]), without);
}

fn what_cannot_be_explored_is_refused_with_the_reason(package: &Path) {
    let refused = |path: &str, change: &dyn Fn(&str) -> String| {
        let path = package.join(path);
        let text = fs::read_to_string(&path).expect("readable");
        fs::write(&path, change(&text)).expect("writable");
        let error = prepare(package, &[]).expect_err("it is refused");
        fs::write(&path, text).expect("writable");
        assert_eq!(error.fault(), Fault::Package, "{error}");
        error
    };
    let error = refused("tests/outside.rs", &|text| {
        text.replace("tickets == 0", "tickets == \"\"")
    });
    let BuildError::DoesNotBuild {
        package: culprit,
        message,
    } = error
    else {
        panic!("{error}");
    };
    assert_eq!(culprit, "puts-demo");
    assert!(message.contains("tests/outside.rs:"), "{message}");

    let error = refused("Cargo.toml", &|text| {
        text.replace("[dev-dependencies]", "[package.metadata.none]")
    });
    assert!(
        matches!(error, BuildError::NoLibraryIsolde { .. }),
        "{error}"
    );
    assert!(error.to_string().contains("cargo add --dev isolde"));

    let other = package.join("target/other");
    write(
        &other.join("Cargo.toml"),
        "[package]\nname = \"isolde\"\nversion = \"99.0.0\"\n",
    );
    write(&other.join("src/lib.rs"), "");
    let error = refused("Cargo.toml", &|text| {
        let (before, rest) = text.split_once("{ path = \"").expect("it is there");
        let (_, after) = rest.split_once('"').expect("it ends");
        format!("{before}{{ path = \"{}\"{after}", other.display())
    });
    assert!(
        matches!(&error, BuildError::LibraryVersion { library, .. } if library == "99.0.0"),
        "{error}"
    );

    let bare = package.join("target/bare");
    write(
        &bare.join("Cargo.toml"),
        "[package]\nname = \"bare\"\n[workspace]\n",
    );
    write(&bare.join("src/lib.rs"), "#[test]\nfn ordinary() {}\n");
    let error = prepare(&bare, &[]).expect_err("it is refused");
    assert!(
        matches!(error, BuildError::NoPuts { depends: false, .. }),
        "{error}"
    );
    // Its dependencies were not resolved.
    assert!(!bare.join("Cargo.lock").exists());
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("it has a folder")).expect("writable");
    fs::write(path, text).expect("writable");
}
