//! The files of the repository, their lengths and how they begin.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};

/// The folder of the repository.
pub fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_owned()
}

/// All files below `folder` whose names end in `.extension`, sorted, without those in target folders and in hidden folders.
///
/// # Errors
/// A folder that cannot be read.
pub fn with_extension(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    collect(folder, extension, &mut found)?;
    found.sort();
    Ok(found)
}

fn collect(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) -> Result<()> {
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    for entry in entries {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        // Symbolic links lead to files that are found elsewhere already.
        if entry.file_type()?.is_dir() {
            if name != "target" && !name.starts_with('.') {
                collect(&path, extension, found)?;
            }
        } else if entry.file_type()?.is_file() && path.extension().is_some_and(|it| it == extension)
        {
            found.push(path);
        }
    }
    Ok(())
}

/// Number of lines of a file.
///
/// # Errors
/// A file that is not readable text.
pub fn lines(file: &Path) -> Result<usize> {
    Ok(read(file)?.lines().count())
}

/// Whether the module in a file says at its beginning what it is for: its first line, after attributes of the file, is a `//!` comment.
///
/// # Errors
/// A file that is not readable text, or that is empty.
pub fn says_what_it_is_for(file: &Path) -> Result<bool> {
    let text = read(file)?;
    let mut lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("#!["));
    let first = lines.next();
    ensure!(first.is_some(), "{} is empty", file.display());
    Ok(first.is_some_and(|line| line.starts_with("//!")))
}

/// The text of a file.
///
/// # Errors
/// A file that is not readable text.
pub fn read(file: &Path) -> Result<String> {
    std::fs::read_to_string(file).with_context(|| file.display().to_string())
}

/// A file's path as documents name it: from the root of the repository.
pub fn name(file: &Path) -> String {
    let relative = file.strip_prefix(root()).unwrap_or(file);
    relative.display().to_string()
}
