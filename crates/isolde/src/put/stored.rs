//! Files of stored inputs, made to be read, committed and merged: one block for each input, in an order that depends only on the inputs.
//!
//! ```text
//! # Inputs of `heap::tests::remove`, found by `cargo isolde explore` and run by `cargo test`. Commit this file; to merge two, keep the blocks of both.
//! test remove(heap: Heap, key: i32)
//!
//! input fails: attempt to subtract with overflow (src/heap.rs)
//!     remove(Heap::new(), 7)
//! choices key#0=7
//! check 5170c57d
//! ```
//!
//! The choices are the input; the source text above them shows what they make, and the next exploration rewrites it. The check is a checksum of
//! both. If it is missing, the block was cut off; if it is wrong, someone has edited the text or the choices. Comments (`#`) stay with the block below.

use isolde_abi::key::inner;
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

/// How the first line of a file begins.
const HEADER: &str = "# Inputs of `";
/// Beyond this width, choices continue on the next line.
const WIDTH: usize = 120;
/// What precedes each line of source text.
const INDENT: &str = "    ";

/// The file with the inputs of a test: in `isolde/puts/` below the package's `root`, with a folder for each module.
pub fn file(root: &Path, module: &str, name: &str) -> PathBuf {
    let mut path = root.join("isolde/puts");
    path.extend(module.split("::"));
    path.join(format!("{name}.inputs"))
}

/// A test's signature as it is written in files, from the names and types of its parameters: `remove(heap: Heap, key: i32)`.
pub fn signature<T: Display>(name: &str, parameters: &[(T, T)]) -> String {
    let parameters: Vec<String> = parameters
        .iter()
        .map(|(name, ty)| format!("{name}: {ty}"))
        .collect();
    format!("{name}({})", parameters.join(", "))
}

/// A stored input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stored {
    /// The outcome when the input was stored: `passes`, `fails: message`, `panics as allowed: message`, `dies: how the process ended`.
    pub outcome: String,
    /// The source text of the arguments and the call.
    pub source: Vec<String>,
    /// The addresses of choices, and their values.
    pub choices: Vec<(String, u64)>,
    /// Comments that people wrote about the input, with their `#`.
    pub comments: Vec<String>,
    /// The line of the block in the file that it was read from, from 1.
    pub line: usize,
    /// Whether it was edited in that file: its text may not match its choices.
    pub is_edited: bool,
}

/// A file of inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    /// Comments that people wrote at the top or at the end, with their `#`.
    pub comments: Vec<String>,
    /// The test's signature when the inputs were stored: `remove(heap: Heap, key: i32)`.
    pub signature: String,
    /// The inputs.
    pub inputs: Vec<Stored>,
}

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: &'static str,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for Malformed {}

/// Parses a file. Blocks that occur twice, as they may after a merge, are read once.
///
/// # Errors
/// If a line does not follow the format, or a block has no end; nothing is ignored silently.
pub fn read(text: &str) -> Result<Inputs, Malformed> {
    let mut file = Inputs::default();
    let mut comments = Vec::new();
    let mut open = None::<Stored>;
    for (index, line) in text.lines().enumerate() {
        let malformed = |what| Malformed {
            line: index + 1,
            what,
        };
        if ["<<<<<<<", "=======", ">>>>>>>", "|||||||"]
            .iter()
            .any(|mark| line.starts_with(mark))
        {
            return Err(malformed("a merge conflict; keep the blocks of both sides"));
        }
        if line.trim().is_empty() || line.starts_with(HEADER) {
            continue;
        }
        if line.starts_with('#') {
            comments.push(line.trim_end().to_owned());
            continue;
        }
        if let Some(source) = line.strip_prefix(INDENT) {
            let input = open.as_mut();
            let input = input.ok_or_else(|| malformed("source text outside of an `input`"))?;
            input.source.push(source.to_owned());
            continue;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "test" => {
                file.signature = rest.trim().to_owned();
                file.comments.append(&mut comments);
            }
            "input" => {
                closed(open.as_ref())?;
                open = Some(Stored {
                    outcome: rest.trim().to_owned(),
                    line: index + 1,
                    ..Stored::default()
                });
            }
            "choices" => {
                let input = open.as_mut();
                let input = input.ok_or_else(|| malformed("choices outside of an `input`"))?;
                for choice in rest.split_whitespace() {
                    let pair = choice
                        .split_once('=')
                        .and_then(|(address, value)| Some((address.to_owned(), number(value)?)));
                    let pair =
                        pair.ok_or_else(|| malformed("a choice must be written `address=number`"))?;
                    input.choices.push(pair);
                }
            }
            "check" => {
                let input = open.take();
                let mut input = input.ok_or_else(|| malformed("a check outside of an `input`"))?;
                input.is_edited = rest.trim() != input.check();
                input.comments.append(&mut comments);
                file.inputs.push(input);
            }
            _ => return Err(malformed("this line does not belong to the format")),
        }
    }
    closed(open.as_ref())?;
    file.comments.append(&mut comments);
    let mut seen = std::collections::BTreeSet::new();
    file.inputs.retain(|input| {
        let mut choices = input.choices.clone();
        choices.sort();
        seen.insert(choices)
    });
    file.comments.dedup();
    Ok(file)
}

