//! The role of the linker: cargo calls this program instead of `cc`, so that rustc's exact link line becomes known.
//!
//! The link of a program that will be explored is recorded (`link_record`) and repeated later with another object (`relink`). Programs with
//! detours are linked at once ([`crate::detours`]). Everything else that cargo links (build scripts, procedural macros, shared libraries of
//! dependencies, programs that tests start) is passed on to `cc`.

use crate::detours;
use crate::link_record::{self, LINKER_NAME};
use isolde_cargo::process::become_program;
use isolde_cargo::toolchain::LINKER;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// Acts as the linker, if this process was called as one.
///
/// Programs that name themselves as [`BuildRequest::linker`](crate::BuildRequest::linker) call this first in `main`, and exit with the code if there
/// is one.
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
    match link_record::record_if_asked(&arguments) {
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
