//! One call of rustc: what it compiles, and the arguments that replace the original ones.
//!
//! In a program with detours, all calls must still exist when the pass runs, so nothing may be inlined or optimised before the whole program is one
//! module. Libraries are therefore compiled without optimisation, and keep their bitcode; the optimisation that cargo asked for comes after the pass.

use super::mark::{self, Mark};
use isolde_abi::library::{DETOURS_CFG, LIBRARY};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Codegen options that Isolde sets itself.
const OURS: &[&str] = &[
    "opt-level",
    "lto",
    "linker-plugin-lto",
    "embed-bitcode",
    "codegen-units",
    "incremental",
];
/// Options for everything that becomes part of a program.
const EVERYWHERE: &[&str] = &[
    "-Ccodegen-units=1",
    "-Cembed-bitcode=yes",
    "-Csymbol-mangling-version=v0",
];
/// Options for code that the pass may process.
const UNOPTIMISED: &[&str] = &["-Copt-level=0", "-Cno-prepopulate-passes"];
/// With this debug information, the pass finds functions whose bodies were inlined.
const LINES: &str = "-Cdebuginfo=line-tables-only";

/// What a unit becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Not part of programs, or not to be changed: build scripts, procedural macros, shared libraries, and queries.
    Other,
    /// A part of programs.
    Library,
    /// A test program, or another program that is linked.
    Program,
}

/// A call of rustc, as far as it matters here.
#[derive(Debug, Default)]
pub(super) struct Unit {
    arguments: Vec<OsString>,
    /// Arguments without the codegen options that Isolde sets.
    kept: Vec<OsString>,
    crate_name: Option<String>,
    crate_types: Vec<String>,
    is_test: bool,
    links: Option<bool>,
    out_dir: PathBuf,
    extra_name: String,
    opt_level: Option<String>,
    says_debug_assertions: bool,
    has_lines: bool,
    prefers_dynamic: bool,
    linker: Option<String>,
    externs: Vec<PathBuf>,
}

