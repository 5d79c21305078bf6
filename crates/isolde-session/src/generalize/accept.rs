//! The last word on parameterized tests: all are written into the copy in place of the old ones, built, explored with another seed, and run again.

use super::bench::{Bench, Built, ran_and_passed};
use super::choose::Chosen;
use super::conventional::Tests;
use super::judge::confirmed;
use super::measure::Measure;
use super::merged::{Merged, merge, texts};
use super::trial::explore;
use crate::error::SessionError;
use isolde_generalize::reason::Reason;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

/// Most attempts. After each of the first, tests that were not confirmed are tried in their next form; later, they are taken out.
const ATTEMPTS: usize = 6;
/// How many of these try other forms.
const WITH_OTHERS: usize = 3;
/// How often each test is run again, with other fresh inputs each time.
const RERUNS: u64 = 3;

/// The tests in the best forms that are confirmed and, together with all others, take the branches and kill the mutants that the old ones do. Tests
/// without one are refused.
///
/// # Errors
/// If a file or program fails, or the user wants to stop.
pub(super) fn accept(
    candidates: Vec<Vec<Chosen>>,
    tests: &mut Tests,
    library: &str,
    bench: &Bench,
    time: Duration,
    mut measure: Option<&mut Measure>,
) -> Result<Vec<Merged>, SessionError> {
    let mut left: BTreeMap<usize, VecDeque<Chosen>> = BTreeMap::new();
    for all in candidates {
        if let Some(first) = all.first() {
            left.insert(first.subject, all.into());
        }
    }
    let mut explored = BTreeMap::new();
    for attempt in 0..ATTEMPTS {
        let heads = left
            .values()
            .filter_map(|all| all.front().cloned())
            .collect();
        let mut merged = merge(heads, tests, library);
        let mut refused = try_together(&mut merged, tests, bench, time, &mut explored)?;
        if let (true, false, Some(measure)) = (refused.is_empty(), merged.is_empty(), &mut measure)
        {
            refused = measure.losing(&merged, tests)?;
        }
        if refused.is_empty() {
            return Ok(merged);
        }
        for (number, why) in refused {
            for &subject in &merged[number].subjects {
                tracing::debug!(subject, why, "not confirmed");
                let forms = left.entry(subject).or_default();
                forms.pop_front();
                if forms.is_empty() || attempt >= WITH_OTHERS {
                    left.remove(&subject);
                    tests.subjects[subject].refused = Some(Reason::NotConfirmed(why.clone()));
                }
            }
        }
    }
    // What was never confirmed together is not written.
    for subject in left.into_keys() {
        let why = "it was not confirmed together with the others".to_owned();
        tests.subjects[subject].refused = Some(Reason::NotConfirmed(why));
    }
    Ok(Vec::new())
}

/// Tries tests together. Returns those that are not confirmed, by their numbers, with the reason. `explored` contains the paths and texts of tests that were
/// explored before, with their numbers of runs.
fn try_together(
    merged: &mut [Merged],
    tests: &Tests,
    bench: &Bench,
    time: Duration,
    explored: &mut BTreeMap<String, u64>,
) -> Result<BTreeMap<usize, String>, SessionError> {
    if merged.is_empty() {
        return Ok(BTreeMap::new());
    }
    bench.write(tests, &texts(merged, tests))?;
    let all = merged.len();
    bench.session.count("building the new tests", 0, all);
    let built = bench.build()?;
    if !built.passed() {
        let blamed = blamed(merged, tests, &built);
        return match blamed.is_empty() {
            true => Err(bench.does_not_build(built.rendered)),
            false => Ok(blamed),
        };
    }
    let mut refused = explored_anew(merged, tests, bench, time, explored)?;
    for (number, one) in merged.iter().enumerate() {
        bench.session.count("running the new tests", number, all);
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
            if !ran_and_passed(&output) {
                refused.insert(number, format!("`cargo test` with the seed {rerun} fails"));
            }
        }
    }
    Ok(refused)
}

/// Explores the tests that were not explored in this form before. Returns those that are not confirmed.
fn explored_anew(
    merged: &mut [Merged],
    tests: &Tests,
    bench: &Bench,
    time: Duration,
    explored: &mut BTreeMap<String, u64>,
) -> Result<BTreeMap<usize, String>, SessionError> {
    let mut refused = BTreeMap::new();
    let paths: Vec<String> = merged
        .iter()
        .map(|one| one.path(tests, bench.package))
        .collect();
    let keys: Vec<String> = paths
        .iter()
        .zip(merged.iter())
        .map(|(path, one)| format!("{path}\n{}", one.text))
        .collect();
    let is_new = |number: &usize| !explored.contains_key(&keys[*number]);
    let new: BTreeSet<usize> = (0..merged.len()).filter(is_new).collect();
    let records = match new.is_empty() {
        true => Vec::new(),
        false => {
            let filters = new.iter().map(|&number| paths[number].clone()).collect();
            let seed = bench.session.search.seed.wrapping_add(1);
            explore(bench, filters, time, seed)?
        }
    };
    for (number, one) in merged.iter_mut().enumerate() {
        if !new.contains(&number) {
            one.executions = explored.get(&keys[number]).copied().unwrap_or_default();
            continue;
        }
        let Some(record) = records.iter().find(|record| record.path == paths[number]) else {
            refused.insert(number, "it was not explored".to_owned());
            continue;
        };
        one.executions = record.executions;
        // It held in many runs before, so that any number of them is enough.
        match confirmed(record, one.cases.len(), 1) {
            Ok(()) => {
                explored.insert(keys[number].clone(), record.executions);
            }
            Err(reason) => {
                refused.insert(number, reason.to_string());
            }
        }
    }
    Ok(refused)
}

/// The tests of the files in which the compiler found errors: the lines have moved, so that an error belongs to no single test.
fn blamed(merged: &[Merged], tests: &Tests, built: &Built) -> BTreeMap<usize, String> {
    let mut blamed = BTreeMap::new();
    for (number, one) in merged.iter().enumerate() {
        let file = &tests.files[tests.subjects[one.subjects[0]].file].path;
        let error = built.errors.iter().find(|error| error.file.ends_with(file));
        blamed.extend(error.map(|error| (number, error.message.clone())));
    }
    blamed
}
