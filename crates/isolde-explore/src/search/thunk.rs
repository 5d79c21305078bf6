//! The search on one thunk. It takes turns; what it does in a turn depends on its seed, its own history and the coverage known when the
//! turn began, never on time or on other threads.

use super::budget::{Budget, Ration, SUBSTITUTING, VISITING};
use super::corpus::Corpus;
use super::frontier::Frontier;
use super::growth::Growth;
use super::neighbours::Neighbours;
use super::novelty::{Gain, Novelty};
use super::pace::Pace;
use super::path::Class;
use super::programs::Programs;
use super::prospect::{Directions, Prospect, Reach};
use super::seen::Seen;
use super::share::Share;
use super::strategy::{Balance, Strategy};
use super::substitution::Substitutions;
use super::tally::Tally;
use super::traces::Traces;
use crate::config::{Guide, Sites};
use crate::dictionary::Dictionary;
use crate::error::ExploreError;
use crate::layout::Layouts;
use crate::random::Random;
use crate::result::{Clock, ThunkStats};
use isolde_record::Case;
use isolde_solver::{Limits, Solver};
use std::collections::{BTreeSet, HashSet};
use std::time::{Duration, Instant};

/// Work without a gain after which a thunk is given up if no path condition is left.
const FRUITLESS: u64 = 3_000;
/// Minimum time limit of a run, of the coverage and of the symbolic program.
const SHORTEST_LIMIT: Duration = Duration::from_millis(20);
const SHORTEST_LIMIT_OF_TRACE: Duration = Duration::from_millis(200);
/// Minimum work without a gain after which a thunk is given up while code that no search has reached lies behind a branch that it meets.
const PATIENCE: u64 = 100_000;
/// The same when it is not known which branch leads to such code, or when only queries that were given up before are left.
const LESS_PATIENCE: u64 = 60_000;
/// The same when only directions of branches are missing that other searches have taken.
const SHORT_PATIENCE: u64 = 30_000;
/// The same when only failures of checks that the compiler inserted are missing.
const SHORTER_PATIENCE: u64 = 15_000;
/// The same when nothing is known to be missing.
const SHORTEST_PATIENCE: u64 = 5_000;
/// Maximum factor by which the usual patience of a search is raised.
const MOST_PERSISTENCE: u64 = 4;
/// Work after which the prospect is assessed again.
const ASSESSED_EVERY: u64 = 500;

/// The largest share of a round's work that a turn can get.
pub(crate) const FULL_SHARE: u32 = 8;

/// What all turns share.
pub(crate) struct Context<'a> {
    pub(crate) sites: &'a Sites,
    /// Coverage of all thunks when the turn began.
    pub(crate) covered: &'a BTreeSet<u32>,
    /// The memory that the search may keep.
    pub(crate) share: Share,
    /// Where cases are counted during the turn.
    pub(crate) tally: &'a Tally,
    /// As [`Config::feedback`](crate::Config::feedback).
    pub(crate) feedback: bool,
}

