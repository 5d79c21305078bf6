//! A parser of frames: a length, and as many bytes.

use std::io::{ErrorKind, Read, Write};

/// Why a frame cannot be read.
#[derive(Debug, PartialEq)]
pub enum FrameError {
    /// The input ended before the frame.
    Truncated,
    /// Try again later.
    NotYet,
    /// The first byte is not a length.
    Length(u8),
    /// The reader failed.
    Failed,
}

fn failed(kind: ErrorKind) -> FrameError {
    match kind {
        ErrorKind::UnexpectedEof => FrameError::Truncated,
        ErrorKind::WouldBlock => FrameError::NotYet,
        _ => FrameError::Failed,
    }
}

/// Reads a frame.
pub fn read_frame(mut input: impl Read) -> Result<Option<Vec<u8>>, FrameError> {
    let mut length = [0];
    loop {
        match input.read(&mut length) {
            Ok(0) => return Ok(None),
            Ok(_) => break,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(failed(error.kind())),
        }
    }
    if length[0] > 32 {
        return Err(FrameError::Length(length[0]));
    }
    let mut content = vec![0; usize::from(length[0])];
    input.read_exact(&mut content).map_err(|error| failed(error.kind()))?;
    Ok(Some(content))
}

/// Writes a frame; returns how many attempts it took.
pub fn write_frame<W: Write>(output: &mut W, content: &[u8]) -> Result<u32, FrameError> {
    let mut rest = content;
    let mut attempts = 0;
    while !rest.is_empty() {
        attempts += 1;
        match output.write(rest) {
            Ok(0) => return Err(FrameError::Truncated),
            Ok(count) => rest = &rest[count..],
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(failed(error.kind())),
        }
    }
    output.flush().map_err(|_| FrameError::NotYet)?;
    Ok(attempts)
}
