//! The link of a program with detours: the pass runs, and its object takes the place of rustc's.

use crate::link::{expand, respond};
use isolde_instrument::{Llvm, OptLevel, add_detours, mentions_detours};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// Environment variable with the job, for the linker that rustc calls.
const VARIABLE: &str = "ISOLDE_DETOURS_LINK";

/// What the linker is to do.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct LinkJob {
    /// The whole program's bitcode, which rustc leaves; it is removed.
    pub bitcode: PathBuf,
    /// Where the pass's object goes meanwhile.
    pub object: PathBuf,
    /// The optimisation that cargo asked for, as rustc writes it; empty is none.
    pub opt_level: String,
    /// The compiler's sysroot.
    pub sysroot: PathBuf,
    /// The linker to call.
    pub linker: String,
}

impl LinkJob {
    /// Tells the linker, in the environment of a call of rustc.
    pub fn request(&self, command: &mut Command) -> io::Result<()> {
        command.env(VARIABLE, serde_json::to_string(self)?);
        Ok(())
    }

    /// The job of this process.
    fn of_process() -> io::Result<Option<LinkJob>> {
        match std::env::var(VARIABLE) {
            Ok(text) => Ok(Some(serde_json::from_str(&text)?)),
            Err(_) => Ok(None),
        }
    }

    /// Whether the pass has something to do: to hook, or to optimise.
    fn needs_pass(&self) -> io::Result<bool> {
        Ok(self.opt_level() != OptLevel::O0 || mentions_detours(&fs::read(&self.bitcode)?))
    }

    fn opt_level(&self) -> OptLevel {
        OptLevel::of_rustc(&self.opt_level)
    }

    fn run_pass(&self) -> io::Result<()> {
        let library = isolde_llvm::find(&self.sysroot).map_err(io::Error::other)?;
        let llvm = Llvm::load(&library).map_err(io::Error::other)?;
        add_detours(&llvm, &self.bitcode, &self.object, self.opt_level())
            .map_err(io::Error::other)?;
        Ok(())
    }

    /// Links, with `arguments` as rustc gave them.
    fn link(&self, arguments: &[OsString]) -> io::Result<ExitCode> {
        let mut line = expand(arguments)?;
        if self.needs_pass()? {
            let objects: Vec<usize> = (0..line.len())
                .filter(|&index| line[index].ends_with(".rcgu.o"))
                .collect();
            let [object] = objects[..] else {
                return Err(io::Error::other(format!(
                    "rustc links {} objects of the program, expected one (a bug of Isolde)",
                    objects.len()
                )));
            };
            self.run_pass()?;
            line[object] = self.object.to_string_lossy().into_owned();
        }
        let mut command = Command::new(&self.linker);
        if line.len() == arguments.len() {
            command.args(&line);
        } else {
            let file = self.object.with_extension("link");
            command.arg(respond(&line, &file)?);
        }
        let status = command.status().map_err(|error| {
            io::Error::new(
                error.kind(),
                format!("cannot run `{}`: {error}", self.linker),
            )
        })?;
        let code = status.code().and_then(|code| u8::try_from(code).ok());
        Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
    }

    /// Removes what only the link needed.
    fn clean_up(&self) {
        for file in [
            &self.bitcode,
            &self.object,
            &self.object.with_extension("link"),
        ] {
            // Failing to remove only costs space.
            let _ = fs::remove_file(file);
        }
    }
}

/// Links a program with detours, if this process, called as the linker, is to.
pub(crate) fn act(arguments: &[OsString]) -> Option<io::Result<ExitCode>> {
    let job = match LinkJob::of_process() {
        Ok(job) => job?,
        Err(error) => return Some(Err(error)),
    };
    let code = job.link(arguments);
    job.clean_up();
    Some(code)
}
