//! What the results of a mock's methods borrow, which decides how lifetimes are written.

use crate::shape::MockMethod;
use crate::spell::Style;
use crate::types::mentions;
use isolde_model::{Receiver, Type};

/// How a method's result is written. If its lifetime is that of the receiver, the text leaves that out: what is borrowed mutably cannot be of a type that
/// lives longer, and neither can what is within a trait object that borrows.
pub(super) fn style_of_result(method: &MockMethod) -> Style {
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
    match method.receiver {
        Some(Receiver::Shared | Receiver::Mutable) if method.lends_object => Style::Result,
        Some(Receiver::Shared | Receiver::Mutable) if mentions(&method.result, &is_lent) => {
            Style::Parameter
        }
        _ => Style::Signature,
    }
}

/// Whether the lifetimes of the trait have to be those of the result: `Box<dyn Iterator<Item = &'t str> + 't>` is no other type with a longer one.
pub(super) fn fixes_lifetimes(method: &MockMethod) -> bool {
    let is_object = |of: &Type| matches!(of, Type::Dyn(_));
    !method.lends_object && (method.is_refined || mentions(&method.result, &is_object))
}
