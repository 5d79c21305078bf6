//! Values of choices. One on the tape counts if it is allowed and is brought between the bounds if not; what is not on the tape is the
//! simplest value, or a random one by seed and key, so that the same request draws the same.
//!
//! The distributions favour what programs treat specially: small numbers, bounds, powers of two and their neighbours; letters and digits;
//! short lengths; infinities, NaN and the two zeros.

use crate::shared::ChoiceKind;

/// Scrambles a word (the finisher of SplitMix64).
pub const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A number below `limit`; 0 if there is none.
    fn below(&mut self, limit: u64) -> u64 {
        self.next().checked_rem(limit).unwrap_or(0)
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    fn between(&mut self, low: u64, high: u64) -> u64 {
        match high.wrapping_sub(low).wrapping_add(1) {
            0 => self.next(),
            count => low.wrapping_add(self.below(count)),
        }
    }

    fn of<T: Copy>(&mut self, values: &[T], otherwise: T) -> T {
        values
            .get(self.below(values.len() as u64) as usize)
            .copied()
            .unwrap_or(otherwise)
    }
}

/// Brings a value between the bounds: one outside wraps around.
pub fn clamp(value: u64, low: u64, high: u64) -> u64 {
    if (low..=high).contains(&value) {
        return value;
    }
    // The range is not full, or the value would be inside.
    let count = high.wrapping_sub(low).wrapping_add(1);
    low.wrapping_add(value.wrapping_sub(low).checked_rem(count).unwrap_or(0))
}

/// The simplest value between the bounds.
pub fn simplest(kind: ChoiceKind, low: u64, high: u64) -> u64 {
    let preferred = match kind {
        ChoiceKind::Length | ChoiceKind::Variant => low,
        ChoiceKind::Ascii | ChoiceKind::Scalar if (low..=high).contains(&('a' as u64)) => {
            'a' as u64
        }
        _ => 0,
    };
    if (low..=high).contains(&preferred) {
        preferred
    } else {
        low
    }
}

/// A random value between the bounds, the same for the same arguments.
pub fn draw(seed: u64, key: u64, kind: ChoiceKind, width: u32, low: u64, high: u64) -> u64 {
    let mut random = Random(mix(seed) ^ mix(key ^ 0x5851_F42D_4C95_7F2D));
    // A few tries to hit the bounds with a favoured value, then anything inside.
    for _ in 0..3 {
        let value = match kind {
            ChoiceKind::Unsigned => unsigned(&mut random, width, low, high),
            ChoiceKind::Signed => signed(&mut random, width, low, high),
            ChoiceKind::Float => float(&mut random, width),
            ChoiceKind::Ascii => ascii(&mut random),
            ChoiceKind::Scalar => scalar(&mut random),
            ChoiceKind::Byte => byte(&mut random),
            ChoiceKind::Length => return low.saturating_add(length(&mut random)).min(high),
            ChoiceKind::Bool | ChoiceKind::Variant => random.between(low, high),
        };
        if (low..=high).contains(&value) {
            return value;
        }
    }
    random.between(low, high)
}

fn mask(width: u32) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    }
}

/// A power of two, or one more or less.
fn near_power(random: &mut Random, width: u32) -> u64 {
    let power = 1u64 << random.below(width.clamp(1, 64) as u64);
    power.wrapping_add(random.below(3)).wrapping_sub(1)
}

fn unsigned(random: &mut Random, width: u32, low: u64, high: u64) -> u64 {
    let width = width.clamp(1, 64);
    let value = match random.below(16) {
        0..=5 => random.below(12),
        6 => random.below(101),
        7 => low.wrapping_add(random.below(3)),
        8 | 9 => high.wrapping_sub(random.below(3)),
        10 | 11 => near_power(random, width),
        // Any number of bits is as likely as any other.
        12 | 13 => random.next() & mask(1 + random.below(width as u64) as u32),
        _ => random.between(low, high),
    };
    value & mask(width)
}

