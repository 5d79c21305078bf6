//! Queries: slice the path, simplify the problem, and decide it by the cheapest method.

use crate::answer::{Answer, Limits, Statistics};
use crate::evaluator::Memo;
use crate::hash::Map;
use crate::means::{Cached, Means};
use crate::parts::violated_parts;
use crate::prepared::{Identity, Prepared};
use crate::problem::Problem;
use crate::semantics::mask;
use crate::simplify::{RefutedBy, simplify};
use crate::trace::Trace;
use crate::translate::{Requirement, Scratch};
use isolde_abi::shared::{PINNED, TAKEN};
use std::time::Instant;

/// Maximum number of nodes in all traces whose derived data is kept.
const MAX_PREPARED_NODES: usize = 1 << 23;
/// Maximum number of answers in the cache, and maximum bytes.
const MAX_CACHED: usize = 1 << 16;
const MAX_CACHED_BYTES: usize = 8 << 20;
/// Bytes of a cached answer without its values.
const CACHED: usize = 64;
/// Earlier models that a query tries.
const RECENT_MODELS: usize = 4;
/// Units of work that translating and simplifying a term costs.
const SIMPLIFYING: u64 = 20;

/// Answers queries on traces. It keeps what helps later queries: derived data of recent traces, answers, models.
pub struct Solver {
    limits: Limits,
    seed: u64,
    statistics: Statistics,
    prepared: Vec<(Identity, usize, Option<Box<Prepared>>)>,
    scratch: Scratch,
    memo: Memo,
    cache: Map<u128, Cached>,
    /// Bytes of the cache.
    cached: usize,
    recent: Vec<Map<u64, u64>>,
}

impl Solver {
    /// A solver with these limits per query.
    pub fn new(limits: Limits, seed: u64) -> Self {
        Solver {
            limits,
            seed,
            statistics: Statistics::default(),
            prepared: Vec::new(),
            scratch: Scratch::default(),
            memo: Memo::default(),
            cache: Map::default(),
            cached: 0,
            recent: Vec::new(),
        }
    }

    /// Frees memory before a pause: work areas, which are as large as the largest trace and which the next query allocates again, and the cached
    /// answers if they take more than this number of bytes.
    pub fn rest(&mut self, bytes: usize) {
        self.scratch = Scratch::default();
        self.memo = Memo::default();
        self.prepared = Vec::new();
        if self.cached > bytes {
            self.forget_answers();
        }
    }

    fn forget_answers(&mut self) {
        self.cache = Map::default();
        self.cached = 0;
    }

    /// Statistics of the queries so far.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Choice values that follow the run up to `path[index]` and leave it there.
    ///
    /// All conditions of `path[..index]` that share choices with this entry hold as recorded, and the entry itself goes the other way. For a
    /// [`PINNED`] entry the pinned expression ([`Trace::pinned`]) gets a value other than the run's and those in `exclude`. The caller must see to it
    /// that no [`ASSUMED`](isolde_abi::shared::ASSUMED) entry is negated.
    ///
    /// # Panics
    /// If the path has no such entry.
    pub fn negate(&mut self, trace: &Trace, index: usize, exclude: &[u128]) -> Answer {
        self.with_prepared(trace, |solver, prepared| {
            solver.negate_prepared(trace, prepared, index, exclude)
        })
    }

    /// Choice values under which every `(node, value)` of `wanted` (nodes of one bit) holds, and the conditions of `path[..prefix]` that share
    /// choices with them.
    pub fn solve(&mut self, trace: &Trace, wanted: &[(u32, bool)], prefix: usize) -> Answer {
        self.with_prepared(trace, |solver, prepared| {
            solver.solve_prepared(trace, prepared, wanted, prefix)
        })
    }

    /// [`Solver::negate`] for callers that keep the trace's derived data themselves. `prepared` must be that of `trace`.
    pub fn negate_prepared(
        &mut self,
        trace: &Trace,
        prepared: &mut Prepared,
        index: usize,
        exclude: &[u128],
    ) -> Answer {
        self.negate_within(trace, prepared, index, exclude, self.limits)
    }

