//! Where the elements of sequences are on the tape, learned from runs, so that elements can be inserted and deleted.
//!
//! Keys are hashes of structure: the key of the sixth element of a list is known only once a list of six was made. Sequences
//! whose elements are one choice each (texts, lists of numbers) are learned; others are left to mutation of their values.

use crate::random::Random;
use isolde_abi::shared::{ChoiceKind, ChoiceRecord, LONGEST};
use isolde_record::Tape;
use std::collections::HashMap;

/// Maximum number of elements inserted or deleted at once.
const MOST: usize = 6;

/// The longest sequence seen for each length choice.
#[derive(Debug, Default)]
pub(crate) struct Layouts {
    longest: HashMap<u64, Longest>,
    /// Total number of elements.
    known: usize,
    /// The usual upper bounds of those lengths that are allowed to grow beyond them.
    usual: HashMap<u64, u64>,
}

#[derive(Debug)]
struct Longest {
    /// The keys of the elements, in order.
    keys: Vec<u64>,
    /// One of the elements; all are alike.
    element: ChoiceRecord,
}

/// Maximum number of elements whose keys are remembered; no more are learned then.
const MOST_KNOWN: usize = 1 << 16;

impl Layouts {
    /// Learns from the choices of a run.
    pub(crate) fn note(&mut self, choices: &[ChoiceRecord]) {
        for (place, choice) in choices.iter().enumerate() {
            let elements = elements(choices, place);
            if is_length(choice) && choice.high < LONGEST && self.usual.len() < MOST_KNOWN {
                self.usual.insert(choice.key, choice.high);
            }
            let Some(&element) = elements.first() else {
                continue;
            };
            let before = self.keys(choice).len();
            if elements.len() > before && self.known + elements.len() <= MOST_KNOWN {
                self.known += elements.len() - before;
                let keys = elements.iter().map(|element| element.key).collect();
                self.longest.insert(choice.key, Longest { keys, element });
            }
        }
    }

    /// Raises the lower bounds of lengths that have grown beyond their usual upper bound, so that models keep them long. A run with a shorter length
    /// has a different upper bound, so different comparisons with the length are certain and give no path condition.
    pub(crate) fn keep_grown(&self, choices: &mut [ChoiceRecord]) {
        for choice in choices {
            if is_length(choice)
                && choice.high == LONGEST
                && let Some(&usual) = self.usual.get(&choice.key)
                && choice.value > usual
            {
                choice.low = usual + 1;
            }
        }
    }

    /// Inserts or deletes a few elements of one sequence of the input; returns whether there was one to edit.
    pub(crate) fn edit(
        &self,
        tape: &mut Tape,
        choices: &[ChoiceRecord],
        random: &mut Random,
    ) -> bool {
        let sequences = sequences(choices);
        if sequences.is_empty() {
            return false;
        }
        let place = *random.pick(&sequences);
        let length = &choices[place];
        let mut values: Vec<u64> = elements(choices, place)
            .iter()
            .map(|element| element.value)
            .collect();
        let keys = self.keys(length);
        let most = keys
            .len()
            .min(usize::try_from(length.high).unwrap_or(usize::MAX));
        let at = random.below(values.len() + 1);
        if values.len() < most && !random.one_in(4) {
            let count = 1 + random.below(MOST.min(most - values.len()));
            let like = *random.pick(&values);
            values.splice(at..at, std::iter::repeat_n(like, count));
        } else {
            let end = (at + 1 + random.below(MOST)).min(values.len());
            values.drain(at..end);
        }
        self.write(tape, length, &values)
    }

    /// The keys of the elements that a sequence with this length choice has had, in order.
    pub(crate) fn keys(&self, length: &ChoiceRecord) -> &[u64] {
        self.longest
            .get(&length.key)
            .map_or(&[], |longest| &longest.keys)
    }

    /// An element that a sequence with this length choice has had.
    pub(crate) fn element(&self, length: &ChoiceRecord) -> Option<&ChoiceRecord> {
        self.longest
            .get(&length.key)
            .map(|longest| &longest.element)
    }

    /// Gives the sequence whose length is `length` these elements; `false` if so many are beyond its usual bounds, or if the keys of some are not
    /// known.
    pub(crate) fn write(&self, tape: &mut Tape, length: &ChoiceRecord, values: &[u64]) -> bool {
        (length.low..=length.high).contains(&(values.len() as u64))
            && self.write_any(tape, length, values)
    }

