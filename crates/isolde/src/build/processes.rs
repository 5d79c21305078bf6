//! What other processes leave behind.

use super::{byte_vec, u8};
use crate::chooser::Chooser;
use std::os::unix::process::ExitStatusExt;
use std::process::{ExitStatus, Output};

/// The status of a process that has exited with some code.
pub fn exit_status(c: &mut Chooser) -> ExitStatus {
    let start = c.expression().len();
    let code = c.within(0, u8);
    c.write(|r| r.expression.truncate(start));
    // The code is in the second byte.
    let raw = i32::from(code) << 8;
    c.write(|r| {
        r.push(&format!(
            "std::os::unix::process::ExitStatusExt::from_raw({raw})"
        ))
    });
    ExitStatus::from_raw(raw)
}

/// What a process has written, and its status.
pub fn process_output(c: &mut Chooser) -> Output {
    c.open("std::process::Output { ");
    let status = c.field("status", 0, exit_status);
    let stdout = c.field("stdout", 1, byte_vec);
    let stderr = c.field("stderr", 2, byte_vec);
    c.close(" }");
    Output {
        status,
        stdout,
        stderr,
    }
}
