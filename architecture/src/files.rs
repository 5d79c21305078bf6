//! The files of the repository, their lengths and how they begin.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};

/// The folder of the repository.
pub fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_owned()
}

/// All files below `folder` whose names end in `.extension`, sorted, except those in target folders and hidden folders.
///
/// # Errors
/// If a folder cannot be read.
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
        // Symbolic links lead to files that are found elsewhere anyway.
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

/// The number of lines of a file.
///
/// # Errors
/// If the file cannot be read as text.
pub fn lines(file: &Path) -> Result<usize> {
    Ok(read(file)?.lines().count())
}

/// Whether a file begins with a description of its purpose: its first line, after attributes, is a `//!` comment.
///
/// # Errors
/// If the file cannot be read as text, or is empty.
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
/// If the file cannot be read as text.
pub fn read(file: &Path) -> Result<String> {
    std::fs::read_to_string(file).with_context(|| file.display().to_string())
}

/// A file's path as it is written in documents: relative to the root of the repository.
pub fn name(file: &Path) -> String {
    let relative = file.strip_prefix(root()).unwrap_or(file);
    relative.display().to_string()
}
