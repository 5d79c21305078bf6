//! Files and folders that are somebody else's.

use crate::places::FOLDER;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

fn place(name: &str) -> PathBuf {
    Path::new(FOLDER).join(name)
}

/// Overwrites a file.
pub fn overwrite(level: u8) -> io::Result<()> {
    if level > 200 {
        fs::write(place("precious"), "worthless")?;
    }
    Ok(())
}

/// Creates a file.
pub fn create() -> io::Result<()> {
    File::create_new(place("created")).map(|_| ())
}

/// Adds a line to a file, and empties it if it is long.
pub fn append(line: &str) -> io::Result<bool> {
    let mut file = OpenOptions::new().append(true).open(place("precious"))?;
    writeln!(file, "{line}")?;
    if file.metadata()?.len() > 10 {
        file.set_len(0)?;
        return Ok(true);
    }
    Ok(false)
}

/// Deletes a file.
pub fn delete(level: u8) -> io::Result<()> {
    if level % 2 == 1 {
        fs::remove_file(place("precious"))?;
    }
    Ok(())
}

/// Renames a file.
pub fn rename() -> io::Result<()> {
    fs::rename(place("precious"), place("renamed"))
}

/// Copies a file.
pub fn copy() -> io::Result<u64> {
    fs::copy(place("precious"), place("copied"))
}

/// Makes other names for a file.
pub fn link(is_hard: bool) -> io::Result<()> {
    if is_hard {
        fs::hard_link(place("precious"), place("linked"))
    } else {
        symlink(place("precious"), place("symlinked"))
    }
}

/// Lets everybody write a file.
pub fn open_up() -> io::Result<()> {
    fs::set_permissions(place("precious"), Permissions::from_mode(0o777))
}

/// Creates a folder.
pub fn create_folder() -> io::Result<()> {
    fs::create_dir(place("folder-created"))
}

/// Deletes a folder, and what is in it.
pub fn delete_folder(with_contents: bool) -> io::Result<()> {
    if with_contents {
        fs::remove_dir_all(place("full"))
    } else {
        fs::remove_dir(place("empty"))
    }
}
