//! Where behaviour changes: the numbers of an input, each taken alone, up and down to the next boundary.

use super::{allowed, kind};
use crate::values::{mask, signed, tape_of};
use isolde_abi::shared::{ChoiceKind, ChoiceRecord};
use isolde_record::Tape;

/// Most numbers of an input whose boundaries are looked for.
const NUMBERS: usize = 6;
/// How much longer or shorter a list is made.
const LENGTHS: i128 = 64;

/// The inputs on both sides of the boundaries next to an input, which made these choices. For each of its first numbers and lengths, one value is looked
/// for, by halving, that behaves like the input while the next one does not. Between the input and the end of the type there may be more boundaries: one
/// of them is found. `is_same` runs a tape and returns whether it behaves like the input; `None` ends the search.
///
/// # Errors
/// The first failure of `is_same`.
pub fn boundaries<E>(
    choices: &[ChoiceRecord],
    mut is_same: impl FnMut(&Tape) -> Result<Option<bool>, E>,
) -> Result<Vec<Tape>, E> {
    let tape = tape_of(choices);
    let mut found = Vec::new();
    let numbers = choices
        .iter()
        .filter_map(|choice| Some((choice, Number::of(choice)?)));
    for (choice, number) in numbers.take(NUMBERS) {
        for end in [number.first, number.last] {
            let with = |value: i128| {
                let value = value as u64 & mask(choice.width);
                let (key, value) = allowed(choice, vec![value]).pop()?;
                let mut tape = tape.clone();
                tape.0.insert(key, value);
                Some(tape)
            };
            let (mut same, mut other) = (number.value, end);
            let Some(farthest) = with(other) else {
                continue;
            };
            match is_same(&farthest)? {
                Some(false) => {}
                Some(true) => continue,
                None => return Ok(found),
            }
            while same.abs_diff(other) > 1 {
                let middle = same + (other - same) / 2;
                let Some(tape) = with(middle) else {
                    break;
                };
                match is_same(&tape)? {
                    Some(true) => same = middle,
                    Some(false) => other = middle,
                    None => return Ok(found),
                }
            }
            found.extend([same, other].into_iter().filter_map(with));
        }
    }
    Ok(found)
}

/// A choice of a number: its value, and the smallest and the largest one it may have.
struct Number {
    value: i128,
    first: i128,
    last: i128,
}

impl Number {
    fn of(choice: &ChoiceRecord) -> Option<Number> {
        let all = mask(choice.width);
        Some(match kind(choice) {
            ChoiceKind::Signed => Number {
                value: signed(choice, choice.value).into(),
                first: signed(choice, all ^ (all >> 1)).into(),
                last: signed(choice, all >> 1).into(),
            },
            ChoiceKind::Unsigned => Number {
                value: choice.value.into(),
                first: choice.low.into(),
                last: choice.high.into(),
            },
            ChoiceKind::Length => Number {
                value: choice.value.into(),
                first: i128::from(choice.low).max(i128::from(choice.value) - LENGTHS),
                last: i128::from(choice.high).min(i128::from(choice.value) + LENGTHS),
            },
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy;
    use std::convert::Infallible;

    /// The values beside the boundaries of a choice of this kind with 8 bits that starts at `value`.
    fn found(kind: ChoiceKind, value: i8, is_same: impl Fn(i64) -> bool) -> Vec<i64> {
        let run = |tape: &Tape| toy::choice((1, 0), kind, 8, 255, tape);
        let number = |choice: &ChoiceRecord| match kind {
            ChoiceKind::Signed => signed(choice, choice.value),
            _ => choice.value as i64,
        };
        let start = run(&Tape([(1, u64::from(value as u8))].into()));
        let tapes = boundaries(&[start], |tape| {
            Ok::<_, Infallible>(Some(is_same(number(&run(tape)))))
        });
        let Ok(tapes) = tapes;
        tapes.iter().map(|tape| number(&run(tape))).collect()
    }

    #[test]
    fn the_last_number_of_a_kind_is_found_and_the_next_one() {
        let unsigned =
            |value, is_same: fn(i64) -> bool| found(ChoiceKind::Unsigned, value, is_same);
        assert_eq!(unsigned(0, |number| number <= 8), [8, 9]);
        assert_eq!(unsigned(77, |number| number == 77), [76, 78]);
        assert_eq!(
            unsigned(90, |number| (64..100).contains(&number)),
            [64, 63, 99, 100]
        );
        // Nothing changes up to the end.
        assert_eq!(unsigned(100, |number| number >= 37), [37, 36]);
        let signed = |value, is_same: fn(i64) -> bool| found(ChoiceKind::Signed, value, is_same);
        assert_eq!(
            signed(0, |number| (-1..=1).contains(&number)),
            [-1, -2, 1, 2]
        );
        assert!(signed(-128, |_| true).is_empty());
    }

    #[test]
    fn a_search_that_has_to_end_ends() {
        let choice = toy::choice((1, 0), ChoiceKind::Unsigned, 64, u64::MAX, &Tape::default());
        let mut runs = 0;
        let tapes = boundaries(&[choice], |_| {
            runs += 1;
            Ok::<_, Infallible>((runs <= 3).then_some(false))
        });
        assert_eq!((tapes, runs), (Ok(vec![]), 4));
    }
}
