//! `cargo isolde test` and `cargo isolde nextest`: cargo's own commands, with detours live.

use crate::arguments::CargoArguments;
use crate::console::Console;
use crate::exit::Exit;
use isolde_build::BuildError;
use isolde_build::detours::{Runner, TestsRun, run_tests};

/// Replaces this process with cargo. Returns only if that was not possible.
pub fn run(runner: Runner, options: &CargoArguments, console: &Console) -> Exit {
    match start(runner, options) {
        Ok(never) => match never {},
        Err(error) => {
            console.error(&error.to_string());
            error.exit()
        }
    }
}

/// Why cargo was not started.
#[derive(Debug, thiserror::Error)]
enum StartError {
    /// The toolchain or the folder cannot be used.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The current directory or the path of this program cannot be determined.
    #[error("cannot get information about this process from the system: {0}")]
    Process(#[from] std::io::Error),
}

impl StartError {
    fn exit(&self) -> Exit {
        match self {
            StartError::Build(error) => error.fault().into(),
            StartError::Process(_) => Exit::Machine,
        }
    }
}

fn start(runner: Runner, options: &CargoArguments) -> Result<std::convert::Infallible, StartError> {
    let run = TestsRun {
        runner,
        arguments: options.arguments.clone(),
        directory: std::env::current_dir()?,
        program: std::env::current_exe()?,
    };
    let waiting = || {
        let text =
            "waiting for another version of `cargo isolde`, which is using this target folder";
        Console::raw(text, false);
    };
    Ok(run_tests(&run, &waiting)?)
}
