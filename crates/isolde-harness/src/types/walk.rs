//! Questions about all types within a type.

use isolde_model::{Bound, FnSignature, Type};
use std::cell::RefCell;

/// Whether the type contains no parameters that are still to be chosen.
pub(crate) fn is_concrete(of: &Type) -> bool {
    !mentions(of, &|each| {
        matches!(
            each,
            Type::Generic(_) | Type::Impl(_) | Type::Projection { .. } | Type::Unknown(_)
        )
    })
}

/// Whether the type itself or a type within it has the property.
pub(crate) fn mentions(of: &Type, property: &dyn Fn(&Type) -> bool) -> bool {
    if property(of) {
        return true;
    }
    let any = |types: &[Type]| types.iter().any(|each| mentions(each, property));
    let bounds = |bounds: &[Bound]| {
        bounds.iter().any(|bound| {
            any(&bound.arguments)
                || bound
                    .associated
                    .iter()
                    .any(|(_, each)| mentions(each, property))
                || bound.signature.as_ref().is_some_and(|signature| {
                    any(&signature.parameters) || mentions(&signature.result, property)
                })
        })
    };
    match of {
        Type::Path { arguments, .. } => any(arguments),
        Type::Reference { target, .. } | Type::Pointer { target, .. } => mentions(target, property),
        Type::Slice(element) | Type::Array(element, _) => mentions(element, property),
        Type::Tuple(elements) => any(elements),
        Type::Function(signature) | Type::Closure(signature) => {
            any(&signature.parameters) || mentions(&signature.result, property)
        }
        Type::Dyn(all) | Type::Impl(all) | Type::Mock(all) => bounds(all),
        Type::Projection { of, .. } => mentions(of, property),
        Type::Primitive(_) | Type::Generic(_) | Type::Unknown(_) => false,
    }
}

/// The mocks in a type.
pub(crate) fn mocks_in(of: &Type) -> Vec<Type> {
    let found = RefCell::new(Vec::new());
    mentions(of, &|each| {
        if matches!(each, Type::Mock(_)) {
            found.borrow_mut().push(each.clone());
        }
        false
    });
    found.into_inner()
}

/// The bounds of the trait objects in a type.
pub(crate) fn objects_in(of: &Type) -> Vec<Vec<Bound>> {
    let found = RefCell::new(Vec::new());
    mentions(of, &|each| {
        if let Type::Dyn(bounds) = each {
            found.borrow_mut().push(bounds.clone());
        }
        false
    });
    found.into_inner()
}

/// The nesting depth of a type.
pub(crate) fn depth(of: &Type) -> usize {
    let deepest = |types: &[Type]| types.iter().map(depth).max().unwrap_or(0);
    let of_signature =
        |signature: &FnSignature| deepest(&signature.parameters).max(depth(&signature.result));
    let of_bounds = |bounds: &[Bound]| {
        let depths = bounds.iter().map(|bound| {
            let associated = bound
                .associated
                .iter()
                .map(|(_, each)| depth(each))
                .max()
                .unwrap_or(0);
            let signature = bound.signature.as_deref().map_or(0, of_signature);
            deepest(&bound.arguments).max(associated).max(signature)
        });
        depths.max().unwrap_or(0)
    };
    1 + match of {
        Type::Path { arguments, .. } => deepest(arguments),
        Type::Reference { target, .. } | Type::Pointer { target, .. } => depth(target),
        Type::Slice(element) | Type::Array(element, _) => depth(element),
        Type::Tuple(elements) => deepest(elements),
        Type::Function(signature) | Type::Closure(signature) => of_signature(signature),
        Type::Dyn(bounds) | Type::Impl(bounds) | Type::Mock(bounds) => of_bounds(bounds),
        Type::Projection { of, .. } => depth(of),
        Type::Primitive(_) | Type::Generic(_) | Type::Unknown(_) => 0,
    }
}
