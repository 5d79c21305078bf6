//! The tape that answers choices inside this process, when no engine does.
//!
//! The rules are those of Isolde's runtime: a value on the tape counts if it is allowed and is folded into the allowed range if
//! not; a choice that the tape does not answer takes its simplest value, or, with a seed, a value drawn from seed and key alone,
//! so that a choice keeps its value when others come or go.

use crate::abi::{ChoiceKind, MAX_CHOICES};
use std::collections::BTreeMap;

/// A choice that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Structural key: where in the value the choice was made.
    pub key: u64,
    /// What it is for.
    pub kind: ChoiceKind,
    /// Width in bits, 1 to 64.
    pub width: u32,
    /// Smallest value allowed.
    pub low: u64,
    /// Largest value allowed.
    pub high: u64,
    /// The value chosen.
    pub value: u64,
}

/// Answers to choices, and a record of those made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tape {
    answers: BTreeMap<u64, u64>,
    seed: u64,
    pub(crate) choices: Vec<Choice>,
}

impl Tape {
    pub(crate) fn new(answers: BTreeMap<u64, u64>, seed: u64) -> Tape {
        Tape {
            answers,
            seed,
            choices: Vec::new(),
        }
    }

    pub(crate) fn choose(
        &mut self,
        key: u64,
        kind: ChoiceKind,
        width: u32,
        low: u64,
        high: u64,
    ) -> u64 {
        if self.choices.len() >= MAX_CHOICES {
            return low;
        }
        let value = match self.answers.get(&key) {
            Some(&value) => fold(value, low, high),
            None if self.seed == 0 => simplest(kind, low, high),
            None => fold(draw(Random::new(self.seed, key), kind, width), low, high),
        };
        self.choices.push(Choice {
            key,
            kind,
            width,
            low,
            high,
            value,
        });
        value
    }
}

/// `value` if it is allowed, else an allowed value that depends on it.
fn fold(value: u64, low: u64, high: u64) -> u64 {
    if (low..=high).contains(&value) {
        return value;
    }
    match (high - low).checked_add(1) {
        Some(count) => low + value.wrapping_sub(low) % count,
        None => value,
    }
}

/// The value that reads best: 0, or `a` for characters.
fn simplest(kind: ChoiceKind, low: u64, high: u64) -> u64 {
    let best = match kind {
        ChoiceKind::Ascii | ChoiceKind::Scalar => u64::from(b'a'),
        _ => 0,
    };
    if (low..=high).contains(&best) {
        best
    } else {
        low
    }
}

/// Draws by kind: mostly small and telling values, sometimes anything.
fn draw(mut random: Random, kind: ChoiceKind, width: u32) -> u64 {
    let mask = u64::MAX >> (64 - width.clamp(1, 64));
    match kind {
        ChoiceKind::Bool | ChoiceKind::Variant => random.next(),
        ChoiceKind::Length => match random.below(8) {
            0 => 0,
            1 | 2 => 1,
            3 | 4 => 2,
            5 | 6 => 3 + random.below(3),
            _ => random.next(),
        },
        ChoiceKind::Ascii => ascii(&mut random),
        ChoiceKind::Byte => match random.below(3) {
            0 => ascii(&mut random),
            1 => *random.of(&[0, 1, 0x7f, 0x80, 0xc3, 0xff]),
            _ => random.below(256),
        },
        ChoiceKind::Scalar => scalar(&mut random),
        ChoiceKind::Float if width <= 32 => u64::from((float(&mut random) as f32).to_bits()),
        ChoiceKind::Float => float(&mut random).to_bits(),
        ChoiceKind::Unsigned | ChoiceKind::Signed => {
            let magnitude = match random.below(4) {
                0 => random.below(4),
                1 => random.below(128),
                2 => (1u64 << random.below(u64::from(width)))
                    .wrapping_add(random.below(3))
                    .wrapping_sub(1),
                _ => return random.next() & mask,
            };
            let negated = match kind {
                ChoiceKind::Signed => random.below(2) == 1,
                _ => random.below(8) == 1,
            };
            if negated {
                magnitude.wrapping_neg() & mask
            } else {
                magnitude & mask
            }
        }
    }
}

fn ascii(random: &mut Random) -> u64 {
    match random.below(16) {
        0..=5 => u64::from(b'a') + random.below(26),
        6..=8 => u64::from(b'0') + random.below(10),
        9 => u64::from(b'A') + random.below(26),
        10..=14 => 32 + random.below(95),
        _ => random.below(128),
    }
}

