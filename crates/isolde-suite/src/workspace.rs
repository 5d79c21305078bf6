//! The user's package as verification sees it: copied with its workspace, built by cargo, its tests run in the sandbox.

use crate::SuiteError;
use crate::time::Measured;
use isolde_mirror::{Mirror, MirrorError};
use isolde_record::Deadline;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The user's package, and how it is built and its tests are run.
pub struct Workspace<'a> {
    /// The user's package.
    pub package_root: &'a Path,
    /// The workspace it belongs to (or the package itself).
    pub workspace_root: &'a Path,
    /// The workspace's build folder, which is not copied.
    pub target_directory: &'a Path,
    /// Name of the package.
    pub package: &'a str,
    /// The package for cargo's `-p`: with its version, since dependencies may have its name too.
    pub package_spec: &'a str,
    /// Feature options for cargo.
    pub features: &'a [String],
    /// Folder for copies and build output.
    pub scratch: &'a Path,
    /// A command that runs a test executable, confined.
    pub command: &'a (dyn Fn(&Path) -> Command + Sync),
    /// When everything has to end, by time or because the user wants to stop.
    pub deadline: &'a Deadline,
    /// How long builds and runs of tests take.
    pub measured: Measured,
    /// Told about each step: a message, items done, items in all.
    pub progress: &'a (dyn Fn(&str, usize, usize) + Sync),
}

impl Workspace<'_> {
    /// Copies the workspace; the copied package's folder.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub(crate) fn copy(&self) -> Result<PathBuf, SuiteError> {
        let copy = self.scratch.join("copy");
        let mirror = Mirror {
            from: self.workspace_root,
            skip: self.target_directory,
            edit: &|_, text| text,
        };
        mirror
            .write(&copy)
            .map_err(|MirrorError { path, source }| SuiteError::io("copy", path)(source))?;
        let relative = self.package_root.strip_prefix(self.workspace_root);
        Ok(copy.join(relative.unwrap_or(Path::new(""))))
    }

    /// Cargo's target folder for copies.
    pub(crate) fn build_folder(&self) -> PathBuf {
        self.scratch.join("target")
    }
}
