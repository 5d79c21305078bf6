//! What verification needs to know about a test, however it was made and in whichever file it is.

use isolde_record::Outcome;

/// A test that is to be verified.
pub trait Candidate: Clone {
    /// How it has to end.
    fn expected(&self) -> Expected;

    /// The test's rank: if there is not enough time to verify all tests of a subject, those with the lowest rank are verified.
    fn rank(&self) -> usize {
        0
    }

    /// What the test is about. Of everything that tests are about, as many tests as possible are verified in turn.
    fn subject(&self) -> &str {
        ""
    }

    /// Becomes another test of the same case that needs less, because it does not compile in any form or does not pass. Returns whether there is one.
    fn fall_back(&mut self) -> bool {
        false
    }

    /// Makes the test assert less, because its assertion does not compile. Returns whether that was possible.
    fn weaken(&mut self) -> bool {
        false
    }
}

/// How a test has to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// It passes, alone and among others.
    Passes,
    /// It passes alone; the user has given a reason to ignore it, so it runs only when asked for.
    PassesAlone,
    /// It shows what an ordinary run may not notice, so it is ignored and need only compile.
    Compiles,
    /// It shows a finding, so it is ignored unless asked for, and then ends in this way.
    Shows(Ending),
}

/// How a test that shows a finding ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The test harness reports that it failed.
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
    /// How the test of a case that is a finding ends.
    pub fn of(outcome: &Outcome) -> Ending {
        match outcome {
            Outcome::TimedOut => Ending::Hangs,
            Outcome::Panicked(_) => Ending::Fails,
            Outcome::Signalled { .. } | Outcome::StackOverflow => Ending::IsKilled,
            Outcome::Exited { code } => Ending::Exits(*code),
            Outcome::OutOfMemory
            | Outcome::Corrupted(_)
            | Outcome::Returned
            | Outcome::Discarded => Ending::Breaks,
        }
    }
}
