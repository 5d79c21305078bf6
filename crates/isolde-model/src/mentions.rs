//! Which named types and traits a type, a bound or an item mentions.

use crate::document::Kind;
use crate::id::ItemId;
use crate::item::Callable;
use crate::types::{Bound, FnSignature, GenericParam, Generics, Type};

/// Called with the defining path of what is mentioned, and with its id.
pub(crate) type Note<'n> = dyn FnMut(&str, Option<ItemId>) + 'n;

/// Calls `note` with each named type or trait that a type mentions.
pub(crate) fn mentioned(ty: &Type, note: &mut Note<'_>) {
    match ty {
        Type::Primitive(_) | Type::Generic(_) | Type::Unknown(_) => {}
        Type::Path {
            defined,
            id,
            arguments,
            ..
        } => {
            note(defined, *id);
            arguments.iter().for_each(|of| mentioned(of, note));
        }
        Type::Reference { target, .. } | Type::Pointer { target, .. } => mentioned(target, note),
        Type::Slice(of) | Type::Array(of, _) | Type::Projection { of, .. } => mentioned(of, note),
        Type::Tuple(of) => of.iter().for_each(|of| mentioned(of, note)),
        Type::Function(of) | Type::Closure(of) => by_signature(of, note),
        Type::Dyn(bounds) | Type::Impl(bounds) | Type::Mock(bounds) => by_bounds(bounds, note),
    }
}

fn by_signature(of: &FnSignature, note: &mut Note<'_>) {
    let types = of.parameters.iter().chain([&of.result]);
    types.for_each(|of| mentioned(of, note));
}

/// The same for bounds, including their traits.
pub(crate) fn by_bounds(bounds: &[Bound], note: &mut Note<'_>) {
    for bound in bounds {
        note(&bound.defined, bound.id);
        bound.arguments.iter().for_each(|of| mentioned(of, note));
        let associated = bound.associated.iter();
        associated.for_each(|(_, of)| mentioned(of, note));
        if let Some(signature) = &bound.signature {
            by_signature(signature, note);
        }
    }
}

/// The same for generic parameters: their bounds and defaults.
pub(crate) fn by_generics(of: &Generics, note: &mut Note<'_>) {
    for param in &of.params {
        if let GenericParam::Type {
            bounds, default, ..
        } = param
        {
            by_bounds(bounds, note);
            default.iter().for_each(|of| mentioned(of, note));
        }
    }
    for (on, bounds) in &of.bounds {
        mentioned(on, note);
        by_bounds(bounds, note);
    }
}

/// The same for a function's signature.
pub(crate) fn by_callable(of: &Callable, note: &mut Note<'_>) {
    by_generics(&of.generics, note);
    let parameters = of.parameters.iter().map(|parameter| &parameter.of);
    parameters.for_each(|of| mentioned(of, note));
    mentioned(&of.result, note);
}

/// The same for an item, without the items in it.
pub(crate) fn by_item(of: &Kind, note: &mut Note<'_>) {
    match of {
        Kind::Struct { generics, .. } | Kind::Enum { generics, .. } | Kind::Union { generics } => {
            by_generics(generics, note);
        }
        Kind::Field(of) => mentioned(of, note),
        Kind::Function(callable) => by_callable(callable, note),
        Kind::Trait {
            generics,
            supertraits,
            ..
        } => {
            by_generics(generics, note);
            by_bounds(supertraits, note);
        }
        Kind::Impl {
            generics,
            of_trait,
            self_type,
            ..
        } => {
            by_generics(generics, note);
            by_bounds(of_trait.as_slice(), note);
            mentioned(self_type, note);
        }
        Kind::Alias { of, generics } => {
            by_generics(generics, note);
            mentioned(of, note);
        }
        Kind::AssociatedType { of, bounds, .. } => {
            of.iter().for_each(|of| mentioned(of, note));
            by_bounds(bounds, note);
        }
        Kind::Constant { of, .. } => of.iter().for_each(|of| mentioned(of, note)),
        Kind::Module { .. } | Kind::Import { .. } | Kind::Variant(_) | Kind::Macro => {}
    }
}
