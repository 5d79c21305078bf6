//! The table of reach: a row for each crate, and their sums.

use super::Run;
use isolde_record::Reach;
use isolde_record::reach::unreached;
use std::collections::BTreeMap;

/// The table's first lines.
pub const HEAD: &str = "\n| crate | for | public functions explored | share | skipped, by reason | tests | removed, by reason | exit code | wall time | peak memory |\n|---|---|---:|---:|---|---:|---|---:|---:|---:|";

/// Numbers by name.
type Counts = BTreeMap<&'static str, usize>;

/// One crate.
pub fn row(run: &Run) -> String {
    let subject = run.subject.replace('@', " ");
    let ending = ending(run);
    let Some(record) = &run.record else {
        let said = match &run.end {
            Ok(_) => &run.said,
            Err(error) => error,
        };
        return format!(
            "| {subject} | {} | none | 0 % | {} | 0 | | {ending} |",
            run.kind,
            said.replace('|', "\\|").replace('\n', " ")
        );
    };
    let reach = Reach::of(&record.functions);
    format!(
        "| {subject} | {} | {} of {} | {:.0} % | {} | {} | {} | {ending} |",
        run.kind,
        reach.explored,
        reach.public,
        reach.percent(),
        list(&skipped(run)),
        record.totals.tests,
        list(&removed(run)),
    )
}

/// Exit code, time and memory of a run.
fn ending(run: &Run) -> String {
    let Ok(end) = &run.end else {
        return "not run | | ".to_owned();
    };
    let code = end.code.map_or("ended".to_owned(), |code| code.to_string());
    let memory = end.memory.mebibytes();
    format!("{code} | {:.0} s | {memory:.0} MiB", end.wall.as_secs_f64())
}

/// The exit code, if the run was started; `Some(None)` if it took too long.
fn code(run: &Run) -> Option<Option<i32>> {
    run.end.as_ref().ok().map(|end| end.code)
}

/// The names of the crates whose runs have this property.
fn named(runs: &[Run], property: impl Fn(&Run) -> bool) -> String {
    let found = runs.iter().filter(|run| property(run));
    let names: Vec<&str> = found.map(|run| run.subject.as_str()).collect();
    match names.is_empty() {
        true => "none".to_owned(),
        false => names.join(", "),
    }
}

/// All crates together, and the worst of them.
pub fn sums(runs: &[Run]) -> String {
    let (mut reach, mut skips, mut removals) = (Reach::default(), Counts::new(), Counts::new());
    let (mut tests, mut bad) = (0, 0);
    let mut lowest: Option<(f64, &str)> = None;
    for run in runs {
        let own = run.record.as_ref().map(|it| Reach::of(&it.functions));
        reach.add(own.unwrap_or_default());
        add(&mut skips, skipped(run));
        add(&mut removals, removed(run));
        tests += run
            .record
            .as_ref()
            .map_or(0, |record| record.totals.tests as usize);
        bad += wrong(run);
        let percent = own.map_or(0.0, Reach::percent);
        if lowest.is_none_or(|(least, _)| percent < least) {
            lowest = Some((percent, &run.subject));
        }
    }
    let is_fine = |run: &Run| matches!(code(run), Some(Some(0 | 2)));
    let failed = runs.iter().filter(|run| !is_fine(run));
    let unended = named(runs, |run| code(run) == Some(None));
    let unsuccessful = named(runs, |run| !is_fine(run) && code(run) != Some(None));
    let ends = || runs.iter().filter_map(|run| run.end.as_ref().ok());
    let (percent, subject) = lowest.unwrap_or_default();
    format!(
        "| all | | {} of {} | {:.1} % | {} | {tests} | {} | {} failed | {:.0} s | {:.0} MiB |\n\n\
         Lowest share: {percent:.0} % ({subject}). Tests that did not compile or pass: {bad} of {} ({:.1} %).\n\
         Ended because they took too long: {unended}. Failed otherwise: {unsuccessful}.",
        reach.explored,
        reach.public,
        reach.percent(),
        list(&skips),
        list(&removals),
        failed.count(),
        ends().map(|end| end.wall.as_secs_f64()).sum::<f64>(),
        ends().map(|end| end.memory.mebibytes()).fold(0.0, f64::max),
        tests + bad,
        100.0 * bad as f64 / (tests + bad).max(1) as f64
    )
}

fn skipped(run: &Run) -> Counts {
    let functions = run.record.iter().map(|record| unreached(&record.functions));
    let reasons = functions.flatten().map(|it| (it.why, it.functions.len()));
    reasons.collect()
}

fn removed(run: &Run) -> Counts {
    let mut counts = Counts::new();
    for test in run.record.iter().flat_map(|record| &record.removed) {
        *counts.entry(test.reason.name()).or_default() += 1;
    }
    counts
}

/// The number of tests that rustc refused or that did not pass.
fn wrong(run: &Run) -> usize {
    let removed = run.record.iter().flat_map(|record| &record.removed);
    removed.filter(|test| test.reason.is_ours()).count()
}

fn add(sum: &mut Counts, counts: Counts) {
    for (name, count) in counts {
        *sum.entry(name).or_default() += count;
    }
}

/// The largest numbers first.
fn list(counts: &Counts) -> String {
    let mut counts: Vec<_> = counts.iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let words = counts
        .iter()
        .map(|(name, count)| format!("{count} {}", name.replace('_', " ")));
    words.collect::<Vec<_>>().join(", ")
}
