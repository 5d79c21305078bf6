//! The record of a run, written to `target/isolde/run.json`. Schema 1; within a schema, fields may be added but are never changed or removed.

use crate::leaving::LeavingCall;
use crate::memory::MemoryError;
use crate::reach::Reach;
use crate::times::Times;
use serde::{Deserialize, Serialize};

pub use crate::function::{FunctionRecord, FunctionStatus, NoTest};
pub use crate::reason::{RemovalReason, SkipReason};

/// Version of the schema of [`RunRecord`].
pub const SCHEMA: u32 = 1;

/// A test that was made and then removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemovedRecord {
    /// Its name or, if it had none yet, its function.
    pub test: String,
    /// The function it calls.
    pub function: String,
    /// The reason.
    #[serde(flatten)]
    pub reason: RemovalReason,
}

/// One emitted test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestRecord {
    /// Name with its module: `de::parser_next_of_empty_returns_none`.
    pub name: String,
    /// File it is in, relative to the package root.
    pub file: String,
    /// The function it calls.
    pub function: String,
    /// `returned`, `panicked`, or the kind of a finding or suspicion.
    pub outcome: String,
    /// The functions whose answers it takes for granted: fakes answer in their place, and nobody has said what they can answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumed: Vec<String>,
}

/// How much a finding matters to a maintainer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rank {
    /// Something that the code should not do.
    #[default]
    Defect,
    /// The function refuses its arguments in words of its own, and the documentation does not say so.
    Precondition,
    /// A size, a time or an amount of memory that no machine has.
    Limit,
}

/// Why a finding may be intended after all. In doubt it stays a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Doubt {
    /// The documentation announces panics, but none of this kind.
    OtherPanicsDocumented,
    /// The documentation announces panics of this kind, but the function checks its bounds itself, and failed after that.
    AfterOwnCheck,
    /// The package refuses the input in words of its own, though not where it can be seen that this is about the arguments.
    OwnWords,
    /// The function may only be slow.
    MayEnd,
    /// The test's own implementation of a trait gave an answer that may not be allowed.
    InventedAnswers,
    /// A function outside the isolated unit gave an answer of which nobody has said that it is possible.
    AssumedAnswers,
}

impl Doubt {
    /// The doubt in words, to follow "in doubt: ".
    pub fn words(self) -> &'static str {
        match self {
            Doubt::OtherPanicsDocumented => "the documentation announces panics of other kinds",
            Doubt::AfterOwnCheck => "the function had checked the bounds that it announces",
            Doubt::OwnWords => "the message is one of the package's own",
            Doubt::MayEnd => "it may only take long",
            Doubt::InventedAnswers => "implementations of the trait may never answer like this",
            Doubt::AssumedAnswers => "the functions outside the unit may never answer like this",
        }
    }
}

/// One finding: behaviour that the documentation does not announce.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingRecord {
    /// How much it matters.
    #[serde(default)]
    pub rank: Rank,
    /// Why it may be intended after all, if that is in doubt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doubt: Option<Doubt>,
    /// `overflow`, `index`, `slice`, `unwrap`, `division`, `unreachable`, `borrow`, `panic`, `abort`, `stack_overflow`, `timeout`, `out_of_memory`,
    /// `exit`, `law`, the name of a [kind of memory error](crate::memory::MemoryErrorKind); of a suspicion, `convention`.
    pub kind: String,
    /// The function called, or the type that breaks a law.
    pub function: String,
    /// The message, or what the law promises.
    pub message: String,
    /// The name of the law that is broken: `eq_symmetric`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub law: Option<String>,
    /// The names of other laws that are broken for the same reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub laws: Vec<String>,
    /// What was done to which memory, if it is an error of memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<MemoryError>,
    /// Where it happened.
    pub file: String,
    /// Line.
    pub line: u32,
    /// The call that shows it, as source text.
    #[serde(default)]
    pub call: String,
    /// What the inputs that fail have in common, in words, if it was found out: `` `base` is 0 or 1 ``.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// The other functions that fail for the same reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub siblings: Vec<String>,
    /// The other places where they fail, as `file:line`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<String>,
    /// The test that reproduces it, if one was emitted.
    pub test: Option<String>,
}

/// What the solver did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SolverRecord {
    /// Queries.
    pub queries: u64,
    /// Queries answered with a model.
    pub sat: u64,
    /// Queries that were refuted.
    pub unsat: u64,
    /// Queries that were given up.
    pub unknown: u64,
    /// Models whose run took another path than predicted.
    pub divergences: u64,
    /// Path conditions that did not evaluate to the direction taken: must be 0.
    pub mismatches: u64,
    /// Seconds spent.
    pub seconds: f64,
    /// Milliseconds of the median query, accurate to a fifth.
    #[serde(default)]
    pub median_ms: f64,
    /// Milliseconds of a query on average.
    #[serde(default)]
    pub mean_ms: f64,
    /// The solver's share of the time that the searches took, all threads together: between 0 and 1.
    #[serde(default)]
    pub share: f64,
    /// How many queries took how long.
    #[serde(skip)]
    pub times: Times,
    /// Seconds that the searches took, the solver included.
    #[serde(skip)]
    pub searched: f64,
}

