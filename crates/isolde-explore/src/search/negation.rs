//! Negating path conditions: from a trace to an input that should leave its path at one condition, and from that input's trace to more conditions.

use super::budget;
use super::frontier::Candidate;
use super::path::{Class, can_leave};
use super::prospect::{Prospect, tier};
use super::thunk::{Context, ThunkSearch, Turn};
use crate::error::ExploreError;
use isolde_abi::op::Op;
use isolde_abi::shared::NO_SITE;
use isolde_record::Tape;
use isolde_solver::{Answer, Evaluator, Limits, Trace};

/// How many other values are tried for a pinned expression.
const PIN_VALUES: usize = 4;
/// Units of the solver's work that take about as long as one unit of the search's work.
const SOLVER_WORK: u64 = 2_000;
/// Every so much work of a query counts as one more query for its class, which makes the class less rare.
const DEAR: u64 = 20;
/// Every so many failed queries in a row for a direction make each further one count as one more query for its class.
const REFUSALS: u32 = 8;
/// While all directions left were taken before, retrying queries that were given up may take this fraction (1/n) of the solver's work.
const GIVEN_UP: u64 = 4;
/// Every so many negations are of the smallest input, if no direction is left that was never taken.
const SMALLEST: u64 = 2;
/// Number of the last attempt at one query, counted from 0; each attempt has larger limits.
const LAST_ATTEMPT: u8 = 2;

/// What led to an input: an entry of a trace that should now go another way.
pub(super) struct Prediction {
    pub(super) flip: u64,
    pub(super) index: usize,
    pub(super) pinned: bool,
}

impl ThunkSearch {
    /// Negates the best path condition.
    pub(super) fn negate(&mut self, turn: &mut Turn) -> Result<(), ExploreError> {
        let Some((class, tier, mut candidate)) = self.candidate(turn.context) else {
            return Ok(());
        };
        let pinned = class.site == NO_SITE;
        let tried = if pinned {
            candidate.exclude.len() > PIN_VALUES
        } else {
            // Only a query that was given up is made again.
            candidate.attempt == 0 && !self.prefixes.insert(candidate.flip)
        };
        // If no code is known to be missing, another round of a loop wins nothing.
        let is_repetition = tier == 3 && self.prospect == Prospect::Nothing;
        if tried || is_repetition {
            return Ok(());
        }
        if self.traces.get(candidate.trace).is_none() && !self.trace_again(&candidate, turn)? {
            return Ok(());
        }
        let attempt = candidate.attempt;
        let in_subject = turn.context.sites.get(class.site).in_subject;
        let limits = self.limits(wins_much(tier, in_subject), attempt);
        let traced = self.traces.get(candidate.trace);
        let Some(traced) = traced.filter(|traced| can_leave(&traced.trace, candidate.index, class))
        else {
            return Ok(());
        };
        let statistics = self.solver.statistics();
        let (before, began) = (statistics.work, statistics.seconds);
        let answer = self.solver.negate_within(
            &traced.trace,
            &mut traced.prepared,
            candidate.index,
            &candidate.exclude,
            limits,
        );
        let mut values = traced.trace.values();
        let sat = if let Answer::Sat(changes) = &answer {
            for &(choice, value) in changes {
                values[choice as usize] = value;
            }
            true
        } else {
            false
        };
        // If several choices have the same key, the first one counts.
        let tape = Tape(
            traced
                .trace
                .choices
                .iter()
                .zip(&values)
                .rev()
                .map(|(choice, &value)| (choice.key, value))
                .collect(),
        );
        let prediction = Prediction {
            flip: candidate.flip,
            index: candidate.index,
            pinned,
        };
        if pinned && sat {
            candidate
                .exclude
                .push(pinned_value(&traced.trace, candidate.index, &values));
            let tier = self.tier(class, turn.context);
            self.frontier.push(class, tier, candidate);
        } else if answer == Answer::Unknown && tier <= 1 && candidate.attempt < LAST_ATTEMPT {
            candidate.attempt += 1;
            self.given_up.push(class, tier, candidate);
        }
        let statistics = self.solver.statistics();
        let (work, seconds) = (statistics.work - before, statistics.seconds - began);
        tracing::trace!(
            thunk = self.thunk,
            ?class,
            tier,
            attempt,
            answer = if sat { "sat" } else { "unsat or unknown" },
            work,
            seconds,
            "query"
        );
        self.query_work += work;
        if attempt > 0 {
            self.given_up_work += work;
        }
        let work = work / SOLVER_WORK;
        self.note_query(class, sat, work);
        self.spend(budget::QUERY + work, turn);
        if sat {
            self.try_input(&tape, 0, Some(&prediction), turn)
        } else {
            Ok(())
        }
    }