    /// [`Solver::negate_prepared`] within other limits.
    pub fn negate_within(
        &mut self,
        trace: &Trace,
        prepared: &mut Prepared,
        index: usize,
        exclude: &[u128],
        limits: Limits,
    ) -> Answer {
        let entry = &trace.path[index];
        let mut wanted: Vec<Requirement> =
            vec![(entry.node, true, u128::from(entry.flags & TAKEN == 0))];
        if entry.flags & PINNED != 0
            && let Some(pinned) = trace.pinned(index)
        {
            let all = mask(trace.nodes[pinned as usize].width.into());
            wanted.extend(exclude.iter().map(|&value| (pinned, false, value & all)));
        }
        self.query(trace, prepared, wanted, index, limits)
    }

    /// [`Solver::solve`] for callers that keep the trace's derived data themselves. `prepared` must be that of `trace`.
    pub fn solve_prepared(
        &mut self,
        trace: &Trace,
        prepared: &mut Prepared,
        wanted: &[(u32, bool)],
        prefix: usize,
    ) -> Answer {
        self.query(
            trace,
            prepared,
            wanted
                .iter()
                .map(|&(node, value)| (node, true, u128::from(value)))
                .collect(),
            prefix,
            self.limits,
        )
    }

    fn with_prepared(
        &mut self,
        trace: &Trace,
        ask: impl FnOnce(&mut Self, &mut Prepared) -> Answer,
    ) -> Answer {
        let identity = Identity::of(trace);
        let entry = match self
            .prepared
            .iter()
            .position(|(known, ..)| *known == identity)
        {
            Some(position) => self.prepared.remove(position),
            None => (
                identity,
                trace.nodes.len(),
                Prepared::new(trace).ok().map(Box::new),
            ),
        };
        let (_, nodes, mut prepared) = entry;
        let answer = match &mut prepared {
            Some(prepared) => ask(self, prepared),
            None => {
                self.statistics.queries += 1;
                self.statistics.malformed += 1;
                self.statistics.unknown += 1;
                Answer::Unknown
            }
        };
        // The most recently used comes last; the least recently used are dropped when there are too many.
        self.prepared.push((identity, nodes, prepared));
        let mut total: usize = self.prepared.iter().map(|(_, nodes, _)| nodes + 1024).sum();
        while total > MAX_PREPARED_NODES && self.prepared.len() > 1 {
            total -= self.prepared.remove(0).1 + 1024;
        }
        answer
    }

    fn query(
        &mut self,
        trace: &Trace,
        prepared: &mut Prepared,
        mut requirements: Vec<Requirement>,
        prefix: usize,
        limits: Limits,
    ) -> Answer {
        let start = Instant::now();
        let answer =
            match prepared.slice(trace, requirements.iter().map(|(node, ..)| *node), prefix) {
                Ok(slice) => {
                    requirements.extend(slice.iter().map(|&position| {
                        let entry = &trace.path[position as usize];
                        (entry.node, true, u128::from(entry.flags & TAKEN))
                    }));
                    self.decide(trace, prepared, &requirements, start, limits)
                }
                Err(_) => {
                    self.statistics.malformed += 1;
                    Answer::Unknown
                }
            };
        let seconds = start.elapsed().as_secs_f64();
        let statistics = &mut self.statistics;
        statistics.queries += 1;
        statistics.seconds += seconds;
        statistics.times.note(seconds);
        statistics.slowest = statistics.slowest.max(seconds);
        match &answer {
            Answer::Sat(_) => statistics.sat += 1,
            Answer::Unsat => statistics.unsat += 1,
            Answer::Unknown => statistics.unknown += 1,
        }
        answer
    }

