//! The independent parts of a problem.

use crate::problem::{Condition, Problem};
use isolde_abi::op::Op;

/// The conditions in those parts of the problem that contain a condition which does not hold under `assignment`. Parts share no variables, so those
/// of all other parts can keep their values.
pub(crate) fn violated_parts(
    problem: &Problem<'_>,
    assignment: &[u64],
    values: &mut Vec<u128>,
) -> Vec<bool> {
    problem.evaluate(assignment, values);
    let count = problem.variables.len();
    let words = count.div_ceil(64);
    if words.saturating_mul(problem.terms.len()) > 1 << 22 {
        return vec![true; problem.conditions.len()];
    }
    let mut sets = vec![0u64; words * problem.terms.len()];
    for (index, term) in problem.terms.iter().enumerate() {
        let (before, rest) = sets.split_at_mut(index * words);
        if term.shape.op == Op::Choice {
            rest[term.args[0] as usize / 64] |= 1 << (term.args[0] % 64);
        }
        for operand in term.operands() {
            let operand = operand as usize * words;
            rest[..words]
                .iter_mut()
                .zip(&before[operand..operand + words])
                .for_each(|(set, word)| *set |= word);
        }
    }
    let mut parents: Vec<usize> = (0..count).collect();
    let members = |term: u32| {
        let set = &sets[term as usize * words..][..words];
        (0..count).filter(move |variable| set[variable / 64] >> (variable % 64) & 1 == 1)
    };
    for condition in &problem.conditions {
        let mut variables = members(condition.term);
        if let Some(first) = variables.next() {
            let root = find(&mut parents, first);
            for other in variables {
                let other = find(&mut parents, other);
                parents[other] = root;
            }
        }
    }
    let mut violated = vec![false; count];
    for condition in problem
        .conditions
        .iter()
        .filter(|condition| !condition.holds(values[condition.term as usize]))
    {
        if let Some(first) = members(condition.term).next() {
            violated[find(&mut parents, first)] = true;
        }
    }
    let part = |condition: &Condition| {
        members(condition.term)
            .next()
            .is_some_and(|first| violated[find(&mut parents, first)])
    };
    problem.conditions.iter().map(part).collect()
}

fn find(parents: &mut [usize], mut index: usize) -> usize {
    while parents[index] != index {
        parents[index] = parents[parents[index]];
        index = parents[index];
    }
    index
}
