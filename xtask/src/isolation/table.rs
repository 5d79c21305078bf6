//! The tables of isolation: a row for each crate with the average of its functions, the average of all, and a row for each function.

use super::covered::{Calling, Share, calling};
use super::{Run, Runs};
use isolde_record::reason::RemovalReason;
use isolde_record::{RunRecord, Treatment};
use std::collections::BTreeSet;

/// The first lines of the table of crates.
pub const HEAD: &str = "\n| crate | for | functions that call outside | lines without | with | points | branches without | with | points | fakes | tests | with assumed answers | removed | seconds of exploration without | with | seconds to find calls and fakes | seconds with building without | with |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|";

/// The first lines of the table of functions.
pub const FUNCTIONS: &str = "\n| crate | function | lines without | with | points | branches without | with | points |\n|---|---|---:|---:|---:|---:|---:|---:|";

/// One crate.
pub fn row(runs: &Runs) -> String {
    let subject = runs.subject.replace('@', " ");
    let [before, after] = [&runs.without, &runs.with];
    let Some(record) = &after.record else {
        return format!("| {subject} | {} | {} |", runs.kind, failure(after));
    };
    let functions = calling(before.record.as_ref(), record);
    let missing = match &before.record {
        None => format!(" (`generate`: {})", failure(before)),
        Some(_) => String::new(),
    };
    format!(
        "| {subject} | {}{missing} | {} | {} | {} | {} | {} | {} | {} |",
        runs.kind,
        functions.len(),
        shares(&functions),
        fakes(record),
        record.tests.len(),
        assumed(record),
        removed(record),
        times(before, after),
    )
}

/// All crates together: the average of all functions, and that of those which are not covered completely without isolation.
pub fn average(all: &[Runs]) -> String {
    let functions: Vec<Calling> = all.iter().flat_map(functions_of).collect();
    let lacking: Vec<Calling> = functions
        .iter()
        .filter(|each| each.lacks())
        .cloned()
        .collect();
    let records = || all.iter().filter_map(|runs| runs.with.record.as_ref());
    let sum = |count: fn(&RunRecord) -> usize| records().map(count).sum::<usize>();
    format!(
        "| average of all functions | | {} | {} | {} | {} | {} | {} | | | | | |\n| average of those not covered completely without | | {} | {} | | | | | | | | | |",
        functions.len(),
        shares(&functions),
        sum(fakes),
        sum(|record| record.tests.len()),
        sum(assumed),
        sum(removed),
        lacking.len(),
        shares(&lacking),
    )
}

/// The functions of a crate.
pub fn functions(runs: &Runs) -> Vec<String> {
    let subject = runs.subject.replace('@', " ");
    let functions = functions_of(runs).into_iter();
    functions
        .map(|each| {
            let path = each.path.replace('|', "\\|");
            format!("| {subject} | `{path}` | {} |", shares(&[each]))
        })
        .collect()
}

fn functions_of(runs: &Runs) -> Vec<Calling> {
    let Some(record) = &runs.with.record else {
        return Vec::new();
    };
    calling(runs.without.record.as_ref(), record)
}

/// The columns of lines and branches: the averages of functions without and with isolation, and how many percentage points are between them.
fn shares(functions: &[Calling]) -> String {
    let columns = |of: fn(&Calling) -> [Share; 2]| {
        if functions.is_empty() {
            return " | | ".to_owned();
        }
        let mean = |at: usize| {
            let percents = functions.iter().map(|each| of(each)[at].percent());
            percents.sum::<f64>() / functions.len() as f64
        };
        let (without, with) = (mean(0), mean(1));
        format!("{without:.1} % | {with:.1} % | {:+.1}", with - without)
    };
    format!(
        "{} | {}",
        columns(|each| each.lines),
        columns(|each| each.branches)
    )
}

/// The number of functions that were faked.
fn fakes(record: &RunRecord) -> usize {
    let calls = record.calls.iter();
    let faked = calls.filter(|call| call.treatment == Treatment::Faked);
    let callees: BTreeSet<&str> = faked.map(|call| call.callee.as_str()).collect();
    callees.len()
}

/// The number of tests that take answers for granted.
fn assumed(record: &RunRecord) -> usize {
    let tests = record.tests.iter();
    tests.filter(|test| !test.assumed.is_empty()).count()
}

/// The number of tests that did not hold; without those for which there was no time.
fn removed(record: &RunRecord) -> usize {
    let removed = record.removed.iter();
    removed
        .filter(|test| test.reason != RemovalReason::OutOfTime)
        .count()
}

fn times(before: &Run, after: &Run) -> String {
    let explored = |run: &Run| {
        let record = run.record.as_ref();
        record.map_or_else(String::new, |record| format!("{:.1}", record.seconds))
    };
    let whole = |run: &Run| match &run.end {
        Ok(end) => format!("{:.0}", end.wall.as_secs_f64()),
        Err(_) => String::new(),
    };
    let isolating = after.record.as_ref().and_then(|it| it.isolating_seconds);
    format!(
        "{} | {} | {} | {} | {}",
        explored(before),
        explored(after),
        isolating.map_or_else(String::new, |seconds| format!("{seconds:.1}")),
        whole(before),
        whole(after)
    )
}

/// Why a run has no record.
fn failure(run: &Run) -> String {
    let said = match &run.end {
        Ok(end) => match end.code {
            Some(code) => format!("exit code {code}: {}", run.said),
            None => "took too long".to_owned(),
        },
        Err(error) => error.clone(),
    };
    said.replace('|', "\\|").replace('\n', " ")
}
