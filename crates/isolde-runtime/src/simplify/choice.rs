//! If-then-else and funnel shifts.

use crate::bits::divide;
use crate::nodes::{KNOWN_FALSE, KNOWN_TRUE, Nodes};
use isolde_abi::op::Op;

impl Nodes {
    /// `yes` if the one-bit `condition` is 1, otherwise `no`.
    pub fn choose(&mut self, condition: u32, yes: u32, no: u32) -> u32 {
        let width = self.width(yes);
        if condition == 0
            || yes == 0
            || no == 0
            || self.width(condition) != 1
            || width != self.width(no)
        {
            return 0;
        }
        let c = self.get(condition);
        if self.value(condition) == Some(1) || c.mark & KNOWN_TRUE != 0 || yes == no {
            return yes;
        }
        if self.value(condition) == Some(0) || c.mark & KNOWN_FALSE != 0 {
            return no;
        }
        let op = self.op(condition);
        let inverted = op == Some(Op::Xor) && self.value(c.b) == Some(1);
        if inverted || matches!(op, Some(Op::Ne | Op::UGe | Op::UGt | Op::SGe | Op::SGt)) {
            let condition = self.not(condition);
            return self.choose(condition, no, yes);
        }
        if width == 1 {
            match (self.value(yes), self.value(no)) {
                (Some(1), Some(_)) => return condition,
                (Some(_), Some(_)) => return self.not(condition),
                (Some(1), None) => return self.bitwise(Op::Or, condition, no),
                (None, Some(0)) => return self.bitwise(Op::And, condition, yes),
                (Some(_), None) => {
                    let condition = self.not(condition);
                    return self.bitwise(Op::And, condition, no);
                }
                (None, Some(_)) => {
                    let condition = self.not(condition);
                    return self.bitwise(Op::Or, condition, yes);
                }
                (None, None) => {}
            }
        }
        // A nested test of the same condition is decided.
        let (y, n) = (self.get(yes), self.get(no));
        let yes = if y.op == Op::Ite as u8 && y.a == condition {
            y.b
        } else {
            yes
        };
        let no = if n.op == Op::Ite as u8 && n.a == condition {
            n.c
        } else {
            no
        };
        if yes == no {
            return yes;
        }
        self.make(Op::Ite, width, condition, yes, no)
    }

    /// `FShl` or `FShr` of `high` above `low`.
    pub fn funnel(&mut self, op: Op, high: u32, low: u32, by: u32) -> u32 {
        let width = self.width(high);
        if high == 0 || low == 0 || by == 0 || width != self.width(low) || width != self.width(by) {
            return 0;
        }
        let Some(bits) = self.value(by) else {
            return self.make(op, width, high, low, by);
        };
        let Some((_, bits)) = divide(bits, width as u128) else {
            return 0;
        };
        let bits = bits as u32;
        if bits == 0 {
            return if op == Op::FShl { high } else { low };
        }
        let left = if op == Op::FShl { bits } else { width - bits };
        let above = self.extract(high, 0, width - left);
        let below = self.extract(low, width - left, left);
        self.concat(above, below)
    }
}
