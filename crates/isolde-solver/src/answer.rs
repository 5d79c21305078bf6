//! What a query may cost, what it answers, and what was counted.

use isolde_record::times::Times;
use std::time::Duration;

/// How much work one query may cost. All limits but the time are deterministic; the time is a last resort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most gates of a circuit, as estimated before it is built.
    pub gates: u64,
    /// Most conflicts of the SAT solver; fewer for very large circuits, where each costs more.
    pub conflicts: u64,
    /// Most propagations of the SAT solver.
    pub propagations: u64,
    /// Most evaluations of terms in enumeration and search.
    pub evaluations: u64,
    /// Most time.
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
    /// Limits for a first attempt: most queries that have an answer are answered within them, in about a millisecond at most.
    pub fn quick() -> Self {
        Limits {
            gates: 20_000,
            conflicts: 200,
            propagations: 300_000,
            evaluations: 200_000,
            ..Limits::default()
        }
    }

    /// The same with no more time than `time`.
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
    /// There is a solution: these choices change to these values, the others stay. Ascending by choice index; choices with equal keys are
    /// named by the first.
    Sat(Vec<(u32, u64)>),
    /// There is none.
    Unsat,
    /// The limits were reached first.
    Unknown,
}

/// What a solver did so far.
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
    /// Models that did not pass the check on the trace, or refutations of a solution: faults of this crate.
    pub wrong_models: u64,
    /// Queries on traces that are malformed: faults of the runtime.
    pub malformed: u64,
    /// Work done, by counting: about what it takes to evaluate one term is one unit. The same queries cost the same on any machine.
    pub work: u64,
    /// How many queries took how long.
    pub times: Times,
    /// Time spent in queries, in seconds.
    pub seconds: f64,
    /// Time of the slowest query, in seconds.
    pub slowest: f64,
}
