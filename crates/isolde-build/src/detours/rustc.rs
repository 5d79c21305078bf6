//! The role of rustc's wrapper: cargo calls this program for each unit, and this program calls rustc with the arguments that detours need.

use super::link::LinkJob;
use super::mark::Mark;
use super::unit::{Kind, Unit};
use super::{LINKER_NAME, USER_WRAPPER};
use isolde_cargo::Job;
use isolde_cargo::process::become_program;
use isolde_cargo::toolchain::LINKER;
use isolde_record::Deadline;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// File name under which a program acts as rustc's wrapper.
pub(super) const WRAPPER_NAME: &str = "isolde-rustc";

/// Acts as rustc's wrapper, if this process was called as one.
///
/// Programs that name themselves as [`TestsRun::program`](super::TestsRun::program) call this first in `main`, and exit with the code if there is one.
pub fn act_as_rustc() -> Option<ExitCode> {
    let mut arguments = std::env::args_os();
    let own_name = PathBuf::from(arguments.next()?);
    if own_name.file_name()? != WRAPPER_NAME {
        return None;
    }
    // `become_rustc` returns only if there was an error.
    let Err(error) = become_rustc(&own_name, arguments.collect());
    Some(complain(&error))
}

#[expect(
    clippy::print_stderr,
    reason = "as the compiler, cargo shows what is written here"
)]
fn complain(error: &io::Error) -> ExitCode {
    eprintln!("error: {WRAPPER_NAME}: {error}");
    ExitCode::FAILURE
}

fn become_rustc(
    own_name: &Path,
    mut compiler: Vec<OsString>,
) -> io::Result<std::convert::Infallible> {
    // The wrapper of a workspace may come before rustc.
    let is_option = |word: &OsString| matches!(word.as_bytes().first(), Some(b'-' | b'@'));
    let count = compiler
        .iter()
        .position(is_option)
        .unwrap_or(compiler.len());
    let arguments = compiler.split_off(count);
    let Some(rustc) = compiler.last() else {
        return Err(io::Error::other("cargo named no compiler"));
    };
    let (arguments, from_file) = expand(arguments)?;
    let unit = Unit::read(arguments);
    let (arguments, job) = arguments_for(&unit, rustc, own_name)?;
    // Cargo caches the compiler's answers, and does not know about this wrapper.
    let wrapper = std::env::var_os(USER_WRAPPER).filter(|_| unit.compiles());
    let mut command = match wrapper {
        Some(wrapper) => {
            let mut command = Command::new(wrapper);
            command.args(&compiler);
            command
        }
        None => {
            let mut command = Command::new(&compiler[0]);
            command.args(&compiler[1..]);
            command
        }
    };
    if let Some(job) = job {
        job.request(&mut command)?;
    }
    if from_file {
        // There were too many for a command line.
        let file = unit.output("isolde.args");
        fs::write(&file, arguments.join("\n".as_ref()).as_bytes())?;
        let mut argument = OsString::from("@");
        argument.push(file);
        command.arg(argument);
    } else {
        command.args(arguments);
    }
    Err(io::Error::other(become_program(&mut command)))
}

/// The arguments for rustc, and the job for the linker.
fn arguments_for(
    unit: &Unit,
    rustc: &OsString,
    own_name: &Path,
) -> io::Result<(Vec<OsString>, Option<LinkJob>)> {
    let kind = unit.kind();
    if kind == Kind::Other {
        return Ok((unit.unchanged().to_vec(), None));
    }
    let mark = unit.mark(Mark::of);
    if kind == Kind::Library {
        mark.leave(&unit.mark_file())?;
        return Ok((unit.as_library(), None));
    }
    if !mark.has_library {
        return Ok((unit.as_plain_program(&mark), None));
    }
    let job = LinkJob {
        bitcode: unit.output("bc"),
        object: unit.output("isolde.o"),
        opt_level: mark.opt_level,
        sysroot: sysroot(rustc)?,
        linker: unit.linker().unwrap_or(LINKER).to_owned(),
    };
    let linker = own_name.with_file_name(LINKER_NAME);
    Ok((unit.as_program(&linker), Some(job)))
}

/// Replaces `@file` arguments by the file's lines. Also returns whether there were any.
fn expand(arguments: Vec<OsString>) -> io::Result<(Vec<OsString>, bool)> {
    let mut expanded = Vec::new();
    let mut found = false;
    for argument in arguments {
        match argument.to_str().and_then(|text| text.strip_prefix('@')) {
            Some(file) => {
                found = true;
                expanded.extend(fs::read_to_string(file)?.lines().map(OsString::from));
            }
            None => expanded.push(argument),
        }
    }
    Ok((expanded, found))
}

/// The compiler's sysroot, which contains its libLLVM.
fn sysroot(rustc: &OsString) -> io::Result<PathBuf> {
    let mut command = Command::new(rustc);
    command.args(["--print", "sysroot"]);
    let output = Job::rust(command)
        .run(&Deadline::default())
        .map_err(io::Error::other)?;
    let sysroot = output.stdout.trim();
    if !output.passed() || sysroot.is_empty() {
        return Err(io::Error::other(format!(
            "{} names no sysroot: {}",
            rustc.display(),
            output.stderr
        )));
    }
    Ok(PathBuf::from(sysroot))
}
