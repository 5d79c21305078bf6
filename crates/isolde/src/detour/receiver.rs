//! First parameters that identify an instance.

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

    /// The address that a receiver for this instance holds.
    #[doc(hidden)]
    fn address(instance: &Self::Instance) -> *const () {
        std::ptr::from_ref(instance).cast()
    }
}

macro_rules! receivers {
    ($($type:ty),*) => {
        $(impl<T: ?Sized> Receiver for $type {
            type Instance = T;
        })*
    };
}

receivers!(&T, &mut T, Box<T>, Pin<&mut T>, Pin<&T>, Pin<Box<T>>);

/// `Rc` and `Arc` hold the address of two counters; the instance follows these.
fn before_counters<T: ?Sized>(instance: &T) -> *const () {
    let counters = 2 * size_of::<usize>();
    let distance = counters.next_multiple_of(align_of_val(instance));
    std::ptr::from_ref(instance)
        .cast::<u8>()
        .wrapping_sub(distance)
        .cast()
}

impl<T: ?Sized> Receiver for Rc<T> {
    type Instance = T;

    fn address(instance: &T) -> *const () {
        before_counters(instance)
    }
}

impl<T: ?Sized> Receiver for Arc<T> {
    type Instance = T;

    fn address(instance: &T) -> *const () {
        before_counters(instance)
    }
}
