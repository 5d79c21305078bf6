//! Cargo's JSON messages (`--message-format=json`): what the compiler reported, what was built, and whether the build succeeded.
//!
//! The types of diagnostics and artifacts are those of the crate `cargo_metadata`, cargo's own description of its output.

use std::path::{Path, PathBuf};

pub use cargo_metadata::Artifact;
pub use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticSpan};

/// One message of a build.
#[derive(Clone, Debug)]
pub enum Message {
    /// A message of the compiler about a target.
    Compiler(CompilerMessage),
    /// A target was built, or was found up to date.
    Artifact(Box<Artifact>),
    /// The build is over; the value says whether it succeeded.
    Finished(bool),
}

/// A message of the compiler about a target.
#[derive(Clone, Debug)]
pub struct CompilerMessage {
    /// Name of the target that was compiled.
    pub target: String,
    /// Its root file.
    pub root_file: PathBuf,
    /// The message. Its rendered text is without terminal codes.
    pub diagnostic: Diagnostic,
}

impl CompilerMessage {
    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        matches!(
            self.diagnostic.level,
            DiagnosticLevel::Error | DiagnosticLevel::Ice
        )
    }

    /// Whether it is about the source: it has a code, or points at a place.
    pub fn is_about_source(&self) -> bool {
        self.diagnostic.code.is_some() || !self.diagnostic.spans.is_empty()
    }

    /// The code of the error (`E0308`), or the name of the lint.
    pub fn code(&self) -> Option<&str> {
        self.diagnostic.code.as_ref().map(|code| code.code.as_str())
    }

    /// The message as the compiler shows it.
    pub fn rendered(&self) -> &str {
        let Diagnostic {
            rendered, message, ..
        } = &self.diagnostic;
        rendered.as_ref().unwrap_or(message)
    }
}

/// The messages in cargo's standard output; other lines, from build scripts or unknown versions of cargo, are skipped.
pub fn read(stdout: &str) -> impl Iterator<Item = Message> {
    cargo_metadata::Message::parse_stream(stdout.as_bytes())
        .flatten()
        .filter_map(|message| match message {
            cargo_metadata::Message::CompilerMessage(message) => {
                let mut diagnostic = message.message;
                diagnostic.rendered = diagnostic.rendered.map(|text| plain(&text));
                Some(Message::Compiler(CompilerMessage {
                    target: message.target.name,
                    root_file: message.target.src_path.into_std_path_buf(),
                    diagnostic,
                }))
            }
            cargo_metadata::Message::CompilerArtifact(artifact) => {
                Some(Message::Artifact(Box::new(artifact)))
            }
            cargo_metadata::Message::BuildFinished(finished) => {
                Some(Message::Finished(finished.success))
            }
            _ => None,
        })
}

/// All errors of the compiler, in the order in which it reported them.
pub fn all_errors(stdout: &str) -> impl Iterator<Item = CompilerMessage> {
    read(stdout).filter_map(|message| match message {
        Message::Compiler(message) if message.is_error() => Some(message),
        _ => None,
    })
}

/// The errors of the compiler that say what is wrong.
///
/// The compiler ends each target with an error that only counts the others, which is left out. If there are no other errors, an error without a code
/// and a place is itself the cause, as when linking fails.
pub fn errors(stdout: &str) -> Vec<CompilerMessage> {
    let (mut errors, others): (Vec<_>, Vec<_>) =
        all_errors(stdout).partition(CompilerMessage::is_about_source);
    for other in others {
        if errors
            .iter()
            .all(|error| error.root_file != other.root_file)
        {
            errors.push(other);
        }
    }
    errors
}

/// The executable that cargo built, or found up to date, for an artifact that `is_it` accepts.
pub fn executable(stdout: &str, is_it: impl Fn(&Artifact) -> bool) -> Option<PathBuf> {
    read(stdout).find_map(|message| match message {
        Message::Artifact(artifact) if is_it(&artifact) => {
            artifact.executable.map(|path| path.into_std_path_buf())
        }
        _ => None,
    })
}

/// The file and the line of a span, followed by those of the macro calls that contain it, from the inside out. Files are named as the compiler
/// names them.
pub fn places(span: &DiagnosticSpan) -> impl Iterator<Item = (&Path, usize)> {
    std::iter::successors(Some(span), |span| Some(&span.expansion.as_ref()?.span))
        .map(|span| (Path::new(&span.file_name), span.line_start))
}

/// The text without terminal codes: build scripts and wrappers may print colours even if they are told not to.
pub fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn codes_places_and_rendered_text_are_read() {
        let span = |file: &str, line: u32, expansion: serde_json::Value| {
            json!({
                "file_name": file, "byte_start": 0, "byte_end": 1, "line_start": line, "line_end": line,
                "column_start": 1, "column_end": 2, "is_primary": true, "text": [], "label": null,
                "suggested_replacement": null, "suggestion_applicability": null, "expansion": expansion,
            })
        };
        let call = json!({"span": span("src/main.rs", 7, json!(null)), "macro_decl_name": "m!", "def_site_span": null});
        let target = json!({
            "name": "demo", "kind": ["lib"], "crate_types": ["lib"], "src_path": "/p/src/lib.rs", "edition": "2021",
            "doc": true, "doctest": true, "test": true,
        });
        let message = |text: &str, spans: serde_json::Value, code: serde_json::Value| {
            json!({
                "reason": "compiler-message", "package_id": "path+file:///p#0.1.0", "manifest_path": "/p/Cargo.toml",
                "target": target,
                "message": {
                    "message": text, "code": code, "level": "error", "spans": spans, "children": [],
                    "rendered": format!("\u{1b}[31merror\u{1b}[0m: {text}\n"),
                },
            })
        };
        let stream = [
            "a build script's own words".to_owned(),
            message(
                "mismatched types",
                json!([span("src/macros.rs", 3, call)]),
                json!({"code": "E0308", "explanation": null}),
            )
            .to_string(),
            message("aborting due to 1 previous error", json!([]), json!(null)).to_string(),
            json!({"reason": "build-finished", "success": false}).to_string(),
        ]
        .join("\n");
        let messages: Vec<Message> = read(&stream).collect();
        let [
            Message::Compiler(error),
            Message::Compiler(_),
            Message::Finished(false),
        ] = &messages[..]
        else {
            panic!("{messages:?}");
        };
        let errors: Vec<String> = errors(&stream)
            .into_iter()
            .map(|error| error.diagnostic.message)
            .collect();
        assert_eq!(errors, ["mismatched types"]);
        assert_eq!(error.code(), Some("E0308"));
        assert_eq!(error.rendered(), "error: mismatched types\n");
        assert_eq!(
            (error.target.as_str(), error.root_file.as_path()),
            ("demo", Path::new("/p/src/lib.rs"))
        );
        let places: Vec<_> = places(&error.diagnostic.spans[0]).collect();
        assert_eq!(
            places,
            [
                (Path::new("src/macros.rs"), 3),
                (Path::new("src/main.rs"), 7)
            ]
        );
    }
}
