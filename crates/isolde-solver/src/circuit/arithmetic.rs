//! Arithmetic on vectors of signals, least significant bit first.

use super::gates::{Gates, Signal};

/// A bit-vector as signals, least significant first.
pub(crate) type Bits = Vec<Signal>;

/// The bits of a constant; those from 128 on are 0.
pub(crate) fn constant(value: u128, width: usize) -> Bits {
    (0..width)
        .map(|bit| Signal::constant(bit < 128 && value >> bit & 1 == 1))
        .collect()
}

/// The value, if all bits are constants.
pub(crate) fn known(bits: &[Signal]) -> Option<u128> {
    bits.iter().enumerate().try_fold(0, |value, (index, bit)| {
        bit.known().map(|bit| value | u128::from(bit) << index)
    })
}

pub(crate) fn negated(bits: &[Signal]) -> Bits {
    bits.iter().map(|&bit| !bit).collect()
}

/// `a + b + carry` and the carry out.
pub(crate) fn add(
    gates: &mut Gates,
    a: &[Signal],
    b: &[Signal],
    mut carry: Signal,
) -> (Bits, Signal) {
    let sum = a.iter().zip(b).map(|(&a, &b)| {
        let sum = gates.xor3(a, b, carry);
        carry = gates.majority(a, b, carry);
        sum
    });
    let sum = sum.collect();
    (sum, carry)
}

/// `a - b`, and whether `a >= b`.
pub(crate) fn subtract(gates: &mut Gates, a: &[Signal], b: &[Signal]) -> (Bits, Signal) {
    add(gates, a, &negated(b), Signal::TRUE)
}

pub(crate) fn negate(gates: &mut Gates, a: &[Signal]) -> Bits {
    subtract(gates, &constant(0, a.len()), a).0
}

pub(crate) fn equal(gates: &mut Gates, a: &[Signal], b: &[Signal]) -> Signal {
    let bits: Bits = a.iter().zip(b).map(|(&a, &b)| gates.equal(a, b)).collect();
    gates.all(&bits)
}

/// `a < b`, unsigned.
pub(crate) fn less(gates: &mut Gates, a: &[Signal], b: &[Signal]) -> Signal {
    // The borrow of `a - b`.
    a.iter()
        .zip(b)
        .fold(Signal::FALSE, |less, (&a, &b)| gates.majority(!a, b, less))
}

/// `a < b`, signed.
pub(crate) fn less_signed(gates: &mut Gates, a: &[Signal], b: &[Signal]) -> Signal {
    less(gates, &flip_sign(a), &flip_sign(b))
}

/// Inverts the sign bit, which turns signed order into unsigned order.
pub(crate) fn flip_sign(bits: &[Signal]) -> Bits {
    let mut bits = bits.to_vec();
    if let Some(sign) = bits.last_mut() {
        *sign = !*sign;
    }
    bits
}

pub(crate) fn mux(
    gates: &mut Gates,
    select: Signal,
    then: &[Signal],
    otherwise: &[Signal],
) -> Bits {
    then.iter()
        .zip(otherwise)
        .map(|(&then, &otherwise)| gates.mux(select, then, otherwise))
        .collect()
}

pub(crate) fn absolute(gates: &mut Gates, a: &[Signal]) -> Bits {
    let negative = sign(a);
    let flipped: Bits = a.iter().map(|&bit| gates.xor(bit, negative)).collect();
    add(gates, &flipped, &constant(0, a.len()), negative).0
}

pub(crate) fn sign(a: &[Signal]) -> Signal {
    a[a.len() - 1]
}

pub(crate) fn extend(a: &[Signal], width: usize, fill: Signal) -> Bits {
    let mut bits = a.to_vec();
    bits.resize(width, fill);
    bits
}

