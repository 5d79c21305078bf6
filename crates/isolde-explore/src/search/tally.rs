//! Counts of what the searches have found so far, from which the time for the rest of the command is estimated.

use super::novelty::Gain;
use isolde_record::Outcome;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Counters that all searches add to, even in the middle of a turn.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    tests: AtomicU64,
    endless: AtomicU64,
    /// Total nanoseconds of one run of each case that will become a test.
    runs: AtomicU64,
}

impl Tally {
    /// Counts a case; `run` is how long the runs of its function take on average.
    pub(super) fn add(&self, gain: Gain, outcome: &Outcome, run: Duration) {
        if gain < Gain::Outcome {
            return; // few of them become tests
        }
        if *outcome == Outcome::TimedOut {
            self.endless.fetch_add(1, Ordering::Relaxed);
            return;
        }
        self.tests.fetch_add(1, Ordering::Relaxed);
        let nanoseconds = u64::try_from(run.as_nanos()).unwrap_or(u64::MAX);
        self.runs.fetch_add(nanoseconds, Ordering::Relaxed);
    }

    /// Cases that will become tests.
    pub(crate) fn tests(&self) -> usize {
        self.tests.load(Ordering::Relaxed) as usize
    }

    /// Cases that do not end by themselves.
    pub(crate) fn endless(&self) -> usize {
        self.endless.load(Ordering::Relaxed) as usize
    }

    /// The total time of one run of each case that will become a test.
    pub(crate) fn runs(&self) -> Duration {
        Duration::from_nanos(self.runs.load(Ordering::Relaxed))
    }
}
