//! How much memory the searches may keep. There may be thousands of them; together they have a fixed amount.
//!
//! A search that rests between its turns keeps what fits into its share: what it has learned, and the inputs that it goes on from. What can be computed
//! again is dropped: traces are made anew from their inputs when one of their path conditions is to be negated. While it takes its turn, it may hold
//! more traces; that changes no result, since a trace that was made anew is the same.

/// Bytes that all searches keep while they rest, together.
const AT_REST: usize = 128 << 20;
/// Bytes of traces that all searches hold in their turns, together.
const IN_TURNS: usize = 96 << 20;
/// Most that one search keeps, and least.
const LARGEST: usize = 24 << 20;
const SMALLEST: usize = 64 << 10;
/// Most traces of one search in its turn, and least: one trace of usual size.
const LARGEST_IN_TURN: usize = 48 << 20;
const SMALLEST_IN_TURN: usize = 4 << 20;

/// What one search may keep, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    /// Between its turns. It depends on the number of searches alone, so that the same searches keep the same on all machines.
    at_rest: usize,
    /// Of traces, in its turn.
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

    /// Traces in a turn.
    pub(crate) fn traces_in_turn(self) -> usize {
        self.in_turn
    }

    /// Traces between turns.
    pub(crate) fn traces(self) -> usize {
        self.at_rest / 4
    }

    /// Inputs of traces that can be made anew.
    pub(crate) fn inputs(self) -> usize {
        self.at_rest / 8
    }

    /// Candidates for negation.
    pub(crate) fn candidates(self) -> usize {
        self.at_rest / 8
    }

    /// Hashes of path prefixes.
    pub(crate) fn prefixes(self) -> usize {
        self.at_rest / 8
    }

    /// Hashes of inputs, and as much for hashes of whole paths.
    pub(crate) fn hashes(self) -> usize {
        self.at_rest / 16
    }

    /// Inputs that mutation draws from.
    pub(crate) fn corpus(self) -> usize {
        self.at_rest / 8
    }

    /// Substitutions that wait.
    pub(crate) fn substitutions(self) -> usize {
        self.at_rest / 16
    }

    /// Answers of the solver.
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
