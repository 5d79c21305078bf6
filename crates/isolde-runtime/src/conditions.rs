//! The path: conditions of branches, assumptions and pins, in order.

use crate::nodes::Nodes;
use crate::runtime::Runtime;
use crate::simplify::bitwise::opposite;
use isolde_abi::op::Op;
use isolde_abi::protocol::PHASE_BUILD;
use isolde_abi::shared::{ASSUMED, CALLED, MAX_PATH, NO_SITE, PINNED, PathEntry, TAKEN};
use isolde_abi::symbol::Loss;

impl Nodes {
    /// The same condition in the form in which it is recorded: without negation, and only with `Eq` and "less" comparisons.
    fn positive(&mut self, mut node: u32, mut holds: bool) -> (u32, bool) {
        loop {
            let n = self.get(node);
            let op = self.op(node);
            let positive = match op {
                Some(Op::Xor) if self.value(n.b) == Some(1) => n.a,
                Some(op @ (Op::Ne | Op::UGe | Op::UGt | Op::SGe | Op::SGt)) => {
                    self.make(opposite(op).unwrap_or(op), 1, n.a, n.b, 0)
                }
                _ => return (node, holds),
            };
            if positive == 0 {
                return (node, holds);
            }
            (node, holds) = (positive, !holds);
        }
    }
}

impl Runtime {
    /// A branch of the program: at `site`, `condition` had the value `holds`.
    pub fn branch(&mut self, condition: u32, holds: bool, site: u32) {
        let condition = self.live(condition, 1);
        self.record(condition, holds, site, 0);
    }

    /// A condition that holds, and that must hold for other inputs, too.
    pub fn require(&mut self, condition: u32) {
        self.record(condition, true, NO_SITE, ASSUMED);
    }

    fn record(&mut self, condition: u32, holds: bool, site: u32, flags: u32) {
        if condition == 0 || self.nodes.is_determined(condition) {
            return;
        }
        let (condition, holds) = self.nodes.positive(condition, holds);
        if self.nodes.is_determined(condition) {
            return;
        }
        self.push(condition, site, flags | if holds { TAKEN } else { 0 });
        self.nodes.assume(condition, holds);
    }

    fn push(&mut self, node: u32, site: u32, flags: u32) {
        let used = self.memory.path_used().get();
        if used as usize >= MAX_PATH || used >= self.memory.path_limit().get() {
            self.memory.full().set(1);
            self.stop();
            return;
        }
        let choices = self.memory.choices_made().get();
        let is_called = self.memory.phase().get() != PHASE_BUILD;
        let flags = flags | if is_called { CALLED } else { 0 };
        self.memory.path().set(
            used as usize,
            PathEntry {
                node,
                site,
                flags,
                choices,
            },
        );
        self.memory.path_used().set(used + 1);
    }

    /// Makes a node concrete: records that it equals `value`, and treats it and what it determines as concrete from now on.
    pub fn pin(&mut self, node: u32, value: u128) {
        if !self.nodes.exists(node) || self.nodes.is_determined(node) {
            return;
        }
        let (inner, value) = self.core_of(node, value);
        let constant = self.nodes.constant(value, self.nodes.width(inner));
        // The equality is not simplified, because the solver tries other values of its left operand.
        let condition = self.nodes.make(Op::Eq, 1, inner, constant, 0);
        if condition == 0 {
            return;
        }
        self.push(condition, NO_SITE, TAKEN | PINNED);
        self.nodes.assume(condition, true);
        if self.nodes.width(inner) == 1 {
            self.nodes.assume(inner, value == 1);
        }
        self.nodes.determine(inner);
        self.nodes.determine(node);
    }

    /// Pins an address, and counts that as a loss, unless the address has only two values, since such a pin is a branch like any other.
    pub(crate) fn pin_address(&mut self, saddress: u32, address: u64, loss: Loss) {
        let (inner, _) = self.core_of(saddress, address as u128);
        if self.nodes.width(inner) > 1 {
            self.memory.count(loss);
        }
        self.pin(saddress, address as u128);
    }

    /// The node and value to pin, without extensions, constant terms and constant parts.
    fn core_of(&mut self, mut node: u32, mut value: u128) -> (u32, u128) {
        loop {
            let n = self.nodes.get(node);
            let op = self.nodes.op(node);
            let constant = match op {
                Some(Op::Add | Op::Xor | Op::Concat) => self.nodes.value(n.b),
                _ => None,
            };
            match (op, constant) {
                (Some(Op::ZExt | Op::SExt), _) => node = n.a,
                (Some(Op::Add), Some(k)) => {
                    value = value.wrapping_sub(k);
                    node = n.a;
                }
                (Some(Op::Xor), Some(k)) => {
                    value ^= k;
                    node = n.a;
                }
                (Some(Op::Concat), Some(_)) => {
                    value >>= self.nodes.width(n.b);
                    node = n.a;
                }
                (Some(Op::Concat), None) if self.nodes.value(n.a).is_some() => node = n.b,
                _ => return (node, value & crate::bits::mask(n.width as u32)),
            }
            value &= crate::bits::mask(self.nodes.width(node));
        }
    }
}
