//! Inverses of two-operand operators in one operand, while the other operand keeps its value.

use super::wish::Draws;
use crate::float;
use crate::interval::order;
use crate::problem::Term;
use crate::semantics::{inverse, mask, signed};
use isolde_abi::op::Op;

/// The value that one operand of an operator on two integers should have, if the other operand is `other`.
pub(super) fn integer_binary(
    op: Op,
    slot: usize,
    wanted: u128,
    current: u128,
    other: u128,
    width: u32,
    draws: &mut Draws,
) -> Option<u128> {
    let all = mask(width);
    match (op, slot) {
        (Op::Add, _) => Some(wanted.wrapping_sub(other)),
        (Op::Sub, 0) => Some(wanted.wrapping_add(other)),
        (Op::Sub, _) => Some(other.wrapping_sub(wanted)),
        (Op::Xor, _) => Some(wanted ^ other),
        (Op::And, _) => (wanted & !other == 0).then_some(current & !other | wanted),
        (Op::Or, _) => (other & !wanted == 0).then_some(current & other | wanted & !other),
        (Op::Mul, _) => {
            let shift = other.trailing_zeros();
            if other == 0 || wanted.trailing_zeros() < shift {
                return None;
            }
            // The operand is determined modulo 2^(width - shift); its upper bits are free.
            let exact =
                (wanted >> shift).wrapping_mul(inverse(other >> shift)) & mask(width - shift);
            if shift == 0 {
                return Some(exact);
            }
            let free = draws.below(1 << shift.min(63));
            Some(exact | u128::from(free) << (width - shift) & all)
        }
        (Op::UDiv | Op::SDiv, 0) => wanted
            .checked_mul(other)
            .filter(|product| *product <= all || op == Op::SDiv),
        (Op::UDiv | Op::SDiv, _) => other.checked_div(wanted),
        (Op::URem | Op::SRem, 0) => Some(
            current
                .wrapping_sub(current.checked_rem(other).unwrap_or(0))
                .wrapping_add(wanted),
        ),
        (Op::URem | Op::SRem, _) => other.checked_sub(wanted),
        (Op::Shl, 0) if other < u128::from(width) => {
            (wanted & mask(other as u32) == 0).then(|| current & !(all >> other) | wanted >> other)
        }
        (Op::LShr | Op::AShr, 0) if other < u128::from(width) => {
            Some(wanted << other | current & mask(other as u32))
        }
        (Op::Shl | Op::LShr | Op::AShr, 1) => {
            let shifted = |by: &u128| match op {
                Op::Shl => other << by & all,
                Op::LShr => other >> by,
                _ => (signed(other, width) >> by) as u128 & all,
            };
            (0..u128::from(width)).find(|by| shifted(by) == wanted)
        }
        (Op::UMin | Op::UMax | Op::SMin | Op::SMax, _) => Some(wanted),
        (Op::UAddSat | Op::SAddSat, _) => Some(wanted.wrapping_sub(other)),
        (Op::USubSat | Op::SSubSat, 0) => Some(wanted.wrapping_add(other)),
        (Op::USubSat | Op::SSubSat, _) => Some(other.wrapping_sub(wanted)),
        (Op::UCmp | Op::SCmp, _) => Some(match (wanted == 0, (wanted == 1) == (slot == 0)) {
            (true, _) => other,
            (_, true) => other.wrapping_add(1),
            _ => other.wrapping_sub(1),
        }),
        (Op::FShl | Op::FShr, _) => Some(draws.word().into()),
        _ => None,
    }
}

/// The value that one operand of a test on integers should have for the test to give `holds`, if the other operand is `other`.
pub(super) fn integer_target(
    op: Op,
    slot: usize,
    current: u128,
    other: u128,
    width: u32,
    holds: bool,
    draws: &mut Draws,
) -> Option<u128> {
    let all = mask(width);
    if let Some(order) = order(op) {
        // The operand must come before the other one in the order of the numbers, or after it.
        let flip = if order.signed {
            1u128 << (width - 1)
        } else {
            0
        };
        let before = (slot == order.left) == holds;
        let strict = order.strict == holds;
        let edge = other ^ flip;
        let room = if before { edge } else { all - edge };
        let room = room.checked_sub(u128::from(strict))?;
        let into = match draws.below(3) {
            0 => 0,
            1 => u128::from(draws.below(16)).min(room),
            _ => u128::from(draws.word()) % room.saturating_add(1).max(1),
        };
        let gap = u128::from(strict) + into;
        return Some((if before { edge - gap } else { edge + gap }) ^ flip);
    }
    match op {
        Op::Eq | Op::Ne => Some(if (op == Op::Eq) == holds {
            other
        } else {
            let step = 1 + u128::from(draws.below(4));
            other.wrapping_add(step) & all
        }),
        Op::UAddOverflow if holds => {
            (other > 0).then(|| all - other + 1 + u128::from(draws.below(8)) % other)
        }
        Op::UAddOverflow => Some(current.min(all - other)),
        Op::UMulOverflow if holds => all
            .checked_div(other)
            .map(|most| most.saturating_add(1).min(all)),
        Op::UMulOverflow => all.checked_div(other),
        Op::SAddOverflow | Op::SSubOverflow | Op::SMulOverflow if holds => {
            Some(match draws.below(3) {
                0 => all >> 1,
                1 => (all >> 1) + 1,
                _ => u128::from(draws.word()) & all,
            })
        }
        _ => Some(u128::from(draws.below(2))),
    }
}

/// The value that one operand of a float comparison should have for the comparison to give `holds`.
pub(super) fn float_target(
    predicate: u32,
    slot: usize,
    other: u128,
    width: u32,
    holds: bool,
    draws: &mut Draws,
) -> Option<u128> {
    let allowed = if holds { predicate } else { !predicate & 15 };
    let mut options = Vec::with_capacity(4);
    let step = i128::from(draws.below(2));
    let order = float::ordered(other, width);
    let above = || float::from_ordered(order + 1 + step * (1 << (width / 2)), width);
    let below = || float::from_ordered(order - 1 - step * (1 << (width / 2)), width);
    if allowed & 1 != 0 {
        options.push(other);
    }
    // The predicate is meant from the point of view of the first operand.
    let (greater, less) = if slot == 0 { (2, 4) } else { (4, 2) };
    if allowed & greater != 0 {
        options.push(above());
    }
    if allowed & less != 0 {
        options.push(below());
    }
    if allowed & 8 != 0 {
        options.push(float::bits(f64::NAN, width));
    }
    options
        .get(draws.below(options.len() as u64) as usize)
        .copied()
}

/// The value that one operand of float arithmetic should have, if the other operand is `other`.
pub(super) fn float_binary(term: &Term, slot: usize, wanted: u128, other: u128) -> Option<u128> {
    let width = term.width();
    let (want, with) = (float::value(wanted, width), float::value(other, width));
    let result = match (term.shape.op, slot) {
        (Op::FAdd, _) => want - with,
        (Op::FSub, 0) => want + with,
        (Op::FSub, _) => with - want,
        (Op::FMul, _) => want / with,
        (Op::FDiv, 0) => want * with,
        (Op::FDiv, _) => with / want,
        (Op::FCopySign, 0) => return Some(wanted),
        (Op::FCopySign, _) => return Some(wanted),
        _ => want,
    };
    Some(float::bits(result, width))
}