impl<'a> Context<'a> {
    /// Where this search and the others have been.
    pub(super) fn reach(&self, novelty: &'a Novelty) -> Reach<'a> {
        Reach {
            sites: self.sites,
            covered: self.covered,
            novelty,
        }
    }
}

/// One turn of one search.
pub(crate) struct Turn<'a, 'b> {
    pub(crate) programs: &'a mut Programs,
    pub(crate) context: &'a Context<'b>,
    pub(crate) budget: &'a mut Budget<'b>,
}

/// The results of a search.
pub(crate) struct Finished {
    pub(crate) cases: Vec<Case>,
    pub(crate) stats: ThunkStats,
    pub(crate) clock: Clock,
    pub(crate) solver: isolde_solver::Statistics,
}

/// The state of one search.
pub(crate) struct ThunkSearch {
    pub(super) thunk: u32,
    /// Whether the thunk makes a sequence of calls.
    is_sequence: bool,
    pub(super) guide: Guide,
    /// Time spent in turns.
    pub(super) clock: Clock,
    /// The moment up to which the clock has counted.
    counted: Instant,
    pub(super) random: Random,
    pub(super) solver: Solver,
    /// How long runs take, and how long traced runs take.
    pub(super) pace: Pace,
    pub(super) pace_of_traces: Pace,
    /// Time spent in runs.
    pub(super) running: Duration,
    pub(super) corpus: Corpus,
    pub(super) novelty: Novelty,
    pub(super) frontier: Frontier,
    /// Path conditions whose negation was given up within small limits.
    pub(super) given_up: Frontier,
    /// How many path conditions were taken to be negated.
    pub(super) negations: u64,
    /// Work of the solver, and how much of it was spent on queries that had been given up before.
    pub(super) query_work: u64,
    pub(super) given_up_work: u64,
    pub(super) traces: Traces,
    pub(super) dictionary: Dictionary,
    pub(super) layouts: Layouts,
    pub(super) substitutions: Substitutions,
    pub(super) neighbours: Neighbours,
    /// Whether hash tables get true hashes in traced runs.
    pub(super) hashes: bool,
    /// Whether the input that is tried now is traced even if it shows nothing new.
    pub(super) sampled: bool,
    /// Inputs that were run without a seed.
    pub(super) inputs: Seen,
    /// Path prefixes that were taken or tried.
    pub(super) prefixes: Seen,
    pub(super) paths: Seen,
    pub(super) classes: HashSet<Class>,
    pub(super) directions: Directions,
    pub(super) growth: Growth,
    /// The best that may still be found, and the work done when that was assessed.
    pub(super) prospect: Prospect,
    assessed: u64,
    /// Factor by which the usual patience is raised.
    persistence: u64,
    /// Turns in a row without a gain.
    fruitless: u32,
    pub(super) cases: Vec<(Gain, Case)>,
    /// Cases that are new only in the path they took.
    pub(super) path_cases: Vec<Case>,
    pub(super) begun: bool,
    /// Whether runs make no choices, so that there is nothing to search.
    pub(super) constant: bool,
    /// Work done in all, and until the latest gain.
    pub(super) work: u64,
    pub(super) gained: u64,
    balance: Balance,
    pub(super) substituting: Ration,
    pub(super) visiting: Ration,
    pub(super) stats: ThunkStats,
}

impl ThunkSearch {
    /// `is_sequence`: whether the thunk makes a sequence of calls, whose functions have searches of their own.
    pub(crate) fn new(thunk: u32, is_sequence: bool, seed: u64, guide: Guide) -> ThunkSearch {
        let mut limits = Limits::default();
        if let Some(time) = guide.solver {
            limits.time = time;
        }
        ThunkSearch {
            thunk,
            is_sequence,
            guide,
            clock: Clock::of(thunk),
            counted: Instant::now(),
            random: Random::new(seed, u64::from(thunk)),
            solver: Solver::new(limits, seed),
            pace: Pace::new(SHORTEST_LIMIT),
            pace_of_traces: Pace::new(SHORTEST_LIMIT_OF_TRACE),
            running: Duration::ZERO,
            corpus: Corpus::default(),
            novelty: Novelty::default(),
            frontier: Frontier::default(),
            given_up: Frontier::default(),
            negations: 0,
            query_work: 0,
            given_up_work: 0,
            traces: Traces::new(),
            dictionary: Dictionary::default(),
            layouts: Layouts::default(),
            substitutions: Substitutions::default(),
            neighbours: Neighbours::default(),
            hashes: false,
            sampled: false,
            inputs: Seen::new(0),
            prefixes: Seen::new(0),
            paths: Seen::new(0),
            classes: HashSet::new(),
            directions: Directions::default(),
            growth: Growth::default(),
            prospect: Prospect::default(),
            assessed: 0,
            persistence: 1,
            fruitless: 0,
            cases: Vec::new(),
            path_cases: Vec::new(),
            begun: false,
            constant: false,
            work: 0,
            gained: 0,
            balance: Balance::default(),
            substituting: SUBSTITUTING,
            visiting: VISITING,
            stats: ThunkStats {
                thunk,
                ..ThunkStats::default()
            },
        }
    }

    pub(crate) fn thunk(&self) -> u32 {
        self.thunk
    }

    pub(crate) fn covered(&self) -> &BTreeSet<u32> {
        self.novelty.covered()
    }

    pub(crate) fn cases(&self) -> usize {
        self.cases.len()
    }

    pub(crate) fn stats(&self) -> &ThunkStats {
        &self.stats
    }

    /// Whether further turns are not worth their time.
    pub(crate) fn is_saturated(&self) -> bool {
        self.begun
            && (self.constant
                || self
                    .guide
                    .runs
                    .is_some_and(|runs| self.stats.executions >= runs)
                || self.guide.time.is_some_and(|time| self.clock.spent >= time)
                || (self.is_idle() && self.growth.is_done()))
    }

    /// Whether inputs of usual sizes are exhausted, as far as can be told.
    fn is_idle(&self) -> bool {
        let idle = self.work - self.gained;
        let patience = match self.prospect {
            // At least as long again as it took until the latest gain.
            Prospect::Uncovered if !self.frontier.is_empty() => PATIENCE.max(self.gained),
            // The functions of a sequence have searches of their own: what these look for in vain, or have found, is worth less to it.
            Prospect::Unreached if self.is_sequence => SHORT_PATIENCE,
            Prospect::Untaken if self.is_sequence => SHORTEST_PATIENCE,
            Prospect::Uncovered | Prospect::Unreached => LESS_PATIENCE,
            Prospect::Untaken => SHORT_PATIENCE,
            Prospect::Unlikely => SHORTER_PATIENCE,
            Prospect::Nothing => SHORTEST_PATIENCE,
        };
        let is_empty = self.frontier.is_empty() && self.given_up.is_empty();
        idle > patience * self.persistence || (is_empty && idle > FRUITLESS * self.persistence)
    }

