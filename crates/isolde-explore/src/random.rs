//! Reproducible randomness.

use rand_core::RngCore as _;
use rand_pcg::Pcg64Mcg;

/// A generator with the few distributions that the search needs.
#[derive(Clone, Debug)]
pub(crate) struct Random(Pcg64Mcg);

impl Random {
    /// A generator whose numbers are independent of those for any other seed and stream.
    pub(crate) fn new(seed: u64, stream: u64) -> Random {
        Random(Pcg64Mcg::new(
            u128::from(mix(seed ^ 0x9e37_79b9)) << 64
                | u128::from(mix(stream ^ seed.rotate_left(32))),
        ))
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `end`, which must not be 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        // The bias of the multiplication method is far below anything that matters here.
        ((u128::from(self.bits()) * end as u128) >> 64) as usize
    }

    /// True once in `n` times.
    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of the elements; the slice must not be empty.
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// A seed for drawing, never 0.
    pub(crate) fn seed(&mut self) -> u64 {
        self.bits() | 1
    }
}

/// A 64-bit mixing function (the finalizer of splitmix64).
pub const fn mix(value: u64) -> u64 {
    isolde_abi::draw::mix(value.wrapping_add(0x9e37_79b9_7f4a_7c15))
}

/// Folds a value into a hash.
pub(crate) const fn fold(hash: u64, value: u64) -> u64 {
    mix(hash.rotate_left(23) ^ value)
}
