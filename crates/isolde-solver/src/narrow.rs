//! Unsigned intervals of terms, from the conditions downwards.
//!
//! With [`interval`](crate::interval) this is interval constraint propagation: an empty interval refutes the problem, and narrowing a variable's
//! bounds loses no solution.

use crate::interval::{Order, Range, Refuted, order};
use crate::problem::Term;
use crate::semantics::mask;
use isolde_abi::op::Op;

/// Narrows the operands of a term to what its interval allows.
pub(crate) fn backward(term: &Term, index: usize, ranges: &mut [Range]) -> Result<(), Refuted> {
    let range = ranges[index];
    let width = term.width();
    let first = u32::from(term.shape.first);
    let all = mask(width);
    let [x, y, z] = term.args.map(|arg| arg as usize);
    let op = term.shape.op;
    if let Some(order) = order(op) {
        return if range.is_single() {
            backward_order(&order, range.low == 1, [x, y], first, ranges)
        } else {
            Ok(())
        };
    }
    match op {
        Op::Eq | Op::Ne if range.is_single() => {
            if (op == Op::Eq) == (range.low == 1) {
                let both = ranges[x].intersect(ranges[y])?;
                (ranges[x], ranges[y]) = (both, both);
            } else {
                ranges[x] = without(ranges[x], ranges[y])?;
                ranges[y] = without(ranges[y], ranges[x])?;
            }
        }
        Op::UAddOverflow if range.high == 0 => {
            ranges[x] = ranges[x].intersect(Range::new(0, mask(first) - ranges[y].low))?;
            ranges[y] = ranges[y].intersect(Range::new(0, mask(first) - ranges[x].low))?;
        }
        Op::UMulOverflow if range.high == 0 => {
            for (this, other) in [(x, y), (y, x)] {
                if let Some(most) = mask(first).checked_div(ranges[other].low) {
                    ranges[this] = ranges[this].intersect(Range::new(0, most))?;
                }
            }
        }
        Op::Add => {
            for (this, other) in [(x, y), (y, x)] {
                let other = ranges[other];
                // This holds if one operand is known, or if the sum cannot wrap.
                if other.is_single() || ranges[x].high <= all - ranges[y].high {
                    let low = if other.is_single() {
                        range.low.wrapping_sub(other.low) & all
                    } else {
                        range.low.saturating_sub(other.high)
                    };
                    let high = if other.is_single() {
                        range.high.wrapping_sub(other.low) & all
                    } else {
                        range.high.checked_sub(other.low).ok_or(Refuted)?
                    };
                    if range.high - range.low < all {
                        ranges[this] = ranges[this].intersect_around(low, high, width)?;
                    }
                }
            }
        }
        Op::Sub if range.high - range.low < all => {
            if ranges[y].is_single() {
                let by = ranges[y].low;
                ranges[x] = ranges[x].intersect_around(
                    range.low.wrapping_add(by) & all,
                    range.high.wrapping_add(by) & all,
                    width,
                )?;
            } else if ranges[x].is_single() {
                let from = ranges[x].low;
                ranges[y] = ranges[y].intersect_around(
                    from.wrapping_sub(range.high) & all,
                    from.wrapping_sub(range.low) & all,
                    width,
                )?;
            }
        }
        Op::Mul => {
            for (this, other) in [(x, y), (y, x)] {
                let by = ranges[other];
                if by.is_single() && by.low > 0 && ranges[this].high <= all / by.low {
                    let (low, high) = (range.low.div_ceil(by.low), range.high / by.low);
                    ranges[this] = if low <= high {
                        ranges[this].intersect(Range { low, high })?
                    } else {
                        return Err(Refuted);
                    };
                }
            }
        }
        Op::UDiv if ranges[y].is_single() && ranges[y].low > 0 => {
            let by = ranges[y].low;
            let low = range
                .low
                .checked_mul(by)
                .filter(|low| *low <= all)
                .ok_or(Refuted)?;
            let high = range
                .high
                .saturating_mul(by)
                .saturating_add(by - 1)
                .min(all);
            ranges[x] = ranges[x].intersect(Range::new(low, high))?;
        }
        Op::URem if ranges[x].high < ranges[y].low => ranges[x] = ranges[x].intersect(range)?,
        Op::LShr if ranges[y].is_single() && ranges[y].low < u128::from(width) => {
            let by = ranges[y].low;
            if range.low > all >> by {
                return Err(Refuted);
            }
            let high = range.high.min(all >> by) << by | mask(by as u32);
            ranges[x] = ranges[x].intersect(Range::new(range.low << by, high))?;
        }
        Op::And => {
            for (this, other) in [(x, y), (y, x)] {
                ranges[this] = ranges[this].intersect(Range::new(range.low, all))?;
                if width == 1 && range.high == 0 && ranges[other].low == 1 {
                    ranges[this] = ranges[this].intersect(Range::single(0))?;
                }
            }
        }
        Op::Or => {
            for (this, other) in [(x, y), (y, x)] {
                ranges[this] = ranges[this].intersect(Range::new(0, range.high))?;
                if width == 1 && range.low == 1 && ranges[other].high == 0 {
                    ranges[this] = ranges[this].intersect(Range::single(1))?;
                }
            }
        }
        Op::Xor if range.is_single() => {
            for (this, other) in [(x, y), (y, x)] {
                if ranges[other].is_single() {
                    ranges[this] =
                        ranges[this].intersect(Range::single(range.low ^ ranges[other].low))?;
                }
            }
        }
        Op::UMin => {
            (ranges[x], ranges[y]) = (
                at_least(ranges[x], range.low, width)?,
                at_least(ranges[y], range.low, width)?,
            )
        }
        Op::UMax => {
            (ranges[x], ranges[y]) = (
                ranges[x].intersect(Range::new(0, range.high))?,
                ranges[y].intersect(Range::new(0, range.high))?,
            )
        }
        Op::ZExt => ranges[x] = ranges[x].intersect(range)?,
        Op::SExt => {
            // Non-negative operands give results at the lower end, negative operands at the upper end.
            let upper = all ^ (mask(first) >> 1);
            let positive = range
                .intersect(Range::new(0, mask(first) >> 1))
                .and_then(|range| ranges[x].intersect(range));
            let negative = range
                .intersect(Range::new(upper, all))
                .map(|range| Range::new(range.low & mask(first), range.high & mask(first)));
            let negative = negative.and_then(|range| ranges[x].intersect(range));
            ranges[x] = match (positive, negative) {
                (Ok(positive), Ok(negative)) => positive.hull(negative),
                (positive, negative) => positive.or(negative)?,
            };
        }
        Op::Trunc | Op::Extract => {
            let by = if op == Op::Trunc {
                0
            } else {
                term.shape.number
            };
            // The extracted bits bound the operand only if the bits above them are known.
            if ranges[x].low >> by & !all == ranges[x].high >> by & !all {
                let above = ranges[x].low >> by & !all;
                ranges[x] = ranges[x].intersect(Range::new(
                    (above | range.low) << by,
                    (above | range.high) << by | mask(by),
                ))?;
            }
        }
        Op::Concat => {
            let by = u32::from(term.shape.second);
            ranges[x] = ranges[x].intersect(Range::new(range.low >> by, range.high >> by))?;
            if ranges[x].is_single() {
                let low = if range.low >> by == ranges[x].low {
                    range.low & mask(by)
                } else {
                    0
                };
                let high = if range.high >> by == ranges[x].low {
                    range.high & mask(by)
                } else {
                    mask(by)
                };
                ranges[y] = ranges[y].intersect(Range::new(low, high))?;
            }
        }
        Op::Ite => {
            let (then, otherwise) = (ranges[y].intersect(range), ranges[z].intersect(range));
            let allowed = match (then, otherwise) {
                (Ok(_), Ok(_)) => Range::new(0, 1),
                (Ok(_), Err(_)) => Range::single(1),
                (Err(_), Ok(_)) => Range::single(0),
                (Err(_), Err(_)) => return Err(Refuted),
            };
            ranges[x] = ranges[x].intersect(allowed)?;
            match (ranges[x].low, ranges[x].high) {
                (1, _) => ranges[y] = then?,
                (_, 0) => ranges[z] = otherwise?,
                _ => {}
            }
        }
        _ => {}
    }
    Ok(())
}

