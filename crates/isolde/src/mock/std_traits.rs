//! Answers to the methods of std's traits, which keep what the traits promise: no more is read or written than there is room for.

use crate::build;
use crate::chooser::Chooser;
use crate::literal;
use std::fmt;
use std::io::{Error, ErrorKind};
use std::task::{Context, Poll};

/// The kinds of errors that readers and writers give, with their names.
const ERRORS: [(ErrorKind, &str); 5] = [
    (ErrorKind::Other, "Other"),
    (ErrorKind::Interrupted, "Interrupted"),
    (ErrorKind::WouldBlock, "WouldBlock"),
    (ErrorKind::UnexpectedEof, "UnexpectedEof"),
    (ErrorKind::InvalidData, "InvalidData"),
];

/// An error.
pub(super) fn error(c: &mut Chooser) -> Error {
    let (error, name) = super::errors::chosen(c, &ERRORS);
    c.text(&format!("Err(std::io::ErrorKind::{name}.into())"));
    error
}

/// The answer of `Read::read`, whose only parameter is the buffer: some bytes, at most as many as the buffer has room for, or an error.
///
/// # Errors
/// If the choice says so.
pub fn read(c: &mut Chooser, buffer: &mut [u8]) -> Result<usize, Error> {
    if c.variant(2) == 1 {
        return Err(c.within(1, error));
    }
    let start = c.expression().len();
    let bytes = c.within(0, build::byte_vec);
    let count = bytes.len().min(buffer.len());
    buffer[..count].copy_from_slice(&bytes[..count]);
    c.write(|r| r.expression.truncate(start));
    if count > 0 {
        c.parameter(0);
        c.write(|r| {
            let range = format!("[..{count}].copy_from_slice(");
            r.push(&range);
            if !literal::byte_string(&mut r.expression, &bytes[..count]) {
                r.push(&format!("&{:?}", &bytes[..count]));
            }
            r.push(")");
            r.end_statement();
        });
    }
    c.text(&format!("Ok({count})"));
    Ok(count)
}

/// What a reader with a buffer reads next: some bytes, none at the end, or an error.
///
/// # Errors
/// If the choice says so.
pub fn chunk(c: &mut Chooser) -> Result<&'static [u8], Error> {
    if c.variant(2) == 1 {
        return Err(c.within(1, error));
    }
    c.text("Ok(");
    let bytes = c.within(0, build::bytes);
    c.text(")");
    Ok(bytes)
}

/// How many of so many bytes, which are left and for which there is room, a reader with a position passes on at a time: all, or some of them.
///
/// # Errors
/// If the choice says so.
pub fn available(c: &mut Chooser, most: usize) -> Result<usize, Error> {
    match c.variant(3) {
        1 if most > 1 => {
            let count = 1 + c.length(most - 2);
            c.text(&format!("Ok({count})"));
            Ok(count)
        }
        2 => Err(c.within(1, error)),
        _ => {
            all(c);
            Ok(most)
        }
    }
}

/// How many of so many bytes a writer with a position takes at a time: all, or some of them.
///
/// # Errors
/// If the choice says so.
pub fn accepted(c: &mut Chooser, most: usize) -> Result<usize, Error> {
    match c.variant(3) {
        1 => {
            let count = c.length(most);
            c.text(&format!("Ok({count})"));
            Ok(count)
        }
        2 => Err(c.within(1, error)),
        _ => {
            all(c);
            Ok(most)
        }
    }
}

/// The number that is the only parameter.
fn all(c: &mut Chooser) {
    c.text("Ok(");
    c.parameter(0);
    c.text(")");
}

/// How many items an iterator has.
pub fn length(c: &mut Chooser) -> usize {
    let count = c.length(4);
    c.text(&count.to_string());
    count
}

/// The answer of a method that polls: a value, or none yet, but the task is woken at once. The task's context is the method's parameter number `parameter`.
pub fn poll<T>(
    c: &mut Chooser,
    parameter: usize,
    context: &mut Context<'_>,
    build: impl FnOnce(&mut Chooser) -> T,
) -> Poll<T> {
    if c.variant(2) == 1 {
        c.parameter(parameter);
        c.write(|r| {
            r.push(".waker().wake_by_ref()");
            r.end_statement();
        });
        context.waker().wake_by_ref();
        c.text("std::task::Poll::Pending");
        return Poll::Pending;
    }
    c.text("std::task::Poll::Ready(");
    let value = c.within(0, build);
    c.text(")");
    Poll::Ready(value)
}

/// The answer of `Write::write`: all bytes are written, or only some of them, or there is an error.
///
/// # Errors
/// If the choice says so.
pub fn write(c: &mut Chooser, buffer: &[u8]) -> Result<usize, Error> {
    match c.variant(3) {
        0 => {
            c.text("Ok(");
            c.parameter(0);
            c.text(".len())");
            Ok(buffer.len())
        }
        1 => {
            let count = c.length(buffer.len());
            c.text(&format!("Ok({count})"));
            Ok(count)
        }
        _ => Err(c.within(1, error)),
    }
}

/// The answer of `Write::flush`.
///
/// # Errors
/// If the choice says so.
pub fn flush(c: &mut Chooser) -> Result<(), Error> {
    if c.variant(2) == 1 {
        return Err(c.within(1, error));
    }
    c.text("Ok(())");
    Ok(())
}

/// The answer of the traits that `format!` calls: nothing is written, and there is no error, since only the formatter's may be passed on.
///
/// # Errors
/// Never.
pub fn fmt(c: &mut Chooser, _: &mut fmt::Formatter<'_>) -> fmt::Result {
    c.text("Ok(())");
    Ok(())
}

/// The answer of `Iterator::size_hint`: nothing is known, so that it contradicts nothing.
pub fn size_hint(c: &mut Chooser) -> (usize, Option<usize>) {
    c.text("(0, None)");
    (0, None)
}

/// The answer of `std::fmt::Write::write_str`.
///
/// # Errors
/// If the choice says so.
pub fn write_str(c: &mut Chooser, _: &str) -> fmt::Result {
    if c.variant(2) == 1 {
        c.text("Err(std::fmt::Error)");
        return Err(fmt::Error);
    }
    c.text("Ok(())");
    Ok(())
}
