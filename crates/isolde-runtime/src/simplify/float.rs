//! Operators on floats. Those that only move bits become bit-vector operators, which are solved exactly; the others are kept for the solver's search.

use crate::nodes::Nodes;
use isolde_abi::op::Op;

/// LLVM's predicate "ordered": neither operand is a NaN.
const ORDERED: u32 = 7;
/// LLVM's predicate "unordered".
const UNORDERED: u32 = 8;

impl Nodes {
    /// A unary operator; `width` is that of the result.
    pub(super) fn float_unary(&mut self, op: Op, width: u32, a: u32) -> u32 {
        let from = self.width(a);
        let is_float = |width: u32| width == 32 || width == 64;
        match op {
            Op::FNeg | Op::FAbs => {
                if !is_float(from) || from != width {
                    return 0;
                }
                let rest = self.extract(a, 0, width - 1);
                let sign = if op == Op::FNeg {
                    let sign = self.extract(a, width - 1, 1);
                    self.not(sign)
                } else {
                    self.constant(0, 1)
                };
                self.concat(sign, rest)
            }
            Op::FToU | Op::FToS if is_float(from) => self.make(op, width, a, 0, 0),
            Op::UToF | Op::SToF if is_float(width) => {
                // An integer that is known not to be negative converts to the same float, signed or unsigned.
                let plain = self.range(a).1 <= crate::bits::signed_max(from);
                self.make(if plain { Op::UToF } else { op }, width, a, 0, 0)
            }
            Op::FExt if from == 32 && width == 64 => self.make(op, width, a, 0, 0),
            Op::FTrunc if from == 64 && width == 32 => self.make(op, width, a, 0, 0),
            Op::FSqrt | Op::FFloor | Op::FCeil | Op::FRoundZero | Op::FRound | Op::FRoundEven
                if is_float(from) && from == width =>
            {
                self.make(op, width, a, 0, 0)
            }
            _ => 0,
        }
    }

    /// A binary operator, or a comparison with LLVM's `predicate`.
    pub(super) fn float_binary(&mut self, op: Op, a: u32, b: u32, predicate: u32) -> u32 {
        let width = self.width(a);
        if width != 32 && width != 64 {
            return 0;
        }
        if op == Op::FCopySign {
            let sign = self.extract(b, width - 1, 1);
            let rest = self.extract(a, 0, width - 1);
            return self.concat(sign, rest);
        }
        if op != Op::FCmp {
            return self.make(op, width, a, b, 0);
        }
        match predicate {
            0 => self.truth(false),
            15 => self.truth(true),
            // A test for NaN is a test of the bits below the sign.
            ORDERED | UNORDERED if a == b || self.is_number(b) => {
                self.nan_test(a, predicate == UNORDERED)
            }
            ORDERED | UNORDERED if self.is_number(a) => self.nan_test(b, predicate == UNORDERED),
            1..=14 => self.make(Op::FCmp, 1, a, b, predicate),
            _ => 0,
        }
    }

    fn infinity(width: u32) -> u128 {
        if width == 32 {
            f32::INFINITY.to_bits() as u128
        } else {
            f64::INFINITY.to_bits() as u128
        }
    }

    /// Whether the node is a constant other than NaN.
    fn is_number(&self, node: u32) -> bool {
        let width = self.width(node);
        self.value(node)
            .is_some_and(|value| value & crate::bits::mask(width - 1) <= Nodes::infinity(width))
    }

    fn nan_test(&mut self, node: u32, is_nan: bool) -> u32 {
        let width = self.width(node);
        let magnitude = self.extract(node, 0, width - 1);
        let infinity = self.constant(Nodes::infinity(width), width - 1);
        self.compare(if is_nan { Op::UGt } else { Op::ULe }, magnitude, infinity)
    }
}
