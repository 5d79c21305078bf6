//! `cargo isolde doctor`: what this machine can and cannot do, and what that means for the user.

use crate::arguments::Doctor;
use crate::console::Console;
use crate::exit::Exit;
use isolde_cargo::toolchain::{Toolchain, linker_version};
use isolde_record::Deadline;
use serde::Serialize;

/// Available memory, in bytes, below which only few jobs fit.
const COMFORTABLE_MEMORY: u64 = 2 << 30;

/// One fact about the machine.
#[derive(Debug, Serialize)]
struct Fact {
    /// What was examined.
    name: &'static str,
    /// Whether it is as it should be.
    state: State,
    /// What was found.
    found: String,
    /// What this means and what to do about it; empty if all is well.
    advice: String,
}

/// The state of something that Isolde needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum State {
    /// As it should be.
    Good,
    /// Isolde works, but with restrictions.
    Limited,
    /// Isolde does not work.
    Missing,
}

/// Runs the command.
pub fn run(_: &Doctor, console: &Console) -> Exit {
    let facts = facts();
    if console.wants_json() {
        match serde_json::to_string_pretty(&facts) {
            Ok(text) => console.data(&text),
            Err(error) => {
                console.error(&error.to_string());
                return Exit::Bug;
            }
        }
    }
    for fact in &facts {
        console.summary(&line(fact));
    }
    if facts.iter().any(|fact| fact.state == State::Missing) {
        Exit::Machine
    } else {
        Exit::Done
    }
}

fn line(fact: &Fact) -> String {
    let mark = match fact.state {
        State::Good => "ok     ",
        State::Limited => "limited",
        State::Missing => "missing",
    };
    let advice = if fact.advice.is_empty() {
        String::new()
    } else {
        format!("\n          {}", fact.advice)
    };
    format!("{mark}  {}: {}{advice}", fact.name, fact.found)
}

fn facts() -> Vec<Fact> {
    let never = Deadline::default();
    let mut facts = compiler(&never);
    facts.push(match linker_version(&never) {
        Ok(version) => good("linker", version),
        Err(error) => missing("linker", error.to_string(), ""),
    });
    facts.push(sandbox());
    facts.push(memory());
    facts
}

/// rustc and its libLLVM.
fn compiler(never: &Deadline) -> Vec<Fact> {
    let here = std::env::current_dir().unwrap_or_default();
    let toolchain = match Toolchain::detect(&here, never) {
        Ok(toolchain) => toolchain,
        Err(error) => return vec![missing("rustc", error.to_string(), "")],
    };
    let rustc = good(
        "rustc",
        format!("{}, {}", toolchain.version, toolchain.host),
    );
    let llvm = match isolde_llvm::find(&toolchain.sysroot)
        .and_then(|path| Ok((isolde_llvm::Llvm::load(&path)?, path)))
    {
        Ok((llvm, path)) => {
            let (major, minor, patch) = llvm.version();
            good(
                "libLLVM",
                format!("{major}.{minor}.{patch}, {}", path.display()),
            )
        }
        Err(error) => missing(
            "libLLVM",
            error.to_string(),
            "rustup's official toolchains include it",
        ),
    };
    vec![rustc, llvm]
}

/// What the kernel offers for confining code under test.
fn sandbox() -> Fact {
    let support = isolde_explore::sandbox::support();
    let yes = |is: bool| if is { "yes" } else { "no" };
    let found = format!(
        "Landlock {}, seccomp {}, fork control {}, signal scope {}, user namespaces {}",
        support
            .landlock
            .map_or_else(|| "no".to_owned(), |abi| format!("ABI {abi}")),
        yes(support.seccomp),
        yes(support.seccomp_notify),
        yes(support.signal_scope),
        yes(support.user_namespaces),
    );
    match support.missing() {
        Some(what) => limited(
            "sandbox",
            found,
            &format!(
                "{what}: code under test can only be run with `--no-sandbox`; use that only if you trust the code"
            ),
        ),
        None => good("sandbox", found),
    }
}

fn memory() -> Fact {
    let available = std::fs::read_to_string("/proc/meminfo")
        .ok()
        .and_then(|text| {
            let line = text
                .lines()
                .find_map(|line| line.strip_prefix("MemAvailable:"))?;
            line.trim()
                .trim_end_matches("kB")
                .trim()
                .parse::<u64>()
                .ok()
                .map(|kilobytes| kilobytes * 1024)
        });
    let Some(available) = available else {
        return limited(
            "memory",
            "unknown".to_owned(),
            "/proc/meminfo cannot be read: choose `--jobs` with care",
        );
    };
    let found = format!("{:.1} GiB available", available as f64 / f64::from(1 << 30));
    if available < COMFORTABLE_MEMORY {
        return limited(
            "memory",
            found,
            "large packages may not fit: use `--jobs 1`",
        );
    }
    good("memory", found)
}

fn good(name: &'static str, found: String) -> Fact {
    Fact {
        name,
        state: State::Good,
        found,
        advice: String::new(),
    }
}

fn limited(name: &'static str, found: String, advice: &str) -> Fact {
    Fact {
        name,
        state: State::Limited,
        found,
        advice: advice.to_owned(),
    }
}

fn missing(name: &'static str, found: String, advice: &str) -> Fact {
    Fact {
        name,
        state: State::Missing,
        found,
        advice: advice.to_owned(),
    }
}