fn signed(random: &mut Random, width: u32, low: u64, high: u64) -> u64 {
    let width = width.clamp(1, 64);
    let sign_bit = 1u64 << (width - 1);
    let magnitude = match random.below(16) {
        0..=5 => random.below(12),
        6 => random.below(101),
        7 => sign_bit.wrapping_sub(random.below(3)),
        8 => sign_bit.wrapping_add(random.below(3)),
        9 => return random.between(low, high),
        10 | 11 => near_power(random, width),
        12 | 13 => random.next() & mask(1 + random.below(width as u64) as u32),
        _ => random.next(),
    };
    let value = if random.one_in(3) {
        magnitude.wrapping_neg()
    } else {
        magnitude
    };
    value & mask(width)
}

fn float(random: &mut Random, width: u32) -> u64 {
    let value = match random.below(16) {
        0..=4 => random.below(21) as f64 - 10.0,
        5 => random.below(2001) as f64 - 1000.0,
        6..=8 => {
            (random.below(2001) as f64 - 1000.0) / random.of(&[2.0, 4.0, 10.0, 100.0, 1000.0], 3.0)
        }
        9 => random.of(&[0.0, -0.0, 1.0, -1.0, 0.1, 0.5], 2.0),
        10 => random.of(&[f64::INFINITY, f64::NEG_INFINITY, f64::NAN], f64::NAN),
        11 if width == 32 => {
            let values = [
                f32::MIN_POSITIVE,
                f32::EPSILON,
                f32::MAX,
                f32::MIN,
                1e-45,
                16_777_216.0,
            ];
            return random.of(&values, f32::MAX).to_bits() as u64;
        }
        11 => random.of(
            &[
                f64::MIN_POSITIVE,
                f64::EPSILON,
                f64::MAX,
                f64::MIN,
                5e-324,
                9_007_199_254_740_992.0,
            ],
            f64::MAX,
        ),
        12 | 13 => (random.next() as i64 >> random.below(64)) as f64,
        _ => return random.next() & mask(width),
    };
    if width == 32 {
        (value as f32).to_bits() as u64
    } else {
        value.to_bits()
    }
}

fn ascii(random: &mut Random) -> u64 {
    match random.below(16) {
        0..=4 => random.between('a' as u64, 'z' as u64),
        5 => random.between('A' as u64, 'Z' as u64),
        6..=8 => random.between('0' as u64, '9' as u64),
        9..=12 => random.of(b" .,;:-_+*/=<>()[]{}\"'\\!?&%$#@|~^`", b' ') as u64,
        13 => random.of(b" \t\n\r\0\x7f", b' ') as u64,
        _ => random.below(128),
    }
}

/// The index of a character in the count that skips surrogates.
const fn index_of(character: char) -> u64 {
    let code = character as u64;
    if code >= 0xE000 { code - 0x800 } else { code }
}

fn scalar(random: &mut Random) -> u64 {
    // Sharp s, dotted and dotless i, final sigma, ligatures, combining marks, right-to-left letters and marks, joiners, wide and
    // astral characters, the last one: what breaks case mapping, length and width.
    const SPECIAL: &[char] = &[
        'ß',
        'ẞ',
        'İ',
        'ı',
        'ς',
        'Σ',
        'ŉ',
        'ﬁ',
        'ǆ',
        '\u{301}',
        '\u{308}',
        '\u{200d}',
        '\u{200f}',
        '\u{202e}',
        'א',
        'ع',
        '\u{a0}',
        '\u{ad}',
        '\u{feff}',
        '\u{fffd}',
        '٣',
        '½',
        '日',
        '한',
        '🦀',
        '😀',
        '\u{1f3fd}',
        '𝒳',
        '\u{10ffff}',
        '\u{d7ff}',
        '\u{e000}',
    ];
    match random.below(16) {
        0..=9 => ascii(random),
        10 | 11 => random.between(0x80, 0x7ff),
        12 => index_of('\u{800}') + random.below(0xffff - 0x800 - 0x800),
        13 => random.between(index_of('\u{10000}'), index_of('\u{10ffff}')),
        _ => index_of(random.of(SPECIAL, 'ß')),
    }
}

