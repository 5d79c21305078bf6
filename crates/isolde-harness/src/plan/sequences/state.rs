//! How the state of a value is compared before and after a call.

use super::conventions::Items;
use crate::index::Index;
use crate::plan::Thunk;
use crate::plan::calls::target;
use crate::types::mentions;
use isolde_model::{Field, Fields, ItemId, StdTrait, Type, TypeItem, TypeKind};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// What shows whether the state of a value has changed. If there is nothing, its `Debug` text does.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// Observers, each with whether its result has to be copied, because it borrows from the value.
    pub observers: Vec<(Thunk, bool)>,
    /// How its items are copied, and whether their order means nothing.
    pub items: Option<(Items, bool)>,
    /// Whether each observer is called on a clone, since it might change what the others show.
    pub is_cloned: bool,
}

impl State {
    /// The state of values of a type with these observers and items.
    pub(crate) fn of(
        index: &Index,
        of: &Type,
        observers: &[Thunk],
        items: Option<(Items, bool)>,
    ) -> State {
        let observers = observers.iter();
        let observers = observers.filter_map(|thunk| Some((thunk.clone(), is_copied(thunk)?)));
        let item = index.item(of);
        State {
            observers: observers.collect(),
            items,
            is_cloned: item.is_some_and(|item| item.implements_std(StdTrait::Clone))
                && has_interior(index, of, &RefCell::default()),
        }
    }

    /// Whether there is nothing but the `Debug` text.
    pub(crate) fn is_empty(&self) -> bool {
        self.observers.is_empty() && self.items.is_none()
    }
}

/// Whether the result of an observer has to be copied to be compared later; `None` if it cannot be compared: it contains references, or values that do
/// not equal themselves, as NaN.
fn is_copied(observer: &Thunk) -> Option<bool> {
    let result = observer.result.as_ref()?;
    let is_excluded = |each: &Type| {
        matches!(each, Type::Reference { .. })
            || each.is_primitive("f32")
            || each.is_primitive("f64")
    };
    (!mentions(target(result), &is_excluded)).then_some(matches!(result, Type::Reference { .. }))
}

/// Whether a call with `&self` may change a value of the type: it contains a cell, a lock or an atomic number. `seen` are types that were looked at.
fn has_interior(index: &Index, of: &Type, seen: &RefCell<BTreeSet<ItemId>>) -> bool {
    mentions(of, &|each| match each {
        Type::Path {
            defined, id: None, ..
        } => CELLS.iter().any(|module| defined.starts_with(module)),
        _ => {
            let item = index.item(each);
            item.is_some_and(|item| {
                let is_new = seen.borrow_mut().insert(item.id);
                is_new && fields(item).any(|field| has_interior(index, &field.of, seen))
            })
        }
    })
}

/// The modules of types whose values are changed through shared references.
const CELLS: &[&str] = &["core::cell::", "core::sync::atomic::", "std::sync::"];

fn fields(item: &TypeItem) -> impl Iterator<Item = &Field> {
    let all: Vec<&Fields> = match &item.kind {
        TypeKind::Struct(fields) => vec![fields],
        TypeKind::Enum(variants) => variants.iter().map(|variant| &variant.fields).collect(),
        TypeKind::Union => Vec::new(),
    };
    all.into_iter().flat_map(Fields::list)
}
