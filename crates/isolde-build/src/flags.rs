//! Compiler flags of the user's own builds that Isolde's builds need too: those that choose code (`--cfg`) or find native libraries. Flags about
//! speed, lints and linkers are left out.

use cargo_platform::{Cfg, Platform};
use isolde_cargo::{Error, Toolchain, environment, toolchain};
use isolde_record::Deadline;
use serde_json::Value;
use std::path::Path;
use std::str::FromStr;

/// The flags to keep, from where cargo takes them: `RUSTFLAGS` and similar variables, else `target.*.rustflags`, else
/// `build.rustflags`, the latter two from configuration files and from the corresponding variables.
///
/// # Errors
/// [`Error::Start`], [`Error::Interrupted`].
pub fn of_user(
    compiler: &Toolchain,
    directory: &Path,
    deadline: &Deadline,
) -> Result<Vec<String>, Error> {
    if let Some(flags) = environment::user_flags() {
        return Ok(kept(&flags));
    }
    let mut flags =
        environment::flags_in(&environment::target_variable(&compiler.host, "RUSTFLAGS"));
    if let Some(Value::Object(targets)) = toolchain::config(directory, "target", deadline)? {
        let cfgs = if targets.keys().any(|key| key.starts_with("cfg(")) {
            cfgs(directory, deadline)?
        } else {
            Vec::new()
        };
        let applies = |key: &str| {
            Platform::from_str(key).is_ok_and(|platform| platform.matches(&compiler.host, &cfgs))
        };
        let matching = targets.iter().filter(|(key, _)| applies(key));
        flags.extend(
            matching
                .filter_map(|(_, table)| table.get("rustflags"))
                .flat_map(listed),
        );
    }
    if flags.is_empty() {
        flags = environment::flags_in(environment::BUILD_RUSTFLAGS);
        let value = toolchain::config(directory, "build.rustflags", deadline)?;
        flags.extend(value.iter().flat_map(listed));
    }
    Ok(kept(&flags))
}

/// Those of the flags that choose code.
pub fn cfgs_among(flags: &[String]) -> Vec<String> {
    let cfgs = flags.iter().filter(|flag| flag.starts_with("--cfg="));
    cfgs.cloned().collect()
}

/// The compiler's own `cfg`s.
fn cfgs(directory: &Path, deadline: &Deadline) -> Result<Vec<Cfg>, Error> {
    let printed = toolchain::ask_rustc(directory, &["--print", "cfg"], deadline)?;
    let cfgs = printed.lines().map(Cfg::from_str);
    Ok(cfgs.filter_map(Result::ok).collect())
}

/// Flags as configuration files contain them: a list, or one text with spaces.
fn listed(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => text.split_whitespace().map(str::to_owned).collect(),
        Value::Array(items) => items
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect(),
        _ => Vec::new(),
    }
}

/// The flags that must also apply in Isolde's builds.
fn kept(flags: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        let split = ["--cfg", "-L", "-l", "-C"].contains(&flag.as_str());
        let value = if split {
            flags.next().map_or("", String::as_str)
        } else {
            ""
        };
        let whole = match flag.as_str() {
            "--cfg" => format!("--cfg={value}"),
            other => format!("{other}{value}"),
        };
        let finds_libraries = |argument: &str| {
            ["-L", "-l", "-Wl,-rpath"]
                .iter()
                .any(|start| argument.starts_with(start))
        };
        let keep = whole.starts_with("--cfg=")
            || whole.starts_with("-L")
            || whole.starts_with("-l")
            || whole
                .strip_prefix("-Clink-arg=")
                .is_some_and(finds_libraries);
        if keep {
            kept.push(whole);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_that_choose_code_or_find_libraries_are_kept() {
        let flags = [
            "-Ctarget-cpu=native",
            "--cfg",
            "tokio_unstable",
            "--cfg=x=\"y\"",
            "-Dwarnings",
            "-L",
            "native=/opt/lib",
            "-C",
            "link-arg=-fuse-ld=mold",
            "-Clink-arg=-Wl,-rpath,/opt/lib",
        ];
        let expected = [
            "--cfg=tokio_unstable",
            "--cfg=x=\"y\"",
            "-Lnative=/opt/lib",
            "-Clink-arg=-Wl,-rpath,/opt/lib",
        ];
        assert_eq!(kept(&flags.map(str::to_owned)), expected);
    }

    #[test]
    fn both_notations_of_configuration_files_are_read() {
        assert_eq!(listed(&Value::from("--cfg  a")), ["--cfg", "a"]);
        assert_eq!(
            listed(&serde_json::json!(["--cfg", "a b"])),
            ["--cfg", "a b"]
        );
    }
}
