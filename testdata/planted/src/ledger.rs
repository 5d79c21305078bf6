//! An account with a limit.

/// The largest total that an account may have.
pub const LIMIT: u16 = 50_000;

/// An account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    total: u16,
}

impl Ledger {
    /// An account without money.
    pub fn new() -> Ledger {
        Ledger::default()
    }

    /// Pays in. Returns `false`, and changes nothing, if the total would be above the limit.
    pub fn deposit(&mut self, amount: u16) -> bool {
        if self.total + amount > LIMIT {
            return false;
        }
        self.total += amount;
        true
    }

    /// Pays out. Returns `false`, and changes nothing, if there is not enough money.
    pub fn withdraw(&mut self, amount: u16) -> bool {
        if amount > self.total {
            return false;
        }
        self.total -= amount;
        true
    }

    /// The total.
    pub fn total(&self) -> u16 {
        self.total
    }
}
