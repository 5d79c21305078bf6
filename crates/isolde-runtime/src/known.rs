//! What the path conditions so far fix: a node whose value they determine is as good as concrete.
//!
//! A condition `x == 5` that held, or a pin, fixes `x`, with it every node computed from `x` alone, and what `x` is an invertible
//! function of. Such nodes get the mark [`DETERMINED`]; shadows that have it are dropped at the next operation. This keeps
//! conditions that follow from earlier ones out of the path, and is sound for a solver that keeps to the prefix of the path.

use crate::nodes::{DETERMINED, KNOWN_FALSE, KNOWN_TRUE, Nodes};
use crate::simplify::bitwise::opposite;
use isolde_abi::op::Op;

/// Most nodes looked at for one question; beyond that the answer is "not determined", which only costs a redundant condition.
pub(crate) const MAX_VISITS: usize = 512;

/// Levels that a new fact is carried down to operands.
const DEPTH: u32 = 40;

impl Nodes {
    /// Whether the value of the node is fixed by the path so far.
    #[inline]
    pub fn is_determined(&mut self, node: u32) -> bool {
        let n = self.get(node);
        if n.mark & DETERMINED != 0 || n.op == Op::Const as u8 {
            return true;
        }
        self.any_known && self.undetermined.get(node as usize) != self.epoch && self.search(node)
    }

    /// Looks at the operands, depth first and last operand first (chains usually grow on the first). One operand that is not
    /// determined settles all nodes above it; a node is settled the other way when its operands are.
    fn search(&mut self, root: u32) -> bool {
        let (visits, mut depth, mut steps) = (self.visits, 1, 0);
        visits.set(0, root);
        while depth > 0 {
            let node = visits.get(depth - 1);
            let n = self.get(node);
            let Some(op) = self.op(node) else {
                return false;
            };
            steps += 1;
            if steps > MAX_VISITS || depth == MAX_VISITS {
                return false;
            }
            if self.opposite_is_known(node) {
                self.mark(node, DETERMINED);
                depth -= 1;
                continue;
            }
            let operands = [n.a, n.b, n.c];
            let arity = op.arity();
            let next = operands.into_iter().take(arity).rev().find(|&operand| {
                let operand = self.get(operand);
                operand.op != Op::Const as u8 && operand.mark & DETERMINED == 0
            });
            match next {
                None if arity > 0 => {
                    self.mark(node, DETERMINED);
                    depth -= 1;
                }
                Some(operand) if self.undetermined.get(operand as usize) != self.epoch => {
                    visits.set(depth, operand);
                    depth += 1;
                }
                // A choice, or an operand found undetermined before: so is all above.
                _ => {
                    for level in 0..depth {
                        self.undetermined
                            .set(visits.get(level) as usize, self.epoch);
                    }
                    return false;
                }
            }
        }
        true
    }

    fn opposite_is_known(&self, node: u32) -> bool {
        let n = self.get(node);
        let Some(opposite) = self.op(node).and_then(opposite) else {
            return false;
        };
        let other = self.find(opposite, 1, n.a, n.b, 0);
        other != 0 && self.get(other).mark & DETERMINED != 0
    }

    /// Takes note that a one-bit node has this value.
    pub fn assume(&mut self, condition: u32, holds: bool) {
        self.assume_within(condition, holds, DEPTH);
    }

    fn assume_within(&mut self, condition: u32, holds: bool, depth: u32) {
        let n = self.get(condition);
        let Some(op) = self.op(condition) else { return };
        if op == Op::Const || depth == 0 || n.mark & (KNOWN_TRUE | KNOWN_FALSE) != 0 {
            return;
        }
        self.note(
            condition,
            DETERMINED | if holds { KNOWN_TRUE } else { KNOWN_FALSE },
        );
        match (op, holds) {
            (Op::Eq, true) | (Op::Ne, false) => {
                if self.is_determined(n.b) {
                    self.determine_within(n.a, depth - 1);
                } else if self.is_determined(n.a) {
                    self.determine_within(n.b, depth - 1);
                }
            }
            (Op::And, true) | (Op::Or, false) => {
                self.assume_within(n.a, holds, depth - 1);
                self.assume_within(n.b, holds, depth - 1);
            }
            (Op::Xor, _) if self.value(n.b) == Some(1) => {
                self.assume_within(n.a, !holds, depth - 1)
            }
            (op, _) => {
                if let Some(opposite) = opposite(op) {
                    let other = self.find(opposite, 1, n.a, n.b, 0);
                    if other != 0 {
                        self.note(
                            other,
                            DETERMINED | if holds { KNOWN_FALSE } else { KNOWN_TRUE },
                        );
                    }
                }
            }
        }
    }

    /// Takes note that the value of a node is fixed.
    pub fn determine(&mut self, node: u32) {
        self.determine_within(node, DEPTH);
    }

    fn determine_within(&mut self, node: u32, depth: u32) {
        let n = self.get(node);
        let Some(op) = self.op(node) else { return };
        if op == Op::Const || depth == 0 || n.mark & DETERMINED != 0 {
            return;
        }
        self.note(node, DETERMINED);
        match op {
            Op::ZExt | Op::SExt => self.determine_within(n.a, depth - 1),
            Op::Concat => {
                self.determine_within(n.a, depth - 1);
                self.determine_within(n.b, depth - 1);
            }
            Op::Add | Op::Sub | Op::Xor => {
                if self.is_determined(n.b) {
                    self.determine_within(n.a, depth - 1);
                } else if self.is_determined(n.a) {
                    self.determine_within(n.b, depth - 1);
                }
            }
            Op::Mul if self.value(n.b).is_some_and(|factor| factor & 1 == 1) => {
                self.determine_within(n.a, depth - 1)
            }
            _ => {}
        }
    }

    fn note(&mut self, node: u32, marks: u8) {
        self.mark(node, marks);
        self.epoch = self.epoch.wrapping_add(1);
        self.any_known = true;
    }
}
