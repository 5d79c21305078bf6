//! Operators of expression nodes, and what they mean.
//!
//! A node is a bit-vector of 1 to 128 bits. Operands are node indices in fields `a`, `b`, `c` of [`Node`](crate::shared::Node);
//! index 0 means "no node". Unless said otherwise both operands and the result have the node's width. Semantics follow SMT-LIB:
//! division by zero gives all ones (`UDiv`), remainder by zero gives the dividend, shifts by the width or more give zero (sign
//! fill for `AShr`). A division of the smallest integer by -1 wraps.

macro_rules! ops {
    ($($(#[$doc:meta])* $name:ident = $value:literal),* $(,)?) => {
        /// The operator of a node. The numbers are part of the ABI.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Op { $($(#[$doc])* $name = $value),* }
        impl Op {
            /// Every operator, in order of its number.
            pub const ALL: &'static [Op] = &[$(Op::$name),*];
            /// The operator with this number, if there is one.
            pub const fn from_u8(value: u8) -> Option<Op> {
                match value { $($value => Some(Op::$name),)* _ => None }
            }
        }
    };
}

ops! {
    /// A variable: choice number `a` of the run (an index into the run's choice records).
    Choice = 1,
    /// A constant of at most 64 bits: low half in `b`, high half in `c`. Wider constants are a `Concat` of two.
    Const = 2,
    /// Addition, wrapping.
    Add = 10,
    /// Subtraction, wrapping.
    Sub = 11,
    /// Multiplication, wrapping.
    Mul = 12,
    /// Unsigned division.
    UDiv = 13,
    /// Signed division, rounding to zero.
    SDiv = 14,
    /// Unsigned remainder.
    URem = 15,
    /// Signed remainder; the sign is the dividend's.
    SRem = 16,
    /// Shift left.
    Shl = 17,
    /// Logical shift right.
    LShr = 18,
    /// Arithmetic shift right.
    AShr = 19,
    /// Bitwise and.
    And = 20,
    /// Bitwise or.
    Or = 21,
    /// Bitwise exclusive or.
    Xor = 22,
    /// Equal. This and the comparisons that follow have width 1 and operands of one common width; the order is that of LLVM's predicates.
    Eq = 30,
    /// Not equal.
    Ne = 31,
    /// Unsigned greater.
    UGt = 32,
    /// Unsigned greater or equal.
    UGe = 33,
    /// Unsigned less.
    ULt = 34,
    /// Unsigned less or equal.
    ULe = 35,
    /// Signed greater.
    SGt = 36,
    /// Signed greater or equal.
    SGe = 37,
    /// Signed less.
    SLt = 38,
    /// Signed less or equal.
    SLe = 39,
    /// Unsigned addition overflows. This and the five that follow have width 1.
    UAddOverflow = 40,
    /// Signed addition overflows.
    SAddOverflow = 41,
    /// Unsigned subtraction overflows.
    USubOverflow = 42,
    /// Signed subtraction overflows.
    SSubOverflow = 43,
    /// Unsigned multiplication overflows.
    UMulOverflow = 44,
    /// Signed multiplication overflows.
    SMulOverflow = 45,
    /// Unsigned minimum.
    UMin = 50,
    /// Unsigned maximum.
    UMax = 51,
    /// Signed minimum.
    SMin = 52,
    /// Signed maximum.
    SMax = 53,
    /// Unsigned saturating addition.
    UAddSat = 54,
    /// Unsigned saturating subtraction.
    USubSat = 55,
    /// Signed saturating addition.
    SAddSat = 56,
    /// Signed saturating subtraction.
    SSubSat = 57,
    /// Unsigned three-way comparison: -1, 0 or 1 in 8 bits.
    UCmp = 58,
    /// Signed three-way comparison: -1, 0 or 1 in 8 bits.
    SCmp = 59,
    /// The low bits of `a`. (Only the pass uses this; the runtime makes an `Extract` of it.)
    Trunc = 60,
    /// Zero extension of `a`.
    ZExt = 61,
    /// Sign extension of `a`.
    SExt = 62,
    /// Bits `b .. b + width` of `a`; `b` is a number, not a node.
    Extract = 63,
    /// `a` above `b`: the width is the sum of the operands' widths.
    Concat = 64,
    /// Bytes reversed.
    BSwap = 65,
    /// Number of ones.
    CtPop = 66,
    /// Leading zeros; of zero, the width.
    CtLz = 67,
    /// Trailing zeros; of zero, the width.
    CtTz = 68,
    /// Absolute value, wrapping.
    Abs = 69,
    /// Bits reversed.
    BitReverse = 70,
    /// `a` (one bit) chooses `b` (if 1) or `c` (if 0).
    Ite = 80,
    /// Funnel shift left: the high half of `(a:b) << (c mod width)`.
    FShl = 81,
    /// Funnel shift right: the low half of `(a:b) >> (c mod width)`.
    FShr = 82,
    /// A read of `c` bytes, little endian, from table `b` at address `a` (64 bits; the table knows its base). `b` and `c` are numbers.
    Read = 83,
    /// Float addition. Floats are bit patterns of 32 or 64 bits; rounding is to nearest even, as in Rust.
    FAdd = 90,
    /// Float subtraction.
    FSub = 91,
    /// Float multiplication.
    FMul = 92,
    /// Float division.
    FDiv = 93,
    /// Float remainder (`fmod`).
    FRem = 94,
    /// Float negation (flips the sign bit).
    FNeg = 95,
    /// Float comparison of `a` and `b`, width 1; `c` is the LLVM predicate number (1 `oeq`, 2 `ogt`, 3 `oge`, 4 `olt`, 5 `ole`, 6 `one`, 7 `ord`,
    /// 8 `uno`, 9 `ueq`, 10 `ugt`, 11 `uge`, 12 `ult`, 13 `ule`, 14 `une`).
    FCmp = 96,
    /// Float `a` to an unsigned integer of the node's width, saturating, NaN to 0 (Rust's `as`).
    FToU = 97,
    /// Float `a` to a signed integer of the node's width, saturating, NaN to 0 (Rust's `as`).
    FToS = 98,
    /// Unsigned integer `a` to a float of the node's width.
    UToF = 99,
    /// Signed integer `a` to a float of the node's width.
    SToF = 100,
    /// 32-bit float to 64-bit float.
    FExt = 101,
    /// 64-bit float to 32-bit float.
    FTrunc = 102,
    /// Absolute value (clears the sign bit).
    FAbs = 103,
    /// Square root.
    FSqrt = 104,
    /// Towards minus infinity.
    FFloor = 105,
    /// Towards plus infinity.
    FCeil = 106,
    /// Towards zero.
    FRoundZero = 107,
    /// To nearest, halves away from zero.
    FRound = 108,
    /// To nearest, halves to even.
    FRoundEven = 109,
    /// Magnitude of `a`, sign of `b`.
    FCopySign = 110,
    /// Smaller of the two; a NaN loses (Rust's `min`).
    FMin = 111,
    /// Larger of the two; a NaN loses (Rust's `max`).
    FMax = 112,
}

impl Op {
    /// How many of the fields `a`, `b`, `c` are operand nodes (always the first ones).
    pub const fn arity(self) -> usize {
        match self {
            Op::Choice | Op::Const => 0,
            Op::Ite | Op::FShl | Op::FShr => 3,
            Op::Concat | Op::FCopySign | Op::FMin | Op::FMax | Op::FCmp => 2,
            _ => match self as u8 {
                10..=59 | 90..=94 => 2,
                _ => 1,
            },
        }
    }

    /// Whether the result is one bit whatever the operands' width.
    pub const fn is_predicate(self) -> bool {
        matches!(self as u8, 30..=45 | 96)
    }

    /// Whether the operator works on floats, for which the solver searches instead of deducing.
    pub const fn is_float(self) -> bool {
        self as u8 >= 90
    }
}

#[cfg(test)]
mod tests {
    use super::Op;

    #[test]
    fn numbers_round_trip_and_unknown_numbers_are_refused() {
        for &op in Op::ALL {
            assert_eq!(Op::from_u8(op as u8), Some(op));
        }
        assert_eq!(Op::from_u8(0), None);
        assert_eq!(Op::from_u8(255), None);
    }

    #[test]
    fn arity_is_that_of_the_documentation() {
        assert_eq!(Op::Choice.arity(), 0);
        assert_eq!(Op::Extract.arity(), 1);
        assert_eq!(Op::Read.arity(), 1);
        assert_eq!(Op::FNeg.arity(), 1);
        assert_eq!(Op::Add.arity(), 2);
        assert_eq!(Op::FCmp.arity(), 2);
        assert_eq!(Op::Ite.arity(), 3);
    }
}
