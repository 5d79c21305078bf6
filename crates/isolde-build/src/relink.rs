//! The link of an instrumented program: the recorded call of the linker, repeated with another object.

use crate::error::BuildError;
use crate::link_record::LinkRecord;
use isolde_cargo::{Job, toolchain};
use isolde_record::Deadline;
use std::path::Path;

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
