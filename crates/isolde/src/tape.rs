//! The tape that provides the values of choices inside this process, without an engine.
//!
//! It follows the rules of Isolde's runtime ([`isolde_abi::draw`]): a choice keeps its value when other choices are added or removed.

use crate::abi::{ChoiceKind, Domain, MAX_CHOICES};
use isolde_abi::draw::answer;
use std::collections::BTreeMap;

/// A choice that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Structural key: where in the value the choice was made.
    pub key: u64,
    /// What the choice is for.
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

/// Values for choices, and a record of the choices made.
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

    /// Makes a choice; `grows` tells whether a value on the tape may exceed the upper bound.
    pub(crate) fn choose(&mut self, key: u64, domain: Domain, grows: bool) -> u64 {
        if self.choices.len() >= MAX_CHOICES {
            return domain.low;
        }
        let taped = self.answers.get(&key).copied();
        let (value, domain) = answer(domain, grows, taped, self.seed, key);
        let Domain {
            kind,
            width,
            low,
            high,
        } = domain;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn domain(kind: ChoiceKind, width: u32, low: u64, high: u64) -> Domain {
        Domain {
            kind,
            width,
            low,
            high,
        }
    }

    #[test]
    fn values_stay_in_range_whatever_the_tape_says() {
        for (low, high) in [
            (0, 0),
            (0, 5),
            (3, 200),
            (0, u64::MAX),
            (u64::MAX, u64::MAX),
        ] {
            for kind in ChoiceKind::ALL {
                for seed in 0..50 {
                    for answer in [None, Some(0), Some(7), Some(u64::MAX)] {
                        let answers = answer.map(|value| (9, value)).into_iter().collect();
                        let value =
                            Tape::new(answers, seed).choose(9, domain(kind, 64, low, high), false);
                        assert!((low..=high).contains(&value), "{kind:?} {value}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_value_on_the_tape_counts() {
        let mut tape = Tape::new([(9, 4)].into(), 0);
        assert_eq!(
            tape.choose(9, domain(ChoiceKind::Unsigned, 8, 0, 255), false),
            4
        );
        assert_eq!(
            tape.choose(9, domain(ChoiceKind::Unsigned, 8, 10, 12), false),
            10 + (4u64.wrapping_sub(10) % 3)
        );
        assert_eq!(
            tape.choose(8, domain(ChoiceKind::Unsigned, 8, 0, 255), false),
            0
        );
    }

    #[test]
    fn without_a_seed_values_are_the_simplest() {
        let mut tape = Tape::default();
        assert_eq!(
            tape.choose(1, domain(ChoiceKind::Signed, 8, 0, 255), false),
            0
        );
        assert_eq!(
            tape.choose(2, domain(ChoiceKind::Ascii, 8, 0, 127), false),
            97
        );
        assert_eq!(
            tape.choose(3, domain(ChoiceKind::Unsigned, 8, 5, 255), false),
            5
        );
        assert_eq!(tape.choose(4, domain(ChoiceKind::Ascii, 8, 0, 9), false), 0);
    }

    #[test]
    fn after_the_limit_choices_take_their_smallest_value() {
        let mut tape = Tape::new(BTreeMap::new(), 1);
        for key in 0..MAX_CHOICES as u64 {
            tape.choose(key, domain(ChoiceKind::Unsigned, 8, 3, 9), false);
        }
        assert_eq!(
            tape.choose(1 << 40, domain(ChoiceKind::Unsigned, 8, 3, 9), false),
            3
        );
        assert_eq!(tape.choices.len(), MAX_CHOICES);
    }
}
