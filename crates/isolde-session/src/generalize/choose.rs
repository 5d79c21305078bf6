//! Which form of each test is kept: the first one that holds for all explored inputs; if none does, one with an assumption.

use super::bench::Bench;
use super::conventional::Tests;
use super::trial::{Outcome, Trial, try_all};
use crate::error::SessionError;
use isolde_generalize::assume;
use isolde_generalize::claim::{Form, Given, Source, forms};
use isolde_generalize::reason::Reason;
use isolde_generalize::value::{self, Value};
use isolde_record::generalize::{ExcludedKind, ExcludedRecord};
use isolde_record::put::{InputRecord, PutRecord, Verdict};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// Fewest runs after which a claim is believed, unless the search ended by itself.
const FEWEST_RUNS: u64 = 200;
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
const MOST_ASSUMPTIONS: usize = 5;
/// Share of the time for trying all forms, and for each round of assumptions.
const SHARES: (f64, f64) = (0.4, 0.1);

/// What was chosen for a test.
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
}

/// Tries the forms of all tests that are not refused, and chooses among them; the others are refused with a reason.
///
/// # Errors
/// If a file or program fails, or the user wants to stop.
pub(super) fn choose(
    tests: &mut Tests,
    library: &str,
    bench: &Bench,
    time: Duration,
) -> Result<Vec<Chosen>, SessionError> {
    let mut trials = Vec::new();
    for number in 0..tests.subjects.len() {
        match all_forms(tests, number) {
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
    for _ in 0..ROUNDS {
        let mut next = assumptions(tests, &trials, &assumed, &seen);
        if next.is_empty() {
            break;
        }
        try_all(
            &mut next,
            tests,
            library,
            bench,
            time.mul_f64(SHARES.1),
            RUNS,
        )?;
        seen.add(&next, &trials);
        assumed.extend(next);
    }
    let mut chosen = Vec::new();
    for number in 0..tests.subjects.len() {
        if tests.subjects[number].refused.is_some() {
            continue;
        }
        match best(number, tests, &trials, &assumed) {
            Ok(best) => chosen.push(best),
            Err(reason) => tests.subjects[number].refused = Some(reason),
        }
    }
    Ok(chosen)
}

fn all_forms(tests: &Tests, number: usize) -> Result<Vec<Form>, Reason> {
    let subject = &tests.subjects[number];
    if let Some(reason) = &subject.refused {
        return Err(reason.clone());
    }
    let mut forms = forms(&Given {
        text: &tests.files[subject.file].text,
        test: &subject.test,
        body: &subject.body,
        types: &subject.types,
        names: &tests.names,
    })?;
    if let Some(part) = &subject.part {
        let by_cases = forms.pop_if(|form| form.source == Source::Cases);
        forms.truncate(MOST_OF_PART);
        forms.extend(by_cases);
        for form in &mut forms {
            form.edits.extend(part.removals.iter().cloned());
        }
    }
    Ok(forms)
}

/// Whether a form holds for all inputs that were explored.
///
/// # Errors
/// The reason why it cannot be kept.
fn holds(trial: &Trial) -> Result<(), Reason> {
    let record = match &trial.outcome {
        Outcome::Refused(message) => return Err(Reason::DoesNotCompile(message.clone())),
        Outcome::Untried => return Err(Reason::OutOfTime(0)),
        Outcome::Explored(record) => record,
    };
    confirmed(record, 1)
}

/// Whether an exploration confirms what a parameterized test with this number of cases claims.
///
/// # Errors
/// The reason why not.
pub(super) fn confirmed(record: &PutRecord, cases: usize) -> Result<(), Reason> {
    let all = || record.inputs.iter().chain(&record.cases);
    if let Some(input) = all().find(|input| input.verdict == Verdict::Failed) {
        return Err(Reason::DoesNotHold(shown(input)));
    }
    if record.outside > 0 || record.cases.len() < cases {
        return Err(Reason::ActsOutside);
    }
    if record.unstable > 0 {
        return Err(Reason::Unstable);
    }
    let passes = |input: &InputRecord| matches!(input.verdict, Verdict::Passed | Verdict::Allowed);
    if !record.cases.iter().all(passes) || !record.inputs.iter().any(passes) {
        return Err(Reason::DoesNotHold(
            "no other input is like the old one".to_owned(),
        ));
    }
    // Where a panic is expected, all inputs must panic at one place.
    let mut panics = all().filter(|input| input.verdict == Verdict::Allowed);
    if let Some(first) = panics.next()
        && let Some(other) =
            panics.find(|other| (&first.file, first.line) != (&other.file, other.line))
    {
        return Err(Reason::DoesNotHold(shown(other)));
    }
    match record.executions < FEWEST_RUNS && !record.saturated {
        true => Err(Reason::OutOfTime(record.executions)),
        false => Ok(()),
    }
}

/// An input and how the test ends for it.
fn shown(input: &InputRecord) -> String {
    let arguments = match input.arguments.is_empty() {
        true => input.source.join(" "),
        false => format!("({})", input.arguments.join(", ")),
    };
    format!("for {arguments} it {}", input.outcome_without_line())
}

/// Inputs, a value for each parameter.
type Inputs = Vec<Vec<Value>>;
/// The inputs that fail, and those that pass.
type Sides = (Inputs, Inputs);

/// What is known about the inputs of forms, by the numbers of their trials: those that fail, and those that pass.
#[derive(Default)]
struct Seen {
    inputs: BTreeMap<usize, Sides>,
}

impl Seen {
    /// Adds what `trials` found; each belongs to the one of `bases` that is the same form without an assumption.
    fn add(&mut self, trials: &[Trial], bases: &[Trial]) {
        for trial in trials {
            let is_base =
                |base: &Trial| base.subject == trial.subject && same_form(&base.form, &trial.form);
            let (Some(number), Some(record)) = (bases.iter().position(is_base), trial.record())
            else {
                continue;
            };
            let old = trial
                .form
                .parameters
                .iter()
                .map(|parameter| parameter.value.clone())
                .collect();
            let entry = self
                .inputs
                .entry(number)
                .or_insert_with(|| (Vec::new(), vec![old]));
            for input in &record.inputs {
                if input.arguments.len() != trial.form.parameters.len() {
                    continue;
                }
                let values = input
                    .arguments
                    .iter()
                    .map(|text| value::read(text))
                    .collect();
                match input.verdict {
                    Verdict::Failed => entry.0.push(values),
                    Verdict::Passed | Verdict::Allowed => entry.1.push(values),
                    Verdict::Discarded => {}
                }
            }
        }
    }
}

fn same_form(one: &Form, other: &Form) -> bool {
    one.parameters == other.parameters && one.edits == other.edits
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
        let holds_already = own()
            .map(|(_, trial)| trial)
            .chain(tried.iter().filter(|trial| trial.subject == number))
            .any(|trial| trial.form.source != Source::Cases && holds(trial).is_ok());
        if subject.refused.is_some() || holds_already {
            continue;
        }
        let fails = |(_, trial): &(usize, &Trial)| {
            trial.form.source != Source::Cases
                && matches!(holds(trial), Err(Reason::DoesNotHold(_)))
        };
        let is_constant = |(_, trial): &(usize, &Trial)| !trial.form.constants.is_empty();
        let constant = own().filter(fails).filter(is_constant).take(MOST_CONSTANTS);
        let others = own()
            .filter(fails)
            .filter(|trial| !is_constant(trial))
            .take(MOST_FORMS);
        for (base, trial) in constant.chain(others) {
            let Some((failing, passing)) = seen.inputs.get(&base) else {
                continue;
            };
            let conditions = assume::conditions(&trial.form.parameters, failing, passing);
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

/// The form of a test that is kept.
fn best(
    subject: usize,
    tests: &Tests,
    trials: &[Trial],
    assumed: &[Trial],
) -> Result<Chosen, Reason> {
    let own = || trials.iter().filter(|trial| trial.subject == subject);
    let holding: Vec<&Trial> = own().filter(|trial| holds(trial).is_ok()).collect();
    let plain = holding
        .iter()
        .copied()
        .find(|trial| trial.form.source != Source::Cases);
    // The best form first, and for it the simplest assumption.
    let position = |trial: &Trial| own().position(|base| same_form(&base.form, &trial.form));
    let with_assumption = assumed
        .iter()
        .filter(|trial| trial.subject == subject && holds(trial).is_ok())
        .min_by_key(|trial| position(trial));
    let Some(trial) = plain.or(with_assumption).or(holding.first().copied()) else {
        return Err(why_not(own()));
    };
    let base = own().find(|base| same_form(&base.form, &trial.form));
    let excluded = match (&trial.form.assumption, base) {
        (Some(_), Some(base)) => excluded(base, &tests.files[tests.subjects[subject].file].path),
        _ => Vec::new(),
    };
    Ok(Chosen {
        subject,
        form: trial.form.clone(),
        cases: vec![trial.form.case()],
        excluded,
        holding: holding.iter().map(|trial| trial.form.clone()).collect(),
    })
}

/// The inputs for which a form fails; `file` is that of the test.
fn excluded(base: &Trial, file: &Path) -> Vec<ExcludedRecord> {
    let inputs = base.record().map_or(&[][..], |record| &record.inputs);
    let kind = |input: &InputRecord| {
        let is_own = match (&input.file, input.line) {
            (Some(place), Some(line)) => {
                Path::new(place).ends_with(file) && base.holds_line(line as usize)
            }
            _ => false,
        };
        match (is_own, input.why.starts_with("attempt to ")) {
            (true, true) => ExcludedKind::Arithmetic,
            (true, false) => ExcludedKind::Claim,
            (false, _) => ExcludedKind::Code,
        }
    };
    let failing = inputs
        .iter()
        .filter(|input| input.verdict == Verdict::Failed);
    let excluded = failing.map(|input| ExcludedRecord {
        arguments: input.arguments.clone(),
        kind: kind(input),
        outcome: input.outcome_without_line(),
    });
    excluded.collect()
}

/// Why no form of a test is kept: what is known about the best of those that compile.
fn why_not<'t>(trials: impl Iterator<Item = &'t Trial>) -> Reason {
    let mut reasons: Vec<Reason> = trials.filter_map(|trial| holds(trial).err()).collect();
    // Reasons about what other inputs do come before those about the compiler.
    reasons.sort_by_key(|reason| match reason {
        Reason::ActsOutside | Reason::Unstable => 0,
        Reason::DoesNotHold(_) => 1,
        Reason::OutOfTime(_) => 2,
        _ => 3,
    });
    reasons.into_iter().next().unwrap_or(Reason::NoInput)
}
