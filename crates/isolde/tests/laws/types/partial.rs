//! A type whose values are ordered only partially.

use super::Fault::{self, *};
use super::sample::in_a_circle;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A number that is ordered only partially, and that does not always equal itself.
#[derive(PartialEq)]
pub struct Partial<const F: u8>(f32);

impl<const F: u8> Partial<F> {
    pub fn new(number: f32) -> Self {
        Partial(number)
    }
}

impl<const F: u8> PartialOrd for Partial<F> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match Fault::of(F) {
            PartialCmpTransitive => Some(in_a_circle(self.0 as i32, other.0 as i32)),
            _ => self.0.partial_cmp(&other.0),
        }
    }
}

impl<const F: u8> fmt::Display for Partial<F> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match Fault::of(F) {
            TextRoundTrip => write!(f, "{}", self.0 + 1.0),
            _ => write!(f, "{}", self.0),
        }
    }
}

impl<const F: u8> FromStr for Partial<F> {
    type Err = std::num::ParseFloatError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Partial)
    }
}
