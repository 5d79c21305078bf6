//! A suite is made for a real package: what does not compile, fails or flickers goes, the rest is installed and passes
//! under plain cargo.

use isolde_cargo::Job;
use isolde_record::{
    Case, Deadline, Observation, Observed, Outcome, PanicInfo, Tape, ThunkInfo, Visibility,
};
use isolde_suite::time::Measured;
use isolde_suite::verify::Reason;
use isolde_suite::{
    Keep, Location, Observe, PathClass, Suite, SuiteError, SuiteRequest, Surroundings, Workspace,
    build_suite,
};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIBRARY: &str = r#"
#![deny(warnings)]
pub fn half(x: u8) -> u8 { x / 2 }
pub fn checked(x: u8) -> u8 { assert!(x < 200, "x is too large"); x }
pub fn index(items: &[u8], at: usize) -> u8 { items[at] }
pub fn forever() { loop { std::hint::spin_loop() } }
pub fn clock() -> u128 { std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos() }
"#;

/// Observations written by hand, by thunk.
struct Script(Vec<(Outcome, Observation)>);

impl Observe for Script {
    fn observe(
        &mut self,
        case: &Case,
        _: Surroundings,
    ) -> Result<Option<(Outcome, Observation)>, SuiteError> {
        Ok(Some(self.0[case.thunk as usize].clone()))
    }
    fn repeat(&mut self, _: &Case) -> Result<Vec<(Outcome, Observation)>, SuiteError> {
        Ok(Vec::new())
    }
    fn minimize(&mut self, case: &Case, _: &Keep, _: &Deadline) -> Result<Case, SuiteError> {
        Ok(case.clone())
    }
    fn neighbours(&mut self, _: &Case, _: &Deadline) -> Result<Vec<Case>, SuiteError> {
        Ok(Vec::new())
    }
    fn vary(&mut self, _: &Case, _: u64, _: &Deadline) -> Result<Option<Case>, SuiteError> {
        Ok(None)
    }
    fn path_classes(&mut self, _: &Case) -> Result<BTreeSet<PathClass>, SuiteError> {
        Ok(BTreeSet::new())
    }
}

fn returned(call: &str, text: &str) -> (Outcome, Observation) {
    let observation = Observation {
        call: call.into(),
        returned: Some(Observed::Source(text.into())),
        ..Observation::default()
    };
    (Outcome::Returned, observation)
}

fn panicked(call: &str, message: &str) -> (Outcome, Observation) {
    let panic = PanicInfo {
        message: message.into(),
        file: "src/lib.rs".into(),
        line: 4,
        column: 1,
    };
    (
        Outcome::Panicked(panic.clone()),
        Observation {
            call: call.into(),
            panic: Some(panic),
            ..Observation::default()
        },
    )
}

fn thunk(index: usize, name: &str) -> ThunkInfo {
    ThunkInfo {
        index: index as u32,
        function: name.into(),
        module: vec![],
        name: name.into(),
        instance: vec![],
        file: "src/lib.rs".into(),
        line: 3 + index as u32,
        end_line: 3 + index as u32,
        visibility: Visibility::Public,
        arguments: vec![],
        documents_panics: name == "checked",
        uses: vec![],
    }
}

struct Package {
    _folder: tempfile::TempDir,
    root: PathBuf,
}

fn package(manifest: &str) -> Package {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("small");
    fs::create_dir_all(root.join("src")).unwrap();
    fs::write(root.join("Cargo.toml"), manifest).unwrap();
    fs::write(root.join("src/lib.rs"), LIBRARY).unwrap();
    Package {
        _folder: folder,
        root,
    }
}

fn make(root: &Path, script: Vec<(&str, (Outcome, Observation))>) -> Suite {
    make_in_place(root, script, None, &[]).unwrap()
}

/// The same with the library's root file, if tests go beside modules too, and the names of private functions.
fn make_in_place(
    root: &Path,
    script: Vec<(&str, (Outcome, Observation))>,
    in_place: Option<&Path>,
    private: &[&str],
) -> Result<Suite, SuiteError> {
    let scratch = tempfile::tempdir().unwrap();
    let mut thunks: Vec<ThunkInfo> = script
        .iter()
        .enumerate()
        .map(|(index, (name, _))| thunk(index, name))
        .collect();
    for thunk in &mut thunks {
        if private.contains(&thunk.name.as_str()) {
            thunk.visibility = Visibility::Private;
        }
        if let Some((module, _)) = thunk.function.split_once("::") {
            thunk.module = vec![module.to_string()];
        }
    }
    let cases: Vec<Case> = script
        .iter()
        .enumerate()
        .map(|(index, (_, (outcome, _)))| Case {
            thunk: index as u32,
            tape: Tape::default(),
            outcome: outcome.clone(),
            coverage: vec![index as u32],
            called: vec![index as u32],
            shape: 0,
            choices: 0,
            run: 1,
        })
        .collect();
    let places: Vec<Location> = (0..script.len())
        .map(|index| Location {
            file: "src/lib.rs".into(),
            line: 3 + index as u32,
        })
        .collect();
    let request = SuiteRequest {
        thunks: &thunks,
        cases: &cases,
        coverage: &places,
        workspace: Workspace {
            package_root: root,
            workspace_root: root,
            target_directory: &root.join("target"),
            package: "small",
            features: &[],
            scratch: scratch.path(),
            test_job: &|program| Job::new(Command::new(program)),
            deadline: &Deadline::default(),
            measured: Measured::default(),
            progress: &|_, _, _| {},
        },
        crate_name: "small",
        edition: "2021",
        out: &root.join("tests/isolde"),
        in_place,
        time: Duration::from_secs(60),
    };
    build_suite(
        &request,
        &mut Script(script.into_iter().map(|(_, observed)| observed).collect()),
    )
}

#[test]
fn what_does_not_hold_is_removed_and_the_rest_passes_under_plain_cargo() {
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
        ],
    );
    let kept: Vec<&str> = suite.tests.iter().map(|test| test.name.as_str()).collect();
    assert_eq!(
        kept,
        [
            "root::half_of_9_is_4",
            "root::weak_of_8_is_not_a_number",
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
    assert!(stdout.contains("3 passed; 0 failed; 2 ignored"), "{stdout}");
}

#[test]
fn a_suite_whose_every_test_goes_leaves_nothing_behind() {
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
fn what_is_private_is_tested_beside_its_module_and_stays_when_only_public_tests_are_made() {
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
            // A public function, but its argument can only be written inside.
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
