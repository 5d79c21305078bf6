//! Ordering tests. With a constant on the right, only `ULt`, `UGe`, `SLt` and `SGe` are made; with two unknowns only those and `ULe`, `SLe` and their
//! opposites.

use super::bitwise::opposite;
use crate::bits::{mask, signed, signed_max, signed_min};
use crate::nodes::Nodes;
use isolde_abi::op::Op;

/// Levels of if-then-else that a comparison with a constant is moved into.
const CHAIN: u32 = 40;

/// The comparison with its operands swapped.
const fn mirrored(op: Op) -> Op {
    match op {
        Op::UGt => Op::ULt,
        Op::UGe => Op::ULe,
        Op::ULt => Op::UGt,
        Op::ULe => Op::UGe,
        Op::SGt => Op::SLt,
        Op::SGe => Op::SLe,
        Op::SLt => Op::SGt,
        Op::SLe => Op::SGe,
        other => other,
    }
}

impl Nodes {
    /// An ordering test of operands of the same width.
    pub fn compare(&mut self, op: Op, a: u32, b: u32) -> u32 {
        self.compare_within(op, a, b, CHAIN)
    }

    fn compare_within(&mut self, op: Op, a: u32, b: u32, depth: u32) -> u32 {
        let width = self.width(a);
        if a == b {
            return self.truth(matches!(op, Op::UGe | Op::ULe | Op::SGe | Op::SLe));
        }
        match (self.value(a), self.value(b)) {
            (Some(x), Some(y)) => {
                let holds = crate::bits::binary(op, width, x, y) == Some(1);
                self.truth(holds)
            }
            (Some(_), None) => self.compare_within(mirrored(op), b, a, depth),
            (None, Some(k)) => self.compare_constant(op, a, b, k, depth),
            (None, None) => match op {
                Op::UGt | Op::UGe | Op::SGt | Op::SGe => self.compare_unknown(mirrored(op), b, a),
                _ => self.compare_unknown(op, a, b),
            },
        }
    }

    /// `x op k`, reduced to `ULt` or `SLt`.
    fn compare_constant(&mut self, op: Op, x: u32, constant: u32, k: u128, depth: u32) -> u32 {
        let width = self.width(x);
        let largest = match op {
            Op::ULe | Op::UGt => mask(width),
            _ => signed_max(width),
        };
        match op {
            Op::ULt => self.less(x, constant, k, depth),
            Op::SLt => self.signed_less(x, constant, k, depth),
            Op::UGe | Op::SGe => {
                let less = self.compare_within(opposite(op).unwrap_or(op), x, constant, depth);
                self.not(less)
            }
            _ => {
                let below = matches!(op, Op::ULe | Op::SLe);
                if k == largest {
                    return self.truth(below);
                }
                let next = self.constant(k.wrapping_add(1), width);
                let strict = if matches!(op, Op::ULe | Op::UGt) {
                    Op::ULt
                } else {
                    Op::SLt
                };
                let less = self.compare_within(strict, x, next, depth);
                if below { less } else { self.not(less) }
            }
        }
    }

    /// `x < k`, unsigned.
    fn less(&mut self, x: u32, constant: u32, k: u128, depth: u32) -> u32 {
        let (low, high) = self.range(x);
        if high < k {
            return self.truth(true);
        }
        if low >= k {
            return self.truth(false);
        }
        if k == low + 1 {
            let only = self.constant(low, self.width(x));
            return self.equal(x, only);
        }
        let n = self.get(x);
        match self.op(x) {
            Some(Op::ZExt) => {
                let inner = self.constant(k, self.width(n.a));
                return self.compare_within(Op::ULt, n.a, inner, depth);
            }
            // `k` is a multiple of the high part's unit, so the low part does not matter.
            Some(Op::Concat) if k.trailing_zeros() >= self.width(n.b) => {
                let boundary = self.width(n.b);
                let above = self.constant(k >> boundary, self.width(n.a));
                return self.compare_within(Op::ULt, n.a, above, depth);
            }
            Some(Op::Add) if self.value(n.b) == Some(k) => {
                return self.overflows(Op::UAddOverflow, n.a, n.b);
            }
            Some(Op::Ite) => {
                if let Some(result) = self.compare_arms(Op::ULt, x, constant, depth) {
                    return result;
                }
            }
            _ => {}
        }
        self.make(Op::ULt, 1, x, constant, 0)
    }

