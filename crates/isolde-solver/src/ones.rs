//! Which bits of a term can be one.
//!
//! Decoders glue numbers together from shifted and masked parts; where the parts have no bit in common, the number can be taken apart again.

use crate::interval::Range;
use crate::problem::Problem;
use crate::semantics::mask;
use isolde_abi::op::Op;

/// For every term a superset of the bits that are one under some assignment. `ranges` are the terms' intervals.
pub(crate) fn possible_ones(problem: &Problem<'_>, ranges: &[Range]) -> Vec<u128> {
    let mut ones: Vec<u128> = Vec::with_capacity(problem.terms.len());
    for (index, term) in problem.terms.iter().enumerate() {
        let width = term.width();
        let at = |slot: usize| ones[term.args[slot] as usize];
        let shift = |slot: usize| {
            problem
                .as_constant(term.args[slot])
                .filter(|by| *by < u128::from(width))
        };
        let from_operands = match term.shape.op {
            Op::Const => problem.constants[term.args[0] as usize],
            Op::And => at(0) & at(1),
            Op::Or | Op::Xor => at(0) | at(1),
            Op::Add if at(0) & at(1) == 0 => at(0) | at(1),
            Op::Shl => shift(1).map_or(u128::MAX, |by| at(0) << by),
            Op::LShr => shift(1).map_or(u128::MAX, |by| at(0) >> by),
            Op::Mul => [(0, 1), (1, 0)]
                .into_iter()
                .find_map(|(factor, other)| {
                    problem
                        .as_constant(term.args[factor])
                        .filter(|factor| factor.is_power_of_two())
                        .map(|factor| at(other) << factor.trailing_zeros())
                })
                .unwrap_or(u128::MAX),
            Op::Trunc | Op::ZExt => at(0),
            Op::Extract => at(0) >> term.shape.number,
            Op::Concat => at(0) << term.shape.second | at(1),
            Op::Ite => at(1) | at(2),
            _ => u128::MAX,
        };
        // No bit above the highest one of the upper bound can be set.
        let below_bound = mask(128 - ranges[index].high.leading_zeros());
        ones.push(from_operands & below_bound & mask(width));
    }
    ones
}
