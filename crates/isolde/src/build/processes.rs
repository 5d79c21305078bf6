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
    let (error, name) = crate::mock::chosen_error(c, &KINDS);
    c.write(|r| {
        let text = match r.has_known_type() {
            true => format!("std::io::ErrorKind::{name}.into()"),
            false => format!("std::io::Error::from(std::io::ErrorKind::{name})"),
        };
        r.push(&text);
    });
    error
}

/// The status of a process that has exited with some code.
pub fn exit_status(c: &mut Chooser) -> ExitStatus {
    let mut is_known = false;
    c.write(|r| is_known = r.has_known_type());
    status(c, is_known)
}

/// The same; `is_known` says whether the place where it is written tells its type.
fn status(c: &mut Chooser, is_known: bool) -> ExitStatus {
    let start = c.expression().len();
    let code = c.within(0, u8);
    c.write(|r| r.expression.truncate(start));
    // The code is in the second byte.
    let raw = i32::from(code) << 8;
    c.write(|r| {
        let of_trait = "std::os::unix::process::ExitStatusExt";
        let text = match is_known {
            true => format!("{of_trait}::from_raw({raw})"),
            false => format!("<std::process::ExitStatus as {of_trait}>::from_raw({raw})"),
        };
        r.push(&text);
    });
    ExitStatus::from_raw(raw)
}

/// What a process has written, and its status.
pub fn process_output(c: &mut Chooser) -> Output {
    c.open("std::process::Output { ");
    let status = c.field("status", 0, |c| status(c, true));
    let stdout = c.field("stdout", 1, byte_vec);
    let stderr = c.field("stderr", 2, byte_vec);
    c.close(" }");
    Output {
        status,
        stdout,
        stderr,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn an_error_says_its_type_unless_the_place_tells_it() {
        let mut chooser = Chooser::from_tape(BTreeMap::new(), 0).rendered();
        let error = io_error(&mut chooser);
        assert_eq!(error.kind(), ErrorKind::Other);
        assert_eq!(
            chooser.expression(),
            "std::io::Error::from(std::io::ErrorKind::Other)"
        );
        let mut answer = Chooser::from_tape(BTreeMap::new(), 0).rendered();
        answer.write(|r| r.keeps_references = true);
        io_error(&mut answer);
        assert_eq!(answer.expression(), "std::io::ErrorKind::Other.into()");
    }
}
