//! Which unsigned values an expression can have, as an interval: from the bounds of choices, a few levels deep.

use crate::bits::{divide, mask, signed_max};
use crate::nodes::Nodes;
use isolde_abi::op::Op;

/// Depth to which an expression is examined. Deeper expressions rarely have a narrow range, and ranges are computed often.
const DEPTH: u32 = 6;

impl Nodes {
    /// Smallest and largest value that the node can have, as far as is known.
    pub fn range(&self, node: u32) -> (u128, u128) {
        self.range_within(node, DEPTH)
    }

    fn range_within(&self, node: u32, depth: u32) -> (u128, u128) {
        let n = self.get(node);
        let all = mask(n.width as u32);
        if let Some(value) = self.value(node) {
            return (value, value);
        }
        let Some(op) = self.op(node) else {
            return (0, all);
        };
        if depth == 0 {
            return (0, all);
        }
        let of = |node: u32| self.range_within(node, depth - 1);
        match op {
            Op::Choice => {
                let choice = self.choice(n.a);
                if choice.low <= choice.high && choice.high as u128 <= all {
                    (choice.low as u128, choice.high as u128)
                } else {
                    (0, all)
                }
            }
            Op::ZExt => of(n.a),
            Op::SExt => {
                let inner = of(n.a);
                if inner.1 <= signed_max(self.width(n.a)) {
                    inner
                } else {
                    (0, all)
                }
            }
            Op::Concat => {
                let ((high_low, high_high), (low_low, low_high)) = (of(n.a), of(n.b));
                let shift = self.width(n.b);
                (high_low << shift | low_low, high_high << shift | low_high)
            }
            Op::Extract => {
                let (low, high) = of(n.a);
                // Bits above the part must be the same all over the range.
                if high >> n.b <= all {
                    (low >> n.b, high >> n.b)
                } else {
                    (0, all)
                }
            }
            Op::Add => {
                let ((a_low, a_high), (b_low, b_high)) = (of(n.a), of(n.b));
                match (a_low.checked_add(b_low), a_high.checked_add(b_high)) {
                    (Some(low), Some(high)) if high <= all => (low, high),
                    // Both ends wrap, and only once: adding a negative constant.
                    (Some(low), Some(high)) if low > all => (low & all, high & all),
                    _ => (0, all),
                }
            }
            Op::Sub => {
                let ((a_low, a_high), (b_low, b_high)) = (of(n.a), of(n.b));
                if a_low >= b_high {
                    (a_low - b_high, a_high - b_low)
                } else {
                    (0, all)
                }
            }
            Op::Mul => {
                let ((a_low, a_high), (b_low, b_high)) = (of(n.a), of(n.b));
                match a_high.checked_mul(b_high) {
                    Some(high) if high <= all => (a_low * b_low, high),
                    _ => (0, all),
                }
            }
            Op::UDiv => {
                let ((a_low, a_high), (b_low, b_high)) = (of(n.a), of(n.b));
                match (divide(a_low, b_high), divide(a_high, b_low)) {
                    (Some((low, _)), Some((high, _))) => (low, high),
                    _ => (0, all),
                }
            }
            Op::URem => {
                let ((a_low, a_high), (b_low, b_high)) = (of(n.a), of(n.b));
                if b_low == 0 {
                    (0, all)
                } else if a_high < b_low {
                    (a_low, a_high)
                } else {
                    (0, a_high.min(b_high - 1))
                }
            }
            Op::LShr => (0, of(n.a).1),
            Op::And => (0, of(n.a).1.min(of(n.b).1)),
            Op::Or | Op::Xor => {
                let ((a_low, a_high), (b_low, b_high)) = (of(n.a), of(n.b));
                let high = mask(128 - (a_high | b_high).leading_zeros());
                (if op == Op::Or { a_low.max(b_low) } else { 0 }, high)
            }
            Op::UMin => {
                let ((a_low, a_high), (b_low, b_high)) = (of(n.a), of(n.b));
                (a_low.min(b_low), a_high.min(b_high))
            }
            Op::UMax => {
                let ((a_low, a_high), (b_low, b_high)) = (of(n.a), of(n.b));
                (a_low.max(b_low), a_high.max(b_high))
            }
            Op::Ite => {
                let ((a_low, a_high), (b_low, b_high)) = (of(n.b), of(n.c));
                (a_low.min(b_low), a_high.max(b_high))
            }
            Op::CtPop | Op::CtLz | Op::CtTz => (0, (n.width as u128).min(all)),
            _ => (0, all),
        }
    }
}
