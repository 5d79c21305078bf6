//! A package of edition 2015 that forbids unsafe code and denies warnings: `TryFrom` and `FromIterator` are not in its prelude, its paths begin at
//! the root of the crate, `async` is a name like any other, and other crates must be declared.
#![deny(warnings, missing_docs)]
#![forbid(unsafe_code)]

extern crate boxes;

use std::convert::TryFrom;
use std::iter::FromIterator;

pub mod shelf;

/// A set of small numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Digits {
    bits: u16,
}

impl FromIterator<u8> for Digits {
    fn from_iter<I: IntoIterator<Item = u8>>(numbers: I) -> Digits {
        let mut bits = 0;
        for number in numbers {
            bits |= 1 << (number % 10);
        }
        Digits { bits: bits }
    }
}

impl TryFrom<u16> for Digits {
    type Error = String;

    fn try_from(bits: u16) -> Result<Digits, String> {
        if bits < 1 << 10 {
            Ok(Digits { bits: bits })
        } else {
            Err(format!("{} bits", bits))
        }
    }
}

impl Digits {
    /// Whether a number is in the set.
    pub fn contains(&self, number: u8) -> bool {
        number < 10 && self.bits & 1 << number != 0
    }

    /// Whether the size of a box is in the set.
    pub fn fit(&self, carton: &boxes::Carton) -> bool {
        self.contains(carton.size())
    }

    /// How many numbers are in the set.
    pub fn async(&self) -> u32 {
        self.bits.count_ones()
    }
}
