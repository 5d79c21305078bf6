//! A copy of the user's workspace that is kept from run to run: only files that changed are written, so that cargo compiles only those again. The
//! user's own files stay untouched while tests are tried out, or while private items are made public.

mod manifest;

use crate::Error;
use crate::files::write_if_changed;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Folders that no build needs and that may be large.
const LEFT_OUT: [&str; 5] = ["target", ".git", "node_modules", ".hg", ".svn"];

fn copying(path: &Path) -> impl FnOnce(io::Error) -> Error {
    Error::file("copy", path)
}

/// What to copy.
pub struct Mirror<'a> {
    /// The folder to copy.
    pub from: &'a Path,
    /// The build folder, which is not copied, wherever it is.
    pub skip: &'a Path,
    /// Returns the new text of a Rust file or a manifest, given its path in `from` and its text.
    pub edit: &'a dyn Fn(&Path, String) -> String,
}

impl Mirror<'_> {
    /// Makes `to` equal to the folder, except that relative paths to packages outside become absolute. Links are followed, except those to
    /// a folder that contains them.
    ///
    /// # Errors
    /// [`Error::File`].
    pub fn write(&self, to: &Path) -> Result<(), Error> {
        self.folder(self.from, to, &mut Vec::new())
    }

    /// Copies a folder. `inside` contains the real paths of the folders that contain it.
    fn folder(&self, from: &Path, to: &Path, inside: &mut Vec<PathBuf>) -> Result<(), Error> {
        inside.push(from.canonicalize().map_err(copying(from))?);
        if to.is_file() {
            fs::remove_file(to).map_err(copying(to))?;
        }
        fs::create_dir_all(to).map_err(copying(to))?;
        let mut kept = BTreeSet::new();
        for entry in fs::read_dir(from).map_err(copying(from))? {
            let entry = entry.map_err(copying(from))?;
            let (path, name) = (entry.path(), entry.file_name());
            let target = to.join(&name);
            let kind = entry.file_type().map_err(copying(&path))?;
            let is_cyclic = || {
                let path = path.canonicalize().unwrap_or_else(|_| path.clone());
                inside.iter().any(|folder| folder.starts_with(&path))
            };
            if kind.is_dir() || (kind.is_symlink() && path.is_dir() && !is_cyclic()) {
                // Cargo marks its target folders, whatever they are called.
                let left_out = LEFT_OUT.iter().any(|left_out| name == *left_out)
                    || path == self.skip
                    || path.join("CACHEDIR.TAG").is_file();
                if !left_out {
                    self.folder(&path, &target, inside)?;
                    kept.insert(name);
                }
            } else if path.is_file() {
                self.file(&path, &target)?;
                kept.insert(name);
            }
        }
        inside.pop();
        remove_others(to, &kept)
    }

    fn file(&self, from: &Path, to: &Path) -> Result<(), Error> {
        if to.is_dir() {
            fs::remove_dir_all(to).map_err(copying(to))?;
        }
        let bytes = fs::read(from).map_err(copying(from))?;
        let is = |name: &str| from.file_name().is_some_and(|own| own == name);
        let is_rust = from.extension().is_some_and(|extension| extension == "rs");
        let bytes = match String::from_utf8(bytes) {
            Ok(text) if is("Cargo.toml") => {
                (self.edit)(from, manifest::moved(text, from, self.from)).into_bytes()
            }
            Ok(text) if is_rust => (self.edit)(from, text).into_bytes(),
            Ok(text) => text.into_bytes(),
            Err(other) => other.into_bytes(),
        };
        if write_if_changed(to, &bytes)? {
            // Permissions are copied because build scripts may run what they find; but a read-only file could not be written again.
            let mut permissions = fs::metadata(from).map_err(copying(from))?.permissions();
            permissions.set_mode(permissions.mode() | 0o200);
            fs::set_permissions(to, permissions).map_err(copying(to))?;
        }
        Ok(())
    }
}

/// Removes what the user's folder no longer contains. A lock file that cargo wrote in the copy is kept.
fn remove_others(folder: &Path, kept: &BTreeSet<OsString>) -> Result<(), Error> {
    for entry in fs::read_dir(folder).map_err(copying(folder))? {
        let entry = entry.map_err(copying(folder))?;
        let path = entry.path();
        if kept.contains(&entry.file_name()) || entry.file_name() == "Cargo.lock" {
            continue;
        }
        let removed = if path.is_dir() {
            fs::remove_dir_all(&path)
        } else {
            fs::remove_file(&path)
        };
        removed.map_err(copying(&path))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
