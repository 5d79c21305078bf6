//! What the results of a mock's methods borrow, which decides how lifetimes are written.

use crate::shape::MockMethod;
use crate::types::mentions;
use isolde_model::{Receiver, Type};

/// Whether the lifetime of the result is that of the receiver, which the text leaves out: what is borrowed mutably cannot be of a type that lives longer.
pub(super) fn is_borrowed(method: &MockMethod) -> bool {
    let is_lent = |of: &Type| match of {
        Type::Reference {
            is_static: false, ..
        } => true,
        Type::Reference {
            mutable: true,
            target,
            ..
        } => matches!(**target, Type::Dyn(_)),
        _ => false,
    };
    let borrows = matches!(method.receiver, Some(Receiver::Shared | Receiver::Mutable));
    borrows && mentions(&method.result, &is_lent)
}

/// Whether trait objects in the result borrow from the receiver, so that a longer lifetime within them would make another type of it.
pub(super) fn lends_object(method: &MockMethod) -> bool {
    let borrows = matches!(method.receiver, Some(Receiver::Shared | Receiver::Mutable));
    borrows && method.lends_object
}

/// Whether the lifetimes of the trait have to be those of the result: `Box<dyn Iterator<Item = &'t str> + 't>` is no other type with a longer one.
pub(super) fn fixes_lifetimes(method: &MockMethod) -> bool {
    let is_object = |of: &Type| matches!(of, Type::Dyn(_));
    !method.lends_object && (method.is_refined || mentions(&method.result, &is_object))
}
