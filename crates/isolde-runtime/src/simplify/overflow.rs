//! Overflow tests; if an operand is constant, they become comparisons.

use crate::bits::{divide, mask, signed, signed_divide, signed_max, signed_min};
use crate::nodes::Nodes;
use isolde_abi::op::Op;

impl Nodes {
    /// One of the six overflow tests.
    pub fn overflows(&mut self, op: Op, a: u32, b: u32) -> u32 {
        if a == 0 || b == 0 {
            return 0;
        }
        let width = self.width(a);
        if self.never_overflows(op, a, b) {
            return self.truth(false);
        }
        let commutes = !matches!(op, Op::USubOverflow | Op::SSubOverflow);
        let (a, b) = if commutes && (self.value(a).is_some() || (self.value(b).is_none() && a > b))
        {
            (b, a)
        } else {
            (a, b)
        };
        if op == Op::USubOverflow {
            return self.compare(Op::ULt, a, b);
        }
        let Some(k) = self.value(b) else {
            return self.make(op, 1, a, b, 0);
        };
        let (low, high) = (
            signed(signed_min(width), width),
            signed(signed_max(width), width),
        );
        let number = signed(k, width);
        match op {
            Op::UAddOverflow => {
                let limit = self.constant(mask(width).wrapping_sub(k), width);
                self.compare(Op::UGt, a, limit)
            }
            Op::UMulOverflow => match divide(mask(width), k) {
                Some((limit, _)) => {
                    let limit = self.constant(limit, width);
                    self.compare(Op::UGt, a, limit)
                }
                None => self.truth(false),
            },
            Op::SAddOverflow if number >= 0 => self.outside(a, low, high - number),
            Op::SAddOverflow => self.outside(a, low - number, high),
            Op::SSubOverflow if number >= 0 => self.outside(a, low + number, high),
            Op::SSubOverflow => self.outside(a, low, high + number),
            Op::SMulOverflow => match number {
                0 | 1 => self.truth(false),
                -1 => self.outside(a, low + 1, high),
                number => match (signed_divide(low, number), signed_divide(high, number)) {
                    (Some((first, _)), Some((last, _))) if number > 0 => {
                        self.outside(a, first, last)
                    }
                    (Some((last, _)), Some((first, _))) => self.outside(a, first, last),
                    _ => 0,
                },
            },
            _ => self.make(op, 1, a, b, 0),
        }
    }

    /// Whether a node, as a signed number, lies outside `low ..= high`.
    fn outside(&mut self, node: u32, low: i128, high: i128) -> u32 {
        let width = self.width(node);
        if low == signed(signed_min(width), width) {
            let high = self.constant(high as u128, width);
            return self.compare(Op::SGt, node, high);
        }
        let first = self.constant(low as u128, width);
        if high == signed(signed_max(width), width) {
            return self.compare(Op::SLt, node, first);
        }
        let distance = self.binary(Op::Sub, node, first, 0);
        let span = self.constant(high.wrapping_sub(low) as u128, width);
        self.compare(Op::UGt, distance, span)
    }
}