    /// Like [`Layouts::write`], but allows any number of elements whose keys are known.
    pub(crate) fn write_any(&self, tape: &mut Tape, length: &ChoiceRecord, values: &[u64]) -> bool {
        let keys = self.keys(length);
        let count = values.len() as u64;
        if values.len() > keys.len() {
            return false;
        }
        tape.0.insert(length.key, count);
        tape.0
            .extend(keys.iter().copied().zip(values.iter().copied()));
        true
    }
}

pub(crate) fn is_length(choice: &ChoiceRecord) -> bool {
    ChoiceKind::from_u16(choice.kind) == ChoiceKind::Length
}

/// The places where the lengths of sequences were chosen that have elements of which each is one choice.
pub(crate) fn sequences(choices: &[ChoiceRecord]) -> Vec<usize> {
    (0..choices.len())
        .filter(|&place| !elements(choices, place).is_empty())
        .collect()
}

/// The elements of the sequence whose length was chosen at `place`, if each is one choice and all are alike.
pub(crate) fn elements(choices: &[ChoiceRecord], place: usize) -> &[ChoiceRecord] {
    let length = &choices[place];
    if !is_length(length) {
        return &[];
    }
    let rest = &choices[place + 1..];
    let count = usize::try_from(length.value).unwrap_or(usize::MAX);
    match rest.first() {
        Some(first) if count <= rest.len() => {
            let alike = |each: &ChoiceRecord| {
                (each.kind, each.width, each.depth) == (first.kind, first.width, first.depth)
                    && each.depth > length.depth
            };
            if rest[..count].iter().all(alike) {
                &rest[..count]
            } else {
                &[]
            }
        }
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// A text: its length, then its characters.
    fn text(text: &str) -> Vec<ChoiceRecord> {
        let record = |key, value, kind: ChoiceKind, depth| ChoiceRecord {
            key,
            value,
            low: 0,
            high: 24,
            kind: kind as u16,
            width: 8,
            from_tape: 1,
            depth,
        };
        let length = record(7, text.len() as u64, ChoiceKind::Length, 1);
        let characters = text.bytes().enumerate();
        let character =
            |(index, byte)| record(100 + index as u64, u64::from(byte), ChoiceKind::Ascii, 2);
        std::iter::once(length)
            .chain(characters.map(character))
            .collect()
    }

    fn read(tape: &Tape) -> String {
        (0..tape.0[&7])
            .map(|index| char::from(tape.0[&(100 + index)] as u8))
            .collect()
    }

    #[test]
    fn elements_are_inserted_and_deleted_and_the_others_keep_their_order() {
        let mut layouts = Layouts::default();
        layouts.note(&text("abcdefghij"));
        let input = text("x=1");
        let mut random = Random::new(1, 0);
        let mut seen = BTreeSet::new();
        for _ in 0..400 {
            let mut tape = Tape(
                input
                    .iter()
                    .map(|choice| (choice.key, choice.value))
                    .collect(),
            );
            assert!(layouts.edit(&mut tape, &input, &mut random));
            seen.insert(read(&tape));
        }
        for wanted in ["xxxx=1", "x=11", "x=", "=1", "x1", ""] {
            assert!(seen.contains(wanted), "{wanted} is not among {seen:?}");
        }
        assert!(seen.iter().all(|text| text.len() <= 10));
    }

    #[test]
    fn lengths_that_have_grown_stay_grown_and_others_are_left_alone() {
        let mut layouts = Layouts::default();
        let usual = text("abc");
        layouts.note(&usual);
        let mut same = usual.clone();
        layouts.keep_grown(&mut same);
        assert_eq!((same[0].low, same[0].high), (0, 24));
        let mut grown = text(&"a".repeat(100));
        grown[0].high = LONGEST;
        layouts.keep_grown(&mut grown);
        assert_eq!((grown[0].low, grown[0].high), (25, LONGEST));
        assert_eq!(grown[1].low, 0);
    }

    #[test]
    fn sequences_of_composed_elements_are_left_alone() {
        let mut choices = text("ab");
        choices[2].depth = 3;
        let mut layouts = Layouts::default();
        layouts.note(&choices);
        assert!(!layouts.edit(&mut Tape::default(), &choices, &mut Random::new(1, 0)));
    }
}
