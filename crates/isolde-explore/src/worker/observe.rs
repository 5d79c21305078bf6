//! Runs whose results are looked at: in programs that may not act outside.

use super::{Request, RunResult, Worker};
use crate::ExploreError;
use crate::sandbox::ACTS_OUTSIDE;
use isolde_abi::shared::RENDER;
use isolde_record::{Observation, Outcome, Tape};
use std::time::Duration;

impl Worker {
    /// Runs an input for at most `limit` and renders it, in a program started with [`WorkerOptions::observing`](super::WorkerOptions::observing); `None` if it tried to act outside.
    ///
    /// # Errors
    /// As for [`Worker::run`].
    pub fn observe(
        &mut self,
        thunk: u32,
        tape: &Tape,
        limit: Option<Duration>,
    ) -> Result<Option<(Outcome, Observation)>, ExploreError> {
        let run = self.run_inside(&Request {
            flags: RENDER,
            limit,
            ..Request::new(thunk, tape)
        })?;
        Ok(run.map(|run| {
            let observation = run.observation().unwrap_or_default();
            (run.outcome, observation)
        }))
    }

    /// Runs an input in a program started with [`WorkerOptions::observing`](super::WorkerOptions::observing); `None` if it tried to act outside.
    ///
    /// # Errors
    /// As for [`Worker::run`].
    pub fn run_inside(&mut self, request: &Request) -> Result<Option<RunResult>, ExploreError> {
        let run = self.run(request)?;
        let signal = ACTS_OUTSIDE;
        let is_outside = run.outcome == Outcome::Signalled { signal }
            && (self.options.sandbox || self.options.elsewhere);
        Ok((!is_outside).then_some(run))
    }
}
