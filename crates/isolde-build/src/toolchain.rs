//! The user's own tools: cargo, rustc, its libLLVM and the C linker.

use crate::environment;
use crate::error::BuildError;
use crate::process;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

pub(crate) const CARGO_ADVICE: &str = "is Rust installed and on the PATH? (https://rustup.rs)";
const LINKER_ADVICE: &str = "install a C compiler (Debian: `apt install gcc`)";

/// The C compiler that links programs, as rustc does.
pub const LINKER: &str = "cc";

/// The cargo that called us, or the one on the PATH.
pub fn cargo_program() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

fn rustc_program() -> OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

/// What the compiler says about itself.
#[derive(Clone, Debug)]
pub struct Toolchain {
    /// `rustc --version`: `rustc 1.95.0 (59807616e 2026-04-14)`.
    pub version: String,
    /// Everything of `rustc -vV`: identifies the compiler.
    pub verbose_version: String,
    /// Host triple.
    pub host: String,
    /// Sysroot.
    pub sysroot: PathBuf,
}

impl Toolchain {
    /// Asks the compiler that is in force in a directory.
    ///
    /// # Errors
    /// [`BuildError::Tool`] without rustc, [`BuildError::Compiler`] if it does not answer as expected.
    pub fn detect(directory: &Path, cancelled: &AtomicBool) -> Result<Toolchain, BuildError> {
        let verbose_version = ask(directory, &["-vV"], cancelled)?;
        let sysroot = ask(directory, &["--print", "sysroot"], cancelled)?;
        let field = |name: &str| {
            verbose_version
                .lines()
                .find_map(|line| line.strip_prefix(name))
                .map(str::to_owned)
        };
        let host = field("host: ").ok_or_else(|| BuildError::Compiler {
            message: format!("`rustc -vV` names no host:\n{verbose_version}"),
        })?;
        Ok(Toolchain {
            version: verbose_version
                .lines()
                .next()
                .unwrap_or_default()
                .to_owned(),
            verbose_version,
            host,
            sysroot: PathBuf::from(sysroot.trim()),
        })
    }

    /// A cargo call: in the package's folder, so that its configuration and toolchain file hold, with a clean environment.
    pub fn cargo(&self, directory: &Path) -> Command {
        let mut command = Command::new(cargo_program());
        environment::clean(&mut command);
        command.current_dir(directory);
        command
    }

    /// A rustc call with a clean environment.
    pub fn rustc(&self, directory: &Path) -> Command {
        let mut command = Command::new(rustc_program());
        environment::clean(&mut command);
        command.current_dir(directory);
        command
    }

    /// Name of the environment variable by which cargo takes the linker for the host.
    pub fn linker_variable(&self) -> String {
        format!(
            "CARGO_TARGET_{}_LINKER",
            self.host.to_uppercase().replace(['-', '.'], "_")
        )
    }
}

fn ask(directory: &Path, arguments: &[&str], cancelled: &AtomicBool) -> Result<String, BuildError> {
    let mut command = Command::new(rustc_program());
    environment::clean(&mut command);
    command.current_dir(directory).args(arguments);
    let output = process::run(&mut command, CARGO_ADVICE, cancelled, &mut |_| {})?;
    if !output.status.success() {
        return Err(BuildError::Compiler {
            message: format!(
                "`rustc {}` failed: {}",
                arguments.join(" "),
                output.stderr.trim()
            ),
        });
    }
    Ok(output.stdout)
}

/// First line of `cc --version`.
///
/// # Errors
/// [`BuildError::Tool`] if there is no C compiler.
pub fn linker_version(cancelled: &AtomicBool) -> Result<String, BuildError> {
    let output = process::run(
        Command::new(LINKER).arg("--version"),
        LINKER_ADVICE,
        cancelled,
        &mut |_| {},
    )?;
    Ok(output.stdout.lines().next().unwrap_or_default().to_owned())
}

/// A call of the C linker.
pub(crate) fn linker() -> (Command, &'static str) {
    let mut command = Command::new(LINKER);
    environment::clean(&mut command);
    (command, LINKER_ADVICE)
}
