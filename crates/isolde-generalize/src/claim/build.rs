//! Forms from groups of places, with what takes the place of expected values.

use super::promote::promoted;
use super::{Factory, Form, Given, Parameter, Source, unexplained};
use crate::body::{Kind, Place};
use crate::learned::{self, Known};
use crate::splice::{Edit, encloses};
use crate::types::{Identifiers, Shape, shape};
use std::collections::BTreeSet;
use syn::visit::Visit;

/// Most forms that differ only in what is learned.
const MOST_LEARNED: usize = 8;

/// Adds the forms in which these groups are the parameters: with the old expected values, and then with at most `most` ways to write them as functions
/// of the parameters. `is_wide` chooses slices and vectors of any length for arrays.
pub(super) fn add(
    given: &Given,
    groups: &[Vec<usize>],
    is_wide: bool,
    most: usize,
    forms: &mut Vec<Form>,
) {
    add_to(&Made::default(), given, groups, is_wide, most, forms);
}

/// What a form contains beside the parameters that its groups become.
#[derive(Default)]
pub(super) struct Made {
    pub(super) parameter: Option<Parameter>,
    pub(super) edit: Option<Edit>,
    pub(super) factory: Option<Factory>,
}

/// The same, beside what is made already.
pub(super) fn add_to(
    made: &Made,
    given: &Given,
    groups: &[Vec<usize>],
    is_wide: bool,
    most: usize,
    forms: &mut Vec<Form>,
) {
    let promoted = |kept: &BTreeSet<String>| {
        let (more, mut edits) = promoted(given, groups, is_wide, kept);
        let parameters: Vec<Parameter> = made.parameter.iter().cloned().chain(more).collect();
        edits.extend(made.edit.clone());
        (parameters, edits)
    };
    let (parameters, edits) = promoted(&BTreeSet::new());
    // Without any parameter left there is nothing to explore.
    if parameters.is_empty() {
        return;
    }
    let open = distinct(given, &unexplained(given.body, groups));
    let choices: Vec<Vec<Option<String>>> = open
        .iter()
        .map(|places| {
            let place = &given.body.places[places[0]];
            let ty = match &place.implied {
                Some(_) => Some("bool"),
                None => given.types[places[0]].as_deref(),
            };
            let mut found = Vec::new();
            if let (Some(ty), false) = (ty, place.is_operand) {
                let (near, all) = known_at(given, place, &parameters, &edits);
                found = learned::expressions(ty, &place.value, &near);
                for expression in learned::expressions(ty, &place.value, &all) {
                    if !found.contains(&expression) {
                        found.push(expression);
                    }
                }
            }
            let found = found.into_iter().map(Some);
            [None].into_iter().chain(found).collect()
        })
        .collect();
    for choice in combinations(&choices, most.min(MOST_LEARNED).saturating_add(1)) {
        if limits_unlimited(given, made, &parameters, &open, &choice) {
            continue;
        }
        let spoken = spoken_of(&choice);
        let needs_others = parameters
            .iter()
            .any(|parameter| spoken.contains(&parameter.name) && !shape(&parameter.ty).is_copy());
        let form = match needs_others {
            true => form(given, &parameters, &promoted(&spoken).1, &open, &choice),
            false => form(given, &parameters, &edits, &open, &choice),
        };
        forms.push(Form {
            factory: made.factory.clone(),
            ..form
        });
    }
}

/// Whether a form claims that something is less or more than a constant for texts or sequences of any length. An exploration tries only short ones, and
/// would not find the length at which this ends.
fn limits_unlimited(
    given: &Given,
    made: &Made,
    parameters: &[Parameter],
    open: &[Vec<usize>],
    choice: &[Option<String>],
) -> bool {
    let is_unlimited =
        |parameter: &Parameter| matches!(shape(&parameter.ty), Shape::Text | Shape::Sequence(..));
    let is_ordered = |number: &usize| {
        let place = &given.body.places[*number];
        given.body.assertions.iter().any(|assertion| {
            assertion.kind == Kind::Ordered && encloses(&assertion.range, &place.range)
        })
    };
    let mut constants = open
        .iter()
        .zip(choice)
        .filter(|(_, choice)| choice.is_none());
    (made.factory.is_some() || parameters.iter().any(is_unlimited))
        && constants.any(|(places, _)| places.iter().any(is_ordered))
}

/// The names in expressions.
fn spoken_of(choice: &[Option<String>]) -> BTreeSet<String> {
    let mut names = Identifiers::default();
    for expression in choice.iter().flatten() {
        if let Ok(expression) = syn::parse_str(expression) {
            names.visit_expr(&expression);
        }
    }
    names.names
}

