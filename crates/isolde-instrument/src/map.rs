//! The meaning of the numbers that an instrumented program reports.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;

/// The kind of code that a coverage point lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PointKind {
    /// Ordinary code.
    Code,
    /// Code that always ends in a panic that the source code itself raises.
    Panic,
    /// A check that the compiler adds (overflow, bounds) failed.
    Check,
    /// Runs only while a panic unwinds.
    Cleanup,
    /// Code of the standard library behind a decision that it takes for the code under test: `unwrap_or` gives the value or the default, `filter` keeps an
    /// element or drops it. People would not count it as a branch of the code under test, but tests should show both ways.
    Decision,
}

/// A coverage point: a basic block of the code under test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoveragePoint {
    /// The function, demangled, without hashes. Of a [`PointKind::Decision`], the name of the function of std that the code under test calls there; empty if it
    /// calls none there.
    pub function: String,
    /// Source file as the compiler names it; absolute if the compiler gives the directory.
    pub file: String,
    /// Line, from 1; 0 if unknown.
    pub line: u32,
    /// Column, from 1; 0 if unknown.
    pub column: u32,
    /// The kind of code it lies in.
    pub kind: PointKind,
}

/// Which instruction a path condition comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SiteKind {
    /// A conditional branch.
    Branch,
    /// A choice between two values for which there is no expression (wide or composed).
    Select,
}

/// A place where path conditions are recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BranchSite {
    /// The function whose code it is in, demangled; after inlining this may be a caller of the function that contains it in the source.
    pub function: String,
    /// Source file of the innermost place in code under test, or if there is none, of the innermost place.
    pub file: String,
    /// Line of that place.
    pub line: u32,
    /// Column of that place.
    pub column: u32,
    /// Which instruction the condition comes from.
    pub kind: SiteKind,
    /// Whether the branch itself is code under test (not merely library code inlined there).
    pub in_subject: bool,
    /// First coverage points behind the branch, if the condition holds and if it does not; `None` if they are not known.
    pub successors: Option<[u32; 2]>,
}

/// A function of the code under test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionPoints {
    /// Demangled, without hashes.
    pub function: String,
    /// Its symbol.
    pub symbol: String,
    /// Source file.
    pub file: String,
    /// Line it begins at.
    pub line: u32,
    /// Its coverage points.
    pub points: Range<u32>,
    /// Those behind decisions that the standard library takes for it, of the kind [`PointKind::Decision`].
    pub decisions: Range<u32>,
}

/// How a mutant differs from the code under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// A comparison says the opposite.
    Opposite,
    /// A comparison says something else if both sides are equal.
    Bound,
    /// Another operation on the same operands.
    Operation,
    /// A constant is another one.
    Constant,
    /// A call is left out.
    Omission,
    /// An argument of a call is zero or empty.
    Argument,
    /// A function returns this number whatever it computed.
    Result(u8),
}

/// A change of the code under test that a run may choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mutant {
    /// The symbol of the function that it is in.
    pub symbol: String,
    /// Source file as the compiler names it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1; 0 if unknown.
    pub column: u32,
    /// What is different.
    pub change: Change,
}

/// The meaning of all numbers in the answers of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramMap {
    /// Coverage points by number.
    pub coverage: Vec<CoveragePoint>,
    /// Branch sites by number.
    pub sites: Vec<BranchSite>,
    /// Functions of the code under test, in order of their points.
    pub functions: Vec<FunctionPoints>,
    /// Mutants; a run chooses one by its place here, counted from 1.
    #[serde(default)]
    pub mutants: Vec<Mutant>,
}

/// What instrumenting did, and what it cost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    /// Functions whose bodies were read.
    pub functions_read: usize,
    /// Functions that are left after unreachable ones are dropped.
    pub functions: usize,
    /// Functions without shadows, because they only serve to print panics.
    pub functions_skipped: usize,
    /// Branches to code that renders source text, which were cut, since programs that are only explored do not need it.
    pub renderings: usize,
    /// Calls whose hash was made concrete.
    pub hashes: usize,
    /// Instructions that were given shadows.
    pub instructions: usize,
    /// Tests for symbolic data that were added.
    pub segments: usize,
    /// Constant globals that symbolic addresses may read.
    pub constants: usize,
    /// Operations without a model, with their number: their results are concrete.
    pub unmodelled: BTreeMap<String, usize>,
    /// Processor time of each step, in order.
    pub times: Vec<(String, Duration)>,
}
