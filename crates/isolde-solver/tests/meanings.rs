//! Compares the value of every operator with Rust's own arithmetic.

mod random;

use isolde_abi::op::Op;
use isolde_abi::shared::ChoiceKind;
use isolde_solver::Evaluator;
use random::{Builder, Draw};
use std::collections::BTreeSet;

/// The value of `op` with this result width on operands `(value, width)`; the operands are choices.
fn eval(op: Op, width: u32, operands: &[(u128, u32)], numbers: [u32; 2]) -> u128 {
    let mut builder = Builder::default();
    let mut args = [0; 3];
    for (slot, &(value, width)) in operands.iter().enumerate() {
        let low = builder.choice(
            ChoiceKind::Unsigned,
            width.min(64),
            value as u64,
            0,
            u64::MAX,
        );
        args[slot] = if width > 64 {
            let high = builder.choice(
                ChoiceKind::Unsigned,
                width - 64,
                (value >> 64) as u64,
                0,
                u64::MAX,
            );
            builder.push(Op::Concat, width, [high, low, 0])
        } else {
            low
        };
    }
    for (slot, number) in (operands.len()..3).zip(numbers) {
        args[slot] = number;
    }
    let top = builder.push(op, width, args);
    builder.path(top, 0);
    if width == 1 {
        builder.trace.check().expect("well-formed");
    }
    Evaluator::new(&builder.trace).eval(top)
}

macro_rules! integers {
    ($done:expr, $draw:expr, $u:ty, $i:ty) => {{
        let width = <$u>::BITS;
        let special = |draw: &mut Draw| {
            (u128::from(draw.value(64))
                | if width > 64 {
                    u128::from(draw.value(64)) << 64
                } else {
                    0
                }) as $u
        };
        for _ in 0..200 {
            let (a, b, c) = (special($draw), special($draw), special($draw));
            let (x, y) = (a as $i, b as $i);
            let mut is = |op: Op, result: u32, expected: u128| {
                let operands = [(a as u128, width), (b as u128, width), (c as u128, width)];
                let value = eval(op, result, &operands[..op.arity()], [0; 2]);
                assert_eq!(
                    value, expected,
                    "{op:?} of {a:#x}, {b:#x}, {c:#x} in {width} bits"
                );
                $done.insert(op as u8);
            };
            let shift = |by: $u| (by < width as $u).then_some(by as u32);
            for (op, expected) in [
                (Op::Add, a.wrapping_add(b)),
                (Op::Sub, a.wrapping_sub(b)),
                (Op::Mul, a.wrapping_mul(b)),
                (Op::UDiv, a.checked_div(b).unwrap_or(<$u>::MAX)),
                (Op::URem, a.checked_rem(b).unwrap_or(a)),
                (
                    Op::SDiv,
                    if y == 0 {
                        if x < 0 { 1 } else { <$u>::MAX }
                    } else {
                        x.wrapping_div(y) as $u
                    },
                ),
                (Op::SRem, if y == 0 { a } else { x.wrapping_rem(y) as $u }),
                (Op::Shl, shift(b).map_or(0, |by| a << by)),
                (Op::LShr, shift(b).map_or(0, |by| a >> by)),
                (
                    Op::AShr,
                    shift(b).map_or(if x < 0 { <$u>::MAX } else { 0 }, |by| (x >> by) as $u),
                ),
                (Op::And, a & b),
                (Op::Or, a | b),
                (Op::Xor, a ^ b),
                (Op::UMin, a.min(b)),
                (Op::UMax, a.max(b)),
                (Op::SMin, x.min(y) as $u),
                (Op::SMax, x.max(y) as $u),
                (Op::UAddSat, a.saturating_add(b)),
                (Op::USubSat, a.saturating_sub(b)),
                (Op::SAddSat, x.saturating_add(y) as $u),
                (Op::SSubSat, x.saturating_sub(y) as $u),
                (Op::BSwap, a.swap_bytes()),
                (Op::BitReverse, a.reverse_bits()),
                (Op::CtPop, a.count_ones() as $u),
                (Op::CtLz, a.leading_zeros() as $u),
                (Op::CtTz, a.trailing_zeros() as $u),
                (Op::Abs, x.wrapping_abs() as $u),
                (
                    Op::FShl,
                    funnel(a.into(), b.into(), (c % width as $u) as u32, width, true) as $u,
                ),
                (
                    Op::FShr,
                    funnel(a.into(), b.into(), (c % width as $u) as u32, width, false) as $u,
                ),
            ] {
                is(op, width, expected as u128);
            }
            for (op, expected) in [
                (Op::Eq, a == b),
                (Op::Ne, a != b),
                (Op::UGt, a > b),
                (Op::UGe, a >= b),
                (Op::ULt, a < b),
                (Op::ULe, a <= b),
                (Op::SGt, x > y),
                (Op::SGe, x >= y),
                (Op::SLt, x < y),
                (Op::SLe, x <= y),
                (Op::UAddOverflow, a.overflowing_add(b).1),
                (Op::SAddOverflow, x.overflowing_add(y).1),
                (Op::USubOverflow, a.overflowing_sub(b).1),
                (Op::SSubOverflow, x.overflowing_sub(y).1),
                (Op::UMulOverflow, a.overflowing_mul(b).1),
                (Op::SMulOverflow, x.overflowing_mul(y).1),
            ] {
                is(op, 1, expected.into());
            }
            is(Op::UCmp, 8, (a.cmp(&b) as i8 as u8).into());
            is(Op::SCmp, 8, (x.cmp(&y) as i8 as u8).into());
        }
    }};
}

