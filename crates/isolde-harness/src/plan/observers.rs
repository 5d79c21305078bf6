//! Observers: methods by which tests see the state of a value, instead of the text of its `Debug` implementation, which may change at any time.

use super::Thunk;
use super::calls::target;
use crate::call::{By, Output};
use crate::describe::describe_short;
use crate::pieces::{PieceId, Rejections};
use isolde_model::{Function, StdItem, Type};
use std::collections::BTreeMap;

/// The largest number of methods by which an argument is observed after a call.
const MOST: usize = 3;

/// The observers of each type, in the order of the model's functions. The driver has one function for all of a type, since code for each thunk would make
/// it several times as large.
#[derive(Debug, Default)]
pub(crate) struct Observers(Vec<(Type, Vec<Thunk>)>);

impl Observers {
    /// Those among these calls, each with its function.
    pub(crate) fn among<'t>(
        calls: impl Iterator<Item = (&'t Function, &'t Thunk)>,
        rejections: Rejections,
    ) -> Observers {
        let mut found: BTreeMap<Type, Vec<(&str, &Thunk)>> = BTreeMap::new();
        for (function, thunk) in calls {
            if let Some(of) = observed_by(function, thunk) {
                found
                    .entry(of.clone())
                    .or_default()
                    .push((&function.name, thunk));
            }
        }
        let each = found.into_iter().map(|(of, mut observers)| {
            // The length says it already.
            if observers.iter().any(|(name, _)| *name == "len") {
                observers.retain(|(name, _)| *name != "is_empty");
            }
            let thunks = observers.into_iter().map(|(_, thunk)| thunk.clone());
            (of, thunks.take(MOST).collect())
        });
        Observers(
            each.filter(|(of, _)| rejections.allow(&piece(of)))
                .collect(),
        )
    }

    /// The number of a type that has some.
    pub(crate) fn number(&self, of: &Type) -> Option<usize> {
        self.0.binary_search_by(|(known, _)| known.cmp(of)).ok()
    }

    /// All types that have some, in the order of their numbers.
    pub(crate) fn all(&self) -> impl Iterator<Item = (PieceId, &Type, &[Thunk])> {
        let all = self.0.iter();
        all.map(|(of, observers)| (piece(of), of, observers.as_slice()))
    }
}

/// The piece of the driver that observes values of a type.
fn piece(of: &Type) -> PieceId {
    format!("observers of {}", describe_short(of))
}

/// The type of the values whose state a call shows: it takes a shared reference to the value and nothing else, and its result is something that a test
/// can write down.
pub(crate) fn observed_by<'t>(function: &Function, thunk: &'t Thunk) -> Option<&'t Type> {
    let [only] = &thunk.arguments[..] else {
        return None;
    };
    // How much memory is set aside is not a part of the state.
    let shows_state = function.name != "capacity"
        && !function.hidden
        && only.by == By::Place(false)
        && !only.is_moved()
        && thunk.call.imports.is_empty()
        && thunk.call.output == Output::Value
        && thunk.result.as_ref().is_some_and(is_written_down);
    shows_state.then_some(target(&only.of))
}

/// Whether a value of the type can be written down without knowing the package's types.
pub(crate) fn is_written_down(of: &Type) -> bool {
    match of {
        Type::Primitive(name) => name != "never",
        Type::Reference { target, .. } => is_written_down(target),
        Type::Tuple(elements) => !elements.is_empty() && elements.iter().all(is_written_down),
        Type::Slice(element) | Type::Array(element, _) => is_written_down(element),
        _ => match of.std() {
            Some((StdItem::String, _)) => true,
            Some((StdItem::Option | StdItem::Vec, arguments)) => {
                arguments.first().is_some_and(is_written_down)
            }
            _ => false,
        },
    }
}
