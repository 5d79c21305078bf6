//! Links a program with detours: runs the pass, and replaces rustc's object by the pass's.

use crate::response_file::{expand, respond, without_plugin_options};
use isolde_cargo::process::pass_on;
use isolde_instrument::{Llvm, OptLevel, add_detours};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// Environment variable that contains the job for the linker that rustc calls.
const VARIABLE: &str = "ISOLDE_DETOURS_LINK";

/// What the linker should do.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct LinkJob {
    /// The whole program's bitcode, which rustc leaves; it is removed afterwards.
    pub bitcode: PathBuf,
    /// Where the pass's object is written in the meantime.
    pub object: PathBuf,
    /// The optimisation level that cargo asked for, as rustc writes it; empty for none.
    pub opt_level: String,
    /// The compiler's sysroot.
    pub sysroot: PathBuf,
    /// The linker to call.
    pub linker: String,
}

impl LinkJob {
    /// Passes the job to the linker, in the environment of a call of rustc.
    pub fn request(&self, command: &mut Command) -> io::Result<()> {
        command.env(VARIABLE, serde_json::to_string(self)?);
        Ok(())
    }

    /// The job of this process, if it has one.
    fn of_process() -> io::Result<Option<LinkJob>> {
        match std::env::var(VARIABLE) {
            Ok(text) => Ok(Some(serde_json::from_str(&text)?)),
            Err(_) => Ok(None),
        }
    }

    fn opt_level(&self) -> OptLevel {
        OptLevel::of_rustc(&self.opt_level)
    }

    fn run_pass(&self) -> io::Result<()> {
        if !self.bitcode.is_file() {
            let path = self.bitcode.display();
            let message = format!("rustc left no bitcode in {path} (a bug of Isolde)");
            return Err(io::Error::new(io::ErrorKind::NotFound, message));
        }
        let library = isolde_llvm::find(&self.sysroot).map_err(io::Error::other)?;
        let llvm = Llvm::load(&library).map_err(io::Error::other)?;
        add_detours(&llvm, &self.bitcode, &self.object, self.opt_level())
            .map_err(io::Error::other)?;
        Ok(())
    }

    /// The arguments to call the linker with; `arguments` are those that rustc gave.
    fn line(&self, arguments: &[OsString]) -> io::Result<Vec<String>> {
        let expanded = expand(arguments)?;
        let is_from_file = expanded.len() != arguments.len();
        let mut line = without_plugin_options(expanded);
        let objects: Vec<usize> = (0..line.len())
            .filter(|&index| line[index].ends_with(".rcgu.o"))
            .collect();
        let [object] = objects[..] else {
            return Err(io::Error::other(format!(
                "rustc links {} objects of the program, expected one (a bug of Isolde)",
                objects.len()
            )));
        };
        line[object] = self.object.to_string_lossy().into_owned();
        if is_from_file {
            // There were too many for a command line.
            return Ok(vec![respond(&line, &self.response_file())?]);
        }
        Ok(line)
    }

    fn response_file(&self) -> PathBuf {
        self.object.with_extension("link")
    }

    fn link(&self, arguments: &[OsString]) -> io::Result<ExitCode> {
        let line = self.line(arguments)?;
        self.run_pass()?;
        let mut command = Command::new(&self.linker);
        command.args(line);
        let status = pass_on(&mut command).map_err(io::Error::other)?;
        let code = status.code().and_then(|code| u8::try_from(code).ok());
        Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
    }

    /// Removes what only the link needed.
    fn clean_up(&self) {
        for file in [&self.bitcode, &self.object, &self.response_file()] {
            // If this fails, it only costs disk space.
            let _ = fs::remove_file(file);
        }
    }
}

/// Links a program with detours, if this process was called as the linker of one.
pub(crate) fn act(arguments: &[OsString]) -> Option<io::Result<ExitCode>> {
    let job = match LinkJob::of_process() {
        Ok(job) => job?,
        Err(error) => return Some(Err(error)),
    };
    let code = job.link(arguments);
    job.clean_up();
    Some(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn job(folder: &Path, opt_level: &str) -> LinkJob {
        LinkJob {
            bitcode: folder.join("a.bc"),
            object: folder.join("a.isolde.o"),
            opt_level: opt_level.to_owned(),
            sysroot: folder.to_owned(),
            linker: "cc".to_owned(),
        }
    }

    const LINE: [&str; 5] = [
        "-m64",
        "a.x-cgu.0.rcgu.o",
        "-Wl,-plugin-opt=O0,-plugin-opt=mcpu=x86-64",
        "-o",
        "a",
    ];

    #[test]
    fn the_passs_object_takes_the_place_of_rustcs_and_only_what_the_user_wants_is_left() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let job = job(folder.path(), "0");
        fs::write(&job.bitcode, "bitcode").expect("writable");
        let object = job.object.to_string_lossy();
        let expected = ["-m64", &*object, "-o", "a"];
        let line = LINE.map(OsString::from);
        assert_eq!(job.line(&line).expect("one object"), expected);

        // Arguments that came in a response file are passed on in one.
        let long = respond(&LINE.map(str::to_owned), &folder.path().join("long"));
        let long = OsString::from(long.expect("writable"));
        let line = job.line(std::slice::from_ref(&long)).expect("one object");
        assert_eq!(line, [format!("@{}", job.response_file().display())]);
        assert_eq!(
            expand(&[line[0].clone().into()]).expect("readable"),
            expected
        );

        job.clean_up();
        let left = fs::read_dir(folder.path()).expect("readable");
        let left: Vec<_> = left
            .map(|entry| entry.expect("readable").file_name())
            .collect();
        assert_eq!(left, ["long"]);
    }

    #[test]
    fn missing_output_of_rustc_is_an_error() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let job = job(folder.path(), "2");
        let message = job.run_pass().expect_err("no bitcode").to_string();
        assert!(
            message.starts_with("rustc left no bitcode in "),
            "{message}"
        );
        let line = ["a.x-cgu.0.rcgu.o", "b.rcgu.o"].map(OsString::from);
        let message = job.line(&line).expect_err("two objects").to_string();
        assert!(message.starts_with("rustc links 2 objects"), "{message}");
    }
}
