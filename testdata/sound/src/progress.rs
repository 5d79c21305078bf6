//! A progress bar.

use std::fmt::{self, Display, Formatter};

/// How many of the steps are done. It is shown like `[##...]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    done: u8,
    total: u8,
}

impl Progress {
    /// None of the steps is done.
    pub fn new(total: u8) -> Progress {
        Progress { done: 0, total }
    }

    /// More steps are done. There may be more of them than was expected.
    pub fn advance(&mut self, steps: u8) {
        self.done = self.done.saturating_add(steps);
    }

    /// Whether all steps are done.
    pub fn is_finished(self) -> bool {
        self.done >= self.total
    }
}

impl Display for Progress {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let done = usize::from(self.done);
        let missing = usize::from(self.total.saturating_sub(self.done));
        write!(f, "[{}{}]", "#".repeat(done), ".".repeat(missing))
    }
}
