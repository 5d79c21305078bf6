//! Which form of each test is kept: the first one that holds for all explored inputs; if none does, one with an assumption.

use super::bench::Bench;
use super::conventional::Tests;
use super::judge::{excluded, holds, passing, why_not};
use super::seen::{Seen, same_form};
use super::trial::{Trial, try_all};
use crate::error::SessionError;
use isolde_generalize::claim::{Form, Given, Source, forms};
use isolde_generalize::reason::Reason;
use isolde_record::generalize::ExcludedRecord;
use std::collections::BTreeMap;
use std::time::Duration;

/// Most runs of one form.
const RUNS: u64 = 500;
/// Most forms of one assertion of a test that consists of several.
const MOST_OF_PART: usize = 8;
/// Rounds of looking for assumptions: what one round refutes, the next one knows.
const ROUNDS: usize = 3;
/// Most forms of a test for which assumptions are looked for.
const MOST_FORMS: usize = 6;
/// The same, of forms that claim an old expected value for all inputs.
const MOST_CONSTANTS: usize = 2;
/// Most assumptions that are tried for one form in one round.
const MOST_ASSUMPTIONS: usize = 6;
/// Share of the time for trying all forms, and for each round of assumptions.
const SHARES: (f64, f64) = (0.4, 0.1);

/// Least time for trying one assumption: with less, nothing is learned about any of them, and each has to be built.
const LEAST_TIME: Duration = Duration::from_millis(50);

/// Most forms of a test of which one is kept.
const MOST_CANDIDATES: usize = 3;

/// What was chosen for a test.
#[derive(Clone)]
pub(super) struct Chosen {
    /// Number of the test.
    pub(super) subject: usize,
    pub(super) form: Form,
    /// The old values of the form's parameters: more than one if the test says the same of several inputs.
    pub(super) cases: Vec<Vec<String>>,
    /// Inputs that the assumption excludes.
    pub(super) excluded: Vec<ExcludedRecord>,
    /// All forms that hold, which may make it the same as another test.
    pub(super) holding: Vec<Form>,
    /// Other inputs that pass, one for each behaviour.
    pub(super) others: Vec<Vec<String>>,
}

/// Tries the forms of all tests that are not refused. Returns those that hold of each test, the best first; tests without one are refused with a reason.
///
/// # Errors
/// If a file or program fails, or the user wants to stop.
pub(super) fn choose(
    tests: &mut Tests,
    library: &str,
    bench: &Bench,
    time: Duration,
) -> Result<Vec<Vec<Chosen>>, SessionError> {
    let mut trials = Vec::new();
    for number in 0..tests.subjects.len() {
        match all_forms(tests, number, library) {
            Ok(forms) => trials.extend(forms.into_iter().map(|form| Trial::new(number, form))),
            Err(reason) => tests.subjects[number].refused = Some(reason),
        }
    }
    try_all(
        &mut trials,
        tests,
        library,
        bench,
        time.mul_f64(SHARES.0),
        RUNS,
    )?;
    let mut seen = Seen::default();
    seen.add(&trials, &trials);
    let mut assumed: Vec<Trial> = Vec::new();
    let time_of_round = time.mul_f64(SHARES.1);
    let most = time_of_round.as_millis() / LEAST_TIME.as_millis();
    for _ in 0..ROUNDS {
        let mut next = assumptions(tests, &trials, &assumed, &seen);
        next = fairest(next, usize::try_from(most).unwrap_or(usize::MAX));
        if next.is_empty() {
            break;
        }
        try_all(&mut next, tests, library, bench, time_of_round, RUNS)?;
        seen.add(&next, &trials);
        assumed.extend(next);
    }
    let mut chosen = Vec::new();
    for number in 0..tests.subjects.len() {
        if tests.subjects[number].refused.is_some() {
            continue;
        }
        match candidates(number, tests, &trials, &assumed, &seen) {
            Ok(all) => chosen.push(all),
            Err(reason) => tests.subjects[number].refused = Some(reason),
        }
    }
    Ok(chosen)
}

fn all_forms(tests: &Tests, number: usize, library: &str) -> Result<Vec<Form>, Reason> {
    let subject = &tests.subjects[number];
    if let Some(reason) = &subject.refused {
        return Err(reason.clone());
    }
    let mut forms = forms(&Given {
        library,
        text: &tests.files[subject.file].text,
        test: &subject.test,
        body: &subject.body,
        types: &subject.types,
        names: &tests.names,
    })?;
    if let Some(part) = &subject.part {
        let by_cases = forms.pop_if(|form| form.source == Source::Cases);
        // All parts begin with the whole set-up, and each of them speaks of other values of it.
        forms.retain(|form| form.factory.is_none());
        forms.truncate(MOST_OF_PART);
        forms.extend(by_cases);
        for form in &mut forms {
            form.edits.extend(part.removals.iter().cloned());
        }
    }
    Ok(forms)
}

