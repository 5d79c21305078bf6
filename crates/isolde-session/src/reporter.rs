//! Reports of a run to whoever shows them: its phases, its progress, and notices for the user. The command line decides how they are shown.

use isolde_build::{Step, TestsWarning};
use isolde_explore::Snapshot;
use isolde_record::put::PutRecord;
use std::time::Duration;

/// Receives reports about the progress of a run. Called from several threads.
pub trait Reporter: Sync {
    /// What the run is doing, and how far it has got.
    fn phase(&self, phase: &Phase);
    /// Something that the user should see.
    fn notice(&self, notice: &Notice);
}

/// What a run is doing.
#[derive(Clone, Debug)]
pub enum Phase<'a> {
    /// Programs are built.
    Building(Step),
    /// An exploration begins.
    Explores {
        /// What kind of thing is explored: `call`, `test`.
        noun: &'static str,
        /// How many of them.
        count: usize,
        /// The target that they belong to, if there may be several.
        target: Option<&'a str>,
        /// The time limit.
        time: Duration,
    },
    /// An exploration is under way.
    Exploring {
        /// What kind of thing is explored: `call`, `test`.
        noun: &'static str,
        /// Its progress.
        snapshot: Snapshot,
        /// Coverage points of the code under test, if all of them may be reached.
        points: Option<usize>,
    },
    /// Tests are written.
    Writes {
        /// Cases that the exploration found.
        cases: usize,
    },
    /// Inputs are written as conventional tests.
    Emits,
    /// Something is done once for each of several items.
    Counting {
        /// What is done: `minimizing`.
        what: &'a str,
        /// Items done.
        done: usize,
        /// Items in all.
        all: usize,
    },
}

/// Something that the user should see.
#[derive(Clone, Debug)]
pub enum Notice<'a> {
    /// A test target is not explored.
    NotExplored(&'a TestsWarning),
    /// A filter matches no parameterized test.
    NoSuchTest(&'a str),
    /// These development dependencies do not build on this machine, so tests are verified without them.
    LeftOut(&'a [String]),
    /// For this reason, the package's unsafe code is not checked for errors of memory.
    MemoryNotChecked(&'a str),
    /// Cargo finds the tests only if the manifest contains this text.
    Undeclared(&'a str),
    /// The inputs of a parameterized test were chosen.
    Kept {
        /// The test with its inputs.
        test: &'a PutRecord,
        /// Whether another test of the package has the same name.
        is_ambiguous: bool,
    },
}
