//! One run of a test executable.

use super::Bench;
use crate::SuiteError;
use isolde_cargo::{Output, environment};
use std::path::Path;
use std::time::Duration;

/// Runs a test executable as `cargo test` would, with these environment variables.
pub(super) fn run(
    bench: &Bench,
    executable: &Path,
    arguments: &[&str],
    limit: Duration,
    variables: &[(&str, &str)],
) -> Result<Output, SuiteError> {
    let workspace = bench.workspace;
    let mut job = (workspace.test_job)(executable);
    let command = job.command();
    environment::of_test(command, &bench.package, workspace.package);
    command
        .args(arguments)
        .current_dir(&bench.package)
        .envs(variables.iter().copied());
    Ok(job.run(&workspace.deadline.without_time().within(limit))?)
}
