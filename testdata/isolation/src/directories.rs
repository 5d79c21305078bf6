//! Decisions by what directories contain.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The largest file of a directory, without those below; `None` if there are no files.
pub fn largest_file(directory: &Path) -> io::Result<Option<(PathBuf, u64)>> {
    let mut largest: Option<(PathBuf, u64)> = None;
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        if !metadata.is_file() {
            continue;
        }
        let size = metadata.len();
        if largest.as_ref().is_none_or(|(_, most)| size > *most) {
            largest = Some((entry.path(), size));
        }
    }
    Ok(largest)
}

/// Makes a directory; returns `false` if it was there already.
pub fn make(directory: &Path) -> io::Result<bool> {
    match fs::create_dir(directory) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists && directory.is_dir() => Ok(false),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            fs::create_dir_all(directory)?;
            Ok(true)
        }
        Err(error) => Err(error),
    }
}

/// The nearest directory, from `start` upwards, that contains a file with this name.
pub fn find_upwards<'a>(start: &'a Path, name: &str) -> Option<&'a Path> {
    start
        .ancestors()
        .take(8)
        .find(|directory| directory.join(name).is_file())
}

/// A name for a copy of a file that is not taken: the first free one of nine.
pub fn free_name(path: &Path) -> Option<PathBuf> {
    for number in 1..=9 {
        let name = path.with_extension(format!("bak{number}"));
        if !name.exists() {
            return Some(name);
        }
    }
    None
}

/// Where a link points at in the end, after at most three links; `None` if there are more.
pub fn target(path: &Path) -> io::Result<Option<PathBuf>> {
    let mut path = path.to_owned();
    for _ in 0..3 {
        if !fs::symlink_metadata(&path)?.is_symlink() {
            return Ok(Some(path));
        }
        path = fs::read_link(&path)?;
    }
    Ok(None)
}
