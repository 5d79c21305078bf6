//! Making values simpler: smaller numbers, earlier variants, readable characters.

use super::{Shrink, kind};
use crate::values::{clamp, mask, signed, simplest};
use isolde_abi::shared::{ChoiceKind, ChoiceRecord};

/// Characters in the order in which a reader would like to see them.
const READABLE: &[u8] = b"abcxyzAB0123456789 -_.,:/+*=";

/// Makes every value on the tape as simple as possible.
pub(super) fn simplify(shrink: &mut Shrink) {
    for key in shrink.on_tape() {
        let Some(choice) = shrink
            .choices
            .iter()
            .find(|choice| choice.key == key)
            .copied()
        else {
            continue;
        };
        let value = shrink.value(&choice);
        match kind(&choice) {
            ChoiceKind::Length => {} // see `elements`
            ChoiceKind::Bool => {}   // a bool that is not simplest cannot be simpler
            ChoiceKind::Variant => {
                first_of(shrink, &choice, choice.low..value);
            }
            ChoiceKind::Ascii | ChoiceKind::Scalar => character(shrink, &choice, value),
            ChoiceKind::Float => float(shrink, &choice, value),
            ChoiceKind::Signed => {
                let negative = signed(&choice, value) < 0;
                let magnitude = signed(&choice, value).unsigned_abs();
                if negative && first_of(shrink, &choice, [magnitude]) {
                    lower(shrink, &choice, magnitude, |magnitude| magnitude);
                } else {
                    let width = choice.width;
                    lower(shrink, &choice, magnitude, |magnitude| {
                        if negative {
                            magnitude.wrapping_neg() & mask(width)
                        } else {
                            magnitude
                        }
                    });
                }
            }
            ChoiceKind::Unsigned | ChoiceKind::Byte => lower(shrink, &choice, value, |value| value),
        }
    }
}

/// Takes the first of these values that is allowed and still does.
fn first_of(
    shrink: &mut Shrink,
    choice: &ChoiceRecord,
    values: impl IntoIterator<Item = u64>,
) -> bool {
    values
        .into_iter()
        .any(|value| clamp(choice, value) == value && shrink.attempt_with([(choice.key, value)]))
}

/// Finds a smaller number that still does: tries small ones, then halves the distance to the largest that does not.
fn lower(shrink: &mut Shrink, choice: &ChoiceRecord, current: u64, value_of: impl Fn(u64) -> u64) {
    let small = [1, 2, 3, 10, 100]
        .into_iter()
        .filter(|&number| number < current);
    if first_of(shrink, choice, small.map(&value_of)) {
        return;
    }
    let (mut fails, mut does) = (simplest(choice).min(current), current);
    while does > fails && does - fails > 1 {
        let middle = fails + (does - fails) / 2;
        if first_of(shrink, choice, [value_of(middle)]) {
            does = middle;
        } else {
            fails = middle;
        }
    }
}

fn character(shrink: &mut Shrink, choice: &ChoiceRecord, value: u64) {
    let rank = |value: u64| {
        READABLE
            .iter()
            .position(|&char| u64::from(char) == value)
            .unwrap_or(usize::MAX)
    };
    let better = READABLE
        .iter()
        .map(|&char| u64::from(char))
        .filter(|&char| rank(char) < rank(value));
    if first_of(shrink, choice, better) || rank(value) != usize::MAX {
        return;
    }
    // Any other printable character is better than one that is not, and ASCII is better than the rest.
    if !(32..127).contains(&value) {
        first_of(shrink, choice, 33..127);
    }
}

fn float(shrink: &mut Shrink, choice: &ChoiceRecord, value: u64) {
    let narrow = choice.width == 32;
    let number = if narrow {
        f64::from(f32::from_bits(value as u32))
    } else {
        f64::from_bits(value)
    };
    let bits = |number: f64| {
        if narrow {
            u64::from((number as f32).to_bits())
        } else {
            number.to_bits()
        }
    };
    let simple = [
        1.0,
        2.0,
        -1.0,
        0.5,
        10.0,
        100.0,
        number.abs().trunc(),
        number.trunc(),
        (number * 100.0).trunc() / 100.0,
    ];
    let count = |number: f64| number.to_string().len();
    first_of(
        shrink,
        choice,
        simple
            .into_iter()
            .filter(|&simple| count(simple) < count(number) || number.is_nan())
            .map(bits),
    );
}
