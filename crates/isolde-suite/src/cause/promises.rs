//! Broken promises: findings about laws, and about panics and aborts at the end of one sequence of calls.
//!
//! One mistake in an impl breaks several laws: an order that is not reflexive does not agree with `==` either. So laws are joined that one type breaks and
//! that are about the same family of traits, with panics that methods of these traits raised. An abort and a panic in the same call after the same
//! calls have one cause as well, such as a destructor that panics while another panic unwinds.

use super::known::Known;
use crate::checks::family;
use crate::render::Test;
use isolde_record::{LawFamily, Outcome};
use std::collections::BTreeSet;

/// Whether two groups of findings are about one broken promise.
pub(super) fn is_one_cause(one: &[usize], other: &[usize], known: &Known) -> bool {
    let mut pairs = one
        .iter()
        .flat_map(|&first| other.iter().map(move |&second| (first, second)));
    pairs.any(|(first, second)| {
        is_one_family(first, second, known)
            || is_one_ending(&known.tests[first], &known.tests[second])
    })
}

/// The names of the laws that the findings `others` are about, without that of the finding `best`.
pub(super) fn others(
    best: usize,
    others: impl Iterator<Item = usize>,
    tests: &[Test],
) -> Vec<String> {
    let own = tests[best].outcome.broken_law();
    let laws = others.filter_map(|index| tests[index].outcome.broken_law());
    let laws = laws.filter(|law| Some(*law) != own);
    let names: BTreeSet<&str> = laws.map(|law| law.name.as_str()).collect();
    names.into_iter().map(str::to_owned).collect()
}

/// Whether the values of one type break two laws of one family, or one law in two ways.
fn is_one_family(first: usize, second: usize, known: &Known) -> bool {
    let [one, other] = [first, second].map(|index| &known.tests[index]);
    if !one.observation.asserts_law()
        || !other.observation.asserts_law()
        || one.thunk.function != other.thunk.function
    {
        return false;
    }
    let law = |test: &Test| test.outcome.broken_law().map(|law| law.name.clone());
    let (families, of_other) = (families(first, known), families(second, known));
    !families.is_disjoint(&of_other) || law(one).is_some() && law(one) == law(other)
}

/// The families of traits that a finding about a law is about: that of the law, or those of the traits whose methods contain the place of a panic.
fn families(index: usize, known: &Known) -> BTreeSet<LawFamily> {
    if let Some(law) = known.tests[index].outcome.broken_law() {
        return LawFamily::of_law(&law.name).into_iter().collect();
    }
    let around = known.functions_of(index);
    around.filter_map(family).collect()
}

/// Whether the same call panics in one finding and kills the process in the other, after the same calls.
fn is_one_ending(one: &Test, other: &Test) -> bool {
    let steps = |test: &Test| test.observation.steps.clone();
    let panics =
        |test: &Test| matches!(&test.outcome, Outcome::Panicked(panic) if panic.law.is_none());
    let is_killed = |test: &Test| matches!(test.outcome, Outcome::Signalled { .. });
    !steps(one).is_empty()
        && steps(one) == steps(other)
        && one.thunk.function == other.thunk.function
        && (panics(one) && is_killed(other) || is_killed(one) && panics(other))
}
