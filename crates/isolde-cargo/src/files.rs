//! Writes files only if their content changes, because cargo compares modification times.

use crate::Error;
use std::fs;
use std::path::Path;

/// Reads a text file.
///
/// # Errors
/// [`Error::File`].
pub fn read(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(Error::file("read", path))
}

/// Writes a file and the folders that contain it, unless the file already has this content. Returns whether it was written.
///
/// # Errors
/// [`Error::File`].
pub fn write_if_changed(path: &Path, content: &[u8]) -> Result<bool, Error> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(false);
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Error::file("create", folder))?;
    }
    fs::write(path, content).map_err(Error::file("write", path))?;
    Ok(true)
}
