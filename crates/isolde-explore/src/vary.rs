//! The opposite of minimizing: an input of the same kind that is full of values. What a function computes without branching, from a table or by
//! arithmetic, shows only with inputs that are not the simplest.
//!
//! A few elements are added to short sequences, and every value is replaced by another one, as long as the run still does what is wanted. So an
//! accepted input stays accepted.

use crate::random::Random;
use crate::values::{clamp, domain, simplest, tape_of};
use isolde_abi::shared::{ChoiceKind, ChoiceRecord};
use isolde_record::Tape;
use std::collections::BTreeSet;

/// A sequence with fewer elements gets the first of these numbers of elements that will do.
const ELEMENTS: [u64; 3] = [4, 3, 2];
/// Maximum number of choices of an input that may still grow. Nobody would want to read a larger one.
const LARGE: usize = 24;
/// Values tried for one choice.
const TRIES: u32 = 6;

/// Varies the input of a run that made these choices. `run` runs a tape (with seed 0) and returns the choices that were made if the run still does
/// what is wanted, else `None`. At most `runs` runs are made. `None` if nothing could be changed. The same seed and the same answers give the same input.
///
/// # Errors
/// The first failure of a run.
pub fn vary<E>(
    choices: &[ChoiceRecord],
    seed: u64,
    runs: u32,
    run: impl FnMut(&Tape) -> Result<Option<Vec<ChoiceRecord>>, E>,
) -> Result<Option<Tape>, E> {
    let mut vary = Vary {
        tape: tape_of(choices),
        choices: choices.to_vec(),
        left: runs,
        random: Random::new(seed, 0),
        run,
    };
    let before = vary.tape.clone();
    vary.grow()?;
    vary.replace()?;
    Ok((vary.tape != before).then_some(vary.tape))
}

/// A variation in progress.
struct Vary<F> {
    tape: Tape,
    choices: Vec<ChoiceRecord>,
    left: u32,
    random: Random,
    run: F,
}

impl<E, F: FnMut(&Tape) -> Result<Option<Vec<ChoiceRecord>>, E>> Vary<F> {
    /// Adopts another value for a choice if the run is still as wanted.
    fn attempt(&mut self, choice: &ChoiceRecord, value: u64) -> Result<bool, E> {
        if self.left == 0 || value == choice.value || clamp(choice, value) != value {
            return Ok(false);
        }
        self.left -= 1;
        let mut tape = self.tape.clone();
        tape.0.insert(choice.key, value);
        let Some(choices) = (self.run)(&tape)? else {
            return Ok(false);
        };
        if choices.len() > LARGE && choices.len() > self.choices.len() {
            return Ok(false);
        }
        self.tape = tape_of(&choices);
        self.choices = choices;
        Ok(true)
    }