/// The funnel shift bit by bit.
fn funnel(a: u128, b: u128, by: u32, width: u32, left: bool) -> u128 {
    // Bit i of a:b, the low word being b.
    let bit = |index: u32| {
        if index < width {
            b >> index & 1
        } else {
            a >> (index - width) & 1
        }
    };
    (0..width)
        .map(|index| bit(if left { index + width - by } else { index + by }) << index)
        .sum()
}

macro_rules! floats {
    ($done:expr, $draw:expr, $f:ty, $u:ty) => {{
        let width = <$u>::BITS;
        let any = |draw: &mut Draw| match draw.below(4) {
            0 => [0.0, -0.0, 1.0, -1.5, <$f>::INFINITY, <$f>::NEG_INFINITY, <$f>::NAN, <$f>::MIN_POSITIVE, <$f>::MAX][draw.below(9) as usize],
            1 => draw.below(100_000) as $f / 8.0 - 5_000.0,
            _ => <$f>::from_bits(draw.word() as $u),
        };
        for _ in 0..300 {
            let (a, b) = (any($draw), any($draw));
            let bits = |float: $f| u128::from(float.to_bits());
            let operands = [(bits(a), width), (bits(b), width)];
            for (op, expected) in [
                (Op::FAdd, a + b),
                (Op::FSub, a - b),
                (Op::FMul, a * b),
                (Op::FDiv, a / b),
                (Op::FRem, a % b),
                (Op::FNeg, -a),
                (Op::FAbs, a.abs()),
                (Op::FSqrt, a.sqrt()),
                (Op::FFloor, a.floor()),
                (Op::FCeil, a.ceil()),
                (Op::FRoundZero, a.trunc()),
                (Op::FRound, a.round()),
                (Op::FRoundEven, a.round_ties_even()),
                (Op::FCopySign, a.copysign(b)),
                (Op::FMin, a.min(b)),
                (Op::FMax, a.max(b)),
            ] {
                let value = <$f>::from_bits(eval(op, width, &operands[..op.arity()], [0; 2]) as $u);
                // The payload of a NaN, and the sign of the smaller of two zeros, do not matter: Rust does not specify them.
                let same = value.to_bits() == expected.to_bits() || value.is_nan() && expected.is_nan();
                let zeros = matches!(op, Op::FMin | Op::FMax) && value == 0.0 && expected == 0.0;
                assert!(same || zeros, "{op:?} of {a:?}, {b:?} is {expected:?}, not {value:?}");
                $done.insert(op as u8);
            }
            let unordered = a.is_nan() || b.is_nan();
            let predicates = [a == b, a > b, a >= b, a < b, a <= b, !unordered && a != b, !unordered];
            for (number, &expected) in predicates.iter().enumerate() {
                let negated = [unordered, unordered || a == b, unordered || a > b, unordered || a >= b, unordered || a < b, unordered || a <= b, a != b];
                assert_eq!(eval(Op::FCmp, 1, &operands, [number as u32 + 1, 0]), expected.into(), "predicate {} of {a:?}, {b:?}", number + 1);
                assert_eq!(eval(Op::FCmp, 1, &operands, [number as u32 + 8, 0]), negated[number].into(), "predicate {} of {a:?}, {b:?}", number + 8);
            }
            let one = &operands[..1];
            assert_eq!(eval(Op::FToU, 8, one, [0; 2]), (a as u8).into());
            assert_eq!(eval(Op::FToU, 64, one, [0; 2]), (a as u64).into());
            assert_eq!(eval(Op::FToU, 128, one, [0; 2]), a as u128);
            assert_eq!(eval(Op::FToS, 16, one, [0; 2]), (a as i16 as u16).into());
            assert_eq!(eval(Op::FToS, 32, one, [0; 2]), (a as i32 as u32).into());
            assert_eq!(eval(Op::FToS, 128, one, [0; 2]), a as i128 as u128);
            let integer = $draw.value(64);
            assert_eq!(eval(Op::UToF, width, &[(integer.into(), 64)], [0; 2]), bits(integer as $f));
            assert_eq!(eval(Op::SToF, width, &[(integer.into(), 64)], [0; 2]), bits(integer as i64 as $f));
            assert_eq!(eval(Op::SToF, width, &[(u128::from(integer as u8), 8)], [0; 2]), bits(integer as i8 as $f));
            $done.extend([Op::FCmp, Op::FToU, Op::FToS, Op::UToF, Op::SToF].map(|op| op as u8));
        }
    }};
}

