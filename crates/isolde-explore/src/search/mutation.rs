//! Inputs that need no path condition: the first ones, mutants, substitutions and neighbours.

use super::thunk::{ThunkSearch, Turn};
use crate::error::ExploreError;
use crate::mutate::mutate;
use isolde_record::Tape;

/// Random inputs at the beginning unless the guide says how many.
const DRAWS: u64 = 24;
/// Mutants of one input in a row.
const MUTANTS: usize = 16;
/// One of this many mutants that show nothing new is traced all the same, since it may make new comparisons.
const SAMPLED: usize = 12;

impl ThunkSearch {
    /// Now and then, runs inputs that comparisons or the structure of others suggest.
    pub(super) fn follow_suggestions(&mut self, turn: &mut Turn) -> Result<(), ExploreError> {
        let is_due = !self.substitutions.is_empty() && self.substituting.is_left(self.work);
        if is_due && self.random.one_in(2) {
            let before = self.work;
            self.substitute(turn)?;
            self.substituting.spend(self.work - before);
        }
        let is_due = !self.neighbours.is_empty() && self.visiting.is_left(self.work);
        if is_due && self.random.one_in(2) {
            let before = self.work;
            self.visit_neighbours(turn)?;
            self.visiting.spend(self.work - before);
        }
        Ok(())
    }

    /// Runs the simplest input, those given, and a few random ones.
    pub(super) fn begin(&mut self, turn: &mut Turn) -> Result<(), ExploreError> {
        self.try_input(&Tape::default(), 0, None, turn)?;
        for seed in std::mem::take(&mut self.guide.seeds) {
            self.try_input(&seed, 0, None, turn)?;
        }
        for _ in 0..self.guide.draws.unwrap_or(DRAWS) {
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

    /// Runs a few mutants of one input.
    pub(super) fn mutate(&mut self, turn: &mut Turn) -> Result<(), ExploreError> {
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

    /// Runs a few neighbours of inputs that showed something new.
    fn visit_neighbours(&mut self, turn: &mut Turn) -> Result<(), ExploreError> {
        for _ in 0..MUTANTS {
            if turn.budget.is_spent() {
                break;
            }
            let Some((tape, is_longer)) = self.neighbours.pop() else {
                break;
            };
            self.sampled = is_longer;
            self.try_input(&tape, 0, None, turn)?;
            self.sampled = false;
        }
        Ok(())
    }

    /// Runs a few inputs in which a part is substituted.
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
                // The comparison that succeeds now may lie in code whose coverage is not counted.
                self.sampled = substitution.first;
                self.try_input(&tape, 0, None, turn)?;
                self.sampled = false;
            }
        }
        Ok(())
    }
}
