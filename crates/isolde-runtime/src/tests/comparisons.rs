//! Comparisons that are kept for the search where there are no path conditions.

use super::{choice, recording};
use crate::runtime::Runtime;
use isolde_abi::op::Op;
use isolde_abi::shared::{Comparison, NUMBER, SLICE};

fn kept(runtime: &Runtime) -> Vec<Comparison> {
    (0..runtime.memory.comparisons_kept().get() as usize)
        .map(|index| runtime.memory.comparisons().get(index))
        .collect()
}

#[test]
fn slices_are_kept_with_what_they_were_compared_with_whatever_their_lengths() {
    let mut runtime = recording();
    let (text, key) = (*b"ab=1", *b"limit");
    let (own, other) = (text.as_ptr() as u64, (key.as_ptr() as u64, 5));
    runtime.slices((own, 2), other, 1);
    assert_eq!(kept(&runtime), [], "nothing is symbolic");
    let (first, _) = choice(&mut runtime, 8, 0, 127);
    runtime.store(own + 1, 1, first, 0);
    let (second, _) = choice(&mut runtime, 8, 0, 127);
    runtime.store(own + 2, 1, second, 0);
    for _ in 0..2 {
        runtime.slices(other, (own, 3), 1);
    }
    runtime.slices((own + 1, 0), other, 1);
    runtime.slices((own + 3, 0), other, 1);
    runtime.slices((own, 3), (own, 4), 1);
    // Nothing is symbolic near an empty text that was never allocated.
    runtime.slices(other, (1, 0), 1);
    let kept = kept(&runtime);
    let summary: Vec<_> = kept
        .iter()
        .map(|it| (it.kind, it.length, it.nodes, it.positions))
        .collect();
    assert_eq!(
        summary,
        [
            (SLICE, 3, [first, second], [1, 2]),
            (SLICE, 0, [first, first], [0, 0]),
            (SLICE, 0, [second, second], [-1, -1]),
            (SLICE, 0, [0, 0], [0, 0]),
        ]
    );
    assert!(
        kept.iter()
            .all(|it| it.token_length == 5 && it.token[..6] == *b"limit\0")
    );
}

#[test]
fn numbers_are_kept_when_the_result_of_their_comparison_is_certain() {
    let mut runtime = recording();
    let (byte, _) = choice(&mut runtime, 8, 0, 127);
    let wide = runtime.unary(Op::ZExt as u32, 32, byte, 0);
    let code = |op: Op| op as u32 | 32 << 8;
    assert_ne!(runtime.binary(code(Op::Eq), wide, 0, 7, 100), 0);
    assert_eq!(runtime.binary(code(Op::Eq), 0, wide, 31_337, 7), 0);
    assert_eq!(runtime.binary(code(Op::And), wide, 0, 7, 0), 0);
    let [only] = kept(&runtime)[..] else {
        panic!("not one: {:?}", kept(&runtime));
    };
    assert_eq!(
        (
            only.kind,
            only.length,
            only.nodes,
            only.value,
            only.token_length
        ),
        (NUMBER, 32, [wide; 2], 7, 8)
    );
    assert_eq!(only.token[..8], 31_337_u64.to_le_bytes());
}
