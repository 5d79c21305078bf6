//! Shorthands for types and bounds.

use isolde_model::{Bound, FnSignature, StdItem, StdTrait, TraitItem, Type};

/// A primitive.
pub(crate) fn primitive(name: &str) -> Type {
    Type::Primitive(name.into())
}

/// A type of std.
pub(crate) fn std(item: StdItem, arguments: Vec<Type>) -> Type {
    Type::Path {
        defined: item.defined().into(),
        id: None,
        arguments,
        constants: Vec::new(),
    }
}

/// `&'static T`, `&'static mut T`.
pub(crate) fn reference(mutable: bool, target: Type) -> Type {
    Type::Reference {
        mutable,
        is_static: true,
        target: Box::new(target),
    }
}

/// `String`.
pub(crate) fn string() -> Type {
    std(StdItem::String, Vec::new())
}

/// `&'static str`.
pub(crate) fn text() -> Type {
    reference(false, primitive("str"))
}

/// `Vec<T>`.
pub(crate) fn vec(element: Type) -> Type {
    std(StdItem::Vec, vec![element])
}

/// `impl Future<Output = T>`.
pub(crate) fn future(output: Type) -> Type {
    Type::Impl(vec![future_bound(output)])
}

/// `Future<Output = T>`.
fn future_bound(output: Type) -> Bound {
    Bound {
        associated: vec![("Output".into(), output)],
        ..bound(StdTrait::Future)
    }
}

/// `Box<dyn Fn(A) -> B>`, with further traits.
pub(crate) fn boxed_closure(
    signature: Box<FnSignature>,
    also: impl Iterator<Item = StdTrait>,
) -> Type {
    let of_functions = Bound {
        signature: Some(signature),
        ..bound(StdTrait::Fn)
    };
    let bounds = std::iter::once(of_functions).chain(also.map(bound));
    std(StdItem::Box, vec![Type::Dyn(bounds.collect())])
}

/// `Pin<Box<dyn Future<Output = T> + Send>>`.
pub(crate) fn boxed_future(output: Type) -> Type {
    let object = Type::Dyn(vec![future_bound(output), bound(StdTrait::Send)]);
    std(StdItem::Pin, vec![std(StdItem::Box, vec![object])])
}

/// `[u8]`.
pub(crate) fn bytes() -> Type {
    Type::Slice(Box::new(primitive("u8")))
}

/// A bound on a trait of std, without arguments.
pub(crate) fn bound(of_trait: StdTrait) -> Bound {
    bound_with(of_trait, Vec::new())
}

/// A bound on a trait of the model, without arguments.
pub(crate) fn bound_of(item: &TraitItem) -> Bound {
    Bound {
        defined: item.defined.clone(),
        id: Some(item.id),
        ..bound(StdTrait::Sized)
    }
}

/// A bound on a trait of std with these arguments.
pub(crate) fn bound_with(of_trait: StdTrait, arguments: Vec<Type>) -> Bound {
    Bound {
        defined: of_trait.defined().into(),
        id: None,
        arguments,
        associated: Vec::new(),
        constants: Vec::new(),
        signature: None,
        maybe: false,
    }
}
