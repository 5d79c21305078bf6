//! Builds the test target with the user's cargo, and reads the compiler's messages.

use super::Bench;
use crate::SuiteError;
use isolde_cargo::machine::{self, Lack};
use isolde_cargo::messages::{self, CompilerMessage, Message};
use isolde_cargo::{Job, toolchain};
use std::path::PathBuf;

/// The compiler's errors about items, fields, functions and constructors that are private.
const PRIVATE: [&str; 5] = ["E0423", "E0451", "E0603", "E0616", "E0624"];

/// The result of one build of the test target.
pub struct BuildOutput {
    /// The test executable, if there is one.
    pub executable: Option<PathBuf>,
    /// The errors; an error that names several places appears once for each.
    pub errors: Vec<CompilerError>,
    /// Code and message of each error that has a code; lints have their name instead.
    pub codes: Vec<(String, String)>,
    /// All errors in the compiler's own format.
    pub rendered: String,
}

/// An error at one of the places that it names.
pub struct CompilerError {
    /// The file as the compiler names it.
    pub file: PathBuf,
    /// The line.
    pub line: usize,
    /// The first line of its message.
    pub message: String,
    /// Whether it says that something is private.
    pub is_private: bool,
}

/// Builds the test target that these options of cargo choose.
pub fn cargo_build(target: &[String], bench: &Bench) -> Result<BuildOutput, SuiteError> {
    let workspace = bench.workspace;
    let mut command = toolchain::cargo_as_user(&bench.package, workspace.build_folder);
    command
        .args(["test", "--package", &bench.id])
        .args(workspace.features)
        .args(target)
        .args(["--no-run", "--message-format=json"]);
    (workspace.configure)(&mut command);
    let output = Job::rust(command).run(&workspace.deadline.without_time())?;
    if let Some(Lack { shortage, said }) = machine::lacks(&output) {
        return Err(SuiteError::Shortage {
            shortage,
            message: said,
        });
    }
    let mut built = BuildOutput {
        executable: None,
        errors: Vec::new(),
        codes: Vec::new(),
        rendered: String::new(),
    };
    for message in messages::read(&output.stdout) {
        match message {
            // Only the chosen target is built as a test; programs of the package that the test may run are not.
            Message::Artifact(artifact) if artifact.profile.test => {
                built.executable = artifact.executable.map(PathBuf::from);
            }
            Message::Compiler(message) if message.is_error() => built.add(&message),
            _ => {}
        }
    }
    if built.executable.is_none() && built.rendered.is_empty() {
        built.rendered = messages::plain(&output.stderr);
    }
    Ok(built)
}

impl BuildOutput {
    fn add(&mut self, error: &CompilerMessage) {
        let (code, text) = (error.code(), &error.diagnostic.message);
        self.rendered += error.rendered();
        self.codes
            .extend(code.map(|code| (code.to_owned(), text.clone())));
        let places = error.diagnostic.spans.iter().flat_map(messages::places);
        self.errors.extend(places.map(|(file, line)| CompilerError {
            file: file.to_owned(),
            line,
            message: text.clone(),
            is_private: code.is_some_and(|code| PRIVATE.contains(&code)),
        }));
    }
}
