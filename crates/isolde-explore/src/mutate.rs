//! New inputs from old ones, by changing values, not bytes: a choice's kind and bounds say what changes make sense.
//!
//! Inputs are lists of choices in the order in which they were made. Keys are structural, so a change in one place moves nothing elsewhere, and parts
//! of another input of the same thunk can be copied by their keys.

use crate::dictionary::Dictionary;
use crate::layout::{Layouts, elements, sequences};
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
        step(&mut tape, choices, other, dictionary, layouts, random);
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
    layouts: &Layouts,
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
        13 => copy_run(tape, choices, place, random),
        14 => twin(tape, choices, layouts, random),
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

/// Makes one text or list equal to another of the same input, or equal but for one element. Laws about several values (equal values have equal
/// hashes, orders are transitive) are broken by values that are nearly alike, which two independent draws never are.
fn twin(tape: &mut Tape, choices: &[ChoiceRecord], layouts: &Layouts, random: &mut Random) {
    let sources = sequences(choices);
    if sources.is_empty() {
        return;
    }
    let source = *random.pick(&sources);
    let is_target = |choice: &&ChoiceRecord| {
        choice.key != choices[source].key && !layouts.keys(choice).is_empty()
    };
    let targets: Vec<&ChoiceRecord> = choices.iter().filter(is_target).collect();
    if targets.is_empty() {
        return;
    }
    let target = *random.pick(&targets);
    let elements = elements(choices, source);
    let mut values: Vec<u64> = elements.iter().map(|element| element.value).collect();
    if random.one_in(2) {
        let place = random.below(values.len());
        let domain = domain(&elements[place]);
        match random.below(4) {
            0 => drop(values.remove(place)),
            1 => values.insert(place + random.below(2), domain.interesting(random)),
            _ => values[place] = domain.near(values[place], random),
        }
    }
    if !layouts.write(tape, target, &values) {
        // The keys of so many elements are known once there was a run with them.
        set(tape, target, values.len() as u64);
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
    use crate::values::tape_of;
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
    fn texts_become_equal_to_others_but_for_the_case_of_a_letter() {
        let text = |key: u64, text: &str| -> Vec<ChoiceRecord> {
            let length = ChoiceRecord {
                key,
                value: text.len() as u64,
                ..choices(1)[0]
            };
            let letter = |(index, letter): (usize, u8)| ChoiceRecord {
                key: key + 1 + index as u64,
                value: letter.into(),
                ..choices(2)[1]
            };
            std::iter::once(length)
                .chain(text.bytes().enumerate().map(letter))
                .collect()
        };
        let input = [text(100, "peak"), text(200, "x")].concat();
        let mut layouts = Layouts::default();
        layouts.note(&input);
        layouts.note(&text(200, "longer"));
        let read = |tape: &Tape| -> String {
            (0..tape.0[&200])
                .map(|index| char::from(tape.0[&(201 + index)] as u8))
                .collect()
        };
        let mut random = Random::new(1, 0);
        let mut seen = BTreeSet::new();
        for _ in 0..4_000 {
            let mut tape = tape_of(&input);
            twin(&mut tape, &input, &layouts, &mut random);
            seen.insert(read(&tape));
        }
        for wanted in ["x", "peak", "Peak", "peAk", "qeak", "pak", "peak0"] {
            assert!(seen.contains(wanted), "{wanted} is not among {seen:?}");
        }
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
