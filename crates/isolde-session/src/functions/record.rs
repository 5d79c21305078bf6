//! Puts together the record of a run from what all stages learned.

use isolde_build::Prepared;
use isolde_harness::Verdict;
use isolde_instrument::{FunctionPoints, PointKind, ProgramMap};
use isolde_model::{Function, Model};
use isolde_record::run::{
    CutShort, FindingRecord, FunctionRecord, FunctionStatus, NoTest, RemovalReason, RemovedRecord,
    RunRecord, SCHEMA, SolverRecord, TestRecord, Totals,
};
use isolde_record::{Reach, SkipReason};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What was learned by exploring and by writing tests.
#[derive(Debug, Default)]
pub(crate) struct Learned {
    /// The seed.
    pub(crate) seed: u64,
    /// Seconds of exploration.
    pub(crate) seconds: f64,
    /// Coverage points reached.
    pub(crate) covered: BTreeSet<u32>,
    /// Number of distinct paths by thunk.
    pub(crate) paths: BTreeMap<u32, u64>,
    /// Thunks that were run.
    pub(crate) explored: BTreeSet<u32>,
    /// Number of runs.
    pub(crate) executions: u64,
    /// Tests that were emitted.
    pub(crate) tests: Vec<TestRecord>,
    /// Findings.
    pub(crate) findings: Vec<FindingRecord>,
    /// Suspicions.
    pub(crate) suspicions: Vec<FindingRecord>,
    /// Tests that were removed again.
    pub(crate) removed: Vec<RemovedRecord>,
    /// Thunks that have a run which got as far as the call.
    pub(crate) called: BTreeSet<u32>,
    /// Development dependencies without which tests were verified.
    pub(crate) left_out: Vec<String>,
    /// The solver's work.
    pub(crate) solver: SolverRecord,
    /// Why the run ended early.
    pub(crate) cut_short: Option<CutShort>,
}

/// Puts the record together.
pub(crate) fn run_record(prepared: &Prepared, learned: Learned) -> RunRecord {
    let functions = functions(prepared, &learned);
    let totals = totals(&functions, &learned);
    let late = || out_of_time(&functions, &learned.removed);
    let cut_short = learned.cut_short.or_else(late);
    RunRecord {
        schema: SCHEMA,
        isolde: env!("CARGO_PKG_VERSION").to_owned(),
        package: prepared.package.name.clone(),
        version: prepared.package.version.clone(),
        binary: prepared.package.binary.clone(),
        rustc: prepared.toolchain.version.clone(),
        seed: learned.seed,
        seconds: learned.seconds,
        functions,
        tests: learned.tests,
        findings: learned.findings,
        suspicions: learned.suspicions,
        removed: learned.removed,
        solver: learned.solver,
        dev_dependencies_left_out: learned.left_out,
        totals,
        cut_short,
        ..RunRecord::default()
    }
}

/// Whether something was left out because time ran out.
fn out_of_time(functions: &[FunctionRecord], removed: &[RemovedRecord]) -> Option<CutShort> {
    let skipped = FunctionStatus::Skipped {
        reason: SkipReason::OutOfTime,
    };
    let is_incomplete = functions.iter().any(|function| function.status == skipped)
        || removed
            .iter()
            .any(|test| test.reason == RemovalReason::OutOfTime);
    is_incomplete.then_some(CutShort::OutOfTime)
}

fn totals(functions: &[FunctionRecord], learned: &Learned) -> Totals {
    let derived = FunctionStatus::Skipped {
        reason: SkipReason::Derived,
    };
    let written = || {
        functions
            .iter()
            .filter(|function| function.status != derived)
    };
    let sum = |field: fn(&FunctionRecord) -> u32| written().map(field).sum();
    let explored = functions
        .iter()
        .filter(|function| function.status == FunctionStatus::Explored)
        .count();
    Totals {
        functions: count(functions.len()),
        explored: count(explored),
        skipped: count(functions.len() - explored),
        reach: Reach::of(functions),
        derived: count(functions.len() - written().count()),
        executions: learned.executions,
        branches: sum(|function| function.branches),
        branches_covered: sum(|function| function.branches_covered),
        lines: sum(|function| function.lines),
        lines_covered: sum(|function| function.lines_covered),
        tests: count(learned.tests.len()),
        findings: count(learned.findings.len()),
        suspicions: count(learned.suspicions.len()),
        removed: count(learned.removed.len()),
    }
}

