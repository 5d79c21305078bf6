//! `cargo test` with detours live.
//!
//! Cargo is started as the user would start it, with Isolde as the compiler's wrapper (`rustc`), so that profiles, flags and features are the user's
//! and only what has to change does: each unit of a program is compiled without optimisation (`unit`), and programs that are linked with the
//! library `isolde` become one module that the pass sees before they are linked (`link`). Build scripts and procedural macros stay as they
//! are. All of it lies in a target folder of its own, which belongs to one build of this tool (`folder`).

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

/// Environment variable that names the wrapper which the user wants to have around rustc.
const USER_WRAPPER: &str = "ISOLDE_DETOURS_WRAPPER";
/// Cargo's variable for the same.
const CARGO_WRAPPER: &str = "RUSTC_WRAPPER";

/// What runs the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runner {
    /// `cargo test`.
    Test,
    /// `cargo nextest`.
    Nextest,
}

/// Tests to run.
#[derive(Debug)]
pub struct TestsRun {
    /// By what.
    pub runner: Runner,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Where the command was given.
    pub directory: PathBuf,
    /// The program that acts as compiler and linker: the running one. See [`act_as_rustc`] and [`act_as_linker`](crate::link::act_as_linker).
    pub program: PathBuf,
}

/// Becomes cargo, which runs tests with detours. Output, signals and exit code are then cargo's. `waiting` is called if another run, of another
/// build of this tool, has to end first.
///
/// # Errors
/// It returns only if cargo was not started: [`BuildError::Cargo`] without a usable toolchain, [`BuildError::Llvm`] without its
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
    // Without a package cargo says what is wrong.
    if let Some(target_dir) = target_dir(run, &arguments, &never)? {
        let opened = Folder::open(&target_dir, &run.program, waiting)?;
        let user_wrapper = user_wrapper(&run.directory, &never)?;
        if let Some(wrapper) = user_wrapper {
            command.env(USER_WRAPPER, wrapper);
        }
        arguments.replace_target_dir(opened.path());
        match run.runner {
            // What tests start should not see more than it has to: by arguments.
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
            // Its subcommands have different options.
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

/// The wrapper that the user wants to have around rustc, in the order in which cargo looks for it.
fn user_wrapper(directory: &Path, never: &Deadline) -> Result<Option<OsString>, BuildError> {
    for name in [CARGO_WRAPPER, "CARGO_BUILD_RUSTC_WRAPPER"] {
        if let Some(wrapper) = std::env::var_os(name) {
            // A test that runs tests inherits ours.
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
