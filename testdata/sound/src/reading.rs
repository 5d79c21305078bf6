//! Readings of a thermometer.

/// A temperature in tenths of a degree.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    tenths: i16,
}

impl Reading {
    /// A reading of so many tenths of a degree.
    pub fn new(tenths: i16) -> Reading {
        Reading { tenths }
    }

    /// Whether water freezes at this temperature.
    pub fn is_freezing(self) -> bool {
        self.tenths <= 0
    }

    /// The temperature in tenths of a degree.
    pub fn tenths(self) -> i16 {
        self.tenths
    }
}

impl PartialEq for Reading {
    fn eq(&self, other: &Reading) -> bool {
        self.tenths == other.tenths
    }
}

impl Eq for Reading {}
