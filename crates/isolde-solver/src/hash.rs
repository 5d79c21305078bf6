//! A fast hash for the solver's tables, and a wide one for the keys of its cache.
//!
//! Both mix by multiplication, in the manner of the Firefox hash (`rustc-hash`). Neither resists an adversary, which is not needed: the inputs are
//! our own terms.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;

/// Hasher of the solver's hash maps.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }
    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }
    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0 ^ value).wrapping_mul(FACTOR).rotate_left(26);
    }
    fn write_u128(&mut self, value: u128) {
        self.write_u64(value as u64);
        self.write_u64((value >> 64) as u64);
    }
    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

/// A hash map with [`Mixer`]; its order is never used.
pub(crate) type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// A hash of 128 bits, wide enough that inputs with equal hashes can be assumed to be equal.
#[derive(Clone, Copy)]
pub(crate) struct Wide(u128);

impl Wide {
    /// The hash of no words.
    pub fn new() -> Self {
        Wide(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834)
    }

    /// Adds a word.
    pub fn add(&mut self, value: u128) {
        let mixed = (self.0 ^ value).wrapping_mul(0xda94_2042_e4dd_58b5_2360_ed05_1fc6_5da5);
        self.0 = mixed ^ mixed >> 61;
    }

    /// The hash.
    pub fn finish(self) -> u128 {
        let mixed = self
            .0
            .wrapping_mul(0x2545_f491_4f6c_dd1d_9fb2_1c65_1e98_df25);
        mixed ^ mixed >> 67
    }
}

/// A stateless draw: the `index`-th word of the sequence that `seed` names (SplitMix64).
pub(crate) fn draw(seed: u64, index: u64) -> u64 {
    let mut word = seed.wrapping_add(index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}