/// `a * b`, as many bits as the operands have.
pub(crate) fn multiply(gates: &mut Gates, a: &[Signal], b: &[Signal]) -> Bits {
    if known(a).is_some() || known(b).is_some() {
        let (constant, other) = known(a).map_or_else(
            || (known(b).unwrap_or_default(), a),
            |constant| (constant, b),
        );
        return multiply_constant(gates, other, constant);
    }
    let width = a.len();
    // A row that a constant bit selects is cheap, so the operand with more constant bits selects the rows.
    let constants = |bits: &[Signal]| bits.iter().filter(|bit| bit.known().is_some()).count();
    let (a, b) = if constants(a) > constants(b) {
        (b, a)
    } else {
        (a, b)
    };
    let mut sum = constant(0, width);
    for (shift, &select) in b.iter().enumerate() {
        if select == Signal::FALSE {
            continue;
        }
        let row: Bits = a[..width - shift]
            .iter()
            .map(|&bit| gates.and(bit, select))
            .collect();
        let (upper, _) = add(gates, &sum[shift..], &row, Signal::FALSE);
        sum.truncate(shift);
        sum.extend(upper);
    }
    sum
}

/// `a * factor` with one addition or subtraction per non-zero digit of the factor's non-adjacent form.
fn multiply_constant(gates: &mut Gates, a: &[Signal], factor: u128) -> Bits {
    let width = a.len();
    let mut sum = constant(0, width);
    let mut rest = factor;
    let mut overflow = false;
    for shift in 0..width {
        let digit = rest & 3;
        if rest & 1 == 1 {
            let row = &a[..width - shift];
            let upper = if digit == 1 {
                add(gates, &sum[shift..], row, Signal::FALSE).0
            } else {
                subtract(gates, &sum[shift..], row).0
            };
            sum.truncate(shift);
            sum.extend(upper);
            (rest, overflow) = if digit == 1 {
                (rest - 1, overflow)
            } else {
                rest.overflowing_add(1)
            };
        }
        rest = rest >> 1 | u128::from(std::mem::take(&mut overflow)) << 127;
    }
    sum
}

/// Whether the unsigned product needs more bits than the operands have.
pub(crate) fn multiply_overflows(gates: &mut Gates, a: &[Signal], b: &[Signal]) -> Signal {
    let width = a.len();
    for (this, other) in [(a, b), (b, a)] {
        if let Some(factor) = known(this) {
            let most = crate::semantics::mask(width as u32).checked_div(factor);
            return most.map_or(Signal::FALSE, |most| {
                less(gates, &constant(most, width), other)
            });
        }
    }
    // If the highest ones of both operands are so far up that their product alone overflows, so does the whole product; otherwise one more bit is
    // enough to detect overflow (Gok, Schulte, Arnold: "Integer multipliers with overflow detection", 2006).
    let mut far = Signal::FALSE;
    let mut above = Signal::FALSE;
    for bit in 1..width {
        above = gates.or(above, a[width - bit]);
        let both = gates.and(above, b[bit]);
        far = gates.or(far, both);
    }
    let (a, b) = (
        extend(a, width + 1, Signal::FALSE),
        extend(b, width + 1, Signal::FALSE),
    );
    let product = multiply(gates, &a, &b);
    gates.or(far, product[width])
}

/// Whether the signed product needs more bits than the operands have.
pub(crate) fn multiply_overflows_signed(gates: &mut Gates, a: &[Signal], b: &[Signal]) -> Signal {
    let width = a.len();
    let negative = gates.xor(sign(a), sign(b));
    let (a, b) = (absolute(gates, a), absolute(gates, b));
    let unsigned = multiply_overflows(gates, &a, &b);
    // A magnitude whose sign bit is set fits only if it is that of the least number and the result is negative.
    let product = multiply(gates, &a, &b);
    let below = gates.any(&product[..width - 1]);
    let fits = gates.and(negative, !below);
    let beyond = gates.and(product[width - 1], !fits);
    gates.or(unsigned, beyond)
}

