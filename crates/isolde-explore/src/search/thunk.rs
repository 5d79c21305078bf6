//! The search on one thunk. It takes turns; what it does in a turn depends on its seed, its own history and the coverage known when the
//! turn began, never on time or on other threads.

use super::budget::{self, Budget};
use super::corpus::Corpus;
use super::frontier::{Candidate, Frontier};
use super::novelty::{Gain, Novelty, input_hash};
use super::path::{Class, PathInfo, is_open};
use super::programs::Programs;
use super::traces::{Traced, Traces};
use crate::config::Sites;
use crate::dictionary::Dictionary;
use crate::error::ExploreError;
use crate::mutate::mutate;
use crate::random::Random;
use crate::result::{ThunkStats, case_of};
use crate::worker::{Request, RunResult};
use isolde_abi::shared::{ChoiceRecord, NO_SITE, PINNED, TRACE};
use isolde_record::{Case, Tape};
use isolde_solver::{Answer, Evaluator, Limits, Prepared, Solver, Trace, mismatches};
use std::collections::{BTreeSet, HashSet};

/// Path conditions recorded per trace.
const PATH_LIMIT: u32 = 8192;
/// Random inputs at the beginning.
const DRAWS: usize = 24;
/// Cases kept for other reasons than new code or a new outcome.
const MOST_OTHER_CASES: usize = 48;
/// Cases kept at all.
const MOST_CASES: usize = 256;
/// Other values that are tried for a pinned one.
const PIN_VALUES: usize = 4;
/// Work without any gain after which a thunk is given up, at least.
const PATIENCE: u64 = 12_000;
/// What a new class of directions prolongs the patience by.
const ENCOURAGEMENT: u64 = 300;

/// What all turns share.
pub(crate) struct Context<'a> {
    pub(crate) sites: &'a Sites,
    /// Coverage of all thunks when the turn began.
    pub(crate) covered: &'a BTreeSet<u32>,
}

/// The state of one search.
pub(crate) struct ThunkSearch {
    thunk: u32,
    random: Random,
    solver: Solver,
    corpus: Corpus,
    novelty: Novelty,
    frontier: Frontier,
    traces: Traces,
    dictionary: Dictionary,
    /// Inputs that were run without a seed.
    inputs: HashSet<u64>,
    /// Path prefixes that were taken or tried.
    prefixes: HashSet<u64>,
    paths: HashSet<u64>,
    classes: HashSet<Class>,
    directions: HashSet<(u32, bool)>,
    cases: Vec<(Gain, Case)>,
    begun: bool,
    /// Whether runs make no choices, so that there is nothing to search.
    constant: bool,
    /// Work done, and how much of it when something was gained last.
    work: u64,
    gained: u64,
    /// Gains and work of the two strategies, decaying: mutation, negation.
    yields: [Yield; 2],
    stats: ThunkStats,
}

// SAFETY: the solver and its derived data hold reference-counted pointers, all of which live inside this value; it is moved as a whole and none is given out.
unsafe impl Send for ThunkSearch {}

