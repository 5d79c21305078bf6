//! A meter with a limit.

/// Counts up to a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meter {
    count: u16,
    limit: u16,
    alarms: u8,
}

impl Meter {
    /// A meter at zero. A limit of zero means no limit.
    pub fn new(limit: u16) -> Meter {
        Meter { count: 0, limit, alarms: 0 }
    }

    /// Adds to the count, but not beyond the limit; returns the rest that did not fit.
    pub fn add(&mut self, amount: u16) -> u16 {
        let limit = if self.limit == 0 { u16::MAX } else { self.limit };
        let fits = amount.min(limit - self.count);
        self.count += fits;
        if fits < amount {
            self.alarms = self.alarms.saturating_add(1);
        }
        amount - fits
    }

    /// The count.
    pub fn count(&self) -> u16 {
        self.count
    }

    /// Resets the count.
    ///
    /// # Panics
    ///
    /// If there are unacknowledged alarms.
    pub fn reset(&mut self) {
        assert!(self.alarms == 0, "unacknowledged alarms");
        self.count = 0;
    }

    /// Acknowledges the alarms; returns how many there were.
    pub fn acknowledge(&mut self) -> u8 {
        std::mem::take(&mut self.alarms)
    }
}