    fn decide(
        &mut self,
        trace: &Trace,
        prepared: &Prepared,
        requirements: &[Requirement],
        start: Instant,
        limits: Limits,
    ) -> Answer {
        let mut problem = Problem::new(trace, prepared, &mut self.scratch, requirements);
        self.statistics.work += SIMPLIFYING * (problem.terms.len() + requirements.len()) as u64;
        match simplify(&mut problem) {
            Ok(()) => {}
            Err(by) => {
                match by {
                    RefutedBy::Inversion => self.statistics.inverted += 1,
                    RefutedBy::Intervals => self.statistics.interval_refuted += 1,
                }
                return Answer::Unsat;
            }
        }
        let mut assignment = problem.current();
        let mut values = Vec::new();
        let keep = violated_parts(&problem, &assignment, &mut values);
        if keep.contains(&true) {
            let (part, variables) = problem.restricted(&keep);
            match self.decide_part(trace, &part, start, limits) {
                Cached::Model(model) => variables
                    .iter()
                    .zip(model)
                    .for_each(|(&variable, value)| assignment[variable as usize] = value),
                Cached::Unsat => return Answer::Unsat,
                Cached::Unknown(_) => return Answer::Unknown,
            }
        } else {
            self.statistics.inverted += 1;
        }
        self.checked(trace, prepared, &problem, &assignment, requirements)
    }

    /// Decides a simplified problem, and counts which method decided it.
    fn decide_part(
        &mut self,
        trace: &Trace,
        problem: &Problem<'_>,
        start: Instant,
        limits: Limits,
    ) -> Cached {
        let key = problem.fingerprint();
        let mut values = Vec::new();
        let more = |before: &Limits| limits.conflicts > before.conflicts;
        match self.cache.get(&key) {
            Some(Cached::Unknown(before)) if more(before) => {}
            Some(cached) => {
                self.statistics.cache_hits += 1;
                return cached.clone();
            }
            None => {}
        }
        let current = problem.current();
        for model in self.recent.iter().rev() {
            let value = |(variable, &own): (&crate::problem::Variable, &u64)| {
                model
                    .get(&variable.key)
                    .map_or(own, |&value| value.clamp(variable.low, variable.high))
            };
            let proposal: Vec<u64> = problem.variables.iter().zip(&current).map(value).collect();
            if proposal != current && problem.satisfied(&proposal, &mut values) {
                self.statistics.cache_hits += 1;
                return Cached::Model(proposal);
            }
        }
        let mut means = Means {
            limits,
            seed: self.seed,
            deadline: start + limits.time,
            statistics: &mut self.statistics,
        };
        let (found, late) = means.decide(trace, problem, &current);
        if let Cached::Model(model) = &found {
            if self.recent.len() == RECENT_MODELS {
                self.recent.remove(0);
            }
            self.recent.push(
                problem
                    .variables
                    .iter()
                    .zip(model)
                    .map(|(variable, &value)| (variable.key, value))
                    .collect(),
            );
        }
        if !late {
            if self.cache.len() >= MAX_CACHED || self.cached >= MAX_CACHED_BYTES {
                self.forget_answers();
            }
            self.cached += CACHED
                + match &found {
                    Cached::Model(model) => size_of_val(model.as_slice()),
                    Cached::Unsat | Cached::Unknown(_) => 0,
                };
            self.cache.insert(key, found.clone());
        }
        found
    }

    /// Makes an answer of an assignment, after checking all requirements by evaluating the trace itself under it.
    fn checked(
        &mut self,
        trace: &Trace,
        prepared: &Prepared,
        problem: &Problem<'_>,
        assignment: &[u64],
        requirements: &[Requirement],
    ) -> Answer {
        let mut choices = trace.values();
        let mut changes = Vec::new();
        for (variable, &value) in problem.variables.iter().zip(assignment) {
            let (low, high) = variable.declared;
            if value < low || value > high {
                self.statistics.wrong_models += 1;
                return Answer::Unknown;
            }
            if choices[variable.choice as usize] != value {
                choices[variable.choice as usize] = value;
                changes.push((variable.choice, value));
            }
        }
        for (choice, &first) in prepared.canonical.iter().enumerate() {
            choices[choice] = choices[first as usize];
        }
        self.memo.reset(trace.nodes.len());
        let holds = |&(node, equal, value): &Requirement| {
            (self.memo.eval(trace, &choices, node) == value) == equal
        };
        if !requirements.iter().all(holds) {
            self.statistics.wrong_models += 1;
            return Answer::Unknown;
        }
        changes.sort_unstable();
        Answer::Sat(changes)
    }
}
