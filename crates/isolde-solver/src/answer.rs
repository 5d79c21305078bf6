//! The limits of a query, its answer, and statistics.

use isolde_record::times::Times;
use std::time::Duration;

/// How much work one query may cost. All limits but the time are deterministic; the time is a last resort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of gates of a circuit, as estimated before it is built.
    pub gates: u64,
    /// Maximum number of conflicts of the SAT solver; very large circuits, where each costs more, are allowed fewer.
    pub conflicts: u64,
    /// Maximum number of propagations of the SAT solver.
    pub propagations: u64,
    /// Maximum number of evaluations of terms in enumeration and search.
    pub evaluations: u64,
    /// Maximum time.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            gates: 1 << 20,
            conflicts: 5_000,
            propagations: 20_000_000,
            evaluations: 4_000_000,
            time: Duration::from_secs(10),
        }
    }
}

impl Limits {
    /// Limits for a first attempt: most queries that have an answer are answered within them, in a millisecond or so at most.
    pub fn quick() -> Self {
        Limits {
            gates: 20_000,
            conflicts: 200,
            propagations: 300_000,
            evaluations: 200_000,
            ..Limits::default()
        }
    }

    /// The same limits with no more time than `time`.
    #[must_use]
    pub fn within(self, time: Duration) -> Self {
        Limits {
            time: self.time.min(time),
            ..self
        }
    }
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a solution: these choices change to these values, the others keep theirs. Sorted by choice index; choices with equal keys are
    /// represented by the first.
    Sat(Vec<(u32, u64)>),
    /// There is none.
    Unsat,
    /// The limits were reached first.
    Unknown,
}

/// What a solver has done so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Queries asked.
    pub queries: u64,
    /// Queries with a solution.
    pub sat: u64,
    /// Queries without one.
    pub unsat: u64,
    /// Queries given up.
    pub unknown: u64,
    /// Answered from the cache, or by an earlier model.
    pub cache_hits: u64,
    /// Decided by trying the values of a single choice.
    pub single_choice: u64,
    /// Decided by trying all values of several choices.
    pub enumerated: u64,
    /// Refuted by intervals.
    pub interval_refuted: u64,
    /// Decided by inverting operators.
    pub inverted: u64,
    /// Decided by search over distances.
    pub searched: u64,
    /// Decided by bit-blasting.
    pub blasted: u64,
    /// Models that failed the check on the trace, or refutations of queries that have a solution: bugs in this crate.
    pub wrong_models: u64,
    /// Queries on malformed traces: bugs in the runtime.
    pub malformed: u64,
    /// Work done, counted in units of roughly the evaluation of one term. The same queries cost the same on any machine.
    pub work: u64,
    /// How many queries took how long.
    pub times: Times,
    /// Time spent in queries, in seconds.
    pub seconds: f64,
    /// Time of the slowest query, in seconds.
    pub slowest: f64,
}
