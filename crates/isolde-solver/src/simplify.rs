//! Makes a problem smaller without losing or adding solutions.
//!
//! Equalities are pushed through invertible operators down to the variables (`3 * x + 7 == c` becomes `x == (c - 7) / 3`), intervals narrow
//! the variables' bounds, variables with one value left become constants, and conditions that always hold are dropped. Many queries end here.

use crate::hash::Map;
use crate::interval::{Range, Refuted, forward};
use crate::narrow::{backward, without};
use crate::ones::possible_ones;
use crate::problem::{Condition, Problem, TermId};
use crate::semantics::{inverse, mask, signed};
use isolde_abi::op::Op;

/// Maximum number of rounds of inversion, narrowing and substitution.
const ROUNDS: usize = 6;
/// Maximum number of sweeps of narrowing in a round.
const SWEEPS: usize = 3;

/// What showed that a problem has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RefutedBy {
    Inversion,
    Intervals,
}

/// Simplifies a problem, which keeps only the conditions that are still open.
///
/// # Errors
/// If the problem has no solution.
pub(crate) fn simplify(problem: &mut Problem<'_>) -> Result<(), RefutedBy> {
    for _ in 0..ROUNDS {
        invert_conditions(problem).map_err(|Refuted| RefutedBy::Inversion)?;
        if problem.conditions.is_empty() {
            return Ok(());
        }
        let narrowed = narrow(problem).map_err(|Refuted| RefutedBy::Intervals)?;
        let fixed = problem.terms.iter().any(|term| {
            let variable = term.args[0] as usize;
            term.shape.op == Op::Choice
                && problem.variables[variable].low == problem.variables[variable].high
        });
        if fixed {
            *problem = problem.substituted();
        } else if !narrowed {
            break;
        }
    }
    Ok(())
}

/// Intervals of all terms from the variables' bounds alone.
pub(crate) fn ranges(problem: &Problem<'_>) -> Vec<Range> {
    let mut ranges = Vec::with_capacity(problem.terms.len());
    for index in 0..problem.terms.len() {
        ranges.push(forward(problem, index, &ranges));
    }
    ranges
}

/// Narrows the variables' bounds and drops conditions that the bounds imply. Returns whether any bound changed.
fn narrow(problem: &mut Problem<'_>) -> Result<bool, Refuted> {
    let mut changed = false;
    let mut current = ranges(problem);
    for _ in 0..SWEEPS {
        for condition in &problem.conditions {
            let range = &mut current[condition.term as usize];
            let value = Range::single(condition.value);
            *range = if condition.equal {
                range.intersect(value)?
            } else {
                without(*range, value)?
            };
        }
        for index in (0..problem.terms.len()).rev() {
            backward(&problem.terms[index], index, &mut current)?;
        }
        let mut tightened = false;
        for (index, term) in problem.terms.iter().enumerate() {
            let variable = term.args[0] as usize;
            if term.shape.op != Op::Choice || term.width() < problem.variables[variable].width {
                continue;
            }
            let variable = &mut problem.variables[variable];
            let bounds = Range::new(variable.low.into(), variable.high.into());
            let bounds = bounds.intersect(current[index])?;
            tightened |= bounds.low as u64 > variable.low || (bounds.high as u64) < variable.high;
            (variable.low, variable.high) = (bounds.low as u64, bounds.high as u64);
        }
        changed |= tightened;
        if !tightened {
            break;
        }
        for index in 0..problem.terms.len() {
            current[index] = current[index].intersect(forward(problem, index, &current))?;
        }
    }
    let implied = ranges(problem);
    problem.conditions.retain(|condition| {
        let range = implied[condition.term as usize];
        if condition.equal {
            range != Range::single(condition.value)
        } else {
            range.low <= condition.value && condition.value <= range.high
        }
    });
    Ok(changed)
}

/// Replaces every condition by simpler ones on its operands as long as that is exact.
fn invert_conditions(problem: &mut Problem<'_>) -> Result<(), Refuted> {
    let ones = possible_ones(problem, &ranges(problem));
    let mut open = Vec::with_capacity(problem.conditions.len());
    // Conjunctions share parts; each is taken apart once.
    let mut seen: Map<(TermId, bool, u128), ()> = Map::default();
    for condition in std::mem::take(&mut problem.conditions) {
        let mut work = vec![condition];
        while let Some(condition) = work.pop() {
            let Condition { term, equal, value } = condition;
            if seen.insert((term, equal, value), ()).is_some() {
                continue;
            }
            match invert(problem, &ones, condition)? {
                Inverted::Kept(condition) => open.push(condition),
                Inverted::Holds => {}
                Inverted::One(next) => work.push(next),
                Inverted::Both(first, second) => work.extend([second, first]),
            }
        }
    }
    problem.conditions = open;
    Ok(())
}

