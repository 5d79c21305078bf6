//! Percentages of a whole.

use std::ops::Add;

/// A number of percent, at most 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Percent {
    value: u8,
}

impl Percent {
    /// So many percent; `None` if there are more than 100.
    pub fn new(value: u8) -> Option<Percent> {
        (value <= 100).then_some(Percent { value })
    }

    /// The number.
    pub fn value(self) -> u8 {
        self.value
    }

    /// The sum; `None` if it is above 100.
    pub fn checked_add(self, other: Percent) -> Option<Percent> {
        let value = self.value + other.value;
        (value <= 100).then_some(Percent { value })
    }
}

impl Add for Percent {
    type Output = Percent;

    /// The sum.
    ///
    /// # Panics
    ///
    /// Panics if the sum is above 100.
    fn add(self, other: Percent) -> Percent {
        let value = self.value + other.value;
        assert!(value <= 100, "more than 100 percent");
        Percent { value }
    }
}
