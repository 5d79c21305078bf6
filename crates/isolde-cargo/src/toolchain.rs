//! The user's own tools: cargo, rustc and the C linker, and what they report about themselves.

use crate::environment;
use crate::{Error, Job};
use cargo_metadata::{Metadata, MetadataCommand};
use isolde_record::Deadline;
use serde_json::Value;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The C compiler, which links programs, as for rustc.
pub const LINKER: &str = "cc";

/// The cargo that called this process, or the one on the PATH.
pub fn cargo_program() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

fn rustc_program() -> OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

/// A call of cargo for one of Isolde's own builds: in a package's folder, so that the folder's configuration and toolchain file apply, and in an
/// [isolated](environment::isolated) environment.
pub fn cargo(directory: &Path) -> Command {
    let mut command = Command::new(cargo_program());
    environment::isolated(&mut command);
    command.current_dir(directory);
    command
}

/// A call of cargo as the user would make it in `directory`, except that it builds in `target`.
pub fn cargo_as_user(directory: &Path, target: &Path) -> Command {
    let mut command = Command::new(cargo_program());
    environment::as_user(&mut command, target);
    command.current_dir(directory);
    command
}

/// A call of rustc in an [isolated](environment::isolated) environment.
pub fn rustc(directory: &Path) -> Command {
    let mut command = Command::new(rustc_program());
    environment::isolated(&mut command);
    command.current_dir(directory);
    command
}

/// A call of the C linker in an [isolated](environment::isolated) environment.
pub fn linker() -> Command {
    let mut command = Command::new(LINKER);
    environment::isolated(&mut command);
    command
}

/// First line of `cc --version`.
///
/// # Errors
/// [`Error::Start`] if there is no C compiler; [`Error::Interrupted`].
pub fn linker_version(deadline: &Deadline) -> Result<String, Error> {
    let mut command = linker();
    command.arg("--version");
    let output = Job::linker(command).run(deadline)?;
    Ok(output.stdout.lines().next().unwrap_or_default().to_owned())
}

/// What the compiler reports about itself.
#[derive(Clone, Debug)]
pub struct Toolchain {
    /// `rustc --version`: `rustc 1.95.0 (59807616e 2026-04-14)`.
    pub version: String,
    /// The whole output of `rustc -vV`, which identifies the compiler.
    pub verbose_version: String,
    /// Host triple.
    pub host: String,
    /// Sysroot.
    pub sysroot: PathBuf,
}

impl Toolchain {
    /// Queries the compiler that applies in a directory.
    ///
    /// # Errors
    /// [`Error::Start`] without rustc, [`Error::Compiler`] if it does not answer as expected; [`Error::Interrupted`].
    pub fn detect(directory: &Path, deadline: &Deadline) -> Result<Toolchain, Error> {
        let verbose_version = ask_rustc(directory, &["-vV"], deadline)?;
        let sysroot = ask_rustc(directory, &["--print", "sysroot"], deadline)?;
        let host = verbose_version
            .lines()
            .find_map(|line| line.strip_prefix("host: "))
            .map(str::to_owned)
            .ok_or_else(|| Error::Compiler {
                message: format!("`rustc -vV` names no host:\n{verbose_version}"),
            })?;
        let version = verbose_version.lines().next().unwrap_or_default();
        Ok(Toolchain {
            version: version.to_owned(),
            host,
            sysroot: PathBuf::from(sysroot.trim()),
            verbose_version,
        })
    }

    /// Name of the environment variable from which cargo takes the linker for the host.
    pub fn linker_variable(&self) -> String {
        environment::target_variable(&self.host, "LINKER")
    }
}

/// What the compiler prints when it is called with these arguments in a directory.
///
/// # Errors
/// [`Error::Start`] without rustc, [`Error::Compiler`] if it refuses; [`Error::Interrupted`].
pub fn ask_rustc(
    directory: &Path,
    arguments: &[&str],
    deadline: &Deadline,
) -> Result<String, Error> {
    let mut command = rustc(directory);
    command.args(arguments);
    let output = Job::rust(command).run(deadline)?;
    if !output.passed() {
        let said = output.stderr.trim();
        return Err(Error::Compiler {
            message: format!("`rustc {}` failed: {said}", arguments.join(" ")),
        });
    }
    Ok(output.stdout)
}

/// A value of cargo's configuration that applies in a directory, or `None` if it is not set.
///
/// # Errors
/// [`Error::Start`], [`Error::Interrupted`].
pub fn config(directory: &Path, key: &str, deadline: &Deadline) -> Result<Option<Value>, Error> {
    let mut command = cargo(directory);
    // The subcommand is unstable, but it only prints.
    command.env("RUSTC_BOOTSTRAP", "1").args([
        "-Zunstable-options",
        "config",
        "get",
        "--format=json-value",
        key,
    ]);
    let output = Job::rust(command).run(deadline)?;
    Ok(if output.passed() {
        serde_json::from_str(&output.stdout).ok()
    } else {
        None
    })
}

/// The output of `cargo metadata`. `command` is a call of cargo without arguments, `arguments` follow the subcommand. The inner `Err` is cargo's
/// message if it refuses.
///
/// # Errors
/// [`Error::Start`], [`Error::Interrupted`].
pub fn metadata<A: AsRef<OsStr>>(
    mut command: Command,
    arguments: impl IntoIterator<Item = A>,
    deadline: &Deadline,
) -> Result<Result<Metadata, String>, Error> {
    command
        .args(["metadata", "--format-version=1"])
        .args(arguments);
    let output = Job::rust(command).run(deadline)?;
    if !output.passed() {
        let message = output.stderr.trim();
        let message = message.strip_prefix("error: ").unwrap_or(message);
        return Ok(Err(message.to_owned()));
    }
    Ok(MetadataCommand::parse(&output.stdout).map_err(|error| error.to_string()))
}

/// Cargo's id of the package whose manifest is in `root`: the only name that no dependency shares with it, whatever the dependency is called and
/// wherever it comes from. The inner `Err` is cargo's message if it cannot read the manifest.
///
/// # Errors
/// [`Error::Start`], [`Error::Interrupted`].
pub fn package_id(root: &Path, deadline: &Deadline) -> Result<Result<String, String>, Error> {
    let manifest = root.join("Cargo.toml");
    let arguments = [
        "--no-deps".as_ref(),
        "--manifest-path".as_ref(),
        manifest.as_os_str(),
    ];
    let metadata = match metadata(cargo(root), arguments, deadline)? {
        Ok(metadata) => metadata,
        Err(message) => return Ok(Err(message)),
    };
    let is_same = |path: &Path| match (path.canonicalize(), manifest.canonicalize()) {
        (Ok(path), Ok(manifest)) => path == manifest,
        _ => false,
    };
    let found = metadata.packages.into_iter();
    let found = found.filter(|package| is_same(package.manifest_path.as_std_path()));
    let id = found.map(|package| package.id.repr).next();
    Ok(id.ok_or_else(|| format!("{} is not a package of its workspace", manifest.display())))
}
