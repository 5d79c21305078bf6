//! Taking elements away: items of a list, characters of a text, changes of an object; from anywhere, those behind move forward.

use super::Shrink;
use super::kind;
use super::structure::Elements;
use isolde_abi::shared::ChoiceKind;

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

/// Removes runs of neighbours, ever shorter ones, from the end.
fn remove_elements(shrink: &mut Shrink, key: u64) {
    let length = |shrink: &Shrink| {
        place_of(shrink, key).map_or(0, |place| shrink.choices[place].value as usize)
    };
    let mut count = length(shrink) / 2;
    while count > 0 {
        let mut end = length(shrink);
        while end >= count {
            if !remove(shrink, key, end - count, count) {
                end -= 1;
            } else {
                end -= count;
            }
        }
        count /= 2;
    }
}

/// Removes `count` elements from `first` on, if the input is as wanted without them.
fn remove(shrink: &mut Shrink, key: u64, first: usize, count: usize) -> bool {
    let Some(place) = place_of(shrink, key) else {
        return false;
    };
    let length = shrink.choices[place];
    let left = (length.value as usize).saturating_sub(count);
    if (left as u64) < length.low {
        return false;
    }
    let Some(elements) = Elements::of(&shrink.choices, place) else {
        return false;
    };
    let mut tape = shrink.tape.clone();
    for member in elements.members(first..) {
        tape.0.remove(&member.key);
    }
    for member in elements.members(first + count..) {
        tape.0.insert(elements.moved(member, count), member.value);
    }
    tape.0.insert(key, left as u64);
    shrink.attempt(tape)
}
