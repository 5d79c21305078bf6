//! Forms from groups of places: names, types, and what is written in each place.

use super::{Factory, Form, Given, Parameter, Source, unexplained};
use crate::body::{Kind, Place, Role};
use crate::learned::{self, Known};
use crate::names;
use crate::splice::{Edit, encloses, whole_line};
use crate::types::{Container, Identifiers, Shape, shape};
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

/// The parameters of groups, and what is written in their places. Parameters whose names are in `kept` are needed after all their places.
pub(super) fn promoted(
    given: &Given,
    groups: &[Vec<usize>],
    is_wide: bool,
    kept: &BTreeSet<String>,
) -> (Vec<Parameter>, Vec<Edit>) {
    let places = &given.body.places;
    let mut taken = identifiers(given);
    let (mut parameters, mut edits) = (Vec::new(), Vec::new());
    for group in groups {
        let inputs = || {
            group
                .iter()
                .filter(|&&number| places[number].role == Role::Input)
        };
        let (Some(&first), Some(local)) = (inputs().next(), Some(local_of(given, group))) else {
            continue;
        };
        let place = &places[first];
        let Some(exact) = type_of(given, first) else {
            continue;
        };
        let (ty, case) = match is_wide {
            true => widest(&exact, &place.text),
            false => (exact, place.text.clone()),
        };
        let name = match local {
            Some(number) => places[number]
                .local
                .as_ref()
                .map(|local| local.name.clone())
                .unwrap_or_default(),
            None => {
                let of = |number: &usize| places[*number].callee.as_ref();
                let wanted = inputs()
                    .filter_map(of)
                    .find_map(|(function, number)| given.names.of(function, *number));
                names::choose(wanted, &ty, &mut taken)
            }
        };
        for (position, &number) in group.iter().enumerate() {
            let place = &places[number];
            match (&place.local, local == Some(number)) {
                (Some(local), true) => edits.push(Edit::new(
                    whole_line(given.text, local.statement.clone()),
                    "",
                )),
                _ => {
                    let is_last = position + 1 == group.len() && !kept.contains(&name);
                    let own = given.types[number].as_deref().unwrap_or_default();
                    let written = written(&name, &ty, own, place, is_last);
                    edits.push(Edit::new(place.range.clone(), written));
                    let owns = place.closure.map(|at| Edit::new(at..at, "move "));
                    edits.extend(owns.filter(|owns| !edits.contains(owns)));
                }
            }
        }
        parameters.push(Parameter {
            name,
            ty,
            case,
            value: place.value.clone(),
        });
    }
    (parameters, edits)
}

/// The place of a group whose variable becomes the parameter.
fn local_of(given: &Given, group: &[usize]) -> Option<usize> {
    group.iter().copied().find(|&number| {
        let place = &given.body.places[number];
        place.local.is_some() && place.role == Role::Input
    })
}

/// The type of a parameter that takes the place's value: as the constructor is written there, if there is one.
pub(super) fn type_of(given: &Given, number: usize) -> Option<String> {
    let ty = given.types[number].clone()?;
    let name = |text: &str| text.rsplit("::").next().unwrap_or(text).to_owned();
    match &given.body.places[number].constructed {
        Some(written) if name(written) == name(&ty) => Some(written.clone()),
        _ => Some(ty),
    }
}

/// The type of any length for an array, and the value as it is written for that type.
pub(super) fn widest(ty: &str, text: &str) -> (String, String) {
    match shape(ty) {
        Shape::Sequence(Container::Array, element) => {
            (format!("Vec<{element}>"), format!("vec!{text}"))
        }
        Shape::Sequence(Container::ArrayReference, element) => {
            (format!("&[{element}]"), text.to_owned())
        }
        _ => (ty.to_owned(), text.to_owned()),
    }
}

/// What is written in a place of the type `own` for a parameter of the type `ty`.
pub(super) fn written(name: &str, ty: &str, own: &str, place: &Place, is_last: bool) -> String {
    if let (Shape::Sequence(held, _), Shape::Sequence(wanted, _)) = (shape(ty), shape(own)) {
        match (held, wanted) {
            (Container::Vec, Container::Slice | Container::ArrayReference) => {
                return format!("&{name}[..]");
            }
            (Container::Slice, Container::Vec) => return format!("{name}.to_vec()"),
            _ => {}
        }
    }
    let needs_clone = !shape(ty).is_copy() && !place.is_borrowed && (place.is_repeated || !is_last);
    match needs_clone {
        true => format!("{name}.clone()"),
        false => name.to_owned(),
    }
}

/// The names that a function uses.
pub(super) fn identifiers(given: &Given) -> BTreeSet<String> {
    let mut names = Identifiers::default();
    names.visit_item_fn(&given.test.function);
    names.names
}
