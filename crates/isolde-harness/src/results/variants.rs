//! Where results contain variants of the package's enums. The library sees the variants of std's types by itself, but the thunk must report these.

use crate::index::Index;
use isolde_model::{StdItem, Type, TypeKind};

/// A variant to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SeenVariant {
    /// Where it is.
    pub at: Where,
    /// Whether there is a reference to the enum.
    pub is_reference: bool,
}

/// Where an enum is in a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Where {
    /// It is the result itself.
    Whole,
    /// In `Some`.
    Some,
    /// In `Ok`.
    Ok,
    /// In `Err`.
    Err,
}

/// The variants to look at in a result of this type.
pub(crate) fn seen_variants(index: &Index, of: &Type) -> Vec<SeenVariant> {
    let look = |at: Where, of: &Type| {
        let (target, is_reference) = match of {
            Type::Reference { target, .. } => (target.as_ref(), true),
            other => (other, false),
        };
        let item = index.item(target)?;
        matches!(item.kind, TypeKind::Enum(_)).then_some(SeenVariant { at, is_reference })
    };
    if let Some(whole) = look(Where::Whole, of) {
        return vec![whole];
    }
    let places = match of.std() {
        Some((StdItem::Option, [inner])) => vec![look(Where::Some, inner)],
        Some((StdItem::Result, [ok, error])) => {
            vec![look(Where::Ok, ok), look(Where::Err, error)]
        }
        _ => Vec::new(),
    };
    places.into_iter().flatten().collect()
}