impl SolverRecord {
    /// Adds the work of another solver.
    pub fn add(&mut self, other: &SolverRecord) {
        self.times.add(&other.times);
        self.searched += other.searched;
        self.queries += other.queries;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.divergences += other.divergences;
        self.mismatches += other.mismatches;
        self.seconds += other.seconds;
        self.median_ms = 1e3 * self.times.median();
        self.mean_ms = ratio(1e3 * self.seconds, self.queries as f64);
        self.share = ratio(self.seconds, self.searched);
    }
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// Why a run ended before it was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CutShort {
    /// The user interrupted it. Everything that it had finished until then was written.
    Interrupted,
    /// The time limit was too short for the whole run: some functions were not explored, or some tests were neither observed nor verified.
    OutOfTime,
}

/// Sums over the run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Totals {
    /// Functions of the package.
    pub functions: u32,
    /// Explored.
    pub explored: u32,
    /// Skipped.
    pub skipped: u32,
    /// Public functions, and how many of them were explored.
    #[serde(default)]
    pub reach: Reach,
    /// Skipped functions written by `derive`; they count in no other sum below.
    #[serde(default)]
    pub derived: u32,
    /// Runs of functions.
    pub executions: u64,
    /// Coverage points of the package.
    pub branches: u32,
    /// How many of them were reached.
    pub branches_covered: u32,
    /// Lines that have code.
    pub lines: u32,
    /// How many of them were reached.
    pub lines_covered: u32,
    /// Tests emitted.
    pub tests: u32,
    /// Findings.
    pub findings: u32,
    /// Suspicions.
    #[serde(default)]
    pub suspicions: u32,
    /// Tests that were removed because they did not compile, failed or were unstable.
    pub removed: u32,
}

impl Totals {
    /// Adds those of another package.
    pub fn add(&mut self, other: &Totals) {
        self.functions += other.functions;
        self.explored += other.explored;
        self.skipped += other.skipped;
        self.reach.add(other.reach);
        self.derived += other.derived;
        self.executions += other.executions;
        self.branches += other.branches;
        self.branches_covered += other.branches_covered;
        self.lines += other.lines;
        self.lines_covered += other.lines_covered;
        self.tests += other.tests;
        self.findings += other.findings;
        self.removed += other.removed;
    }
}

/// Everything that was learned in a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Version of Isolde.
    pub isolde: String,
    /// Package name.
    pub package: String,
    /// Package version.
    pub version: String,
    /// The binary whose functions were explored, if not the library's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub binary: Option<String>,
    /// `rustc --version`.
    pub rustc: String,
    /// Seed.
    pub seed: u64,
    /// Seconds of exploration.
    pub seconds: f64,
    /// Every function of the package, by path.
    pub functions: Vec<FunctionRecord>,
    /// If a unit is isolated: the calls that leave it, by place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<LeavingCall>,
    /// If a unit is isolated: seconds that it took to find these calls, with the drivers that were built for this alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub isolating_seconds: Option<f64>,
    /// Every emitted test.
    pub tests: Vec<TestRecord>,
    /// Every finding.
    pub findings: Vec<FindingRecord>,
    /// Every suspicion: a convention that values break, though their type may have good reasons to differ.
    #[serde(default)]
    pub suspicions: Vec<FindingRecord>,
    /// Every test that was made and then removed.
    #[serde(default)]
    pub removed: Vec<RemovedRecord>,
    /// The solver's work.
    pub solver: SolverRecord,
    /// Development dependencies that did not build on this machine, so that tests were verified without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dev_dependencies_left_out: Vec<String>,
    /// Sums.
    pub totals: Totals,
    /// Why the run ended before it was complete; `None` if it was completed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut_short: Option<CutShort>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(queries: u64, each: f64, searched: f64) -> SolverRecord {
        let mut record = SolverRecord {
            queries,
            seconds: queries as f64 * each,
            searched,
            ..SolverRecord::default()
        };
        for _ in 0..queries {
            record.times.note(each);
        }
        record
    }

    #[test]
    fn the_median_the_mean_and_the_share_are_those_of_all_solvers() {
        let mut sum = SolverRecord::default();
        sum.add(&SolverRecord::default());
        assert_eq!((sum.median_ms, sum.mean_ms, sum.share), (0.0, 0.0, 0.0));
        sum.add(&work(3, 0.001, 1.0));
        sum.add(&work(1, 0.097, 0.25));
        assert!((1.0..1.21).contains(&sum.median_ms), "{}", sum.median_ms);
        assert!((sum.mean_ms - 25.0).abs() < 1e-9, "{}", sum.mean_ms);
        assert!((sum.share - 0.08).abs() < 1e-9, "{}", sum.share);
    }
}
