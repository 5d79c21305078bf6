//! What comes from outside the process: errors of the system, and what other processes leave behind.

use super::{byte_vec, u8};
use crate::chooser::Chooser;
use std::io::{Error, ErrorKind};
use std::os::unix::process::ExitStatusExt;
use std::process::{ExitStatus, Output};

/// The kinds of errors that come from the system, the commonest first, with their names.
const KINDS: [(ErrorKind, &str); 19] = [
    (ErrorKind::Other, "Other"),
    (ErrorKind::NotFound, "NotFound"),
    (ErrorKind::UnexpectedEof, "UnexpectedEof"),
    (ErrorKind::InvalidData, "InvalidData"),
    (ErrorKind::PermissionDenied, "PermissionDenied"),
    (ErrorKind::AlreadyExists, "AlreadyExists"),
    (ErrorKind::Interrupted, "Interrupted"),
    (ErrorKind::WouldBlock, "WouldBlock"),
    (ErrorKind::TimedOut, "TimedOut"),
    (ErrorKind::ConnectionRefused, "ConnectionRefused"),
    (ErrorKind::ConnectionReset, "ConnectionReset"),
    (ErrorKind::ConnectionAborted, "ConnectionAborted"),
    (ErrorKind::NotConnected, "NotConnected"),
    (ErrorKind::AddrInUse, "AddrInUse"),
    (ErrorKind::AddrNotAvailable, "AddrNotAvailable"),
    (ErrorKind::BrokenPipe, "BrokenPipe"),
    (ErrorKind::InvalidInput, "InvalidInput"),
    (ErrorKind::WriteZero, "WriteZero"),
    (ErrorKind::Unsupported, "Unsupported"),
];

/// An error of the system.
pub fn io_error(c: &mut Chooser) -> Error {
    let chosen = c.variant(KINDS.len());
    // A loop, so that each kind is a branch of its own.
    let mut number = 0;
    while number + 1 < KINDS.len() && std::hint::black_box(number) != chosen {
        number += 1;
    }
    let (kind, name) = KINDS[number];
    c.write(|r| r.push(&format!("std::io::ErrorKind::{name}.into()")));
    kind.into()
}

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
