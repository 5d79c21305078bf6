//! Work measured by counting, not by the clock, so that the same seed does the same work on any machine.

use std::time::Instant;

/// Work of one run of the coverage program.
pub(crate) const RUN: u64 = 1;
/// Work of one traced run, beside that of its path.
pub(crate) const TRACE: u64 = 10;
/// Work of one query.
pub(crate) const QUERY: u64 = 5;
/// Work of a run that had to be killed at its limit.
pub(crate) const TIMEOUT: u64 = 3000;
/// Work of replacing a child.
pub(crate) const FORK: u64 = 10;

/// What a turn may still spend.
pub(crate) struct Budget<'a> {
    left: u64,
    deadline: Instant,
    cancelled: &'a std::sync::atomic::AtomicBool,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(
        work: u64,
        deadline: Instant,
        cancelled: &'a std::sync::atomic::AtomicBool,
    ) -> Budget<'a> {
        Budget {
            left: work,
            deadline,
            cancelled,
        }
    }

    pub(crate) fn spend(&mut self, work: u64) {
        self.left = self.left.saturating_sub(work);
    }

    /// Whether the turn is over: by its work, or because everything has to end.
    pub(crate) fn is_spent(&self) -> bool {
        self.left == 0 || self.is_over()
    }

    /// Whether everything has to end.
    pub(crate) fn is_over(&self) -> bool {
        self.cancelled.load(std::sync::atomic::Ordering::Relaxed) || Instant::now() >= self.deadline
    }
}
