//! Writes stored inputs to files.

use crate::error::PutsError;
use crate::input::Input;
use crate::keep::Kept;
use crate::known::{self, Known};
use isolde::put::stored::{self, Inputs, Stored};
use isolde_record::put::PutInfo;
use std::io::Write;
use std::path::Path;

/// Writes the inputs of a test to its file atomically, unless the file holds them already. Returns whether it was written.
///
/// # Errors
/// If the file cannot be written.
pub fn store(info: &PutInfo, known: &Known, kept: &Kept) -> Result<bool, PutsError> {
    if kept.inputs.is_empty() && kept.unfit.is_empty() {
        return Ok(false);
    }
    let fitting = kept.inputs.iter().map(|input| {
        let was = known.inputs.iter().find(|(_, tape)| *tape == input.tape);
        Stored {
            outcome: outcome(input, &kept.inputs),
            comments: was.map_or_else(Vec::new, |(stored, _)| stored.comments.clone()),
            ..input.stored(info)
        }
    });
    let unfit = kept.unfit.iter().map(known::Unfit::marked);
    let text = stored::write(
        &format!("{}::{}", info.module, info.name),
        &Inputs {
            comments: known.comments.clone(),
            signature: known::signature(info),
            inputs: fitting.chain(unfit).collect(),
        },
    );
    let file = &known.file;
    if std::fs::read_to_string(file).is_ok_and(|old| old == text) {
        return Ok(false);
    }
    let io = |source| PutsError::Io {
        what: "write",
        path: file.clone(),
        source,
    };
    let folder = file.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(io)?;
    let mut unfinished = tempfile::NamedTempFile::new_in(folder).map_err(io)?;
    unfinished.write_all(text.as_bytes()).map_err(io)?;
    // Temporary files are private to their owner, but these are the user's sources.
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o644);
    unfinished.as_file().set_permissions(mode).map_err(io)?;
    unfinished.persist(file).map_err(|error| io(error.error))?;
    Ok(true)
}

/// The outcome as it is stored: without its line, which changes when lines are added above it, unless only the line distinguishes two outcomes.
fn outcome(input: &Input, all: &[Input]) -> String {
    let record = input.record();
    let short = record.outcome_without_line();
    let is_shared = all
        .iter()
        .map(Input::record)
        .any(|other| other.outcome_without_line() == short && other.outcome() != record.outcome());
    match is_shared {
        true => record.outcome(),
        false => short,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_record::put::Verdict;
    use isolde_record::{PanicInfo, Tape};

    fn failing(value: u64, line: u32) -> Input {
        Input {
            run: None,
            tape: Tape([(value, value)].into()),
            choices: Vec::new(),
            source: vec![format!("f({value})")],
            arguments: Vec::new(),
            verdict: Verdict::Failed,
            why: "no".into(),
            place: Some(PanicInfo {
                message: "no".into(),
                file: "src/a.rs".into(),
                line,
                column: 1,
                step: None,
                law: None,
            }),
            coverage: Vec::new(),
            new_coverage: 0,
            reached: 0,
            is_fatal: false,
        }
    }

    #[test]
    fn lines_are_stored_only_where_they_distinguish_outcomes() {
        let all = [failing(1, 3), failing(2, 3)];
        assert_eq!(outcome(&all[0], &all), "fails: no (src/a.rs)");
        let all = [failing(1, 3), failing(2, 4)];
        assert_eq!(outcome(&all[0], &all), "fails: no (src/a.rs:3)");
        assert_eq!(outcome(&all[1], &all), "fails: no (src/a.rs:4)");
    }

    #[test]
    fn comments_of_stored_inputs_stay() {
        let folder = tempfile::tempdir().unwrap();
        let known = Known {
            file: folder.path().join("f.inputs"),
            comments: vec!["# ours".into()],
            inputs: vec![(
                Stored {
                    comments: vec!["# the second".into()],
                    ..Stored::default()
                },
                failing(2, 3).tape,
            )],
            ..Known::default()
        };
        let kept = Kept {
            inputs: vec![
                Input {
                    choices: vec![(address(), 1)],
                    ..failing(1, 3)
                },
                failing(2, 3),
            ],
            ..Kept::default()
        };
        store(&PutInfo::default(), &known, &kept).unwrap();
        let text = std::fs::read_to_string(&known.file).unwrap();
        assert!(text.contains("\n# ours\ntest "), "{text}");
        assert!(
            text.contains("# the second\ninput fails: no (src/a.rs)\n    f(2)"),
            "{text}"
        );
    }

    fn address() -> isolde::put::address::Address {
        isolde::put::address::Address {
            scopes: vec![0],
            ordinal: 0,
        }
    }
}
