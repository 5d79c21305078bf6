//! What an exploration says about a form: whether it holds, and what fails.

use super::trial::{FEWEST_RUNS, Outcome, Trial};
use isolde_generalize::claim::Source;
use isolde_generalize::reason::Reason;
use isolde_generalize::value;
use isolde_record::generalize::{ExcludedKind, ExcludedRecord};
use isolde_record::put::{InputRecord, PutRecord, Verdict};
use std::path::Path;

/// Whether a form holds for all inputs that were explored.
///
/// # Errors
/// The reason why it cannot be kept.
pub(super) fn holds(trial: &Trial) -> Result<(), Reason> {
    let record = match &trial.outcome {
        Outcome::Refused(message) => return Err(Reason::DoesNotCompile(message.clone())),
        Outcome::Untried => return Err(Reason::OutOfTime(0)),
        Outcome::Explored(record) => record,
    };
    confirmed(record, 1, FEWEST_RUNS)?;
    match pinned(trial, record) {
        Some(value) => Err(Reason::DoesNotHold(format!(
            "only {value} is left of a value"
        ))),
        None => Ok(()),
    }
}

/// The old value of a parameter of which an assumption leaves no other, if there is such a parameter: it might as well stay what it was. Few of the inputs
/// that pass are recorded, so that a single one says nothing if it differs from the old one.
fn pinned<'t>(trial: &'t Trial, record: &PutRecord) -> Option<&'t str> {
    let passing = |input: &&InputRecord| input.verdict == Verdict::Passed;
    trial.form.assumed().into_iter().find_map(|number| {
        let parameter = &trial.form.parameters[number];
        let inputs = record.inputs.iter().filter(passing);
        let mut values = inputs.filter_map(|input| input.arguments.get(number));
        let is_old = |text: &String| value::read(text) == parameter.value;
        let is_pinned = is_old(values.next()?) && values.all(is_old);
        is_pinned.then_some(parameter.case.as_str())
    })
}

