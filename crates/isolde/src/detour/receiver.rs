//! First parameters by which one instance is told from the others.

use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;

/// Types of `self` that point to the instance.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not point to one instance, so no detour can be `on` one",
    note = "leave `on …` out, and look at the value in the closure"
)]
pub trait Receiver {
    /// The instance's type.
    type Instance: ?Sized;
}

macro_rules! receivers {
    ($($type:ty),*) => {
        $(impl<T: ?Sized> Receiver for $type {
            type Instance = T;
        })*
    };
}

receivers!(
    &T,
    &mut T,
    Box<T>,
    Rc<T>,
    Arc<T>,
    Pin<&mut T>,
    Pin<&T>,
    Pin<Box<T>>
);