#[test]
fn every_operator_means_what_rust_means() {
    let mut draw = Draw(99);
    let mut done = BTreeSet::from([Op::Choice as u8, Op::Concat as u8]);
    integers!(done, &mut draw, u8, i8);
    integers!(done, &mut draw, u16, i16);
    integers!(done, &mut draw, u32, i32);
    integers!(done, &mut draw, u64, i64);
    integers!(done, &mut draw, u128, i128);
    floats!(done, &mut draw, f32, u32);
    floats!(done, &mut draw, f64, u64);
    for _ in 0..300 {
        let (word, wide) = (
            draw.word(),
            u128::from(draw.word()) << 64 | u128::from(draw.word()),
        );
        let mut is =
            |op: Op, width: u32, operands: &[(u128, u32)], numbers: [u32; 2], expected: u128| {
                assert_eq!(
                    eval(op, width, operands, numbers),
                    expected,
                    "{op:?} {operands:x?} {numbers:?}"
                );
                done.insert(op as u8);
            };
        is(
            Op::Trunc,
            8,
            &[(word.into(), 64)],
            [0; 2],
            u128::from(word as u8),
        );
        is(Op::ZExt, 128, &[(word.into(), 64)], [0; 2], word.into());
        is(
            Op::SExt,
            128,
            &[(word.into(), 64)],
            [0; 2],
            i128::from(word as i64) as u128,
        );
        is(
            Op::SExt,
            16,
            &[(u128::from(word as u8), 8)],
            [0; 2],
            u128::from(i16::from(word as i8) as u16),
        );
        is(Op::Extract, 12, &[(wide, 128)], [70, 0], wide >> 70 & 0xfff);
        is(
            Op::Concat,
            72,
            &[(word.into(), 64), (word as u8 as u128, 8)],
            [0; 2],
            u128::from(word) << 8 | u128::from(word as u8),
        );
        is(
            Op::Ite,
            64,
            &[(word as u128 & 1, 1), (word.into(), 64), (7, 64)],
            [0; 2],
            if word & 1 == 1 { word.into() } else { 7 },
        );
        let single = f32::from_bits(word as u32);
        if !single.is_nan() {
            is(
                Op::FExt,
                64,
                &[(u128::from(word as u32), 32)],
                [0; 2],
                f64::from(single).to_bits().into(),
            );
        }
        let double = f64::from_bits(word);
        if !double.is_nan() {
            is(
                Op::FTrunc,
                32,
                &[(word.into(), 64)],
                [0; 2],
                (double as f32).to_bits().into(),
            );
        }
    }
    let mut builder = Builder::default();
    builder.trace.tables.push(isolde_solver::TableData {
        base: 0x1000,
        bytes: vec![1, 2, 3, 4, 5],
    });
    let address = builder.choice(ChoiceKind::Unsigned, 64, 0x1001, 0, u64::MAX);
    let word = builder.push(Op::Read, 16, [address, 0, 2]);
    let constant = builder.constant(0xdead_beef_cafe, 48);
    let mut evaluator = Evaluator::new(&builder.trace);
    assert_eq!(
        (evaluator.eval(word), evaluator.eval(constant)),
        (0x0302, 0xdead_beef_cafe)
    );
    for (at, expected) in [(0x1003, 0x0504), (0x1004, 0), (0xfff, 0), (u64::MAX, 0)] {
        evaluator.set(&[at]);
        assert_eq!(evaluator.eval(word), expected, "{at:#x}");
    }
    done.extend([Op::Read as u8, Op::Const as u8]);
    let missing: Vec<Op> = Op::ALL
        .iter()
        .copied()
        .filter(|op| !done.contains(&(*op as u8)))
        .collect();
    assert_eq!(missing, [], "every operator is tested");
}
