//! Answers to methods of readers and writers that fakes replace as a whole. What is read is added to the buffer, and the number that is returned is its
//! length.

use super::std_traits::error;
use crate::build;
use crate::chooser::Chooser;
use crate::literal;
use std::io::Error;

/// The answer of `Read::read_to_string`.
///
/// # Errors
/// If the choice says so.
pub fn read_to_string(c: &mut Chooser, buffer: &mut String) -> Result<usize, Error> {
    if c.variant(2) == 1 {
        return Err(c.within(1, error));
    }
    let text = chosen(c, build::string);
    add_text(c, buffer, &text)
}

/// The answer of `BufRead::read_line`: a line with its end, or the last one without.
///
/// # Errors
/// If the choice says so.
pub fn read_line(c: &mut Chooser, buffer: &mut String) -> Result<usize, Error> {
    let kind = c.variant(4);
    if kind == 3 {
        return Err(c.within(1, error));
    }
    if kind == 0 {
        c.text("Ok(0)");
        return Ok(0);
    }
    let mut line = chosen(c, build::string);
    if let Some(end) = line.find('\n') {
        line.truncate(end);
    }
    if kind == 1 {
        line.push('\n');
    }
    add_text(c, buffer, &line)
}

/// The answer of `Read::read_to_end`.
///
/// # Errors
/// If the choice says so.
pub fn read_to_end(c: &mut Chooser, buffer: &mut Vec<u8>) -> Result<usize, Error> {
    if c.variant(2) == 1 {
        return Err(c.within(1, error));
    }
    let bytes = chosen(c, build::byte_vec);
    add_bytes(c, 0, buffer, &bytes)
}

/// The answer of `BufRead::read_until`.
///
/// # Errors
/// If the choice says so.
pub fn read_until(c: &mut Chooser, end: u8, buffer: &mut Vec<u8>) -> Result<usize, Error> {
    let kind = c.variant(3);
    if kind == 2 {
        return Err(c.within(1, error));
    }
    let mut bytes = chosen(c, build::byte_vec);
    if let Some(at) = bytes.iter().position(|byte| *byte == end) {
        bytes.truncate(at);
    }
    if kind == 1 {
        bytes.push(end);
    }
    add_bytes(c, 1, buffer, &bytes)
}

/// The answer of `Read::read_exact`.
///
/// # Errors
/// If the choice says so.
pub fn read_exact(c: &mut Chooser, buffer: &mut [u8]) -> Result<(), Error> {
    if c.variant(2) == 1 {
        return Err(c.within(1, error));
    }
    let mut bytes = chosen(c, build::byte_vec);
    bytes.resize(buffer.len(), 0);
    buffer.copy_from_slice(&bytes);
    if !bytes.is_empty() {
        c.parameter(0);
        c.write(|r| {
            r.push(".copy_from_slice(");
            r.push(&bytes_text(&bytes));
            r.push(")");
            r.end_statement();
        });
    }
    c.text("Ok(())");
    Ok(())
}

/// The answer of `Write::write_all`.
///
/// # Errors
/// If the choice says so.
pub fn write_all(c: &mut Chooser, _: &[u8]) -> Result<(), Error> {
    super::flush(c)
}

/// A value that is chosen, but not written as an expression.
fn chosen<T>(c: &mut Chooser, build: impl Fn(&mut Chooser) -> T) -> T {
    let start = c.expression().len();
    let value = c.within(0, build);
    c.write(|r| r.expression.truncate(start));
    value
}

fn add_text(c: &mut Chooser, buffer: &mut String, text: &str) -> Result<usize, Error> {
    buffer.push_str(text);
    if !text.is_empty() {
        c.parameter(0);
        c.write(|r| {
            r.push(&format!(".push_str({text:?})"));
            r.end_statement();
        });
    }
    c.text(&format!("Ok({})", text.len()));
    Ok(text.len())
}

fn add_bytes(
    c: &mut Chooser,
    parameter: usize,
    buffer: &mut Vec<u8>,
    bytes: &[u8],
) -> Result<usize, Error> {
    buffer.extend_from_slice(bytes);
    if !bytes.is_empty() {
        c.parameter(parameter);
        c.write(|r| {
            r.push(&format!(".extend_from_slice({})", bytes_text(bytes)));
            r.end_statement();
        });
    }
    c.text(&format!("Ok({})", bytes.len()));
    Ok(bytes.len())
}

/// Bytes as an expression.
fn bytes_text(bytes: &[u8]) -> String {
    let mut text = String::new();
    if !literal::byte_string(&mut text, bytes) {
        text = format!("&{bytes:?}");
    }
    text
}