fn functions(prepared: &Prepared, learned: &Learned) -> Vec<FunctionRecord> {
    let empty = ProgramMap::default();
    let map = prepared
        .programs
        .as_ref()
        .map_or(&empty, |programs| &programs.map);
    let mut coverage = coverage_by_function(
        &prepared.model,
        &prepared.source_root,
        map,
        &learned.covered,
    );
    let verdicts: BTreeMap<usize, &Verdict> = prepared
        .harness
        .functions
        .iter()
        .map(|(index, verdict)| (*index, verdict))
        .collect();
    let named = |function: &Function, name: &str| function.path == name;
    prepared
        .model
        .functions
        .iter()
        .enumerate()
        .map(|(index, function)| {
            let thunks: &[u32] = match verdicts.get(&index) {
                Some(Verdict::Thunks(thunks)) => thunks,
                _ => &[],
            };
            let covered = coverage.remove(&index).unwrap_or_default();
            let status = status(verdicts.get(&index).copied(), learned);
            let tests = learned
                .tests
                .iter()
                .filter(|test| named(function, &test.function))
                .count();
            let is_bare = status == FunctionStatus::Explored && tests == 0;
            FunctionRecord {
                path: function.path.clone(),
                file: function
                    .span
                    .as_ref()
                    .map_or_else(String::new, |span| span.file.clone()),
                line: function.span.as_ref().map_or(0, |span| span.line),
                visibility: function.visibility,
                status,
                branches: covered.branches,
                branches_covered: covered.branches_covered,
                lines: covered.lines,
                lines_covered: covered.lines_covered,
                paths: thunks
                    .iter()
                    .filter_map(|thunk| learned.paths.get(thunk))
                    .sum(),
                tests: count(tests),
                no_test: is_bare.then(|| no_test(function, thunks, learned)),
                findings: count(
                    learned
                        .findings
                        .iter()
                        .filter(|finding| named(function, &finding.function))
                        .count(),
                ),
            }
        })
        .collect()
}

/// Why a function that was explored has no test.
fn no_test(function: &Function, thunks: &[u32], learned: &Learned) -> NoTest {
    let is_of_it = |removed: &RemovedRecord| removed.function == function.path;
    if learned.removed.iter().any(is_of_it) {
        NoTest::Removed
    } else if learned.cut_short.is_some() {
        NoTest::CutShort
    } else if thunks.iter().any(|thunk| learned.called.contains(thunk)) {
        NoTest::NothingToShow
    } else {
        NoTest::NoArguments
    }
}

fn status(verdict: Option<&Verdict>, learned: &Learned) -> FunctionStatus {
    match verdict {
        Some(Verdict::Thunks(thunks))
            if thunks.iter().any(|thunk| learned.explored.contains(thunk)) =>
        {
            FunctionStatus::Explored
        }
        Some(Verdict::Skipped(reason)) => FunctionStatus::Skipped {
            reason: reason.clone(),
        },
        Some(Verdict::Thunks(_)) | None => FunctionStatus::Skipped {
            reason: SkipReason::OutOfTime,
        },
    }
}

/// Coverage of functions of the source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Covered {
    /// Branches.
    pub(crate) branches: u32,
    /// How many of them were reached.
    pub(crate) branches_covered: u32,
    /// Lines that have code.
    pub(crate) lines: u32,
    /// How many of them were reached.
    pub(crate) lines_covered: u32,
}

/// Coverage by index of function. Code belongs to the innermost function around it. All instances of a generic function count as one function, whose
/// points are covered if they are covered in any instance.
fn coverage_by_function(
    model: &Model,
    root: &Path,
    map: &ProgramMap,
    covered: &BTreeSet<u32>,
) -> BTreeMap<usize, Covered> {
    let mut compiled: BTreeMap<usize, BTreeMap<u32, Vec<&FunctionPoints>>> = BTreeMap::new();
    for function in &map.functions {
        if let Some(owner) = owner(model, root, &function.file, function.line) {
            compiled
                .entry(owner)
                .or_default()
                .entry(function.line)
                .or_default()
                .push(function);
        }
    }
    compiled
        .iter()
        .map(|(owner, instances)| (*owner, coverage(instances.values(), map, covered)))
        .collect()
}

/// Coverage of functions, each given as all its instances.
pub(crate) fn coverage<'a>(
    functions: impl Iterator<Item = &'a Vec<&'a FunctionPoints>>,
    map: &ProgramMap,
    covered: &BTreeSet<u32>,
) -> Covered {
    let mut result = Covered::default();
    let mut lines: BTreeMap<u32, bool> = BTreeMap::new();
    for instances in functions {
        let mut points: BTreeMap<(u32, u32, u32), bool> = BTreeMap::new();
        for instance in instances {
            merge(instance, map, covered, &mut points, &mut lines);
        }
        result.branches += count(points.len());
        result.branches_covered += count(points.values().filter(|covered| **covered).count());
    }
    result.lines = count(lines.len());
    result.lines_covered = count(lines.values().filter(|covered| **covered).count());
    result
}

