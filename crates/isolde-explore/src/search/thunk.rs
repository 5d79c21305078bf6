//! The search on one thunk. It takes turns; what it does in a turn depends on its seed, its own history and the coverage known when the
//! turn began, never on time or on other threads.

use super::budget::Budget;
use super::corpus::Corpus;
use super::frontier::Frontier;
use super::growth::Growth;
use super::novelty::{Gain, Novelty};
use super::path::Class;
use super::programs::Programs;
use super::prospect::{Directions, Prospect};
use super::strategy::{Balance, Strategy};
use super::substitution::Substitutions;
use super::traces::Traces;
use crate::config::{Guide, Sites};
use crate::dictionary::Dictionary;
use crate::error::ExploreError;
use crate::layout::Layouts;
use crate::mutate::mutate;
use crate::random::Random;
use crate::result::{Clock, ThunkStats};
use isolde_record::{Case, Tape};
use isolde_solver::{Limits, Solver};
use std::collections::{BTreeSet, HashSet};
use std::time::Instant;

/// Random inputs at the beginning.
const DRAWS: usize = 24;
/// Mutants of one input in a row.
const MUTANTS: usize = 16;
/// Of so many mutants that show nothing new, one is traced all the same: what it compares may be new.
const SAMPLED: usize = 12;
/// Work without any gain after which a thunk is given up when no path condition is left.
const FRUITLESS: u64 = 3_000;
/// Work without any gain after which a thunk is given up as long as code that nobody has reached lies behind a branch that it meets, at least.
const PATIENCE: u64 = 100_000;
/// The same when such code is only known to exist, or others have reached it, or all that is left was given up before.
const SHORT_PATIENCE: u64 = 30_000;
/// The same when there is nothing that is known to be missing.
const SHORTEST_PATIENCE: u64 = 5_000;
/// Work after which what may still be won is assessed again.
const ASSESSED_EVERY: u64 = 500;

/// Work of a turn that deserves as much as any.
pub(crate) const FULL_SHARE: u32 = 8;

/// What all turns share.
pub(crate) struct Context<'a> {
    pub(crate) sites: &'a Sites,
    /// Coverage of all thunks when the turn began.
    pub(crate) covered: &'a BTreeSet<u32>,
}

/// One turn of one search.
pub(crate) struct Turn<'a, 'b> {
    pub(crate) programs: &'a mut Programs,
    pub(crate) context: &'a Context<'b>,
    pub(crate) budget: &'a mut Budget<'b>,
}

/// What a search leaves.
pub(crate) struct Finished {
    pub(crate) cases: Vec<Case>,
    pub(crate) stats: ThunkStats,
    pub(crate) clock: Clock,
    pub(crate) solver: isolde_solver::Statistics,
}

/// The state of one search.
pub(crate) struct ThunkSearch {
    pub(super) thunk: u32,
    pub(super) guide: Guide,
    /// Time spent in turns.
    pub(super) clock: Clock,
    /// Up to when the clock has counted.
    counted: Instant,
    pub(super) random: Random,
    pub(super) solver: Solver,
    pub(super) corpus: Corpus,
    pub(super) novelty: Novelty,
    pub(super) frontier: Frontier,
    /// Path conditions whose negation was given up within small limits.
    pub(super) given_up: Frontier,
    /// Work of the solver, and how much of it went into queries that had been given up before.
    pub(super) query_work: u64,
    pub(super) given_up_work: u64,
    pub(super) traces: Traces,
    pub(super) dictionary: Dictionary,
    pub(super) layouts: Layouts,
    pub(super) substitutions: Substitutions,
    /// Whether traced runs give tables their hashes.
    pub(super) hashes: bool,
    /// Whether the input being tried is traced whatever it does.
    pub(super) sampled: bool,
    /// Inputs that were run without a seed.
    pub(super) inputs: HashSet<u64>,
    /// Path prefixes that were taken or tried.
    pub(super) prefixes: HashSet<u64>,
    pub(super) paths: HashSet<u64>,
    pub(super) classes: HashSet<Class>,
    pub(super) directions: Directions,
    pub(super) growth: Growth,
    /// The best that may still be won, and the work when that was assessed.
    pub(super) prospect: Prospect,
    assessed: u64,
    /// Turns in a row that brought nothing.
    fruitless: u32,
    pub(super) cases: Vec<(Gain, Case)>,
    /// Cases that are new only in the path they took.
    pub(super) path_cases: Vec<Case>,
    pub(super) begun: bool,
    /// Whether runs make no choices, so that there is nothing to search.
    pub(super) constant: bool,
    /// Work done, and how much of it when something was gained last.
    pub(super) work: u64,
    pub(super) gained: u64,
    balance: Balance,
    pub(super) stats: ThunkStats,
}

