//! Decides a simplified problem by several methods, the cheapest first.

use crate::answer::{Limits, Statistics};
use crate::circuit::{self, Verdict};
use crate::problem::Problem;
use crate::search::{Effort, Enumeration, climb, enumerate, repair};
use crate::simplify::ranges;
use crate::trace::Trace;
use isolde_abi::shared::ChoiceKind;
use std::time::Instant;

/// Number of gates above which a circuit is so expensive that a search is tried first.
const HEAVY_CIRCUIT: u64 = 4_000;
/// Domains up to this size are enumerated before anything heavier.
const SMALL_DOMAIN: u64 = 256;
/// Domains up to this size are enumerated rather than given up.
const LARGE_DOMAIN: u64 = 1 << 16;

/// What was found.
#[derive(Clone)]
pub(crate) enum Cached {
    Model(Vec<u64>),
    Unsat,
    /// Given up within these limits.
    Unknown(Limits),
}

/// One problem to decide.
pub(crate) struct Means<'a> {
    pub(crate) limits: Limits,
    pub(crate) seed: u64,
    /// When the time for the query ends.
    pub(crate) deadline: Instant,
    pub(crate) statistics: &'a mut Statistics,
}

impl Means<'_> {
    /// Decides a problem, starting from the run's own values. Also returns whether time ran out, in which case the answer must not be cached.
    pub(crate) fn decide(
        &mut self,
        trace: &Trace,
        problem: &Problem<'_>,
        current: &[u64],
    ) -> (Cached, bool) {
        let mut effort = Effort {
            terms: self.limits.evaluations,
            deadline: self.deadline,
        };
        let answer = self.apply(trace, problem, current, &mut effort);
        self.statistics.work += self.limits.evaluations - effort.terms;
        answer
    }

    fn apply(
        &mut self,
        trace: &Trace,
        problem: &Problem<'_>,
        current: &[u64],
        effort: &mut Effort,
    ) -> (Cached, bool) {
        let limits = self.limits;
        let floats = problem.terms.iter().any(|term| term.shape.op.is_float());
        let ranges = ranges(problem);
        if let Some(model) = repair(problem, &ranges, current, self.seed, 4, 6, effort) {
            self.statistics.inverted += 1;
            return (Cached::Model(model), false);
        }
        if let Some(found) = self.enumerated(problem, SMALL_DOMAIN, effort) {
            return (found, false);
        }
        let kinds: Vec<ChoiceKind> = problem
            .variables
            .iter()
            .map(|variable| ChoiceKind::from_u16(trace.choices[variable.choice as usize].kind))
            .collect();
        let gates = circuit::estimate(problem);
        if gates > HEAVY_CIRCUIT && !floats {
            // A search may be lucky where a proof would take long.
            let mut share = Effort {
                terms: effort.terms.min(limits.evaluations / 4),
                ..*effort
            };
            let before = share.terms;
            let found = climb(problem, &ranges, &kinds, current, self.seed, &mut share);
            effort.terms -= before - share.terms;
            if let Some(model) = found {
                self.statistics.searched += 1;
                return (Cached::Model(model), false);
            }
        }
        let mut verdict = Verdict::Unknown;
        if gates <= limits.gates {
            let work;
            (verdict, work) = circuit::solve(problem, &limits, effort.deadline);
            self.statistics.work += work;
        }
        if let Verdict::Model(model) = &verdict
            && !problem.satisfied(model, &mut Vec::new())
        {
            // Only float operators are abstracted. A model of the abstraction is a good starting point for a search.
            if !floats {
                self.statistics.wrong_models += 1;
            } else if let Some(model) = repair(problem, &ranges, model, self.seed, 4, 6, effort) {
                self.statistics.searched += 1;
                return (Cached::Model(model), false);
            }
            verdict = Verdict::Unknown;
        }
        match verdict {
            Verdict::Model(model) => {
                self.statistics.blasted += 1;
                return (Cached::Model(model), false);
            }
            Verdict::Unsat => {
                self.statistics.blasted += 1;
                return (Cached::Unsat, false);
            }
            Verdict::Late => return (Cached::Unknown(limits), true),
            Verdict::Unknown => {}
        }
        if let Some(found) = self.enumerated(problem, LARGE_DOMAIN, effort) {
            return (found, false);
        }
        if let Some(model) = climb(problem, &ranges, &kinds, current, self.seed, effort) {
            self.statistics.searched += 1;
            return (Cached::Model(model), false);
        }
        (Cached::Unknown(limits), Instant::now() > effort.deadline)
    }

    fn enumerated(
        &mut self,
        problem: &Problem<'_>,
        most: u64,
        effort: &mut Effort,
    ) -> Option<Cached> {
        let found = match enumerate(problem, most, effort) {
            Enumeration::Model(model) => Cached::Model(model),
            Enumeration::Exhausted => Cached::Unsat,
            Enumeration::TooLarge => return None,
        };
        if problem.variables.len() == 1 {
            self.statistics.single_choice += 1;
        } else {
            self.statistics.enumerated += 1;
        }
        Some(found)
    }
}
