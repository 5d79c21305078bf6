//! How instrumented code and the library pack several small numbers into one argument of the runtime's functions.

use crate::op::Op;
use crate::shared::ChoiceKind;

/// The first argument of `isolde_sym_binary` and similar functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// The operator.
    pub op: Op,
    /// Width of the operands in bits, at most 128; 0 where [`Lanes`] contain the width.
    pub width: u32,
    /// LLVM's number of the predicate for [`Op::FCmp`], otherwise 0.
    pub predicate: u32,
}

impl Code {
    /// Packs into one number: the operator in bits 0 to 7, the width in bits 8 to 15, the predicate from bit 24 on.
    pub const fn pack(self) -> u32 {
        self.op as u32 | self.width << 8 | self.predicate << 24
    }

    /// Unpacks one number; `None` if there is no such operator.
    #[inline]
    pub const fn unpack(code: u32) -> Option<Code> {
        match Op::from_u8(code as u8) {
            Some(op) => Some(Code {
                op,
                width: code >> 8 & 0xff,
                predicate: code >> 24,
            }),
            None => None,
        }
    }
}

/// The shape of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes {
    /// Number of lanes.
    pub count: u32,
    /// Width of each lane in bits.
    pub width: u32,
}

impl Lanes {
    /// Packs into one number: the width in bits 0 to 7, the count above.
    pub const fn pack(self) -> u32 {
        self.count << 8 | self.width
    }

    /// Unpacks one number.
    #[inline]
    pub const fn unpack(lanes: u32) -> Lanes {
        Lanes {
            count: lanes >> 8,
            width: lanes & 0xff,
        }
    }
}

/// What a choice is for, the second argument of `isolde_choice`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChoiceCode {
    /// The kind of value that is chosen.
    pub kind: ChoiceKind,
    /// Whether the upper bound is only the usual one: a tape may contain a larger value, up to [`LONGEST`](crate::shared::LONGEST).
    pub grows: bool,
    /// Width in bits.
    pub width: u32,
    /// Number of nested scopes that the choice is made in.
    pub depth: u8,
}

impl ChoiceCode {
    /// Packs into one number: the kind in bits 0 to 14, whether it grows in bit 15, the width in bits 16 to 23, the depth in bits 24 to 31.
    #[inline]
    pub const fn pack(self) -> u32 {
        self.kind as u32 | (self.grows as u32) << 15 | self.width << 16 | (self.depth as u32) << 24
    }

    /// Unpacks one number.
    #[inline]
    pub const fn unpack(code: u32) -> ChoiceCode {
        ChoiceCode {
            kind: ChoiceKind::from_u16(code as u16 & 0x7fff),
            grows: code >> 15 & 1 != 0,
            width: code >> 16 & 0xff,
            depth: (code >> 24) as u8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        for (op, width, predicate) in [(Op::Add, 1, 0), (Op::FCmp, 64, 14), (Op::FMax, 128, 0)] {
            let code = Code {
                op,
                width,
                predicate,
            };
            assert_eq!(Code::unpack(code.pack()), Some(code));
        }
        assert_eq!(Code::unpack(0xff), None);
        let lanes = Lanes {
            count: 128,
            width: 1,
        };
        assert_eq!(Lanes::unpack(lanes.pack()), lanes);
        for grows in [false, true] {
            let choice = ChoiceCode {
                kind: ChoiceKind::Byte,
                grows,
                width: 64,
                depth: u8::MAX,
            };
            assert_eq!(ChoiceCode::unpack(choice.pack()), choice);
        }
    }
}
