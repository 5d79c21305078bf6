//! Values of choices: which ones are allowed, simplest or special, and how they are drawn.
//!
//! A choice that is on the tape has the value given there, brought within the bounds if it lies outside. Any other choice has the simplest value, or
//! a value drawn from seed and key, so that the same request draws the same values.
//!
//! The distributions favour what programs treat specially: small numbers, bounds, powers of two and their neighbours; letters and digits;
//! short lengths; infinities, NaN and the two zeros. These values are listed once, in `tables`; mutation in the exploration uses the same list.

mod special;
mod tables;
#[cfg(test)]
mod tests;
mod words;

use crate::shared::{ChoiceKind, LONGEST};
pub use tables::{character_at, index_of};
use words::SplitMix;
pub use words::{Words, mix};

/// How many different values the repeated ones of a seed come from.
const REPEATED: u64 = 3;

/// The values that a choice may have: its kind, its width in bits (1 to 64), and its bounds, which are compared as unsigned numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domain {
    /// What the choice is for.
    pub kind: ChoiceKind,
    /// Width in bits.
    pub width: u32,
    /// Smallest value allowed.
    pub low: u64,
    /// Largest value allowed, not below the smallest.
    pub high: u64,
}

/// The value of a choice, and the domain that it came from.
///
/// If `grows`, the upper bound is only the usual one: a tape may contain a larger value, up to [`LONGEST`], which then is the upper bound.
pub fn answer(
    domain: Domain,
    grows: bool,
    taped: Option<u64>,
    seed: u64,
    key: u64,
) -> (u64, Domain) {
    let value = match (taped, seed) {
        (Some(value), _) if grows && value > domain.high && value <= LONGEST => {
            let high = LONGEST;
            return (value, Domain { high, ..domain });
        }
        (Some(value), _) => domain.clamp(value),
        (None, 0) => domain.simplest(),
        (None, seed) => domain.draw(seed, key),
    };
    (value, domain)
}

