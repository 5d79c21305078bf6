//! From groups of places to parameters: names, types, and what is written in each place.

use super::{Given, Parameter};
use crate::body::{Place, Role};
use crate::names;
use crate::splice::{Edit, whole_line};
use crate::types::{Container, Identifiers, Shape, shape};
use std::collections::BTreeSet;
use syn::visit::Visit;

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
