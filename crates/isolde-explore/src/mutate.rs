//! New inputs from old ones, by changing values, not bytes: a choice's kind and bounds say what changes make sense.
//!
//! Inputs are lists of choices in the order in which they were made. Keys are structural, so a change in one place moves nothing elsewhere, and parts
//! of another input of the same thunk can be copied by their keys.

use crate::dictionary::Dictionary;
use crate::layout::Layouts;
use crate::random::Random;
use crate::values::{clamp, domain};
use isolde_abi::shared::{ChoiceKind, ChoiceRecord};
use isolde_record::Tape;

/// A mutated tape and the seed for what is not on it.
pub(crate) struct Mutant {
    pub(crate) tape: Tape,
    pub(crate) seed: u64,
}

/// Mutates an input. `other` is another input of the same thunk.
pub(crate) fn mutate(
    choices: &[ChoiceRecord],
    other: &[ChoiceRecord],
    dictionary: &Dictionary,
    layouts: &Layouts,
    random: &mut Random,
) -> Mutant {
    let mut tape = Tape(
        choices
            .iter()
            .map(|choice| (choice.key, choice.value))
            .collect(),
    );
    let seed = if random.one_in(2) { 0 } else { random.seed() };
    if choices.is_empty() {
        return Mutant { tape, seed };
    }
    // Elements are inserted and deleted first; the rest of this function changes single values.
    if random.one_in(4) && layouts.edit(&mut tape, choices, random) && random.one_in(2) {
        return Mutant { tape, seed };
    }
    loop {
        step(&mut tape, choices, other, dictionary, random);
        if random.one_in(2) {
            return Mutant { tape, seed };
        }
    }
}

fn step(
    tape: &mut Tape,
    choices: &[ChoiceRecord],
    other: &[ChoiceRecord],
    dictionary: &Dictionary,
    random: &mut Random,
) {
    let place = random.below(choices.len());
    let choice = &choices[place];
    let current = tape.0.get(&choice.key).copied().unwrap_or(choice.value);
    match random.below(16) {
        0..=3 => set(tape, choice, domain(choice).near(current, random)),
        4..=6 => set(tape, choice, domain(choice).interesting(random)),
        7 | 8 => {
            if let Some(constant) = dictionary.pick(random) {
                set(tape, choice, constant);
            }
        }
        9 => reshape(tape, choices, random),
        10 => remove(tape, subtree(choices, place)),
        11 => {
            let end = (place + 1 + random.below(8)).min(choices.len());
            remove(tape, &choices[place..end]);
        }
        12 => {
            // Take the value of a sibling, which makes equal elements and repeated characters.
            let like: Vec<&ChoiceRecord> = choices
                .iter()
                .filter(|like| like.kind == choice.kind && like.width == choice.width)
                .collect();
            let value = random.pick(&like).value;
            set(tape, choice, value);
        }
        13 | 14 => copy_run(tape, choices, place, random),
        _ => splice(tape, other, random),
    }
}

fn set(tape: &mut Tape, choice: &ChoiceRecord, value: u64) {
    tape.0.insert(choice.key, clamp(choice, value));
}

fn remove(tape: &mut Tape, choices: &[ChoiceRecord]) {
    for choice in choices {
        tape.0.remove(&choice.key);
    }
}

/// A choice and what was chosen inside its scope right after it.
fn subtree(choices: &[ChoiceRecord], place: usize) -> &[ChoiceRecord] {
    let depth = choices[place].depth;
    let inner = choices[place + 1..]
        .iter()
        .take_while(|choice| choice.depth > depth)
        .count();
    &choices[place..=place + inner]
}

/// Changes one of the choices that decide the structure: lengths and variants.
fn reshape(tape: &mut Tape, choices: &[ChoiceRecord], random: &mut Random) {
    let structural = |choice: &&ChoiceRecord| {
        matches!(
            ChoiceKind::from_u16(choice.kind),
            ChoiceKind::Length | ChoiceKind::Variant | ChoiceKind::Departure | ChoiceKind::Bool
        )
    };
    let places: Vec<&ChoiceRecord> = choices.iter().filter(structural).collect();
    if !places.is_empty() {
        let choice = *random.pick(&places);
        let value = if random.one_in(2) {
            domain(choice).near(choice.value, random)
        } else {
            domain(choice).interesting(random)
        };
        set(tape, choice, value);
    }
}

/// Copies the values of a few successive choices to another place where choices of the same kinds were made.
fn copy_run(tape: &mut Tape, choices: &[ChoiceRecord], to: usize, random: &mut Random) {
    let from = random.below(choices.len());
    let length = 1 + random.below(8);
    for (source, target) in choices[from..].iter().zip(&choices[to..]).take(length) {
        if source.kind != target.kind || source.width != target.width {
            return;
        }
        set(tape, target, source.value);
    }
}

/// Copies a range of another input.
fn splice(tape: &mut Tape, other: &[ChoiceRecord], random: &mut Random) {
    if other.is_empty() {
        return;
    }
    let from = random.below(other.len());
    let part = if random.one_in(2) {
        subtree(other, from)
    } else {
        &other[from..(from + 1 + random.below(16)).min(other.len())]
    };
    tape.0
        .extend(part.iter().map(|choice| (choice.key, choice.value)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn choices(count: u64) -> Vec<ChoiceRecord> {
        let kind = |index: u64| {
            if index == 0 {
                ChoiceKind::Length
            } else {
                ChoiceKind::Ascii
            }
        };
        (0..count)
            .map(|index| ChoiceRecord {
                key: 100 + index,
                value: 97,
                low: 0,
                high: 127,
                kind: kind(index) as u16,
                width: 8,
                from_tape: 1,
                depth: u16::from(index > 0),
            })
            .collect()
    }

    #[test]
    fn mutants_are_reproducible_varied_and_within_bounds() {
        let input = choices(6);
        let run = |seed| {
            let mut random = Random::new(seed, 0);
            (0..200)
                .map(|_| {
                    mutate(
                        &input,
                        &input,
                        &Dictionary::default(),
                        &Layouts::default(),
                        &mut random,
                    )
                    .tape
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(run(3), run(3));
        let mutants = run(3);
        assert!(mutants.iter().collect::<BTreeSet<_>>().len() > 100);
        assert!(
            mutants
                .iter()
                .flat_map(|tape| tape.0.values())
                .all(|&value| value <= 127)
        );
    }

    #[test]
    fn an_input_without_choices_stays_as_it_is() {
        assert_eq!(
            mutate(
                &[],
                &[],
                &Dictionary::default(),
                &Layouts::default(),
                &mut Random::new(0, 0)
            )
            .tape,
            Tape::default()
        );
    }
}