    /// Continues with more patience, once all other searches are saturated too, if there is known code that no search has reached; returns whether it
    /// continues.
    pub(crate) fn resume(&mut self) -> bool {
        while self.is_saturated() && self.may_resume() {
            self.persistence *= 2;
        }
        !self.is_saturated()
    }

    fn may_resume(&self) -> bool {
        let least = match self.is_sequence {
            true => Prospect::Uncovered,
            false => Prospect::Unreached,
        };
        !self.constant && self.persistence < MOST_PERSISTENCE && self.prospect >= least
    }

    /// The share of a round's work that the next turn gets, out of [`FULL_SHARE`]: more where more may be found, less after turns without a gain.
    pub(crate) fn share(&self) -> u32 {
        let share = match self.prospect {
            Prospect::Uncovered => FULL_SHARE,
            Prospect::Unreached | Prospect::Untaken => FULL_SHARE / 2,
            Prospect::Unlikely | Prospect::Nothing => FULL_SHARE / 4,
        };
        (share >> self.fruitless.min(2)).max(1)
    }

    /// What was found.
    pub(crate) fn finish(mut self) -> Finished {
        self.stats.branches = self.novelty.covered().len() as u32;
        self.stats.saturated = self.is_saturated();
        let cases = self.cases.into_iter().map(|(_, case)| case);
        Finished {
            cases: cases.chain(self.path_cases).collect(),
            stats: self.stats,
            clock: self.clock,
            solver: self.solver.statistics().clone(),
        }
    }

    /// Takes a turn.
    pub(crate) fn turn(&mut self, turn: &mut Turn) -> Result<(), ExploreError> {
        turn.programs.renew()?;
        self.counted = Instant::now();
        self.bound(turn.context.share);
        if !self.begun {
            self.begin(turn)?;
            self.begun = true;
        }
        let cases = self.cases.len();
        self.assess(turn.context);
        while !turn.budget.is_spent() && !self.is_saturated() {
            if self.is_idle() {
                self.grow(turn)?;
            } else {
                self.step(turn)?;
            }
            if self.work - self.assessed > ASSESSED_EVERY {
                self.assess(turn.context);
            }
            self.tick();
        }
        self.rest(turn.context.share);
        self.tick();
        self.fruitless = if self.cases.len() > cases {
            0
        } else {
            self.fruitless + 1
        };
        Ok(())
    }

    /// One step of the search among inputs of usual sizes.
    fn step(&mut self, turn: &mut Turn) -> Result<(), ExploreError> {
        self.follow_suggestions(turn)?;
        let (before, gains) = (self.work, self.cases.len() as f64);
        let is_empty = self.frontier.is_empty() && self.given_up.is_empty();
        let strategy = if is_empty {
            Strategy::Mutation
        } else {
            self.balance.next()
        };
        match strategy {
            Strategy::Mutation => self.mutate(turn)?,
            Strategy::Negation => self.negate(turn)?,
        }
        let gains = self.cases.len() as f64 - gains;
        self.balance.note(strategy, gains, self.work - before);
        Ok(())
    }

    /// Keeps within these bounds of memory from now on.
    fn bound(&mut self, share: Share) {
        self.traces.bound(share.traces_in_turn(), share.inputs());
        self.frontier.bound(share.candidates() / 4 * 3);
        self.given_up.bound(share.candidates() / 4);
        self.corpus.bound(share.corpus());
        self.substitutions.bound(share.substitutions());
        self.prefixes.bound(share.prefixes() / Seen::BYTES);
        self.inputs.bound(share.hashes() / Seen::BYTES);
        self.paths.bound(share.hashes() / Seen::BYTES);
    }

    /// Frees the memory that the search does not need until its next turn, or all that it no longer needs if there will be none.
    fn rest(&mut self, share: Share) {
        self.solver.rest(share.answers());
        if !self.is_saturated() || self.may_resume() {
            self.traces.bound(share.traces(), share.inputs());
            return;
        }
        self.traces = Traces::new();
        self.frontier = Frontier::default();
        self.given_up = Frontier::default();
        self.growth.rest();
        self.corpus = Corpus::default();
        self.substitutions = Substitutions::default();
        self.neighbours = Neighbours::default();
        self.layouts = Layouts::default();
        for seen in [&mut self.inputs, &mut self.prefixes, &mut self.paths] {
            *seen = Seen::new(0);
        }
    }

    /// Assesses what may still be found.
    fn assess(&mut self, context: &Context) {
        self.assessed = self.work;
        self.prospect = self.directions.prospect(&context.reach(&self.novelty));
    }

    /// Adds the time since the last tick.
    pub(super) fn tick(&mut self) {
        let now = Instant::now();
        self.clock.spent += now - std::mem::replace(&mut self.counted, now);
    }
}