impl Unit {
    /// Reads rustc's arguments.
    pub fn read(arguments: Vec<OsString>) -> Unit {
        let mut unit = Unit::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let text = argument.to_str().unwrap_or_default();
            let (name, value) = split(text);
            let value = match value {
                Value::Inside(value) => Some(OsString::from(value)),
                Value::Next => rest.next().cloned(),
                Value::None => None,
            };
            let ours = unit.note(name, value.as_deref());
            if !ours {
                unit.kept.push(argument.clone());
                if matches!(split(text).1, Value::Next) {
                    unit.kept.extend(value);
                }
            }
        }
        unit.arguments = arguments;
        unit
    }

    /// Notes an option. Returns whether it is one that Isolde sets.
    fn note(&mut self, name: &str, value: Option<&OsStr>) -> bool {
        let text = value.and_then(OsStr::to_str).unwrap_or_default();
        match name {
            "--crate-name" => self.crate_name = Some(text.to_owned()),
            "--crate-type" => self.crate_types.extend(text.split(',').map(str::to_owned)),
            "--test" => self.is_test = true,
            "--out-dir" => self.out_dir = value.map(PathBuf::from).unwrap_or_default(),
            "--emit" => {
                let is_link = |kind: &str| kind == "link" || kind.starts_with("link=");
                let links = text.split(',').any(is_link);
                self.links = Some(links || self.links == Some(true));
            }
            "--extern" => {
                let path = text.split_once('=').map(|(_, path)| PathBuf::from(path));
                self.externs.extend(path);
            }
            "-O" => {
                self.opt_level = Some("3".to_owned());
                return true;
            }
            "-g" => self.has_lines = true,
            "-C" => return self.note_codegen(text),
            _ => {}
        }
        false
    }

    fn note_codegen(&mut self, option: &str) -> bool {
        let (key, value) = option.split_once('=').unwrap_or((option, ""));
        let key = key.replace('_', "-");
        match key.as_str() {
            "opt-level" => self.opt_level = Some(value.to_owned()),
            "extra-filename" => self.extra_name = value.to_owned(),
            "debug-assertions" => self.says_debug_assertions = true,
            "debuginfo" => self.has_lines = !matches!(value, "0" | "none"),
            "prefer-dynamic" => {
                self.prefers_dynamic = !matches!(value, "n" | "no" | "off" | "false")
            }
            "linker" => self.linker = Some(value.to_owned()),
            _ => {}
        }
        OURS.contains(&key.as_str())
    }

    /// Whether something is compiled. If not, cargo only queries the compiler.
    pub fn compiles(&self) -> bool {
        self.name().is_some()
    }

    fn name(&self) -> Option<&str> {
        self.crate_name.as_deref().filter(|&name| name != "___")
    }

    /// What the unit becomes.
    pub fn kind(&self) -> Kind {
        let Some(name) = self.name() else {
            return Kind::Other;
        };
        let is_only = |types: &[&str]| {
            let mut own = self.crate_types.iter();
            !self.crate_types.is_empty() && own.all(|kind| types.contains(&kind.as_str()))
        };
        let has = |kind: &str| self.crate_types.iter().any(|own| own == kind);
        let is_build_script = is_only(&["bin"]) && name.starts_with("build_script_");
        let is_shared = has("proc-macro") || has("dylib") || is_only(&["cdylib", "staticlib"]);
        if self.links == Some(false) || self.prefers_dynamic {
            Kind::Other
        } else if self.is_test {
            Kind::Program
        } else if is_build_script || is_shared {
            Kind::Other
        } else if self.crate_types.is_empty() || has("bin") {
            Kind::Program
        } else {
            Kind::Library
        }
    }

    /// The original arguments.
    pub fn unchanged(&self) -> &[OsString] {
        &self.arguments
    }

    /// The optimisation that cargo asked for.
    fn opt_level(&self) -> &str {
        self.opt_level.as_deref().unwrap_or("0")
    }

    /// The linker that cargo or the user asked for.
    pub fn linker(&self) -> Option<&str> {
        self.linker.as_deref()
    }

    /// Where rustc would write a file of this unit with another extension.
    pub fn output(&self, extension: &str) -> PathBuf {
        let name = self.crate_name.as_deref().unwrap_or_default();
        self.out_dir
            .join(format!("{name}{}.{extension}", self.extra_name))
    }

    /// The file for the unit's mark.
    pub fn mark_file(&self) -> PathBuf {
        self.output(mark::EXTENSION)
    }

    /// The unit's mark; `of` returns the marks of the libraries that it is linked with.
    pub fn mark(&self, of: impl Fn(&Path) -> Mark) -> Mark {
        let mut mark = Mark {
            has_library: self.crate_name.as_deref() == Some(LIBRARY),
            opt_level: self.opt_level.clone().unwrap_or_default(),
        };
        for path in &self.externs {
            mark.add(&of(path));
        }
        mark
    }

    /// Arguments for a unit that becomes part of programs.
    pub fn as_library(&self) -> Vec<OsString> {
        self.changed(&[UNOPTIMISED, EVERYWHERE].concat())
    }

    /// Arguments for a program without detours. If cargo asked for optimisation of any of its parts, according to `mark`, the whole program is
    /// optimised now.
    pub fn as_plain_program(&self, mark: &Mark) -> Vec<OsString> {
        if !mark.is_optimised() {
            return self.as_library();
        }
        let opt_level = format!("-Copt-level={}", mark.opt_level);
        self.changed(&[&[opt_level.as_str(), "-Clto=fat"], EVERYWHERE].concat())
    }

    /// Arguments for a program that the pass will process: before rustc calls the linker, it writes the bitcode to [`Unit::output`] with the
    /// extension `bc`. It generates no code: the object that it hands to the linker contains the bitcode, too.
    pub fn as_program(&self, linker: &Path) -> Vec<OsString> {
        let program = ["-Clto=fat", "-Clinker-plugin-lto", "--emit=llvm-bc"];
        let mut arguments = self.changed(&[UNOPTIMISED, &program, EVERYWHERE].concat());
        let mut option = OsString::from("-Clinker=");
        option.push(linker);
        arguments.push(option);
        arguments
    }

    fn changed(&self, added: &[&str]) -> Vec<OsString> {
        let mut arguments = self.kept.clone();
        arguments.extend(added.iter().map(OsString::from));
        if !self.has_lines {
            arguments.push(LINES.into());
        }
        // Without this, rustc would derive it from its own optimisation level; overflow checks follow this option.
        if !self.says_debug_assertions {
            let state = if self.opt_level() == "0" { "on" } else { "off" };
            arguments.push(format!("-Cdebug-assertions={state}").into());
        }
        if self.crate_name.as_deref() == Some(LIBRARY) {
            // Tells the library that the pass will process it.
            arguments.push(format!("--cfg={DETOURS_CFG}").into());
            arguments.push(format!("--check-cfg=cfg({DETOURS_CFG})").into());
        }
        arguments
    }
}

/// Where the value of an option is found.
enum Value<'a> {
    Inside(&'a str),
    Next,
    None,
}

/// Name and value of an argument, in all notations of rustc; `--codegen` counts as `-C`.
fn split(argument: &str) -> (&str, Value<'_>) {
    if let Some(value) = argument.strip_prefix("-C") {
        let value = if value.is_empty() {
            Value::Next
        } else {
            Value::Inside(value)
        };
        return ("-C", value);
    }
    let (name, value) = match argument.split_once('=') {
        Some((name, value)) if name.starts_with("--") => (name, Value::Inside(value)),
        _ => (argument, Value::Next),
    };
    match name {
        "--codegen" => ("-C", value),
        "--crate-name" | "--crate-type" | "--emit" | "--extern" | "--out-dir" => (name, value),
        _ => (name, Value::None),
    }
}

#[cfg(test)]
mod tests;
