//! Parameterized tests, as an explored program describes them.

use crate::run::{CutShort, SCHEMA, SolverRecord};
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
    /// The text that every panic must contain, if the test must panic for every input.
    pub should_panic: Option<String>,
    /// Panics that do not count as failures: types, or texts in quotes.
    pub allowed: Vec<String>,
    /// Labels of the places that some input must reach.
    pub reachable: Vec<String>,
    /// Maximum number of runs.
    pub runs: Option<u64>,
    /// Maximum time in milliseconds.
    pub time: Option<u64>,
    /// Maximum number of branches that depend on the input, in one run.
    pub branches: Option<u64>,
    /// Maximum time in milliseconds that the solver may spend on one query.
    pub solver: Option<u64>,
}

/// The verdict on a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The test's assertions hold.
    Passed,
    /// A panic that the test allows or expects.
    Allowed,
    /// The test's assertions do not hold.
    Failed,
    /// The input is not one that the test is about.
    Discarded,
}

/// A verdict and its circumstances.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PutVerdict {
    /// The verdict.
    pub verdict: Verdict,
    /// The message of the failure or of the allowed panic, or nothing.
    pub why: String,
    /// A bit for each of [`PutInfo::reachable`] that the run reached.
    pub reached: u64,
    /// Source text of the arguments, as it appears in the call.
    pub arguments: Vec<String>,
    /// Source text of the values that the body chose.
    pub chosen: Vec<String>,
    /// Choices: scopes from the outside in, number in the innermost scope, value.
    pub choices: Vec<(Vec<u64>, u64, u64)>,
}

/// An input that was kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InputRecord {
    /// The verdict.
    pub verdict: Verdict,
    /// The message of the failure or of the allowed panic, or nothing.
    pub why: String,
    /// Where it panicked.
    pub file: Option<String>,
    /// Line of that place.
    pub line: Option<u32>,
    /// Source text of the arguments.
    pub arguments: Vec<String>,
    /// Statements before the call, and the call.
    pub source: Vec<String>,
    /// Number of coverage points that this input is the first to reach.
    pub new_coverage: u32,
    /// Whether it was stored before this exploration.
    pub was_stored: bool,
    /// Whether the run ends its process, or the process has to be killed.
    pub is_fatal: bool,
    /// Number of runs until the search found it (it may have been made simpler since), if it was not stored before.
    pub runs: Option<u64>,
    /// Seconds spent on the test until then.
    pub seconds: Option<f64>,
}

impl InputRecord {
    /// `passes`, `fails: message (file:line)`, `dies: how`, `panics as allowed: message (file:line)`; only the first line of the message.
    pub fn outcome(&self) -> String {
        match (&self.file, self.line) {
            (Some(file), Some(line)) if !file.is_empty() => {
                self.outcome_at(&format!(" ({file}:{line})"))
            }
            _ => self.outcome_at(""),
        }
    }

    /// [`outcome`](InputRecord::outcome) without the line number, which changes when lines are added above.
    pub fn outcome_without_line(&self) -> String {
        match &self.file {
            Some(file) if !file.is_empty() => self.outcome_at(&format!(" ({file})")),
            _ => self.outcome_at(""),
        }
    }

    fn outcome_at(&self, place: &str) -> String {
        let why = self.why.lines().next().unwrap_or_default();
        match self.verdict {
            Verdict::Passed => "passes".to_owned(),
            Verdict::Allowed => format!("panics as allowed: {why}{place}"),
            Verdict::Failed if self.is_fatal => format!("dies: {why}"),
            Verdict::Failed => format!("fails: {why}{place}"),
            Verdict::Discarded => "is refused by assume!".to_owned(),
        }
    }
}

/// An explored parameterized test.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PutRecord {
    /// Path, the crate's name first.
    pub path: String,
    /// `name(a: A, b: B)`.
    pub signature: String,
    /// Names of the parameters.
    pub parameters: Vec<String>,
    /// Source file.
    pub file: String,
    /// Line.
    pub line: u32,
    /// File of stored inputs, relative to the package root.
    pub stored: String,
    /// Inputs, failures first.
    pub inputs: Vec<InputRecord>,
    /// Inline cases, in their order, without those whose runs would change something outside the process.
    #[serde(default)]
    pub cases: Vec<InputRecord>,
    /// Why stored inputs no longer fit, one text for each.
    pub unfit: Vec<String>,
    /// Lines of stored inputs that were edited: their texts may have differed from their choices, and only the choices count.
    #[serde(default)]
    pub edited: Vec<usize>,
    /// Labels of `assert_reachable!`s that no input reached.
    pub unreached: Vec<String>,
    /// Number of runs.
    pub executions: u64,
    /// Distinct paths seen.
    pub paths: u64,
    /// Coverage points of the functions that were called, without those that only a failed check reaches.
    pub branches: u32,
    /// How many of them were reached.
    pub branches_covered: u32,
    /// Inputs left out because their runs would change something outside the process.
    pub outside: u32,
    /// Inputs left out because their runs end differently each time.
    #[serde(default)]
    pub unstable: u32,
    /// Whether more time would probably not have found more.
    pub saturated: bool,
    /// Seconds that the search spent on this test.
    pub seconds: f64,
}

impl PutRecord {
    /// Whether every input that was found was refused by the test's assumptions, so that nothing was tested.
    pub fn is_vacuous(&self) -> bool {
        self.inputs.is_empty()
            && self.outside + self.unstable == 0
            && (self.cases.iter()).all(|case| case.verdict == Verdict::Discarded)
    }

    /// Whether it fails for some input, nothing was tested, or something that must be reached was not.
    pub fn is_finding(&self) -> bool {
        self.is_vacuous()
            || !self.unreached.is_empty()
            || self
                .inputs
                .iter()
                .chain(&self.cases)
                .any(|input| input.verdict == Verdict::Failed)
    }
}

/// What became of the parameterized tests of a source file when their stored inputs were written as conventional tests.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmittedRecord {
    /// The source file, relative to the package root.
    pub source: String,
    /// The file of conventional tests, if there are any.
    pub file: Option<String>,
    /// Their names in that file. Each was compiled, and run alone and among others, before it was written.
    pub tests: Vec<String>,
    /// What was left out.
    pub left_out: Vec<LeftOutRecord>,
}

/// A parameterized test of which some or all inputs did not become conventional tests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOutRecord {
    /// Its name, with the modules inside the source file.
    pub test: String,
    /// Its line.
    pub line: u32,
    /// The reason.
    pub why: String,
}

/// The record of an exploration of parameterized tests, written to `target/isolde/explore.json`. Schema 1, like that of runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PutsRecord {
    /// Version of the schema.
    pub schema: u32,
    /// The package.
    pub package: String,
    /// Its version.
    pub version: String,
    /// Seed of the search.
    pub seed: u64,
    /// Seconds of exploration on the clock: less than the sum over the tests if there are several threads.
    pub seconds: f64,
    /// The tests.
    pub tests: Vec<PutRecord>,
    /// Files of conventional tests, if they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub emitted: Vec<EmittedRecord>,
    /// The solver's work.
    pub solver: SolverRecord,
    /// Why the run ended before it was complete; `None` if it was completed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut_short: Option<CutShort>,
}

impl PutsRecord {
    /// An empty record of the current schema.
    pub fn new() -> PutsRecord {
        PutsRecord {
            schema: SCHEMA,
            ..PutsRecord::default()
        }
    }
}
