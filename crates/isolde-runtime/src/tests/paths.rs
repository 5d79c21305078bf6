//! Path conditions: which are recorded, and which are not because they follow from others.

use super::evaluator::evaluate;
use super::{choice, recording};
use crate::runtime::Runtime;
use isolde_abi::op::Op;
use isolde_abi::protocol::PHASE_CALL;
use isolde_abi::shared::{CALLED, PINNED, TAKEN};

/// `x op constant`, branched on.
fn branch(runtime: &mut Runtime, op: Op, x: u32, constant: u128, holds: bool) {
    let width = runtime.nodes.width(x);
    let code = op as u32 | width << 8;
    let condition = runtime.binary(code, x, 0, 0, constant);
    runtime.branch(condition, holds, 1);
}

fn entries(runtime: &Runtime) -> u32 {
    runtime.memory.path_used().get()
}

#[test]
fn conditions_are_recorded_once_and_in_one_form() {
    let mut runtime = recording();
    let (x, value) = choice(&mut runtime, 32, 0, 1000);
    branch(&mut runtime, Op::ULt, x, 50, true);
    branch(&mut runtime, Op::ULt, x, 50, true);
    branch(&mut runtime, Op::UGe, x, 50, false);
    branch(&mut runtime, Op::ULe, x, 49, true);
    assert_eq!(entries(&runtime), 1);
    branch(&mut runtime, Op::UGt, x, 2000, false);
    assert_eq!(entries(&runtime), 1, "out of bounds");
    branch(&mut runtime, Op::Ne, x, 7, true);
    assert_eq!(entries(&runtime), 2);
    let entry = runtime.memory.path().get(1);
    assert_eq!(
        (
            runtime.nodes.op(entry.node),
            entry.flags,
            entry.site,
            entry.choices
        ),
        (Some(Op::Eq), 0, 1, 1)
    );
    for index in 0..2 {
        let entry = runtime.memory.path().get(index);
        assert_eq!(
            evaluate(&runtime, entry.node, &[value]),
            (entry.flags & TAKEN) as u128
        );
    }
}

#[test]
fn an_equality_that_held_makes_concrete_what_it_determines() {
    let mut runtime = recording();
    let (x, _) = choice(&mut runtime, 8, 0, 255);
    let (y, _) = choice(&mut runtime, 8, 0, 255);
    let pair = runtime.nodes.concat(y, x);
    let early = runtime.binary(Op::Mul as u32 | 16 << 8, pair, 0, 0, 77);
    branch(&mut runtime, Op::Eq, pair, 0, true);
    assert_eq!(entries(&runtime), 1);
    // Both bytes are determined, and all that is computed from them before and after, and conditions on that.
    branch(&mut runtime, Op::ULt, x, 100, true);
    branch(&mut runtime, Op::ULt, early, 1234, true);
    assert_eq!(runtime.binary(Op::Add as u32 | 8 << 8, x, y, 0, 0), 0);
    assert_eq!(entries(&runtime), 1);
    let (z, _) = choice(&mut runtime, 8, 0, 255);
    let sum = runtime.binary(Op::Add as u32 | 8 << 8, z, x, 0, 0);
    assert_eq!(sum, z, "the determined operand is its concrete value, 0");
    branch(&mut runtime, Op::Ne, z, 3, true);
    branch(&mut runtime, Op::ULt, z, 100, true);
    assert_eq!(entries(&runtime), 3);
}

#[test]
fn a_disjunction_that_failed_decides_its_parts() {
    let mut runtime = recording();
    let (x, _) = choice(&mut runtime, 32, 0, 1000);
    let (y, _) = choice(&mut runtime, 32, 0, 1000);
    let a = runtime.binary(Op::ULt as u32 | 32 << 8, x, 0, 0, 10);
    let b = runtime.binary(Op::SGt as u32 | 32 << 8, y, 0, 0, 10);
    let either = runtime.binary(Op::Or as u32 | 1 << 8, a, b, 0, 0);
    runtime.branch(either, false, 0);
    runtime.branch(a, false, 1);
    branch(&mut runtime, Op::SLe, y, 10, true);
    assert_eq!(entries(&runtime), 1);
}

