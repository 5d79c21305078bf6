//! Choices like those that a program makes, for unit tests that do without a program.

use crate::values::simplest;
use isolde_abi::shared::{ChoiceKind, ChoiceRecord};
use isolde_record::Tape;

/// A choice between 0 and `high`, in a scope of this depth: the value on the tape, or else the simplest one.
pub(crate) fn choice(
    (key, depth): (u64, u16),
    kind: ChoiceKind,
    width: u16,
    high: u64,
    tape: &Tape,
) -> ChoiceRecord {
    let mut choice = ChoiceRecord {
        key,
        value: 0,
        low: 0,
        high,
        kind: kind as u16,
        width,
        from_tape: 0,
        depth,
    };
    let value = tape.0.get(&key).copied();
    choice.value = value.unwrap_or_else(|| simplest(&choice)).min(high);
    choice
}
