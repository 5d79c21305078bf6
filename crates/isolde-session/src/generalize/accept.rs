//! The last word on parameterized tests: all are written into the copy in place of the old ones, built, explored with another seed, and run again.

use super::bench::Bench;
use super::choose::confirmed;
use super::conventional::Tests;
use super::merged::{Merged, texts};
use super::trial::explore;
use crate::error::SessionError;
use isolde_generalize::reason::Reason;
use std::collections::BTreeMap;
use std::time::Duration;

/// Most attempts; after each, the tests that were not confirmed are taken out.
const ATTEMPTS: usize = 4;
/// How often each test is run again, with other fresh inputs each time.
const RERUNS: u64 = 3;

/// Keeps those tests that are confirmed; the others' old tests are refused.
///
/// # Errors
/// If a file or program fails, or the user wants to stop.
pub(super) fn accept(
    mut merged: Vec<Merged>,
    tests: &mut Tests,
    bench: &Bench,
    time: Duration,
) -> Result<Vec<Merged>, SessionError> {
    for _ in 0..ATTEMPTS {
        if merged.is_empty() {
            return Ok(merged);
        }
        let refused = attempt(&mut merged, tests, bench, time)?;
        if refused.is_empty() {
            return Ok(merged);
        }
        take_out(&mut merged, &refused, tests);
    }
    // What was never confirmed together is not written.
    let all = (0..merged.len()).map(|number| {
        (
            number,
            "it was not confirmed together with others".to_owned(),
        )
    });
    take_out(&mut merged, &all.collect(), tests);
    Ok(merged)
}

/// Removes tests by their numbers, and refuses the old tests that they stood for.
fn take_out(merged: &mut Vec<Merged>, refused: &BTreeMap<usize, String>, tests: &mut Tests) {
    let mut number = 0;
    merged.retain(|one| {
        let why = refused.get(&number);
        number += 1;
        if let Some(why) = why {
            for &subject in &one.subjects {
                tests.subjects[subject].refused = Some(Reason::NotConfirmed(why.clone()));
            }
        }
        why.is_none()
    });
}

/// One attempt. Returns the tests that are not confirmed, by their numbers, with the reason.
fn attempt(
    merged: &mut [Merged],
    tests: &Tests,
    bench: &Bench,
    time: Duration,
) -> Result<BTreeMap<usize, String>, SessionError> {
    let mut refused = BTreeMap::new();
    bench.write(tests, &texts(merged, tests))?;
    let built = bench.build()?;
    if !built.passed() {
        for (number, one) in merged.iter().enumerate() {
            // The lines have moved: an error belongs to the tests of its file.
            let file = &tests.files[tests.subjects[one.subjects[0]].file].path;
            let error = built.errors.iter().find(|error| error.file.ends_with(file));
            refused.extend(error.map(|error| (number, error.message.clone())));
        }
        return match refused.is_empty() {
            true => Err(bench.does_not_build(built.rendered)),
            false => Ok(refused),
        };
    }
    let paths: Vec<String> = merged
        .iter()
        .map(|one| one.path(tests, bench.package))
        .collect();
    let seed = bench.session.search.seed.wrapping_add(1);
    let records = explore(bench, paths.clone(), time, seed)?;
    for (number, (one, path)) in merged.iter_mut().zip(&paths).enumerate() {
        let Some(record) = records.iter().find(|record| record.path == *path) else {
            refused.insert(number, "it was not explored".to_owned());
            continue;
        };
        one.executions = record.executions;
        if let Err(reason) = confirmed(record, one.cases.len()) {
            refused.insert(number, reason.to_string());
        }
    }
    for (number, one) in merged.iter().enumerate() {
        let root = &tests.files[tests.subjects[one.subjects[0]].file].targets[0];
        let Some(executable) = built.executables.get(root) else {
            refused.insert(number, "its target was not built".to_owned());
            continue;
        };
        for rerun in 1..=RERUNS {
            if refused.contains_key(&number) {
                break;
            }
            let output = bench.run(executable, &one.test_name(tests), rerun)?;
            if !output.passed() || !output.stdout.contains("1 passed") {
                refused.insert(number, format!("`cargo test` with the seed {rerun} fails"));
            }
        }
    }
    Ok(refused)
}
