//! A library.

/// Half of an even number.
pub fn half(number: u8) -> Option<u8> {
    number.is_multiple_of(2).then_some(number / 2)
}

/// Twice a number.
#[cfg(feature = "wide")]
pub fn twice(number: u8) -> u16 {
    2 * u16::from(number)
}
