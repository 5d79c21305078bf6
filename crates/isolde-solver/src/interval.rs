//! Unsigned intervals of terms, from the variables' bounds upwards.

use crate::float;
use crate::problem::Problem;
use crate::semantics::{mask, signed};
use isolde_abi::op::Op;

/// The numbers `low ..= high`; never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub low: u128,
    pub high: u128,
}

/// The problem has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refuted;

impl Range {
    pub fn new(low: u128, high: u128) -> Self {
        debug_assert!(low <= high);
        Range { low, high }
    }
    pub fn full(width: u32) -> Self {
        Range::new(0, mask(width))
    }
    pub fn single(value: u128) -> Self {
        Range::new(value, value)
    }
    pub fn is_single(self) -> bool {
        self.low == self.high
    }
    pub fn intersect(self, other: Range) -> Result<Range, Refuted> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        if low <= high {
            Ok(Range { low, high })
        } else {
            Err(Refuted)
        }
    }
    pub fn hull(self, other: Range) -> Range {
        Range::new(self.low.min(other.low), self.high.max(other.high))
    }
    /// The part of `self` within the numbers from `low` to `high`, which wrap around at `2^width` if `low` is larger.
    pub fn intersect_around(self, low: u128, high: u128, width: u32) -> Result<Range, Refuted> {
        if low <= high {
            return self.intersect(Range { low, high });
        }
        match (
            self.intersect(Range::new(0, high)),
            self.intersect(Range::new(low, mask(width))),
        ) {
            (Ok(lower), Ok(upper)) => Ok(lower.hull(upper)),
            (lower, upper) => lower.or(upper),
        }
    }
    /// The range with the sign bit flipped, which puts it in the order of signed numbers. All numbers if the range contains both signs.
    pub fn flipped(self, width: u32) -> Range {
        let sign = 1u128 << (width - 1);
        if (self.low ^ self.high) & sign == 0 {
            Range::new(self.low ^ sign, self.high ^ sign)
        } else {
            Range::full(width)
        }
    }
    /// The part of `self` whose numbers, with the sign bit flipped, lie in `flipped`.
    pub fn intersect_flipped(self, flipped: Range, width: u32) -> Result<Range, Refuted> {
        let sign = 1u128 << (width - 1);
        self.intersect_around(flipped.low ^ sign, flipped.high ^ sign, width)
    }
}

fn truth(yes: bool, no: bool) -> Range {
    match (yes, no) {
        (true, _) => Range::single(1),
        (_, true) => Range::single(0),
        _ => Range::new(0, 1),
    }
}

/// An ordering test in the form `left < right` or `left <= right`, either of which may be signed or negated.
pub(crate) struct Order {
    /// The slot of the left operand.
    pub left: usize,
    pub strict: bool,
    pub signed: bool,
}

/// The ordering that an operator tests, if it is an ordering test.
pub(crate) fn order(op: Op) -> Option<Order> {
    let (left, strict, signed) = match op {
        Op::ULt | Op::USubOverflow => (0, true, false),
        Op::ULe => (0, false, false),
        Op::UGt => (1, true, false),
        Op::UGe => (1, false, false),
        Op::SLt => (0, true, true),
        Op::SLe => (0, false, true),
        Op::SGt => (1, true, true),
        Op::SGe => (1, false, true),
        _ => return None,
    };
    Some(Order {
        left,
        strict,
        signed,
    })
}

