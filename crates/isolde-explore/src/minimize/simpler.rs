//! Making values simpler: smaller numbers, earlier variants, readable characters.

use super::{Shrink, kind};
use crate::values::{clamp, mask, signed, simplest};
use isolde_abi::shared::{ChoiceKind, ChoiceRecord};

/// Characters in the order in which a reader would like to see them.
const READABLE: &[u8] = b"abcxyzAB0123456789 -_.,:/+*=";

/// Readable characters of two and of three bytes in UTF-8. (Their choices equal their code points, since they lie below the surrogates.)
const READABLE_WIDE: [char; 2] = ['é', '中'];

/// Makes every value on the tape as simple as possible.
pub(super) fn simplify(shrink: &mut Shrink) {
    for key in shrink.on_tape() {
        if shrink.is_over() {
            return;
        }
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
            ChoiceKind::Departure => {
                let _ = first_of(shrink, &choice, choice.low..value) || agree(shrink, &choice);
            }
            ChoiceKind::Ascii | ChoiceKind::Scalar => character(shrink, &choice, value),
            ChoiceKind::Float => float(shrink, &choice, value),
            ChoiceKind::Signed | ChoiceKind::Unsigned | ChoiceKind::Byte => {
                integer(shrink, &choice, value);
            }
        }
    }
}

/// Takes the first of these values that is allowed and keeps the run as wanted.
fn first_of(
    shrink: &mut Shrink,
    choice: &ChoiceRecord,
    values: impl IntoIterator<Item = u64>,
) -> bool {
    for value in values {
        if shrink.is_over() {
            return false;
        }
        if clamp(choice, value) == value && shrink.attempt_with([(choice.key, value)]) {
            return true;
        }
    }
    false
}

/// Maximum number of values that take the place of what departs from them.
const AGREEING: usize = 4;

/// Gives the value that departs from an earlier one to that one, so that nothing has to depart from it.
fn agree(shrink: &mut Shrink, departure: &ChoiceRecord) -> bool {
    let mut choices = shrink.choices.iter();
    let Some(place) = choices.position(|choice| choice.key == departure.key) else {
        return false;
    };
    let Some(&departing) = choices.next() else {
        return false;
    };
    let domain = |choice: &ChoiceRecord| (choice.kind, choice.width, choice.low, choice.high);
    let earlier = shrink.choices[..place].iter().rev();
    let alike = earlier.filter(|earlier| domain(earlier) == domain(&departing));
    let alike: Vec<u64> = alike.map(|choice| choice.key).take(AGREEING).collect();
    let mut alike = alike.into_iter();
    alike.any(|key| shrink.attempt_with([(departure.key, 0), (key, departing.value)]))
}

/// Small numbers, the nicest first.
const SMALL: [u64; 6] = [1, 2, 3, 10, 100, 1000];

/// Makes a number positive, then as small as it can be while the input stays as wanted; or the type's extreme, if the number stays close to that.
fn integer(shrink: &mut Shrink, choice: &ChoiceRecord, value: u64) {
    let is_signed = kind(choice) == ChoiceKind::Signed;
    let is_negative = is_signed && signed(choice, value) < 0;
    let magnitude = if is_signed {
        signed(choice, value).unsigned_abs()
    } else {
        value
    };
    let bits = mask(choice.width);
    if is_negative && first_of(shrink, choice, [magnitude]) {
        return integer(shrink, choice, magnitude);
    }
    let value_of = |magnitude: u64| {
        if is_negative {
            magnitude.wrapping_neg() & bits
        } else {
            magnitude
        }
    };
    let extreme = if is_signed {
        (bits >> 1) + u64::from(is_negative)
    } else {
        bits
    };
    let near = extreme - (extreme >> 8);
    // A number close to an extreme reads worse than the extreme itself. Narrow types have too few values for that.
    let is_wide = choice.width >= 32;
    let is_extreme = is_wide && magnitude == extreme;
    if is_extreme && !first_of(shrink, choice, [value_of(near)]) {
        // Only numbers close to the extreme will do, or a few small ones.
        first_of(shrink, choice, SMALL.map(value_of));
        return;
    }
    let magnitude = if is_extreme { near } else { magnitude };
    let least = lower(shrink, choice, magnitude, value_of);
    if is_wide && least > near {
        first_of(shrink, choice, [value_of(extreme)]);
    }
}

