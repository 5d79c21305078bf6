//! One run of a test executable.

use super::Bench;
use super::process;
use crate::SuiteError;
use std::path::Path;
use std::time::Duration;

/// Runs a test executable as `cargo test` would, with these variables.
pub(super) fn run(
    bench: &Bench,
    executable: &Path,
    arguments: &[&str],
    limit: Duration,
    variables: &[(&str, &str)],
) -> Result<process::Output, SuiteError> {
    let mut command = (bench.workspace.command)(executable);
    command
        .args(arguments)
        .current_dir(&bench.package)
        // As under `cargo test`.
        .env("CARGO_MANIFEST_DIR", &bench.package)
        .env("CARGO_PKG_NAME", bench.workspace.package)
        .envs(variables.iter().copied());
    // The test harness asks for it, and without the variable it asks the system, for which the sandbox ends it.
    if std::env::var_os("HOME").is_none_or(|home| home.is_empty()) {
        command.env("HOME", &bench.package);
    }
    process::run(&mut command, limit, bench.workspace.deadline.flag())
}
