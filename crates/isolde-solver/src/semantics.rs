//! What every operator means on concrete values: the one definition that evaluation, folding and checking share.
//!
//! Values are unsigned numbers below `2^width`. The meaning is that of `isolde_abi::op`.

use crate::float;
use isolde_abi::op::Op;

/// An operator with everything but its operands' values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Shape {
    /// The operator.
    pub op: Op,
    /// Width of the result.
    pub width: u8,
    /// Width of the first operand.
    pub first: u8,
    /// Width of the second operand.
    pub second: u8,
    /// The number that `Extract` (bit offset), `FCmp` (predicate) or `Read` (bytes) carry.
    pub number: u32,
}

/// The number whose `width` low bits (0 to 128) are ones.
pub(crate) fn mask(width: u32) -> u128 {
    if width >= 128 {
        u128::MAX
    } else {
        (1 << width) - 1
    }
}

/// `value` in `width` bits (1 to 128), read as a signed number.
pub(crate) fn signed(value: u128, width: u32) -> i128 {
    let unused = 128 - width;
    (value << unused) as i128 >> unused
}

/// The inverse of `value`, which must be odd, modulo `2^128`, by Newton's iteration.
pub(crate) fn inverse(value: u128) -> u128 {
    let mut inverse = value;
    for _ in 0..7 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(value.wrapping_mul(inverse)));
    }
    inverse
}

/// The value of an operator other than `Choice`, `Const` and `Read` on the values of its operands.
pub(crate) fn apply(shape: &Shape, a: u128, b: u128, c: u128) -> u128 {
    let width = u32::from(shape.width);
    let first = u32::from(shape.first);
    let all = mask(width);
    let sa = || signed(a, first);
    let sb = || signed(b, u32::from(shape.second));
    let result = match shape.op {
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::UDiv => a.checked_div(b).unwrap_or(all),
        Op::URem => a.checked_rem(b).unwrap_or(a),
        Op::SDiv if b == 0 => {
            if sa() < 0 {
                1
            } else {
                all
            }
        }
        Op::SDiv => sa().wrapping_div(sb()) as u128,
        Op::SRem if b == 0 => a,
        Op::SRem => sa().wrapping_rem(sb()) as u128,
        Op::Shl if b >= u128::from(width) => 0,
        Op::Shl => a << b,
        Op::LShr if b >= u128::from(width) => 0,
        Op::LShr => a >> b,
        Op::AShr => (sa() >> b.min(u128::from(width) - 1)) as u128,
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Eq => u128::from(a == b),
        Op::Ne => u128::from(a != b),
        Op::UGt => u128::from(a > b),
        Op::UGe => u128::from(a >= b),
        Op::ULt => u128::from(a < b),
        Op::ULe => u128::from(a <= b),
        Op::SGt => u128::from(sa() > sb()),
        Op::SGe => u128::from(sa() >= sb()),
        Op::SLt => u128::from(sa() < sb()),
        Op::SLe => u128::from(sa() <= sb()),
        Op::UAddOverflow => u128::from(a > mask(first) - b),
        Op::USubOverflow => u128::from(a < b),
        Op::UMulOverflow => {
            u128::from(a.checked_mul(b).is_none_or(|product| product > mask(first)))
        }
        Op::SAddOverflow => overflows(sa().checked_add(sb()), first),
        Op::SSubOverflow => overflows(sa().checked_sub(sb()), first),
        Op::SMulOverflow => overflows(sa().checked_mul(sb()), first),
        Op::UMin => a.min(b),
        Op::UMax => a.max(b),
        Op::SMin => sa().min(sb()) as u128,
        Op::SMax => sa().max(sb()) as u128,
        Op::UAddSat => a.saturating_add(b).min(all),
        Op::USubSat => a.saturating_sub(b),
        Op::SAddSat => clamp(sa().saturating_add(sb()), width),
        Op::SSubSat => clamp(sa().saturating_sub(sb()), width),
        Op::UCmp => a.cmp(&b) as i128 as u128,
        Op::SCmp => sa().cmp(&sb()) as i128 as u128,
        Op::Trunc | Op::ZExt => a,
        Op::SExt => sa() as u128,
        Op::Extract => a >> shape.number,
        Op::Concat => a << shape.second | b,
        Op::BSwap => a.swap_bytes() >> (128 - width),
        Op::BitReverse => a.reverse_bits() >> (128 - width),
        Op::CtPop => u128::from(a.count_ones()),
        Op::CtLz => u128::from(a.leading_zeros() - (128 - first)),
        Op::CtTz => u128::from(a.trailing_zeros().min(first)),
        Op::Abs => sa().wrapping_abs() as u128,
        Op::Ite => {
            if a != 0 {
                b
            } else {
                c
            }
        }
        Op::FShl | Op::FShr => {
            let by = c % u128::from(width);
            let rest = u128::from(width) - by;
            match (shape.op, by) {
                (Op::FShl, 0) => a,
                (_, 0) => b,
                (Op::FShl, _) => a << by | b >> rest,
                _ => a << rest | b >> by,
            }
        }
        Op::Choice | Op::Const | Op::Read => {
            unreachable!("leaves and table reads have no operand values")
        }
        _ => float::apply(shape, a, b),
    };
    result & all
}

fn overflows(exact: Option<i128>, width: u32) -> u128 {
    u128::from(exact.is_none_or(|exact| exact != signed(exact as u128 & mask(width), width)))
}

fn clamp(value: i128, width: u32) -> u128 {
    let most = (mask(width) >> 1) as i128;
    value.clamp(-most - 1, most) as u128
}