    /// The path condition to negate next: the best one, or, once only directions that were taken before are left, now and then one whose query was
    /// given up within smaller limits.
    fn candidate(&mut self, context: &Context) -> Option<(Class, u8, Candidate)> {
        let reach = context.reach(&self.novelty);
        let tier_of = |class| tier(class, &reach, &self.directions, &self.classes);
        let is_new = |tier: Option<u8>| tier.is_some_and(|tier| tier <= 1);
        let is_time = self.given_up_work * GIVEN_UP <= self.query_work
            && !is_new(self.frontier.best_tier(tier_of));
        if is_time || self.frontier.is_empty() {
            while let Some((class, candidate)) = self.given_up.pop(tier_of) {
                // Another input may have taken the direction since.
                let tier = tier_of(class);
                if tier <= 1 {
                    return Some((class, tier, candidate));
                }
            }
        }
        self.negations += 1;
        let (class, candidate) = match self.negations % SMALLEST {
            0 => self.frontier.pop_smallest(tier_of)?,
            _ => self.frontier.pop(tier_of)?,
        };
        Some((class, tier_of(class), candidate))
    }

    /// Limits of the `attempt`-th query: the more it can win, the more it may cost.
    fn limits(&self, wins_much: bool, attempt: u8) -> Limits {
        let quick = Limits::quick();
        let limits = match attempt {
            0 if wins_much => quick,
            0 => Limits {
                gates: quick.gates / 2,
                conflicts: quick.conflicts / 4,
                propagations: quick.propagations / 4,
                evaluations: quick.evaluations / 4,
                ..quick
            },
            1 => Limits {
                gates: 8 * quick.gates,
                conflicts: 8 * quick.conflicts,
                propagations: 8 * quick.propagations,
                evaluations: 4 * quick.evaluations,
                ..quick
            },
            _ => Limits::default(),
        };
        limits.within(self.guide.solver.unwrap_or(limits.time))
    }

    /// Makes a class less rare: the more so, the more the query cost, and the more often queries for its direction failed in a row.
    fn note_query(&mut self, class: Class, sat: bool, work: u64) {
        let direction = (class.site, class.taken);
        let mut by = 1 + work / DEAR;
        if sat {
            self.directions.succeed(direction);
        } else if !self.directions.is_taken(direction) {
            by += u64::from(self.directions.fail(direction) / REFUSALS);
        }
        let by = u32::try_from(by).unwrap_or(u32::MAX);
        self.frontier.count(class, by);
        self.given_up.count(class, by);
    }

    pub(super) fn tier(&self, class: Class, context: &Context) -> u8 {
        let reach = context.reach(&self.novelty);
        tier(class, &reach, &self.directions, &self.classes)
    }
}

/// Whether a query leads to new code, or to a branch of the code under test in a direction that was never taken. The standard library has many
/// branches that depend on the input through large tables, and most of them are never needed.
fn wins_much(tier: u8, in_subject: bool) -> bool {
    tier == 0 || (tier == 1 && in_subject)
}

/// The value of the pinned expression under these values of the choices.
pub(super) fn pinned_value(trace: &Trace, index: usize, values: &[u64]) -> u128 {
    let node = &trace.nodes[trace.path[index].node as usize];
    let constant = |operand: u32| {
        trace
            .nodes
            .get(operand as usize)
            .is_some_and(|node| node.op == Op::Const as u8)
    };
    let open = if constant(node.a) { node.b } else { node.a };
    let mut evaluator = Evaluator::new(trace);
    evaluator.set(values);
    evaluator.eval(open)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Guide;

    #[test]
    fn a_first_query_may_cost_more_where_it_wins_more_and_a_repeated_one_most() {
        let search = ThunkSearch::new(0, false, 0, Guide::default());
        let cost = |tier, in_subject, attempt| {
            let limits = search.limits(wins_much(tier, in_subject), attempt);
            (limits.gates, limits.conflicts, limits.evaluations)
        };
        let (much, little) = (cost(1, true, 0), cost(2, true, 0));
        assert!(much.0 > little.0 && much.1 > little.1 && much.2 > little.2);
        assert_eq!((cost(0, true, 0), cost(0, false, 0)), (much, much));
        assert_eq!((cost(1, false, 0), cost(3, true, 0)), (little, little));
        let again = cost(1, false, 1);
        assert_eq!(again, cost(1, true, 1));
        assert!(again.0 > much.0 && again.1 > much.1 && again.2 > much.2);
    }
}
