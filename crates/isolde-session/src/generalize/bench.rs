//! The copy of the workspace in which tests are tried: its files, its builds, and runs of its tests.

use super::conventional::Tests;
use super::error::GeneralizeError;
use crate::error::SessionError;
use crate::session::Session;
use isolde_build::detours::Tools;
use isolde_build::{BuildError, Package, Scratch, Selection};
use isolde_cargo::files::write_if_changed;
use isolde_cargo::machine::{self, Lack};
use isolde_cargo::messages::{self, Message};
use isolde_cargo::{Job, Mirror, Output, toolchain};
use isolde_generalize::mutants::ACTIVE;
use isolde_suite::SuiteError;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Longest run of one test; a test that takes longer is not one that can be explored.
pub(super) const LONGEST_RUN: Duration = Duration::from_secs(20);

/// The copy of the workspace.
pub(super) struct Bench<'a> {
    pub(super) session: &'a Session<'a>,
    /// The user's package.
    pub(super) package: &'a Package,
    /// The copied package.
    pub(super) root: PathBuf,
    id: String,
    target: PathBuf,
    /// What builds tests with detours, if there are such tests.
    detours: Option<Tools>,
}

/// What a build produced.
pub(super) struct Built {
    /// Test executables by the root files of their targets, relative to the package.
    pub(super) executables: BTreeMap<PathBuf, PathBuf>,
    /// Names of these targets as code writes them.
    pub(super) crates: BTreeMap<PathBuf, String>,
    /// The compiler's errors.
    pub(super) errors: Vec<CompilerError>,
    /// All errors as the compiler shows them.
    pub(super) rendered: String,
}

impl Built {
    pub(super) fn passed(&self) -> bool {
        self.errors.is_empty() && self.rendered.is_empty()
    }
}

/// An error at its place.
pub(super) struct CompilerError {
    /// The file as the compiler names it.
    pub(super) file: PathBuf,
    /// The line, from 1.
    pub(super) line: usize,
    /// Its message.
    pub(super) message: String,
}

/// Whether a run of one test passed. A run that finds no test of that name succeeds as well, without running any.
pub(super) fn ran_and_passed(output: &Output) -> bool {
    output.passed() && output.stdout.contains("1 passed")
}