fn scalar(random: &mut Random) -> u64 {
    const TELLING: &str = "ßİéÉñžΣςд中日あ한אع\u{301}\u{200d}\u{202e}\u{feff}\u{a0}\u{2028}ǅﬀ𝒳🦀🎉";
    match random.below(8) {
        0..=2 => ascii(random),
        3..=5 => {
            let index = random.below(TELLING.chars().count() as u64) as usize;
            let character = TELLING.chars().nth(index).map_or(0, u32::from);
            // The choice is an index that skips the surrogates.
            u64::from(if character >= 0xe000 {
                character - 0x800
            } else {
                character
            })
        }
        6 => random.below(0x800),
        _ => random.below(0x10_f800),
    }
}

fn float(random: &mut Random) -> f64 {
    let sign = if random.below(3) == 0 { -1.0 } else { 1.0 };
    sign * match random.below(8) {
        0 | 1 => random.below(20) as f64,
        2 => random.below(2000) as f64 / 10.0,
        3 => random.below(1 << 20) as f64 / 1024.0,
        4 => *random.of(&[
            0.0,
            f64::INFINITY,
            f64::NAN,
            f64::MIN_POSITIVE,
            f64::MAX,
            f64::EPSILON,
        ]),
        5 => *random.of(&[0.1, 0.5, 1e-7, 1e16, 1e300, 16_777_217.0, 5e-324]),
        _ => f64::from_bits(random.next()),
    }
}

/// A generator with 64 bits of state (SplitMix64, Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
struct Random(u64);

impl Random {
    fn new(seed: u64, key: u64) -> Random {
        Random(crate::chooser::mix(seed, key))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`; nearly uniform, which is enough here.
    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn of<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len() as u64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [ChoiceKind; 9] = [
        ChoiceKind::Unsigned,
        ChoiceKind::Signed,
        ChoiceKind::Bool,
        ChoiceKind::Ascii,
        ChoiceKind::Scalar,
        ChoiceKind::Float,
        ChoiceKind::Length,
        ChoiceKind::Variant,
        ChoiceKind::Byte,
    ];

    #[test]
    fn values_stay_in_range_whatever_the_tape_says() {
        for (low, high) in [
            (0, 0),
            (0, 5),
            (3, 200),
            (0, u64::MAX),
            (u64::MAX, u64::MAX),
        ] {
            for kind in KINDS {
                for seed in 0..50 {
                    for answer in [None, Some(0), Some(7), Some(u64::MAX)] {
                        let answers = answer.map(|value| (9, value)).into_iter().collect();
                        let value = Tape::new(answers, seed).choose(9, kind, 64, low, high);
                        assert!((low..=high).contains(&value), "{kind:?} {value}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_value_on_the_tape_counts() {
        let mut tape = Tape::new([(9, 4)].into(), 0);
        assert_eq!(tape.choose(9, ChoiceKind::Unsigned, 8, 0, 255), 4);
        assert_eq!(
            tape.choose(9, ChoiceKind::Unsigned, 8, 10, 12),
            10 + (4u64.wrapping_sub(10) % 3)
        );
        assert_eq!(tape.choose(8, ChoiceKind::Unsigned, 8, 0, 255), 0);
    }

    #[test]
    fn without_a_seed_values_are_the_simplest() {
        let mut tape = Tape::default();
        assert_eq!(tape.choose(1, ChoiceKind::Signed, 8, 0, 255), 0);
        assert_eq!(tape.choose(2, ChoiceKind::Ascii, 8, 0, 127), 97);
        assert_eq!(tape.choose(3, ChoiceKind::Unsigned, 8, 5, 255), 5);
        assert_eq!(tape.choose(4, ChoiceKind::Ascii, 8, 0, 9), 0);
    }

    #[test]
    fn after_the_limit_choices_take_their_smallest_value() {
        let mut tape = Tape::new(BTreeMap::new(), 1);
        for key in 0..MAX_CHOICES as u64 {
            tape.choose(key, ChoiceKind::Unsigned, 8, 3, 9);
        }
        assert_eq!(tape.choose(1 << 40, ChoiceKind::Unsigned, 8, 3, 9), 3);
        assert_eq!(tape.choices.len(), MAX_CHOICES);
    }

    #[test]
    fn draws_reach_the_telling_values() {
        let drawn = |kind, width, high| -> std::collections::BTreeSet<u64> {
            (1..3000)
                .map(|seed| Tape::new(BTreeMap::new(), seed).choose(1, kind, width, 0, high))
                .collect()
        };
        let bytes = drawn(ChoiceKind::Unsigned, 8, 255);
        assert!([0, 1, 127, 128, 255].iter().all(|v| bytes.contains(v)));
        let wide = drawn(ChoiceKind::Signed, 64, u64::MAX);
        assert!([0, 1, u64::MAX, 1 << 63].iter().all(|v| wide.contains(v)));
        assert_eq!(drawn(ChoiceKind::Length, 8, 8).len(), 9);
    }
}
