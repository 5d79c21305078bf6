//! The search on one thunk. It takes turns; what it does in a turn depends on its seed, its own history and the coverage known when the
//! turn began, never on time or on other threads.

use super::budget::{self, Budget};
use super::corpus::Corpus;
use super::frontier::Frontier;
use super::negation::Prediction;
use super::novelty::{Gain, Novelty, input_hash};
use super::pace::Pace;
use super::path::Class;
use super::programs::Programs;
use super::seen::Seen;
use super::share::Share;
use super::substitution::Substitutions;
use super::tally::Tally;
use super::traces::Traces;
use crate::config::{Guide, Sites};
use crate::dictionary::Dictionary;
use crate::error::ExploreError;
use crate::layout::Layouts;
use crate::mutate::mutate;
use crate::random::Random;
use crate::result::{Clock, ThunkStats, case_of};
use crate::worker::{Request, RunResult};
use isolde_record::{Case, Outcome, Tape};
use isolde_solver::{Limits, Solver};
use std::collections::{BTreeSet, HashSet};
use std::time::{Duration, Instant};

/// Random inputs at the beginning.
const DRAWS: usize = 24;
/// Cases kept for other reasons than new code or a new outcome.
const MOST_OTHER_CASES: usize = 48;
/// Cases kept at all.
const MOST_CASES: usize = 256;
/// Cases kept only because they took a path of a new class.
const MOST_PATH_CASES: usize = 24;
/// Mutants of one input in a row.
const MUTANTS: usize = 16;
/// Of so many mutants that show nothing new, one is traced all the same: what it compares may be new.
const SAMPLED: usize = 12;
/// Work without any gain after which a thunk is given up when no path condition is left.
const FRUITLESS: u64 = 3_000;
/// No run of the coverage program is ended sooner, and none of the symbolic program.
const SHORTEST_LIMIT: Duration = Duration::from_millis(20);
const SHORTEST_LIMIT_OF_TRACE: Duration = Duration::from_millis(200);
/// Work without any gain after which a thunk is given up, at least.
const PATIENCE: u64 = 100_000;

/// What all turns share.
pub(crate) struct Context<'a> {
    pub(crate) sites: &'a Sites,
    /// Coverage of all thunks when the turn began.
    pub(crate) covered: &'a BTreeSet<u32>,
    /// The memory that the search may keep.
    pub(crate) share: Share,
    /// Where cases are counted while the turn goes on.
    pub(crate) tally: &'a Tally,
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
    clock: Clock,
    /// Up to when the clock has counted.
    counted: Instant,
    pub(super) random: Random,
    pub(super) solver: Solver,
    /// How long runs take, and traced runs.
    pace: Pace,
    pub(super) pace_of_traces: Pace,
    /// Time spent in runs.
    running: Duration,
    pub(super) corpus: Corpus,
    pub(super) novelty: Novelty,
    pub(super) frontier: Frontier,
    pub(super) traces: Traces,
    pub(super) dictionary: Dictionary,
    pub(super) layouts: Layouts,
    pub(super) substitutions: Substitutions,
    /// Whether traced runs give tables their hashes.
    pub(super) hashes: bool,
    /// Whether the input being tried is traced whatever it does.
    pub(super) sampled: bool,
    /// Inputs that were run without a seed.
    pub(super) inputs: Seen,
    /// Path prefixes that were taken or tried.
    pub(super) prefixes: Seen,
    pub(super) paths: Seen,
    pub(super) classes: HashSet<Class>,
    pub(super) directions: HashSet<(u32, bool)>,
    pub(super) cases: Vec<(Gain, Case)>,
    /// Cases that are new only in the path they took.
    path_cases: Vec<Case>,
    pub(super) begun: bool,
    /// Whether runs make no choices, so that there is nothing to search.
    pub(super) constant: bool,
    /// Work done, and how much of it when something was gained last.
    pub(super) work: u64,
    pub(super) gained: u64,
    /// Gains and work of the two strategies, decaying: mutation, negation.
    pub(super) yields: [Yield; 2],
    pub(super) stats: ThunkStats,
}

/// How much a strategy brought lately.
#[derive(Clone, Copy, Debug)]
pub(super) struct Yield {
    gains: f64,
    work: f64,
}

impl Yield {
    fn note(&mut self, gains: f64, work: u64) {
        // Half of it is forgotten about every thousand units of work.
        let kept = 0.5_f64.powf(work as f64 / 1000.0);
        self.gains = self.gains * kept + gains;
        self.work = self.work * kept + work as f64;
    }

