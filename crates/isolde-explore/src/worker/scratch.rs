//! The folder that programs may write to: every run finds it empty.

use crate::error::{ExploreError, system};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A folder that is emptied after it was changed.
pub(super) struct Scratch {
    path: PathBuf,
    folder: File,
    untouched: Option<SystemTime>,
}

impl Scratch {
    /// Creates the folder if need be, and empties it.
    pub(super) fn open(path: &Path) -> Result<Scratch, ExploreError> {
        system("create a scratch folder", fs::create_dir_all(path))?;
        let folder = system("open a scratch folder", File::open(path))?;
        let mut scratch = Scratch {
            path: path.to_path_buf(),
            folder,
            untouched: None,
        };
        scratch.clean()?;
        Ok(scratch)
    }

    /// Empties the folder if anything was created in it since the last time; returns whether something was removed. If nothing was created, this
    /// costs one `fstat`.
    pub(super) fn clean(&mut self) -> Result<bool, ExploreError> {
        let modified = |folder: &File| {
            system("examine a scratch folder", folder.metadata()).map(|data| data.modified().ok())
        };
        if self.untouched.is_some() && modified(&self.folder)? == self.untouched {
            return Ok(false);
        }
        let mut removed = false;
        for entry in system("read a scratch folder", fs::read_dir(&self.path))?.flatten() {
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let result = if is_folder {
                fs::remove_dir_all(entry.path())
            } else {
                fs::remove_file(entry.path())
            };
            removed |= result.is_ok();
        }
        self.untouched = modified(&self.folder)?;
        Ok(removed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_run_wrote_is_removed_once() {
        let folder = tempfile::tempdir().unwrap();
        let mut scratch = Scratch::open(folder.path()).unwrap();
        assert!(!scratch.clean().unwrap());
        fs::create_dir_all(folder.path().join("a/b")).unwrap();
        fs::write(folder.path().join("a/b/c"), "text").unwrap();
        assert!(scratch.clean().unwrap());
        assert!(!scratch.clean().unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
