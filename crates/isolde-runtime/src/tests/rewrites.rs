//! Single simplifications that the search relies on.

use super::{choice, recording};
use crate::bits::mask;
use crate::runtime::Runtime;
use isolde_abi::op::Op;

fn variable(runtime: &mut Runtime, width: u32) -> u32 {
    choice(runtime, width, 0, mask(width) as u64).0
}

#[test]
fn bytes_put_together_again_are_the_word_they_came_from() {
    let mut runtime = recording();
    let x = variable(&mut runtime, 32);
    let nodes = &mut runtime.nodes;
    let mut whole = 0;
    for byte in 0..4 {
        let part = nodes.extract(x, 8 * byte, 8);
        whole = if byte == 0 {
            part
        } else {
            nodes.concat(part, whole)
        };
    }
    assert_eq!(whole, x);
    // The same by shifting and or.
    let mut built = nodes.constant(0, 32);
    for byte in 0..4u32 {
        let part = nodes.extract(x, 8 * byte, 8);
        let wide = nodes.zero_extend(part, 32);
        let by = nodes.constant(8 * byte as u128, 32);
        let shifted = nodes.binary(Op::Shl, wide, by, 0);
        built = nodes.binary(Op::Or, built, shifted, 0);
    }
    assert_eq!(built, x);
    // Sums of disjoint parts become concatenations, and swapping bytes twice disappears.
    let swapped = nodes.unary(Op::BSwap, 32, x, 0);
    assert_ne!(swapped, x);
    assert_eq!(nodes.unary(Op::BSwap, 32, swapped, 0), x);
    // Sign extension survives memory.
    let small = nodes.extract(x, 0, 16);
    let signed = nodes.sign_extend(small, 64);
    let mut whole = 0;
    for byte in 0..8 {
        let part = nodes.extract(signed, 8 * byte, 8);
        whole = if byte == 0 {
            part
        } else {
            nodes.concat(part, whole)
        };
    }
    assert_eq!(whole, signed);
}

#[test]
fn overflow_tests_are_simplified() {
    let mut runtime = recording();
    let (x, y) = (variable(&mut runtime, 64), variable(&mut runtime, 64));
    let nodes = &mut runtime.nodes;
    let sum = nodes.binary(Op::Add, x, y, 0);
    let test = nodes.binary(Op::ULt, sum, y, 0);
    assert_eq!(nodes.op(test), Some(Op::UAddOverflow));
    assert_eq!(nodes.binary(Op::UGt, y, sum, 0), test);
    let ten = nodes.constant(10, 64);
    let product = nodes.binary(Op::UMulOverflow, x, ten, 0);
    let limit = nodes.constant(u64::MAX as u128 / 10, 64);
    assert_eq!(product, nodes.binary(Op::UGt, x, limit, 0));
    // Narrow numbers do not overflow in wide arithmetic.
    let (a, b) = (nodes.extract(x, 0, 32), nodes.extract(y, 0, 31));
    let (a, b) = (nodes.zero_extend(a, 64), nodes.zero_extend(b, 64));
    for op in [
        Op::UAddOverflow,
        Op::SAddOverflow,
        Op::UMulOverflow,
        Op::SMulOverflow,
        Op::SSubOverflow,
    ] {
        let test = nodes.binary(op, a, b, 0);
        assert_eq!(nodes.value(test), Some(0), "{op:?}");
    }
}

#[test]
fn conditions_are_reduced_to_the_parts_they_concern() {
    let mut runtime = recording();
    let (digit, _) = choice(&mut runtime, 8, 48, 57);
    let x = variable(&mut runtime, 32);
    let nodes = &mut runtime.nodes;
    // Conditions that follow from bounds are constants.
    let limit = nodes.constant(128, 8);
    let ascii = nodes.binary(Op::ULt, digit, limit, 0);
    assert_eq!(nodes.value(ascii), Some(1));
    let offset = nodes.constant(mask(8) - 47, 8);
    let value = nodes.binary(Op::Add, digit, offset, 0);
    let ten = nodes.constant(10, 8);
    let is_digit = nodes.binary(Op::ULt, value, ten, 0);
    assert_eq!(nodes.value(is_digit), Some(1));
    // Doubly negated and extended truths.
    let five = nodes.constant(5, 32);
    let less = nodes.binary(Op::ULt, x, five, 0);
    let wide = nodes.zero_extend(less, 32);
    let zero = nodes.constant(0, 32);
    let is_zero = nodes.binary(Op::Eq, wide, zero, 0);
    assert_eq!(nodes.op(is_zero), Some(Op::UGe));
    assert_eq!(nodes.not(is_zero), less);
    let (one, nought) = (nodes.constant(1, 8), nodes.constant(0, 8));
    let chosen = nodes.choose(is_zero, one, nought);
    assert_eq!(nodes.binary(Op::Ne, chosen, nought, 0), is_zero);
    // A magic number is a conjunction of bytes.
    let (a, b) = (nodes.extract(x, 0, 8), nodes.extract(x, 24, 8));
    let pair = nodes.concat(b, a);
    let magic = nodes.constant(0x4142, 16);
    let both = nodes.binary(Op::Eq, pair, magic, 0);
    assert_eq!(nodes.op(both), Some(Op::And));
    // Invertible arithmetic moves to the constant.
    let three = nodes.constant(3, 32);
    let tripled = nodes.binary(Op::Mul, x, three, 0);
    let seven = nodes.constant(7, 32);
    let sum = nodes.binary(Op::Add, tripled, seven, 0);
    let wanted = nodes.constant(3 * 1234 + 7, 32);
    let equal = nodes.binary(Op::Eq, sum, wanted, 0);
    let n = nodes.get(equal);
    assert_eq!((n.a, nodes.value(n.b)), (x, Some(1234)));
}

#[test]
fn float_operators_that_move_bits_are_bit_operators() {
    let mut runtime = recording();
    let x = variable(&mut runtime, 64);
    let y = variable(&mut runtime, 64);
    let bits = |value: f64| value.to_bits() as u128;
    for (value, other) in [
        (1.5f64, -2.0f64),
        (-0.0, 1.0),
        (f64::NEG_INFINITY, 0.0),
        (f64::NAN, -1.0),
        (-f64::NAN, 3.0),
    ] {
        let values = [value.to_bits(), other.to_bits()];
        let nodes = &mut runtime.nodes;
        let negated = nodes.unary(Op::FNeg, 64, x, 0);
        let absolute = nodes.unary(Op::FAbs, 64, x, 0);
        let signed = nodes.binary(Op::FCopySign, x, y, 0);
        let one = nodes.constant(bits(1.0), 64);
        let unordered = nodes.binary(Op::FCmp, x, one, 8);
        let ordered = nodes.binary(Op::FCmp, one, x, 7);
        let of = |node| super::evaluator::evaluate(&runtime, node, &values);
        assert_eq!(of(negated), bits(-value));
        assert_eq!(of(absolute), bits(value.abs()));
        assert_eq!(of(signed), bits(value.copysign(other)));
        assert_eq!(of(unordered), value.is_nan() as u128);
        assert_eq!(of(ordered), !value.is_nan() as u128);
    }
    let nodes = &mut runtime.nodes;
    let less = nodes.binary(Op::FCmp, x, y, 4);
    let not_less = nodes.not(less);
    assert_eq!(
        (nodes.op(not_less), nodes.get(not_less).c),
        (Some(Op::FCmp), 11),
        "not less is greater, equal or unordered"
    );
    assert_eq!(nodes.not(not_less), less);
}