/// Rejects a block that has no end.
fn closed(open: Option<&Stored>) -> Result<(), Malformed> {
    match open {
        None => Ok(()),
        Some(input) => Err(Malformed {
            line: input.line,
            what: "this input has no `check` line at its end: it was cut off; restore it, or remove the rest of it",
        }),
    }
}

fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// The file's text. `path` is the path of the test, for the first line.
pub fn write(path: &str, file: &Inputs) -> String {
    let mut text = format!(
        "{HEADER}{path}`, found by `cargo isolde explore` and run by `cargo test`. Commit this file; to merge two, keep the blocks of both.\n"
    );
    for comment in &file.comments {
        text.push_str(&format!("{comment}\n"));
    }
    text.push_str(&format!("test {}\n", file.signature));
    let mut inputs: Vec<&Stored> = file.inputs.iter().collect();
    inputs.sort_by_cached_key(|input| {
        let choices: String = input.choices.iter().map(choice).collect();
        (
            rank(input),
            input.choices.len(),
            choices,
            input.outcome.clone(),
        )
    });
    for input in inputs {
        text.push('\n');
        for comment in &input.comments {
            text.push_str(&format!("{comment}\n"));
        }
        text.push_str(&format!("input {}\n", one_line(&input.outcome)));
        for line in &input.source {
            text.push_str(&format!("{INDENT}{line}\n"));
        }
        let mut line = String::from("choices");
        for pair in &input.choices {
            let choice = choice(pair);
            if line.len() + choice.len() >= WIDTH {
                text.push_str(&line);
                line = String::from("\nchoices");
            }
            line.push_str(&format!(" {choice}"));
        }
        text.push_str(&format!("{line}\ncheck {}\n", input.check()));
    }
    text
}

/// Failing inputs come first, inputs that no longer fit come last.
fn rank(input: &Stored) -> u8 {
    match input.outcome.split(':').next() {
        Some("fails" | "dies") => 0,
        Some("unfit") => 2,
        _ => 1,
    }
}

impl Stored {
    /// Whether its run ended the process when it was stored: then it must be run in a process of its own.
    pub fn is_fatal(&self) -> bool {
        self.outcome.starts_with("dies")
    }

    /// A checksum of its source text and its choices.
    fn check(&self) -> String {
        let mut sum = 0;
        let mut add = |text: &str| {
            let bytes = text.bytes().chain([b'\n']);
            sum = bytes.fold(sum, |sum, byte| inner(sum, u64::from(byte)));
        };
        for line in &self.source {
            add(line);
        }
        for pair in &self.choices {
            add(&choice(pair));
        }
        format!("{:08x}", sum >> 32)
    }
}

fn choice((address, value): &(String, u64)) -> String {
    if *value > 0xffff_ffff {
        format!("{address}={value:#x}")
    } else {
        format!("{address}={value}")
    }
}

