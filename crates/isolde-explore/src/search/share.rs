//! How much memory the searches may keep. There may be thousands of searches; together they have a fixed amount.
//!
//! Between its turns a search keeps what fits into its share: what it has learned, and the inputs that it continues from. What can be computed again
//! is dropped: a trace is made again from its input when one of its path conditions is to be negated. During its turn a search may hold more traces;
//! that changes no result, since a trace that is made again is the same.

/// Bytes that all searches together keep between their turns.
const AT_REST: usize = 128 << 20;
/// Bytes of traces that all searches together hold during their turns.
const IN_TURNS: usize = 96 << 20;
/// Maximum and minimum that one search keeps.
const LARGEST: usize = 24 << 20;
const SMALLEST: usize = 64 << 10;
/// Maximum and minimum bytes of traces that one search holds during its turn; the minimum is one trace of usual size.
const LARGEST_IN_TURN: usize = 48 << 20;
const SMALLEST_IN_TURN: usize = 4 << 20;

/// What one search may keep, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    /// What it may keep between its turns. This depends only on the number of searches, so that a search keeps the same on all machines.
    at_rest: usize,
    /// What it may keep of traces during its turn.
    in_turn: usize,
}

impl Share {
    /// The share of each of `searches`, of which `jobs` take their turns at the same time.
    pub(crate) fn of(searches: usize, jobs: usize) -> Share {
        Share {
            at_rest: (AT_REST / searches.max(1)).clamp(SMALLEST, LARGEST),
            in_turn: (IN_TURNS / jobs.max(1)).clamp(SMALLEST_IN_TURN, LARGEST_IN_TURN),
        }
    }

    /// Bytes for traces during a turn.
    pub(crate) fn traces_in_turn(self) -> usize {
        self.in_turn
    }

    /// Bytes for traces between turns.
    pub(crate) fn traces(self) -> usize {
        self.at_rest / 4
    }

    /// Bytes for the inputs of traces that can be made again.
    pub(crate) fn inputs(self) -> usize {
        self.at_rest / 8
    }

    /// Bytes for candidates for negation.
    pub(crate) fn candidates(self) -> usize {
        self.at_rest / 8
    }

    /// Bytes for hashes of path prefixes.
    pub(crate) fn prefixes(self) -> usize {
        self.at_rest / 8
    }

    /// Bytes for hashes of inputs; hashes of whole paths get as much again.
    pub(crate) fn hashes(self) -> usize {
        self.at_rest / 16
    }

    /// Bytes for inputs that mutation draws from.
    pub(crate) fn corpus(self) -> usize {
        self.at_rest / 8
    }

    /// Bytes for substitutions that wait.
    pub(crate) fn substitutions(self) -> usize {
        self.at_rest / 16
    }

    /// Bytes for answers of the solver.
    pub(crate) fn answers(self) -> usize {
        self.at_rest / 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_shares_together_are_bounded_however_many_searches_and_jobs_there_are() {
        for searches in [1, 2, 10, 100, 2000] {
            for jobs in [1, 2, 16] {
                let share = Share::of(searches, jobs);
                assert!(searches * share.at_rest <= AT_REST);
                assert!(jobs * share.in_turn <= IN_TURNS);
                assert_eq!(share.at_rest, Share::of(searches, 1).at_rest);
            }
        }
    }

    #[test]
    fn parts_fit_into_the_share() {
        let share = Share::of(10, 2);
        let parts = share.traces()
            + share.inputs()
            + share.candidates()
            + share.prefixes()
            + 2 * share.hashes()
            + share.corpus()
            + share.substitutions()
            + share.answers();
        assert!(parts <= share.at_rest);
    }
}
