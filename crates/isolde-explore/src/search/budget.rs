//! Work measured by counting, not by the clock, so that the same seed does the same work on any machine.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Work of one run of the coverage program.
pub(crate) const RUN: u64 = 1;
/// Work of one traced run, in addition to that of its path.
pub(crate) const TRACE: u64 = 10;
/// Work of one query.
pub(crate) const QUERY: u64 = 5;
/// Work of a run that had to be ended at its limit.
pub(crate) const TIMEOUT: u64 = 1000;
/// Work of replacing a child.
pub(crate) const FORK: u64 = 10;

/// No turn is ended for lack of time before it has lasted this long, unless there are so many thunks that some would get no turn at all otherwise.
pub(crate) const SHORTEST_TURN: Duration = Duration::from_millis(500);

/// The work and time that a turn may still spend.
pub(crate) struct Budget<'a> {
    left: u64,
    /// Whether the turn was given less time than [`SHORTEST_TURN`].
    is_short: bool,
    /// When the turn ends at the latest.
    until: Instant,
    /// Set when all turns have to end.
    ending: &'a AtomicBool,
}

impl<'a> Budget<'a> {
    /// For a turn that begins now and takes at most `time`, and not longer than until the `deadline`.
    pub(crate) fn new(
        work: u64,
        time: Duration,
        deadline: Instant,
        ending: &'a AtomicBool,
    ) -> Budget<'a> {
        Budget {
            left: work,
            is_short: time < SHORTEST_TURN,
            until: (Instant::now() + time).min(deadline),
            ending,
        }
    }

    /// Whether the turn has so little time that no run in it should take the longest time that a run may take.
    pub(crate) fn is_short(&self) -> bool {
        self.is_short
    }

    pub(crate) fn spend(&mut self, work: u64) {
        self.left = self.left.saturating_sub(work);
    }

    /// Whether the turn is over: its work is done, its time is up, or all turns have to end.
    pub(crate) fn is_spent(&self) -> bool {
        self.left == 0 || self.ending.load(Ordering::Relaxed) || Instant::now() >= self.until
    }
}

/// Substitutions may take half of the work, and more at the beginning, since those that help do so soon.
pub(crate) const SUBSTITUTING: Ration = Ration::new(2, 10_000);
/// Neighbours may take a quarter of it.
pub(crate) const VISITING: Ration = Ration::new(4, 2_000);

/// A part of a search's work that is reserved for something.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ration {
    /// It may take this fraction (1/n) of the work,
    fraction: u64,
    /// and so much more, which it may take at the beginning.
    first: u64,
    spent: u64,
}

impl Ration {
    pub(crate) const fn new(fraction: u64, first: u64) -> Ration {
        Ration {
            fraction,
            first,
            spent: 0,
        }
    }

    /// Whether something is left of it after so much work in all.
    pub(crate) fn is_left(&self, work: u64) -> bool {
        self.spent * self.fraction <= work + self.first
    }

    pub(crate) fn spend(&mut self, work: u64) {
        self.spent += work;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_ends_by_work_by_time_or_with_all_others() {
        let ending = AtomicBool::new(false);
        let hour = Duration::from_secs(3600);
        let (now, later) = (Instant::now(), Instant::now() + hour);
        let mut budget = Budget::new(2, hour, later, &ending);
        budget.spend(1);
        assert!(!budget.is_spent());
        budget.spend(1);
        assert!(budget.is_spent());
        assert!(Budget::new(2, hour, now, &ending).is_spent());
        assert!(Budget::new(2, Duration::ZERO, later, &ending).is_spent());
        ending.store(true, Ordering::Relaxed);
        assert!(Budget::new(2, hour, later, &ending).is_spent());
    }

    #[test]
    fn a_ration_grows_with_the_work() {
        let mut ration = Ration::new(2, 100);
        ration.spend(50);
        assert!(ration.is_left(0));
        ration.spend(1);
        assert!(!ration.is_left(0));
        assert!(ration.is_left(2));
    }

    #[test]
    fn a_turn_of_the_shortest_usual_time_is_not_short() {
        let ending = AtomicBool::new(false);
        let later = Instant::now() + Duration::from_secs(3600);
        let is_short = |time| Budget::new(2, time, later, &ending).is_short();
        assert!(!is_short(SHORTEST_TURN));
        assert!(is_short(SHORTEST_TURN - Duration::from_nanos(1)));
    }
}
