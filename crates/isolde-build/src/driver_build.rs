//! Runs cargo on the driver, with Isolde in the linker's place.

use crate::context::Context;
use crate::driver;
use crate::error::BuildError;
use crate::link_record::{LINKER_NAME, LinkRecord};
use isolde_cargo::files::read;
use isolde_cargo::messages::{self, Artifact};
use isolde_cargo::{Error, Output, toolchain};
use std::fs;
use std::path::{Path, PathBuf};

/// Flags for everything in the program.
pub(crate) const RUSTFLAGS: &[&str] = &[
    "-Csymbol-mangling-version=v0",
    "-Cno-prepopulate-passes",
    "--cap-lints=allow",
];

/// How far cargo should go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Only check.
    Check,
    /// Up to object files, without optimising the whole program.
    Generate,
    /// Up to the recorded link.
    Link,
}

/// Builds the driver, whose main file is `main`.
pub(crate) fn build(context: &Context, main: &Path, work: Work) -> Result<Output, BuildError> {
    let linker = install_linker(context)?;
    let scratch = context.scratch;
    let mut flags: Vec<String> = RUSTFLAGS.iter().map(|&flag| flag.to_owned()).collect();
    flags.extend_from_slice(context.user_flags);
    let mut command = toolchain::cargo(&context.package.root);
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    command.env(context.toolchain.linker_variable(), &linker);
    command.env("TMPDIR", scratch.temporary());
    match work {
        Work::Generate => LinkRecord::omit(&mut command, driver::CRATE_NAME),
        _ => LinkRecord::request(&mut command, &scratch.record(), driver::CRATE_NAME),
    }
    command.arg(if work == Work::Check {
        "check"
    } else {
        "rustc"
    });
    command.args([
        "--bin",
        driver::NAME,
        "--message-format=json",
        "--target",
        &context.toolchain.host,
    ]);
    command
        .arg("--manifest-path")
        .arg(scratch.driver().join("Cargo.toml"));
    command.arg("--target-dir").arg(scratch.build());
    match work {
        Work::Check => {}
        // For the driver only.
        Work::Generate => drop(command.args(["--", "-Clto=off"])),
        Work::Link => drop(command.arg("--").args(BITCODE_ONLY)),
    }
    let started = std::time::Instant::now();
    let output = context.run_cargo(command)?;
    tracing::info!(seconds = started.elapsed().as_secs_f64(), main = %main.display(), ok = output.passed(), "cargo rustc");
    Ok(output)
}

/// Puts the program that acts as the linker in place, under the name by which it recognises this role.
pub(crate) fn install_linker(context: &Context) -> Result<PathBuf, BuildError> {
    let folder = context.scratch.tools();
    fs::create_dir_all(&folder).map_err(Error::file("create", &folder))?;
    let link = folder.join(LINKER_NAME);
    if fs::read_link(&link).is_ok_and(|target| target == context.linker) {
        return Ok(link);
    }
    // Replaced in one step, since another run may use it.
    let new = context.scratch.root().join(LINKER_NAME);
    let _ = fs::remove_file(&new);
    std::os::unix::fs::symlink(context.linker, &new).map_err(Error::file("create", &new))?;
    fs::rename(&new, &link).map_err(Error::file("create", &link))?;
    Ok(link)
}

/// The record of the driver's link. If the record was lost or belongs to another build although cargo considers the program up to date, the driver is
/// built again.
pub(crate) fn linked(
    context: &Context,
    main: &Path,
    output: &Output,
) -> Result<LinkRecord, BuildError> {
    let record = |output: &Output| {
        let is_driver = |artifact: &Artifact| artifact.target.name == driver::NAME;
        let executable = messages::executable(&output.stdout, is_driver)?;
        LinkRecord::of(&context.scratch.record(), &executable)
    };
    if let Some(record) = record(output) {
        return Ok(record);
    }
    let text = read(main)?;
    fs::write(main, text).map_err(Error::file("write", main))?;
    let output = build(context, main, Work::Link)?;
    record(&output).ok_or(BuildError::NoBitcode {
        message: output.stderr.trim().to_owned(),
    })
}

/// Arguments of rustc for a program of which only the bitcode is needed. The first keeps it; with the second, rustc does not generate code from it, which
/// takes longer than everything else.
pub(crate) const BITCODE_ONLY: [&str; 2] = ["-Csave-temps", "-Clinker-plugin-lto"];

/// Removes what `-Csave-temps` leaves behind for a crate: copies of the bitcode at each stage, and temporary folders.
pub(crate) fn sweep(folder: &Path, crate_name: &str) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_left =
            name.starts_with(crate_name) && (name.ends_with(".bc") || name.ends_with(".o"));
        // If this fails, it only costs disk space.
        if is_left {
            let _ = fs::remove_file(&path);
        } else if path.is_dir() && (name.starts_with("rustc") || name.starts_with("rmeta")) {
            let _ = fs::remove_dir_all(&path);
        }
    }
}
