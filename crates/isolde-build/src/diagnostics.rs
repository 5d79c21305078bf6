//! Reads cargo's JSON messages: which generated pieces are to blame, and which errors are the package's own.

use crate::driver;
use isolde_cargo::messages::{self, CompilerMessage, Diagnostic, DiagnosticSpan};
use isolde_harness::Rejection;
use std::path::{Path, PathBuf};

/// The errors of one build.
#[derive(Debug, Default)]
pub struct Errors {
    /// Errors in the generated driver: lines of its main file, the most relevant first, and the compiler's message.
    pub located: Vec<(Vec<u32>, Rejection)>,
    /// Errors in the compilation of the driver that point at none of its lines, and the compiler's rendering.
    pub unlocated: Vec<(Rejection, String)>,
    /// Errors in the sources that Isolde carries.
    pub support: Vec<String>,
    /// Errors in the package or a dependency.
    pub foreign: Vec<Foreign>,
    /// An error that says that the package defines a language item twice.
    pub language_item: Option<String>,
}

/// An error in something that Isolde did not write.
#[derive(Debug, PartialEq, Eq)]
pub struct Foreign {
    /// Name of the target.
    pub target: String,
    /// Its root file.
    pub root_file: PathBuf,
    /// The compiler's rendering.
    pub rendered: String,
}

/// Error code for language items that are defined twice, or a second global allocator.
const DUPLICATE_LANGUAGE_ITEM: &str = "E0152";

/// Reads cargo's messages. `support` is the folder of the sources that Isolde carries.
pub fn read(stdout: &str, support: &Path) -> Errors {
    let mut errors = Errors::default();
    for message in messages::errors(stdout) {
        errors.add(message, support);
    }
    errors
}

impl Errors {
    fn add(&mut self, message: CompilerMessage, support: &Path) {
        let rendered = message.rendered().to_owned();
        if message.target != driver::NAME {
            if message.root_file.starts_with(support) {
                self.support.push(rendered);
            } else {
                self.foreign.push(Foreign {
                    target: message.target,
                    root_file: message.root_file,
                    rendered,
                });
            }
            return;
        }
        let is_duplicate = message.code() == Some(DUPLICATE_LANGUAGE_ITEM);
        let diagnostic = message.diagnostic;
        if is_duplicate {
            self.language_item = Some(diagnostic.message.clone());
        }
        let lines = lines(&diagnostic);
        if lines.is_empty() {
            self.unlocated.push((rejection(&diagnostic), rendered));
        } else {
            self.located.push((lines, rejection(&diagnostic)));
        }
    }
}

impl Errors {
    /// Whether something that Isolde did not generate for the package is to blame.
    pub fn are_foreign(&self) -> bool {
        !self.foreign.is_empty() || !self.support.is_empty() || self.language_item.is_some()
    }

    /// The first error in the driver.
    pub fn first(&self) -> Option<&Rejection> {
        let unlocated = self.unlocated.iter().map(|(rejection, _)| rejection);
        let located = self.located.iter().map(|(_, rejection)| rejection);
        unlocated.chain(located).next()
    }
}

/// The error's code, and the first line of its message.
fn rejection(diagnostic: &Diagnostic) -> Rejection {
    let code = diagnostic.code.as_ref().map(|code| code.code.clone());
    Rejection {
        // Lints have a name instead of a code.
        code: code.filter(|code| code.starts_with('E')),
        message: diagnostic
            .message
            .lines()
            .next()
            .unwrap_or_default()
            .to_owned(),
        is_final: false,
    }
}

/// Lines of the main file that a diagnostic points at: those of primary spans first, then those of other spans, then those of its notes. Spans inside
/// macros count at the place where the macro is called.
fn lines(diagnostic: &Diagnostic) -> Vec<u32> {
    let (primary, secondary): (Vec<_>, Vec<_>) =
        diagnostic.spans.iter().partition(|span| span.is_primary);
    let notes = diagnostic.children.iter().flat_map(|child| &child.spans);
    let mut lines = Vec::new();
    for span in primary.into_iter().chain(secondary).chain(notes) {
        if let Some(line) = line_in_main(span)
            && !lines.contains(&line)
        {
            lines.push(line);
        }
    }
    lines
}

