//! Builders that simplify: every expression of a program is built here, one operator at a time.
//!
//! Small expressions of few operators are solved fast. So arithmetic that only moves bits becomes `Extract`, `Concat`, `ZExt` and
//! `SExt`, and comparisons are reduced to few forms: a constant is the right operand, and `x > c` is the negation of `x < c + 1`.
//! Widths must fit; an operand 0 (no node) gives 0.
//!
//! - [`structure`]: moving bits
//! - [`arithmetic`]: sums, products, quotients, shifts, counts
//! - [`bitwise`]: and, or, xor, not
//! - [`comparison`]: ordering tests; [`equality`]: equalities
//! - [`overflow`]: overflow tests
//! - [`choice`]: if-then-else and funnel shifts
//! - [`float`]: operators on floats
//! - [`range`]: which values an expression can have

pub mod arithmetic;
pub mod bitwise;
pub mod choice;
pub mod comparison;
pub mod equality;
pub mod float;
pub mod overflow;
pub mod range;
pub mod structure;

use crate::bits;
use crate::nodes::Nodes;
use isolde_abi::op::Op;

impl Nodes {
    /// The constant `true` or `false`.
    pub fn truth(&mut self, value: bool) -> u32 {
        self.constant(value as u128, 1)
    }

    /// A binary operator on operands of the same width; `predicate` is that of `FCmp`.
    pub fn binary(&mut self, op: Op, a: u32, b: u32, predicate: u32) -> u32 {
        let width = self.width(a);
        if a == 0 || b == 0 || width != self.width(b) {
            return 0;
        }
        if let (Some(x), Some(y)) = (self.value(a), self.value(b))
            && let Some(value) = bits::binary(op, width, x, y)
        {
            return self.constant(value, bits::result_width(op, width));
        }
        match op {
            Op::Add => self.add(a, b),
            Op::Sub => self.subtract(a, b),
            Op::Mul => self.multiply(a, b),
            Op::UDiv | Op::URem | Op::SDiv | Op::SRem => self.divide(op, a, b),
            Op::Shl | Op::LShr | Op::AShr => self.shift(op, a, b),
            Op::And | Op::Or | Op::Xor => self.bitwise(op, a, b),
            Op::Eq => self.equal(a, b),
            Op::Ne => {
                let equal = self.equal(a, b);
                self.not(equal)
            }
            Op::UGt | Op::UGe | Op::ULt | Op::ULe | Op::SGt | Op::SGe | Op::SLt | Op::SLe => {
                self.compare(op, a, b)
            }
            Op::UAddOverflow
            | Op::SAddOverflow
            | Op::USubOverflow
            | Op::SSubOverflow
            | Op::UMulOverflow
            | Op::SMulOverflow => self.overflows(op, a, b),
            Op::UMin | Op::UMax | Op::SMin | Op::SMax => self.extreme(op, a, b),
            Op::UAddSat | Op::USubSat | Op::SAddSat | Op::SSubSat => self.saturating(op, a, b),
            Op::UCmp | Op::SCmp if a == b => self.constant(0, 8),
            Op::UCmp | Op::SCmp => self.make(op, 8, a, b, 0),
            Op::FAdd
            | Op::FSub
            | Op::FMul
            | Op::FDiv
            | Op::FRem
            | Op::FCopySign
            | Op::FMin
            | Op::FMax
            | Op::FCmp => self.float_binary(op, a, b, predicate),
            _ => 0,
        }
    }

    /// A unary operator with a result of `width` bits; `low` is the bit offset of `Extract`.
    pub fn unary(&mut self, op: Op, width: u32, a: u32, low: u32) -> u32 {
        let from = self.width(a);
        match op {
            Op::Trunc => self.extract(a, 0, width),
            Op::Extract => self.extract(a, low, width),
            Op::ZExt => self.zero_extend(a, width),
            Op::SExt => self.sign_extend(a, width),
            Op::FToU
            | Op::FToS
            | Op::UToF
            | Op::SToF
            | Op::FExt
            | Op::FTrunc
            | Op::FNeg
            | Op::FAbs
            | Op::FSqrt
            | Op::FFloor
            | Op::FCeil
            | Op::FRoundZero
            | Op::FRound
            | Op::FRoundEven => self.float_unary(op, width, a),
            Op::BSwap | Op::CtPop | Op::CtLz | Op::CtTz | Op::Abs | Op::BitReverse
                if from == width =>
            {
                if let Some(value) = self.value(a)
                    && let Some(value) = bits::unary(op, width, value)
                {
                    return self.constant(value, width);
                }
                match op {
                    Op::BSwap => self.swap_bytes(a),
                    Op::Abs if self.range(a).1 <= bits::signed_max(width) => a,
                    _ => self.make(op, width, a, 0, 0),
                }
            }
            _ => 0,
        }
    }
}
