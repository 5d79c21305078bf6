//! Nodes whose values the path conditions so far determine, which makes them as good as concrete.
//!
//! A condition `x == 5` that held, or a pin, fixes `x`, and with it every node that is computed from `x` alone, and the node that `x` is an
//! invertible function of. Such nodes get the mark [`DETERMINED`]; shadows that have it are dropped at the next operation. This keeps conditions that
//! follow from earlier ones out of the path, which is sound because the solver keeps the prefix of the path.
//!
//! A mark is propagated at once, down to operands and up to users. A node is marked only once, and an edge is examined only when the operand at its
//! end is marked, so all this costs no more than building the nodes did.

use crate::nodes::{DETERMINED, KNOWN_FALSE, KNOWN_TRUE, Nodes};
use crate::simplify::bitwise::opposite;
use isolde_abi::op::Op;

/// Depth to which the conjunctions and negations in a condition are taken apart.
const DEPTH: u32 = 128;

impl Nodes {
    /// Whether the value of the node is fixed by the path so far, as that of a constant always is.
    #[inline]
    pub fn is_determined(&self, node: u32) -> bool {
        self.get(node).mark & DETERMINED != 0
    }

    /// Notes that a one-bit node has this value.
    pub fn assume(&mut self, condition: u32, holds: bool) {
        self.assume_within(condition, holds, DEPTH);
        self.carry_on();
    }

    fn assume_within(&mut self, condition: u32, holds: bool, depth: u32) {
        let n = self.get(condition);
        let Some(op) = self.op(condition) else { return };
        if op == Op::Const || depth == 0 || n.mark & (KNOWN_TRUE | KNOWN_FALSE) != 0 {
            return;
        }
        self.know(condition, holds);
        if let Some(opposite) = opposite(op) {
            let other = self.find(opposite, 1, n.a, n.b, 0);
            if other != 0 {
                self.know(other, !holds);
            }
        }
        match (op, holds) {
            (Op::Eq, true) | (Op::Ne, false) => self.equate(n.a, n.b),
            (Op::And, true) | (Op::Or, false) => {
                self.assume_within(n.a, holds, depth - 1);
                self.assume_within(n.b, holds, depth - 1);
            }
            (Op::Xor, _) if self.value(n.b) == Some(1) => {
                self.assume_within(n.a, !holds, depth - 1)
            }
            _ => {}
        }
    }

    fn know(&mut self, condition: u32, holds: bool) {
        self.note(condition);
        self.mark(condition, if holds { KNOWN_TRUE } else { KNOWN_FALSE });
    }

    /// Notes that the value of a node is fixed.
    pub fn determine(&mut self, node: u32) {
        self.note(node);
        self.carry_on();
    }

    /// Marks a node, whose mark [`Nodes::carry_on`] will propagate.
    fn note(&mut self, node: u32) {
        if node != 0 && !self.is_determined(node) {
            self.mark(node, DETERMINED);
            self.fresh.set(self.fresh_len, node);
            self.fresh_len += 1;
        }
    }

    /// Two nodes are equal: if one is fixed, so is the other.
    fn equate(&mut self, a: u32, b: u32) {
        if self.is_determined(b) {
            self.note(a);
        } else if self.is_determined(a) {
            self.note(b);
        }
    }

    fn carry_on(&mut self) {
        while self.fresh_len > 0 {
            self.fresh_len -= 1;
            let node = self.fresh.get(self.fresh_len);
            self.carry_down(node);
            let mut edge = self.first_user(node);
            while edge != 0 {
                let user = edge >> 2;
                if !self.is_determined(user) {
                    if self.has_determined_operands(user) {
                        self.note(user);
                    }
                } else if self.op(user) == Some(Op::Eq) {
                    if self.get(user).mark & KNOWN_TRUE != 0 {
                        let n = self.get(user);
                        self.equate(n.a, n.b);
                    }
                } else {
                    self.carry_down(user);
                }
                edge = self.next_user(edge);
            }
        }
    }

    /// Marks the operands that a determined node determines, perhaps together with another operand.
    fn carry_down(&mut self, node: u32) {
        let n = self.get(node);
        match self.op(node) {
            Some(Op::ZExt | Op::SExt) => self.note(n.a),
            Some(Op::Concat) => {
                self.note(n.a);
                self.note(n.b);
            }
            Some(Op::Add | Op::Sub | Op::Xor) => self.equate(n.a, n.b),
            Some(Op::Mul) if self.value(n.b).is_some_and(|factor| factor & 1 == 1) => {
                self.note(n.a)
            }
            _ => {}
        }
    }

    /// Whether the node has operands, all determined.
    pub(crate) fn has_determined_operands(&self, node: u32) -> bool {
        let n = self.get(node);
        let arity = self.op(node).map_or(0, Op::arity);
        arity > 0
            && [n.a, n.b, n.c]
                .into_iter()
                .take(arity)
                .all(|operand| self.is_determined(operand))
    }
}