/// Whether an exploration of at least `fewest` runs confirms what a parameterized test with this number of cases claims.
///
/// # Errors
/// The reason why not.
pub(super) fn confirmed(record: &PutRecord, cases: usize, fewest: u64) -> Result<(), Reason> {
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
    // An assumption that leaves nothing but the old input makes no claim.
    let is_old = |input: &InputRecord| {
        let mut cases = record.cases.iter();
        cases.any(|case| case.arguments == input.arguments)
    };
    let mut others = record.inputs.iter().filter(|input| !is_old(input));
    if !record.cases.iter().all(passes) || !others.any(passes) {
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
    match record.executions < fewest && !record.saturated {
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

/// The arguments of the inputs that were kept and pass, if they can be written as cases.
pub(super) fn passing(record: &PutRecord) -> Vec<Vec<String>> {
    let inputs = record.inputs.iter();
    inputs
        .filter(|input| input.verdict == Verdict::Passed && input.source.len() == 1)
        .map(|input| input.arguments.clone())
        .collect()
}

/// The inputs for which a form fails; `file` is that of the test.
pub(super) fn excluded(base: &Trial, file: &Path) -> Vec<ExcludedRecord> {
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
pub(super) fn why_not<'t>(trials: impl Iterator<Item = &'t Trial>) -> Reason {
    let mut reasons: Vec<(usize, Reason)> = trials
        .filter_map(|trial| {
            let reason = holds(trial).err()?;
            // Reasons about what other inputs do come before those about the compiler. That some claim does not hold is no reason if there was no time to
            // find out whether the form without one does.
            let rank = match reason {
                Reason::ActsOutside | Reason::Unstable => 0,
                Reason::OutOfTime(_) if trial.form.source == Source::Cases => 1,
                Reason::DoesNotHold(_) => 2,
                Reason::OutOfTime(_) => 3,
                _ => 4,
            };
            Some((rank, reason))
        })
        .collect();
    reasons.sort_by_key(|(rank, _)| *rank);
    let mut reasons = reasons.into_iter().map(|(_, reason)| reason);
    reasons.next().unwrap_or(Reason::NoInput)
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_generalize::claim::{Form, Parameter};
    use isolde_generalize::value::Value;

    fn input(argument: usize, verdict: Verdict, line: u32) -> InputRecord {
        InputRecord {
            verdict,
            why: "why".to_owned(),
            file: Some("src/lib.rs".to_owned()),
            line: Some(line),
            arguments: vec![argument.to_string()],
            source: Vec::new(),
            new_coverage: 0,
            was_stored: false,
            is_fatal: false,
            runs: None,
            seconds: None,
        }
    }

    /// A record of 300 runs with the inputs 0, 1, … and the case 1.
    fn record(inputs: &[(Verdict, u32)], case: Verdict) -> PutRecord {
        PutRecord {
            inputs: inputs
                .iter()
                .enumerate()
                .map(|(number, &(verdict, line))| input(number, verdict, line))
                .collect(),
            cases: vec![input(1, case, 3)],
            executions: 300,
            ..PutRecord::default()
        }
    }

    #[test]
    fn a_claim_is_confirmed_if_every_input_passes() {
        use Verdict::{Allowed, Discarded, Failed, Passed};
        let judged = |record: &PutRecord| confirmed(record, 1, FEWEST_RUNS);
        assert_eq!(judged(&record(&[(Passed, 0)], Passed)), Ok(()));
        let fails = judged(&record(&[(Passed, 0), (Failed, 5)], Passed));
        let why = "for (1) it fails: why (src/lib.rs)".to_owned();
        assert_eq!(fails, Err(Reason::DoesNotHold(why.clone())));
        assert_eq!(
            judged(&record(&[(Passed, 0)], Failed)),
            Err(Reason::DoesNotHold(why))
        );
        // An assumption must not exclude the old values, and something must be left to test.
        for vacuous in [record(&[(Passed, 0)], Discarded), record(&[], Passed)] {
            assert!(matches!(judged(&vacuous), Err(Reason::DoesNotHold(_))));
        }
        // What holds for the old values alone says nothing about others.
        let only_old = PutRecord {
            inputs: vec![input(1, Passed, 0)],
            ..record(&[], Passed)
        };
        assert!(matches!(judged(&only_old), Err(Reason::DoesNotHold(_))));
        // Panics that are expected must be the same panic.
        assert_eq!(judged(&record(&[(Allowed, 3)], Allowed)), Ok(()));
        assert!(judged(&record(&[(Allowed, 4)], Allowed)).is_err());
    }

    #[test]
    fn an_assumption_that_leaves_one_value_of_a_parameter_is_refused() {
        let explored = |assumption: &str, inputs: &[(Verdict, u32)]| {
            let mut trial = Trial::new(
                0,
                Form {
                    parameters: vec![Parameter {
                        name: "n".to_owned(),
                        ty: "u8".to_owned(),
                        case: "1".to_owned(),
                        value: Value::Integer(1),
                    }],
                    edits: Vec::new(),
                    source: Source::Learned,
                    learned: Vec::new(),
                    constants: Vec::new(),
                    assumption: Some(assumption.to_owned()),
                    guards: Vec::new(),
                    factory: None,
                },
            );
            let found = record(inputs, Verdict::Passed);
            trial.outcome = Outcome::Explored(Box::new(found.clone()));
            pinned(&trial, &found).map(str::to_owned)
        };
        use Verdict::{Discarded, Passed};
        let only_old = [(Discarded, 0), (Passed, 0)];
        assert_eq!(explored("n < 2 && n > 0", &only_old), Some("1".to_owned()));
        assert_eq!(explored("m < 2", &only_old), None);
        assert_eq!(explored("n < 2", &[(Passed, 0), (Passed, 0)]), None);
        // One input that differs from the old one is enough.
        assert_eq!(explored("n < 1", &[(Passed, 0)]), None);
    }

    #[test]
    fn what_could_not_be_explored_is_not_confirmed() {
        let base = || record(&[(Verdict::Passed, 0)], Verdict::Passed);
        let judged = |record: &PutRecord| confirmed(record, 1, FEWEST_RUNS);
        let outside = PutRecord {
            outside: 1,
            ..base()
        };
        assert_eq!(judged(&outside), Err(Reason::ActsOutside));
        // A case that acts outside is not in the record.
        let lost = PutRecord {
            cases: Vec::new(),
            ..base()
        };
        assert_eq!(judged(&lost), Err(Reason::ActsOutside));
        assert_eq!(
            judged(&PutRecord {
                unstable: 1,
                ..base()
            }),
            Err(Reason::Unstable)
        );
        let short = PutRecord {
            executions: 12,
            ..base()
        };
        assert_eq!(judged(&short), Err(Reason::OutOfTime(12)));
        assert_eq!(
            judged(&PutRecord {
                saturated: true,
                ..short
            }),
            Ok(())
        );
    }
}
