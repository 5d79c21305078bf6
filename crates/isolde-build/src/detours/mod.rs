//! `cargo test` with detours live.
//!
//! Cargo is started as the user would start it, with Isolde as the compiler's wrapper (`rustc`). Profiles, flags and features stay the user's,
//! and only what has to change is changed: each unit of a program is compiled without optimisation (`unit`), and programs that are linked with the
//! library `isolde` become one module that the pass processes before they are linked (`link`). Build scripts and procedural macros are not
//! changed. The output goes to a separate target folder, which belongs to one build of this tool (`folder`).

mod arguments;
mod folder;
pub(crate) mod link;
mod mark;
mod rustc;
mod unit;

use crate::error::BuildError;
use crate::link_record::LINKER_NAME;
use arguments::Arguments;
use folder::Folder;
use isolde_cargo::process::become_program;
use isolde_cargo::toolchain::{self, Toolchain, cargo_program};
use isolde_record::Deadline;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

pub use rustc::act_as_rustc;

/// Environment variable that names the user's own wrapper for rustc.
const USER_WRAPPER: &str = "ISOLDE_DETOURS_WRAPPER";
/// Cargo's own variable for a wrapper.
const CARGO_WRAPPER: &str = "RUSTC_WRAPPER";

/// The command that runs the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runner {
    /// `cargo test`.
    Test,
    /// `cargo nextest`.
    Nextest,
}

/// A run of tests.
#[derive(Debug)]
pub struct TestsRun {
    /// The command to use.
    pub runner: Runner,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The directory in which the command was given.
    pub directory: PathBuf,
    /// The program that acts as compiler and linker: the running one. See [`act_as_rustc`] and [`act_as_linker`](crate::link::act_as_linker).
    pub program: PathBuf,
}

/// Replaces this process with cargo, which runs tests with detours. Output, signals and exit code are then cargo's. `waiting` is called if a run of
/// another build of this tool has to end first.
///
/// # Errors
/// This function returns only if cargo was not started: [`BuildError::Cargo`] without a usable toolchain, [`BuildError::Llvm`] without its
/// libLLVM, [`BuildError::Scratch`] if the folder cannot be written.
pub fn run_tests(
    run: &TestsRun,
    waiting: &dyn Fn(),
) -> Result<std::convert::Infallible, BuildError> {
    let never = Deadline::default();
    let toolchain = Toolchain::detect(&run.directory, &never)?;
    isolde_llvm::Llvm::load(&isolde_llvm::find(&toolchain.sysroot)?)?;
    let mut command = Command::new(cargo_program());
    command.current_dir(&run.directory);
    let mut arguments = Arguments::read(&run.arguments);
    let mut folder = None;
    // If there is no package, cargo reports the error.
    if let Some(target_dir) = target_dir(run, &arguments, &never)? {
        let opened = Folder::open(&target_dir, &run.program, waiting)?;
        let user_wrapper = user_wrapper(&run.directory, &never)?;
        if let Some(wrapper) = user_wrapper {
            command.env(USER_WRAPPER, wrapper);
        }
        arguments.replace_target_dir(opened.path());
        match run.runner {
            // Given as arguments, so that programs which the tests start do not see more in their environment than necessary.
            Runner::Test => {
                command.env_remove(CARGO_WRAPPER);
                let wrapper = toml_edit::Value::from(opened.wrapper().to_string_lossy().as_ref());
                arguments.add(
                    "--config",
                    format!("build.rustc-wrapper={wrapper}").as_ref(),
                );
                if arguments.target_dir().is_none() {
                    arguments.add("--target-dir", opened.path().as_os_str());
                }
            }
            // Nextest's subcommands have different options.
            Runner::Nextest => {
                command.env(CARGO_WRAPPER, opened.wrapper());
                command.env("CARGO_TARGET_DIR", opened.path());
            }
        }
        folder = Some(opened);
    }
    command.arg(match run.runner {
        Runner::Test => "test",
        Runner::Nextest => "nextest",
    });
    command.args(arguments.all());
    let error = become_program(&mut command);
    drop(folder);
    Err(error.into())
}

/// A target folder for programs with detours that this process has cargo build.
#[derive(Debug)]
pub struct Tools {
    folder: Folder,
    user_wrapper: Option<OsString>,
}

impl Tools {
    /// Opens the folder below `target_dir`, for builds in `directory`. `program` acts as compiler and linker, as in [`TestsRun`].
    ///
    /// # Errors
    /// [`BuildError::Scratch`] if the folder cannot be written, [`BuildError::Cargo`] if cargo cannot be asked for the user's own wrapper.
    pub fn open(
        target_dir: &Path,
        directory: &Path,
        program: &Path,
        deadline: &Deadline,
    ) -> Result<Tools, BuildError> {
        Ok(Tools {
            folder: Folder::open(target_dir, program, &|| {})?,
            user_wrapper: user_wrapper(directory, deadline)?,
        })
    }

    /// Makes a call of `cargo test` build with detours.
    pub fn configure(&self, command: &mut Command) {
        command.env_remove(CARGO_WRAPPER);
        if let Some(wrapper) = &self.user_wrapper {
            command.env(USER_WRAPPER, wrapper);
        }
        command.env("CARGO_TARGET_DIR", self.folder.path());
        let wrapper = toml_edit::Value::from(self.folder.wrapper().to_string_lossy().as_ref());
        command.args(["--config", &format!("build.rustc-wrapper={wrapper}")]);
    }
}

/// Cargo's own target directory for these arguments; `None` if it finds no package.
fn target_dir(
    run: &TestsRun,
    arguments: &Arguments,
    never: &Deadline,
) -> Result<Option<PathBuf>, BuildError> {
    if let Some(given) = arguments.target_dir() {
        return Ok(Some(run.directory.join(given)));
    }
    let mut command = Command::new(cargo_program());
    command.current_dir(&run.directory);
    let mut options = vec![OsString::from("--no-deps")];
    options.extend(arguments.of_package());
    let metadata = toolchain::metadata(command, options, never)?;
    Ok(metadata
        .ok()
        .map(|metadata| metadata.target_directory.into_std_path_buf()))
}

/// The wrapper that the user has chosen for rustc, from the places where cargo looks for one, in cargo's order.
fn user_wrapper(directory: &Path, never: &Deadline) -> Result<Option<OsString>, BuildError> {
    for name in [CARGO_WRAPPER, "CARGO_BUILD_RUSTC_WRAPPER"] {
        if let Some(wrapper) = std::env::var_os(name) {
            // A test that itself runs tests inherits our wrapper.
            let is_ours = Path::new(&wrapper).file_name() == Some(OsStr::new(rustc::WRAPPER_NAME));
            return Ok(if is_ours {
                std::env::var_os(USER_WRAPPER)
            } else {
                Some(wrapper).filter(|wrapper| !wrapper.is_empty())
            });
        }
    }
    let value = toolchain::config(directory, "build.rustc-wrapper", never)?;
    let name = value.as_ref().and_then(|value| value.as_str());
    Ok(name.filter(|name| !name.is_empty()).map(OsString::from))
}
