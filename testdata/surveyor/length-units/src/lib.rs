//! Lengths and their units.

use std::str::FromStr;

/// A length in millimetres, which only the conversions make.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length(u32);

impl Length {
    /// In millimetres.
    pub fn millimetres(self) -> u32 {
        self.0
    }
}

impl From<u32> for Length {
    fn from(millimetres: u32) -> Length {
        Length(millimetres)
    }
}

/// A text that is no length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NoLength;

impl FromStr for Length {
    type Err = NoLength;

    fn from_str(text: &str) -> Result<Length, NoLength> {
        let number = text.strip_suffix("mm").ok_or(NoLength)?;
        number.parse().map(Length).map_err(|_| NoLength)
    }
}

/// A unit of length.
pub trait Unit {
    /// How many millimetres it has.
    const MILLIMETRES: u32;

    /// Whether people in this trade still use it.
    fn is_in_use() -> bool;
}

/// The metre.
pub struct Metre;

/// The foot.
pub struct Foot;

impl Unit for Metre {
    const MILLIMETRES: u32 = 1000;

    fn is_in_use() -> bool {
        true
    }
}

impl Unit for Foot {
    const MILLIMETRES: u32 = 305;

    fn is_in_use() -> bool {
        true
    }
}
