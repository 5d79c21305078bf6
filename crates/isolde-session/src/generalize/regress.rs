//! Regressions: a test by cases also expects, for a few more of the inputs that were explored, what the code does today.
//!
//! The results come from runs of ordinary builds, and are written only if several runs agree on them.

use super::bench::{Bench, Built, ran_and_passed};
use super::choose::Chosen;
use super::conventional::Tests;
use super::trial::{Outcome, Trial, compile, name};
use crate::error::SessionError;
use isolde_generalize::claim::Source;
use isolde_generalize::claim::regression::{observing, pinned, results};

/// Most expectations that are added to a test.
const MOST: usize = 3;
/// Most characters of an input that people still read.
const LONGEST: usize = 40;
/// Runs that must agree, each with its own fresh inputs.
const RUNS: u64 = 3;

/// Puts, before the best form of each test that is one by cases, the same form with expectations for more inputs, if there are any.
///
/// # Errors
/// If a file or program fails, or the user wants to stop.
pub(super) fn pin(
    candidates: &mut [Vec<Chosen>],
    tests: &Tests,
    library: &str,
    bench: &Bench,
) -> Result<(), SessionError> {
    let mut asked = Vec::new();
    let mut trials = Vec::new();
    for (place, all) in candidates.iter().enumerate() {
        let Some(best) = all.first() else { continue };
        let more = more(best);
        if let (Source::Cases, false, Some(form)) =
            (best.form.source, more.is_empty(), observing(&best.form))
        {
            let cases = [&best.cases[..], &more].concat();
            trials.push(Trial::with_cases(best.subject, cases, form));
            asked.push((place, more));
        }
    }
    if trials.is_empty() {
        return Ok(());
    }
    let Some(built) = compile(&mut trials, tests, library, bench, 1)? else {
        return Ok(());
    };
    let mut with_pins = Vec::new();
    for (number, (place, more)) in asked.into_iter().enumerate() {
        let old = &candidates[place][0];
        let Some(outputs) = outputs(&trials, number, tests, &built, bench)? else {
            continue;
        };
        let Some(found) = observed(&outputs, old.cases.len() + more.len()) else {
            continue;
        };
        let mut chosen = old.clone();
        for (input, result) in more.into_iter().zip(&found[old.cases.len()..]) {
            if let Some(form) = pinned(&chosen.form, &input, result) {
                chosen.form = form;
                chosen.cases.push(input);
            }
        }
        if chosen.cases.len() > old.cases.len() {
            with_pins.push((place, chosen));
        }
    }
    let mut trials: Vec<Trial> = with_pins
        .iter()
        .map(|(_, chosen)| {
            Trial::with_cases(chosen.subject, chosen.cases.clone(), chosen.form.clone())
        })
        .collect();
    if trials.is_empty() {
        return Ok(());
    }
    let Some(built) = compile(&mut trials, tests, library, bench, 1)? else {
        return Ok(());
    };
    for (number, (place, chosen)) in with_pins.into_iter().enumerate() {
        if outputs(&trials, number, tests, &built, bench)?.is_some() {
            candidates[place].insert(0, chosen);
        }
    }
    Ok(())
}

/// Further inputs of a test that are short enough.
fn more(chosen: &Chosen) -> Vec<Vec<String>> {
    let is_short = |input: &&Vec<String>| {
        let length: usize = input.iter().map(|text| text.chars().count()).sum();
        length <= LONGEST && !chosen.cases.contains(input)
    };
    chosen
        .others
        .iter()
        .filter(is_short)
        .take(MOST)
        .cloned()
        .collect()
}

/// The results for the first `count` inputs of all runs, as `Debug` shows them. `None` if not all runs agree.
fn observed(outputs: &[String], count: usize) -> Option<Vec<&str>> {
    let runs = outputs.iter().map(|output| {
        let mut found = results(output);
        found.truncate(count);
        found
    });
    let mut runs: Vec<Vec<&str>> = runs.collect();
    let first = runs.swap_remove(0);
    let agree = first.len() == count && runs.iter().all(|other| *other == first);
    agree.then_some(first)
}

/// What several runs of a trial print to standard error. `None` if it was not built, or does not pass in each of them.
fn outputs(
    trials: &[Trial],
    number: usize,
    tests: &Tests,
    built: &Built,
    bench: &Bench,
) -> Result<Option<Vec<String>>, SessionError> {
    let trial = &trials[number];
    if !matches!(trial.outcome, Outcome::Untried) {
        return Ok(None);
    }
    let subject = &tests.subjects[trial.subject];
    let root = &tests.files[subject.file].targets[0];
    let Some(executable) = built.executables.get(root) else {
        return Ok(None);
    };
    let test = name(number, &tests.name(subject));
    let mut outputs = Vec::new();
    for seed in 1..=RUNS {
        let output = bench.run(executable, &test, seed)?;
        if !ran_and_passed(&output) {
            return Ok(None);
        }
        outputs.push(output.stderr);
    }
    Ok(Some(outputs))
}
