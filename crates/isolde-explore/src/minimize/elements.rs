//! Removing elements: items of a list, characters of a text, changes of an object. They are removed anywhere, and the elements behind them move
//! forward.

use super::Shrink;
use super::kind;
use super::structure::Elements;
use isolde_abi::shared::{ChoiceKind, ChoiceRecord};

/// This many of the shortest lengths are tried one after the other. Beyond them, bisection finds the shortest length that will do.
const SHORTEST: u64 = 32;

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
        if shrink.is_over() {
            return;
        }
        if let Some(place) = place_of(shrink, key) {
            let choice = shrink.choices[place];
            cut(shrink, &choice);
            remove_elements(shrink, key);
        }
    }
}

/// Leaves out what is behind the shortest length that will do.
fn cut(shrink: &mut Shrink, choice: &ChoiceRecord) {
    let short = choice.value.min(choice.low.saturating_add(SHORTEST));
    for length in choice.low..short {
        if shrink.is_over() || shrink.attempt_with([(choice.key, length)]) {
            return;
        }
    }
    let (mut fails, mut does) = (short, choice.value);
    while fails < does && !shrink.is_over() {
        let middle = fails + (does - fails) / 2;
        if shrink.attempt_with([(choice.key, middle)]) {
            does = middle;
        } else {
            fails = middle + 1;
        }
    }
}

fn place_of(shrink: &Shrink, key: u64) -> Option<usize> {
    shrink.choices.iter().position(|choice| choice.key == key)
}

/// Removes runs of neighbours, ever shorter ones, from the end.
fn remove_elements(shrink: &mut Shrink, key: u64) {
    let Some(mut sequence) = Sequence::of(shrink, key) else {
        return;
    };
    let mut count = sequence.length() / 2;
    while count > 0 {
        let mut end = sequence.length();
        while end >= count {
            if shrink.is_over() {
                return;
            }
            let first = end - count;
            if !sequence.remove(shrink, first, count) {
                end -= 1;
                continue;
            }
            end = first;
            match Sequence::of(shrink, key) {
                Some(shorter) => sequence = shorter,
                None => return,
            }
        }
        count /= 2;
    }
}

/// A sequence of the best input so far.
struct Sequence {
    length: ChoiceRecord,
    elements: Elements,
}

impl Sequence {
    fn of(shrink: &Shrink, key: u64) -> Option<Sequence> {
        let place = place_of(shrink, key)?;
        Some(Sequence {
            length: shrink.choices[place],
            elements: Elements::of(&shrink.choices, place)?,
        })
    }

    /// Number of its elements.
    fn length(&self) -> usize {
        self.length.value as usize
    }

    /// Removes `count` elements from `first` on, if the input is as wanted without them.
    fn remove(&self, shrink: &mut Shrink, first: usize, count: usize) -> bool {
        let left = self.length.value.saturating_sub(count as u64);
        if left < self.length.low {
            return false;
        }
        let mut tape = shrink.tape.clone();
        for member in self.elements.members(first..) {
            tape.0.remove(&member.key);
        }
        for member in self.elements.members(first + count..) {
            let key = self.elements.moved(member, count);
            tape.0.insert(key, member.value);
        }
        tape.0.insert(self.length.key, left);
        let removed = first..first + count;
        // Tapes can be large.
        let with_answers = self.elements.asks_during(&removed).then(|| tape.clone());
        shrink.attempt(tape)
            || with_answers.is_some_and(|mut tape| {
                for (key, value) in self.elements.answers_without(&removed) {
                    match value {
                        Some(value) => tape.0.insert(key, value),
                        None => tape.0.remove(&key),
                    };
                }
                shrink.attempt(tape)
            })
    }
}
