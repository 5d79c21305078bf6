//! Parameterized tests, as an explored program describes them.

use serde::{Deserialize, Serialize};

/// A parameterized test.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PutInfo {
    /// Name of the function.
    pub name: String,
    /// Path of its module, the crate's name first.
    pub module: String,
    /// Source file, as the compiler wrote it.
    pub file: String,
    /// Line of the function.
    pub line: u32,
    /// Folder of the package when it was compiled.
    pub manifest_dir: String,
    /// Names and types of the parameters, as written.
    pub parameters: Vec<(String, String)>,
    /// Inline cases, as source text.
    pub cases: Vec<String>,
    /// What every panic must contain, if every input must panic.
    pub should_panic: Option<String>,
    /// Panics that are no failures: types, or texts in quotes.
    pub allowed: Vec<String>,
    /// Labels of what some input must reach.
    pub reachable: Vec<String>,
    /// Most runs.
    pub runs: Option<u64>,
    /// Most milliseconds.
    pub time: Option<u64>,
    /// Most branches that depend on the input, in one run.
    pub branches: Option<u64>,
    /// Most milliseconds that the solver may spend on one query.
    pub solver: Option<u64>,
}

/// What is to be thought of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// What the test says holds.
    Passed,
    /// A panic that the test allows or expects.
    Allowed,
    /// What the test says does not hold.
    Failed,
    /// The input is none of those that the test speaks of.
    Discarded,
}

/// A verdict and its circumstances.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PutVerdict {
    /// The verdict.
    pub verdict: Verdict,
    /// The message of the failure or of the allowed panic, or nothing.
    pub why: String,
    /// A bit for each of [`PutInfo::reachable`] that the run came to.
    pub reached: u64,
    /// Source text of values that the body chose.
    pub chosen: Vec<String>,
    /// Choices: scopes from the outside in, number in the innermost one, value.
    pub choices: Vec<(Vec<u64>, u64, u64)>,
}
