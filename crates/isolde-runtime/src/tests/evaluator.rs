//! A straightforward evaluator of nodes, with which tests check the simplifier.

use crate::bits::{binary, divide, mask, signed, signed_divide, unary};
use crate::runtime::Runtime;
use isolde_abi::op::Op;
use std::collections::HashMap;

/// The value of a node when choice number `i` is `values[i]`.
pub fn evaluate(runtime: &Runtime, node: u32, values: &[u64]) -> u128 {
    Evaluator {
        runtime,
        values,
        known: HashMap::new(),
    }
    .of(node)
}

struct Evaluator<'a> {
    runtime: &'a Runtime,
    values: &'a [u64],
    known: HashMap<u32, u128>,
}

impl Evaluator<'_> {
    fn of(&mut self, node: u32) -> u128 {
        assert_ne!(node, 0, "no node");
        if let Some(&value) = self.known.get(&node) {
            return value;
        }
        let n = self.runtime.nodes.get(node);
        let width = n.width as u32;
        let op = Op::from_u8(n.op).expect("an operator");
        let value = match op {
            Op::Choice => self.values[n.a as usize] as u128,
            Op::Const => (n.c as u128) << 32 | n.b as u128,
            Op::Read => {
                let table = self.runtime.memory.tables().get(n.b as usize);
                let offset = self.of(n.a) as u64 - table.base + table.offset as u64;
                (0..n.c as u64).fold(0, |value, byte| {
                    value
                        | (self
                            .runtime
                            .memory
                            .table_data()
                            .get((offset + byte) as usize) as u128)
                            << (8 * byte)
                })
            }
            Op::ZExt => self.of(n.a),
            Op::SExt => signed(self.of(n.a), self.width(n.a)) as u128,
            Op::Extract => self.of(n.a) >> n.b,
            Op::Concat => {
                assert_eq!(
                    width,
                    self.width(n.a) + self.width(n.b),
                    "widths of a concatenation"
                );
                self.of(n.a) << self.width(n.b) | self.of(n.b)
            }
            Op::Ite => {
                assert_eq!((self.width(n.a), self.width(n.b)), (1, self.width(n.c)));
                if self.of(n.a) == 1 {
                    self.of(n.b)
                } else {
                    self.of(n.c)
                }
            }
            Op::FShl | Op::FShr => funnel(op, width, self.of(n.a), self.of(n.b), self.of(n.c)),
            op if op.arity() == 2 => {
                assert_eq!(self.width(n.a), self.width(n.b), "{op:?}");
                binary(op, self.width(n.a), self.of(n.a), self.of(n.b))
                    .expect("a bit-vector operator")
            }
            op => unary(op, width, self.of(n.a)).expect("a bit-vector operator"),
        };
        self.known.insert(node, value & mask(width));
        value & mask(width)
    }

    fn width(&self, node: u32) -> u32 {
        self.runtime.nodes.width(node)
    }
}

/// A funnel shift, bit by bit.
pub fn funnel(op: Op, width: u32, high: u128, low: u128, by: u128) -> u128 {
    let by = (by % width as u128) as u32;
    let bit = |index: u32| {
        if index < width {
            low >> index & 1
        } else {
            high >> (index - width) & 1
        }
    };
    let first = if op == Op::FShl { width - by } else { by };
    (0..width).fold(0, |value, index| value | bit(first + index) << index)
}

#[test]
fn numbers_follow_rust_at_eight_bits() {
    for a in 0..=255u8 {
        for b in 0..=255u8 {
            let (sa, sb) = (a as i8, b as i8);
            let expected: [(Op, u8); 27] = [
                (Op::Add, a.wrapping_add(b)),
                (Op::Sub, a.wrapping_sub(b)),
                (Op::Mul, a.wrapping_mul(b)),
                (Op::UDiv, a.checked_div(b).unwrap_or(255)),
                (Op::URem, a.checked_rem(b).unwrap_or(a)),
                (
                    Op::SDiv,
                    if b == 0 {
                        if sa < 0 { 1 } else { 255 }
                    } else {
                        sa.wrapping_div(sb) as u8
                    },
                ),
                (Op::SRem, if b == 0 { a } else { sa.wrapping_rem(sb) as u8 }),
                (Op::Shl, a.checked_shl(b as u32).unwrap_or(0)),
                (Op::LShr, a.checked_shr(b as u32).unwrap_or(0)),
                (Op::AShr, (sa >> b.min(7)) as u8),
                (Op::UAddOverflow, a.checked_add(b).is_none() as u8),
                (Op::SAddOverflow, sa.checked_add(sb).is_none() as u8),
                (Op::USubOverflow, a.checked_sub(b).is_none() as u8),
                (Op::SSubOverflow, sa.checked_sub(sb).is_none() as u8),
                (Op::UMulOverflow, a.checked_mul(b).is_none() as u8),
                (Op::SMulOverflow, sa.checked_mul(sb).is_none() as u8),
                (Op::SMin, sa.min(sb) as u8),
                (Op::SMax, sa.max(sb) as u8),
                (Op::UAddSat, a.saturating_add(b)),
                (Op::USubSat, a.saturating_sub(b)),
                (Op::SAddSat, sa.saturating_add(sb) as u8),
                (Op::SSubSat, sa.saturating_sub(sb) as u8),
                (Op::UCmp, a.cmp(&b) as i8 as u8),
                (Op::SCmp, sa.cmp(&sb) as i8 as u8),
                (Op::SLt, (sa < sb) as u8),
                (Op::SGe, (sa >= sb) as u8),
                (Op::ULe, (a <= b) as u8),
            ];
            for (op, value) in expected {
                assert_eq!(
                    binary(op, 8, a as u128, b as u128),
                    Some(value as u128),
                    "{op:?} {a} {b}"
                );
            }
        }
        let expected = [
            (Op::CtPop, a.count_ones() as u8),
            (Op::CtLz, a.leading_zeros() as u8),
            (Op::CtTz, a.trailing_zeros() as u8),
            (Op::Abs, (a as i8).wrapping_abs() as u8),
            (Op::BitReverse, a.reverse_bits()),
        ];
        for (op, value) in expected {
            assert_eq!(unary(op, 8, a as u128), Some(value as u128), "{op:?} {a}");
        }
    }
    assert_eq!(
        unary(Op::BSwap, 48, 0x0102_0304_0506),
        Some(0x0605_0403_0201)
    );
    assert_eq!(binary(Op::SMulOverflow, 128, 1 << 127, u128::MAX), Some(1));
    assert_eq!(binary(Op::UAddOverflow, 128, u128::MAX, 1), Some(1));
}

#[test]
fn division_is_the_compilers() {
    let numbers = [
        0,
        1,
        2,
        3,
        10,
        255,
        1 << 63,
        u64::MAX as u128,
        1 << 64,
        (1 << 64) + 7,
        u128::MAX / 3,
        1 << 127,
        u128::MAX - 1,
        u128::MAX,
    ];
    for a in numbers {
        for b in numbers {
            assert_eq!(
                divide(a, b),
                a.checked_div(b).map(|quotient| (quotient, a % b)),
                "{a} {b}"
            );
            let (a, b) = (a as i128, b as i128);
            let expected = (b != 0).then(|| (a.wrapping_div(b), a.wrapping_rem(b)));
            assert_eq!(signed_divide(a, b), expected, "{a} {b}");
        }
    }
}
