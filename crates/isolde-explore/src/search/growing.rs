//! Running grown inputs.

use super::budget;
use super::growth::Pattern;
use super::thunk::{ThunkSearch, Turn};
use crate::error::ExploreError;

/// A grown length costs its square divided by this as additional work, since much code takes quadratic time.
const QUADRATIC: u64 = 1 << 15;

impl ThunkSearch {
    /// Runs the next grown input, or ends growing if there is none.
    pub(super) fn grow(&mut self, turn: &mut Turn) -> Result<(), ExploreError> {
        let Some(step) = self.growth.next(self.corpus.best()) else {
            return Ok(());
        };
        let Some(tape) = step.tape(&self.layouts) else {
            // The sequence's elements are not single choices, or it cannot have so many.
            self.growth.spend(budget::RUN);
            return Ok(());
        };
        let seed = match step.pattern {
            Pattern::Drawn => self.random.seed(),
            _ => 0,
        };
        let (work, hanging) = (self.work, self.stats.timed_out);
        self.try_input(&tape, seed, None, turn)?;
        self.spend(step.length * step.length / QUADRATIC, turn);
        self.growth.spend(self.work - work);
        if step.length > 0 && self.stats.timed_out > hanging {
            self.growth.drop_longer(&step);
        }
        Ok(())
    }
}
