//! Shares of a whole.

/// A share, such as 3 of 4. Shares are equal if their quotients are.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    part: u16,
    whole: u16,
}

impl Share {
    /// The share of a part in a whole.
    pub fn new(part: u16, whole: u16) -> Share {
        Share { part, whole }
    }

    /// The part divided by the whole.
    pub fn quotient(self) -> f64 {
        f64::from(self.part) / f64::from(self.whole)
    }
}

impl PartialEq for Share {
    fn eq(&self, other: &Share) -> bool {
        self.quotient() == other.quotient()
    }
}

impl Eq for Share {}
