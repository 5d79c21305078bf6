//! The record of several packages or binaries that were explored one after the other, written to `target/isolde/runs.json`.

use crate::run::{CutShort, RunRecord, SCHEMA, Totals};
use serde::{Deserialize, Serialize};

/// Everything that was learned in several runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunsRecord {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The runs, in their order, each as it would be in a file of its own.
    pub runs: Vec<RunRecord>,
    /// Packages and binaries that were not explored.
    pub not_explored: Vec<NotExplored>,
    /// Sums over all runs.
    pub totals: Totals,
    /// Why the last run, and with it all of them, ended early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut_short: Option<CutShort>,
}

/// A package or a binary that was not explored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotExplored {
    /// Name of the package.
    pub package: String,
    /// Name of the binary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub binary: Option<String>,
    /// The exit code that a run on it alone would have.
    pub exit_code: u8,
    /// The reason.
    pub message: String,
}

impl RunsRecord {
    /// Puts the record together.
    pub fn new(runs: Vec<RunRecord>, not_explored: Vec<NotExplored>) -> RunsRecord {
        let mut totals = Totals::default();
        for run in &runs {
            totals.add(&run.totals);
        }
        let interrupted = |run: &&RunRecord| run.cut_short == Some(CutShort::Interrupted);
        RunsRecord {
            schema: SCHEMA,
            cut_short: runs.iter().find(interrupted).and_then(|run| run.cut_short),
            totals,
            runs,
            not_explored,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_taken_over_all_runs() {
        let run = |tests, cut_short| RunRecord {
            totals: Totals {
                tests,
                ..Totals::default()
            },
            cut_short,
            ..RunRecord::default()
        };
        let runs = vec![run(2, Some(CutShort::OutOfTime)), run(3, None)];
        let record = RunsRecord::new(runs.clone(), Vec::new());
        assert_eq!((record.totals.tests, record.cut_short), (5, None));
        let last = run(0, Some(CutShort::Interrupted));
        let record = RunsRecord::new([runs, vec![last]].concat(), Vec::new());
        assert_eq!(record.cut_short, Some(CutShort::Interrupted));
    }
}