/// Finds a smaller number that still does: tries small ones, then bisects the distance to the largest that does not. Returns the number found.
fn lower(
    shrink: &mut Shrink,
    choice: &ChoiceRecord,
    current: u64,
    value_of: impl Fn(u64) -> u64,
) -> u64 {
    let small = SMALL.into_iter().filter(|&number| number < current);
    for number in small {
        if first_of(shrink, choice, [value_of(number)]) {
            return number;
        }
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
    does
}

/// Maximum number of numbers of which all pairs are tried.
const PAIRED: usize = 8;

/// Lowers two numbers by the same amount: where `b` must be `a + 1`, neither can be lowered alone.
pub(super) fn lower_together(shrink: &mut Shrink) {
    let is_number = |choice: &&ChoiceRecord| {
        matches!(
            kind(choice),
            ChoiceKind::Signed | ChoiceKind::Unsigned | ChoiceKind::Byte
        ) && shrink.tape.0.contains_key(&choice.key)
    };
    let numbers: Vec<ChoiceRecord> = shrink.choices.iter().filter(is_number).copied().collect();
    let numbers = &numbers[..numbers.len().min(PAIRED)];
    for (index, one) in numbers.iter().enumerate() {
        for other in &numbers[index + 1..] {
            let values = [one, other].map(|choice| distance(choice, shrink.value(choice)));
            let [Some((sign, least)), Some((other_sign, most))] = values else {
                continue;
            };
            if sign != other_sign || least == 0 || most == 0 {
                continue;
            }
            let amount = least.min(most);
            for amount in [amount, amount - 1, amount / 2] {
                let lowered = [one, other].map(|choice| {
                    let value = shrink.value(choice);
                    let step = if sign { amount } else { amount.wrapping_neg() };
                    (choice.key, value.wrapping_add(step) & mask(choice.width))
                });
                if amount > 0 && shrink.attempt_with(lowered) {
                    break;
                }
            }
        }
    }
}

/// Whether a number is negative, and how far it is from 0; `None` if it cannot come closer.
fn distance(choice: &ChoiceRecord, value: u64) -> Option<(bool, u64)> {
    if simplest(choice) != 0 {
        return None;
    }
    match kind(choice) {
        ChoiceKind::Signed => {
            let value = signed(choice, value);
            Some((value < 0, value.unsigned_abs()))
        }
        _ => Some((false, value)),
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
    if kind(choice) == ChoiceKind::Scalar {
        let wide = READABLE_WIDE.map(|char| u64::from(u32::from(char)));
        if wide.contains(&value) || first_of(shrink, choice, wide) {
            return;
        }
    }
    // Any other printable character is better than one that is not, and ASCII is better than the rest.
    if !(32..127).contains(&value) {
        first_of(shrink, choice, 33..127);
    }
}

/// A float with few digits and a small exponent.
fn float(shrink: &mut Shrink, choice: &ChoiceRecord, value: u64) {
    let narrow = choice.width == 32;
    let number_of = |bits: u64| {
        if narrow {
            f64::from(f32::from_bits(bits as u32))
        } else {
            f64::from_bits(bits)
        }
    };
    let bits_of = |number: f64| {
        if narrow {
            u64::from((number as f32).to_bits())
        } else {
            number.to_bits()
        }
    };
    let mut number = number_of(value);
    let mut try_one = |number: &mut f64, candidate: f64| {
        let candidate = number_of(bits_of(candidate));
        let better = candidate.is_finite() && cost(candidate, narrow) < cost(*number, narrow);
        let does = better && first_of(shrink, choice, [bits_of(candidate)]);
        if does {
            *number = candidate;
        }
        does
    };
    for simple in [1.0, 2.0, 3.0, 0.5, 1.5, 10.0, 100.0, 1000.0] {
        if try_one(&mut number, simple) {
            return;
        }
    }
    for simple in [-1.0, -2.0, -0.5, -10.0, -100.0, -1000.0] {
        if try_one(&mut number, simple) {
            return;
        }
    }
    if !number.is_finite() {
        return;
    }
    if number < 0.0 {
        let positive = -number;
        try_one(&mut number, positive);
    }
    // A power of ten, rounded away from zero, so that a number that has to be large stays large enough.
    let power = number.abs().log10().ceil() as i32;
    // Parsed, not multiplied, to be exact.
    let ten = |exponent: i32, number: f64| {
        let power: f64 = format!("1e{exponent}").parse().unwrap_or(f64::NAN);
        power.copysign(number)
    };
    let candidate = ten(power, number);
    if number.abs() != candidate.abs() {
        try_one(&mut number, candidate);
    }
    if number == ten(power, number) {
        let (mut fails, mut does) = (0, power);
        while does.abs_diff(fails) > 1 {
            let middle = fails + (does - fails) / 2;
            let candidate = ten(middle, number);
            if try_one(&mut number, candidate) {
                does = middle;
            } else {
                fails = middle;
            }
        }
        return;
    }
    for digits in 0..16 {
        // The nearest number with one digit, two …, and its neighbours.
        let Ok(nearest) = format!("{number:.digits$e}").parse::<f64>() else {
            return;
        };
        let step = 10f64.powi(power - 1 - digits as i32);
        for candidate in [nearest, nearest + step, nearest - step] {
            let Ok(candidate) = format!("{candidate:.digits$e}").parse() else {
                continue;
            };
            if try_one(&mut number, candidate) {
                return;
            }
        }
    }
}

/// How hard a number is to read: its digits, the size of its exponent, its sign.
fn cost(number: f64, narrow: bool) -> (usize, u32, bool) {
    if !number.is_finite() {
        return (usize::MAX, 0, number < 0.0);
    }
    let text = if narrow {
        format!("{:e}", number as f32)
    } else {
        format!("{number:e}")
    };
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = digits.bytes().filter(u8::is_ascii_digit).count();
    let exponent: i32 = exponent.parse().unwrap_or_default();
    (digits, exponent.unsigned_abs(), number < 0.0)
}