/// The parameters that an expected value may depend on: those in the same assertion, and all.
fn known_at<'p>(
    given: &Given,
    place: &Place,
    parameters: &'p [Parameter],
    edits: &[Edit],
) -> (Vec<Known<'p>>, Vec<Known<'p>>) {
    let mut assertions = given.body.assertions.iter();
    let assertion = assertions.find(|assertion| encloses(&assertion.range, &place.range));
    let is_near = |parameter: &&Parameter| {
        let Some(assertion) = assertion else {
            return false;
        };
        let mut sides = assertion.sides.iter();
        let is_spoken_of = sides.any(|side| Identifiers::of(side).contains(&parameter.name));
        let is_written = edits.iter().any(|edit| {
            let name = edit.text.strip_prefix('&').unwrap_or(&edit.text);
            let rest = name.strip_prefix(parameter.name.as_str());
            encloses(&assertion.range, &edit.range)
                && rest.is_some_and(|rest| {
                    !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_')
                })
        });
        is_spoken_of || is_written
    };
    let known = |parameter: &'p Parameter| Known {
        name: &parameter.name,
        ty: &parameter.ty,
        value: &parameter.value,
    };
    let near = parameters.iter().filter(is_near).map(known);
    (near.collect(), parameters.iter().map(known).collect())
}

fn form(
    given: &Given,
    parameters: &[Parameter],
    edits: &[Edit],
    open: &[Vec<usize>],
    choice: &[Option<String>],
) -> Form {
    let mut edits = edits.to_vec();
    let (mut learned, mut constants) = (Vec::new(), Vec::new());
    for (places, expression) in open.iter().zip(choice) {
        let first = &given.body.places[places[0]];
        match expression {
            Some(expression) => {
                for &number in places {
                    edits.extend(explained(
                        given.text,
                        &given.body.places[number],
                        expression,
                    ));
                }
                learned.push(expression.clone());
            }
            None if first.implied.is_none() => constants.push(first.text.clone()),
            None => {}
        }
    }
    Form {
        parameters: parameters.to_vec(),
        source: match learned.is_empty() && constants.is_empty() {
            true => Source::Stated,
            false => Source::Learned,
        },
        edits,
        learned,
        constants,
        assumption: None,
        guards: Vec::new(),
        factory: None,
    }
}

/// The changes that write an expression in place of an expected value.
fn explained(text: &str, place: &Place, expression: &str) -> Vec<Edit> {
    let Some(implied) = &place.implied else {
        let is_bare = |letter: Option<char>, bare: &[char]| {
            letter.is_some_and(|letter| bare.contains(&letter))
        };
        let before = text[..place.range.start].trim_end().chars().next_back();
        let after = text[place.range.end..].trim_start().chars().next();
        let stands_alone =
            is_bare(before, &['(', ',', '[', '{']) && is_bare(after, &[')', ',', ']', '}']);
        let is_one_word = !expression.contains(' ') && !expression.starts_with(['-', '!']);
        return vec![match stands_alone || is_one_word {
            true => Edit::new(place.range.clone(), expression),
            false => Edit::new(place.range.clone(), format!("({expression})")),
        }];
    };
    let mut edits = vec![
        Edit::new(implied.name.clone(), "assert_eq"),
        Edit::new(place.range.clone(), format!(", {expression}")),
    ];
    edits.extend(
        implied
            .negation
            .clone()
            .map(|negation| Edit::new(negation, "")),
    );
    edits
}

/// Unexplained places that have the same value and type, which are explained in the same way. A condition is a place of its own.
fn distinct(given: &Given, open: &[usize]) -> Vec<Vec<usize>> {
    let places = &given.body.places;
    let mut distinct: Vec<Vec<usize>> = Vec::new();
    for &number in open {
        let same = distinct.iter_mut().find(|known| {
            let first = known[0];
            places[number].implied.is_none()
                && places[first].implied.is_none()
                && places[first].value == places[number].value
                && given.types[first] == given.types[number]
        });
        match same {
            Some(known) => known.push(number),
            None => distinct.push(vec![number]),
        }
    }
    distinct
}

/// Choices of one of each list, those with more of the first elements before others, at most `most`.
fn combinations(lists: &[Vec<Option<String>>], most: usize) -> Vec<Vec<Option<String>>> {
    let mut all: Vec<Vec<Option<String>>> = vec![Vec::new()];
    for list in lists {
        let mut longer = Vec::new();
        for element in list {
            for begun in &all {
                if longer.len() < 4 * MOST_LEARNED {
                    let mut begun = begun.clone();
                    begun.push(element.clone());
                    longer.push(begun);
                }
            }
        }
        all = longer;
    }
    all.sort_by_key(|choice| {
        let explained = choice.iter().flatten().count();
        // The old values, then everything explained, then mixtures.
        match explained {
            0 => 0,
            all if all == choice.len() => 1,
            _ => 2,
        }
    });
    all.truncate(most);
    all
}
