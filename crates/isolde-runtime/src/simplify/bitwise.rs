//! And, or, exclusive or, and the opposite of a condition.

use crate::bits::mask;
use crate::nodes::{DETERMINED, KNOWN_FALSE, KNOWN_TRUE, Nodes};
use isolde_abi::op::Op;

/// The comparison that is true if and only if this one is false.
pub const fn opposite(op: Op) -> Option<Op> {
    Some(match op {
        Op::Eq => Op::Ne,
        Op::Ne => Op::Eq,
        Op::ULt => Op::UGe,
        Op::UGe => Op::ULt,
        Op::ULe => Op::UGt,
        Op::UGt => Op::ULe,
        Op::SLt => Op::SGe,
        Op::SGe => Op::SLt,
        Op::SLe => Op::SGt,
        Op::SGt => Op::SLe,
        _ => return None,
    })
}

impl Nodes {
    /// The opposite of a one-bit node.
    pub fn not(&mut self, node: u32) -> u32 {
        if node == 0 {
            return 0;
        }
        if let Some(value) = self.value(node) {
            return self.truth(value == 0);
        }
        let n = self.get(node);
        let op = self.op(node);
        let comparison = match op {
            // Predicates are numbered so that opposites add up to 15.
            Some(Op::FCmp) => self.make(Op::FCmp, 1, n.a, n.b, n.c ^ 15),
            _ => match op.and_then(opposite) {
                Some(op) => self.make(op, 1, n.a, n.b, 0),
                None => 0,
            },
        };
        if comparison != 0 {
            // If the value of one is determined, so is that of the other, which may be new.
            if n.mark & DETERMINED != 0 && !self.is_determined(comparison) {
                if n.mark & (KNOWN_TRUE | KNOWN_FALSE) != 0 {
                    self.assume(comparison, n.mark & KNOWN_FALSE != 0);
                } else {
                    self.determine(comparison);
                }
            }
            return comparison;
        }
        if op == Some(Op::Xor) && self.value(n.b) == Some(1) {
            return n.a;
        }
        let one = self.constant(1, 1);
        self.make(Op::Xor, 1, node, one, 0)
    }

    /// Whether two one-bit nodes are each other's opposite, as far as their form shows.
    fn are_opposites(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.get(a), self.get(b));
        let inverted = |n: isolde_abi::shared::Node, other: u32| {
            n.op == Op::Xor as u8 && n.a == other && self.value(n.b) == Some(1)
        };
        let opposite_comparison = x.a == y.a
            && x.b == y.b
            && self
                .op(a)
                .and_then(opposite)
                .is_some_and(|op| op as u8 == y.op);
        inverted(x, b) || inverted(y, a) || opposite_comparison
    }

    /// `And`, `Or` or `Xor`.
    pub fn bitwise(&mut self, op: Op, a: u32, b: u32) -> u32 {
        let width = self.width(a);
        if a == 0 || b == 0 || width != self.width(b) {
            return 0;
        }
        let (a, b) = if self.value(a).is_some() || (self.value(b).is_none() && a > b) {
            (b, a)
        } else {
            (a, b)
        };
        if a == b {
            return if op == Op::Xor {
                self.constant(0, width)
            } else {
                a
            };
        }
        if let Some(k) = self.value(b) {
            return self.bitwise_constant(op, a, b, k);
        }
        if width == 1 && self.are_opposites(a, b) {
            return self.truth(op != Op::And);
        }
        if width == 1 && op != Op::Xor {
            // A condition that the path has decided is as good as a constant.
            for (x, y) in [(a, b), (b, a)] {
                let mark = self.get(x).mark;
                if mark & (KNOWN_TRUE | KNOWN_FALSE) != 0 {
                    let is_true = mark & KNOWN_TRUE != 0;
                    return if is_true == (op == Op::And) {
                        y
                    } else {
                        self.truth(is_true)
                    };
                }
            }
        }
        if let Some(split) = self.split(op, a, b) {
            return split;
        }
        self.make(op, width, a, b, 0)
    }

    fn bitwise_constant(&mut self, op: Op, a: u32, b: u32, k: u128) -> u32 {
        let width = self.width(a);
        let all = mask(width);
        if let Some(x) = self.value(a)
            && let Some(value) = crate::bits::binary(op, width, x, k)
        {
            return self.constant(value, width);
        }
        match op {
            Op::And | Op::Or => {
                let (neutral, dominant) = if op == Op::And { (all, 0) } else { (0, all) };
                if k == neutral {
                    return a;
                }
                if k == dominant {
                    return b;
                }
            }
            _ => {
                if k == 0 {
                    return a;
                }
                if width == 1 {
                    return self.not(a);
                }
            }
        }
        if let Some((x, y)) = self.operands(a, op)
            && let Some(inner) = self.value(y)
        {
            let both = match op {
                Op::And => inner & k,
                Op::Or => inner | k,
                _ => inner ^ k,
            };
            let both = self.constant(both, width);
            return self.bitwise(op, x, both);
        }
        // A mask that is one run of ones only cuts out bits, and setting one run of bits is similar.
        let run = if op == Op::Or { all & !k } else { k };
        let (low, ones) = (run.trailing_zeros(), run.count_ones());
        if op != Op::Xor && run == mask(ones) << low {
            let fill = |count: u32| if op == Op::Or { mask(count) } else { 0 };
            let mut result = self.extract(a, low, ones);
            if low > 0 {
                let below = self.constant(fill(low), low);
                result = self.concat(result, below);
            }
            let above = width - low - ones;
            if above > 0 {
                let above = self.constant(fill(above), above);
                result = self.concat(above, result);
            }
            return result;
        }
        if let Some(split) = self.split(op, a, b) {
            return split;
        }
        self.make(op, width, a, b, 0)
    }

    /// The operator applied to the high and the low part separately, if a `Concat` or `ZExt` has a boundary at which one part needs no operator.
    fn split(&mut self, op: Op, a: u32, b: u32) -> Option<u32> {
        let width = self.width(a);
        let boundary = [a, b].into_iter().find_map(|node| match self.op(node) {
            Some(Op::Concat) if self.value(node).is_none() => Some(self.width(self.get(node).b)),
            Some(Op::ZExt) => Some(self.width(self.get(node).a)),
            _ => None,
        })?;
        // Splitting anything else would only add nodes.
        let divisible = |nodes: &Nodes, node: u32| {
            nodes.value(node).is_some() || matches!(nodes.op(node), Some(Op::Concat | Op::ZExt))
        };
        if !divisible(self, a) || !divisible(self, b) {
            return None;
        }
        let (a_low, b_low) = (self.extract(a, 0, boundary), self.extract(b, 0, boundary));
        let (a_high, b_high) = (
            self.extract(a, boundary, width - boundary),
            self.extract(b, boundary, width - boundary),
        );
        if !self.resolves(op, a_low, b_low) && !self.resolves(op, a_high, b_high) {
            return None;
        }
        let low = self.bitwise(op, a_low, b_low);
        let high = self.bitwise(op, a_high, b_high);
        Some(self.concat(high, low))
    }

    /// Whether the operator disappears on these operands.
    fn resolves(&self, op: Op, a: u32, b: u32) -> bool {
        let all = mask(self.width(a));
        let trivial =
            |value: Option<u128>| value == Some(0) || (op != Op::Xor && value == Some(all));
        a == b || trivial(self.value(a)) || trivial(self.value(b))
    }
}