/// `a / b` and `a % b`, unsigned; `b` is not zero where the results are used.
pub(crate) fn divide(gates: &mut Gates, a: &[Signal], b: &[Signal]) -> (Bits, Bits) {
    let width = a.len();
    if let Some(divisor) = known(b).filter(|divisor| divisor.is_power_of_two()) {
        let shift = divisor.trailing_zeros() as usize;
        return (
            extend(&a[shift..], width, Signal::FALSE),
            extend(&a[..shift], width, Signal::FALSE),
        );
    }
    // Restoring division: one trial subtraction per quotient bit. The remainder is below the divisor, so it never needs more bits than
    // the divisor's highest possible one, plus one for the digit shifted in. (For constant divisors, `quotient * divisor + remainder == a`
    // over new inputs is smaller but was slower in trials: propagation does not determine the inputs.)
    let needed = width
        - b.iter()
            .rev()
            .take_while(|bit| **bit == Signal::FALSE)
            .count();
    let divisor = extend(&b[..needed], needed + 1, Signal::FALSE);
    let mut remainder = constant(0, needed + 1);
    let mut quotient = constant(0, width);
    for bit in (0..width).rev() {
        remainder.pop();
        remainder.insert(0, a[bit]);
        let (difference, fits) = subtract(gates, &remainder, &divisor);
        quotient[bit] = fits;
        remainder = mux(gates, fits, &difference, &remainder);
    }
    remainder.truncate(needed);
    (quotient, extend(&remainder, width, Signal::FALSE))
}

/// Directions of shifts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shift {
    Left,
    Right,
}

/// `a` shifted by `by`, with `fill` shifted in: a barrel shifter.
pub(crate) fn shift(
    gates: &mut Gates,
    a: &[Signal],
    by: &[Signal],
    direction: Shift,
    fill: Signal,
) -> Bits {
    let width = a.len();
    let mut bits = a.to_vec();
    let stages = usize::BITS - (width - 1).leading_zeros();
    for (stage, &select) in by.iter().enumerate().take(stages as usize) {
        let distance = 1 << stage;
        let moved: Bits = (0..width)
            .map(|bit| match direction {
                Shift::Left => bit.checked_sub(distance).map_or(fill, |from| bits[from]),
                Shift::Right => bits.get(bit + distance).copied().unwrap_or(fill),
            })
            .collect();
        bits = mux(gates, select, &moved, &bits);
    }
    // Amounts of the width or more shift out all bits; the stages above cover amounts below the next power of two.
    let beyond = gates.any(by.get(stages as usize..).unwrap_or_default());
    let emptied = vec![fill; width];
    mux(gates, beyond, &emptied, &bits)
}

/// The number of ones, in as many bits as `a` has.
pub(crate) fn count_ones(gates: &mut Gates, a: &[Signal]) -> Bits {
    fn tree(gates: &mut Gates, bits: &[Signal]) -> Bits {
        match bits {
            [] => vec![Signal::FALSE],
            [one] => vec![*one],
            _ => {
                let (left, right) = bits.split_at(bits.len() / 2);
                let (left, right) = (tree(gates, left), tree(gates, right));
                let width = left.len().max(right.len());
                let (left, right) = (
                    extend(&left, width, Signal::FALSE),
                    extend(&right, width, Signal::FALSE),
                );
                let (mut sum, carry) = add(gates, &left, &right, Signal::FALSE);
                sum.push(carry);
                sum
            }
        }
    }
    let mut sum = tree(gates, a);
    sum.resize(a.len(), Signal::FALSE);
    sum
}

/// The number of zeros below the lowest one; of zero, the width. Bits beyond the width of `a` are dropped.
pub(crate) fn count_trailing_zeros(gates: &mut Gates, a: &[Signal]) -> Bits {
    let width = a.len();
    let mut count = constant(width as u128, width);
    for bit in (0..width).rev() {
        count = mux(gates, a[bit], &constant(bit as u128, width), &count);
    }
    count
}
