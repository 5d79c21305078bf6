//! The items that a type's `iter` gives.

use super::conventions::Items;
use crate::index::{Index, own_id};
use crate::plan::calls::target;
use crate::types::{Substitution, make};
use isolde_model::{Bound, Function, StdItem, StdTrait, Type};

/// The type of the items of what a method of this type returns, if that is an iterator.
pub(super) fn item_of(index: &Index, of: &Type, function: &Function) -> Option<Type> {
    let mut known = Substitution::default();
    let own = index.self_type(function)?;
    if !index.unify(own, of, &mut known) {
        return None;
    }
    let result = index.substitute(&function.callable.result, &known);
    item(index, &result)
}

fn item(index: &Index, iterator: &Type) -> Option<Type> {
    let of_bounds = |bounds: &[Bound]| {
        let associated = bounds.iter().flat_map(|bound| &bound.associated);
        let mut items = associated.filter(|(name, _)| name == "Item");
        items.next().map(|(_, of)| of.clone())
    };
    if let Type::Impl(bounds) | Type::Dyn(bounds) = iterator {
        return of_bounds(bounds);
    }
    if own_id(iterator).is_some() {
        return index.project(iterator, Some(StdTrait::Iterator.defined()), "Item");
    }
    let reference = |of: &Type| make::reference(false, of.clone());
    match iterator.std()? {
        (StdItem::SliceIter | StdItem::VecDequeIter | StdItem::BTreeSetIter, [of]) => {
            Some(reference(of))
        }
        (StdItem::BTreeMapIter, [key, value]) => {
            Some(Type::Tuple(vec![reference(key), reference(value)]))
        }
        (StdItem::Copied | StdItem::Cloned, [inner]) => {
            item(index, inner).map(|of| target(&of).clone())
        }
        (StdItem::Box, [inner]) => item(index, inner),
        _ => None,
    }
}

impl Items {
    /// How items of this type are copied, and the type of a copy; for entries, that of the key.
    pub(super) fn of(item: &Type) -> Option<(Items, &Type)> {
        match item {
            Type::Reference { target, .. } => Some((Items::References, target)),
            Type::Tuple(parts) => match &parts[..] {
                [Type::Reference { target, .. }, Type::Reference { .. }] => {
                    Some((Items::Entries, target))
                }
                _ => Some((Items::Owned, item)),
            },
            _ => Some((Items::Owned, item)),
        }
    }
}
