//! The operators as instrumented code calls them: shadows and concrete values in, a shadow out.

use crate::bits::{mask, result_width};
use crate::runtime::Runtime;
use isolde_abi::op::Op;
use isolde_abi::pack::{Code, Lanes};
use isolde_abi::symbol::Loss;

impl Runtime {
    /// The shadow if it is valid: a node of this run and of this width that the path does not determine. Otherwise 0.
    pub(crate) fn live(&mut self, shadow: u32, width: u32) -> u32 {
        if !self.nodes.exists(shadow) {
            return 0;
        }
        if self.nodes.width(shadow) != width {
            self.memory.lost(0).increment();
            return 0;
        }
        if self.nodes.is_determined(shadow) {
            0
        } else {
            shadow
        }
    }

    /// An operand: its shadow, or its value as a constant.
    fn operand(&mut self, shadow: u32, width: u32, value: u128) -> u32 {
        if shadow != 0 {
            shadow
        } else {
            self.nodes.constant(value, width)
        }
    }

    /// A result as a shadow: constants and nodes that the path determines are concrete. When the node table is full, recording ends.
    pub(crate) fn result(&mut self, node: u32) -> u32 {
        if node == 0 {
            if self.memory.full().get() != 0 {
                self.stop();
            }
            return 0;
        }
        if self.nodes.is_determined(node) {
            0
        } else {
            node
        }
    }

    /// `isolde_sym_binary` and `isolde_sym_binary_wide`.
    pub fn binary(&mut self, code: u32, sa: u32, sb: u32, a: u128, b: u128) -> u32 {
        let Some(Code {
            op,
            width,
            predicate,
        }) = Code::unpack(code)
        else {
            return 0;
        };
        let (sa, sb) = (self.live(sa, width), self.live(sb, width));
        if sa == 0 && sb == 0 {
            return 0;
        }
        let [left, right] = [self.operand(sa, width, a), self.operand(sb, width, b)];
        let node = self.nodes.binary(op, left, right, predicate);
        if node != 0 && self.nodes.is_determined(node) {
            self.compared(op, (sa, a), (sb, b), width);
        }
        self.result(node)
    }

    /// `isolde_sym_unary`.
    pub fn unary(&mut self, op: u32, width: u32, sa: u32, aux: u32) -> u32 {
        let Some(op) = Op::from_u8(op as u8) else {
            return 0;
        };
        if !self.nodes.exists(sa) {
            return 0;
        }
        let sa = self.live(sa, self.nodes.width(sa));
        if sa == 0 {
            return 0;
        }
        let node = self.nodes.unary(op, width, sa, aux);
        self.result(node)
    }

    /// `isolde_sym_select`; the condition's concrete value is not given, so a condition that the path determines may stay in the node.
    pub fn select(&mut self, width: u32, sc: u32, sa: u32, sb: u32, a: u128, b: u128) -> u32 {
        if !self.nodes.exists(sc) {
            return 0;
        }
        let a = {
            let live = self.live(sa, width);
            self.operand(live, width, a)
        };
        let b = {
            let live = self.live(sb, width);
            self.operand(live, width, b)
        };
        let node = self.nodes.choose(sc, a, b);
        self.result(node)
    }

    /// `isolde_sym_funnel`.
    pub fn funnel(&mut self, code: u32, shadows: [u32; 3], values: [u64; 3]) -> u32 {
        let Some(Code {
            op: op @ (Op::FShl | Op::FShr),
            width,
            ..
        }) = Code::unpack(code)
        else {
            return 0;
        };
        let [sa, sb, sc] = shadows.map(|shadow| self.live(shadow, width));
        if sa == 0 && sb == 0 && sc == 0 {
            return 0;
        }
        let a = self.operand(sa, width, values[0] as u128);
        let b = self.operand(sb, width, values[1] as u128);
        let c = self.operand(sc, width, values[2] as u128);
        let node = self.nodes.funnel(op, a, b, c);
        self.result(node)
    }

    /// `isolde_sym_lanes`: the operator on each lane; lane 0 is the lowest.
    pub fn lanes(&mut self, code: u32, shape: u32, sa: u32, sb: u32, a: u128, b: u128) -> u32 {
        let Some(Code { op, predicate, .. }) = Code::unpack(code) else {
            return 0;
        };
        let Lanes {
            count: lanes,
            width: lane,
        } = Lanes::unpack(shape);
        if lanes == 0 || lane == 0 || lanes > 128 || lanes * lane > 128 {
            return 0;
        }
        let is_cast = matches!(op as u8, 60..=63 | 97..=102);
        let is_unary = op.arity() == 1;
        let to = if is_cast {
            b as u32 & 0xffff
        } else {
            result_width(op, lane)
        };
        if to == 0 || to * lanes > 128 {
            self.memory.count(Loss::Vector);
            return 0;
        }
        let width = lanes * lane;
        let (sa, sb) = (
            self.live(sa, width),
            if is_unary { 0 } else { self.live(sb, width) },
        );
        if sa == 0 && sb == 0 {
            return 0;
        }
        let a = self.operand(sa, width, a & mask(width));
        let b = if is_unary {
            0
        } else {
            self.operand(sb, width, b & mask(width))
        };
        let mut whole = 0;
        for index in 0..lanes {
            let x = self.nodes.extract(a, index * lane, lane);
            let node = if is_unary {
                self.nodes.unary(op, to, x, 0)
            } else {
                let y = self.nodes.extract(b, index * lane, lane);
                self.nodes.binary(op, x, y, predicate)
            };
            whole = if index == 0 {
                node
            } else {
                self.nodes.concat(node, whole)
            };
            if whole == 0 {
                self.memory.count(Loss::Vector);
                return self.result(0);
            }
        }
        self.result(whole)
    }

    /// `isolde_sym_lost`.
    pub fn lost(&mut self, loss: u32, shadow: u32) {
        if self.nodes.exists(shadow) && !self.nodes.is_determined(shadow) {
            self.memory.lost(loss).increment();
        }
    }
}
