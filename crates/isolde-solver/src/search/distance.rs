//! How far a condition is from holding: 0 if it holds, and the larger the further it is from that (branch distance; Tracey, McMinn).

use crate::float;
use crate::interval::order;
use crate::problem::{Condition, Problem, TermId};
use crate::semantics::signed;
use isolde_abi::op::Op;

/// Depth to which boolean structure is examined; below it a condition only counts as holding or not.
const MAX_DEPTH: u32 = 12;

/// The distance of a condition, given the values of all terms: between 0 and about 2, and 0 if and only if the condition holds.
pub(crate) fn distance(problem: &Problem<'_>, values: &[u128], condition: &Condition) -> f64 {
    let width = problem.terms[condition.term as usize].width();
    if width == 1 {
        return truth(
            problem,
            values,
            condition.term,
            condition.value == 1,
            MAX_DEPTH,
        );
    }
    let value = values[condition.term as usize];
    match (condition.equal, value == condition.value) {
        (true, true) | (false, false) => 0.0,
        (true, false) => scaled(gap(value, condition.value)),
        (false, true) => 1.0,
    }
}

/// The sum of the distances of all conditions.
pub(crate) fn total(problem: &Problem<'_>, values: &[u128]) -> f64 {
    problem
        .conditions
        .iter()
        .map(|condition| distance(problem, values, condition))
        .sum()
}

/// Maps a gap to (0, 2): every violated condition costs at least something, and the order of gaps is kept over 128 bits.
fn scaled(gap: f64) -> f64 {
    0.5 + (1.0 + gap).log2() / 128.0
}

fn gap(a: u128, b: u128) -> f64 {
    // Numbers count as close if their difference is small, or if few of their bits differ.
    a.abs_diff(b) as f64
}

/// The distance of a one-bit term from being `wanted`.
fn truth(problem: &Problem<'_>, values: &[u128], index: TermId, wanted: bool, depth: u32) -> f64 {
    if (values[index as usize] == 1) == wanted {
        return 0.0;
    }
    let term = &problem.terms[index as usize];
    let [a, b, c] = term.args;
    let op = term.shape.op;
    let first = u32::from(term.shape.first);
    if depth == 0 {
        return 1.0;
    }
    let value = |term: TermId| values[term as usize];
    let part = |term: TermId, wanted: bool| truth(problem, values, term, wanted, depth - 1);
    if let Some(order) = order(op) {
        let number = |term: TermId| {
            if order.signed {
                signed(value(term), first) as f64
            } else {
                value(term) as f64
            }
        };
        return scaled((number(a) - number(b)).abs() + f64::from(order.strict == wanted));
    }
    match op {
        Op::And | Op::Or if (op == Op::And) == wanted => part(a, wanted) + part(b, wanted),
        Op::And | Op::Or => part(a, wanted).min(part(b, wanted)),
        Op::Xor => {
            // One of the two operands has to become false.
            part(a, value(a) == 0).min(part(b, value(b) == 0))
        }
        Op::Eq | Op::Ne if first == 1 => part(a, value(a) == 0).min(part(b, value(b) == 0)),
        Op::Eq | Op::Ne if (op == Op::Eq) == wanted => scaled(gap(value(a), value(b))),
        Op::Ite => {
            let taken = if value(a) == 1 {
                part(b, wanted)
            } else {
                part(c, wanted)
            };
            let other = if value(a) == 1 { c } else { b };
            taken.min(part(a, value(a) == 0) + part(other, wanted))
        }
        Op::FCmp => {
            if float::is_nan(value(a), first) || float::is_nan(value(b), first) {
                return 1.5;
            }
            let apart = float::ordered(value(a), first).abs_diff(float::ordered(value(b), first));
            scaled(apart as f64)
        }
        _ => 1.0,
    }
}