    fn rate(&self) -> f64 {
        (self.gains + 0.1) / (self.work + 100.0)
    }
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
            clock: Clock {
                thunk,
                ..Clock::default()
            },
            counted: Instant::now(),
            random: Random::new(seed, u64::from(thunk)),
            solver: Solver::new(limits, seed),
            pace: Pace::new(SHORTEST_LIMIT),
            pace_of_traces: Pace::new(SHORTEST_LIMIT_OF_TRACE),
            running: Duration::ZERO,
            corpus: Corpus::default(),
            novelty: Novelty::default(),
            frontier: Frontier::default(),
            traces: Traces::new(),
            dictionary: Dictionary::default(),
            layouts: Layouts::default(),
            substitutions: Substitutions::default(),
            hashes: false,
            sampled: false,
            inputs: Seen::new(0),
            prefixes: Seen::new(0),
            paths: Seen::new(0),
            classes: HashSet::new(),
            directions: HashSet::new(),
            cases: Vec::new(),
            path_cases: Vec::new(),
            begun: false,
            constant: false,
            work: 0,
            gained: 0,
            yields: [Yield {
                gains: 0.0,
                work: 0.0,
            }; 2],
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
        let idle = self.work - self.gained;
        self.begun
            && (self.constant
                || self
                    .guide
                    .runs
                    .is_some_and(|runs| self.stats.executions >= runs)
                || self.guide.time.is_some_and(|time| self.clock.spent >= time)
                || idle > PATIENCE.max(self.gained)
                || (self.frontier.is_empty() && idle > FRUITLESS))
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
        while !turn.budget.is_spent() && !self.is_saturated() {
            if !self.substitutions.is_empty() && self.random.one_in(2) {
                self.substitute(turn)?;
            }
            let (before, gains) = (self.work, self.cases.len() as f64);
            let strategy = self.choose();
            match strategy {
                0 => self.mutate(turn)?,
                _ => self.negate(turn)?,
            }
            let work = self.work - before;
            self.yields[strategy].note(self.cases.len() as f64 - gains, work);
            self.tick();
        }
        self.rest(turn.context.share);
        self.tick();
        Ok(())
    }

    /// Keeps within these bounds of memory from now on.
    fn bound(&mut self, share: Share) {
        self.traces.bound(share.traces_in_turn(), share.inputs());
        self.frontier.bound(share.candidates());
        self.corpus.bound(share.corpus());
        self.substitutions.bound(share.substitutions());
        self.prefixes.bound(share.prefixes() / Seen::BYTES);
        self.inputs.bound(share.hashes() / Seen::BYTES);
        self.paths.bound(share.hashes() / Seen::BYTES);
    }

    /// Gives back the memory that the search does not need until its next turn, or for ever if there is none.
    fn rest(&mut self, share: Share) {
        self.solver.rest(share.answers());
        if !self.is_saturated() {
            self.traces.bound(share.traces(), share.inputs());
            return;
        }
        self.traces = Traces::new();
        self.frontier = Frontier::default();
        self.corpus = Corpus::default();
        self.substitutions = Substitutions::default();
        self.layouts = Layouts::default();
        for seen in [&mut self.inputs, &mut self.prefixes, &mut self.paths] {
            *seen = Seen::new(0);
        }
    }

    /// Adds the time since the last tick.
    fn tick(&mut self) {
        let now = Instant::now();
        self.clock.spent += now - std::mem::replace(&mut self.counted, now);
    }

    /// 0 for mutation, 1 for negation: the one with the better yield most of the time.
    fn choose(&mut self) -> usize {
        if self.frontier.is_empty() {
            return 0;
        }
        // Mutation is bad at telling when it is done, negation is not: favour it.
        let mutation_pays = self.yields[0].rate() > 2.0 * self.yields[1].rate();
        usize::from(!self.random.one_in(if mutation_pays { 2 } else { 24 }))
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

    /// Runs an input, keeps it if it is new, and traces it if it is new or was predicted to take a new path.
    pub(super) fn try_input(
        &mut self,
        tape: &Tape,
        seed: u64,
        prediction: Option<&Prediction>,
        turn: &mut Turn,
    ) -> Result<(), ExploreError> {
        // An input that is predicted to take a new path is traced even if mutation has met it before.
        if seed == 0 && !self.inputs.insert(hash(tape)) && prediction.is_none() {
            return Ok(());
        }
        let run = self.run(
            &Request {
                seed,
                limit: Some(self.pace.limit()),
                ..Request::new(self.thunk, tape)
            },
            turn,
        )?;
        self.constant |= run.choices.is_empty() && seed == 0 && tape.0.is_empty();
        self.layouts.note(&run.choices);
        let gain = self.novelty.judge(&run);
        if run.timed_out && !self.pace.repeats(gain) {
            return Ok(());
        }
        if gain > Gain::None
            && let Some(confirmed) = self.confirm(&run, turn)?
        {
            return self.trace(&confirmed, prediction, true, turn);
        }
        // A refused input is no case, but its conditions lead to inputs that are accepted.
        let is_refused = run.outcome == Outcome::Discarded && self.novelty.note_refused(&run);
        if is_refused {
            self.corpus.add(run.choices.clone(), Gain::Shape);
        }
        if prediction.is_some() || self.sampled || is_refused {
            self.trace(&run, prediction, false, turn)?;
        }
        Ok(())
    }

    fn run(&mut self, request: &Request, turn: &mut Turn) -> Result<RunResult, ExploreError> {
        let began = Instant::now();
        let run = turn.programs.coverage.run(request)?;
        let took = began.elapsed();
        self.running += took;
        match request.limit {
            _ if run.timed_out => {}
            Some(_) => self.pace.note(took),
            None => self.pace.note_slow(took),
        }
        self.stats.executions += 1;
        self.stats.timed_out += u64::from(run.timed_out);
        let fatal = if run.outcome.is_fatal() {
            budget::FORK
        } else {
            0
        };
        self.spend(
            if run.timed_out {
                budget::TIMEOUT
            } else {
                budget::RUN + fatal
            },
            turn,
        );
        Ok(run)
    }

    pub(super) fn spend(&mut self, work: u64, turn: &mut Turn) {
        self.work += work;
        turn.budget.spend(work);
    }

    /// Runs a new input once more, in a fresh child and from a tape that says everything, and keeps it if it is new still: what only came of earlier
    /// runs in the same process cannot be repeated by a test.
    fn confirm(
        &mut self,
        run: &RunResult,
        turn: &mut Turn,
    ) -> Result<Option<RunResult>, ExploreError> {
        let tape = run.tape();
        self.inputs.insert(hash(&tape));
        turn.programs.coverage.retire()?;
        self.spend(budget::FORK, turn);
        let again = self.run(&Request::new(self.thunk, &tape), turn)?;
        let gain = self.novelty.judge(&again);
        if gain == Gain::None {
            self.stats.unrepeatable += 1;
            return Ok(None);
        }
        self.novelty.note(&again);
        tracing::debug!(thunk = self.thunk, ?gain, work = self.work, outcome = ?again.outcome, "new");
        self.gained = self.work;
        // Most mutants of an input that runs for ever, or eats all memory, do so too.
        if !matches!(again.outcome, Outcome::TimedOut | Outcome::OutOfMemory) {
            self.corpus.add(again.choices.clone(), gain);
        }
        self.keep_case(gain, &tape, &again, turn.context.tally);
        Ok(Some(again))
    }

    /// Keeps a case that took a path of a new class, and is not kept otherwise.
    pub(super) fn keep_path(&mut self, tape: &Tape, run: &RunResult) {
        if run.outcome == Outcome::Returned && self.path_cases.len() < MOST_PATH_CASES {
            let case = self.found(tape, run);
            self.path_cases.push(case);
        }
    }

    /// The case of the run that was made last.
    fn found(&mut self, tape: &Tape, run: &RunResult) -> Case {
        self.tick();
        let number = self.stats.executions;
        self.clock.marks.push((number, self.clock.spent));
        case_of(self.thunk, tape, run, number)
    }

    fn keep_case(&mut self, gain: Gain, tape: &Tape, run: &RunResult, tally: &Tally) {
        let others = self
            .cases
            .iter()
            .filter(|(gain, _)| *gain < Gain::Outcome)
            .count();
        let room = gain >= Gain::Outcome || others < MOST_OTHER_CASES;
        if room && self.cases.len() < MOST_CASES {
            let case = self.found(tape, run);
            let runs = u32::try_from(self.stats.executions).unwrap_or(u32::MAX);
            tally.add(gain, &case.outcome, self.running / runs.max(1));
            self.cases.push((gain, case));
        }
    }
}

fn hash(tape: &Tape) -> u64 {
    input_hash(tape.0.iter().map(|(&key, &value)| (key, value)))
}
