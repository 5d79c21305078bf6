//! The first look at the package: the compiler checks it under the user's own flags, before anything costly is done.
//!
//! Isolde's builds silence lints and leave most flags out. A package that its own configuration refuses (`-Dwarnings`) would therefore be explored
//! in vain, because its tests cannot be built. rustdoc needs the dependencies checked, too, so this step costs little.

use crate::blame::blame;
use crate::context::{Context, Step};
use crate::diagnostics;
use crate::error::BuildError;
use isolde_cargo::{environment, toolchain};

/// Checks the package's library.
///
/// # Errors
/// [`BuildError::DoesNotBuild`], [`BuildError::BuildScript`]; [`BuildError::Cargo`].
pub fn check(context: &Context) -> Result<(), BuildError> {
    context.step(Step::Checking);
    let scratch = context.scratch;
    let mut command = toolchain::cargo(&context.package.root);
    environment::keep_flags(&mut command, &context.toolchain.host);
    command.env("TMPDIR", scratch.temporary());
    command.args(["check", "--lib", "--message-format=json", "--package"]);
    command.arg(&context.package.id);
    command.args(["--target", &context.toolchain.host]);
    command
        .arg("--manifest-path")
        .arg(scratch.driver().join("Cargo.toml"));
    command.arg("--target-dir").arg(scratch.doc());
    let started = std::time::Instant::now();
    let output = context.run_cargo(command)?;
    tracing::info!(
        seconds = started.elapsed().as_secs_f64(),
        ok = output.passed(),
        "cargo check"
    );
    if output.passed() {
        return Ok(());
    }
    let errors = diagnostics::read(&output.stdout, &scratch.support());
    Err(blame(context.package, &errors, &output, 0))
}
