//! Puts together the record of a run from what all stages learned.

use super::coverage::{count, coverage_by_function};
use isolde_build::Prepared;
use isolde_harness::Verdict;
use isolde_instrument::ProgramMap;
use isolde_model::Function;
use isolde_record::run::{
    CutShort, FindingRecord, FunctionRecord, FunctionStatus, NoTest, RemovalReason, RemovedRecord,
    RunRecord, SCHEMA, SolverRecord, TestRecord, Totals,
};
use isolde_record::{Reach, SkipReason};
use std::collections::{BTreeMap, BTreeSet};

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
            let unanswered =
                super::status::unanswered(&prepared.harness.thunks, thunks, &learned.called);
            let status = status(verdicts.get(&index).copied(), unanswered, learned);
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
                no_test: is_bare.then(|| no_test(&function.path, thunks, learned)),
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

fn status(
    verdict: Option<&Verdict>,
    unanswered: Option<String>,
    learned: &Learned,
) -> FunctionStatus {
    match verdict {
        Some(Verdict::Thunks(thunks))
            if thunks.iter().any(|thunk| learned.explored.contains(thunk)) =>
        {
            match unanswered {
                Some(method) => FunctionStatus::Skipped {
                    reason: SkipReason::Unanswered(method),
                },
                None => FunctionStatus::Explored,
            }
        }
        Some(Verdict::Skipped(reason)) => FunctionStatus::Skipped {
            reason: reason.clone(),
        },
        Some(Verdict::Thunks(_)) | None => FunctionStatus::Skipped {
            reason: SkipReason::OutOfTime,
        },
    }
}

/// Why a function that was explored has no test.
fn no_test(function: &str, thunks: &[u32], learned: &Learned) -> NoTest {
    let is_of_it = |removed: &RemovedRecord| removed.function == function;
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
