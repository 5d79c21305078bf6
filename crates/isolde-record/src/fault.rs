//! Whose fault an error is. Every error type of Isolde's crates provides this, and the exit code follows from it alone.

/// Who has to act on an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// The user: the command line asks for something that cannot be done.
    Usage,
    /// The authors of the package under test.
    Package,
    /// The owner of the machine: a tool, a permission, space on the disk or memory is missing.
    Machine,
    /// The authors of Isolde.
    Ours,
    /// Nobody: the user interrupted the run.
    Interrupted,
}
