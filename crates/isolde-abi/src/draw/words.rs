//! Sources of random words, and the few distributions that drawing needs.

/// Scrambles a word (the finisher of SplitMix64).
pub const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// A source of random words.
pub trait Words {
    /// The next word.
    fn word(&mut self) -> u64;

    /// A number below `end`; 0 if `end` is 0.
    fn below(&mut self, end: u64) -> u64 {
        // The bias of the multiplication method is far below anything that matters here.
        ((u128::from(self.word()) * u128::from(end)) >> 64) as u64
    }

    /// True once in `count` times.
    fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    /// A number from `low` to `high`, both included.
    fn between(&mut self, low: u64, high: u64) -> u64 {
        match high.wrapping_sub(low).wrapping_add(1) {
            0 => self.word(),
            count => low.wrapping_add(self.below(count)),
        }
    }

    /// One of the values, or `otherwise` if there are none.
    fn of<T: Copy>(&mut self, values: &[T], otherwise: T) -> T {
        let index = self.below(values.len() as u64) as usize;
        values.get(index).copied().unwrap_or(otherwise)
    }
}

/// SplitMix64, the source for drawing from seed and key.
pub(super) struct SplitMix(pub u64);

impl Words for SplitMix {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }
}
