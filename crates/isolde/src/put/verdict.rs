//! The result of a run of a parameterized test.

use crate::outcome::RunOutcome;
use crate::panics::Panic;

/// Whether a run is a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The test holds for this input.
    Passed,
    /// A panic that the test allows or expects, with the message.
    Allowed(String),
    /// The test does not hold for this input, with the reason.
    Failed(String),
    /// `assume!` refused the input: the test makes no claim about it.
    Discarded,
}

/// A run, and whether it is a failure.
#[derive(Clone, Debug)]
pub struct Judged {
    /// How the run ended.
    pub outcome: RunOutcome,
    /// The panic, if there was one.
    pub panic: Option<Panic>,
    /// Whether it is a failure.
    pub verdict: Verdict,
    /// A bit for each `assert_reachable!` that it reached.
    pub reached: u64,
}
