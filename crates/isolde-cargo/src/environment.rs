//! The environment of the programs that Isolde runs: what is passed on to them, removed and set.
//!
//! There are two purposes. [`isolated`] is for Isolde's own builds (drivers, documentation, queries to the compiler), which the user's settings for
//! their own builds must not change. [`as_user`] is for what has to happen as if the user had typed `cargo test`: only variables that concern this
//! process rather than the user's build are removed.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

/// Prefixes of variables that cargo and rustup set for the programs that they run, and of this tool's own variables.
const OF_THIS_PROCESS: &[&str] = &[
    "CARGO_BIN_",
    "CARGO_CFG_",
    "CARGO_FEATURE_",
    "CARGO_MANIFEST_",
    "CARGO_PKG_",
    "DEP_",
    "ISOLDE_",
];

/// Single variables of the same kind.
const SINGLES_OF_THIS_PROCESS: &[&str] = &[
    "CARGO_CRATE_NAME",
    "CARGO_MAKEFLAGS",
    "CARGO_PRIMARY_PACKAGE",
    "NUM_JOBS",
    "OUT_DIR",
];

/// Prefixes of variables that change how cargo builds.
const OF_BUILDS: &[&str] = &[
    "CARGO_BUILD_",
    "CARGO_PROFILE_",
    "CARGO_TARGET_",
    "CARGO_UNSTABLE_",
];

/// Single variables of the same kind, and those that change what the compiler prints.
const SINGLES_OF_BUILDS: &[&str] = &[
    "CARGO_ENCODED_RUSTDOCFLAGS",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_TERM_QUIET",
    "CARGO_TERM_VERBOSE",
    "HOST",
    "OPT_LEVEL",
    "PROFILE",
    "RUSTDOC",
    "RUSTDOCFLAGS",
    "RUSTFLAGS",
    "RUST_BACKTRACE",
    "RUST_LOG",
    "TARGET",
];

/// The environment variable that corresponds to `build.rustflags` in cargo's configuration.
pub const BUILD_RUSTFLAGS: &str = "CARGO_BUILD_RUSTFLAGS";

/// Removes everything from a command's environment that changes builds, and switches compiler wrappers off.
pub fn isolated(command: &mut Command) {
    remove(command, |name| {
        concerns_this_process(name) || concerns_builds(name)
    });
    // Empty instead of absent, because this also overrides `build.rustc-wrapper` in configuration files.
    command
        .env("RUSTC_WRAPPER", "")
        .env("RUSTC_WORKSPACE_WRAPPER", "");
    set_output(command);
}

/// Removes from a command's environment what concerns this process and not the user's builds. `target` is cargo's target directory.
///
/// `RUSTC_BOOTSTRAP` is removed too: code that compiles only with this variable does not compile on a stable toolchain.
pub fn as_user(command: &mut Command, target: &Path) {
    remove(command, concerns_this_process);
    command
        .env_remove("RUSTC_BOOTSTRAP")
        .env("CARGO_TARGET_DIR", target);
    set_output(command);
}

/// Sets the environment of a test executable as `cargo test` would, for a package in `folder`.
pub fn of_test(command: &mut Command, folder: &Path, package: &str) {
    remove(command, concerns_this_process);
    command
        .env("CARGO_MANIFEST_DIR", folder)
        .env("CARGO_PKG_NAME", package);
    // The test harness reads this variable. If it is missing, the harness asks the system instead, for which the sandbox would kill it.
    if std::env::var_os("HOME").is_none_or(|home| home.is_empty()) {
        command.env("HOME", folder);
    }
}

/// Cargo's output is read by a program, so colours and progress bars are switched off. What cargo builds is used only once.
fn set_output(command: &mut Command) {
    command
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_TERM_COLOR", "never")
        .env("CARGO_TERM_PROGRESS_WHEN", "never");
}

fn remove(command: &mut Command, is_removed: impl Fn(&str) -> bool) {
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(&is_removed) {
            command.env_remove(name);
        }
    }
}

fn concerns_this_process(name: &str) -> bool {
    SINGLES_OF_THIS_PROCESS.contains(&name) || starts_with_any(name, OF_THIS_PROCESS)
}

fn concerns_builds(name: &str) -> bool {
    SINGLES_OF_BUILDS.contains(&name) || starts_with_any(name, OF_BUILDS)
}

fn starts_with_any(name: &str, prefixes: &[&str]) -> bool {
    prefixes.iter().any(|prefix| name.starts_with(prefix))
}

/// The environment variable that corresponds to `target.<host>.<key>` in cargo's configuration.
pub fn target_variable(host: &str, key: &str) -> String {
    let host = host.to_uppercase().replace(['-', '.'], "_");
    format!("CARGO_TARGET_{host}_{key}")
}

/// Gives an [isolated] command the compiler flags of the user's environment back.
pub fn keep_flags(command: &mut Command, host: &str) {
    let of_host = target_variable(host, "RUSTFLAGS");
    for name in [
        "CARGO_ENCODED_RUSTFLAGS",
        "RUSTFLAGS",
        BUILD_RUSTFLAGS,
        &of_host,
    ] {
        keep(command, name, name);
    }
}

/// Gives an [isolated] command the target directory that the user's environment names.
pub fn keep_target_dir(command: &mut Command) {
    if !keep(command, "CARGO_TARGET_DIR", "CARGO_TARGET_DIR") {
        keep(command, "CARGO_BUILD_TARGET_DIR", "CARGO_TARGET_DIR");
    }
}

/// Passes a variable of this process on under another name. Returns whether the variable exists.
fn keep(command: &mut Command, name: impl AsRef<OsStr>, under: &str) -> bool {
    let value = std::env::var_os(name);
    let is_set = value.is_some();
    if let Some(value) = value {
        command.env(under, value);
    }
    is_set
}

/// The flags in one variable of the user's environment.
pub fn flags_in(variable: &str) -> Vec<String> {
    let flags = std::env::var(variable).unwrap_or_default();
    flags.split_whitespace().map(str::to_owned).collect()
}

/// The compiler flags in the user's environment that override all others, if there are any.
pub fn user_flags() -> Option<Vec<String>> {
    match (
        std::env::var("CARGO_ENCODED_RUSTFLAGS"),
        std::env::var("RUSTFLAGS"),
    ) {
        (Ok(encoded), _) => Some(encoded.split('\x1f').map(str::to_owned).collect()),
        (_, Ok(plain)) => Some(plain.split_whitespace().map(str::to_owned).collect()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registries_and_homes_of_the_user_are_kept_everywhere() {
        for name in [
            "CARGO_HOME",
            "RUSTUP_TOOLCHAIN",
            "CARGO_NET_OFFLINE",
            "CARGO_REGISTRIES_MINE_TOKEN",
            "PATH",
        ] {
            assert!(!concerns_this_process(name), "{name}");
            assert!(!concerns_builds(name), "{name}");
        }
    }

    #[test]
    fn variables_that_change_builds_are_kept_for_the_users_own_builds_only() {
        for name in [
            "RUSTFLAGS",
            "CARGO_TARGET_DIR",
            "CARGO_PROFILE_DEV_LTO",
            "CARGO_BUILD_TARGET",
        ] {
            assert!(!concerns_this_process(name), "{name}");
            assert!(concerns_builds(name), "{name}");
        }
    }

    #[test]
    fn variables_that_cargo_set_for_this_process_are_not_passed_on() {
        for name in ["CARGO_PKG_NAME", "CARGO_MANIFEST_DIR", "ISOLDE_SEED"] {
            assert!(concerns_this_process(name), "{name}");
        }
    }
}
