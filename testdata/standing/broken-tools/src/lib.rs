//! A package with a development dependency that needs a library which this machine does not have.

/// The number of days in a month of a year that is not a leap year.
pub fn days(month: u8) -> Option<u8> {
    match month {
        2 => Some(28),
        4 | 6 | 9 | 11 => Some(30),
        1..=12 => Some(31),
        _ => None,
    }
}
