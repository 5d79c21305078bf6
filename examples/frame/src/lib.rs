//! A little line protocol: `v2;name=value;name=value*checksum`.
//!
//! It is small, but has what makes testing laborious: a parser with several ways to fail, a checksum over the input, a type with an
//! invariant, arithmetic that can overflow. Its defect is left in on purpose.

use std::fmt;

pub mod meter;

/// Why a line is not a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FrameError {
    /// The line is empty.
    Empty,
    /// The version is not `v1` or `v2`.
    UnknownVersion,
    /// A `v2` frame does not end in `*` and two hexadecimal digits.
    MissingChecksum,
    /// The digits differ from the sum of the bytes before the `*`.
    WrongChecksum {
        /// The sum of the bytes.
        expected: u8,
    },
    /// A field without `=`; the number of the field, from 0.
    MalformedField(usize),
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FrameError::Empty => write!(f, "empty line"),
            FrameError::UnknownVersion => write!(f, "unknown version"),
            FrameError::MissingChecksum => write!(f, "missing checksum"),
            FrameError::WrongChecksum { expected } => write!(f, "wrong checksum, expected {expected:02x}"),
            FrameError::MalformedField(index) => write!(f, "field {index} has no value"),
        }
    }
}

impl std::error::Error for FrameError {}

/// A frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Protocol version, 1 or 2.
    pub version: u8,
    /// Names and values in order.
    pub fields: Vec<(String, String)>,
}

/// Sum of the bytes, modulo 256.
pub fn checksum(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |sum, byte| sum.wrapping_add(*byte))
}

/// Reads a frame from a line.
pub fn parse(line: &str) -> Result<Frame, FrameError> {
    if line.is_empty() {
        return Err(FrameError::Empty);
    }
    let (version, rest) = match line.split_at_checked(2) {
        Some(("v1", rest)) => (1, rest),
        Some(("v2", rest)) => (2, rest),
        _ => return Err(FrameError::UnknownVersion),
    };
    let body = if version == 2 {
        let (body, digits) = rest.rsplit_once('*').ok_or(FrameError::MissingChecksum)?;
        let stated = u8::from_str_radix(digits, 16).map_err(|_| FrameError::MissingChecksum)?;
        let expected = checksum(body.as_bytes());
        if stated != expected {
            return Err(FrameError::WrongChecksum { expected });
        }
        body
    } else {
        rest
    };
    let mut fields = Vec::new();
    for (index, field) in body.split(';').filter(|field| !field.is_empty()).enumerate() {
        let (name, value) = field.split_once('=').ok_or(FrameError::MalformedField(index))?;
        fields.push((name.to_string(), value.to_string()));
    }
    Ok(Frame { version, fields })
}

/// The mean of some readings, rounded down; `None` if there are none.
pub fn mean(readings: &[u32]) -> Option<u32> {
    // The defect: the sum of large readings may not fit into a `u32`.
    let sum: u32 = readings.iter().sum();
    sum.checked_div(readings.len() as u32)
}
