//! Enumeration of small joint domains.

use super::Effort;
use crate::problem::Problem;

/// What enumeration found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Enumeration {
    Model(Vec<u64>),
    /// No assignment satisfies the problem.
    Exhausted,
    /// The domain is too large for the effort.
    TooLarge,
}

/// The number of assignments, saturating.
pub(crate) fn domain_size(problem: &Problem<'_>) -> u64 {
    problem.variables.iter().fold(1, |size: u64, variable| {
        size.saturating_mul((variable.high - variable.low).saturating_add(1))
    })
}

/// Tries all assignments of a problem if there are at most `most`, those near the run's own values first.
pub(crate) fn enumerate(problem: &Problem<'_>, most: u64, effort: &mut Effort) -> Enumeration {
    let size = domain_size(problem);
    if size > most || size.saturating_mul(problem.terms.len() as u64) > effort.terms {
        return Enumeration::TooLarge;
    }
    // The values of a variable count upwards from the current one and wrap around at the end of its domain.
    let start = problem.current();
    let mut assignment = start.clone();
    let mut values = Vec::with_capacity(problem.terms.len());
    for _ in 0..size {
        effort.spend(problem.terms.len());
        if problem.satisfied(&assignment, &mut values) {
            return Enumeration::Model(assignment);
        }
        for (index, variable) in problem.variables.iter().enumerate() {
            assignment[index] = if assignment[index] == variable.high {
                variable.low
            } else {
                assignment[index] + 1
            };
            if assignment[index] != start[index] {
                break;
            }
        }
    }
    Enumeration::Exhausted
}