fn at_least(range: Range, low: u128, width: u32) -> Result<Range, Refuted> {
    range.intersect(Range::new(low, mask(width)))
}

/// `range` without the value of `other`, if `other` is a single value and at an end of `range`.
pub(crate) fn without(range: Range, other: Range) -> Result<Range, Refuted> {
    if !other.is_single() {
        return Ok(range);
    }
    let low = if range.low == other.low {
        range.low.checked_add(1).ok_or(Refuted)?
    } else {
        range.low
    };
    let high = if range.high == other.low {
        range.high.checked_sub(1).ok_or(Refuted)?
    } else {
        range.high
    };
    if low <= high {
        Ok(Range { low, high })
    } else {
        Err(Refuted)
    }
}

fn backward_order(
    order: &Order,
    holds: bool,
    operands: [usize; 2],
    width: u32,
    ranges: &mut [Range],
) -> Result<(), Refuted> {
    // The negation of `left < right` is `right <= left`.
    let (left, right) = if holds {
        (operands[order.left], operands[1 - order.left])
    } else {
        (operands[1 - order.left], operands[order.left])
    };
    let gap = u128::from(order.strict == holds);
    if left == right {
        return if gap == 1 { Err(Refuted) } else { Ok(()) };
    }
    let view = |range: Range| {
        if order.signed {
            range.flipped(width)
        } else {
            range
        }
    };
    let (a, b) = (view(ranges[left]), view(ranges[right]));
    let most = b.high.checked_sub(gap).ok_or(Refuted)?;
    let least = if gap == 1 && a.low == mask(width) {
        return Err(Refuted);
    } else {
        a.low + gap
    };
    let (below, above) = (Range::new(0, most), Range::new(least, mask(width)));
    if order.signed {
        ranges[left] = ranges[left].intersect_flipped(below, width)?;
        ranges[right] = ranges[right].intersect_flipped(above, width)?;
    } else {
        ranges[left] = ranges[left].intersect(below)?;
        ranges[right] = ranges[right].intersect(above)?;
    }
    Ok(())
}
