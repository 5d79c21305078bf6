//! Lengths.

/// A length in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Metres(pub u32);
