//! Equalities: an equality of composed values becomes a conjunction for the parts, and one of an invertible expression moves the inverse to the
//! constant.

use crate::bits::{mask, signed};
use crate::nodes::Nodes;
use isolde_abi::op::Op;

/// Levels of if-then-else that an equality with a constant is moved into.
const CHAIN: u32 = 40;

impl Nodes {
    /// Whether two nodes of the same width are equal.
    pub fn equal(&mut self, a: u32, b: u32) -> u32 {
        self.equal_within(a, b, CHAIN)
    }

    fn equal_within(&mut self, a: u32, b: u32, depth: u32) -> u32 {
        if a == 0 || b == 0 || self.width(a) != self.width(b) {
            return 0;
        }
        if a == b {
            return self.truth(true);
        }
        match (self.value(a), self.value(b)) {
            (Some(x), Some(y)) => self.truth(x == y),
            (Some(k), None) => self.equal_constant(b, a, k, depth),
            (None, Some(k)) => self.equal_constant(a, b, k, depth),
            (None, None) if a > b => self.equal_unknown(b, a),
            (None, None) => self.equal_unknown(a, b),
        }
    }

    fn equal_constant(&mut self, x: u32, constant: u32, k: u128, depth: u32) -> u32 {
        let width = self.width(x);
        if width == 1 {
            return if k == 1 { x } else { self.not(x) };
        }
        let (low, high) = self.range(x);
        if k < low || k > high {
            return self.truth(false);
        }
        let n = self.get(x);
        let Some(op) = self.op(x) else { return 0 };
        match op {
            // Constants that do not fit were excluded by the range above.
            Op::ZExt => {
                let inner = self.constant(k, self.width(n.a));
                return self.equal_within(n.a, inner, depth);
            }
            Op::SExt => {
                let inner = self.width(n.a);
                if signed(k & mask(inner), inner) as u128 & mask(width) != k {
                    return self.truth(false);
                }
                let inner = self.constant(k, inner);
                return self.equal_within(n.a, inner, depth);
            }
            Op::Concat => {
                let boundary = self.width(n.b);
                let below = self.constant(k, boundary);
                let above = self.constant(k >> boundary, width - boundary);
                let low = self.equal_within(n.b, below, depth);
                let high = self.equal_within(n.a, above, depth);
                return self.bitwise(Op::And, low, high);
            }
            Op::Add => {
                if let Some(inner) = self.value(n.b) {
                    let moved = self.constant(k.wrapping_sub(inner), width);
                    return self.equal_within(n.a, moved, depth);
                }
            }
            Op::Sub => {
                if let Some(inner) = self.value(n.a) {
                    let moved = self.constant(inner.wrapping_sub(k), width);
                    return self.equal_within(n.b, moved, depth);
                }
                if k == 0 {
                    return self.equal_within(n.a, n.b, depth);
                }
            }
            Op::Mul => {
                if let Some(inner) = self.value(n.b)
                    && inner & 1 == 1
                {
                    let moved = self.constant(k.wrapping_mul(inverse(inner)), width);
                    return self.equal_within(n.a, moved, depth);
                }
            }
            Op::Xor => {
                if let Some(inner) = self.value(n.b) {
                    let moved = self.constant(k ^ inner, width);
                    return self.equal_within(n.a, moved, depth);
                }
                if k == 0 {
                    return self.equal_within(n.a, n.b, depth);
                }
            }
            Op::And => {
                if let Some(inner) = self.value(n.b)
                    && k & !inner != 0
                {
                    return self.truth(false);
                }
            }
            Op::Or => {
                if let Some(inner) = self.value(n.b)
                    && inner & !k != 0
                {
                    return self.truth(false);
                }
                // Programs test the equality of several words by comparing the disjunction of all differences with zero.
                if k == 0 {
                    let a = self.equal_within(n.a, constant, depth);
                    let b = self.equal_within(n.b, constant, depth);
                    return self.bitwise(Op::And, a, b);
                }
            }
            Op::UCmp | Op::SCmp => {
                let less = if op == Op::UCmp { Op::ULt } else { Op::SLt };
                return match signed(k, 8) {
                    0 => self.equal_within(n.a, n.b, depth),
                    1 => self.compare(less, n.b, n.a),
                    -1 => self.compare(less, n.a, n.b),
                    _ => self.truth(false),
                };
            }
            Op::Ite if depth > 0 && (self.value(n.b).is_some() || self.value(n.c).is_some()) => {
                let yes = self.equal_within(n.b, constant, depth - 1);
                let no = self.equal_within(n.c, constant, depth - 1);
                return self.choose(n.a, yes, no);
            }
            _ => {}
        }
        self.make(Op::Eq, 1, x, constant, 0)
    }

    fn equal_unknown(&mut self, a: u32, b: u32) -> u32 {
        let width = self.width(a);
        let (x, y) = (self.get(a), self.get(b));
        let ((a_low, a_high), (b_low, b_high)) = (self.range(a), self.range(b));
        if a_high < b_low || b_high < a_low {
            return self.truth(false);
        }
        let boundary = |nodes: &Nodes, node: u32| match nodes.op(node) {
            Some(Op::Concat) => Some(nodes.width(nodes.get(node).b)),
            Some(Op::ZExt) => Some(nodes.width(nodes.get(node).a)),
            _ => None,
        };
        if let (Some(p), Some(q)) = (boundary(self, a), boundary(self, b)) {
            let at = p.min(q);
            let low = (self.extract(a, 0, at), self.extract(b, 0, at));
            let high = (
                self.extract(a, at, width - at),
                self.extract(b, at, width - at),
            );
            let low = self.equal(low.0, low.1);
            let high = self.equal(high.0, high.1);
            return self.bitwise(Op::And, low, high);
        }
        if x.op == y.op {
            match self.op(a) {
                Some(Op::SExt) if self.width(x.a) == self.width(y.a) => {
                    return self.equal(x.a, y.a);
                }
                Some(Op::Add | Op::Xor) => {
                    // A common term cancels out.
                    for (p, q) in [(x.a, x.b), (x.b, x.a)] {
                        for (r, s) in [(y.a, y.b), (y.b, y.a)] {
                            if p == r {
                                return self.equal(q, s);
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        self.make(Op::Eq, 1, a, b, 0)
    }
}

/// The inverse of an odd number modulo 2^128 (each step of Newton's iteration doubles the number of correct bits).
fn inverse(odd: u128) -> u128 {
    let mut inverse = odd;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}
