//! Float operators on bit patterns of 32 and 64 bits.

use crate::semantics::{Shape, mask};
use isolde_abi::op::Op;

/// An operand of a float operator; each format is computed in its own precision.
#[derive(Clone, Copy)]
enum Float {
    Single(f32),
    Double(f64),
}

fn decode(bits: u128, width: u32) -> Float {
    if width == 32 {
        Float::Single(f32::from_bits(bits as u32))
    } else {
        Float::Double(f64::from_bits(bits as u64))
    }
}

/// The value of the float in `bits`, exactly.
pub(crate) fn value(bits: u128, width: u32) -> f64 {
    match decode(bits, width) {
        Float::Single(float) => f64::from(float),
        Float::Double(float) => float,
    }
}

/// The bits of the float of `width` bits that is nearest to `value`.
pub(crate) fn bits(value: f64, width: u32) -> u128 {
    if width == 32 {
        u128::from((value as f32).to_bits())
    } else {
        u128::from(value.to_bits())
    }
}

/// Maps float bits to integers in the order of the floats (both zeros next to each other, NaNs at the ends).
pub(crate) fn ordered(bits: u128, width: u32) -> i128 {
    let sign = 1u128 << (width - 1);
    if bits & sign == 0 {
        bits as i128
    } else {
        -((bits ^ sign) as i128) - 1
    }
}

/// The inverse of [`ordered`], for numbers in its range.
pub(crate) fn from_ordered(order: i128, width: u32) -> u128 {
    let sign = 1u128 << (width - 1);
    let limit = sign as i128 - 1;
    let order = order.clamp(-limit - 1, limit);
    if order >= 0 {
        order as u128
    } else {
        (-order - 1) as u128 | sign
    }
}

/// Whether the bits are a NaN.
pub(crate) fn is_nan(bits: u128, width: u32) -> bool {
    value(bits, width).is_nan()
}

macro_rules! arithmetic {
    ($op:expr, $a:expr, $b:expr) => {
        match $op {
            Op::FAdd => $a + $b,
            Op::FSub => $a - $b,
            Op::FMul => $a * $b,
            Op::FDiv => $a / $b,
            Op::FRem => $a % $b,
            Op::FMin => $a.min($b),
            Op::FMax => $a.max($b),
            Op::FSqrt => $a.sqrt(),
            Op::FFloor => $a.floor(),
            Op::FCeil => $a.ceil(),
            Op::FRoundZero => $a.trunc(),
            Op::FRound => $a.round(),
            Op::FRoundEven => $a.round_ties_even(),
            _ => unreachable!("not float arithmetic"),
        }
    };
}

/// The value of a float operator; the result may have bits above the width.
pub(crate) fn apply(shape: &Shape, a: u128, b: u128) -> u128 {
    let width = u32::from(shape.width);
    let first = u32::from(shape.first);
    let sign = 1u128 << (width - 1);
    match shape.op {
        Op::FNeg => a ^ sign,
        Op::FAbs => a & !sign,
        Op::FCopySign => a & !sign | b & sign,
        Op::FCmp => u128::from(compare(shape.number, value(a, first), value(b, first))),
        Op::FToU => match decode(a, first) {
            Float::Single(float) => (float as u128).min(mask(width)),
            Float::Double(float) => (float as u128).min(mask(width)),
        },
        Op::FToS => {
            let most = (mask(width) >> 1) as i128;
            let exact = match decode(a, first) {
                Float::Single(float) => float as i128,
                Float::Double(float) => float as i128,
            };
            exact.clamp(-most - 1, most) as u128
        }
        Op::UToF if width == 32 => u128::from((a as f32).to_bits()),
        Op::UToF => u128::from((a as f64).to_bits()),
        Op::SToF => {
            let exact = crate::semantics::signed(a, first);
            if width == 32 {
                u128::from((exact as f32).to_bits())
            } else {
                u128::from((exact as f64).to_bits())
            }
        }
        Op::FExt => u128::from(f64::from(f32::from_bits(a as u32)).to_bits()),
        Op::FTrunc => u128::from((f64::from_bits(a as u64) as f32).to_bits()),
        op => match (decode(a, width), decode(b, width)) {
            (Float::Single(a), Float::Single(b)) => u128::from(arithmetic!(op, a, b).to_bits()),
            (Float::Double(a), Float::Double(b)) => u128::from(arithmetic!(op, a, b).to_bits()),
            _ => unreachable!("both operands have the result's width"),
        },
    }
}

/// LLVM's float predicates: bit 0 equal, bit 1 greater, bit 2 less, bit 3 unordered.
pub(crate) fn compare(predicate: u32, a: f64, b: f64) -> bool {
    let relation = match a.partial_cmp(&b) {
        Some(std::cmp::Ordering::Equal) => 1,
        Some(std::cmp::Ordering::Greater) => 2,
        Some(std::cmp::Ordering::Less) => 4,
        None => 8,
    };
    predicate & relation != 0
}
