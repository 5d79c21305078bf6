//! What can go wrong with programs and files, and whose fault it is.

use isolde_record::Fault;
use std::io;
use std::path::{Path, PathBuf};

/// A program or a file could not be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A program cannot be started: it is not installed, or the system cannot start another process.
    #[error("cannot run `{program}`: {source}{}", semicolon(advice))]
    Start {
        /// The program.
        program: String,
        /// The system's answer.
        source: io::Error,
        /// What to do; empty if there is no advice.
        advice: &'static str,
    },
    /// A file or folder cannot be used.
    #[error("cannot {doing} {}: {source}", path.display())]
    File {
        /// What was tried: `read`, `write`, `create`, `copy`.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
    /// The compiler is too old, or its answer cannot be understood.
    #[error("the compiler cannot be used: {message}")]
    Compiler {
        /// The reason, and what to do.
        message: String,
    },
    /// The user wants to stop.
    #[error("interrupted")]
    Interrupted,
}

fn semicolon(advice: &str) -> String {
    if advice.is_empty() {
        String::new()
    } else {
        format!("; {advice}")
    }
}

impl Error {
    /// Who has to act on the error.
    pub fn fault(&self) -> Fault {
        match self {
            Error::Start { .. } | Error::File { .. } | Error::Compiler { .. } => Fault::Machine,
            Error::Interrupted => Fault::Interrupted,
        }
    }

    /// Wraps an I/O error with what was tried (`read`, `write`, `create`, …) and the path.
    pub fn file(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
        let path = path.to_owned();
        move |source| Error::File {
            doing,
            path,
            source,
        }
    }
}