fn byte(random: &mut Random) -> u64 {
    match random.below(8) {
        0..=2 => ascii(random),
        3 => random.of(&[0, 1, 0x7f, 0x80, 0xff, 0xc3, 0xe2, 0xf0], 0),
        4 => random.below(16),
        _ => random.below(256),
    }
}

fn length(random: &mut Random) -> u64 {
    match random.below(16) {
        0..=10 => random.below(5),
        11..=13 => random.below(10),
        14 => random.below(33),
        _ => random.below(129),
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::{clamp, draw, simplest};
    use crate::shared::ChoiceKind;
    use std::collections::BTreeSet;

    #[test]
    fn values_outside_wrap_into_the_bounds() {
        assert_eq!(clamp(7, 0, 9), 7);
        assert_eq!(clamp(10, 0, 9), 0);
        assert_eq!(clamp(3, 5, 9), 5 + (3u64.wrapping_sub(5)) % 5);
        assert_eq!(clamp(u64::MAX, 0, u64::MAX), u64::MAX);
        assert_eq!(clamp(0, 1, u64::MAX), 1);
        for value in [0, 1, 77, u64::MAX] {
            assert!((5..=5).contains(&clamp(value, 5, 5)));
            assert!((100..=u64::MAX).contains(&clamp(value, 100, u64::MAX)));
        }
    }

    #[test]
    fn draws_stay_between_the_bounds_and_repeat() {
        for kind in ChoiceKind::ALL {
            for (low, high) in [
                (0, 0),
                (5, 9),
                (0, u64::MAX),
                (48, 57),
                (1 << 63, u64::MAX),
                (0, 1),
                (7, 7),
            ] {
                for key in 0..200 {
                    let value = draw(3, key, kind, 64, low, high);
                    assert!(
                        (low..=high).contains(&value),
                        "{kind:?} {low} {high} {value}"
                    );
                    assert_eq!(value, draw(3, key, kind, 64, low, high));
                }
                assert!((low..=high).contains(&simplest(kind, low, high)));
            }
        }
    }

    #[test]
    fn boundaries_and_special_values_turn_up() {
        let values = |kind, width, high| -> BTreeSet<u64> {
            (0..4000)
                .map(|key| draw(9, key, kind, width, 0, high))
                .collect()
        };
        let signed = values(ChoiceKind::Signed, 32, u32::MAX as u64);
        for wanted in [0, 1, -1, i32::MIN, i32::MAX, 2, 256] {
            assert!(signed.contains(&(wanted as u32 as u64)), "{wanted}");
        }
        let unsigned = values(ChoiceKind::Unsigned, 64, u64::MAX);
        for wanted in [0, 1, u64::MAX, u64::MAX - 1, 1 << 63, 1 << 32] {
            assert!(unsigned.contains(&wanted), "{wanted}");
        }
        let floats = values(ChoiceKind::Float, 64, u64::MAX);
        for wanted in [
            0.0,
            -0.0,
            1.0,
            0.5,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            f64::MIN_POSITIVE,
        ] {
            assert!(floats.contains(&f64::to_bits(wanted)), "{wanted}");
        }
        let scalars = values(ChoiceKind::Scalar, 21, 0x10_ffff - 0x800);
        for wanted in ['a', '7', 'ß', 'İ', '\u{301}'] {
            assert!(scalars.contains(&(wanted as u64)), "{wanted}");
        }
        assert!(scalars.contains(&('🦀' as u64 - 0x800)));
    }

    #[test]
    fn the_simplest_is_zero_or_a_letter_or_the_lower_bound() {
        assert_eq!(simplest(ChoiceKind::Signed, 0, u64::MAX), 0);
        assert_eq!(simplest(ChoiceKind::Unsigned, 3, 9), 3);
        assert_eq!(simplest(ChoiceKind::Ascii, 0, 127), 97);
        assert_eq!(simplest(ChoiceKind::Scalar, 0, 90), 0);
        assert_eq!(simplest(ChoiceKind::Ascii, 48, 57), 48);
        assert_eq!(simplest(ChoiceKind::Length, 2, 5), 2);
    }
}
