//! A summary of a result: which variant, which sign, empty or not. Results with equal summaries count as the same kind of outcome.

use isolde_abi::key::inner;
use std::hash::{Hash, Hasher};

/// Collects the facts of a summary, in order.
///
/// Facts are small constants, each added in a branch of its own, so that a symbolic engine sees conditions of the path rather than an
/// expression that depends on the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape(u64);

impl Shape {
    /// Adds a fact.
    // Keeps the constants apart: the optimiser would merge branches that differ only in a constant that it can see.
    #[inline(always)]
    pub fn fold(&mut self, fact: u64) {
        self.absorb(std::hint::black_box(fact));
    }

    #[inline(never)]
    fn absorb(&mut self, fact: u64) {
        self.0 = inner(self.0, fact);
    }

    /// Adds a fact about a number of elements: none, one, or more.
    pub fn count(&mut self, count: usize) {
        match count {
            0 => self.fold(0),
            1 => self.fold(1),
            _ => self.fold(2),
        }
    }

    /// Adds which variant of its enum a value is; for other types, the same fact for all values.
    pub fn variant<T>(&mut self, value: &T) {
        std::mem::discriminant(value).hash(&mut Folding(self));
    }

    /// The summary; 0 if no fact was added.
    pub fn value(self) -> u64 {
        self.0
    }
}

struct Folding<'a>(&'a mut Shape);

impl Hasher for Folding<'_> {
    fn finish(&self) -> u64 {
        self.0.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0.fold(u64::from(byte));
        }
    }

    fn write_isize(&mut self, value: isize) {
        self.0.fold(value as u64);
    }
}
