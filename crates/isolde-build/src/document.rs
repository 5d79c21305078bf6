//! rustdoc JSON of the package, made through the driver's workspace so that nothing appears in the user's.

use crate::driver;
use crate::error::BuildError;
use crate::package::Package;
use crate::process;
use crate::scratch::{Scratch, read};
use crate::toolchain::{CARGO_ADVICE, Toolchain};
use std::sync::atomic::AtomicBool;

/// Options of rustdoc that the model needs.
const RUSTDOC_OPTIONS: &[&str] = &[
    "-Zunstable-options",
    "--output-format=json",
    "--document-private-items",
    "--document-hidden-items",
    "--cap-lints=allow",
];

/// Runs rustdoc and returns its JSON; `Err` of the outer result are cargo's words when it fails. `cfgs` are the flags by which the user's builds choose
/// code.
///
/// # Errors
/// [`BuildError::Tool`], [`BuildError::Io`], [`BuildError::Interrupted`].
pub fn json(
    package: &Package,
    toolchain: &Toolchain,
    scratch: &Scratch,
    on_line: &mut dyn FnMut(&str),
    cfgs: &[String],
    cancelled: &AtomicBool,
) -> Result<Result<String, String>, BuildError> {
    let mut command = toolchain.cargo(&package.root);
    // JSON output is unstable: allowed for this one call, which compiles nothing that is run.
    command
        .env("RUSTC_BOOTSTRAP", "1")
        .env("TMPDIR", scratch.temporary());
    // Set even if there are none: this also overrides flags of configuration files, which may be others (`--cfg docsrs`).
    command.env("CARGO_ENCODED_RUSTDOCFLAGS", cfgs.join("\x1f"));
    command.args([
        "rustdoc",
        "--lib",
        "--package",
        &package_id(package),
        "--target",
        &toolchain.host,
    ]);
    command
        .arg("--manifest-path")
        .arg(scratch.driver().join("Cargo.toml"));
    command.arg("--target-dir").arg(scratch.doc());
    command.arg("--").args(RUSTDOC_OPTIONS);
    let output = process::run(&mut command, CARGO_ADVICE, cancelled, on_line)?;
    if !output.status.success() {
        return Ok(Err(output.stderr));
    }
    let file = scratch
        .doc()
        .join(&toolchain.host)
        .join("doc")
        .join(format!("{}.json", package.crate_name));
    read(&file).map(Ok)
}

/// The package as cargo's `-p` takes it, told apart from a dependency of the same name by its version.
pub(crate) fn package_id(package: &Package) -> String {
    debug_assert_ne!(package.name, driver::NAME);
    format!("{}@{}", package.name, package.version)
}
