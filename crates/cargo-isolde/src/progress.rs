//! Progress of explorations on the console.

use crate::console::Console;
use isolde_explore::{Progress, Snapshot};

/// Shows how far an exploration is.
pub struct Exploring<'a> {
    /// Where.
    pub console: &'a Console,
    /// What is explored: `functions`.
    pub what: &'a str,
    /// All coverage points, if that says something.
    pub points: Option<usize>,
}

impl Progress for Exploring<'_> {
    fn update(&self, snapshot: &Snapshot) {
        let of_all = self
            .points
            .map_or_else(String::new, |all| format!(" of {all}"));
        self.console.status(&format!(
            "exploring: {} of {} {} left, {} runs, {}{of_all} coverage points, {} cases",
            snapshot.active,
            snapshot.thunks,
            self.what,
            snapshot.executions,
            snapshot.covered,
            snapshot.cases
        ));
    }
}
