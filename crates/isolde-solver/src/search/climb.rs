//! Hill climbing over branch distances, one variable at a time, for problems that are not bit-blasted.

use super::Effort;
use super::distance::total;
use super::wish::{Draws, grant};
use crate::float;
use crate::interval::Range;
use crate::problem::Problem;
use crate::semantics::signed;
use isolde_abi::op::Op;
use isolde_abi::shared::ChoiceKind;

/// Searches for a solution from `start`, with restarts, until the effort is used up.
pub(crate) fn climb(
    problem: &Problem<'_>,
    ranges: &[Range],
    kinds: &[ChoiceKind],
    start: &[u64],
    seed: u64,
    effort: &mut Effort,
) -> Option<Vec<u64>> {
    let dictionary = dictionary(problem);
    let mut climber = Climber {
        problem,
        values: Vec::new(),
        assignment: start.to_vec(),
        distance: f64::INFINITY,
    };
    let mut best = (f64::INFINITY, start.to_vec());
    for attempt in 1.. {
        let mut draws = Draws::new(seed ^ 0x5eed, attempt);
        // The clock is read only between attempts.
        if effort.terms == 0 || std::time::Instant::now() > effort.deadline {
            return None;
        }
        climber.restart(attempt, start, &best.1, kinds, &dictionary, &mut draws);
        climber.look(effort);
        let mut stale = 0;
        while climber.distance > 0.0 && stale < 3 {
            let before = climber.distance;
            climber.grant_wishes(ranges, &mut draws, effort);
            for (variable, &kind) in kinds.iter().enumerate() {
                climber.improve(variable, kind, &dictionary, &mut draws, effort);
                if climber.distance == 0.0 || effort.terms == 0 {
                    break;
                }
            }
            if effort.terms == 0 {
                break;
            }
            stale = if climber.distance < before {
                0
            } else {
                stale + 1
            };
        }
        if climber.distance == 0.0 {
            return Some(climber.assignment);
        }
        if climber.distance < best.0 {
            best = (climber.distance, climber.assignment.clone());
        }
    }
    None
}

struct Climber<'p, 't> {
    problem: &'p Problem<'t>,
    values: Vec<u128>,
    assignment: Vec<u64>,
    distance: f64,
}

impl Climber<'_, '_> {
    /// Evaluates all terms under the assignment; returns the distance.
    fn look(&mut self, effort: &mut Effort) -> f64 {
        if !effort.spend(self.problem.terms.len()) {
            return f64::INFINITY;
        }
        self.problem.evaluate(&self.assignment, &mut self.values);
        self.distance = total(self.problem, &self.values);
        self.distance
    }

    fn restart(
        &mut self,
        attempt: u64,
        start: &[u64],
        best: &[u64],
        kinds: &[ChoiceKind],
        dictionary: &[u128],
        draws: &mut Draws,
    ) {
        self.assignment = if attempt % 2 == 1 {
            start.to_vec()
        } else {
            best.to_vec()
        };
        self.distance = f64::INFINITY;
        if attempt <= 1 {
            return;
        }
        for (index, kind) in kinds.iter().enumerate() {
            if draws.word() & 1 == 0 {
                let value = self.random(index, *kind, dictionary, draws);
                self.assignment[index] = value;
            }
        }
    }

    fn random(
        &self,
        index: usize,
        kind: ChoiceKind,
        dictionary: &[u128],
        draws: &mut Draws,
    ) -> u64 {
        let variable = &self.problem.variables[index];
        let specials = specials(kind, variable.width);
        let pick = draws.word();
        let value = match pick % 4 {
            0 if !dictionary.is_empty() => {
                dictionary[(pick >> 8) as usize % dictionary.len()] as u64
            }
            1 if !specials.is_empty() => specials[(pick >> 8) as usize % specials.len()],
            2 => draws.word() >> (pick >> 8 & 63),
            _ => draws.word(),
        };
        self.inside(index, value)
    }

    /// The value itself if the variable allows it, otherwise one that it allows.
    fn inside(&self, index: usize, value: u64) -> u64 {
        let variable = &self.problem.variables[index];
        if (variable.low..=variable.high).contains(&value) {
            return value;
        }
        match (variable.high - variable.low).checked_add(1) {
            Some(size) => variable.low + value.wrapping_sub(variable.low) % size,
            None => value,
        }
    }

    /// Tries a value for one variable, and keeps it if the distance shrinks.
    fn attempt(&mut self, index: usize, value: u64, effort: &mut Effort) -> bool {
        let variable = &self.problem.variables[index];
        let old = self.assignment[index];
        if value == old || !(variable.low..=variable.high).contains(&value) || effort.terms == 0 {
            return false;
        }
        let before = self.distance;
        self.assignment[index] = value;
        if self.look(effort) < before {
            return true;
        }
        self.assignment[index] = old;
        self.distance = before;
        false
    }

