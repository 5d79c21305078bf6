//! Running the tool and cargo, and the folders that measurements work in.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The root folder of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask is in the repository")
        .to_path_buf()
}

/// Builds the tool and returns its path.
pub fn build() -> Result<PathBuf> {
    build_in(&root(), &["-p", "cargo-isolde"])
}

/// This program or, without one, that of this checkout, which is built.
pub fn given_or_built(tool: Option<&Path>) -> Result<PathBuf> {
    match tool {
        Some(tool) => Ok(std::path::absolute(tool)?),
        None => build(),
    }
}

/// Builds a program of a checkout, which the arguments select, and returns its path.
pub fn build_in(root: &Path, selection: &[&str]) -> Result<PathBuf> {
    let output = cargo()
        .args(["build", "--release", "--message-format=json"])
        .args(selection)
        .current_dir(root)
        .output()?;
    if !output.status.success() {
        bail!(
            "{selection:?} of {} does not build:\n{}",
            root.display(),
            String::from_utf8_lossy(&output.stderr)
        );
    }
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
        .context("cargo did not report an executable")
}

/// A plain cargo command, without the variables that the surrounding cargo set for this process.
pub fn cargo() -> Command {
    free(Command::new("cargo"))
}

/// The command without these variables.
pub fn free(mut command: Command) -> Command {
    for (name, _) in std::env::vars() {
        if name.starts_with("CARGO_") && name != "CARGO_HOME" || name == "RUSTFLAGS" {
            command.env_remove(name);
        }
    }
    command
}

/// Runs `generate` on a package and returns the run record.
pub fn generate(tool: &Path, package: &Path, time: u32, more: &[&str]) -> Result<Value> {
    record(tool, "generate", package, &format!("{time}s"), more)
}

/// Runs a command of the tool on a package and returns the record that it prints. Exit codes 0 and 2 (findings) are fine.
pub fn record(
    tool: &Path,
    command: &str,
    package: &Path,
    time: &str,
    more: &[&str],
) -> Result<Value> {
    let output = free(Command::new(tool))
        .args([
            "isolde",
            command,
            "--json",
            "--time",
            time,
            "--manifest-path",
        ])
        .arg(package.join("Cargo.toml"))
        .args(more)
        .output()?;
    check(&output, command, &[0, 2])?;
    serde_json::from_slice(&output.stdout)
        .with_context(|| format!("{command} --json did not print a record"))
}

/// Fails with a command's output unless it exited with one of the `allowed` codes.
pub fn check(output: &Output, what: &str, allowed: &[i32]) -> Result<()> {
    if output
        .status
        .code()
        .is_some_and(|code| allowed.contains(&code))
    {
        return Ok(());
    }
    bail!(
        "{what} ended with {}:\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// Copies a folder.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}

/// Copies a crate of the repository whose manifest is disabled (`Cargo_test.toml`) to this folder, and enables its manifest.
pub fn arm(krate: &str, to: &Path) -> Result<()> {
    copy(&root().join(krate), to)?;
    std::fs::rename(to.join("Cargo_test.toml"), to.join("Cargo.toml"))?;
    Ok(())
}

/// The target folder that this program was built in, so that later builds can share it.
pub fn target_folder() -> Result<PathBuf> {
    let own = std::env::current_exe()?;
    let target = own.ancestors().nth(2);
    Ok(target
        .context("this program is not in a target folder")?
        .to_path_buf())
}

/// The load averages of the last 1, 5 and 15 minutes. If they exceed the number of processors, the measured times are too long.
pub fn load() -> String {
    std::fs::read_to_string("/proc/loadavg").map_or("unknown".into(), |text| {
        text.split(' ').take(3).collect::<Vec<_>>().join(", ")
    })
}

/// Prints a line of a result.
#[allow(
    clippy::print_stdout,
    reason = "printing results is what this program is for"
)]
pub fn say(line: impl AsRef<str>) {
    println!("{}", line.as_ref());
}