fn line_in_main(span: &DiagnosticSpan) -> Option<u32> {
    let mut span = span;
    loop {
        if span.file_name.ends_with(isolde_harness::DRIVER_SOURCE) {
            return u32::try_from(span.line_start).ok();
        }
        span = &span.expansion.as_ref()?.span;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A message of cargo's about a target, with spans as (file, line, expanded from line of the driver's main file).
    fn message(target: &str, root: &str, text: &str, spans: &[(&str, u32, Option<u32>)]) -> String {
        let span = |file: &str, line: u32, expansion: serde_json::Value| {
            serde_json::json!({
                "file_name": file, "byte_start": 0, "byte_end": 1, "line_start": line, "line_end": line,
                "column_start": 1, "column_end": 2, "is_primary": true, "text": [], "label": null,
                "suggested_replacement": null, "suggestion_applicability": null, "expansion": expansion,
            })
        };
        let spans: Vec<_> = spans
            .iter()
            .map(|(file, line, outer)| {
                let expansion = outer.map(|line| {
                    let nothing = serde_json::Value::Null;
                    serde_json::json!({
                        "span": span("src/main.rs", line, nothing.clone()), "macro_decl_name": "m!", "def_site_span": nothing,
                    })
                });
                span(file, *line, expansion.unwrap_or_default())
            })
            .collect();
        serde_json::json!({
            "reason": "compiler-message",
            "package_id": "path+file:///p#0.1.0",
            "manifest_path": "/p/Cargo.toml",
            "target": {
                "name": target, "kind": ["lib"], "crate_types": ["lib"], "src_path": root, "edition": "2021",
                "doc": true, "doctest": true, "test": true,
            },
            "message": {
                "message": text, "code": {"code": "E0308", "explanation": null}, "level": "error", "spans": spans,
                "children": [], "rendered": format!("error: {text}\n"),
            },
        })
        .to_string()
    }

    fn errors(messages: &[String]) -> Errors {
        read(&messages.join("\n"), Path::new("/support"))
    }

    #[test]
    fn errors_in_the_driver_are_located_by_line_and_through_macros() {
        let direct = message(
            driver::NAME,
            "/d/src/main.rs",
            "mismatched types",
            &[("src/main.rs", 7, None)],
        );
        let inside = message(
            driver::NAME,
            "/d/src/main.rs",
            "no method",
            &[("/support/isolde/src/lib.rs", 99, Some(12))],
        );
        let errors = errors(&[direct, inside]);
        let refused = |message: &str| Rejection {
            code: Some("E0308".to_owned()),
            message: message.to_owned(),
            is_final: false,
        };
        assert_eq!(
            errors.located,
            [
                (vec![7], refused("mismatched types")),
                (vec![12], refused("no method"))
            ]
        );
        assert_eq!(errors.located[1].1.to_string(), "no method [E0308]");
        assert!(errors.foreign.is_empty() && errors.unlocated.is_empty());
    }

    #[test]
    fn errors_of_the_package_and_of_our_own_sources_are_kept_apart() {
        let theirs = message(
            "theirs",
            "/p/src/lib.rs",
            "mismatched types",
            &[("src/lib.rs", 3, None)],
        );
        let ours = message(
            "isolde",
            "/support/isolde/src/lib.rs",
            "unstable",
            &[("/support/isolde/src/lib.rs", 3, None)],
        );
        let errors = errors(&[theirs, ours]);
        assert_eq!(
            errors.foreign,
            [Foreign {
                target: "theirs".to_owned(),
                root_file: "/p/src/lib.rs".into(),
                rendered: "error: mismatched types\n".to_owned(),
            }]
        );
        assert_eq!(errors.support, ["error: unstable\n"]);
    }

    #[test]
    fn the_error_that_counts_the_others_is_left_out_whatever_it_says() {
        let bare = |text: &str| {
            message("theirs", "/p/src/lib.rs", text, &[])
                .replace(r#"{"code":"E0308","explanation":null}"#, "null")
        };
        let first = message(
            "theirs",
            "/p/src/lib.rs",
            "mismatched types",
            &[("src/lib.rs", 3, None)],
        );
        let texts = |messages: &[String]| -> Vec<String> {
            let foreign = errors(messages).foreign;
            foreign.into_iter().map(|error| error.rendered).collect()
        };
        assert_eq!(
            texts(&[first, bare("one error is enough")]),
            ["error: mismatched types\n"]
        );
        assert_eq!(
            texts(&[bare("the linker failed"), bare("one error is enough")]),
            ["error: the linker failed\n"]
        );
    }

    #[test]
    fn an_error_without_a_place_in_the_driver_is_kept_whole() {
        let errors = errors(&[message(
            driver::NAME,
            "/d/src/main.rs",
            "too deep",
            &[("/std/lib.rs", 3, None)],
        )]);
        let [(rejection, rendered)] = &errors.unlocated[..] else {
            panic!("{errors:?}");
        };
        assert_eq!(rejection.to_string(), "too deep [E0308]");
        assert_eq!(rendered, "error: too deep\n");
    }
}