impl<'a> Bench<'a> {
    /// Copies the workspace to a folder of `scratch`.
    ///
    /// # Errors
    /// If a file cannot be copied, or cargo cannot read the copy.
    pub(super) fn new(
        session: &'a Session<'a>,
        package: &'a Package,
        scratch: &Scratch,
    ) -> Result<Bench<'a>, SessionError> {
        let folder = scratch.root().join("generalize");
        let copy = folder.join("copy");
        let mirror = Mirror {
            from: &package.workspace_root,
            skip: &package.target_dir,
            edit: &|_, text| text,
        };
        mirror.write(&copy).map_err(BuildError::from)?;
        let relative = package.root.strip_prefix(&package.workspace_root);
        let root = copy.join(relative.unwrap_or(Path::new("")));
        let id = toolchain::package_id(&root, &session.deadline.without_time());
        let id = id.map_err(BuildError::from)?;
        Ok(Bench {
            session,
            package,
            root,
            id: id.map_err(|message| BuildError::Manifest { message })?,
            target: folder.join("target"),
            detours: None,
        })
    }

    /// Makes all further builds have detours.
    ///
    /// # Errors
    /// If a folder cannot be written, or cargo cannot be asked for the user's settings.
    pub(super) fn with_detours(self) -> Result<Bench<'a>, SessionError> {
        let deadline = self.session.deadline.without_time();
        let program = &self.session.program;
        let tools = Tools::open(&self.target, &self.root, program, &deadline)?;
        Ok(Bench {
            detours: Some(tools),
            ..self
        })
    }

    /// Gives the files of the copy these texts; the number of a text is that of its file.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(super) fn write(&self, tests: &Tests, texts: &[String]) -> Result<(), SessionError> {
        for (file, text) in tests.files.iter().zip(texts) {
            write_if_changed(&self.root.join(&file.path), text.as_bytes())
                .map_err(BuildError::from)?;
        }
        Ok(())
    }

    /// Builds all test targets of the copy, as `cargo test` would.
    ///
    /// # Errors
    /// If cargo cannot run, the machine lacks something, or the user wants to stop.
    pub(super) fn build(&self) -> Result<Built, SessionError> {
        self.session.go_on()?;
        let mut command = toolchain::cargo_as_user(&self.root, &self.target);
        command.args(["test", "--package", &self.id]);
        if let Some(detours) = &self.detours {
            detours.configure(&mut command);
        }
        command.args(self.package.feature_arguments());
        if self.package.binary.is_none() {
            // Cargo refuses it where there is no library.
            command.arg("--lib");
        }
        command.args([
            "--bins",
            "--tests",
            "--no-run",
            "--no-fail-fast",
            "--message-format=json",
        ]);
        let deadline = self.session.deadline.without_time();
        let output = Job::rust(command)
            .run(&deadline)
            .map_err(BuildError::from)?;
        if let Some(Lack { shortage, said }) = machine::lacks(&output) {
            return Err(SuiteError::Shortage {
                shortage,
                message: said,
            }
            .into());
        }
        Ok(self.read(&output))
    }

    fn read(&self, output: &Output) -> Built {
        let mut built = Built {
            executables: BTreeMap::new(),
            crates: BTreeMap::new(),
            errors: Vec::new(),
            rendered: String::new(),
        };
        for message in messages::read(&output.stdout) {
            match message {
                Message::Artifact(artifact) if artifact.profile.test => {
                    let root = artifact.target.src_path.as_std_path();
                    let root = root.strip_prefix(&self.root).unwrap_or(root).to_owned();
                    if let Some(executable) = &artifact.executable {
                        built
                            .crates
                            .insert(root.clone(), artifact.target.name.replace('-', "_"));
                        built.executables.insert(root, PathBuf::from(executable));
                    }
                }
                Message::Compiler(message) if message.is_error() && message.is_about_source() => {
                    built.rendered += message.rendered();
                    let spans = message.diagnostic.spans.iter();
                    let places = spans
                        .filter(|span| span.is_primary)
                        .flat_map(messages::places);
                    built
                        .errors
                        .extend(places.map(|(file, line)| CompilerError {
                            file: file.to_owned(),
                            line,
                            message: message.diagnostic.message.clone(),
                        }));
                }
                _ => {}
            }
        }
        if !output.passed() && built.rendered.is_empty() {
            built.rendered = messages::plain(&output.stderr);
        }
        built
    }

    /// The error that says that the package's tests do not build.
    pub(super) fn does_not_build(&self, message: String) -> SessionError {
        GeneralizeError::DoesNotBuild {
            package: self.package.name.clone(),
            message,
        }
        .into()
    }

    /// Runs one test alone, in the sandbox if the settings ask for it, and returns what it printed; `seed` is that of fresh inputs.
    ///
    /// # Errors
    /// If the executable cannot be started, or the user wants to stop.
    pub(super) fn run(
        &self,
        executable: &Path,
        name: &str,
        seed: u64,
    ) -> Result<Output, SessionError> {
        let arguments = [name, "--exact", "--nocapture", "--test-threads=1"];
        self.start(executable, &arguments, seed, None, LONGEST_RUN)
    }

    /// Runs all tests of an executable with marks, or one of them, with a mutant switched on.
    ///
    /// # Errors
    /// If the executable cannot be started, or the user wants to stop.
    pub(super) fn run_with_mutant(
        &self,
        executable: &Path,
        test: Option<&str>,
        seed: u64,
        mutant: u32,
        limit: Duration,
    ) -> Result<Output, SessionError> {
        let one: Vec<&str> = test
            .into_iter()
            .flat_map(|name| [name, "--exact"])
            .collect();
        self.start(executable, &one, seed, Some(mutant), limit)
    }

    fn start(
        &self,
        executable: &Path,
        arguments: &[&str],
        seed: u64,
        mutant: Option<u32>,
        limit: Duration,
    ) -> Result<Output, SessionError> {
        self.session.go_on()?;
        let mut job = self.session.test_job(executable);
        let command = job.command();
        command
            .args(arguments)
            .env("ISOLDE_SEED", seed.to_string())
            .env("CARGO_MANIFEST_DIR", &self.root)
            .env_remove("ISOLDE_FRESH")
            .current_dir(&self.root);
        if let Some(mutant) = mutant {
            command.env(ACTIVE, mutant.to_string());
        }
        let deadline = self.session.deadline.without_time().within(limit);
        Ok(job.run(&deadline).map_err(BuildError::from)?)
    }

    /// The same executables, at places where no build overwrites them.
    ///
    /// # Errors
    /// If one cannot be copied.
    pub(super) fn keep(&self, mut built: Built, name: &str) -> Result<Built, SessionError> {
        let folder = self.target.join("kept").join(name);
        let files = |source, path: &Path| GeneralizeError::Unreadable {
            path: path.to_owned(),
            source,
        };
        fs::create_dir_all(&folder).map_err(|source| files(source, &folder))?;
        for (number, path) in built.executables.values_mut().enumerate() {
            let kept = folder.join(number.to_string());
            fs::copy(&*path, &kept).map_err(|source| files(source, path))?;
            *path = kept;
        }
        Ok(built)
    }

    /// What chooses the copied package for an exploration.
    pub(super) fn selection(&self) -> Selection {
        Selection {
            directory: self.root.clone(),
            manifest_path: None,
            package: None,
            target_dir: Some(self.target.join("explored")),
            ..self.session.selection.clone()
        }
    }
}
