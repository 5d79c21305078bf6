//! Links an instrumented program: repeats the recorded call of the linker with another object.

use crate::error::BuildError;
use crate::link_record::LinkRecord;
use isolde_cargo::{Job, toolchain};
use isolde_record::Deadline;
use std::path::Path;

/// A program to link.
pub(crate) struct Linking<'a> {
    /// The call of the linker to repeat.
    pub record: &'a LinkRecord,
    /// The object that replaces the recorded one.
    pub object: &'a Path,
    /// The runtime, which is linked in addition.
    pub runtime: &'a Path,
    /// The runtime of AddressSanitizer, which is linked as a whole, if the program needs it.
    pub checks: Option<&'a Path>,
    /// The program to write.
    pub output: &'a Path,
    /// Folder for the linker's temporary files.
    pub temporary: &'a Path,
    /// Name of the program in messages.
    pub program: &'static str,
    /// Functions of libc whose calls are redirected to the runtime.
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
            if let Some(checks) = linking.checks {
                command.arg("-Wl,--whole-archive").arg(checks);
                command.arg("-Wl,--no-whole-archive");
            }
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
