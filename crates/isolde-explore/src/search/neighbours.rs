//! Inputs that differ from one that showed something new in a single decision about their structure: another variant, one element more or less.
//!
//! Which variant was chosen decides what is built, and the tags and lengths in memory are then constants of the path. So no path condition leads from
//! a list of three numbers to one with a text in the middle, though the code under test branches on exactly that. The neighbours of an input are few,
//! and all are tried (as the deterministic stages of AFL do with bytes; Zalewski).

use crate::values::tape_of_first;
use isolde_abi::shared::{ChoiceKind, ChoiceRecord};
use isolde_record::Tape;
use std::collections::VecDeque;

/// Maximum number of inputs whose neighbours wait; the oldest are forgotten.
const MOST: usize = 64;
/// Inputs with more choices have no neighbours.
const LARGEST: usize = 512;
/// Maximum number of neighbours of an input.
const MOST_OF_ONE: usize = 256;
/// Maximum number of other variants that are tried in one place.
const MOST_VARIANTS: usize = 16;

/// Neighbours that wait.
#[derive(Debug, Default)]
pub(super) struct Neighbours {
    waiting: VecDeque<Input>,
}

/// An input, and the changes that were not tried yet, the last one first.
#[derive(Debug)]
struct Input {
    choices: Vec<ChoiceRecord>,
    /// Places of choices, and other values for them.
    changes: Vec<(u32, u64)>,
}

impl Neighbours {
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Adds the neighbours of an input.
    pub(super) fn add(&mut self, choices: &[ChoiceRecord]) {
        if choices.len() > LARGEST {
            return;
        }
        let mut changes: Vec<(u32, u64)> = (0_u32..)
            .zip(choices)
            .flat_map(|(place, choice)| others(choice).into_iter().map(move |value| (place, value)))
            .take(MOST_OF_ONE)
            .collect();
        if changes.is_empty() {
            return;
        }
        changes.reverse();
        self.waiting.push_back(Input {
            choices: choices.to_vec(),
            changes,
        });
        if self.waiting.len() > MOST {
            self.waiting.pop_front();
        }
    }

    /// Takes a neighbour of the newest input. Also returns whether it has one element more, with which something may be compared.
    pub(super) fn pop(&mut self) -> Option<(Tape, bool)> {
        let input = self.waiting.back_mut()?;
        let (place, value) = input.changes.pop()?;
        let mut tape = tape_of_first(&input.choices);
        let choice = &input.choices[place as usize];
        tape.0.insert(choice.key, value);
        let is_longer =
            ChoiceKind::from_u16(choice.kind) == ChoiceKind::Length && value > choice.value;
        if input.changes.is_empty() {
            self.waiting.pop_back();
        }
        Some((tape, is_longer))
    }
}

/// Other values of a choice that decides the structure.
fn others(choice: &ChoiceRecord) -> Vec<u64> {
    let is_other = |value: &u64| *value != choice.value;
    match ChoiceKind::from_u16(choice.kind) {
        ChoiceKind::Variant => {
            let all = choice.low..=choice.high;
            all.take(MOST_VARIANTS + 1).filter(is_other).collect()
        }
        ChoiceKind::Length => {
            let around = [choice.value.checked_add(1), choice.value.checked_sub(1)];
            let around = around.into_iter().flatten();
            around
                .filter(|value| (choice.low..=choice.high).contains(value))
                .collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(key: u64, value: u64, high: u64, kind: ChoiceKind) -> ChoiceRecord {
        ChoiceRecord {
            key,
            value,
            low: 0,
            high,
            kind: kind as u16,
            width: 8,
            from_tape: 1,
            depth: 1,
        }
    }

    #[test]
    fn neighbours_differ_in_one_variant_or_by_one_element() {
        let mut neighbours = Neighbours::default();
        neighbours.add(&[
            choice(1, 1, 2, ChoiceKind::Variant),
            choice(2, 0, 3, ChoiceKind::Length),
            choice(3, 7, 9, ChoiceKind::Unsigned),
        ]);
        let all: Vec<Vec<u64>> = std::iter::from_fn(|| neighbours.pop())
            .map(|(tape, _)| tape.0.values().copied().collect())
            .collect();
        assert_eq!(all, [[0, 0, 7], [2, 0, 7], [1, 1, 7]]);
        assert!(neighbours.is_empty());
    }

    #[test]
    fn those_of_the_newest_input_come_first_and_there_are_not_too_many() {
        let mut neighbours = Neighbours::default();
        neighbours.add(&[choice(1, 0, 1, ChoiceKind::Variant)]);
        neighbours.add(&vec![choice(2, 0, u64::MAX, ChoiceKind::Variant); 20]);
        neighbours.add(&[choice(3, 7, 9, ChoiceKind::Unsigned)]);
        neighbours.add(&vec![choice(2, 0, 9, ChoiceKind::Variant); LARGEST + 1]);
        let keys: Vec<u64> = std::iter::from_fn(|| neighbours.pop())
            .map(|(tape, _)| tape.0.keys().copied().sum())
            .collect();
        assert_eq!(keys.len(), MOST_OF_ONE + 1);
        assert_eq!((keys[0], keys[MOST_OF_ONE]), (2, 1));
    }
}
