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

/// Whether a box is too large for a shelf.
fn is_too_large(carton: &::boxes::Carton) -> bool {
    carton.size() > 7
}

/// The box for a shelf, if it is not too large.
pub fn shelved(carton: ::boxes::Carton) -> Option<::boxes::Carton> {
    if is_too_large(&carton) {
        None
    } else {
        Some(carton)
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
