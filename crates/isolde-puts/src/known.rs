//! Stored inputs: those that still fit their test, and those that no longer fit.

use crate::error::PutsError;
use crate::input::parameters;
use isolde::put::address::Address;
use isolde::put::stored::{self, Stored};
use isolde_record::Tape;
use isolde_record::put::PutInfo;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The text before the outcome of inputs that do not fit.
const UNFIT: &str = "unfit: ";

/// A stored input that no longer fits. It stays in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    /// The input as it was stored.
    pub stored: Stored,
    /// Why it does not fit.
    pub why: String,
}

/// The stored inputs of a test.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The file; it need not exist yet.
    pub file: PathBuf,
    /// Comments that belong to the file and not to an input.
    pub comments: Vec<String>,
    /// Signature of the test when the inputs were stored; empty without a file.
    pub signature: String,
    /// Inputs that name only parameters that the test has.
    pub inputs: Vec<(Stored, Tape)>,
    /// Inputs that do not fit.
    pub unfit: Vec<Unfit>,
}

/// `name(a: A, b: B)`.
pub fn signature(info: &PutInfo) -> String {
    stored::signature(&info.name, &info.parameters)
}

/// The file in which the inputs of a test are stored, in the package at `root`.
pub fn file(info: &PutInfo, root: &Path) -> PathBuf {
    stored::file(root, &info.module, &info.name)
}

/// Reads the stored inputs of a test of the package at `root`.
///
/// # Errors
/// If the file cannot be read, or is not a valid file of stored inputs.
pub fn load(info: &PutInfo, root: &Path) -> Result<Known, PutsError> {
    let file = file(info, root);
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Ok(Known {
                file,
                ..Known::default()
            });
        }
        Err(source) => {
            return Err(PutsError::Io {
                what: "read",
                path: file,
                source,
            });
        }
    };
    let read = stored::read(&text).map_err(|source| PutsError::Malformed {
        path: file.clone(),
        source,
    })?;
    let mut known = Known {
        file,
        comments: read.comments,
        signature: read.signature,
        ..Known::default()
    };
    for mut stored in read.inputs {
        // An input that did not fit before may fit again.
        if let Some(outcome) = stored.outcome.strip_prefix(UNFIT) {
            stored.outcome = outcome.to_owned();
        }
        match tape(&stored, info) {
            Ok(tape) => known.inputs.push((stored, tape)),
            Err(why) => known.unfit.push(Unfit { stored, why }),
        }
    }
    Ok(known)
}

fn tape(stored: &Stored, info: &PutInfo) -> Result<Tape, String> {
    let parameters = parameters(info);
    let mut tape = BTreeMap::new();
    for (text, value) in &stored.choices {
        let address = Address::parse(text, &parameters).ok_or_else(|| {
            let root = text.split(['.', '#']).next().unwrap_or(text);
            format!("there is no parameter `{root}`")
        })?;
        tape.insert(address.key(), *value);
    }
    Ok(Tape(tape))
}

impl Known {
    /// Lines of inputs that were edited after they were stored.
    pub fn edited(&self) -> Vec<usize> {
        let fitting = self.inputs.iter().map(|(stored, _)| stored);
        let all = fitting.chain(self.unfit.iter().map(|unfit| &unfit.stored));
        all.filter(|stored| stored.is_edited)
            .map(|stored| stored.line)
            .collect()
    }
}

impl Unfit {
    /// The input in the form that stays in the file.
    pub fn marked(&self) -> Stored {
        Stored {
            outcome: format!("{UNFIT}{}", self.stored.outcome),
            ..self.stored.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(parameters: &[&str]) -> PutInfo {
        PutInfo {
            name: "f".into(),
            module: "krate::tests".into(),
            parameters: parameters
                .iter()
                .map(|name| ((*name).to_owned(), "u8".to_owned()))
                .collect(),
            ..PutInfo::default()
        }
    }

    #[test]
    fn inputs_that_name_a_lost_parameter_stay_and_may_fit_again() {
        let root = tempfile::tempdir().unwrap();
        let path = file(&info(&["a"]), root.path());
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let text = "test f(a: u8, b: u8)\ninput passes\nchoices a#0=1\ncheck bc40adeb\ninput unfit: fails\nchoices b#0=2\ncheck 0\n";
        std::fs::write(&path, text).unwrap();

        let known = load(&info(&["a"]), root.path()).unwrap();
        assert_eq!(known.signature, "f(a: u8, b: u8)");
        assert_eq!(known.inputs.len(), 1);
        assert_eq!(known.edited(), [5]);
        assert_eq!(known.unfit[0].why, "there is no parameter `b`");
        assert_eq!(known.unfit[0].marked().outcome, "unfit: fails");

        let known = load(&info(&["b", "a"]), root.path()).unwrap();
        assert_eq!((known.inputs.len(), known.unfit.len()), (2, 0));
        assert_eq!(known.inputs[1].0.outcome, "fails");
    }

    #[test]
    fn without_a_file_nothing_is_known() {
        let root = tempfile::tempdir().unwrap();
        let known = load(&info(&[]), root.path()).unwrap();
        assert!(known.file.ends_with("isolde/puts/krate/tests/f.inputs"));
        assert!(known.inputs.is_empty());
    }
}
