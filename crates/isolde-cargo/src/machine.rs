//! Recognises failures of other programs that are the machine's fault, which only the text of their messages shows.

use crate::messages;
use crate::{End, Output};
use std::fmt;
use std::os::unix::process::ExitStatusExt;

/// What a machine can run out of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortage {
    /// The disk is full, or the user may not use more of it.
    Space,
    /// A file would be larger than the system allows.
    FileSize,
    /// The file system cannot be written.
    Writing,
    /// There is not enough memory.
    Memory,
    /// No further process or thread can be started.
    Processes,
    /// No further file can be opened.
    OpenFiles,
}

impl fmt::Display for Shortage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Shortage::Space => {
                "no space is left on the disk; make room, or put intermediate files elsewhere with `--target-dir`"
            }
            Shortage::FileSize => {
                "a file would exceed the size that the system allows; raise the limit (`ulimit -f unlimited`)"
            }
            Shortage::Writing => {
                "the file system is read-only; put intermediate files elsewhere with `--target-dir`"
            }
            Shortage::Memory => "there is not enough memory; end other programs, or use `--jobs 1`",
            Shortage::Processes => {
                "the system allows no further process; end other programs, or raise the limit (`ulimit -u`)"
            }
            Shortage::OpenFiles => {
                "the system allows no further open file; raise the limit (`ulimit -n`)"
            }
        })
    }
}

/// Messages of the system about a shortage, as the C library, Rust and LLVM write them.
const WORDS: [(&str, Shortage); 9] = [
    ("No space left on device", Shortage::Space),
    ("Disk quota exceeded", Shortage::Space),
    ("File too large", Shortage::FileSize),
    ("Read-only file system", Shortage::Writing),
    ("Cannot allocate memory", Shortage::Memory),
    ("memory allocation of ", Shortage::Memory),
    ("LLVM ERROR: out of memory", Shortage::Memory),
    ("Resource temporarily unavailable", Shortage::Processes),
    ("Too many open files", Shortage::OpenFiles),
];

/// Signals with which the system ends a program because of a shortage, as cargo writes them.
const SIGNALS: [(&str, Shortage); 3] = [
    ("SIGKILL", Shortage::Memory),
    ("SIGBUS", Shortage::Space),
    ("SIGXFSZ", Shortage::FileSize),
];

/// What the machine ran out of if the system ended a program by this signal.
fn lacks_by_signal(signal: i32) -> Option<Shortage> {
    match signal {
        libc::SIGKILL => Some(Shortage::Memory),
        libc::SIGBUS => Some(Shortage::Space),
        libc::SIGXFSZ => Some(Shortage::FileSize),
        _ => None,
    }
}

/// What a machine ran out of, and the message that said so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lack {
    /// What it ran out of.
    pub shortage: Shortage,
    /// The message of the program that failed.
    pub said: String,
}

/// What the machine ran out of if this caused a build to fail, or `None` if something else was wrong.
///
/// `output` is that of a call of cargo with `--message-format=json`, or of a compiler or linker. Errors with a code or a place in a source file are
/// about that source, whatever words they quote.
pub fn lacks(output: &Output) -> Option<Lack> {
    if output.end == End::Passed {
        return None;
    }
    // The system killed the program itself, so the program could report nothing. One that exceeded its time was killed by us.
    if output.end == End::Failed
        && let Some(signal) = output.status.signal()
        && let Some(shortage) = lacks_by_signal(signal)
    {
        let said = format!("a program was ended by the system: {}", output.status);
        return Some(Lack { shortage, said });
    }
    let about_no_source = messages::all_errors(&output.stdout)
        .filter(|message| !message.is_about_source())
        .map(|message| message.rendered().trim().to_owned());
    let lines = output.stderr.lines().map(|line| line.trim().to_owned());
    about_no_source.chain(lines).find_map(|said| {
        Some(Lack {
            shortage: lacks_by_words(&said)?,
            said,
        })
    })
}

/// The same for a text that is all that is known about a failure: a linker's output, or an error of the instrumentation.
pub fn lacks_by_words(text: &str) -> Option<Shortage> {
    let by_signal = SIGNALS
        .iter()
        .find(|(signal, _)| text.contains("(signal: ") && text.contains(signal));
    let by_words = WORDS.iter().find(|(words, _)| text.contains(words));
    by_words.or(by_signal).map(|(_, shortage)| *shortage)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::ExitStatus;

    fn output(stdout: &str, stderr: &str) -> Output {
        Output {
            end: End::Failed,
            status: ExitStatus::from_raw(1 << 8),
            stdout: stdout.to_owned(),
            stderr: stderr.to_owned(),
        }
    }

    /// An error of the compiler, at a place in a source file or at none.
    fn error(text: &str, has_place: bool) -> String {
        let span = serde_json::json!({
            "file_name": "src/lib.rs", "byte_start": 0, "byte_end": 1, "line_start": 1, "line_end": 1,
            "column_start": 1, "column_end": 2, "is_primary": true, "text": [], "label": null,
            "suggested_replacement": null, "suggestion_applicability": null, "expansion": null,
        });
        let spans = if has_place { vec![span] } else { Vec::new() };
        serde_json::json!({
            "reason": "compiler-message", "package_id": "path+file:///p#0.1.0", "manifest_path": "/p/Cargo.toml",
            "target": {
                "name": "demo", "kind": ["lib"], "crate_types": ["lib"], "src_path": "/p/src/lib.rs", "edition": "2021",
                "doc": true, "doctest": true, "test": true,
            },
            "message": {
                "message": text, "code": null, "level": "error", "spans": spans, "children": [],
                "rendered": format!("error: {text}\n"),
            },
        })
        .to_string()
    }

    #[test]
    fn a_full_disk_and_a_killed_compiler_are_recognised_whoever_reports_them() {
        let full = "failed to write target/x.rlib: No space left on device (os error 28)";
        let lack = lacks(&output(&error(full, false), "")).expect("it says so");
        assert_eq!(lack.shortage, Shortage::Space);
        assert_eq!(lack.said, format!("error: {full}"));
        let read_only = "error: couldn't create a temp dir: Read-only file system (os error 30)";
        let lack = lacks(&output("", &format!("   Compiling demo\n{read_only}\n")));
        let lack = lack.expect("it says so");
        assert_eq!(lack.shortage, Shortage::Writing);
        assert_eq!(lack.said, read_only);
        let killed = "process didn't exit successfully: `rustc` (signal: 9, SIGKILL: kill)";
        let lack = lacks(&output("", killed)).expect("it says so");
        assert_eq!(lack.shortage, Shortage::Memory);
    }

    #[test]
    fn a_program_that_the_system_killed_says_nothing_and_is_recognised_by_its_status() {
        let ended_by = |signal: i32, end: End| {
            let status = ExitStatus::from_raw(signal);
            let lack = lacks(&Output {
                end,
                status,
                ..output("", "")
            });
            lack.map(|lack| lack.shortage)
        };
        assert_eq!(ended_by(libc::SIGKILL, End::Failed), Some(Shortage::Memory));
        assert_eq!(ended_by(libc::SIGBUS, End::Failed), Some(Shortage::Space));
        assert_eq!(ended_by(libc::SIGSEGV, End::Failed), None);
        assert_eq!(ended_by(libc::SIGKILL, End::TimedOut), None);
    }

    #[test]
    fn a_source_that_quotes_such_words_is_not_excused() {
        let quoted = "mismatched types: \"No space left on device\"";
        assert_eq!(lacks(&output(&error(quoted, true), "")), None);
        assert_eq!(lacks(&output("", "error: could not compile `demo`")), None);
    }
}
