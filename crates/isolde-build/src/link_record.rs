//! Records how the linker was called for the program that will be explored (a driver, or a test program).
//!
//! Nothing is linked then: arguments and short-lived files are copied, and the whole-program bitcode that `-Csave-temps` left beside the object is
//! moved away. To satisfy rustc, the output is written as a file that contains only its own name.

use crate::response_file::{expand, without_plugin_options};
use isolde_cargo::files;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// File name under which a program acts as the linker. It must not end in `ld`: rustc guesses the kind of linker from the name.
pub(crate) const LINKER_NAME: &str = "isolde-link";
/// Environment variable that names the folder of the record.
const RECORD_VARIABLE: &str = "ISOLDE_LINK_RECORD";
/// Environment variable that holds the name of the crate whose link is recorded.
const NAME_VARIABLE: &str = "ISOLDE_LINK_NAME";

const BITCODE_SUFFIX: &str = "lto.after-restriction.bc";

/// A recorded call of the linker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LinkRecord {
    /// All arguments, with files that would disappear replaced by copies.
    pub arguments: Vec<String>,
    /// Index of the whole-program object.
    pub object: usize,
    /// Index of the output.
    pub output: usize,
    /// The whole program's bitcode.
    pub bitcode: PathBuf,
}

impl LinkRecord {
    const FILE: &str = "link.json";

    /// Asks the linker, in the environment of a call of cargo, to record the link of the crate `name` in `folder`.
    pub(crate) fn request(command: &mut Command, folder: &Path, name: &str) {
        command
            .env(RECORD_VARIABLE, folder)
            .env(NAME_VARIABLE, name);
    }

    /// Asks the linker, in the environment of a call of cargo, to link nothing for the crate `name`.
    pub(crate) fn omit(command: &mut Command, name: &str) {
        command.env(NAME_VARIABLE, name);
    }

    /// The arguments that determine what is linked, without those that name a folder which no longer exists: they differ in each build and have no
    /// effect.
    pub(crate) fn lasting_arguments(&self) -> impl Iterator<Item = &String> {
        self.arguments
            .iter()
            .filter(|argument| !is_short_lived(Path::new(argument)))
    }

    /// Whether this record belongs to the link that made `executable`, rather than to an earlier one with other features or flags.
    fn made(&self, executable: &Path) -> bool {
        let output = Path::new(&self.arguments[self.output]);
        fs::read_to_string(executable)
            .is_ok_and(|name| output.file_name().is_some_and(|own| own == name.as_str()))
    }

    /// The record of the link that made the executable which cargo built or found up to date; `None` if the record was lost.
    pub(crate) fn of(folder: &Path, executable: &Path) -> Option<LinkRecord> {
        LinkRecord::load(folder).filter(|record| record.made(executable))
    }

    /// Reads the record from its folder; `None` if there is none, or its bitcode is missing.
    fn load(folder: &Path) -> Option<LinkRecord> {
        let record: LinkRecord =
            serde_json::from_str(&files::read(&folder.join(Self::FILE)).ok()?).ok()?;
        record.bitcode.is_file().then_some(record)
    }
}

/// Records a link if the environment asks for it ([`LinkRecord::request`]); `false` if something else is linked.
///
/// # Errors
/// If a file cannot be read or written.
pub(crate) fn record_if_asked(arguments: &[OsString]) -> io::Result<bool> {
    match (
        std::env::var_os(RECORD_VARIABLE),
        std::env::var(NAME_VARIABLE),
    ) {
        (Some(folder), Ok(name)) => record(arguments, &name, Path::new(&folder)),
        (None, Ok(name)) => {
            let arguments = expand(arguments)?;
            match output_of(&arguments, &name) {
                Some(output) => satisfy(Path::new(&arguments[output])),
                None => Ok(false),
            }
        }
        _ => Ok(false),
    }
}

/// Records a link of the crate `name`; `false` if something else is linked. A program of the package may have the same name as its tests, but only the
/// one to record has bitcode beside it.
fn record(arguments: &[OsString], name: &str, folder: &Path) -> io::Result<bool> {
    let mut arguments = without_plugin_options(expand(arguments)?);
    let Some(output) = output_of(&arguments, name) else {
        return Ok(false);
    };
    let objects: Vec<(usize, PathBuf)> = arguments
        .iter()
        .enumerate()
        .filter(|(_, argument)| argument.ends_with(".o"))
        .map(|(index, argument)| (index, Path::new(argument).with_extension(BITCODE_SUFFIX)))
        .filter(|(_, bitcode)| bitcode.is_file())
        .collect();
    let (object, bitcode) = match objects.as_slice() {
        [] => return Ok(false),
        [found] => found,
        several => {
            return Err(io::Error::other(format!(
                "{} objects with whole-program bitcode, expected one",
                several.len()
            )));
        }
    };

    // An earlier build left what is in the folder now.
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder)?;
    let kept_bitcode = folder.join("program.bc");
    move_file(bitcode, &kept_bitcode)?;
    for (index, argument) in arguments.iter_mut().enumerate() {
        let path = Path::new(&*argument);
        if index != *object && is_short_lived(path) && path.is_file() {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let copy = folder.join(format!("{index}-{name}"));
            fs::copy(path, &copy)?;
            *argument = copy.to_string_lossy().into_owned();
        }
    }
    let record = LinkRecord {
        arguments,
        object: *object,
        output,
        bitcode: kept_bitcode,
    };
    fs::write(folder.join(LinkRecord::FILE), serde_json::to_vec(&record)?)?;
    satisfy(Path::new(&record.arguments[output]))
}

/// The index of the output, if the arguments link the crate `name`.
fn output_of(arguments: &[String], name: &str) -> Option<usize> {
    let output = arguments.iter().position(|argument| argument == "-o")? + 1;
    let file_name = Path::new(arguments.get(output)?).file_name()?.to_str()?;
    // Cargo adds a hash to the name.
    let rest = file_name.strip_prefix(name)?;
    (rest.is_empty() || rest.starts_with('-')).then_some(output)
}

/// Writes an output that contains only its own name: cargo may copy it to another name, and its content still identifies the link.
fn satisfy(output: &Path) -> io::Result<bool> {
    let name = output.file_name().unwrap_or_default().to_string_lossy();
    fs::write(output, name.as_bytes())?;
    Ok(true)
}

/// Whether the path is in one of rustc's own temporary folders, which are named `rustc…` and disappear after linking.
fn is_short_lived(path: &Path) -> bool {
    let parents = path.parent().into_iter().flat_map(Path::components);
    let mut names = parents.map(|component| component.as_os_str().to_string_lossy());
    names.any(|name| name.starts_with("rustc") && name.len() == "rustc".len() + 6)
}

fn move_file(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to).or_else(|_| fs::copy(from, to).map(drop))
}

#[cfg(test)]
mod tests;
