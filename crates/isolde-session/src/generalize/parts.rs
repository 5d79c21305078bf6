//! Tests that say the same of several inputs, one assertion after the other: each assertion is tried as a test of its own, and if all become the same, the
//! whole test is that one, with a case for each assertion.

use super::choose::Chosen;
use super::conventional::{Part, Subject, Tests};
use super::merged::{key, with_guards};
use isolde_generalize::body::Body;
use isolde_generalize::splice::{Edit, whole_line};

/// Most assertions of such a test.
const MOST: usize = 12;

/// Adds the parts of tests that consist of assertions. The types of their values must be known.
pub(super) fn split(tests: &mut Tests) {
    let mut parts = Vec::new();
    for (number, whole) in tests.subjects.iter().enumerate() {
        let assertions = &whole.body.assertions;
        let statements = whole.test.function.block.stmts.len();
        let consists_of_them = assertions.len() == statements && (2..=MOST).contains(&statements);
        if whole.refused.is_some() || whole.test.should_panic || !consists_of_them {
            continue;
        }
        let text = &tests.files[whole.file].text;
        for own in 0..statements {
            let others = assertions
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != own);
            let removals =
                others.map(|(_, other)| Edit::new(whole_line(text, other.range.clone()), ""));
            parts.push(part(whole, number, own, removals.collect()));
        }
    }
    tests.subjects.extend(parts);
}

fn part(whole: &Subject, number: usize, own: usize, removals: Vec<Edit>) -> Subject {
    let assertion = &whole.body.assertions[own];
    let is_inside = |at: usize| assertion.range.start <= at && at <= assertion.range.end;
    let kept: Vec<usize> = (0..whole.body.places.len())
        .filter(|&place| is_inside(whole.body.places[place].range.start))
        .collect();
    let places = kept.iter().map(|&place| {
        let mut place = whole.body.places[place].clone();
        let outer = place
            .outer
            .and_then(|outer| kept.iter().position(|&kept| kept == outer));
        place.outer = outer;
        place
    });
    Subject {
        file: whole.file,
        test: whole.test.clone(),
        body: Body {
            places: places.collect(),
            assertions: vec![assertion.clone()],
            ..whole.body.clone()
        },
        types: kept
            .iter()
            .map(|&place| whole.types[place].clone())
            .collect(),
        refused: None,
        part: Some(Part {
            of: number,
            removals,
        }),
    }
}

/// What may be kept of whole tests: what their parts have in common comes first, if that is not less than what the whole claims.
pub(super) fn joined(chosen: Vec<Vec<Chosen>>, tests: &mut Tests) -> Vec<Vec<Chosen>> {
    let is_part = |all: &Vec<Chosen>| {
        all.iter()
            .any(|chosen| tests.subjects[chosen.subject].part.is_some())
    };
    let (parts, mut wholes): (Vec<_>, Vec<_>) = chosen.into_iter().partition(is_part);
    let parts: Vec<Chosen> = parts
        .into_iter()
        .filter_map(|all| all.into_iter().next())
        .collect();
    let of = |chosen: &Chosen| {
        tests.subjects[chosen.subject]
            .part
            .as_ref()
            .map(|part| part.of)
    };
    let mut common = Vec::new();
    for number in 0..tests.subjects.len() {
        let own: Vec<&Chosen> = parts
            .iter()
            .filter(|chosen| of(chosen) == Some(number))
            .collect();
        if own.len() == tests.subjects[number].body.assertions.len() {
            common.extend(in_common(number, &own, tests));
        }
    }
    for new in common {
        let is_same = |old: &Vec<Chosen>| old.iter().any(|old| old.subject == new.subject);
        match wholes.iter_mut().find(|old| is_same(old)) {
            Some(old) if old.iter().any(|old| old.form.source < new.form.source) => {}
            Some(old) => old.insert(0, new),
            None => {
                tests.subjects[new.subject].refused = None;
                wholes.push(vec![new]);
            }
        }
    }
    // Parts are not reported.
    tests.subjects.retain(|subject| subject.part.is_none());
    wholes
}

/// A form in which all parts of a test hold, with the values of each as a case.
fn in_common(whole: usize, parts: &[&Chosen], tests: &Tests) -> Option<Chosen> {
    let (first, rest) = parts.split_first()?;
    let all = |chosen: &&Chosen| -> Vec<_> {
        std::iter::once(&chosen.form)
            .chain(&chosen.holding)
            .cloned()
            .collect()
    };
    all(first).into_iter().find_map(|form| {
        let wanted = key(&form, first.subject, tests);
        let mut cases = vec![form.case()];
        let mut excluded = first.excluded.clone();
        let mut guards = Vec::new();
        for part in rest {
            let same = all(part)
                .into_iter()
                .find(|form| key(form, part.subject, tests) == wanted)?;
            cases.push(same.case());
            guards.extend(same.guards.into_iter().map(|guard| guard.text));
            excluded.extend(part.excluded.clone());
        }
        excluded.retain(|_| form.assumption.is_some());
        Some(Chosen {
            subject: whole,
            form: with_guards(form, guards.into_iter()),
            cases,
            excluded,
            holding: Vec::new(),
        })
    })
}
