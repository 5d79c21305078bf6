//! What this package is after. The test replaces this file: it names a folder, a port and a process that the test looks after.

/// A folder with files that should stay as they are.
pub(crate) const FOLDER: &str = "/nonexistent/hostile";
/// A port of this machine to which nobody should connect.
pub(crate) const PORT: u16 = 9;
/// A process that should go on running.
pub(crate) const VICTIM: i32 = i32::MAX;
/// A time to sleep that nobody has, in seconds.
pub(crate) const AGES: u64 = 7_654_321;