impl Domain {
    /// Whether the domain contains this value.
    pub fn allows(&self, value: u64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// The number that has all bits of the width set.
    pub fn mask(&self) -> u64 {
        mask(self.width)
    }

    /// Brings a value within the bounds: a value outside wraps around.
    pub fn clamp(&self, value: u64) -> u64 {
        if self.allows(value) {
            return value;
        }
        // The count does not overflow: were every number allowed, the value would be inside.
        let count = self.high.wrapping_sub(self.low).wrapping_add(1);
        let distance = value.wrapping_sub(self.low);
        self.low
            .wrapping_add(distance.checked_rem(count).unwrap_or(0))
    }

    /// The simplest value: zero, `a`, the shortest length, or the smallest value if that is not allowed.
    pub fn simplest(&self) -> u64 {
        let preferred = match self.kind {
            ChoiceKind::Length | ChoiceKind::Variant | ChoiceKind::Departure => self.low,
            ChoiceKind::Ascii | ChoiceKind::Scalar if self.allows('a' as u64) => 'a' as u64,
            _ => 0,
        };
        if self.allows(preferred) {
            preferred
        } else {
            self.low
        }
    }

    /// A random value, the same for the same seed and key. Some of the numbers and characters with one seed are equal, since much code does something
    /// else if two of its arguments are.
    pub fn draw(&self, seed: u64, key: u64) -> u64 {
        let mut words = SplitMix(mix(seed) ^ mix(key ^ 0x5851_F42D_4C95_7F2D));
        let repeated = match self.kind {
            ChoiceKind::Unsigned | ChoiceKind::Signed | ChoiceKind::Float => words.one_in(4),
            ChoiceKind::Ascii | ChoiceKind::Scalar | ChoiceKind::Byte => words.one_in(8),
            ChoiceKind::Bool | ChoiceKind::Length | ChoiceKind::Variant | ChoiceKind::Departure => {
                false
            }
        };
        if repeated {
            words = SplitMix(mix(seed) ^ mix(words.below(REPEATED)));
        }
        // A few tries to hit the bounds with a favoured value, then anything inside.
        for _ in 0..3 {
            let value = match self.kind {
                ChoiceKind::Unsigned => self.unsigned(&mut words),
                ChoiceKind::Signed => self.signed(&mut words),
                ChoiceKind::Float => self.float(&mut words),
                ChoiceKind::Ascii => ascii(&mut words),
                ChoiceKind::Scalar => scalar(&mut words),
                ChoiceKind::Byte => byte(&mut words),
                ChoiceKind::Length => {
                    return self.low.saturating_add(length(&mut words)).min(self.high);
                }
                ChoiceKind::Bool | ChoiceKind::Variant | ChoiceKind::Departure => {
                    words.between(self.low, self.high)
                }
            };
            if self.allows(value) {
                return value;
            }
        }
        words.between(self.low, self.high)
    }

    /// A value that is special for its kind, brought within the bounds.
    pub fn interesting(&self, words: &mut impl Words) -> u64 {
        let value = match self.kind {
            ChoiceKind::Bool => words.word() & 1,
            // Only the first few: larger values rarely show anything new, or take long.
            ChoiceKind::Length | ChoiceKind::Variant | ChoiceKind::Departure => {
                self.low + words.below((self.high - self.low).min(63) + 1)
            }
            ChoiceKind::Unsigned | ChoiceKind::Signed if words.one_in(4) => words.below(17),
            ChoiceKind::Unsigned | ChoiceKind::Byte if words.one_in(4) => {
                words.word() >> words.below(64)
            }
            ChoiceKind::Float if !words.one_in(3) => self.float(words),
            ChoiceKind::Ascii if words.one_in(4) => ascii(words),
            ChoiceKind::Scalar if words.one_in(2) => scalar(words),
            _ => {
                let count = self.specials().count() as u64;
                let index = words.below(count) as usize;
                self.specials().nth(index).unwrap_or(self.low)
            }
        };
        self.clamp(value & self.mask())
    }

    /// A value near another one.
    pub fn near(&self, value: u64, words: &mut impl Words) -> u64 {
        let step = 1_u64 << words.below(5);
        let moved = match self.kind {
            ChoiceKind::Bool => value ^ 1,
            ChoiceKind::Length | ChoiceKind::Variant | ChoiceKind::Departure if words.one_in(2) => {
                value.saturating_sub(1)
            }
            ChoiceKind::Length | ChoiceKind::Variant | ChoiceKind::Departure => {
                value.wrapping_add(1)
            }
            ChoiceKind::Ascii | ChoiceKind::Scalar | ChoiceKind::Byte
                if words.one_in(2) && other_case(value) != value =>
            {
                other_case(value)
            }
            _ => match words.below(4) {
                0 => value.wrapping_add(step),
                1 => value.wrapping_sub(step),
                2 => value ^ 1 << words.below(u64::from(self.width.clamp(1, 64))),
                _ => value.wrapping_neg(),
            },
        };
        self.clamp(moved & self.mask())
    }

    /// A value that is not special, so that results show what is computed from it; a number has at most `bits` bits.
    pub fn telling(&self, bits: u32, words: &mut impl Words) -> u64 {
        let value = match self.kind {
            ChoiceKind::Bool | ChoiceKind::Length | ChoiceKind::Variant | ChoiceKind::Departure => {
                words.word() & 1
            }
            ChoiceKind::Ascii => plain(words),
            ChoiceKind::Scalar if words.one_in(3) => {
                index_of(words.of(&['ß', 'é', 'Š', 'ω', '€', '中'], 'é'))
            }
            ChoiceKind::Scalar => plain(words),
            ChoiceKind::Float => {
                float_bits((words.below(20_001) as f64 - 10_000.0) / 64.0, self.width)
            }
            ChoiceKind::Signed if words.one_in(2) => {
                (words.word() & mask(bits.min(self.width))).wrapping_neg()
            }
            ChoiceKind::Signed | ChoiceKind::Unsigned | ChoiceKind::Byte => {
                words.word() & mask(bits.min(self.width))
            }
        };
        self.clamp(value & self.mask())
    }

    fn unsigned(&self, words: &mut impl Words) -> u64 {
        let width = self.width.clamp(1, 64);
        let value = match words.below(16) {
            0..=5 => words.below(12),
            6 => words.below(101),
            7 => self.low.wrapping_add(words.below(3)),
            8 | 9 => self.high.wrapping_sub(words.below(3)),
            10 | 11 => near_power(words, width),
            // All numbers of bits are equally likely.
            12 | 13 => words.word() & mask(1 + words.below(u64::from(width)) as u32),
            _ => words.between(self.low, self.high),
        };
        value & mask(width)
    }

    fn signed(&self, words: &mut impl Words) -> u64 {
        let width = self.width.clamp(1, 64);
        let sign_bit = 1u64 << (width - 1);
        let magnitude = match words.below(16) {
            0..=5 => words.below(12),
            6 => words.below(101),
            7 => sign_bit.wrapping_sub(words.below(3)),
            8 => sign_bit.wrapping_add(words.below(3)),
            9 => return words.between(self.low, self.high),
            10 | 11 => near_power(words, width),
            12 | 13 => words.word() & mask(1 + words.below(u64::from(width)) as u32),
            _ => words.word(),
        };
        let value = if words.one_in(3) {
            magnitude.wrapping_neg()
        } else {
            magnitude
        };
        value & mask(width)
    }

    fn float(&self, words: &mut impl Words) -> u64 {
        let value = match words.below(16) {
            0..=4 => words.below(21) as f64 - 10.0,
            5 => words.below(2001) as f64 - 1000.0,
            6..=8 => {
                let divisor = words.of(&[2.0, 4.0, 10.0, 64.0, 100.0, 1000.0], 3.0);
                (words.below(2001) as f64 - 1000.0) / divisor
            }
            9 | 10 => words.of(tables::FLOATS, 0.0),
            11 if self.width == 32 => return words.of(tables::SINGLE, f32::MAX).to_bits().into(),
            11 => words.of(tables::DOUBLE, f64::MAX),
            12 | 13 => (words.word() as i64 >> words.below(64)) as f64,
            _ => return words.word() & self.mask(),
        };
        float_bits(value, self.width)
    }
}

fn mask(width: u32) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    }
}

