//! Being the linker: cargo calls this program instead of `cc`, so that rustc's exact link line becomes known.
//!
//! For the program that is to be explored (a driver, or a test program) nothing is linked: arguments and short-lived files are copied, the
//! whole-program bitcode that `-Csave-temps` left beside the object is moved away, and an output with nothing but its own name keeps
//! rustc content. Everything else that cargo links (build scripts, procedural macros, shared libraries of dependencies, programs that tests start) is passed on to `cc`. Later,
//! `link` repeats the recorded line with another object.
//!
//! Programs with detours are linked at once: see [`crate::detours`].

use crate::detours;
use crate::error::BuildError;
use isolde_cargo::process::become_program;
use isolde_cargo::toolchain::{self, LINKER};
use isolde_cargo::{Job, files};
use isolde_record::Deadline;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// File name under which a program acts as the linker. It must not end in `ld`: rustc guesses the kind of linker from the name.
pub const LINKER_NAME: &str = "isolde-link";
/// Environment variable that names the folder of the record.
const RECORD_VARIABLE: &str = "ISOLDE_LINK_RECORD";
/// Environment variable that holds the name of the crate whose link is recorded.
const NAME_VARIABLE: &str = "ISOLDE_LINK_NAME";

const BITCODE_SUFFIX: &str = "lto.after-restriction.bc";

/// A recorded call of the linker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LinkRecord {
    /// All arguments, files that would vanish replaced by copies.
    pub arguments: Vec<String>,
    /// Which of them is the whole-program object.
    pub object: usize,
    /// Which of them is the output.
    pub output: usize,
    /// The whole program's bitcode.
    pub bitcode: PathBuf,
}

impl LinkRecord {
    const FILE: &str = "link.json";

    /// Tells the linker, in the environment of a call of cargo, to record the link of the crate `name` in `folder`.
    pub(crate) fn request(command: &mut Command, folder: &Path, name: &str) {
        command
            .env(RECORD_VARIABLE, folder)
            .env(NAME_VARIABLE, name);
    }

    /// The arguments that say what is linked: those that name a folder which is gone by now have another name in each build, and no effect.
    pub(crate) fn lasting_arguments(&self) -> impl Iterator<Item = &String> {
        self.arguments
            .iter()
            .filter(|argument| !is_short_lived(Path::new(argument)))
    }

    /// Whether it is the record of the link that made `executable`, rather than of an earlier one with other features or flags.
    fn made(&self, executable: &Path) -> bool {
        let output = Path::new(&self.arguments[self.output]);
        fs::read_to_string(executable)
            .is_ok_and(|name| output.file_name().is_some_and(|own| own == name.as_str()))
    }

    /// The record of the link that made what cargo says it made, or found fresh; `None` if it was lost.
    pub(crate) fn of(folder: &Path, executable: &Path) -> Option<LinkRecord> {
        LinkRecord::load(folder).filter(|record| record.made(executable))
    }

    /// Reads the record from its folder; `None` if there is none, or its bitcode is gone.
    fn load(folder: &Path) -> Option<LinkRecord> {
        let record: LinkRecord =
            serde_json::from_str(&files::read(&folder.join(Self::FILE)).ok()?).ok()?;
        record.bitcode.is_file().then_some(record)
    }
}

/// Acts as the linker, if this process was called as one.
///
/// Programs that give themselves as [`BuildRequest::linker`](crate::BuildRequest::linker) call this first in `main`, and exit with the code if there is one.
pub fn act_as_linker() -> Option<ExitCode> {
    let mut arguments = std::env::args_os();
    let own_name = PathBuf::from(arguments.next()?);
    if own_name.file_name()? != LINKER_NAME {
        return None;
    }
    let arguments: Vec<OsString> = arguments.collect();
    if let Some(linked) = detours::link::act(&arguments) {
        return Some(linked.unwrap_or_else(complain));
    }
    let recorded = match (
        std::env::var_os(RECORD_VARIABLE),
        std::env::var(NAME_VARIABLE),
    ) {
        (Some(folder), Ok(name)) => record(&arguments, &name, Path::new(&folder)),
        _ => Ok(false),
    };
    match recorded {
        Ok(true) => Some(ExitCode::SUCCESS),
        Ok(false) => {
            let error = become_program(Command::new(LINKER).args(&arguments));
            Some(complain(io::Error::other(error)))
        }
        Err(error) => Some(complain(error)),
    }
}

