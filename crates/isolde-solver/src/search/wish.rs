//! Moves from the conditions down to the variables.
//!
//! A *wish* is a term with a value that it should have. It is passed on to operands, whose wished values come from the operator's inverse with the
//! other operands as they are, until it reaches variables (propagation-based local search: Niemetz, Preiner, Biere, "Precise and complete propagation
//! based local search for satisfiability modulo theories", 2016). Nothing is proved on the way: an assignment counts if it satisfies the problem.

use super::Effort;
use super::invert::Inverter;
use crate::hash::draw;
use crate::interval::Range;
use crate::problem::{Condition, Problem};
use crate::semantics::mask;
use isolde_abi::op::Op;

/// Maximum number of steps of one wish down to the variables.
const MAX_STEPS: usize = 4096;

/// A source of decisions. In the first attempt (the plain one) it always takes the first possibility.
pub(crate) struct Draws {
    seed: u64,
    count: u64,
    plain: bool,
}

impl Draws {
    pub fn new(seed: u64, attempt: u64) -> Self {
        Draws {
            seed: draw(seed, attempt),
            count: 0,
            plain: attempt == 0,
        }
    }
    /// A number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.count += 1;
        if self.plain || bound == 0 {
            0
        } else {
            draw(self.seed, self.count) % bound
        }
    }
    /// A random word, even in the plain attempt.
    pub fn word(&mut self) -> u64 {
        self.count += 1;
        draw(self.seed, self.count)
    }
    /// Draws possibilities at random from now on.
    pub fn stop_being_plain(&mut self) {
        self.plain = false;
    }
}

/// Changes `assignment` so that `condition` has a chance to hold. Returns whether anything changed.
pub(crate) fn grant(
    problem: &Problem<'_>,
    ranges: &[Range],
    values: &[u128],
    condition: &Condition,
    draws: &mut Draws,
    assignment: &mut [u64],
) -> bool {
    let before = values[condition.term as usize];
    let wanted = if condition.equal {
        condition.value
    } else {
        other_value(
            before,
            problem.terms[condition.term as usize].width(),
            draws,
        )
    };
    let mut inverter = Inverter {
        problem,
        ranges,
        values,
        wishes: vec![(condition.term, wanted)],
    };
    let mut changed = false;
    let mut steps = 0;
    while let Some((term, wanted)) = inverter.wishes.pop() {
        steps += 1;
        if values[term as usize] == wanted {
            continue;
        }
        if steps > MAX_STEPS {
            return changed;
        }
        let shape = problem.terms[term as usize];
        match shape.shape.op {
            Op::Const => {}
            Op::Choice => {
                let variable = &problem.variables[shape.args[0] as usize];
                let value = wanted as u64;
                if (variable.low..=variable.high).contains(&value)
                    && assignment[shape.args[0] as usize] != value
                {
                    assignment[shape.args[0] as usize] = value;
                    changed = true;
                }
            }
            _ => inverter.pass_on(&shape, wanted, draws),
        }
    }
    changed
}

/// A value other than this one, near it or anywhere.
fn other_value(value: u128, width: u32, draws: &mut Draws) -> u128 {
    let all = mask(width);
    let other = match draws.below(4) {
        0 => value.wrapping_add(1),
        1 => value.wrapping_sub(1),
        2 => value ^ 1 << draws.below(u64::from(width)),
        _ => u128::from(draws.word()),
    };
    let other = other & all;
    if other == value { value ^ 1 } else { other }
}

/// Tries to satisfy a problem by granting wishes, a few attempts of a few moves each, starting from `start`.
pub(crate) fn repair(
    problem: &Problem<'_>,
    ranges: &[Range],
    start: &[u64],
    seed: u64,
    attempts: u64,
    moves: u64,
    effort: &mut Effort,
) -> Option<Vec<u64>> {
    let mut values = Vec::with_capacity(problem.terms.len());
    for attempt in 0..attempts {
        let mut draws = Draws::new(seed, attempt);
        let mut assignment = start.to_vec();
        for _ in 0..moves {
            if !effort.spend(problem.terms.len()) {
                return None;
            }
            problem.evaluate(&assignment, &mut values);
            let mut violated = problem
                .conditions
                .iter()
                .filter(|condition| !condition.holds(values[condition.term as usize]));
            let Some(first) = violated.next() else {
                return Some(assignment);
            };
            // After the plain attempt, the next violated condition is chosen at random.
            let count = 1 + violated.clone().count() as u64;
            let skip = draws.below(count);
            let condition = if skip == 0 {
                first
            } else {
                violated.nth(skip as usize - 1).unwrap_or(first)
            };
            if !grant(
                problem,
                ranges,
                &values,
                condition,
                &mut draws,
                &mut assignment,
            ) {
                if attempt == 0 {
                    draws.stop_being_plain();
                } else {
                    continue;
                }
            }
        }
        if problem.satisfied(&assignment, &mut values) {
            return Some(assignment);
        }
    }
    None
}
