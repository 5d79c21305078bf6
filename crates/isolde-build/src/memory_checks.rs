//! Whether the memory of a package's unsafe code is checked, and by which program.

use std::path::PathBuf;

/// Whether memory is checked.
#[derive(Clone, Debug, Default)]
pub enum MemoryChecks {
    /// It need not be: the package has no unsafe code, or the user does not want it.
    #[default]
    NotNeeded,
    /// By this program.
    By(Checked),
    /// It cannot be, for this reason.
    Impossible(String),
}

/// The program that checks memory.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The program.
    pub program: PathBuf,
    /// Files and folders of the code under test.
    pub source_roots: Vec<PathBuf>,
    /// Of these, folders of generated code.
    pub source_excluded: Vec<PathBuf>,
}
