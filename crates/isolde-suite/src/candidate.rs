//! What verification needs to know about a test, however it was made and in whichever file it is.

use isolde_record::Outcome;

/// A test that is to be verified.
pub trait Candidate: Clone {
    /// How it has to end.
    fn expected(&self) -> Expected;

    /// When there is no time to verify all tests, those with the lowest rank are verified.
    fn rank(&self) -> usize {
        0
    }

    /// Makes it assert less, because its assertion does not compile. Returns whether that was possible.
    fn weaken(&mut self) -> bool {
        false
    }
}

/// How a test has to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// It passes, alone and among others.
    Passes,
    /// It passes alone; it is ignored unless it is asked for, for a reason of the user's.
    PassesAlone,
    /// It shows a finding, so it is ignored unless it is asked for, and then ends so.
    Shows(Ending),
}

/// How a test ends that shows a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The test harness says that it failed.
    Fails,
    /// A signal ends its process.
    IsKilled,
    /// Its process exits with this code.
    Exits(i32),
    /// It does not end.
    Hangs,
    /// In any way but success.
    Breaks,
}

impl Ending {
    /// How the test of a case ends that is a finding.
    pub fn of(outcome: &Outcome) -> Ending {
        match outcome {
            Outcome::TimedOut => Ending::Hangs,
            Outcome::Panicked(_) => Ending::Fails,
            Outcome::Signalled { .. } | Outcome::StackOverflow => Ending::IsKilled,
            Outcome::Exited { code } => Ending::Exits(*code),
            Outcome::OutOfMemory | Outcome::Returned | Outcome::Discarded => Ending::Breaks,
        }
    }
}
