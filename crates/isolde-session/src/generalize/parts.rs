//! Tests that say the same of several inputs, one assertion after the other: each assertion is tried as a test of its own, and if all become the same, the
//! whole test is that one, with a case for each assertion. The same is done with the rows of tables.

use super::choose::Chosen;
use super::conventional::{Part, Subject, Tests};
use super::same::{key, with_guards};
use isolde_generalize::body::Body;
use isolde_generalize::merge;
use isolde_generalize::reason::Reason;
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
        let is_whole = whole.refused.is_none() && whole.part.is_none();
        if !is_whole || whole.test.should_panic || !consists_of_them {
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
        place: whole.place.clone(),
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
        comments: Vec::new(),
        part: Some(Part {
            of: number,
            removals,
            is_row: false,
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
    let (mut common, mut different) = (Vec::new(), Vec::new());
    for number in 0..tests.subjects.len() {
        let own: Vec<&Chosen> = parts
            .iter()
            .filter(|chosen| of(chosen) == Some(number))
            .collect();
        let rows = rows(number, tests);
        let all = match rows.len() {
            0 => tests.subjects[number].body.assertions.len(),
            rows => rows,
        };
        let same = match own.len() == all {
            true => in_common(number, &own, tests),
            false => None,
        };
        match (same, rows.first()) {
            (None, Some(_)) => different.push((number, why_different(&rows, tests))),
            (Some(same), row) => common.push((same, row.copied())),
            (None, None) => {}
        }
    }
    for (number, reason) in different {
        tests.subjects[number].refused = Some(reason);
    }
    for (new, row) in common {
        if let Some(row) = row {
            stand_for_rows(new.subject, row, tests);
        }
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

/// The numbers of the tests for a test's rows.
fn rows(whole: usize, tests: &Tests) -> Vec<usize> {
    let is_row = |subject: &Subject| {
        let mut part = subject.part.iter();
        part.any(|part| part.of == whole && part.is_row)
    };
    let all = 0..tests.subjects.len();
    all.filter(|&number| is_row(&tests.subjects[number]))
        .collect()
}

/// Why the rows of a test do not become one parameterized test.
fn why_different(rows: &[usize], tests: &Tests) -> Reason {
    let mut reasons = rows
        .iter()
        .filter_map(|&row| tests.subjects[row].refused.as_ref());
    Reason::Rows(match reasons.next() {
        Some(reason) => reason.to_string(),
        None => "what holds for one does not hold for another".to_owned(),
    })
}

/// Gives a test the text of one of its rows.
fn stand_for_rows(whole: usize, row: usize, tests: &mut Tests) {
    let mut test = tests.subjects[row].test.clone();
    let subject = &tests.subjects[whole];
    test.name.clone_from(&subject.test.name);
    test.line = subject.test.line;
    let text = &tests.files[subject.file].text;
    let kept = merge::comments(&text[test.range.clone()]).unwrap_or_default();
    let mut comments = merge::comments(&text[subject.place.clone()]).unwrap_or_default();
    comments.retain(|comment| !kept.contains(comment));
    let subject = &mut tests.subjects[whole];
    subject.test = test;
    subject.comments = comments;
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
            guards.extend(same.guards);
            excluded.extend(part.excluded.clone());
        }
        excluded.retain(|_| form.assumption.is_some());
        Some(Chosen {
            subject: whole,
            form: with_guards(form, guards.into_iter()),
            cases,
            excluded,
            holding: Vec::new(),
            others: first.others.clone(),
        })
    })
}