#[expect(
    clippy::print_stderr,
    reason = "as the linker, rustc shows what is written here"
)]
fn complain(error: io::Error) -> ExitCode {
    eprintln!("isolde-link: {error}");
    ExitCode::FAILURE
}

/// Records a link of the crate `name`; `false` if something else is linked. A program of the package may have the name of its tests: only what is
/// to be recorded has bitcode beside it.
fn record(arguments: &[OsString], name: &str, folder: &Path) -> io::Result<bool> {
    let mut arguments = expand(arguments)?;
    let Some(output) = arguments
        .iter()
        .position(|argument| argument == "-o")
        .map(|index| index + 1)
    else {
        return Ok(false);
    };
    let output_path = PathBuf::from(arguments.get(output).map_or("", String::as_str));
    let file_name = output_path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    // Cargo adds a hash.
    if file_name
        .strip_prefix(name)
        .is_none_or(|rest| !rest.is_empty() && !rest.starts_with('-'))
    {
        return Ok(false);
    }
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

    // Anything here is of an earlier build.
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
    // Cargo may give it another name beside; from this one it is told what was linked.
    fs::write(&output_path, file_name)?;
    Ok(true)
}

/// rustc's own temporary folders are named `rustc…`; they vanish after linking.
fn is_short_lived(path: &Path) -> bool {
    let parents = path.parent().into_iter().flat_map(Path::components);
    let mut names = parents.map(|component| component.as_os_str().to_string_lossy());
    names.any(|name| name.starts_with("rustc") && name.len() == "rustc".len() + 6)
}

fn move_file(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to).or_else(|_| fs::copy(from, to).map(drop))
}

/// Arguments as text; `@file` arguments are replaced by the file's lines.
pub(crate) fn expand(arguments: &[OsString]) -> io::Result<Vec<String>> {
    let mut expanded = Vec::new();
    for argument in arguments {
        let text = argument
            .to_str()
            .ok_or_else(|| io::Error::other(format!("{argument:?} is not valid UTF-8")))?;
        match text.strip_prefix('@') {
            Some(file) => expanded.extend(fs::read_to_string(file)?.lines().map(unescape)),
            None => expanded.push(text.to_owned()),
        }
    }
    Ok(expanded)
}

/// A line of a response file as rustc writes it: a backslash before spaces and backslashes.
fn unescape(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        text.push(if character == '\\' {
            characters.next().unwrap_or('\\')
        } else {
            character
        });
    }
    text
}

/// Writes arguments to a response file, as rustc does. Returns the argument that names it.
pub(crate) fn respond(arguments: &[String], file: &Path) -> io::Result<String> {
    let mut text = String::new();
    for argument in arguments {
        for character in argument.chars() {
            if matches!(character, ' ' | '\\') {
                text.push('\\');
            }
            text.push(character);
        }
        text.push('\n');
    }
    fs::write(file, text)?;
    Ok(format!("@{}", file.display()))
}

/// A program to link.
pub(crate) struct Linking<'a> {
    /// The call of the linker that is repeated.
    pub record: &'a LinkRecord,
    /// What takes the place of the recorded object.
    pub object: &'a Path,
    /// The runtime, which is added.
    pub runtime: &'a Path,
    /// What is made.
    pub output: &'a Path,
    /// For the linker's temporary files.
    pub temporary: &'a Path,
    /// Name for messages.
    pub program: &'static str,
    /// Functions of libc whose calls go to the runtime's instead.
    pub wrapped: &'a [&'a str],
}

