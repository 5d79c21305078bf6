//! Writes records to `target/isolde/`.

use isolde_record::RunsRecord;
use serde::Serialize;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A record that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {source}", path.display())]
pub struct Unwritable {
    path: PathBuf,
    source: io::Error,
}

/// Writes the record of several runs to `isolde/runs.json` in the target directory, and returns its text.
///
/// # Errors
/// [`Unwritable`].
pub fn write_runs(target_dir: &Path, record: &RunsRecord) -> Result<String, Unwritable> {
    write(&target_dir.join("isolde"), "runs.json", record)
}

/// Writes a record to the file `name` in a folder atomically, and returns its text.
///
/// # Errors
/// [`Unwritable`].
pub(crate) fn write(
    folder: &Path,
    name: &str,
    record: &impl Serialize,
) -> Result<String, Unwritable> {
    let path = folder.join(name);
    let write = || {
        let text = serde_json::to_string_pretty(record)?;
        fs::create_dir_all(folder)?;
        let unfinished = folder.join(format!(".{name}.{}", std::process::id()));
        fs::write(&unfinished, format!("{text}\n"))?;
        fs::rename(&unfinished, &path)?;
        Ok(text)
    };
    write().map_err(|source| Unwritable {
        path: path.clone(),
        source,
    })
}
