//! Taking elements away: from the end by a smaller length, from the middle by moving those behind forward.

use super::{Shrink, kind};
use isolde_abi::shared::{ChoiceKind, ChoiceRecord};

/// Most choices that one element may consist of when elements are moved.
const LARGEST_ELEMENT: usize = 8;

/// Makes every length as small as possible.
pub(super) fn shorten(shrink: &mut Shrink) {
    // By key, as attempts change the list of choices.
    let lengths: Vec<u64> = shrink
        .choices
        .iter()
        .filter(|choice| kind(choice) == ChoiceKind::Length)
        .map(|choice| choice.key)
        .collect();
    for key in lengths {
        let Some(place) = place_of(shrink, key) else {
            continue;
        };
        let choice = shrink.choices[place];
        for length in choice.low..choice.value {
            if shrink.attempt_with([(key, length)]) {
                break;
            }
        }
        remove_elements(shrink, key);
    }
}

fn place_of(shrink: &Shrink, key: u64) -> Option<usize> {
    shrink.choices.iter().position(|choice| choice.key == key)
}

/// Removes elements one at a time, from the end.
fn remove_elements(shrink: &mut Shrink, key: u64) {
    let Some(place) = place_of(shrink, key) else {
        return;
    };
    let mut index = shrink.choices[place].value;
    while index > 0 {
        index -= 1;
        let Some(place) = place_of(shrink, key) else {
            return;
        };
        let length = shrink.choices[place];
        if index >= length.value || length.value <= length.low {
            continue;
        }
        for size in 1..=LARGEST_ELEMENT {
            let Some(elements) =
                elements(&shrink.choices[place + 1..], length.value as usize, size)
            else {
                continue;
            };
            // Every element from `index` on takes the values of the one behind it.
            let moved: Vec<(u64, u64)> = elements[index as usize * size..]
                .iter()
                .zip(&elements[(index as usize + 1) * size..])
                .map(|(to, from)| (to.key, shrink.value(from)))
                .chain([(key, length.value - 1)])
                .collect();
            if shrink.attempt_with(moved) {
                break;
            }
        }
    }
}

/// The choices of `count` elements of `size` choices each, if what follows a length looks like that: the same kinds over and over.
fn elements(following: &[ChoiceRecord], count: usize, size: usize) -> Option<&[ChoiceRecord]> {
    let elements = following.get(..count * size)?;
    let like = |one: &ChoiceRecord, other: &ChoiceRecord| {
        (one.kind, one.width) == (other.kind, other.width)
    };
    elements
        .iter()
        .zip(&elements[size.min(elements.len())..])
        .all(|(one, other)| like(one, other))
        .then_some(elements)
}
