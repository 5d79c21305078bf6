//! One function of a package, as the record of a run describes it.

use crate::reason::SkipReason;
use crate::thunk::Visibility;
use serde::{Deserialize, Serialize};

/// What became of a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "status")]
pub enum FunctionStatus {
    /// It was run.
    Explored,
    /// It was not run.
    Skipped {
        /// The reason.
        reason: SkipReason,
    },
}

/// Why a function that was explored has no test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoTest {
    /// No run got as far as the call: arguments could not be built.
    NoArguments,
    /// All its tests were removed; the record's `removed` says why.
    Removed,
    /// What its calls do is shown by tests of other functions, or cannot be expressed in a test.
    NothingToShow,
    /// The run was cut short before its tests were verified.
    CutShort,
}

/// One function of the package.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionRecord {
    /// Path from the crate root.
    pub path: String,
    /// Source file, relative to the package root.
    pub file: String,
    /// First line.
    pub line: u32,
    /// Visibility.
    pub visibility: Visibility,
    /// Explored or skipped.
    #[serde(flatten)]
    pub status: FunctionStatus,
    /// Coverage points of the function.
    pub branches: u32,
    /// How many of them were reached.
    pub branches_covered: u32,
    /// Lines that have code.
    pub lines: u32,
    /// How many of them were reached.
    pub lines_covered: u32,
    /// Distinct paths seen.
    pub paths: u64,
    /// Tests emitted.
    pub tests: u32,
    /// Why an explored function has no tests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_test: Option<NoTest>,
    /// Findings.
    pub findings: u32,
}
