//! References, smart pointers, cells and locks. The target of a reference is leaked, so that it lives as long as the process.

use super::enclosed;
use crate::chooser::Chooser;
use std::borrow::{Borrow, Cow};
use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::{Arc, Mutex, RwLock};

/// Builds a value in a place where nothing coerces its expression to another type.
fn exact<T>(c: &mut Chooser, target: impl FnOnce(&mut Chooser) -> T) -> T {
    c.open_exact("");
    let value = target(c);
    c.close("");
    value
}

/// `&…`.
pub fn reference<T>(c: &mut Chooser, target: impl FnOnce(&mut Chooser) -> T) -> &'static T {
    let start = c.expression().len();
    let value = exact(c, target);
    c.write(|r| r.refer(start, "&"));
    Box::leak(Box::new(value))
}

/// `&mut …`.
pub fn reference_mut<T>(c: &mut Chooser, target: impl FnOnce(&mut Chooser) -> T) -> &'static mut T {
    let start = c.expression().len();
    let value = exact(c, target);
    c.write(|r| r.refer(start, "&mut "));
    Box::leak(Box::new(value))
}

/// `Cow::Owned(…)`.
pub fn cow<B: ToOwned + ?Sized + 'static>(
    c: &mut Chooser,
    owned: impl FnOnce(&mut Chooser) -> <B as ToOwned>::Owned,
) -> Cow<'static, B>
where
    B::Owned: Borrow<B>,
{
    Cow::Owned(enclosed(c, "std::borrow::Cow::Owned(", owned, ")"))
}

/// `PhantomData`: no choice.
pub fn phantom<T: ?Sized>(c: &mut Chooser) -> PhantomData<T> {
    c.text("std::marker::PhantomData");
    PhantomData
}

macro_rules! pointers {
    ($($name:ident $pointer:ident $before:literal;)*) => {$(
        #[doc = concat!("`", $before, "…)`.")]
        pub fn $name<T>(c: &mut Chooser, inner: impl FnOnce(&mut Chooser) -> T) -> $pointer<T> {
            $pointer::new(enclosed(c, $before, inner, ")"))
        }
    )*};
}
pointers! {
    boxed Box "Box::new(";
    rc Rc "std::rc::Rc::new(";
    arc Arc "std::sync::Arc::new(";
    cell Cell "std::cell::Cell::new(";
    ref_cell RefCell "std::cell::RefCell::new(";
    mutex Mutex "std::sync::Mutex::new(";
    rw_lock RwLock "std::sync::RwLock::new(";
}
