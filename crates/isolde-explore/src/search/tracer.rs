//! Tracing runs: from a run to path conditions that wait to be negated.

use super::budget;
use super::frontier::Candidate;
use super::negation::{Prediction, pinned_value};
use super::novelty::Gain;
use super::path::{PathInfo, is_open};
use super::thunk::{Context, ThunkSearch, Turn};
use super::traces::{Input, Traced};
use crate::error::ExploreError;
use crate::worker::{Request, RunResult};
use isolde_abi::shared::{HASHES, NO_SITE, PINNED, TRACE};
use isolde_solver::{Prepared, Trace, mismatches};
use std::collections::HashSet;
use std::time::Instant;

/// Path conditions recorded per trace.
const PATH_LIMIT: u32 = 8192;
/// This many path conditions and expression nodes of a trace take about as long as one unit of work.
const ENTRIES: u64 = 32;
const NODES: u64 = 256;
/// The work by which a new class of directions prolongs the search.
const ENCOURAGEMENT: u64 = 300;

impl ThunkSearch {
    /// Traces an input and queues the path conditions that were not negated yet. `run` is the run of the coverage program with this input.
    pub(super) fn trace(
        &mut self,
        run: &RunResult,
        prediction: Option<&Prediction>,
        kept: bool,
        turn: &mut Turn,
    ) -> Result<(), ExploreError> {
        let Some(symbolic) = &mut turn.programs.symbolic else {
            return Ok(());
        };
        let tape = run.tape();
        let request = |hashes: bool| Request {
            flags: if hashes { TRACE | HASHES } else { TRACE },
            path_limit: self.guide.branches.unwrap_or(PATH_LIMIT),
            limit: Some(self.pace_of_traces.limit()),
            ..Request::new(self.thunk, &tape)
        };
        let began = Instant::now();
        let mut traced = symbolic.run(&request(self.hashes))?;
        if traced.crowded {
            self.hashes = true;
            traced = symbolic.run(&request(true))?;
        }
        if !traced.timed_out {
            self.pace_of_traces.note(began.elapsed());
        }
        let mut trace = symbolic.trace();
        self.layouts.keep_grown(&mut trace.choices);
        let comparisons = symbolic.comparisons();
        for (sum, lost) in self.stats.lost.iter_mut().zip(symbolic.lost()) {
            *sum += u64::from(lost);
        }
        let work = if traced.timed_out {
            budget::TIMEOUT
        } else {
            budget::TRACE + trace.path.len() as u64 / ENTRIES + trace.nodes.len() as u64 / NODES
        };
        self.spend(work, turn);
        self.stats.traces += 1;
        self.stats.full += u64::from(traced.full);
        let agree =
            traced.outcome == run.outcome && traced.shape == run.shape && traced.tape() == tape;
        self.stats.disagreements += u64::from(!agree);
        self.stats.mismatches += mismatches(&trace) as u64;

        let info = PathInfo::of(&trace);
        if let Some(prediction) = prediction {
            // A trace that was cut short before the predicted place does not show whether the prediction came true.
            let is_known = !traced.full || trace.path.len() > prediction.index;
            let diverged = is_known && !came_true(prediction, &trace, &info);
            self.stats.divergences += u64::from(diverged);
            if diverged {
                tracing::debug!(
                    thunk = self.thunk,
                    index = prediction.index,
                    pinned = prediction.pinned,
                    entries = trace.path.len(),
                    choices = trace.choices.len(),
                    full = traced.full,
                    "the path went elsewhere"
                );
            }
        }
        self.stats.paths += u64::from(self.paths.insert(info.hash()));
        self.dictionary.harvest(&trace);
        let [new_class, new_in_subject] = self.note_directions(&trace, &info, turn.context);
        if new_class && !kept {
            self.gained = self.work.min(self.gained + ENCOURAGEMENT);
            self.corpus.add(traced.choices, Gain::None);
            if new_in_subject {
                self.neighbours.add(&trace.choices);
                self.keep_path(&tape, run);
            }
        }
        let directions = &self.directions;
        self.substitutions.harvest(&trace, &comparisons, |index| {
            let class = info.flipped[index];
            is_open(&trace.path[index])
                && class.site != NO_SITE
                && !directions.is_taken((class.site, class.taken))
        });
        // A run that was ended by its time limit may give another trace next time, and takes long, so its trace is not made again.
        let hashes = self.hashes;
        let input = (!traced.timed_out).then(|| Input::new(&trace.choices, hashes));
        self.queue(trace, input, &info, turn.context);
        Ok(())
    }

    /// Makes a trace again that was dropped to save memory; returns whether it is the same as far as this candidate is concerned. This does not count
    /// as work, since the amount of memory must not influence what is found.
    pub(super) fn trace_again(
        &mut self,
        candidate: &Candidate,
        turn: &mut Turn,
    ) -> Result<bool, ExploreError> {
        let Some(symbolic) = &mut turn.programs.symbolic else {
            return Ok(false);
        };
        let Some(input) = self.traces.input(candidate.trace) else {
            return Ok(false);
        };
        let tape = input.tape();
        symbolic.run(&Request {
            flags: if input.hashes { TRACE | HASHES } else { TRACE },
            path_limit: self.guide.branches.unwrap_or(PATH_LIMIT),
            ..Request::new(self.thunk, &tape)
        })?;
        let mut trace = symbolic.trace();
        self.layouts.keep_grown(&mut trace.choices);
        let info = PathInfo::of(&trace);
        let is_same = candidate.index < trace.path.len()
            && info.flip(&trace, candidate.index) == candidate.flip;
        match Prepared::new(&trace) {
            Ok(prepared) if is_same => {
                self.traces
                    .hold(candidate.trace, Traced { trace, prepared });
                Ok(true)
            }
            _ => {
                self.traces.forget(candidate.trace);
                Ok(false)
            }
        }
    }

    /// Notes which directions a path took; returns whether there was a new class, and whether there was one in code under test.
    fn note_directions(&mut self, trace: &Trace, info: &PathInfo, context: &Context) -> [bool; 2] {
        let [mut new, mut new_in_subject] = [false; 2];
        let mut counted = HashSet::new();
        for (entry, &class) in trace.path.iter().zip(&info.classes) {
            if is_open(entry) && counted.insert(class) {
                self.frontier.count(class, 1);
                self.directions.take((class.site, class.taken));
                if self.classes.insert(class) {
                    new = true;
                    new_in_subject |= context.sites.get(class.site).in_subject;
                }
            }
        }
        [new, new_in_subject]
    }

    fn queue(&mut self, trace: Trace, input: Option<Input>, info: &PathInfo, context: &Context) {
        let number = self.traces.next();
        let mut candidates = Vec::new();
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
                self.prefixes.contains(flip)
            };
            if !known {
                let class = info.flipped[index];
                let exclude = if pinned {
                    vec![pinned_value(&trace, index, &trace.values())]
                } else {
                    Vec::new()
                };
                let candidate = Candidate {
                    trace: number,
                    index,
                    flip,
                    exclude,
                    attempt: 0,
                    size: trace.choices.len() as u32,
                };
                candidates.push((class, candidate));
            }
        }
        // Candidates of a trace that is not kept would belong to the next one, which gets the same number.
        if candidates.is_empty() {
            return;
        }
        let Ok(prepared) = Prepared::new(&trace) else {
            return;
        };
        for (class, candidate) in candidates {
            let tier = self.tier(class, context);
            self.frontier.push(class, tier, candidate);
        }
        self.traces.add(Traced { trace, prepared }, input);
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