/// How much a strategy brought lately.
#[derive(Clone, Copy, Debug)]
struct Yield {
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

/// What led to an input: an entry of a trace that should now go another way.
struct Prediction {
    flip: u64,
    index: usize,
    pinned: bool,
}

impl ThunkSearch {
    pub(crate) fn new(thunk: u32, seed: u64, limits: Limits) -> ThunkSearch {
        ThunkSearch {
            thunk,
            random: Random::new(seed, u64::from(thunk)),
            solver: Solver::new(limits, seed),
            corpus: Corpus::default(),
            novelty: Novelty::default(),
            frontier: Frontier::default(),
            traces: Traces::default(),
            dictionary: Dictionary::default(),
            inputs: HashSet::new(),
            prefixes: HashSet::new(),
            paths: HashSet::new(),
            classes: HashSet::new(),
            directions: HashSet::new(),
            cases: Vec::new(),
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
            && (idle > PATIENCE.max(self.gained)
                || (self.frontier.is_empty() && idle > PATIENCE / 4))
    }

    /// What was found.
    pub(crate) fn finish(mut self) -> (Vec<Case>, ThunkStats, isolde_solver::Statistics) {
        self.stats.branches = self.novelty.covered().len() as u32;
        self.stats.paths = self.paths.len() as u64;
        self.stats.saturated = self.is_saturated();
        (
            self.cases.into_iter().map(|(_, case)| case).collect(),
            self.stats,
            self.solver.statistics().clone(),
        )
    }

    /// Takes a turn.
    pub(crate) fn turn(
        &mut self,
        programs: &mut Programs,
        context: &Context,
        budget: &mut Budget,
    ) -> Result<(), ExploreError> {
        programs.renew()?;
        if !self.begun {
            self.begin(programs, context, budget)?;
            self.begun = true;
        }
        while !budget.is_spent() && !self.is_saturated() {
            let (before, gains) = (self.work, self.cases.len() as f64);
            let strategy = self.choose();
            match strategy {
                0 => self.mutate(programs, context, budget)?,
                _ => self.negate(programs, context, budget)?,
            }
            let work = self.work - before;
            self.yields[strategy].note(self.cases.len() as f64 - gains, work);
        }
        Ok(())
    }

    /// 0 for mutation, 1 for negation: the one with the better yield most of the time.
    fn choose(&mut self) -> usize {
        if self.frontier.is_empty() {
            return 0;
        }
        let better = usize::from(self.yields[1].rate() >= self.yields[0].rate());
        // Mutation is bad at telling when it is done, negation is not: favour it.
        if self.random.one_in(if better == 1 { 16 } else { 3 }) {
            1 - better
        } else {
            better
        }
    }

    fn begin(
        &mut self,
        programs: &mut Programs,
        context: &Context,
        budget: &mut Budget,
    ) -> Result<(), ExploreError> {
        self.try_input(&Tape::default(), 0, None, programs, context, budget)?;
        for _ in 0..DRAWS {
            if budget.is_spent() || self.constant {
                break;
            }
            let seed = self.random.seed();
            self.try_input(&Tape::default(), seed, None, programs, context, budget)?;
        }
        Ok(())
    }

    /// A few mutants of one input.
    fn mutate(
        &mut self,
        programs: &mut Programs,
        context: &Context,
        budget: &mut Budget,
    ) -> Result<(), ExploreError> {
        if self.corpus.is_empty() {
            let seed = self.random.seed();
            return self.try_input(&Tape::default(), seed, None, programs, context, budget);
        }
        let choices = self.corpus.pick(&mut self.random).choices.clone();
        let other = self.corpus.any(&mut self.random).choices.clone();
        for _ in 0..16 {
            if budget.is_spent() {
                break;
            }
            let mutant = mutate(&choices, &other, &self.dictionary, &mut self.random);
            self.try_input(&mutant.tape, mutant.seed, None, programs, context, budget)?;
        }
        Ok(())
    }

    /// Negates the best path condition.
    fn negate(
        &mut self,
        programs: &mut Programs,
        context: &Context,
        budget: &mut Budget,
    ) -> Result<(), ExploreError> {
        let (novelty, directions) = (&self.novelty, &self.directions);
        let Some((class, mut candidate)) = self
            .frontier
            .pop(|class| tier(class, context, novelty, directions))
        else {
            return Ok(());
        };
        let pinned = class.site == NO_SITE;
        let tried_already = if pinned {
            candidate.exclude.len() >= PIN_VALUES
        } else {
            !self.prefixes.insert(candidate.flip)
        };
        if tried_already {
            return Ok(());
        }
        let Some(traced) = self.traces.get(candidate.trace) else {
            return Ok(());
        };
        self.work += budget::QUERY;
        budget.spend(budget::QUERY);
        self.frontier.count(class, 1);
        let answer = self.solver.negate_prepared(
            &traced.trace,
            &mut traced.prepared,
            candidate.index,
            &candidate.exclude,
        );
        let Answer::Sat(changes) = answer else {
            return Ok(());
        };
        let mut values = traced.trace.values();
        for (choice, value) in changes {
            values[choice as usize] = value;
        }
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
        if pinned {
            candidate
                .exclude
                .push(pinned_value(&traced.trace, candidate.index, &values));
            let tier = tier(class, context, &self.novelty, &self.directions);
            self.frontier.push(class, tier, candidate);
        }
        self.try_input(&tape, 0, Some(&prediction), programs, context, budget)
    }

    /// Runs an input, keeps it if it is new, and traces it if it is new or was predicted to take a new path.
    fn try_input(
        &mut self,
        tape: &Tape,
        seed: u64,
        prediction: Option<&Prediction>,
        programs: &mut Programs,
        context: &Context,
        budget: &mut Budget,
    ) -> Result<(), ExploreError> {
        if seed == 0
            && !self
                .inputs
                .insert(input_hash(tape.0.iter().map(|(&key, &value)| (key, value))))
        {
            return Ok(());
        }
        let run = self.run(
            &Request {
                seed,
                ..Request::new(self.thunk, tape)
            },
            programs,
            budget,
        )?;
        self.constant |= run.choices.is_empty() && seed == 0 && tape.0.is_empty();
        let mut interesting = None;
        if self.novelty.judge(&run) > Gain::None {
            interesting = self.confirm(&run, programs, budget)?;
        }
        if interesting.is_some() || (prediction.is_some() && !run.timed_out) {
            let choices = interesting
                .as_ref()
                .map_or(&run.choices, |run| &run.choices)
                .clone();
            self.trace(
                &choices,
                prediction,
                interesting.is_some(),
                programs,
                context,
                budget,
            )?;
        }
        Ok(())
    }

    fn run(
        &mut self,
        request: &Request,
        programs: &mut Programs,
        budget: &mut Budget,
    ) -> Result<RunResult, ExploreError> {
        let run = programs.coverage.run(request)?;
        self.stats.executions += 1;
        self.stats.timed_out += u64::from(run.timed_out);
        let fatal = if run.outcome.is_fatal() {
            budget::FORK
        } else {
            0
        };
        let work = if run.timed_out {
            budget::TIMEOUT
        } else {
            budget::RUN + fatal
        };
        self.work += work;
        budget.spend(work);
        Ok(run)
    }

    /// Runs a new input once more, in a fresh child and from a tape that says everything, and keeps it if it is new still: what only came of earlier
    /// runs in the same process cannot be repeated by a test.
    fn confirm(
        &mut self,
        run: &RunResult,
        programs: &mut Programs,
        budget: &mut Budget,
    ) -> Result<Option<RunResult>, ExploreError> {
        let tape = run.tape();
        self.inputs
            .insert(input_hash(tape.0.iter().map(|(&key, &value)| (key, value))));
        programs.coverage.retire()?;
        self.work += budget::FORK;
        budget.spend(budget::FORK);
        let again = self.run(&Request::new(self.thunk, &tape), programs, budget)?;
        let gain = self.novelty.judge(&again);
        if gain == Gain::None {
            self.stats.unrepeatable += 1;
            return Ok(None);
        }
        self.novelty.note(&again);
        self.gained = self.work;
        self.corpus.add(again.choices.clone(), gain);
        self.keep_case(gain, &tape, &again);
        Ok(Some(again))
    }

    fn keep_case(&mut self, gain: Gain, tape: &Tape, run: &RunResult) {
        let others = self
            .cases
            .iter()
            .filter(|(gain, _)| *gain < Gain::Outcome)
            .count();
        let room = if gain < Gain::Outcome {
            others < MOST_OTHER_CASES
        } else {
            true
        };
        if room && self.cases.len() < MOST_CASES {
            self.cases.push((gain, case_of(self.thunk, tape, run)));
        }
    }

    /// Traces an input and queues the path conditions that nobody has negated yet.
    fn trace(
        &mut self,
        choices: &[ChoiceRecord],
        prediction: Option<&Prediction>,
        kept: bool,
        programs: &mut Programs,
        context: &Context,
        budget: &mut Budget,
    ) -> Result<(), ExploreError> {
        let Some(symbolic) = &mut programs.symbolic else {
            return Ok(());
        };
        let tape = Tape(
            choices
                .iter()
                .map(|choice| (choice.key, choice.value))
                .collect(),
        );
        let run = symbolic.run(&Request {
            flags: TRACE,
            path_limit: PATH_LIMIT,
            ..Request::new(self.thunk, &tape)
        })?;
        let trace = symbolic.trace();
        for (sum, lost) in self.stats.lost.iter_mut().zip(symbolic.lost()) {
            *sum += u64::from(lost);
        }
        self.stats.traces += 1;
        self.stats.full += u64::from(run.full);
        let work = if run.timed_out {
            budget::TIMEOUT
        } else {
            budget::TRACE + trace.path.len() as u64 / 64 + trace.nodes.len() as u64 / 4096
        };
        self.work += work;
        budget.spend(work);

        self.stats.mismatches += mismatches(&trace) as u64;
        let info = PathInfo::of(&trace);
        if let Some(prediction) = prediction {
            self.stats.divergences += u64::from(!came_true(prediction, &trace, &info));
        }
        self.paths.insert(info.hash());
        self.dictionary.harvest(&trace);
        let new_class = self.note_directions(&trace, &info);
        if new_class && !kept {
            self.gained = self.work.min(self.gained + ENCOURAGEMENT);
            self.corpus.add(run.choices.clone(), Gain::None);
        }
        self.queue(trace, info, context);
        Ok(())
    }

    /// Notes what directions a path took; returns whether there was a new class in code under test.
    fn note_directions(&mut self, trace: &Trace, info: &PathInfo) -> bool {
        let mut new = false;
        let mut counted = HashSet::new();
        for (entry, &class) in trace.path.iter().zip(&info.classes) {
            if is_open(entry) && counted.insert(class) {
                self.frontier.count(class, 1);
                self.directions.insert((class.site, class.taken));
                new |= self.classes.insert(class);
            }
        }
        new
    }

    fn queue(&mut self, trace: Trace, info: PathInfo, context: &Context) {
        let number = self.traces.next();
        let mut queued = false;
        for (index, entry) in trace.path.iter().enumerate() {
            self.prefixes.insert(info.prefixes[index]);
            if !is_open(entry) {
                continue;
            }
            let flip = info.flip(&trace, index);
            let pinned = entry.flags & PINNED != 0;
            // A pin is queued once; others are looked up again when their turn comes.
            let known = if pinned {
                !self.prefixes.insert(flip)
            } else {
                self.prefixes.contains(&flip)
            };
            if !known {
                let class = info.flipped[index];
                let exclude = if pinned {
                    vec![pinned_value(&trace, index, &trace.values())]
                } else {
                    Vec::new()
                };
                let tier = tier(class, context, &self.novelty, &self.directions);
                self.frontier.push(
                    class,
                    tier,
                    Candidate {
                        trace: number,
                        index,
                        flip,
                        exclude,
                    },
                );
                queued = true;
            }
        }
        if queued && let Ok(prepared) = Prepared::new(&trace) {
            self.traces.add(Traced { trace, prepared });
        }
    }
}

/// How promising a direction is: 0 if it leads to code that nobody has reached, 1 if it was never taken, 2 otherwise.
fn tier(
    class: Class,
    context: &Context,
    novelty: &Novelty,
    directions: &HashSet<(u32, bool)>,
) -> u8 {
    let site = context.sites.get(class.site);
    let covered =
        |point: u32| context.covered.contains(&point) || novelty.covered().contains(&point);
    let behind = site
        .successors
        .map(|successors| successors[usize::from(class.taken)]);
    if class.site != NO_SITE && behind.is_some_and(|point| !covered(point)) {
        0
    } else if class.site != NO_SITE && !directions.contains(&(class.site, class.taken)) {
        1
    } else {
        2
    }
}

/// Whether a run left its predecessor's path where it was meant to.
fn came_true(prediction: &Prediction, trace: &Trace, info: &PathInfo) -> bool {
    if prediction.pinned {
        // The pin has another value, so only what came before it can be compared.
        return info.prefixes.len() > prediction.index
            && info.flip(trace, prediction.index) == prediction.flip;
    }
    info.prefixes.get(prediction.index) == Some(&prediction.flip)
}

/// What the pinned expression is under these values.
fn pinned_value(trace: &Trace, index: usize, values: &[u64]) -> u128 {
    let node = &trace.nodes[trace.path[index].node as usize];
    let constant = |operand: u32| {
        trace
            .nodes
            .get(operand as usize)
            .is_some_and(|node| node.op == isolde_abi::op::Op::Const as u8)
    };
    let open = if constant(node.a) { node.b } else { node.a };
    let mut evaluator = Evaluator::new(trace);
    evaluator.set(values);
    evaluator.eval(open)
}
