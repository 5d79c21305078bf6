//! The environment of cargo and rustc as Isolde calls them: what the user set for their own builds must not change ours.

use std::ffi::OsStr;
use std::process::Command;

/// Families of variables that change how cargo builds, or that an outer cargo sets for its children.
const REMOVED_PREFIXES: &[&str] = &[
    "CARGO_BIN_",
    "CARGO_BUILD_",
    "CARGO_CFG_",
    "CARGO_FEATURE_",
    "CARGO_PKG_",
    "CARGO_PROFILE_",
    "CARGO_TARGET_",
    "CARGO_UNSTABLE_",
    "DEP_",
    "ISOLDE_",
];

/// Single variables of the same kind.
const REMOVED: &[&str] = &[
    "CARGO_CRATE_NAME",
    "CARGO_ENCODED_RUSTDOCFLAGS",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_INCREMENTAL",
    "CARGO_MAKEFLAGS",
    "CARGO_MANIFEST_DIR",
    "CARGO_MANIFEST_LINKS",
    "CARGO_MANIFEST_PATH",
    "CARGO_PRIMARY_PACKAGE",
    "CARGO_TERM_COLOR",
    "CARGO_TERM_PROGRESS_WHEN",
    "CARGO_TERM_QUIET",
    "CARGO_TERM_VERBOSE",
    "NUM_JOBS",
    "OPT_LEVEL",
    "OUT_DIR",
    "PROFILE",
    "RUSTDOC",
    "RUSTDOCFLAGS",
    "RUSTFLAGS",
    "RUST_BACKTRACE",
    "RUST_LOG",
    "TARGET",
    "HOST",
];

/// Removes from a command's environment what would interfere, and switches compiler wrappers off.
pub fn clean(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        if interferes(&name) {
            command.env_remove(name);
        }
    }
    // Empty, not absent: this also overrides `build.rustc-wrapper` of configuration files.
    command
        .env("RUSTC_WRAPPER", "")
        .env("RUSTC_WORKSPACE_WRAPPER", "");
    command
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_TERM_COLOR", "never")
        .env("CARGO_TERM_PROGRESS_WHEN", "never");
}

fn interferes(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| {
        REMOVED.contains(&name)
            || REMOVED_PREFIXES
                .iter()
                .any(|prefix| name.starts_with(prefix))
    })
}

/// The variable that stands for `build.rustflags`.
pub const BUILD_VARIABLE: &str = "CARGO_BUILD_RUSTFLAGS";

/// The variable that stands for `target.<host>.rustflags`.
pub fn target_variable(host: &str) -> String {
    let host = host.to_uppercase().replace(['-', '.'], "_");
    format!("CARGO_TARGET_{host}_RUSTFLAGS")
}

/// Gives a command that was [cleaned](clean) the user's compiler flags back.
pub fn keep_flags(command: &mut Command, host: &str) {
    let of_host = target_variable(host);
    for name in [
        "CARGO_ENCODED_RUSTFLAGS",
        "RUSTFLAGS",
        BUILD_VARIABLE,
        &of_host,
    ] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
}

/// The flags in one variable of the user's environment.
pub fn flags_in(variable: &str) -> Vec<String> {
    let flags = std::env::var(variable).unwrap_or_default();
    flags.split_whitespace().map(str::to_owned).collect()
}

/// Compiler flags of the user's environment that override all others, if there are any.
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
    fn registries_and_homes_of_the_user_are_kept_and_flags_are_not() {
        for kept in [
            "CARGO_HOME",
            "RUSTUP_TOOLCHAIN",
            "CARGO_NET_OFFLINE",
            "CARGO_REGISTRIES_MINE_TOKEN",
            "PATH",
        ] {
            assert!(!interferes(OsStr::new(kept)), "{kept}");
        }
        for removed in [
            "RUSTFLAGS",
            "CARGO_TARGET_DIR",
            "CARGO_PROFILE_DEV_LTO",
            "CARGO_BUILD_TARGET",
        ] {
            assert!(interferes(OsStr::new(removed)), "{removed}");
        }
    }
}
