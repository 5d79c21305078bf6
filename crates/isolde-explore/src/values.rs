//! Values of recorded choices: the tables and rules of [`isolde_abi::draw`], applied to [`ChoiceRecord`].

use crate::random::Random;
use isolde_abi::draw::{Domain, Words};
use isolde_abi::shared::{ChoiceKind, ChoiceRecord};
use isolde_record::Tape;

impl Words for Random {
    fn word(&mut self) -> u64 {
        self.bits()
    }
}

/// The values that a choice may have.
pub(crate) fn domain(choice: &ChoiceRecord) -> Domain {
    Domain {
        kind: ChoiceKind::from_u16(choice.kind),
        width: choice.width.clamp(1, 64).into(),
        low: choice.low,
        high: choice.high,
    }
}

/// A mask of `width` ones.
pub(crate) fn mask(width: u16) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    }
}

/// The value, fitted into the width and the bounds of the choice.
pub(crate) fn clamp(choice: &ChoiceRecord, value: u64) -> u64 {
    let domain = domain(choice);
    domain.clamp(value & domain.mask())
}

/// The value that a choice has when it is not on the tape: the simplest one.
pub(crate) fn simplest(choice: &ChoiceRecord) -> u64 {
    domain(choice).simplest()
}

/// The value as a signed number of the choice's width.
pub(crate) fn signed(choice: &ChoiceRecord, value: u64) -> i64 {
    let shift = 64 - u32::from(choice.width.clamp(1, 64));
    (value << shift) as i64 >> shift
}

/// The tape with these choices. If several have the same key, the first one counts.
pub(crate) fn tape_of_first(choices: &[ChoiceRecord]) -> Tape {
    let pairs = choices
        .iter()
        .rev()
        .map(|choice| (choice.key, choice.value));
    Tape(pairs.collect())
}

/// The tape on which a run makes these choices again.
pub(crate) fn tape_of(choices: &[ChoiceRecord]) -> Tape {
    let pairs = choices.iter().map(|choice| (choice.key, choice.value));
    Tape(pairs.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signed_values_extend_their_sign() {
        let choice = ChoiceRecord {
            key: 1,
            value: 0,
            low: 0,
            high: 255,
            kind: ChoiceKind::Signed as u16,
            width: 8,
            from_tape: 0,
            depth: 0,
        };
        assert_eq!(signed(&choice, 255), -1);
        assert_eq!(signed(&choice, 127), 127);
        assert_eq!(clamp(&choice, u64::MAX), 255);
    }
}
