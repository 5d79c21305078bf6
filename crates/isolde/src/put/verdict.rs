//! What is known of a run of a parameterized test when it has ended.

use crate::outcome::RunOutcome;
use crate::panics::Panic;

/// Whether a run is a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The test holds for this input.
    Passed,
    /// A panic that the test allows or expects; the message.
    Allowed(String),
    /// The test does not hold for it; the reason.
    Failed(String),
    /// `assume!` refused the input: the test says nothing about it.
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
