//! Bytes as hexadecimal digits.

use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// The text does not consist of pairs of lower-case hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeError;

impl Display for DecodeError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("expected pairs of hexadecimal digits")
    }
}

impl Error for DecodeError {}

/// Two digits for each byte.
pub fn encode(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes that were encoded.
///
/// # Errors
///
/// Returns an error if the text is not the code of any bytes.
pub fn decode(text: &str) -> Result<Vec<u8>, DecodeError> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return Err(DecodeError);
    }
    let pairs = pairs.iter();
    pairs
        .map(|[high, low]| Ok(digit(*high)? << 4 | digit(*low)?))
        .collect()
}

fn digit(byte: u8) -> Result<u8, DecodeError> {
    match byte {
        b'0'..=b'9' => Ok(byte - b'0'),
        b'a'..=b'f' => Ok(byte - b'a' + 10),
        _ => Err(DecodeError),
    }
}
