//! Lengths.

/// A length in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Metres(pub u32);

/// A length in the smallest unit.
pub fn smallest(length: &Metres) -> u64 {
    u64::from(length.0) * if cfg!(feature = "fine") { 1000 } else { 1 }
}
