//! Which values of a test become parameters, and which of them are the same parameter.

use super::Given;
use crate::body::{Place, Role};
use crate::types::{Shape, shape};
use crate::value::Value;

/// Which equal values are the same parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grouping {
    /// All equal values of one type, expected ones too.
    Joined,
    /// Equal inputs are one parameter; expected values are not parameters.
    InputsJoined,
    /// Each input is a parameter of its own.
    Separate,
}

impl Grouping {
    /// The most promising first.
    pub(super) const ALL: [Grouping; 3] =
        [Grouping::Joined, Grouping::InputsJoined, Grouping::Separate];
}

/// Whether constructed values become parameters as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Structure {
    /// They do: `Value::Int(5)` is a parameter of the type `Value`.
    Whole,
    /// Only their parts do.
    Parts,
}

impl Structure {
    /// The most promising first.
    pub(super) const ALL: [Structure; 2] = [Structure::Whole, Structure::Parts];
}

/// The places of each parameter, in the order of their first places. Each contains at least one input.
pub(super) fn groups(given: &Given, grouping: Grouping, structure: Structure) -> Vec<Vec<usize>> {
    let mut groups: Vec<(Key, Vec<usize>)> = Vec::new();
    for (number, place) in given.body.places.iter().enumerate() {
        let is_chosen = match structure {
            Structure::Whole => place.outer.is_none(),
            Structure::Parts => place.constructed.is_none(),
        };
        let Some(ty) = given.types.get(number).and_then(Option::as_deref) else {
            continue;
        };
        let can_be = place.implied.is_none()
            && (shape(ty) != Shape::Other || place.constructed.is_some())
            && (place.role == Role::Input || grouping == Grouping::Joined);
        if !is_chosen || !can_be {
            continue;
        }
        let key = Key::new(place, ty);
        let same = groups
            .iter_mut()
            .find(|(known, _)| grouping != Grouping::Separate && *known == key);
        match same {
            Some((_, places)) => places.push(number),
            None => groups.push((key, vec![number])),
        }
    }
    let feeds = |places: &Vec<usize>| {
        let mut places = places.iter();
        places.any(|&number| given.body.places[number].role == Role::Input)
    };
    let all = groups.into_iter().map(|(_, places)| places);
    all.filter(feeds).collect()
}

/// What equal values have in common.
#[derive(PartialEq)]
struct Key {
    value: Value,
    /// The type; of a sequence, that of its elements, whatever holds them.
    ty: String,
    is_sequence: bool,
}

impl Key {
    fn new(place: &Place, ty: &str) -> Key {
        let (ty, is_sequence) = match shape(ty) {
            Shape::Sequence(_, element) => (element, true),
            _ => (ty.to_owned(), false),
        };
        Key {
            value: place.value.clone(),
            ty,
            is_sequence,
        }
    }
}