/// Links a program.
///
/// # Errors
/// [`BuildError::Link`] with the linker's message, [`BuildError::Cargo`] without a linker.
pub(crate) fn link(linking: &Linking, deadline: &Deadline) -> Result<(), BuildError> {
    let record = linking.record;
    let mut command = toolchain::linker();
    command.env("TMPDIR", linking.temporary);
    for (index, argument) in record.arguments.iter().enumerate() {
        if index == record.object {
            command.arg(linking.object).arg(linking.runtime);
        } else if index == record.output {
            command.arg(linking.output);
        } else {
            command.arg(argument);
        }
    }
    for function in linking.wrapped {
        command.arg(format!("-Wl,--wrap={function}"));
    }
    let output = Job::linker(command).run(deadline)?;
    if output.passed() {
        return Ok(());
    }
    Err(BuildError::Link {
        program: linking.program,
        message: output.stderr.trim().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver;

    fn strings(arguments: &[&str]) -> Vec<OsString> {
        arguments.iter().map(OsString::from).collect()
    }

    #[test]
    fn response_files_are_expanded() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let file = folder.path().join("arguments");
        fs::write(&file, "-lm\n/a\\ b/c.o\n").expect("writable");
        let expanded =
            expand(&strings(&["-m64", &format!("@{}", file.display())])).expect("readable");
        assert_eq!(expanded, ["-m64", "-lm", "/a b/c.o"]);
        let again = respond(&expanded, &file).expect("writable");
        assert_eq!(expand(&strings(&[&again])).expect("readable"), expanded);
    }

    #[test]
    fn other_links_are_left_to_cc() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let record_folder = folder.path().join("record");
        let recorded = record(
            &strings(&["x.o", "-o", "/t/build_script_build-12"]),
            driver::CRATE_NAME,
            &record_folder,
        )
        .expect("no failure");
        assert!(!recorded);
        assert!(!record_folder.exists());
    }

    #[test]
    fn of_programs_with_one_name_the_one_that_left_bitcode_is_recorded() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        for name in ["demo-1.o", "demo-2.o", "demos-3.o"] {
            fs::write(path(name), "o").expect("writable");
        }
        for name in ["demo-2", "demos-3"] {
            let bitcode = format!("{name}.lto.after-restriction.bc");
            fs::write(path(&bitcode), name).expect("writable");
        }
        let record_folder = folder.path().join("record");
        let recorded = |name: &str| {
            let arguments = strings(&[&path(&format!("{name}.o")), "-o", &path(name)]);
            record(&arguments, "demo", &record_folder).expect("no failure")
        };
        assert!(!recorded("demo-1"));
        assert!(!recorded("demos-3"));
        assert!(recorded("demo-2"));
        let record = LinkRecord::load(&record_folder).expect("left behind");
        assert_eq!(fs::read_to_string(&record.bitcode).expect("kept"), "demo-2");
    }

    #[test]
    fn the_drivers_link_is_recorded_and_its_bitcode_kept() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let root = folder.path();
        fs::create_dir(root.join("rustcAb12Cd")).expect("writable");
        fs::write(root.join("rustcAb12Cd/symbols.o"), "s").expect("writable");
        fs::write(root.join("d.x.rcgu.o"), "o").expect("writable");
        fs::write(root.join("d.x.rcgu.lto.after-restriction.bc"), "bc").expect("writable");
        let path = |name: &str| root.join(name).to_string_lossy().into_owned();
        let output = path(&format!("{}-1a2b", driver::CRATE_NAME));
        let arguments = strings(&[
            "-m64",
            &path("rustcAb12Cd/symbols.o"),
            &path("d.x.rcgu.o"),
            "-o",
            &output,
            "-lc",
        ]);
        let folder = root.join("record");
        assert!(record(&arguments, driver::CRATE_NAME, &folder).expect("recorded"));

        let record = LinkRecord::load(&root.join("record")).expect("left behind");
        assert_eq!(fs::read_to_string(&record.bitcode).expect("kept"), "bc");
        assert_eq!(
            fs::read_to_string(&output).expect("an output"),
            "__isolde_driver-1a2b"
        );
        assert!(record.made(Path::new(&output)));
        let uplifted = root.join("driver");
        fs::copy(&output, &uplifted).expect("writable");
        assert!(LinkRecord::of(&root.join("record"), &uplifted).is_some());
        fs::write(&uplifted, "__isolde_driver-3c4d").expect("writable");
        assert!(LinkRecord::of(&root.join("record"), &uplifted).is_none());
        fs::remove_dir_all(root.join("rustcAb12Cd")).expect("removable");
        assert_eq!(
            fs::read_to_string(&record.arguments[1]).expect("a copy"),
            "s"
        );
        assert_eq!((record.object, record.output), (2, 4));

        // What is linked has the same name in the next build, folders that are gone have not.
        let mut next = record.clone();
        next.arguments.push(path("rustcXyZ123/raw-dylibs"));
        assert!(next.lasting_arguments().eq(record.lasting_arguments()));
        assert_eq!(record.lasting_arguments().count(), record.arguments.len());
    }
}
