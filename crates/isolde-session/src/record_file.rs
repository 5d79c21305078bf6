//! Writes records to `target/isolde/`.

use isolde_build::Scratch;
use serde::Serialize;
use std::fs;
use std::io;
use std::path::PathBuf;

/// A record that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {source}", path.display())]
pub struct Unwritable {
    path: PathBuf,
    source: io::Error,
}

/// Writes a record to the file `name` atomically, and returns its text.
///
/// # Errors
/// [`Unwritable`].
pub(crate) fn write(
    scratch: &Scratch,
    name: &str,
    record: &impl Serialize,
) -> Result<String, Unwritable> {
    let path = scratch.shared().join(name);
    let write = || {
        let text = serde_json::to_string_pretty(record)?;
        fs::create_dir_all(scratch.temporary())?;
        let unfinished = scratch.temporary().join(name);
        fs::write(&unfinished, format!("{text}\n"))?;
        fs::rename(&unfinished, &path)?;
        Ok(text)
    };
    write().map_err(|source| Unwritable {
        path: path.clone(),
        source,
    })
}
