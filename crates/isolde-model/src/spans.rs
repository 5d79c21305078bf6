//! Positions relative to the package root.
//!
//! rustdoc writes file names as they were passed to rustc: relative to the workspace's root for workspace members, absolute for dependencies.

use crate::document::{Document, Position};
use crate::item::Span;
use std::path::{Path, PathBuf};

/// Turns rustdoc's file names into names relative to the package root.
pub(crate) struct Files<'a> {
    package_root: &'a Path,
    /// The package root without symbolic links, since either form may have been passed to rustc.
    canonical_root: PathBuf,
    /// The directory that relative file names start from.
    base: PathBuf,
}

impl<'a> Files<'a> {
    /// Finds the directory that relative file names start from: the package root or the innermost of its parents from which the name of the
    /// crate's root file leads to a file inside the package.
    pub(crate) fn of(document: &Document, package_root: &'a Path) -> Files<'a> {
        let root_file = document
            .entries
            .get(&document.root)
            .and_then(|root| root.position.as_ref())
            .map(|at| Path::new(&at.file));
        let base = root_file
            .filter(|file| file.is_relative())
            .and_then(|file| {
                package_root.ancestors().find(|base| {
                    let candidate = base.join(file);
                    candidate.starts_with(package_root) && candidate.is_file()
                })
            })
            .unwrap_or(package_root);
        Files {
            package_root,
            canonical_root: package_root
                .canonicalize()
                .unwrap_or_else(|_| package_root.to_owned()),
            base: base.to_owned(),
        }
    }

    /// The file name relative to the package root, with `/` between its parts. The name of a file outside the package stays as it is.
    pub(crate) fn relative(&self, file: &str) -> String {
        let full = self.base.join(file);
        let inside = full
            .strip_prefix(self.package_root)
            .or_else(|_| full.strip_prefix(&self.canonical_root))
            .unwrap_or(&full);
        inside.to_string_lossy().replace('\\', "/")
    }

    /// The text of a file as rustdoc names it; `None` if it cannot be read.
    pub(crate) fn source(&self, file: &str) -> Option<String> {
        std::fs::read_to_string(self.base.join(file)).ok()
    }

    /// The position with its file relative to the package root.
    pub(crate) fn span(&self, position: &Position) -> Span {
        Span {
            file: self.relative(&position.file),
            line: position.line,
            end_line: position.end_line,
        }
    }
}
