//! Texts that end with a zero byte.

use std::iter::FusedIterator;

/// An iterator over the bytes before the first zero byte, or over all if there is none.
#[derive(Clone, Debug)]
pub struct UntilZero {
    bytes: Vec<u8>,
    at: usize,
}

impl UntilZero {
    /// Starts at the first byte.
    pub fn new(bytes: Vec<u8>) -> UntilZero {
        UntilZero { bytes, at: 0 }
    }

    /// The number of bytes returned so far.
    pub fn position(&self) -> usize {
        self.at
    }
}

impl Iterator for UntilZero {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        if byte == 0 {
            return None;
        }
        Some(byte)
    }
}

impl FusedIterator for UntilZero {}
