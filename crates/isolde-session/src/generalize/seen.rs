//! The inputs that are known to fail or to pass, and the assumptions that follow from them.

use super::trial::Trial;
use isolde_generalize::assume;
use isolde_generalize::claim::Form;
use isolde_generalize::value::{self, Value};
use isolde_record::put::Verdict;
use std::collections::BTreeMap;

/// Inputs, a value for each parameter.
type Inputs = Vec<Vec<Value>>;
/// The inputs that fail, and those that pass.
type Sides = (Inputs, Inputs);

/// What is known about the inputs of forms, by the numbers of their trials: those that fail, and those that pass.
#[derive(Default)]
pub(super) struct Seen {
    inputs: BTreeMap<usize, Sides>,
}

impl Seen {
    /// Adds what `trials` found; each belongs to the one of `bases` that is the same form without an assumption.
    pub(super) fn add(&mut self, trials: &[Trial], bases: &[Trial]) {
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
            // A case of another test may fail.
            for input in record.inputs.iter().chain(&record.cases) {
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

    /// Conditions that all inputs that fail violate, for the trial with this number: those that all others satisfy, the simplest first, and then those
    /// that at least the old input satisfies.
    pub(super) fn conditions(&self, base: usize, form: &Form) -> Vec<String> {
        let Some((failing, passing)) = self.inputs.get(&base) else {
            return Vec::new();
        };
        // Which letters a text consists of is no reason for a constant result.
        let with_classes = form.constants.is_empty();
        let conditions =
            |passing| assume::conditions(&form.parameters, failing, passing, with_classes);
        let mut all = conditions(passing);
        for condition in conditions(&passing[..1]) {
            if !all.contains(&condition) {
                all.push(condition);
            }
        }
        all
    }
}

/// Whether two forms are the same but for their assumptions.
pub(super) fn same_form(one: &Form, other: &Form) -> bool {
    one.parameters == other.parameters && one.edits == other.edits
}
