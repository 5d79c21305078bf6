//! Sets of hashes that remember the latest elements, within a bound.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// A hasher that returns its input, since the elements are hashes already.
#[derive(Default)]
pub(crate) struct Itself(u64);

impl Hasher for Itself {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0 << 8 | u64::from(byte);
        }
    }
    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

type Hashes = HashSet<u64, BuildHasherDefault<Itself>>;

/// A set of hashes in two generations. When the young generation reaches half of the elements that are allowed, the old one is forgotten and the
/// young one becomes old. So an element is remembered at least until half as many other elements as are allowed have been met.
pub(crate) struct Seen {
    young: Hashes,
    old: Hashes,
    most: usize,
}

impl Seen {
    /// Approximate bytes that an element takes, since hash tables are between half full and full.
    pub(crate) const BYTES: usize = 16;

    /// An empty set of at most this many elements.
    pub(crate) fn new(most: usize) -> Seen {
        Seen {
            young: Hashes::default(),
            old: Hashes::default(),
            most,
        }
    }

    /// Changes the number of elements that are allowed.
    pub(crate) fn bound(&mut self, most: usize) {
        self.most = most;
        self.age();
        if self.old.len() > most {
            self.old = Hashes::default();
        }
    }

    /// Adds an element; returns whether it was new.
    pub(crate) fn insert(&mut self, hash: u64) -> bool {
        let is_new = self.young.insert(hash) && !self.old.contains(&hash);
        self.age();
        is_new
    }

    /// Whether the set contains an element.
    pub(crate) fn contains(&self, hash: u64) -> bool {
        self.young.contains(&hash) || self.old.contains(&hash)
    }

    fn age(&mut self) {
        if self.young.len() > self.most / 2 {
            self.old = std::mem::take(&mut self.young);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Seen {
        /// Number of elements, some of which may be counted twice.
        fn len(&self) -> usize {
            self.young.len() + self.old.len()
        }
    }

    #[test]
    fn the_latest_are_remembered_and_their_number_is_bounded() {
        let mut seen = Seen::new(1000);
        for hash in 0..100_000 {
            assert!(seen.insert(hash));
            assert!(!seen.insert(hash));
            assert!(seen.len() <= 1003, "{} after {hash}", seen.len());
        }
        assert!((99_600..100_000).all(|hash| seen.contains(hash)));
        assert!(!seen.contains(10));
    }

    #[test]
    fn a_lower_bound_takes_effect_at_once() {
        let mut seen = Seen::new(1_000_000);
        for hash in 0..10_000 {
            seen.insert(hash);
        }
        seen.bound(100);
        seen.insert(1);
        assert!(seen.len() <= 101, "{}", seen.len());
    }
}
