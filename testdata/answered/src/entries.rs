//! A parser of entries (`key=value` and a line feed), over readers and over a stream of its own.

use std::future::poll_fn;
use std::io::{BufRead, ErrorKind, Read};
use std::pin::Pin;
use std::task::{Context, Poll};

/// Why an entry cannot be read.
#[derive(Debug, PartialEq)]
pub enum EntryError {
    /// The input ended within the entry.
    Truncated,
    /// There is no key.
    NoKey,
    /// A byte is not allowed.
    Byte(u8),
    /// Try again later.
    NotYet,
    /// The input failed.
    Failed,
}

/// A parser that gets one byte after the other.
struct Parser {
    key: String,
    value: Option<String>,
}

impl Parser {
    fn new() -> Parser {
        Parser {
            key: String::new(),
            value: None,
        }
    }

    /// Takes a byte; returns whether the entry is complete.
    fn take(&mut self, byte: u8) -> Result<bool, EntryError> {
        match (byte, &mut self.value) {
            (b'\n', Some(_)) => return Ok(true),
            (b'=', None) if self.key.is_empty() => return Err(EntryError::NoKey),
            (b'=', value @ None) => *value = Some(String::new()),
            (b'a'..=b'z', None) => self.key.push(char::from(byte)),
            (b' '..=b'~', Some(value)) => value.push(char::from(byte)),
            _ => return Err(EntryError::Byte(byte)),
        }
        Ok(false)
    }

    /// The entry.
    fn entry(self) -> (String, String) {
        (self.key, self.value.unwrap_or_default())
    }

    /// What the end of the input means.
    fn end(self) -> Result<Option<(String, String)>, EntryError> {
        match self.key.is_empty() {
            true => Ok(None),
            false => Err(EntryError::Truncated),
        }
    }
}

fn failed(kind: ErrorKind) -> EntryError {
    match kind {
        ErrorKind::UnexpectedEof => EntryError::Truncated,
        ErrorKind::WouldBlock => EntryError::NotYet,
        _ => EntryError::Failed,
    }
}

/// Reads an entry byte by byte.
pub fn read_entry(mut input: impl Read) -> Result<Option<(String, String)>, EntryError> {
    let mut parser = Parser::new();
    let mut byte = [0];
    loop {
        match input.read(&mut byte) {
            Ok(0) => return parser.end(),
            Ok(_) => {
                if parser.take(byte[0])? {
                    return Ok(Some(parser.entry()));
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(failed(error.kind())),
        }
    }
}

/// Reads an entry from a buffer, and nothing behind it.
pub fn buffered_entry(mut input: impl BufRead) -> Result<Option<(String, String)>, EntryError> {
    let mut parser = Parser::new();
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(failed(error.kind())),
        };
        let Some(&byte) = chunk.first() else {
            return parser.end();
        };
        input.consume(1);
        if parser.take(byte)? {
            return Ok(Some(parser.entry()));
        }
    }
}

/// Bytes that come one after the other.
pub trait Bytes {
    /// Why there are none.
    type Error;

    /// The next byte; none at the end.
    fn poll_byte(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<u8, Self::Error>>>;
}

/// Reads an entry from a stream.
pub async fn streamed_entry<B>(mut bytes: B) -> Result<Option<(String, String)>, EntryError>
where
    B: Bytes<Error = ErrorKind> + Unpin,
{
    let mut parser = Parser::new();
    loop {
        match poll_fn(|context| Pin::new(&mut bytes).poll_byte(context)).await {
            None => return parser.end(),
            Some(Ok(byte)) => {
                if parser.take(byte)? {
                    return Ok(Some(parser.entry()));
                }
            }
            Some(Err(ErrorKind::Interrupted)) => {}
            Some(Err(kind)) => return Err(failed(kind)),
        }
    }
}