enum Inverted {
    Holds,
    Kept(Condition),
    One(Condition),
    Both(Condition, Condition),
}

/// One step of inversion.
fn invert(
    problem: &mut Problem<'_>,
    ones: &[u128],
    mut condition: Condition,
) -> Result<Inverted, Refuted> {
    let term = problem.terms[condition.term as usize];
    let width = term.width();
    let all = mask(width);
    if width == 1 && !condition.equal {
        condition = Condition {
            equal: true,
            value: condition.value ^ 1,
            ..condition
        };
    }
    let Condition { equal, value, .. } = condition;
    let known = |slot: usize| problem.as_constant(term.args[slot]);
    let on = |slot: usize, value: u128| {
        Ok(Inverted::One(Condition {
            term: term.args[slot],
            equal,
            value,
        }))
    };
    let ones_of = |slot: usize| ones[term.args[slot] as usize];
    // The operand and the distance of a left shift by a constant, or of a product that is one.
    let shifted = |term: &crate::problem::Term| match term.shape.op {
        Op::Shl => problem
            .as_constant(term.args[1])
            .filter(|by| *by < u128::from(width))
            .map(|by| (0, by as u32)),
        _ => [(0, 1), (1, 0)].into_iter().find_map(|(factor, other)| {
            let factor = problem
                .as_constant(term.args[factor])
                .filter(|factor| factor.is_power_of_two())?;
            Some((other, factor.trailing_zeros()))
        }),
    };
    let op = term.shape.op;
    match op {
        Op::Const => {
            let constant = problem.as_constant(condition.term).unwrap_or_default();
            return if condition.holds(constant) {
                Ok(Inverted::Holds)
            } else {
                Err(Refuted)
            };
        }
        Op::Choice => return bound(problem, condition, term.args[0] as usize, width),
        Op::Eq | Op::Ne => {
            let equal = (op == Op::Eq) == (value == 1);
            for (constant, other) in [(0, 1), (1, 0)] {
                if let Some(value) = known(constant) {
                    return Ok(Inverted::One(Condition {
                        term: term.args[other],
                        equal,
                        value,
                    }));
                }
            }
        }
        Op::And | Op::Or if equal && value == (if op == Op::And { all } else { 0 }) => {
            let part = |slot: usize| Condition {
                term: term.args[slot],
                equal,
                value,
            };
            return Ok(Inverted::Both(part(0), part(1)));
        }
        Op::Add | Op::Or | Op::Xor
            if equal
                && known(0).is_none()
                && known(1).is_none()
                && ones_of(0) & ones_of(1) == 0 =>
        {
            // The parts have no common bit. (If one part is constant, the operator's own inverse does the same.)
            if value & !(ones_of(0) | ones_of(1)) != 0 {
                return Err(Refuted);
            }
            let part = |slot: usize| Condition {
                term: term.args[slot],
                equal,
                value: value & ones_of(slot),
            };
            return Ok(Inverted::Both(part(0), part(1)));
        }
        Op::Shl | Op::Mul
            if equal
                && shifted(&term).is_some_and(|(slot, by)| ones_of(slot) & !(all >> by) == 0) =>
        {
            let (slot, by) = shifted(&term).unwrap_or_default();
            return if value & mask(by) == 0 {
                on(slot, value >> by)
            } else {
                Err(Refuted)
            };
        }
        Op::And if equal => {
            for (constant, other) in [(0, 1), (1, 0)] {
                if let Some(constant) = known(constant) {
                    if value & !constant != 0 {
                        return Err(Refuted);
                    } else if ones_of(other) & !constant == 0 {
                        return on(other, value);
                    }
                }
            }
        }
        Op::Add => {
            if let Some(constant) = known(1) {
                return on(0, value.wrapping_sub(constant) & all);
            } else if let Some(constant) = known(0) {
                return on(1, value.wrapping_sub(constant) & all);
            }
        }
        Op::Sub => {
            if let Some(constant) = known(1) {
                return on(0, value.wrapping_add(constant) & all);
            } else if let Some(constant) = known(0) {
                return on(1, constant.wrapping_sub(value) & all);
            }
        }
        Op::Xor => {
            if let Some(constant) = known(1) {
                return on(0, value ^ constant);
            } else if let Some(constant) = known(0) {
                return on(1, value ^ constant);
            }
        }
        Op::Mul => {
            for (constant, other) in [(0, 1), (1, 0)] {
                if let Some(factor) = known(constant).filter(|factor| factor & 1 == 1) {
                    return on(other, value.wrapping_mul(inverse(factor)) & all);
                }
            }
        }
        Op::BSwap => return on(0, value.swap_bytes() >> (128 - width)),
        Op::BitReverse => return on(0, value.reverse_bits() >> (128 - width)),
        Op::FNeg => return on(0, value ^ 1 << (width - 1)),
        Op::FShl | Op::FShr if term.args[0] == term.args[1] => {
            if let Some(by) = known(2) {
                let by = (by % u128::from(width)) as u32;
                let left = if op == Op::FShl { width - by } else { by } % width;
                let rotated = if left == 0 {
                    value
                } else {
                    value << left | value >> (width - left)
                };
                return on(0, rotated & all);
            }
        }
        Op::ZExt | Op::SExt => {
            let first = u32::from(term.shape.first);
            let image = value & mask(first);
            let extended = if op == Op::ZExt {
                image
            } else {
                signed(image, first) as u128 & all
            };
            return if extended == value {
                on(0, image)
            } else if equal {
                Err(Refuted)
            } else {
                Ok(Inverted::Holds)
            };
        }
        Op::Concat => {
            let by = u32::from(term.shape.second);
            let (high, low) = (value >> by, value & mask(by));
            if equal {
                let part = |slot: usize, value| Condition {
                    term: term.args[slot],
                    equal,
                    value,
                };
                return Ok(Inverted::Both(part(0, high), part(1, low)));
            }
            for (constant, other, here, there) in [(0, 1, high, low), (1, 0, low, high)] {
                if let Some(constant) = known(constant) {
                    return if constant == here {
                        on(other, there)
                    } else {
                        Ok(Inverted::Holds)
                    };
                }
            }
        }
        Op::Ite => return invert_choice_of_two(problem, condition, term.args),
        _ => {}
    }
    Ok(Inverted::Kept(condition))
}