impl ThunkSearch {
    pub(crate) fn new(thunk: u32, seed: u64, guide: Guide) -> ThunkSearch {
        let mut limits = Limits::default();
        if let Some(time) = guide.solver {
            limits.time = time;
        }
        ThunkSearch {
            thunk,
            guide,
            clock: Clock::of(thunk),
            counted: Instant::now(),
            random: Random::new(seed, u64::from(thunk)),
            solver: Solver::new(limits, seed),
            corpus: Corpus::default(),
            novelty: Novelty::default(),
            frontier: Frontier::default(),
            given_up: Frontier::default(),
            query_work: 0,
            given_up_work: 0,
            traces: Traces::default(),
            dictionary: Dictionary::default(),
            layouts: Layouts::default(),
            substitutions: Substitutions::default(),
            hashes: false,
            sampled: false,
            inputs: HashSet::new(),
            prefixes: HashSet::new(),
            paths: HashSet::new(),
            classes: HashSet::new(),
            directions: Directions::default(),
            growth: Growth::default(),
            prospect: Prospect::default(),
            assessed: 0,
            fruitless: 0,
            cases: Vec::new(),
            path_cases: Vec::new(),
            begun: false,
            constant: false,
            work: 0,
            gained: 0,
            balance: Balance::default(),
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

    /// Whether more turns are not worth their time.
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
            // As long again as it has taken until now.
            Prospect::Uncovered if !self.frontier.is_empty() => PATIENCE.max(self.gained),
            Prospect::Uncovered | Prospect::Untaken | Prospect::Unreached => SHORT_PATIENCE,
            Prospect::Nothing => SHORTEST_PATIENCE,
        };
        let is_empty = self.frontier.is_empty() && self.given_up.is_empty();
        idle > patience || (is_empty && idle > FRUITLESS)
    }

    /// How much of a round's work the next turn deserves, of [`FULL_SHARE`]: more where more may be won, less after turns in vain.
    pub(crate) fn share(&self) -> u32 {
        let share = match self.prospect {
            Prospect::Uncovered => FULL_SHARE,
            Prospect::Untaken | Prospect::Unreached => FULL_SHARE / 2,
            Prospect::Nothing => FULL_SHARE / 4,
        };
        (share >> self.fruitless.min(2)).max(1)
    }

    /// What was found.
    pub(crate) fn finish(mut self) -> Finished {
        self.stats.branches = self.novelty.covered().len() as u32;
        self.stats.paths = self.paths.len() as u64;
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
        if !self.substitutions.is_empty() && self.random.one_in(2) {
            self.substitute(turn)?;
        }
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

    /// Assesses what may still be won.
    fn assess(&mut self, context: &Context) {
        self.assessed = self.work;
        self.prospect = self.directions.prospect(context, &self.novelty);
    }

    /// Adds the time since the last tick.
    pub(super) fn tick(&mut self) {
        let now = Instant::now();
        self.clock.spent += now - std::mem::replace(&mut self.counted, now);
    }

    /// The simplest input, those given, and a few random ones.
    fn begin(&mut self, turn: &mut Turn) -> Result<(), ExploreError> {
        self.try_input(&Tape::default(), 0, None, turn)?;
        for seed in std::mem::take(&mut self.guide.seeds) {
            self.try_input(&seed, 0, None, turn)?;
        }
        for _ in 0..DRAWS {
            let is_enough = self
                .guide
                .runs
                .is_some_and(|runs| self.stats.executions >= runs);
            if turn.budget.is_spent() || self.constant || is_enough {
                break;
            }
            let seed = self.random.seed();
            self.try_input(&Tape::default(), seed, None, turn)?;
        }
        Ok(())
    }

    /// A few mutants of one input.
    fn mutate(&mut self, turn: &mut Turn) -> Result<(), ExploreError> {
        if self.corpus.is_empty() {
            let seed = self.random.seed();
            return self.try_input(&Tape::default(), seed, None, turn);
        }
        let choices = self.corpus.pick(&mut self.random).choices.clone();
        let other = self.corpus.any(&mut self.random).choices.clone();
        for _ in 0..MUTANTS {
            if turn.budget.is_spent() {
                break;
            }
            let mutant = mutate(
                &choices,
                &other,
                &self.dictionary,
                &self.layouts,
                &mut self.random,
            );
            self.sampled = self.random.one_in(SAMPLED);
            self.try_input(&mutant.tape, mutant.seed, None, turn)?;
            self.sampled = false;
        }
        Ok(())
    }

    /// A few substitutions of parts of inputs.
    fn substitute(&mut self, turn: &mut Turn) -> Result<(), ExploreError> {
        for _ in 0..MUTANTS {
            if turn.budget.is_spent() {
                break;
            }
            let Some(substitution) = self.substitutions.pop() else {
                break;
            };
            let mut tape = substitution.apply(&self.layouts);
            if tape.is_none()
                && let Some(scout) = substitution.scout()
            {
                self.try_input(&scout, 0, None, turn)?;
                tape = substitution.apply(&self.layouts);
            }
            if let Some(tape) = tape {
                // A comparison that was passed may lie in code whose coverage is not counted.
                self.sampled = substitution.first;
                self.try_input(&tape, 0, None, turn)?;
                self.sampled = false;
            }
        }
        Ok(())
    }
}
