//! Differences of local time from universal time.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// A difference of less than a day. Its text is like `+05:30`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offset {
    minutes: i16,
}

impl Offset {
    /// An offset in minutes, if it is less than a day.
    pub fn new(minutes: i16) -> Option<Offset> {
        (minutes.unsigned_abs() < 24 * 60).then_some(Offset { minutes })
    }

    /// The offset in minutes.
    pub fn minutes(self) -> i16 {
        self.minutes
    }
}

impl Display for Offset {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (hours, minutes) = (self.minutes / 60, self.minutes % 60);
        write!(f, "{hours:+03}:{:02}", minutes.unsigned_abs())
    }
}

/// The text is not an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseOffsetError;

impl Display for ParseOffsetError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("expected an offset like +05:30")
    }
}

impl Error for ParseOffsetError {}

impl FromStr for Offset {
    type Err = ParseOffsetError;

    fn from_str(text: &str) -> Result<Offset, ParseOffsetError> {
        let [sign, h1, h0, b':', m1, m0] = *text.as_bytes() else {
            return Err(ParseOffsetError);
        };
        let number = |tens: u8, ones: u8| {
            let is_number = tens.is_ascii_digit() && ones.is_ascii_digit();
            is_number.then(|| i16::from(tens - b'0') * 10 + i16::from(ones - b'0'))
        };
        let (Some(hours @ 0..24), Some(minutes @ 0..60)) = (number(h1, h0), number(m1, m0)) else {
            return Err(ParseOffsetError);
        };
        match (sign, hours * 60 + minutes) {
            (b'+', minutes) => Ok(Offset { minutes }),
            (b'-', minutes) => Ok(Offset { minutes: -minutes }),
            _ => Err(ParseOffsetError),
        }
    }
}
