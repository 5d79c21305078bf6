//! The record of `cargo isolde generalize`, written to `target/isolde/generalize.json`. Schema 1, like that of runs.

use crate::run::SCHEMA;
use serde::{Deserialize, Serialize};

/// Where the claim of a parameterized test comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimSource {
    /// The old tests state it: their assertions speak of the inputs only.
    Stated,
    /// An expected value was replaced by a function of the inputs, or is claimed to be the same for all inputs; no explored input contradicts it.
    Learned,
    /// For other inputs than the old ones, only that nothing panics.
    Cases,
}

/// What fails for inputs that an assumption excludes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExcludedKind {
    /// An assertion of the test.
    Claim,
    /// The code under test, or a call that the test relies on.
    Code,
    /// The test's own arithmetic, which says nothing about the code under test.
    Arithmetic,
}

/// A class of inputs that an assumption excludes, by one of them: a possible defect, unless only the test's own arithmetic fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExcludedRecord {
    /// Source text of the arguments.
    pub arguments: Vec<String>,
    /// What fails.
    pub kind: ExcludedKind,
    /// How the test ends for them without the assumption.
    pub outcome: String,
}

/// A parameterized test that takes the place of conventional ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GeneralizedRecord {
    /// Its path, the crate's name first.
    pub path: String,
    /// Source file, relative to the package root.
    pub file: String,
    /// Line of the first old test.
    pub line: usize,
    /// Paths of the old tests.
    pub stands_for: Vec<String>,
    /// The patterns.
    pub patterns: Vec<String>,
    /// Where its claim comes from.
    pub source: ClaimSource,
    /// Expressions that were learned.
    pub learned: Vec<String>,
    /// Expected values that are claimed to be the same for all inputs.
    pub constants: Vec<String>,
    /// What is assumed of the inputs.
    pub assumption: Option<String>,
    /// What the assumption excludes.
    pub excluded: Vec<ExcludedRecord>,
    /// Number of runs of its last exploration.
    pub executions: u64,
    /// Its text.
    pub text: String,
}

/// A test that is left as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftAloneRecord {
    /// Its path, the crate's name first.
    pub path: String,
    /// Source file, relative to the package root.
    pub file: String,
    /// Its line.
    pub line: usize,
    /// The reason.
    pub why: String,
}

/// What all tests of a package show about its code, with the old tests and with the new ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeasuredRecord {
    /// Branches: functions, both sides of each `if`, arms of each `match`, bodies of loops.
    pub branches: usize,
    /// Branches that the old tests take.
    pub branches_before: usize,
    /// Branches that the new tests take.
    pub branches_after: usize,
    /// Mutants that were tried.
    pub mutants: usize,
    /// Mutants that the old tests kill.
    pub killed_before: usize,
    /// Mutants that the new tests kill.
    pub killed_after: usize,
}

/// What became of the conventional tests of a package.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GeneralizeRecord {
    /// Version of the schema.
    pub schema: u32,
    /// The package.
    pub package: String,
    /// Its version.
    pub version: String,
    /// Seed of the search.
    pub seed: u64,
    /// Seconds on the clock, builds included.
    pub seconds: f64,
    /// Parameterized tests.
    pub generalized: Vec<GeneralizedRecord>,
    /// Tests that are left as they are.
    pub left_alone: Vec<LeftAloneRecord>,
    /// Lines of the old tests that were asked for.
    #[serde(default)]
    pub lines_before: usize,
    /// Lines of what takes their place, and of those that are left as they are.
    #[serde(default)]
    pub lines_after: usize,
    /// What all tests show, before and after; nothing if no test is generalized, or if the package does not build with mutants.
    #[serde(default)]
    pub measured: Option<MeasuredRecord>,
    /// Files that were written.
    pub written: Vec<String>,
}

impl ExcludedRecord {
    /// Whether it may show a defect of the package.
    pub fn is_possible_defect(&self) -> bool {
        self.kind != ExcludedKind::Arithmetic
    }
}

impl GeneralizeRecord {
    /// An empty record of the current schema.
    pub fn new() -> GeneralizeRecord {
        GeneralizeRecord {
            schema: SCHEMA,
            ..GeneralizeRecord::default()
        }
    }
}
