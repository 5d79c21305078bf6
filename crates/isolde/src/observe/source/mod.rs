//! Values that can be written as an equal expression.

mod containers;
mod pointers;
mod scalars;
mod text;
mod times;

use crate::literal::follows_reference;
use crate::observe::{Observed, Observer};
use crate::shape::Shape;

/// A value that can be written as an expression that equals it by `==`.
///
/// Only [`source`](Source::source) and [`shape`](Source::shape) must be implemented; the other methods are for types where a shorter form compares as well.
pub trait Source {
    /// Writes an expression of exactly this type (up to inference) that equals the value. False if there is no such expression, as for NaN;
    /// the caller must then ignore what was written.
    fn source(&self, out: &mut String) -> bool;

    /// Adds a summary of the value to `shape`: variants, signs, emptiness.
    fn shape(&self, shape: &mut Shape);

    /// States what a returned value equals: `assert_eq!(call, …)`. False if nothing could be stated.
    fn observe(&self, observer: &mut Observer) -> bool {
        let mut text = String::new();
        let written = self.source(&mut text);
        if written {
            observer.source(text);
        }
        written
    }

    /// Writes an expression for an element of an array that is compared with a sequence of such values.
    fn element(&self, out: &mut String) -> bool {
        self.source(out)
    }

    /// The value, if it is a byte: sequences of bytes are written as byte strings if they are readable as text.
    fn byte(&self) -> Option<u8> {
        None
    }

    /// Writes an expression whose type is exactly that of a reference to the value.
    fn referenced(&self, out: &mut String) -> bool {
        let mut text = String::new();
        let written = self.source(&mut text);
        push_reference(out, &text);
        written
    }

    /// States what a returned reference to the value equals.
    fn observe_referenced(&self, observer: &mut Observer) -> bool {
        let mut inner = Observer::default();
        if !self.observe(&mut inner) {
            return false;
        }
        match inner.finish() {
            Observed::Source(text) => {
                let mut referenced = String::new();
                push_reference(&mut referenced, &text);
                observer.source(referenced);
            }
            Observed::Predicate(text) => observer.predicate(text),
            Observed::Unit => observer.source("&()".to_owned()),
            _ => return false,
        }
        true
    }
}

fn push_reference(out: &mut String, text: &str) {
    out.push('&');
    if follows_reference(text) {
        out.push_str(text);
    } else {
        out.push('(');
        out.push_str(text);
        out.push(')');
    }
}

/// Writes `before`, the value and `after`.
fn wrapped(out: &mut String, before: &str, value: &(impl Source + ?Sized), after: &str) -> bool {
    out.push_str(before);
    let written = value.source(out);
    out.push_str(after);
    written
}

impl<T: Source + ?Sized> Source for &T {
    fn source(&self, out: &mut String) -> bool {
        (**self).referenced(out)
    }
    fn shape(&self, shape: &mut Shape) {
        (**self).shape(shape);
    }
    fn observe(&self, observer: &mut Observer) -> bool {
        (**self).observe_referenced(observer)
    }
}

impl<T: Source + ?Sized> Source for &mut T {
    fn source(&self, out: &mut String) -> bool {
        let mut target = String::new();
        let written = (**self).source(&mut target);
        // Only a copy of a byte string is mutable.
        let of_slice = target.strip_suffix("[..]");
        match (target.strip_prefix("*b\""), of_slice) {
            (Some(_), _) => target = format!("{{ {target} }}"),
            (None, Some(text)) if text.starts_with("b\"") => target = format!("{{ *{text} }}[..]"),
            _ => {}
        }
        out.push_str("&mut ");
        out.push_str(&target);
        written
    }
    fn shape(&self, shape: &mut Shape) {
        (**self).shape(shape);
    }
    fn observe(&self, observer: &mut Observer) -> bool {
        (**self).observe_referenced(observer)
    }
}