/// A condition on a variable itself.
fn bound(
    problem: &mut Problem<'_>,
    condition: Condition,
    variable: usize,
    width: u32,
) -> Result<Inverted, Refuted> {
    let variable = &mut problem.variables[variable];
    if width < variable.width {
        return Ok(Inverted::Kept(condition));
    }
    let bounds = Range::new(variable.low.into(), variable.high.into());
    let value = Range::single(condition.value);
    let narrowed = if condition.equal {
        bounds.intersect(value)?
    } else {
        without(bounds, value)?
    };
    (variable.low, variable.high) = (narrowed.low as u64, narrowed.high as u64);
    let inside = narrowed.low <= condition.value && condition.value <= narrowed.high;
    Ok(if condition.equal || !inside {
        Inverted::Holds
    } else {
        Inverted::Kept(condition)
    })
}

/// A condition on an if-then-else with constant branches may become a condition on its test.
fn invert_choice_of_two(
    problem: &Problem<'_>,
    condition: Condition,
    args: [u32; 3],
) -> Result<Inverted, Refuted> {
    let branch = |slot: usize| {
        problem
            .as_constant(args[slot])
            .map(|constant| condition.holds(constant))
    };
    let test = |value: u128| Condition {
        term: args[0],
        equal: true,
        value,
    };
    let rest = |slot: usize| Condition {
        term: args[slot],
        ..condition
    };
    Ok(match (branch(1), branch(2)) {
        (Some(true), Some(true)) => Inverted::Holds,
        (Some(false), Some(false)) => return Err(Refuted),
        (Some(true), Some(false)) => Inverted::One(test(1)),
        (Some(false), Some(true)) => Inverted::One(test(0)),
        (Some(false), None) => Inverted::Both(test(0), rest(2)),
        (None, Some(false)) => Inverted::Both(test(1), rest(1)),
        _ => Inverted::Kept(condition),
    })
}
