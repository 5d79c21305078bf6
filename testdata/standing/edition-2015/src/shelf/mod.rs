//! Places for sets.

use Digits;

/// How things are counted.
pub trait Measure {
    /// The number of numbers from zero on that are in the set.
    fn run_length(&self) -> u8;
}

impl Measure for Digits {
    fn run_length(&self) -> u8 {
        (0..10).take_while(|&number| self.contains(number)).count() as u8
    }
}

/// The largest number in the set.
fn largest(digits: &Digits) -> Option<u8> {
    (0..10).rev().find(|&number| digits.contains(number))
}

/// The same for an empty set, so that it is used.
pub fn largest_of_none() -> Option<u8> {
    use std::iter::FromIterator;
    largest(&Digits::from_iter(None))
}
