//! Detours across threads follow the work of a test to threads that were there before.

use crate::util::Fixture;
use std::collections::BTreeMap;

/// Kinds of pools in the fixture, each with two tests.
const ROWS: usize = 35;
/// Tests of the fixture beside these.
const OTHERS: usize = 82;
/// Tests that run many times in each profile, and how many they are: 64 with their own work on pools that all share, and eight of an HTTP client and a server.
const PARALLEL: [&str; 2] = ["rules::parallel", "http"];
const PARALLEL_TESTS: usize = 72;
/// Rounds of these unless `JOBS_ROUNDS` says how many, and rounds of all tests.
const PARALLEL_ROUNDS: usize = 20;
const ROUNDS: usize = 5;

/// The book's table: a row for each kind, with what its tests show.
fn table(stdout: &str) -> String {
    let mut rows: BTreeMap<&str, [&str; 2]> = BTreeMap::new();
    for line in stdout.lines() {
        let Some((name, outcome)) = line
            .strip_prefix("test rows::")
            .and_then(|line| line.split_once(" ... "))
        else {
            continue;
        };
        assert_eq!(outcome, "ok", "{line}");
        let (row, when) = name.split_once("::").expect("a kind and a test");
        let cell = match when.strip_suffix(" - should panic") {
            Some(_) => "says why not",
            None => "yes",
        };
        rows.entry(row).or_default()[usize::from(when.starts_with("before"))] = cell;
    }
    assert_eq!(rows.len(), ROWS);
    let rows = rows
        .iter()
        .map(|(row, cells)| format!("| {} | {} |", row.replace('_', " "), cells.join(" | ")));
    rows.collect::<Vec<_>>().join("\n")
}

#[test]
fn work_runs_under_the_detours_of_the_test_that_made_it_in_both_profiles() {
    let fixture = Fixture::copy_sharing_target("jobs");
    let book = include_str!("../../../../book/src/detours.md");
    let rounds = std::env::var("JOBS_ROUNDS").map_or(PARALLEL_ROUNDS, |rounds| {
        rounds.parse().expect("a number of rounds")
    });
    for profile in [&["test", "--lib"][..], &["test", "--lib", "--release"]] {
        let run = fixture.run(profile);
        assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
        let table = table(&run.stdout);
        assert!(book.contains(&table), "the book's table is not\n{table}");
        fixture.assert_hold_at_once(&run, &PARALLEL, PARALLEL_TESTS, rounds);
        fixture.assert_hold_at_once(&run, &[], 2 * ROWS + OTHERS, ROUNDS);
    }
}