/// Forms with assumptions for the tests of which no form holds for all inputs, without those that were tried.
fn assumptions(tests: &Tests, trials: &[Trial], tried: &[Trial], seen: &Seen) -> Vec<Trial> {
    let mut next = Vec::new();
    for (number, subject) in tests.subjects.iter().enumerate() {
        let own = || {
            trials
                .iter()
                .enumerate()
                .filter(|(_, trial)| trial.subject == number)
        };
        let is_found = candidates(number, tests, trials, tried, seen)
            .is_ok_and(|all| all.iter().any(|one| one.form.source != Source::Cases));
        if subject.refused.is_some() || is_found {
            continue;
        }
        let fails = |(place, trial): &(usize, &Trial)| {
            // No condition speaks of the state of an object that a factory made.
            trial.form.source != Source::Cases
                && trial.form.factory.is_none()
                && matches!(holds(trial), Err(Reason::DoesNotHold(_)))
                && !is_after_untried(*place, number, trials)
        };
        let is_constant = |(_, trial): &(usize, &Trial)| !trial.form.constants.is_empty();
        let constant = own().filter(fails).filter(is_constant).take(MOST_CONSTANTS);
        let others = own()
            .filter(fails)
            .filter(|trial| !is_constant(trial))
            .take(MOST_FORMS);
        for (base, trial) in constant.chain(others) {
            let conditions = seen.conditions(base, &trial.form);
            let is_new = |condition: &String| {
                !tried.iter().any(|tried| {
                    tried.subject == number
                        && same_form(&tried.form, &trial.form)
                        && tried.form.assumption.as_ref() == Some(condition)
                })
            };
            for condition in conditions.into_iter().filter(is_new).take(MOST_ASSUMPTIONS) {
                let form = Form {
                    assumption: Some(condition),
                    ..trial.form.clone()
                };
                next.push(Trial::new(number, form));
            }
        }
    }
    next
}

/// The most promising of these trials, the same number of each test, as far as there are so many.
fn fairest(trials: Vec<Trial>, most: usize) -> Vec<Trial> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    let mut ranked: Vec<(usize, Trial)> = trials
        .into_iter()
        .map(|trial| {
            let count = counts.entry(trial.subject).or_default();
            *count += 1;
            (*count, trial)
        })
        .collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.truncate(most);
    ranked.into_iter().map(|(_, trial)| trial).collect()
}

/// Whether there was no time for a form of the test that is more promising than the one at this place: that one may need no assumption.
fn is_after_untried(place: usize, subject: usize, trials: &[Trial]) -> bool {
    let mut before = trials[..place]
        .iter()
        .filter(|trial| trial.subject == subject);
    before.any(|trial| matches!(holds(trial), Err(Reason::OutOfTime(_))))
}

/// The forms of a test that hold, the best first: claims for all inputs, claims with an assumption, and at last the form by cases. Of several assumptions, one
/// that all known inputs confirm comes first.
fn candidates(
    subject: usize,
    tests: &Tests,
    trials: &[Trial],
    assumed: &[Trial],
    seen: &Seen,
) -> Result<Vec<Chosen>, Reason> {
    let own = || {
        trials
            .iter()
            .enumerate()
            .filter(|(_, trial)| trial.subject == subject)
    };
    let holding: Vec<&Trial> = own()
        .map(|(_, trial)| trial)
        .filter(|trial| holds(trial).is_ok())
        .collect();
    let base = |trial: &Trial| own().find(|(_, base)| same_form(&base.form, &trial.form));
    let of_subject = assumed
        .iter()
        .filter(|trial| trial.subject == subject && holds(trial).is_ok());
    let mut with_assumption: Vec<(usize, &Trial)> = of_subject
        .filter_map(|trial| {
            let (number, base) = base(trial)?;
            let conditions = seen.conditions(number, &base.form);
            let simplicity = conditions
                .iter()
                .position(|condition| Some(condition) == trial.form.assumption.as_ref())?;
            Some((number * 100 + simplicity, trial))
        })
        .collect();
    with_assumption.sort_by_key(|(rank, _)| *rank);
    let is_by_cases = |trial: &&&Trial| trial.form.source == Source::Cases;
    let plain = holding.iter().filter(|trial| !is_by_cases(trial)).copied();
    let all = plain
        .chain(
            with_assumption
                .into_iter()
                .map(|(_, trial)| trial)
                .take(MOST_CANDIDATES - 1),
        )
        .take(MOST_CANDIDATES)
        .chain(holding.iter().filter(is_by_cases).copied());
    let file = &tests.files[tests.subjects[subject].file].path;
    let chosen = |trial: &Trial| Chosen {
        subject,
        form: trial.form.clone(),
        cases: vec![trial.form.case()],
        excluded: match (&trial.form.assumption, base(trial)) {
            (Some(_), Some((_, base))) => excluded(base, file),
            _ => Vec::new(),
        },
        holding: holding.iter().map(|trial| trial.form.clone()).collect(),
        others: trial.record().map(passing).unwrap_or_default(),
    };
    let all: Vec<Chosen> = all.map(chosen).collect();
    match all.is_empty() {
        true => Err(why_not(own().map(|(_, trial)| trial))),
        false => Ok(all),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_test_gets_the_same_number_of_trials() {
        let form = Form {
            parameters: Vec::new(),
            edits: Vec::new(),
            source: Source::Stated,
            learned: Vec::new(),
            constants: Vec::new(),
            assumption: None,
            guards: Vec::new(),
            factory: None,
        };
        let trials = [1, 1, 1, 2, 2, 3].map(|subject| Trial::new(subject, form.clone()));
        let subjects = |most| -> Vec<usize> {
            let trials = trials
                .iter()
                .map(|trial| Trial::new(trial.subject, form.clone()));
            let kept = fairest(trials.collect(), most);
            kept.iter().map(|trial| trial.subject).collect()
        };
        assert_eq!(subjects(4), [1, 2, 3, 1]);
        assert_eq!(subjects(9), [1, 2, 3, 1, 2, 1]);
    }
}
