//! Parameterized tests as the search and the record describe them, and the filters that choose them.

use crate::functions::coverage::{Covered, coverage, relative};
use isolde_build::Package;
use isolde_explore::{Clock, ThunkStats};
use isolde_harness::names;
use isolde_instrument::{FunctionPoints, ProgramMap};
use isolde_puts::{Input, Kept, Known, known};
use isolde_record::put::{InputRecord, PutInfo, PutRecord};
use isolde_record::{ThunkInfo, Visibility};
use std::collections::{BTreeMap, BTreeSet};

/// Path of a test: the name of its target's crate, and then the path that `cargo test` prints.
pub fn path(info: &PutInfo) -> String {
    format!("{}::{}", info.module, info.name)
}

/// Whether a filter matches a path: it is part of the path or, if it has a `*`, matches all of it.
pub fn matches(filter: &str, path: &str) -> bool {
    if !filter.contains('*') {
        return path.contains(filter);
    }
    names::matches(filter, path)
}

/// What the search needs to know about a test.
pub fn thunk(index: u32, info: &PutInfo) -> ThunkInfo {
    ThunkInfo {
        index,
        function: path(info),
        module: info.module.split("::").map(str::to_owned).collect(),
        name: info.name.clone(),
        instance: Vec::new(),
        file: info.file.clone(),
        line: info.line,
        end_line: info.line,
        visibility: Visibility::Private,
        arguments: Vec::new(),
        announced: Default::default(),
        uses: Vec::new(),
        steps: Vec::new(),
        types: Vec::new(),
        lazy: None,
        is_check: false,
        unanswered: Vec::new(),
    }
}

/// A test that was explored.
pub struct Explored<'a> {
    /// The test.
    pub info: &'a PutInfo,
    /// Its inline cases.
    pub cases: &'a [Option<Input>],
    /// The inputs that were stored before.
    pub known: &'a Known,
    /// The inputs that are kept.
    pub kept: &'a Kept,
    /// The search's figures.
    pub stats: ThunkStats,
    /// What coverage points mean.
    pub map: &'a ProgramMap,
    /// The package.
    pub package: &'a Package,
    /// Time spent.
    pub clock: &'a Clock,
}

/// The record of a test.
pub fn record(explored: &Explored) -> PutRecord {
    let Explored {
        info,
        kept,
        stats,
        clock,
        ..
    } = explored;
    let root = &explored.package.root;
    let coverage = coverage_of_called(explored.map, &kept.covered, &path(info));
    let inputs = kept.inputs.iter().chain(explored.cases.iter().flatten());
    let reached = inputs.fold(0, |all, input| all | input.reached);
    let unreached = info
        .reachable
        .iter()
        .enumerate()
        .filter(|(number, _)| reached >> number & 1 == 0)
        .map(|(_, label)| label.clone());
    PutRecord {
        path: path(info),
        signature: known::signature(info),
        parameters: info
            .parameters
            .iter()
            .map(|(name, _)| name.clone())
            .collect(),
        file: relative(&info.file, root).to_owned(),
        line: info.line,
        stored: relative(&explored.known.file.to_string_lossy(), root).to_owned(),
        inputs: kept
            .inputs
            .iter()
            .map(|input| InputRecord {
                seconds: input
                    .run
                    .and_then(|run| clock.until(run))
                    .map(|time| time.as_secs_f64()),
                ..input.record()
            })
            .collect(),
        cases: explored.cases.iter().flatten().map(Input::record).collect(),
        edited: explored.known.edited(),
        unfit: kept.unfit.iter().map(|unfit| unfit.why.clone()).collect(),
        unreached: unreached.collect(),
        executions: stats.executions,
        paths: stats.paths,
        branches: coverage.branches,
        branches_covered: coverage.branches_covered,
        outside: kept.outside,
        unstable: kept.unstable,
        saturated: stats.saturated,
        seconds: clock.spent.as_secs_f64(),
    }
}

/// Coverage of the functions that were called at all. The test itself does not count, since the branches where its assertions fail should not be taken.
fn coverage_of_called(map: &ProgramMap, covered: &BTreeSet<u32>, test: &str) -> Covered {
    let mut called: BTreeMap<(&str, u32), Vec<&FunctionPoints>> = BTreeMap::new();
    for function in &map.functions {
        let is_of_test = function
            .function
            .split_once(test)
            .is_some_and(|(_, rest)| rest.is_empty() || rest.starts_with(':'));
        if !is_of_test {
            let place = (function.file.as_str(), function.line);
            called.entry(place).or_default().push(function);
        }
    }
    called.retain(|_, instances| {
        let mut instances = instances.iter();
        instances.any(|instance| covered.range(instance.points.clone()).next().is_some())
    });
    coverage(called.values(), map, covered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_parts_of_paths_or_patterns_of_whole_ones() {
        let path = "heap::tests::remove_key";
        for filter in [
            "remove",
            "tests::",
            "*",
            "heap::*",
            "*key",
            "heap::*::remove_*",
            path,
        ] {
            assert!(matches(filter, path), "{filter}");
        }
        for filter in [
            "insert",
            "tests::*",
            "heap::*::remove",
            "*::",
            "remove_key*x",
        ] {
            assert!(!matches(filter, path), "{filter}");
        }
    }
}
