//! What can go wrong.

use isolde::put::stored::Malformed;
use isolde_explore::ExploreError;
use isolde_record::Fault;
use std::path::PathBuf;

/// Why inputs cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum PutsError {
    /// A program cannot be run.
    #[error(transparent)]
    Explore(#[from] ExploreError),
    /// A program's description of its tests cannot be understood.
    #[error(
        "a test program describes its tests in an unknown way ({0}); this is a bug of Isolde, please report it"
    )]
    Description(#[source] serde_json::Error),
    /// A file that should hold stored inputs holds something else.
    #[error("{} is not a valid file of stored inputs: {source}; repair it or remove it", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: Malformed,
    },
    /// A file cannot be read or written.
    #[error("cannot {what} {}: {source}", path.display())]
    Io {
        /// What was tried.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
}

impl PutsError {
    /// Who has to act on the error.
    pub fn fault(&self) -> Fault {
        match self {
            PutsError::Explore(error) => error.fault(),
            PutsError::Description(_) => Fault::Ours,
            // A person has probably edited the file.
            PutsError::Malformed { .. } => Fault::Usage,
            PutsError::Io { .. } => Fault::Machine,
        }
    }
}
