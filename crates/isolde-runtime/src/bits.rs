//! Arithmetic on constants: what each operator does to numbers. Widths are 1 to 128 bits, numbers are zero-extended.

use isolde_abi::op::Op;

/// The number whose `width` low bits are ones.
#[inline]
pub const fn mask(width: u32) -> u128 {
    if width >= 128 {
        u128::MAX
    } else {
        (1u128 << width) - 1
    }
}

/// The number, read as a signed one.
#[inline]
pub const fn signed(value: u128, width: u32) -> i128 {
    let unused = 128u32.saturating_sub(width);
    if unused >= 128 {
        0
    } else {
        ((value << unused) as i128) >> unused
    }
}

/// Largest signed number.
pub const fn signed_max(width: u32) -> u128 {
    mask(width) >> 1
}

/// Smallest signed number.
pub const fn signed_min(width: u32) -> u128 {
    signed_max(width) + 1
}

/// Splits a number in two halves of 64 bits, low first.
pub const fn halves(value: u128) -> (u64, u64) {
    (value as u64, (value >> 64) as u64)
}

/// Quotient and remainder; `None` for a divisor of 0. The runtime has its own 128-bit division, since the compiler's would make every program need
/// parts of the compiler's library that C programs do not link.
pub fn divide(a: u128, b: u128) -> Option<(u128, u128)> {
    if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
        return Some((a.checked_div(b)? as u128, a.checked_rem(b)? as u128));
    }
    if b == 0 {
        return None;
    }
    let (mut quotient, mut remainder) = (0u128, 0u128);
    for bit in (0..128 - a.leading_zeros()).rev() {
        // The previous remainder is below the divisor, but one more bit may overflow the word.
        let carry = remainder >> 127 == 1;
        remainder = remainder << 1 | (a >> bit & 1);
        if carry || remainder >= b {
            remainder = remainder.wrapping_sub(b);
            quotient |= 1 << bit;
        }
    }
    Some((quotient, remainder))
}

/// Quotient and remainder of signed numbers, rounding to zero; `None` for a divisor of 0. The smallest number by -1 wraps.
pub fn signed_divide(a: i128, b: i128) -> Option<(i128, i128)> {
    let (quotient, remainder) = divide(a.unsigned_abs(), b.unsigned_abs())?;
    let quotient = if (a < 0) != (b < 0) {
        quotient.wrapping_neg()
    } else {
        quotient
    };
    let remainder = if a < 0 {
        remainder.wrapping_neg()
    } else {
        remainder
    };
    Some((quotient as i128, remainder as i128))
}

/// A binary operator applied to numbers of `width` bits. `None` for operators that are not binary or work on floats.
pub fn binary(op: Op, width: u32, a: u128, b: u128) -> Option<u128> {
    let all = mask(width);
    let (sa, sb) = (signed(a, width), signed(b, width));
    let (low, high) = (
        signed(signed_min(width), width),
        signed(signed_max(width), width),
    );
    let inside = |value: Option<i128>| value.filter(|value| (low..=high).contains(value));
    let clamp = |value: Option<i128>, upwards: bool| match inside(value) {
        Some(value) => value as u128,
        None if upwards => high as u128,
        None => low as u128,
    };
    let order = |order: core::cmp::Ordering| order as i8 as u8 as u128;
    let value = match op {
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::UDiv => divide(a, b).map_or(all, |(quotient, _)| quotient),
        Op::URem => divide(a, b).map_or(a, |(_, remainder)| remainder),
        Op::SDiv => match signed_divide(sa, sb) {
            Some((quotient, _)) => quotient as u128,
            None if sa < 0 => 1,
            None => all,
        },
        Op::SRem => signed_divide(sa, sb).map_or(a, |(_, remainder)| remainder as u128),
        Op::Shl if b >= width as u128 => 0,
        Op::Shl => a << b as u32,
        Op::LShr if b >= width as u128 => 0,
        Op::LShr => a >> b as u32,
        Op::AShr if b >= width as u128 => (sa >> 127) as u128,
        Op::AShr => (sa >> b as u32) as u128,
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Eq => (a == b) as u128,
        Op::Ne => (a != b) as u128,
        Op::UGt => (a > b) as u128,
        Op::UGe => (a >= b) as u128,
        Op::ULt => (a < b) as u128,
        Op::ULe => (a <= b) as u128,
        Op::SGt => (sa > sb) as u128,
        Op::SGe => (sa >= sb) as u128,
        Op::SLt => (sa < sb) as u128,
        Op::SLe => (sa <= sb) as u128,
        Op::UAddOverflow => a.checked_add(b).is_none_or(|sum| sum > all) as u128,
        Op::SAddOverflow => inside(sa.checked_add(sb)).is_none() as u128,
        Op::USubOverflow => (a < b) as u128,
        Op::SSubOverflow => inside(sa.checked_sub(sb)).is_none() as u128,
        Op::UMulOverflow => a.checked_mul(b).is_none_or(|product| product > all) as u128,
        Op::SMulOverflow => inside(sa.checked_mul(sb)).is_none() as u128,
        Op::UMin => a.min(b),
        Op::UMax => a.max(b),
        Op::SMin => sa.min(sb) as u128,
        Op::SMax => sa.max(sb) as u128,
        Op::UAddSat => a.saturating_add(b).min(all),
        Op::USubSat => a.saturating_sub(b),
        Op::SAddSat => clamp(sa.checked_add(sb), sb > 0),
        Op::SSubSat => clamp(sa.checked_sub(sb), sb < 0),
        Op::UCmp => order(a.cmp(&b)),
        Op::SCmp => order(sa.cmp(&sb)),
        _ => return None,
    };
    Some(value & mask(result_width(op, width)))
}

/// Width of the result of a binary operator on operands of `width` bits.
pub const fn result_width(op: Op, width: u32) -> u32 {
    if op.is_predicate() {
        1
    } else if matches!(op, Op::UCmp | Op::SCmp) {
        8
    } else {
        width
    }
}

/// A counting or reversing operator applied to a number of `width` bits. `None` for other operators.
pub fn unary(op: Op, width: u32, a: u128) -> Option<u128> {
    let unused = 128u32.saturating_sub(width);
    let value = match op {
        Op::BSwap => a.swap_bytes().checked_shr(unused)?,
        Op::BitReverse => a.reverse_bits().checked_shr(unused)?,
        Op::CtPop => a.count_ones() as u128,
        Op::CtLz => a.leading_zeros().saturating_sub(unused) as u128,
        Op::CtTz => a.trailing_zeros().min(width) as u128,
        Op::Abs => signed(a, width).unsigned_abs(),
        _ => return None,
    };
    Some(value & mask(width))
}