    /// `x < k`, signed.
    fn signed_less(&mut self, x: u32, constant: u32, k: u128, depth: u32) -> u32 {
        let width = self.width(x);
        if k == signed_min(width) {
            return self.truth(false);
        }
        let (low, high) = self.range(x);
        let negative = |value: u128| value > signed_max(width);
        if !negative(high) || negative(low) {
            // If all have the same sign, the order is the unsigned one.
            return match (negative(low), negative(k)) {
                (false, true) => self.truth(false),
                (true, false) => self.truth(true),
                _ => self.compare_within(Op::ULt, x, constant, depth),
            };
        }
        let n = self.get(x);
        match self.op(x) {
            Some(Op::SExt) => {
                let inner = self.width(n.a);
                let smallest = signed(signed_min(inner), inner);
                let limit = signed(k, width);
                if limit <= smallest {
                    return self.truth(false);
                }
                if limit > signed(signed_max(inner), inner) {
                    return self.truth(true);
                }
                let inner = self.constant(k, inner);
                return self.compare_within(Op::SLt, n.a, inner, depth);
            }
            Some(Op::Concat) if k == 0 => {
                let zero = self.constant(0, self.width(n.a));
                return self.compare_within(Op::SLt, n.a, zero, depth);
            }
            // The difference of two numbers that leave room for the sign.
            Some(Op::Sub)
                if k <= 1 && !negative(self.range(n.a).1) && !negative(self.range(n.b).1) =>
            {
                return self.compare_within(
                    if k == 0 { Op::ULt } else { Op::ULe },
                    n.a,
                    n.b,
                    depth,
                );
            }
            Some(op @ (Op::UCmp | Op::SCmp)) => {
                let is_signed = op == Op::SCmp;
                match signed(k, 8) {
                    0 => {
                        return self.compare_within(
                            if is_signed { Op::SLt } else { Op::ULt },
                            n.a,
                            n.b,
                            depth,
                        );
                    }
                    1 => {
                        return self.compare_within(
                            if is_signed { Op::SLe } else { Op::ULe },
                            n.a,
                            n.b,
                            depth,
                        );
                    }
                    limit => return self.truth(limit > 1),
                }
            }
            Some(Op::Ite) => {
                if let Some(result) = self.compare_arms(Op::SLt, x, constant, depth) {
                    return result;
                }
            }
            _ => {}
        }
        if width == 1 && k == 0 {
            return x;
        }
        self.make(Op::SLt, 1, x, constant, 0)
    }

    /// A comparison of an if-then-else of which one arm is constant, as in the chains that `memcmp` makes.
    fn compare_arms(&mut self, op: Op, x: u32, constant: u32, depth: u32) -> Option<u32> {
        let n = self.get(x);
        if depth == 0 || (self.value(n.b).is_none() && self.value(n.c).is_none()) {
            return None;
        }
        let yes = self.compare_within(op, n.b, constant, depth - 1);
        let no = self.compare_within(op, n.c, constant, depth - 1);
        Some(self.choose(n.a, yes, no))
    }

    /// An ordering test of two unknowns; `op` is `ULt`, `ULe`, `SLt` or `SLe`.
    fn compare_unknown(&mut self, op: Op, a: u32, b: u32) -> u32 {
        let (x, y) = (self.get(a), self.get(b));
        let width = self.width(a);
        let ((a_low, a_high), (b_low, b_high)) = (self.range(a), self.range(b));
        let plain = a_high <= signed_max(width) && b_high <= signed_max(width);
        let is_signed = matches!(op, Op::SLt | Op::SLe);
        let strict = matches!(op, Op::ULt | Op::SLt);
        if is_signed && plain {
            return self.compare_unknown(if strict { Op::ULt } else { Op::ULe }, a, b);
        }
        if !is_signed {
            if if strict {
                a_high < b_low
            } else {
                a_high <= b_low
            } {
                return self.truth(true);
            }
            if if strict {
                a_low >= b_high
            } else {
                a_low > b_high
            } {
                return self.truth(false);
            }
        }
        if x.op == y.op {
            match self.op(a) {
                Some(Op::ZExt) if !is_signed => {
                    let common = self.width(x.a).max(self.width(y.a));
                    if common < width {
                        let (a, b) = (self.zero_extend(x.a, common), self.zero_extend(y.a, common));
                        return self.compare(op, a, b);
                    }
                }
                Some(Op::SExt) if self.width(x.a) == self.width(y.a) => {
                    return self.compare(op, x.a, y.a);
                }
                // Neither equal high parts nor equal low parts matter.
                Some(Op::Concat) if self.width(x.b) == self.width(y.b) => {
                    if x.a == y.a {
                        return self.compare(if strict { Op::ULt } else { Op::ULe }, x.b, y.b);
                    }
                    if x.b == y.b {
                        return self.compare(op, x.a, y.a);
                    }
                }
                _ => {}
            }
        }
        // Programs test for unsigned overflow of a sum by x + y < x.
        if op == Op::ULt && x.op == Op::Add as u8 && (x.a == b || x.b == b) {
            return self.overflows(Op::UAddOverflow, x.a, x.b);
        }
        if op == Op::ULe && y.op == Op::Add as u8 && (y.a == a || y.b == a) {
            let overflow = self.overflows(Op::UAddOverflow, y.a, y.b);
            return self.not(overflow);
        }
        self.make(op, 1, a, b, 0)
    }
}
