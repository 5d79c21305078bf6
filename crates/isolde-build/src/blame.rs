//! Decides whose fault a failed build is.

use crate::diagnostics::Errors;
use crate::error::BuildError;
use crate::package::Package;
use isolde_cargo::machine::{self, Lack};
use isolde_cargo::{Output, messages};
use isolde_harness::DRIVER_SOURCE;

/// Whose fault a failed build is, if no generated piece is to blame.
pub(crate) fn blame(
    package: &Package,
    errors: &Errors,
    output: &Output,
    rounds: u32,
) -> BuildError {
    if let Some(Lack { shortage, said }) = machine::lacks(output) {
        return BuildError::Shortage {
            shortage,
            message: said,
        };
    }
    if let Some(message) = &errors.language_item {
        return BuildError::OwnLanguageItem {
            package: package.name.clone(),
            message: message.clone(),
        };
    }
    if let Some(first) = errors.foreign.first() {
        let messages: Vec<&str> = errors
            .foreign
            .iter()
            .map(|error| error.rendered.trim_end())
            .collect();
        let is_own =
            first.target == package.crate_name || package.target_files.contains(&first.root_file);
        let package = if is_own {
            package.name.clone()
        } else {
            first.target.clone()
        };
        return BuildError::DoesNotBuild {
            package,
            message: messages.join("\n\n"),
        };
    }
    if let Some(message) = errors.support.first() {
        return BuildError::Support {
            message: message.trim_end().to_owned(),
        };
    }
    if !errors.located.is_empty() || !errors.unlocated.is_empty() {
        let located = errors
            .located
            .iter()
            .map(|(lines, rejection)| format!("{DRIVER_SOURCE}:{}: {rejection}", lines[0]));
        let message: Vec<String> = located
            .chain(
                errors
                    .unlocated
                    .iter()
                    .map(|(_, rendered)| rendered.clone()),
            )
            .collect();
        return BuildError::Driver {
            rounds,
            message: message.join("\n"),
        };
    }
    from_cargo(package, &output.stderr)
}

/// The error for a failure that only cargo's own messages describe.
pub(crate) fn from_cargo(package: &Package, stderr: &str) -> BuildError {
    let progress = [
        "Compiling ",
        "Checking ",
        "Documenting ",
        "Downloading ",
        "Downloaded ",
        "Updating ",
        "Locking ",
        "Adding ",
    ];
    // Build scripts may print colours even if they are told not to.
    let stderr = messages::plain(stderr);
    let message: Vec<&str> = stderr
        .lines()
        .filter(|line| {
            !progress
                .iter()
                .any(|word| line.trim_start().starts_with(word))
        })
        .filter(|line| !line.starts_with("warning: build failed, waiting for other jobs"))
        .collect();
    let message = message.join("\n").trim().to_owned();
    let script = message
        .split_once("failed to run custom build command for `")
        .and_then(|(_, rest)| rest.split_once('`'));
    match script {
        // Cargo adds the folder of path packages: `name v1.0.0 (/where)`.
        Some((culprit, _)) => BuildError::BuildScript {
            package: culprit.split(" (").next().unwrap_or(culprit).to_owned(),
            message: message.clone(),
        },
        None => BuildError::DoesNotBuild {
            package: package.name.clone(),
            message,
        },
    }
}
