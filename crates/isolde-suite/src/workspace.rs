//! The user's package as verification needs it: copied with its workspace and built by cargo; its tests are run in the sandbox.

use crate::SuiteError;
use crate::time::Measured;
use isolde_cargo::{Job, Mirror};
use isolde_record::Deadline;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The user's package, how it is built, and how its tests are run.
#[derive(Clone, Copy)]
pub struct Workspace<'a> {
    /// The user's package.
    pub package_root: &'a Path,
    /// The workspace it belongs to (or the package itself).
    pub workspace_root: &'a Path,
    /// The workspace's build folder, which is not copied.
    pub target_directory: &'a Path,
    /// Name of the package.
    pub package: &'a str,
    /// Feature options for cargo.
    pub features: &'a [String],
    /// Folder for copies.
    pub scratch: &'a Path,
    /// Cargo's target folder for copies.
    pub build_folder: &'a Path,
    /// Changes a call of `cargo test` so that it builds what the tests need beyond the usual: detours.
    pub configure: &'a (dyn Fn(&mut Command) + Sync),
    /// Makes the job that runs a test executable, confined.
    pub test_job: &'a (dyn Fn(&Path) -> Job<'static> + Sync),
    /// When everything has to end, because of the time or because the user wants to stop.
    pub deadline: &'a Deadline,
    /// Development dependencies that do not build on this machine: the copy is made without them.
    pub left_out: &'a [String],
    /// How long builds and runs of tests take.
    pub measured: Measured,
    /// Told about each step: a message, the number of items done, and the number of all items.
    pub progress: &'a (dyn Fn(&str, usize, usize) + Sync),
}

impl Workspace<'_> {
    /// Copies the workspace, and returns the copied package's folder.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub(crate) fn copy(&self) -> Result<PathBuf, SuiteError> {
        let copy = self.scratch.join("copy");
        let mirror = Mirror {
            from: self.workspace_root,
            skip: self.target_directory,
            edit: &|_, text| text,
        };
        mirror.write(&copy)?;
        let relative = self.package_root.strip_prefix(self.workspace_root);
        Ok(copy.join(relative.unwrap_or(Path::new(""))))
    }
}