    fn grant_wishes(&mut self, ranges: &[Range], draws: &mut Draws, effort: &mut Effort) {
        for _ in 0..4 {
            self.problem.evaluate(&self.assignment, &mut self.values);
            let violated: Vec<_> = self
                .problem
                .conditions
                .iter()
                .filter(|condition| !condition.holds(self.values[condition.term as usize]))
                .collect();
            let Some(condition) = violated.get(draws.below(violated.len() as u64) as usize) else {
                return;
            };
            let (old, before) = (self.assignment.clone(), self.distance);
            if grant(
                self.problem,
                ranges,
                &self.values,
                condition,
                draws,
                &mut self.assignment,
            ) && self.look(effort) >= before
            {
                self.assignment = old;
                self.distance = before;
            }
            if effort.terms == 0 {
                return;
            }
        }
    }

    /// Moves one variable: steps of growing size in the order of its kind, single bits, special values, constants of the problem.
    fn improve(
        &mut self,
        index: usize,
        kind: ChoiceKind,
        dictionary: &[u128],
        draws: &mut Draws,
        effort: &mut Effort,
    ) {
        let width = self.problem.variables[index].width;
        let float = kind == ChoiceKind::Float && (width == 32 || width == 64);
        for down in [false, true] {
            // Steps double as long as they help, then start small again.
            let mut size = 0;
            loop {
                let step = 1i128 << size;
                let value = self.stepped(index, if down { -step } else { step }, float);
                if self.attempt(index, value, effort) {
                    size += 1;
                } else if size > 0 {
                    size = 0;
                } else {
                    break;
                }
                if size >= width || self.distance == 0.0 || effort.terms == 0 {
                    break;
                }
            }
        }
        for size in (0..width).rev() {
            let current = self.assignment[index];
            let steps = [
                current ^ 1 << size,
                self.stepped(index, 1 << size, float),
                self.stepped(index, -(1 << size), float),
            ];
            for value in steps {
                if self.distance > 0.0 {
                    self.attempt(index, value, effort);
                }
            }
        }
        let mut values = specials(kind, width);
        values.extend(dictionary.iter().map(|&value| value as u64));
        if float {
            let current = float::value(self.assignment[index].into(), width);
            let scales = [2.0, 0.5, 10.0, 0.1, -1.0];
            values.extend(
                scales
                    .iter()
                    .map(|scale| float::bits(current * scale, width) as u64),
            );
            values.extend(
                [
                    current.round(),
                    current.floor(),
                    current + 1.0,
                    current - 1.0,
                ]
                .iter()
                .map(|value| float::bits(*value, width) as u64),
            );
        }
        values.push(self.random(index, kind, dictionary, draws));
        for value in values {
            if self.distance > 0.0 {
                self.attempt(index, value, effort);
            }
        }
    }

    fn stepped(&self, index: usize, step: i128, float: bool) -> u64 {
        let width = self.problem.variables[index].width;
        let current = u128::from(self.assignment[index]);
        if float {
            float::from_ordered(float::ordered(current, width).saturating_add(step), width) as u64
        } else {
            (current.wrapping_add(step as u128) & crate::semantics::mask(width)) as u64
        }
    }
}

/// Values that often matter, by kind.
fn specials(kind: ChoiceKind, width: u32) -> Vec<u64> {
    if kind == ChoiceKind::Float && (width == 32 || width == 64) {
        let epsilon = if width == 32 {
            f64::from(f32::EPSILON)
        } else {
            f64::EPSILON
        };
        let values = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            2.0,
            10.0,
            100.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            epsilon,
            1e10,
            1e-10,
            1e300,
            1e-300,
        ];
        return values
            .iter()
            .map(|value| float::bits(*value, width) as u64)
            .collect();
    }
    let all = crate::semantics::mask(width) as u64;
    vec![
        0,
        1,
        all,
        all >> 1,
        (all >> 1).wrapping_add(1) & all,
        10,
        100,
    ]
}

/// Values to try for variables, from the problem's constants: the constants themselves, their neighbours, and their conversions between integers and
/// floats.
fn dictionary(problem: &Problem<'_>) -> Vec<u128> {
    let mut words = Vec::new();
    let floats = problem.terms.iter().any(|term| term.shape.op.is_float());
    let constants = problem
        .terms
        .iter()
        .filter(|term| term.shape.op == Op::Const && term.width() > 1);
    let constants = constants.map(|term| (problem.constants[term.args[0] as usize], term.width()));
    let conditions = problem.conditions.iter().map(|condition| {
        (
            condition.value,
            problem.terms[condition.term as usize].width(),
        )
    });
    for (value, width) in constants
        .chain(conditions.filter(|(_, width)| *width > 1))
        .take(64)
    {
        words.extend([value, value.wrapping_add(1), value.wrapping_sub(1)]);
        if !floats {
            continue;
        }
        for format in [32, 64] {
            words.extend([
                float::bits(value as f64, format),
                float::bits(signed(value, width) as f64, format),
            ]);
        }
        if width == 32 || width == 64 {
            let number = float::value(value, width);
            words.extend([number as i128 as u128, float::bits(number, 96 - width)]);
        }
    }
    words.sort_unstable();
    words.dedup();
    words
}
