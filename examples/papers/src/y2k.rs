//! The Y2K check of *Moles: Tool-Assisted Environment Isolation with Closures*, with the date as a parameter.

/// A day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    /// Year.
    pub year: i32,
    /// Month, from 1.
    pub month: u8,
    /// Day, from 1.
    pub day: u8,
}

/// Fails on one day.
pub fn check(today: Date) {
    if today == (Date { year: 2000, month: 1, day: 1 }) {
        panic!("y2k bug!");
    }
}
