//! rustdoc JSON of the package and of other crates, made in the driver's workspace so that nothing appears in the user's.

use crate::context::Context;
use crate::error::BuildError;
use crate::flags;
use isolde_cargo::messages::{self, Artifact, Message};
use isolde_cargo::{Output, files, toolchain};
use std::path::{Path, PathBuf};
use std::process::Command;

/// rustdoc options that the model needs.
const RUSTDOC_OPTIONS: &[&str] = &[
    "-Zunstable-options",
    "--output-format=json",
    "--document-private-items",
    "--document-hidden-items",
    "--cap-lints=allow",
];

/// What rustdoc says about the package.
#[derive(Debug)]
pub struct Documented {
    /// Its JSON.
    pub json: String,
    /// The crates that were compiled before, whose files the JSON names.
    pub artifacts: Vec<Artifact>,
}

/// Runs rustdoc on the package; the inner `Err` is cargo's output if rustdoc fails.
///
/// # Errors
/// [`BuildError::Cargo`].
pub fn package(context: &Context) -> Result<Result<Documented, String>, BuildError> {
    let package = context.package;
    let mut command = cargo(context, "rustdoc", &context.scratch.doc());
    command.args(["--package", &package.id]);
    command.arg("--").args(RUSTDOC_OPTIONS);
    let output = context.run_cargo(command)?;
    if !output.passed() {
        return Ok(Err(output.stderr));
    }
    let file = json_file(context, &context.scratch.doc(), &package.crate_name);
    Ok(Ok(Documented {
        json: files::read(&file)?,
        artifacts: artifacts(&output),
    }))
}

/// Runs rustdoc on other packages of the same build, as many at a time as cargo sees fit; whatever it cannot document is left out. No two of the crates
/// may have the same name.
///
/// # Errors
/// [`BuildError::Cargo`] if cargo does not start or the user interrupts.
pub fn others(
    context: &Context,
    crates: &[(&str, &str)],
    target: &Path,
) -> Result<Vec<Option<String>>, BuildError> {
    let mut command = cargo(context, "doc", target);
    // `cargo rustdoc` documents one package only, `cargo doc` takes rustdoc's options from the environment.
    let mut flags = flags::cfgs_among(context.user_flags);
    flags.extend(RUSTDOC_OPTIONS.iter().map(|&option| option.to_owned()));
    command.env("CARGO_ENCODED_RUSTDOCFLAGS", flags.join("\x1f"));
    command.args(["--no-deps", "--keep-going"]);
    for (id, _) in crates {
        command.args(["--package", id]);
    }
    let output = context.run_cargo(command)?;
    if !output.passed() {
        tracing::warn!(output = output.stderr, "some packages cannot be documented");
    }
    let documented = artifacts(&output);
    let texts = crates.iter().map(|(id, name)| {
        // A file that an earlier run left may be out of date. The message about a documented crate names no files.
        let is_new = |each: &Artifact| each.package_id.repr == **id && each.filenames.is_empty();
        let file = json_file(context, target, name);
        let is_there = documented.iter().any(is_new);
        is_there.then(|| files::read(&file).ok()).flatten()
    });
    Ok(texts.collect())
}

/// A call of cargo that runs rustdoc.
fn cargo(context: &Context, subcommand: &str, target: &Path) -> Command {
    let scratch = context.scratch;
    let cfgs = flags::cfgs_among(context.user_flags);
    let mut command = toolchain::cargo(&context.package.root);
    // JSON output is unstable. It is enabled for this one call, which compiles nothing that will run.
    command
        .env("RUSTC_BOOTSTRAP", "1")
        .env("TMPDIR", scratch.temporary());
    // Set even if there are no flags, since this overrides flags in configuration files, which may differ (`--cfg docsrs`).
    command.env("CARGO_ENCODED_RUSTDOCFLAGS", cfgs.join("\x1f"));
    command.args([subcommand, "--lib", "--target", &context.toolchain.host]);
    command.arg("--message-format=json-render-diagnostics");
    command
        .arg("--manifest-path")
        .arg(scratch.driver().join("Cargo.toml"));
    command.arg("--target-dir").arg(target);
    command
}

fn json_file(context: &Context, target: &Path, crate_name: &str) -> PathBuf {
    let folder = target.join(&context.toolchain.host).join("doc");
    folder.join(format!("{crate_name}.json"))
}

fn artifacts(output: &Output) -> Vec<Artifact> {
    messages::read(&output.stdout)
        .filter_map(|message| match message {
            Message::Artifact(artifact) => Some(*artifact),
            _ => None,
        })
        .collect()
}
