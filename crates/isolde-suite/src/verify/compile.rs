//! The test target built with the user's cargo, and what the compiler says.

use super::{Bench, process};
use crate::SuiteError;
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The compiler's errors about items, fields, functions and constructors that are private.
const PRIVATE: [&str; 5] = ["E0423", "E0451", "E0603", "E0616", "E0624"];

/// What one build of the test target said.
pub struct BuildOutput {
    /// The test executable, if there is one.
    pub executable: Option<PathBuf>,
    /// Errors, once for each place that they name.
    pub errors: Vec<CompilerError>,
    /// Code and message of each error that has a code: of lints, their name.
    pub codes: Vec<(String, String)>,
    /// All errors as the compiler shows them.
    pub rendered: String,
}

/// An error at one of the places that it names.
pub struct CompilerError {
    /// The file as the compiler names it.
    pub file: String,
    /// The line.
    pub line: usize,
    /// Its first line.
    pub message: String,
    /// Whether it says that something is private.
    pub is_private: bool,
}

/// Builds the test target that these options of cargo choose.
pub fn cargo_build(target: &[String], bench: &Bench) -> Result<BuildOutput, SuiteError> {
    let mut command = cargo(bench, "test");
    command.args(target);
    command.args(["--no-run", "--message-format=json"]);
    let output = process::run(&mut command, Duration::MAX, bench.deadline.flag())?;
    let mut built = BuildOutput {
        executable: None,
        errors: Vec::new(),
        codes: Vec::new(),
        rendered: String::new(),
    };
    for message in output
        .stdout
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
    {
        match message["reason"].as_str() {
            // Only the chosen target is built for tests; programs of the package that it may run are not.
            Some("compiler-artifact") if message["profile"]["test"] == true => {
                built.executable = message["executable"].as_str().map(PathBuf::from);
            }
            Some("compiler-message") if message["message"]["level"] == "error" => {
                let text = message["message"]["message"]
                    .as_str()
                    .unwrap_or_default()
                    .to_string();
                built.rendered += message["message"]["rendered"].as_str().unwrap_or_default();
                let code = message["message"]["code"]["code"].as_str();
                built
                    .codes
                    .extend(code.map(|code| (code.to_owned(), text.clone())));
                for span in message["message"]["spans"].as_array().into_iter().flatten() {
                    let errors = places(span).into_iter().map(|(file, line)| CompilerError {
                        file,
                        line,
                        message: text.clone(),
                        is_private: code.is_some_and(|code| PRIVATE.contains(&code)),
                    });
                    built.errors.extend(errors);
                }
            }
            _ => {}
        }
    }
    if built.executable.is_none() && built.rendered.is_empty() {
        built.rendered = output.stderr;
    }
    Ok(built)
}

/// The lines of a span, and of the macro calls that it comes from.
fn places(span: &Value) -> Vec<(String, usize)> {
    let mut out = Vec::new();
    let mut current = span;
    while current.is_object() {
        if let (Some(file), Some(line)) = (
            current["file_name"].as_str(),
            current["line_start"].as_u64(),
        ) {
            out.push((file.to_string(), line as usize));
        }
        current = &current["expansion"]["span"];
    }
    out
}

fn cargo(bench: &Bench, subcommand: &str) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .arg(subcommand)
        .args(["-p", bench.spec])
        .args(bench.features)
        .current_dir(bench.package)
        .env("CARGO_TARGET_DIR", bench.target)
        .env("CARGO_TERM_COLOR", "never")
        .env("CARGO_INCREMENTAL", "0")
        .env_remove("RUSTC_BOOTSTRAP")
        .stdin(Stdio::null());
    command
}
