//! A package of edition 2024, in which `gen` is a keyword.
#![deny(missing_docs, unreachable_pub)]

/// A seed for numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seed(pub u64);

impl Seed {
    /// The next number.
    pub fn r#gen(&mut self, limit: u64) -> Option<u64> {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        self.0.checked_rem(limit)
    }
}

impl TryFrom<&str> for Seed {
    type Error = std::num::ParseIntError;

    fn try_from(text: &str) -> Result<Seed, Self::Error> {
        text.parse().map(Seed)
    }
}
