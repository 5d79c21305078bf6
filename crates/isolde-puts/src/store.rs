//! Writing stored inputs.

use crate::error::PutsError;
use crate::keep::Kept;
use crate::known::{self, Known};
use isolde::put::stored::{self, Inputs};
use isolde_record::put::PutInfo;
use std::io::Write;
use std::path::Path;

/// Writes the inputs of a test to its file, all at once, unless it holds them already. Whether it was written.
///
/// # Errors
/// The file cannot be written.
pub fn store(info: &PutInfo, known: &Known, kept: &Kept) -> Result<bool, PutsError> {
    if kept.inputs.is_empty() && kept.unfit.is_empty() {
        return Ok(false);
    }
    let fitting = kept.inputs.iter().map(|input| input.stored(info));
    let unfit = kept.unfit.iter().map(known::Unfit::marked);
    let text = stored::write(
        &format!("{}::{}", info.module, info.name),
        &Inputs {
            signature: known::signature(info),
            inputs: fitting.chain(unfit).collect(),
        },
    );
    let file = &known.file;
    if std::fs::read_to_string(file).is_ok_and(|old| old == text) {
        return Ok(false);
    }
    let io = |source| PutsError::Io {
        what: "write",
        path: file.clone(),
        source,
    };
    let folder = file.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(io)?;
    let mut unfinished = tempfile::NamedTempFile::new_in(folder).map_err(io)?;
    unfinished.write_all(text.as_bytes()).map_err(io)?;
    // Temporary files are private; these are the user's sources.
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o644);
    unfinished.as_file().set_permissions(mode).map_err(io)?;
    unfinished.persist(file).map_err(|error| io(error.error))?;
    Ok(true)
}
