//! Running inputs and keeping those that show something new.

use super::budget;
use super::negation::Prediction;
use super::novelty::{Gain, input_hash};
use super::tally::Tally;
use super::thunk::{ThunkSearch, Turn};
use crate::error::ExploreError;
use crate::result::case_of;
use crate::worker::{Request, RunResult};
use isolde_abi::shared::STATES;
use isolde_record::{Case, Outcome, Tape};
use std::time::Instant;

/// Maximum number of cases kept for other reasons than new code or a new outcome.
const MOST_OTHER_CASES: usize = 48;
/// Maximum number of all cases kept.
const MOST_CASES: usize = 256;
/// Maximum number of cases kept only because they took a path of a new class.
const MOST_PATH_CASES: usize = 24;
/// Choices of a run that cost as much as a run without any.
const CHOICES_PER_RUN: usize = 64;

impl ThunkSearch {
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
                flags: if turn.context.feedback { STATES } else { 0 },
                ..Request::new(self.thunk, tape)
            },
            turn,
        )?;
        self.constant |= run.choices.is_empty() && seed == 0 && tape.0.is_empty();
        self.layouts.note(&run.choices);
        let gain = self.novelty.judge(&run);
        if run.timed_out && (turn.budget.is_short() || !self.pace.repeats(gain)) {
            return Ok(());
        }
        if gain == Gain::State {
            // No case, but it is extended.
            self.novelty.note_state(&run);
            self.corpus.add(run.choices.clone(), gain);
        }
        if gain > Gain::State
            && let Some(confirmed) = self.confirm(&run, turn)?
        {
            return self.trace(&confirmed, prediction, true, turn);
        }
        // A refused input is not a case, but its path conditions lead to inputs that are accepted.
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
                budget::RUN + fatal + (run.choices.len() / CHOICES_PER_RUN) as u64
            },
            turn,
        );
        Ok(run)
    }

    pub(super) fn spend(&mut self, work: u64, turn: &mut Turn) {
        self.work += work;
        turn.budget.spend(work);
    }

    /// Runs a new input once more, in a fresh child and from a tape that names every choice, and keeps it if it is still new. A test could not repeat
    /// what happened only because of earlier runs in the same process.
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
            self.novelty.note_summarizing(run, &again);
            return Ok(None);
        }
        self.novelty.note(&again);
        tracing::debug!(thunk = self.thunk, ?gain, work = self.work, outcome = ?again.outcome, "new");
        self.gained = self.work;
        self.growth.encourage();
        // Most mutants of an input that runs endlessly or uses up all memory do so too.
        if !matches!(again.outcome, Outcome::TimedOut | Outcome::OutOfMemory) {
            self.corpus.add(again.choices.clone(), gain);
            self.neighbours.add(&again.choices);
        }
        self.keep_case(gain, &tape, &again, turn.context.tally);
        Ok(Some(again))
    }

    /// Keeps a case that took a path of a new class, if it is not kept for another reason.
    pub(super) fn keep_path(&mut self, tape: &Tape, run: &RunResult) {
        if run.outcome == Outcome::Returned && self.path_cases.len() < MOST_PATH_CASES {
            let case = self.found(tape, run);
            self.path_cases.push(case);
        }
    }

    /// The case of the latest run.
    fn found(&mut self, tape: &Tape, run: &RunResult) -> Case {
        self.tick();
        let number = self.stats.executions;
        self.clock.mark(number);
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
            tally.add(&case, self.running / runs.max(1));
            self.cases.push((gain, case));
        }
    }
}

fn hash(tape: &Tape) -> u64 {
    input_hash(tape.0.iter().map(|(&key, &value)| (key, value)))
}
