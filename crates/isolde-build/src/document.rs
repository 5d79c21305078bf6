//! rustdoc JSON of the package, made in the driver's workspace so that nothing appears in the user's.

use crate::context::Context;
use crate::error::BuildError;
use crate::flags;
use isolde_cargo::{files, toolchain};

/// rustdoc options that the model needs.
const RUSTDOC_OPTIONS: &[&str] = &[
    "-Zunstable-options",
    "--output-format=json",
    "--document-private-items",
    "--document-hidden-items",
    "--cap-lints=allow",
];

/// Runs rustdoc and returns its JSON; the inner `Err` is cargo's output if rustdoc fails.
///
/// # Errors
/// [`BuildError::Cargo`].
pub fn json(context: &Context) -> Result<Result<String, String>, BuildError> {
    let Context {
        package, scratch, ..
    } = context;
    let host = &context.toolchain.host;
    let cfgs = flags::cfgs_among(context.user_flags);
    let mut command = toolchain::cargo(&package.root);
    // JSON output is unstable. It is enabled for this one call, which compiles nothing that will run.
    command
        .env("RUSTC_BOOTSTRAP", "1")
        .env("TMPDIR", scratch.temporary());
    // Set even if there are no flags, since this overrides flags in configuration files, which may differ (`--cfg docsrs`).
    command.env("CARGO_ENCODED_RUSTDOCFLAGS", cfgs.join("\x1f"));
    command.args([
        "rustdoc",
        "--lib",
        "--package",
        &package.id,
        "--target",
        host,
    ]);
    command
        .arg("--manifest-path")
        .arg(scratch.driver().join("Cargo.toml"));
    command.arg("--target-dir").arg(scratch.doc());
    command.arg("--").args(RUSTDOC_OPTIONS);
    let output = context.run_cargo(command)?;
    if !output.passed() {
        return Ok(Err(output.stderr));
    }
    let file = scratch
        .doc()
        .join(host)
        .join("doc")
        .join(format!("{}.json", package.crate_name));
    Ok(Ok(files::read(&file)?))
}
