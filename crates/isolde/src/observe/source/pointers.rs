//! Smart pointers and cells.

use super::{Source, wrapped};
use crate::shape::Shape;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

macro_rules! pointers {
    ($($pointer:ident, $path:literal;)*) => {$(
        impl<T: Source> Source for $pointer<T> {
            fn source(&self, out: &mut String) -> bool {
                wrapped(out, concat!($path, "::new("), &**self, ")")
            }
            fn shape(&self, shape: &mut Shape) {
                (**self).shape(shape);
            }
        }
        impl<T: Source> Source for $pointer<[T]> {
            fn source(&self, out: &mut String) -> bool {
                let mut slice = String::new();
                let written = (**self).source(&mut slice);
                out.push_str(concat!($path, "::<[_]>::from("));
                if slice.starts_with('b') {
                    // A byte string is a reference to an array, for which there is no conversion.
                    out.push('*');
                }
                out.push_str(slice.trim_end_matches("[..]"));
                out.push(')');
                written
            }
            fn shape(&self, shape: &mut Shape) {
                (**self).shape(shape);
            }
        }
    )*};
}
pointers! {
    Box, "Box";
    Rc, "std::rc::Rc";
    Arc, "std::sync::Arc";
}

impl<T: Source + Copy> Source for Cell<T> {
    fn source(&self, out: &mut String) -> bool {
        wrapped(out, "std::cell::Cell::new(", &self.get(), ")")
    }
    fn shape(&self, shape: &mut Shape) {
        self.get().shape(shape);
    }
}

impl<T: Source> Source for RefCell<T> {
    fn source(&self, out: &mut String) -> bool {
        match self.try_borrow() {
            Ok(value) => wrapped(out, "std::cell::RefCell::new(", &*value, ")"),
            Err(_) => false,
        }
    }
    fn shape(&self, shape: &mut Shape) {
        if let Ok(value) = self.try_borrow() {
            value.shape(shape);
        }
    }
}
