//! The hashes by which hash tables find their keys.
//!
//! If every hash is 0, a table is a list: a look-up compares keys one after the other, and each comparison is a path condition. Through these
//! conditions the search finds keys that are in the table. But a look-up costs as many comparisons as there are keys. This module estimates them, and
//! marks a run that would need far fewer with true hashes.

use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

/// Number of comparisons of keys in a run up to which tables without hashes are worth their cost, which is less than a millisecond.
const MOST_COMPARISONS: u32 = 1 << 17;
/// Bits of the set of keys. Keys that share a bit count once, since it matters only whether there are few keys.
const BITS: usize = 1 << 10;
const WORDS: usize = BITS / 64;

/// The hashes of a run. All threads use this without the lock, which may make the counts inexact, but that does no harm.
#[derive(Debug)]
pub struct Hashes {
    are_true: AtomicBool,
    keys: [AtomicU64; WORDS],
    keys_len: AtomicU32,
    comparisons: AtomicU32,
}

impl Hashes {
    /// No keys so far, and hashes that are 0.
    pub const fn new() -> Hashes {
        Hashes {
            are_true: AtomicBool::new(false),
            keys: [const { AtomicU64::new(0) }; WORDS],
            keys_len: AtomicU32::new(0),
            comparisons: AtomicU32::new(0),
        }
    }

    /// Begins a run.
    pub fn restart(&self, are_true: bool) {
        self.are_true.store(are_true, Relaxed);
        for word in &self.keys {
            word.store(0, Relaxed);
        }
        self.keys_len.store(0, Relaxed);
        self.comparisons.store(0, Relaxed);
    }

    /// Whether hashes are the true ones.
    #[inline]
    pub fn are_true(&self) -> bool {
        self.are_true.load(Relaxed)
    }

    /// Notes a look-up of a key with this hash among all keys of the run so far. Returns true once, when there have been too many comparisons.
    pub fn look_up(&self, hash: u64) -> bool {
        let bit = hash as usize % BITS;
        if let Some(word) = self.keys.get(bit / 64)
            && word.fetch_or(1 << (bit % 64), Relaxed) & 1 << (bit % 64) == 0
        {
            self.keys_len.fetch_add(1, Relaxed);
        }
        let keys = self.keys_len.load(Relaxed);
        let before = self.comparisons.fetch_add(keys, Relaxed);
        before < MOST_COMPARISONS && before + keys >= MOST_COMPARISONS
    }
}

impl Default for Hashes {
    fn default() -> Hashes {
        Hashes::new()
    }
}

#[cfg(test)]
mod tests {
    use super::{Hashes, MOST_COMPARISONS};

    #[test]
    fn many_keys_are_too_many_soon_and_few_keys_late() {
        let spread = |key: u64| key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        let hashes = Hashes::new();
        let crossings: Vec<u64> = (0..5_000)
            .filter(|&look_up| hashes.look_up(spread(look_up % 2_000)))
            .collect();
        assert_eq!(crossings.len(), 1, "it is said once");
        assert!((400..800).contains(&crossings[0]), "{crossings:?}");

        hashes.restart(false);
        let most = u64::from(MOST_COMPARISONS / 16);
        let crossings: Vec<u64> = (0..2 * most)
            .filter(|&look_up| hashes.look_up(spread(look_up % 16)))
            .collect();
        assert_eq!(crossings.len(), 1);
        assert!(crossings[0].abs_diff(most) < 50, "{crossings:?}");
    }
}