    /// Adds elements, and chooses other variants.
    fn grow(&mut self) -> Result<(), E> {
        // Choices that are added are visited by this loop too.
        let mut place = 0;
        while let Some(choice) = self.choices.get(place).copied() {
            place += 1;
            match ChoiceKind::from_u16(choice.kind) {
                ChoiceKind::Length => {
                    for count in ELEMENTS {
                        if count <= choice.value || self.attempt(&choice, count)? {
                            break;
                        }
                    }
                }
                ChoiceKind::Variant => {
                    let count = (choice.high - choice.low).min(63) as usize + 1;
                    let value = choice.low + self.random.below(count) as u64;
                    self.attempt(&choice, value)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Replaces every value by another one that differs from the values before it.
    fn replace(&mut self) -> Result<(), E> {
        let mut used = BTreeSet::new();
        let mut place = 0;
        while let Some(choice) = self.choices.get(place).copied() {
            place += 1;
            if matches!(
                ChoiceKind::from_u16(choice.kind),
                ChoiceKind::Length | ChoiceKind::Variant | ChoiceKind::Departure
            ) {
                continue;
            }
            for turn in 0..TRIES {
                let value = clamp(&choice, telling(&choice, turn, &mut self.random));
                let is_new = value != simplest(&choice) && !used.contains(&value);
                // A bool has only one other value.
                let is_bool = choice.width == 1;
                if (is_new || is_bool) && self.attempt(&choice, value)? {
                    break;
                }
            }
            used.extend(self.choices.get(place - 1).map(|choice| choice.value));
        }
        Ok(())
    }
}

/// A value that is not special: of many bits first, then of fewer, since counts and indices often must be small.
fn telling(choice: &ChoiceRecord, turn: u32, random: &mut Random) -> u64 {
    domain(choice).telling(16 >> (turn / 2), random)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy;

    fn choice(key: u64, kind: ChoiceKind, width: u16, high: u64, tape: &Tape) -> ChoiceRecord {
        toy::choice((key, 0), kind, width, high, tape)
    }

    /// A text and a byte; a run is as wanted if the text is of an even number of hexadecimal digits and the byte is below 100.
    fn run(tape: &Tape) -> Option<Vec<ChoiceRecord>> {
        let length = choice(1, ChoiceKind::Length, 5, 24, tape);
        let mut choices = vec![length];
        choices.extend(
            (0..length.value).map(|index| choice(10 + index, ChoiceKind::Ascii, 8, 127, tape)),
        );
        let is_text = choices[1..]
            .iter()
            .all(|choice| (choice.value as u8 as char).is_ascii_hexdigit());
        choices.push(choice(2, ChoiceKind::Unsigned, 8, 255, tape));
        let small = choices.last().is_some_and(|choice| choice.value < 100);
        (length.value.is_multiple_of(2) && is_text && small).then_some(choices)
    }

    fn varied(seed: u64) -> Option<Tape> {
        let choices = run(&Tape::default()).expect("the simplest is accepted");
        vary(&choices, seed, 200, |tape| Ok::<_, ()>(run(tape))).expect("runs do not fail")
    }

    #[test]
    fn an_accepted_input_grows_and_takes_other_values_and_is_accepted_still() {
        for seed in 0..20 {
            let tape = varied(seed).expect("there is much to change");
            let choices = run(&tape).expect("still accepted");
            assert_eq!(choices[0].value, 4);
            let characters: BTreeSet<u64> = (10..14).map(|key| tape.0[&key]).collect();
            assert!(characters.len() >= 3, "{characters:?}");
            assert_ne!(tape.0[&2], 0);
        }
        assert_eq!(varied(3), varied(3));
        assert_ne!(varied(3), varied(4));
    }

    #[test]
    fn what_stays_the_same_stays_the_same() {
        // A number, and another one if that departs from it.
        let run = |tape: &Tape| {
            let mut choices = vec![choice(1, ChoiceKind::Unsigned, 8, 255, tape)];
            choices.push(choice(2, ChoiceKind::Departure, 8, 1, tape));
            if choices[1].value == 1 {
                choices.push(choice(3, ChoiceKind::Unsigned, 8, 255, tape));
            }
            choices
        };
        for seed in 0..20 {
            let varied = vary(&run(&Tape::default()), seed, 200, |tape| {
                Ok::<_, ()>(Some(run(tape)))
            });
            let tape = varied
                .expect("runs do not fail")
                .expect("there is a number");
            assert_ne!(tape.0[&1], 0);
            assert_eq!(run(&tape).len(), 2, "{tape:?}");
        }
    }

    #[test]
    fn inputs_that_cannot_be_changed_stay_and_runs_are_counted() {
        let choices = run(&Tape::default()).expect("the simplest is accepted");
        let mut count = 0;
        let varied = vary(&choices, 1, 5, |_| {
            count += 1;
            Ok::<_, ()>(None)
        });
        assert_eq!((varied, count), (Ok(None), 5));
        assert_eq!(vary(&choices, 1, 5, |_| Err("broken")), Err("broken"));
    }
}
