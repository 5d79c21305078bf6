//! From a model to whole-program bitcode: generate the driver, let the compiler reject pieces of it, and generate it again without them.

use crate::blame::{blame, from_cargo};
use crate::context::{Context, Step};
use crate::diagnostics::{self, Errors};
use crate::driver;
use crate::error::BuildError;
use crate::hash::hexadecimal;
use crate::link_record::{LINKER_NAME, LinkRecord};
use crate::support;
use isolde_cargo::files::{read, write_if_changed};
use isolde_cargo::messages::{self, Artifact};
use isolde_cargo::{Error, Output, Toolchain, toolchain};
use isolde_harness::{DRIVER_SOURCE, Harness, PieceId, Rejection, Request};
use isolde_model::Model;
use isolde_record::Edition;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Number of builds of the driver in which a piece that the compiler refuses is replaced by an alternative. The compiler checks in stages (names,
/// types, borrows, instances), so a few builds are normal.
const PATIENT_ROUNDS: u32 = 7;

/// Maximum number of builds of the driver. In the last ones, refused pieces are left out without an alternative, so that the driver shrinks until it
/// compiles.
const MAX_ROUNDS: u32 = 12;

/// Flags for everything in the program.
pub(crate) const RUSTFLAGS: &[&str] = &[
    "-Csymbol-mangling-version=v0",
    "-Cno-prepopulate-passes",
    "--cap-lints=allow",
];

/// Pieces that the compiler refused, by id, with its first error about each.
pub type Rejected = BTreeMap<PieceId, Rejection>;

/// The rejections of an earlier run, which are valid as long as the model and the tool are the same.
#[derive(Debug, Default, Serialize, Deserialize)]
struct KnownRejections {
    key: String,
    rejected: Rejected,
}

/// Generates and compiles the driver. `json` is the text that the model was read from. Without thunks nothing is compiled, and there is no link.
///
/// # Errors
/// If the package or a dependency does not build, or no version of the driver does.
pub fn compile(
    context: &Context,
    model: &Model,
    json: &str,
) -> Result<(Harness, Option<LinkRecord>), BuildError> {
    let memory = context.scratch.root().join("rejected.json");
    let key = rejection_key(context.toolchain, json);
    let mut rejected = recall(&memory, &key);
    for round in 1..=MAX_ROUNDS {
        let request = Request {
            model,
            edition: Edition::named(&context.package.edition),
            filters: context.filters,
            rejected: &rejected,
        };
        let harness = isolde_harness::generate(&request);
        context.step(Step::Generated {
            round,
            thunks: harness.thunks.len(),
            rejected: rejected.len(),
        });
        let main = context.scratch.driver().join(DRIVER_SOURCE);
        write_if_changed(&main, harness.main_rs.as_bytes())?;
        // Without thunks there is nothing to link, but the user wants to know whether the package builds.
        let work = if harness.thunks.is_empty() {
            Work::Check
        } else {
            Work::Link
        };
        let output = build(context, &main, work)?;
        if output.passed() {
            remember(&memory, &key, &rejected)?;
            let link = if harness.thunks.is_empty() {
                None
            } else {
                Some(linked(context, &main, &output)?)
            };
            sweep(
                &context
                    .scratch
                    .build()
                    .join(&context.toolchain.host)
                    .join("debug/deps"),
                driver::CRATE_NAME,
            );
            return Ok((harness, link));
        }
        let errors = diagnostics::read(&output.stdout, &context.scratch.support());
        let before = rejected.len();
        reject(&harness, &errors, round > PATIENT_ROUNDS, &mut rejected);
        if rejected.len() == before {
            return Err(blame(context.package, &errors, &output, round));
        }
    }
    Err(BuildError::Driver {
        rounds: MAX_ROUNDS,
        message: "the compiler still rejects parts of it".to_owned(),
    })
}

/// Adds the pieces that errors point at. With `is_final`, no alternatives to them are tried.
fn reject(harness: &Harness, errors: &Errors, is_final: bool, rejected: &mut Rejected) {
    for (lines, rejection) in &errors.located {
        // Take the first line that is in a piece: later ones often only show where something was defined.
        let piece = lines.iter().find_map(|line| {
            harness
                .pieces
                .iter()
                .find(|piece| piece.lines.contains(line))
        });
        match piece {
            Some(piece) => {
                tracing::info!(piece = ?piece.id, %rejection, "rejected by the compiler");
                rejected
                    .entry(piece.id.clone())
                    .or_insert_with(|| Rejection {
                        is_final,
                        ..rejection.clone()
                    });
            }
            None => tracing::warn!(?lines, %rejection, "an error outside all pieces"),
        }
    }
}

/// Finds out why rustdoc failed: the package does not build, or rustdoc is at fault.
pub(crate) fn diagnose(context: &Context, stderr: &str) -> Result<BuildError, BuildError> {
    let said = from_cargo(context.package, stderr);
    if matches!(said, BuildError::BuildScript { .. }) {
        return Ok(said);
    }
    let main = context.scratch.driver().join(DRIVER_SOURCE);
    write_if_changed(&main, b"fn main() {}\n")?;
    let output = build(context, &main, Work::Check)?;
    if output.passed() {
        let message = stderr.trim().to_owned();
        return Ok(BuildError::Rustdoc {
            package: context.package.name.clone(),
            message,
        });
    }
    Ok(blame(
        context.package,
        &diagnostics::read(&output.stdout, &context.scratch.support()),
        &output,
        1,
    ))
}

/// How far cargo should go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    /// Only check.
    Check,
    /// Up to the recorded link.
    Link,
}

fn build(context: &Context, main: &Path, work: Work) -> Result<Output, BuildError> {
    let linker = install_linker(context)?;
    let scratch = context.scratch;
    let mut flags: Vec<String> = RUSTFLAGS.iter().map(|&flag| flag.to_owned()).collect();
    flags.extend_from_slice(context.user_flags);
    let mut command = toolchain::cargo(&context.package.root);
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    command.env(context.toolchain.linker_variable(), &linker);
    command.env("TMPDIR", scratch.temporary());
    LinkRecord::request(&mut command, &scratch.record(), driver::CRATE_NAME);
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
    if work == Work::Link {
        // For the driver only: keep the bitcode of the whole program.
        command.args(["--", "-Csave-temps"]);
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
fn linked(context: &Context, main: &Path, output: &Output) -> Result<LinkRecord, BuildError> {
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

fn rejection_key(toolchain: &Toolchain, json: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(&toolchain.verbose_version);
    hash.update(support::fingerprint());
    hash.update(env!("CARGO_PKG_VERSION"));
    hash.update(json);
    hexadecimal(&hash.finalize())
}

fn recall(file: &Path, key: &str) -> Rejected {
    let known: KnownRejections = read(file)
        .ok()
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default();
    if known.key == key {
        known.rejected
    } else {
        Rejected::new()
    }
}

fn remember(file: &Path, key: &str, rejected: &Rejected) -> Result<(), BuildError> {
    let known = KnownRejections {
        key: key.to_owned(),
        rejected: rejected.clone(),
    };
    let text = serde_json::to_vec_pretty(&known)
        .map_err(|error| Error::file("write", file)(error.into()))?;
    write_if_changed(file, &text)?;
    Ok(())
}