/// The first line, without control characters.
fn one_line(text: &str) -> String {
    let first = text.lines().next().unwrap_or_default();
    first
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(outcome: &str, choices: &[(&str, u64)]) -> Stored {
        Stored {
            outcome: outcome.into(),
            source: vec!["let x = \"a\";".into(), "f(x)".into()],
            choices: choices.iter().map(|(a, v)| ((*a).to_owned(), *v)).collect(),
            ..Stored::default()
        }
    }

    fn file(inputs: Vec<Stored>) -> Inputs {
        Inputs {
            signature: "f(x: &str)".into(),
            inputs,
            ..Inputs::default()
        }
    }

    #[test]
    fn written_files_read_back_with_failures_first() {
        let passing = stored("passes", &[("x#0", 1)]);
        let failing = stored("fails: no (src/a.rs:3)", &[("x#0", 2), ("x.1#0", u64::MAX)]);
        let text = write("m::f", &file(vec![passing.clone(), failing.clone()]));
        let mut read = read(&text).unwrap();
        for input in &mut read.inputs {
            input.line = 0;
        }
        assert_eq!(read, file(vec![failing, passing]));
    }

    #[test]
    fn the_order_does_not_depend_on_the_order_of_finding() {
        let inputs = [
            stored("passes", &[("x#0", 10)]),
            stored("passes", &[("x#0", 9)]),
            stored("fails", &[("y#0", 1)]),
            stored("passes", &[]),
        ];
        let expected = write("m::f", &file(inputs.to_vec()));
        let mut reversed = inputs.to_vec();
        reversed.reverse();
        assert_eq!(write("m::f", &file(reversed)), expected);
    }

    #[test]
    fn blocks_of_both_sides_of_a_merge_may_be_kept() {
        let one = write("m::f", &file(vec![stored("passes", &[("x#0", 1)])]));
        let two = write(
            "m::f",
            &file(vec![
                stored("passes", &[("x#0", 1)]),
                stored("passes", &[("x#0", 2)]),
            ]),
        );
        assert_eq!(read(&(one + &two)).unwrap().inputs.len(), 2);
    }

    #[test]
    fn many_choices_are_wrapped() {
        let choices: Vec<(String, u64)> = (0..100).map(|i| (format!("list.{i}#0"), i)).collect();
        let input = Stored {
            choices: choices.clone(),
            ..Stored::default()
        };
        let text = write("m::f", &file(vec![input]));
        assert!(
            text.lines().skip(1).all(|line| line.len() <= WIDTH),
            "{text}"
        );
        assert_eq!(read(&text).unwrap().inputs[0].choices, choices);
    }

    #[test]
    fn malformed_lines_are_reported_with_their_numbers() {
        for (text, line) in [
            ("test f()\ninput passes\n<<<<<<< HEAD\n", 3),
            ("choices x#0=1\n", 1),
            ("input passes\nchoices x#0\n", 2),
            ("input passes\nchoices x#0=-1\n", 2),
            ("inputs\n", 1),
            ("    f(1)\n", 1),
            ("check 0\n", 1),
            ("test f()\n\ninput passes\nchoices x#0=1\n", 3),
            ("input passes\ninput passes\n", 1),
        ] {
            assert_eq!(read(text).unwrap_err().line, line, "{text}");
        }
    }

    #[test]
    fn a_file_that_is_cut_off_anywhere_in_a_block_is_refused() {
        let inputs = vec![
            stored("passes", &[("x#0", 123_456)]),
            stored("passes", &[("x#0", 7), ("x.1#0", 8)]),
        ];
        let text = write("m::f", &file(inputs));
        let last = text.rfind("\ninput").unwrap();
        for end in last + 2..text.len() - 1 {
            let cut = read(&text[..end]);
            assert!(cut.is_err() || cut.unwrap().inputs[1].is_edited, "{end}");
        }
        assert!(!read(&text[..text.len() - 1]).unwrap().inputs[1].is_edited);
    }

    #[test]
    fn edits_of_the_text_or_of_the_choices_are_noticed() {
        let text = write("m::f", &file(vec![stored("passes", &[("x#0", 98)])]));
        let is_edited = |text: &str| read(text).unwrap().inputs[0].is_edited;
        assert!(!is_edited(&text));
        assert!(!is_edited(&text.replace('\n', "\r\n")));
        assert!(is_edited(&text.replace("f(x)", "f(y)")));
        assert!(is_edited(&text.replace("98", "5")));
        assert!(is_edited(&text.replace("choices x#0=98", "choices")));
    }

    #[test]
    fn comments_stay_where_they_were_written() {
        let mut one = stored("passes", &[("x#0", 1)]);
        one.comments = vec!["# the usual".into()];
        let two = stored("passes", &[("x#0", 2)]);
        let mut inputs = file(vec![one.clone(), two.clone()]);
        inputs.comments = vec!["# ours".into()];
        let text = write("m::f", &inputs);
        assert_eq!(
            text.matches('#').count() - text.matches("x#0").count(),
            3,
            "{text}"
        );
        let mut read = read(&text).unwrap();
        for input in &mut read.inputs {
            input.line = 0;
        }
        assert_eq!(read, inputs);
    }
}
