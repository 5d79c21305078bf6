//! A small package, and observations of its functions that are written by hand.

use isolde_cargo::Job;
use isolde_record::{
    Case, Deadline, Observation, Observed, Outcome, PanicInfo, PanicKind, Tape, ThunkInfo,
    Visibility,
};
use isolde_suite::time::Measured;
use isolde_suite::{
    Beside, CodePoints, Keep, Location, MadeBy, Observe, PathClass, Suite, SuiteError,
    SuiteRequest, Surroundings, Workspace, build_suite,
};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

pub(crate) const LIBRARY: &str = r#"
#![deny(warnings)]
pub fn half(x: u8) -> u8 { x / 2 }
pub fn checked(x: u8) -> u8 { assert!(x < 200, "x is too large"); x }
pub fn index(items: &[u8], at: usize) -> u8 { items[at] }
pub fn forever() { loop { std::hint::spin_loop() } }
pub fn clock() -> u128 { std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos() }
"#;

/// Observations written by hand, by thunk.
pub(crate) struct Script(Vec<(Outcome, Observation)>);

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
    fn around(&mut self, _: &Case, _: &Deadline) -> Result<Vec<Case>, SuiteError> {
        Ok(Vec::new())
    }
    fn render(&mut self, case: &Case) -> Result<Option<(Outcome, Observation)>, SuiteError> {
        self.observe(case, Surroundings::Usual)
    }
    fn render_exactly(
        &mut self,
        case: &Case,
    ) -> Result<Option<(Outcome, Observation)>, SuiteError> {
        let (outcome, mut observation) = self.0[case.thunk as usize].clone();
        observation.call = observation.call.replace("untyped!(8)", "8_u8");
        Ok(Some((outcome, observation)))
    }
    fn vary(&mut self, _: &Case, _: u64, _: &Deadline) -> Result<Option<Case>, SuiteError> {
        Ok(None)
    }
    fn path_classes(&mut self, _: &Case) -> Result<BTreeSet<PathClass>, SuiteError> {
        Ok(BTreeSet::new())
    }
}

pub(crate) fn returned(call: &str, text: &str) -> (Outcome, Observation) {
    let observation = Observation {
        call: call.into(),
        returned: Some(Observed::Source(text.into())),
        ..Observation::default()
    };
    (Outcome::Returned, observation)
}

pub(crate) fn panicked(call: &str, message: &str) -> (Outcome, Observation) {
    let panic = PanicInfo {
        message: message.into(),
        file: "src/lib.rs".into(),
        line: 4,
        column: 1,
        step: None,
        law: None,
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

pub(crate) fn thunk(index: usize, name: &str) -> ThunkInfo {
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
        announced: (name == "checked")
            .then_some(PanicKind::Panic)
            .into_iter()
            .collect(),
        uses: vec![],
        steps: Vec::new(),
        types: Vec::new(),
        lazy: None,
        is_check: false,
        unanswered: Vec::new(),
    }
}

pub(crate) struct Package {
    _folder: tempfile::TempDir,
    pub(crate) root: PathBuf,
}

pub(crate) fn package(manifest: &str) -> Package {
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

pub(crate) fn make(root: &Path, script: Vec<(&str, (Outcome, Observation))>) -> Suite {
    make_in_place(root, script, None, &[]).unwrap()
}

/// The same with the library's root file, if tests go beside modules too, and the names of private functions.
pub(crate) fn make_in_place(
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
            decided_by: None,
        })
        .collect();
    let request = SuiteRequest {
        thunks: &thunks,
        documented: &[],
        cases: &cases,
        slow: &BTreeSet::new(),
        coverage: CodePoints {
            places: &places,
            ..CodePoints::default()
        },
        mutants: &[],
        branches: &[],
        workspace: Workspace {
            package_root: root,
            workspace_root: root,
            target_directory: &root.join("target"),
            package: "small",
            features: &[],
            scratch: scratch.path(),
            build_folder: &scratch.path().join("target"),
            configure: &|_| {},
            test_job: &|program| Job::new(Command::new(program)),
            deadline: &Deadline::default(),
            left_out: &[],
            measured: Measured::default(),
            progress: &|_, _, _| {},
        },
        dependencies: &[],
        crate_name: "small",
        edition: "2021",
        made_by: MadeBy::Generate,
        out: &root.join("tests/isolde"),
        in_place: in_place.map(|root_file| Beside {
            root_file,
            binary: None,
            tested_files: &[],
        }),
        time: Duration::from_secs(60),
    };
    build_suite(
        &request,
        &mut Script(script.into_iter().map(|(_, observed)| observed).collect()),
    )
}