/// The interval of a term from those of its operands.
pub(crate) fn forward(problem: &Problem<'_>, index: usize, ranges: &[Range]) -> Range {
    let term = &problem.terms[index];
    let width = term.width();
    let first = u32::from(term.shape.first);
    let all = mask(width);
    let full = Range::full(width);
    let at = |slot: usize| ranges[term.args[slot] as usize];
    let op = term.shape.op;
    if let Some(order) = order(op) {
        let (mut left, mut right) = (at(order.left), at(1 - order.left));
        if order.signed {
            (left, right) = (left.flipped(first), right.flipped(first));
        }
        return if order.strict {
            truth(left.high < right.low, left.low >= right.high)
        } else {
            truth(left.high <= right.low, left.low > right.high)
        };
    }
    match op {
        Op::Const => Range::single(problem.constants[term.args[0] as usize]),
        Op::Choice => {
            let variable = &problem.variables[term.args[0] as usize];
            if u128::from(variable.high) <= all {
                Range::new(variable.low.into(), variable.high.into())
            } else {
                full
            }
        }
        Op::Eq | Op::Ne => {
            let (a, b) = (at(0), at(1));
            let same = a.is_single() && a == b || term.args[0] == term.args[1];
            let apart = a.high < b.low || b.high < a.low;
            if op == Op::Eq {
                truth(same, apart)
            } else {
                truth(apart, same)
            }
        }
        Op::UAddOverflow => {
            let (a, b) = (at(0), at(1));
            truth(a.low > mask(first) - b.low, a.high <= mask(first) - b.high)
        }
        Op::UMulOverflow => {
            let (a, b) = (at(0), at(1));
            let exceeds =
                |a: u128, b: u128| a.checked_mul(b).is_none_or(|product| product > mask(first));
            truth(exceeds(a.low, b.low), !exceeds(a.high, b.high))
        }
        Op::Add => {
            let (a, b) = (at(0), at(1));
            let wraps = |x: u128, y: u128| x > all - y;
            if wraps(a.low, b.low) == wraps(a.high, b.high) {
                Range::new(
                    a.low.wrapping_add(b.low) & all,
                    a.high.wrapping_add(b.high) & all,
                )
            } else {
                full
            }
        }
        Op::Sub => {
            let (a, b) = (at(0), at(1));
            if a.low >= b.high || a.high < b.low {
                Range::new(
                    a.low.wrapping_sub(b.high) & all,
                    a.high.wrapping_sub(b.low) & all,
                )
            } else {
                full
            }
        }
        Op::Mul => {
            let (a, b) = (at(0), at(1));
            match a.high.checked_mul(b.high) {
                Some(high) if high <= all => Range::new(a.low * b.low, high),
                _ => full,
            }
        }
        Op::UDiv if at(1).low > 0 => Range::new(at(0).low / at(1).high, at(0).high / at(1).low),
        Op::URem if at(1).low > 0 => {
            if at(0).high < at(1).low {
                at(0)
            } else {
                Range::new(0, at(0).high.min(at(1).high - 1))
            }
        }
        Op::Shl if at(1).is_single() && at(1).low < u128::from(width) => {
            let by = at(1).low;
            if at(0).high <= all >> by {
                Range::new(at(0).low << by, at(0).high << by)
            } else {
                full
            }
        }
        Op::LShr if at(1).is_single() && at(1).low < u128::from(width) => {
            Range::new(at(0).low >> at(1).low, at(0).high >> at(1).low)
        }
        Op::LShr => Range::new(0, at(0).high),
        Op::And if width == 1 => Range::new(at(0).low & at(1).low, at(0).high & at(1).high),
        Op::And => Range::new(0, at(0).high.min(at(1).high)),
        Op::Or => {
            let high = at(0).high | at(1).high;
            Range::new(at(0).low.max(at(1).low), mask(128 - high.leading_zeros()))
        }
        Op::Xor if at(0).is_single() && at(1).is_single() => Range::single(at(0).low ^ at(1).low),
        Op::Xor => Range::new(0, mask(128 - (at(0).high | at(1).high).leading_zeros())),
        Op::UMin => Range::new(at(0).low.min(at(1).low), at(0).high.min(at(1).high)),
        Op::UMax => Range::new(at(0).low.max(at(1).low), at(0).high.max(at(1).high)),
        Op::UAddSat => Range::new(
            at(0).low.saturating_add(at(1).low).min(all),
            at(0).high.saturating_add(at(1).high).min(all),
        ),
        Op::USubSat => Range::new(
            at(0).low.saturating_sub(at(1).high),
            at(0).high.saturating_sub(at(1).low),
        ),
        Op::ZExt => at(0),
        Op::SExt => {
            let sign = 1u128 << (first - 1);
            if (at(0).low ^ at(0).high) & sign == 0 {
                Range::new(
                    signed(at(0).low, first) as u128 & all,
                    signed(at(0).high, first) as u128 & all,
                )
            } else {
                full
            }
        }
        Op::Trunc | Op::Extract => {
            let by = if op == Op::Trunc {
                0
            } else {
                term.shape.number
            };
            let (low, high) = (at(0).low >> by, at(0).high >> by);
            if low & !all == high & !all {
                Range::new(low & all, high & all)
            } else {
                full
            }
        }
        Op::Concat => {
            let by = u32::from(term.shape.second);
            Range::new(at(0).low << by | at(1).low, at(0).high << by | at(1).high)
        }
        Op::CtPop | Op::CtLz | Op::CtTz => Range::new(0, all.min(u128::from(first))),
        Op::Ite => match (at(0).low, at(0).high) {
            (1, _) => at(1),
            (_, 0) => at(2),
            _ => at(1).hull(at(2)),
        },
        Op::FAbs => Range::new(0, all >> 1),
        Op::FNeg if at(0).is_single() => Range::single(at(0).low ^ (1 << (width - 1))),
        Op::FCmp if at(0).is_single() && at(1).is_single() => {
            let holds = float::compare(
                term.shape.number,
                float::value(at(0).low, first),
                float::value(at(1).low, first),
            );
            Range::single(u128::from(holds))
        }
        _ => full,
    }
}