#[test]
fn conditions_know_whether_the_arguments_had_been_built() {
    let mut runtime = recording();
    let (x, _) = choice(&mut runtime, 32, 0, 1000);
    branch(&mut runtime, Op::ULt, x, 10, true);
    runtime.memory.phase().set(PHASE_CALL);
    branch(&mut runtime, Op::Eq, x, 3, false);
    let flags = [0, 1].map(|index| runtime.memory.path().get(index).flags);
    assert_eq!(flags, [TAKEN, CALLED]);
}

#[test]
fn a_pin_is_about_the_choice_and_makes_it_concrete() {
    let mut runtime = recording();
    let (x, _) = choice(&mut runtime, 32, 0, 1000);
    let wide = runtime.unary(Op::ZExt as u32, 64, x, 0);
    let scaled = runtime.binary(Op::Shl as u32 | 64 << 8, wide, 0, 0, 3);
    let address = runtime.binary(Op::Add as u32 | 64 << 8, scaled, 0, 0, 0x7000_0000);
    runtime.pin(address, 0x7000_0000 + 8 * 5);
    let entry = runtime.memory.path().get(0);
    let n = runtime.nodes.get(entry.node);
    assert_eq!(
        (entry.flags, n.a, runtime.nodes.value(n.b)),
        (TAKEN | PINNED, x, Some(5))
    );
    assert_eq!(runtime.unary(Op::ZExt as u32, 64, x, 0), 0);
    runtime.pin(wide, 5);
    assert_eq!(entries(&runtime), 1);
    // Pins keep their form even where an equality would be taken apart.
    let (a, _) = choice(&mut runtime, 8, 0, 255);
    let (b, _) = choice(&mut runtime, 8, 0, 255);
    let pair = runtime.nodes.concat(a, b);
    runtime.pin(pair, 0x102);
    let entry = runtime.memory.path().get(1);
    let n = runtime.nodes.get(entry.node);
    assert_eq!((runtime.nodes.op(entry.node), n.a), (Some(Op::Eq), pair));
}

#[test]
fn recording_ends_at_the_limit_and_when_stopped() {
    let mut runtime = recording();
    runtime.memory.path_limit().set(2);
    let (x, _) = choice(&mut runtime, 32, 0, 1000);
    for limit in [900, 800, 700] {
        branch(&mut runtime, Op::ULt, x, limit, true);
    }
    assert_eq!(
        (
            entries(&runtime),
            runtime.memory.full().get(),
            runtime.recording
        ),
        (2, 1, false)
    );
}

#[test]
fn impossible_shadows_are_concrete_and_counted() {
    let mut runtime = recording();
    let (x, _) = choice(&mut runtime, 32, 0, 1000);
    assert_eq!(runtime.binary(Op::Add as u32 | 64 << 8, x, 0, 0, 1), 0);
    assert_eq!(runtime.memory.lost(0).get(), 1);
    assert_eq!(
        runtime.binary(Op::Add as u32 | 32 << 8, 4711, 0, 0, 1),
        0,
        "left over from a run before"
    );
}

#[test]
fn lanes_are_operators_side_by_side() {
    let mut runtime = recording();
    let (x, _) = choice(&mut runtime, 64, 0, u64::MAX);
    let value = 0x0102_0304_0506_0708u64;
    let other = 0x0101_0505_0505_0101u64;
    // Bytes equal: one bit per lane.
    let equal = runtime.lanes(Op::Eq as u32, 8 << 8 | 8, x, 0, 0, other as u128);
    assert_eq!(runtime.nodes.width(equal), 8);
    assert_eq!(evaluate(&runtime, equal, &[value]), 0b1000_1000);
    let sum = runtime.lanes(Op::Add as u32, 4 << 8 | 16, x, 0, 0, 0x0001_0001_0001_0001);
    assert_eq!(
        evaluate(&runtime, sum, &[0xffff_0000_0001_0002]),
        0x0000_0001_0002_0003
    );
    let wide = runtime.lanes(Op::ZExt as u32, 4 << 8 | 16, x, 0, 0, 32);
    assert_eq!(
        evaluate(&runtime, wide, &[0x0004_0003_0002_0001]),
        0x0000_0004_0000_0003_0000_0002_0000_0001
    );
    assert_eq!(
        runtime.lanes(Op::ZExt as u32, 8 << 8 | 8, x, 0, 0, 32),
        0,
        "256 bits"
    );
    assert_eq!(
        runtime
            .memory
            .lost(isolde_abi::symbol::Loss::Vector as u32)
            .get(),
        1
    );
}