/// Adds the points of one instance. Points are told apart by their place, and those at the same place by their order.
fn merge(
    instance: &FunctionPoints,
    map: &ProgramMap,
    covered: &BTreeSet<u32>,
    points: &mut BTreeMap<(u32, u32, u32), bool>,
    lines: &mut BTreeMap<u32, bool>,
) {
    let mut seen: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    for index in instance.points.clone() {
        let point = &map.coverage[index as usize];
        // People would not count checks that cannot fail, or clean-up code, as branches.
        if !matches!(point.kind, PointKind::Code | PointKind::Panic) {
            continue;
        }
        let order = seen.entry((point.line, point.column)).or_default();
        *points
            .entry((point.line, point.column, *order))
            .or_default() |= covered.contains(&index);
        *order += 1;
        if point.line != 0 {
            *lines.entry(point.line).or_default() |= covered.contains(&index);
        }
    }
}

/// The innermost function of the model that contains a place.
fn owner(model: &Model, root: &Path, file: &str, line: u32) -> Option<usize> {
    let file = relative(file, root);
    model
        .functions
        .iter()
        .enumerate()
        .filter_map(|(index, function)| function.span.as_ref().map(|span| (index, span)))
        .filter(|(_, span)| span.file == file && (span.line..=span.end_line).contains(&line))
        .min_by_key(|(_, span)| span.end_line - span.line)
        .map(|(index, _)| index)
}

/// A source file as the model names it: relative to the package.
pub(crate) fn relative<'a>(file: &'a str, root: &Path) -> &'a str {
    Path::new(file)
        .strip_prefix(root)
        .ok()
        .and_then(Path::to_str)
        .unwrap_or(file)
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_instrument::CoveragePoint;

    fn map(points: &[(u32, u32, PointKind)]) -> ProgramMap {
        let point = |&(line, column, kind): &(u32, u32, PointKind)| CoveragePoint {
            function: "f".to_owned(),
            file: "/p/src/lib.rs".to_owned(),
            line,
            column,
            kind,
        };
        ProgramMap {
            coverage: points.iter().map(point).collect(),
            ..ProgramMap::default()
        }
    }

    fn instance(points: std::ops::Range<u32>) -> FunctionPoints {
        FunctionPoints {
            function: "f".to_owned(),
            symbol: "f".to_owned(),
            file: "/p/src/lib.rs".to_owned(),
            line: 1,
            points,
        }
    }

    #[test]
    fn a_run_that_leaves_a_test_out_for_want_of_time_says_so() {
        let removed = |reason| RemovedRecord {
            test: "t".to_owned(),
            function: "f".to_owned(),
            reason,
        };
        assert_eq!(out_of_time(&[], &[]), None);
        assert_eq!(out_of_time(&[], &[removed(RemovalReason::Flaky)]), None);
        let late = [
            removed(RemovalReason::Flaky),
            removed(RemovalReason::OutOfTime),
        ];
        assert_eq!(out_of_time(&[], &late), Some(CutShort::OutOfTime));
    }

    #[test]
    fn instances_of_a_generic_function_count_once() {
        use PointKind::{Check, Code};
        let body = [(1, 1, Code), (2, 5, Code), (2, 5, Code), (3, 1, Check)];
        let map = map(&[body, body].concat());
        // The first instance reaches its first point, the second instance the second of its two points at one place.
        let covered = BTreeSet::from([0, 6]);
        let (mut points, mut lines) = (BTreeMap::new(), BTreeMap::new());
        for instance in [instance(0..4), instance(4..8)] {
            merge(&instance, &map, &covered, &mut points, &mut lines);
        }
        assert_eq!(
            points,
            BTreeMap::from([((1, 1, 0), true), ((2, 5, 0), false), ((2, 5, 1), true)])
        );
        assert_eq!(lines, BTreeMap::from([(1, true), (2, true)]));
    }

    #[test]
    fn files_are_named_from_the_package() {
        assert_eq!(relative("/p/src/lib.rs", Path::new("/p")), "src/lib.rs");
        assert_eq!(
            relative("/rustc/1/library/core/src/lib.rs", Path::new("/p")),
            "/rustc/1/library/core/src/lib.rs"
        );
    }
}