fn float_bits(value: f64, width: u32) -> u64 {
    if width == 32 {
        (value as f32).to_bits().into()
    } else {
        value.to_bits()
    }
}

/// A power of two, or one more or less.
fn near_power(words: &mut impl Words, width: u32) -> u64 {
    let power = 1u64 << words.below(width.clamp(1, 64).into());
    power.wrapping_add(words.below(3)).wrapping_sub(1)
}

fn ascii(words: &mut impl Words) -> u64 {
    match words.below(16) {
        0..=4 => words.between('a' as u64, 'z' as u64),
        5 => words.between('A' as u64, 'Z' as u64),
        6..=8 => words.between('0' as u64, '9' as u64),
        9 | 10 => words.of(tables::SEPARATORS, b' ').into(),
        11 | 12 => words.of(tables::PUNCTUATION, b' ').into(),
        13 => words.of(tables::CONTROL, b' ').into(),
        _ => words.below(128),
    }
}

/// The same letter in the other case; other characters as they are.
fn other_case(value: u64) -> u64 {
    match u8::try_from(value) {
        Ok(letter) if letter.is_ascii_alphabetic() => value ^ 0x20,
        _ => value,
    }
}

/// A small letter, a capital letter, a digit or a sign, each equally often.
fn plain(words: &mut impl Words) -> u64 {
    match words.below(4) {
        0 => words.between('a' as u64, 'z' as u64),
        1 => words.between('A' as u64, 'Z' as u64),
        2 => words.between('0' as u64, '9' as u64),
        _ => words.of(tables::PUNCTUATION, b' ').into(),
    }
}

fn scalar(words: &mut impl Words) -> u64 {
    match words.below(16) {
        0..=9 => ascii(words),
        10 | 11 => words.between(0x80, 0x7ff),
        12 => words.between(index_of('\u{800}'), index_of('\u{ffff}')),
        13 => words.between(index_of('\u{10000}'), index_of('\u{10ffff}')),
        _ => index_of(words.of(tables::CHARACTERS, 'ß')),
    }
}

fn byte(words: &mut impl Words) -> u64 {
    match words.below(8) {
        0..=2 => ascii(words),
        3 => words.of(tables::BYTES, 0).into(),
        4 => words.below(16),
        _ => words.below(256),
    }
}

fn length(words: &mut impl Words) -> u64 {
    match words.below(16) {
        0..=10 => words.below(5),
        11..=13 => words.below(10),
        14 => words.below(33),
        _ => words.below(129),
    }
}
