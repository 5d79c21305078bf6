//! Builders of the standard library's types: values made of choices, with the expressions that give the same values.
//!
//! A builder is a function of a [`Chooser`]; a builder of a generic type takes builders of its parts, which are called in a scope of
//! their own for each part. With choices that are not on the tape taking their simplest values, everything is zero, empty or
//! made of `a`.

mod containers;
mod maps;
mod numbers;
mod pointers;
mod ranges;
mod text;
mod times;
mod tuples;

pub use containers::*;
pub use maps::*;
pub use numbers::*;
pub use pointers::*;
pub use ranges::*;
pub use text::*;
pub use times::*;
pub use tuples::*;

use crate::chooser::Chooser;
use crate::observe::Source;

/// Writes the expression of a value without choices in it.
fn literal(c: &mut Chooser, value: &(impl Source + ?Sized)) {
    c.write(|r| {
        value.source(&mut r.expression);
    });
}

/// Writes the expression of a reference to a value without choices in it.
fn literal_reference(c: &mut Chooser, value: &(impl Source + ?Sized)) {
    c.write(|r| {
        value.referenced(&mut r.expression);
    });
}

/// Builds `before`, one part and `after`, the part standing where nothing coerces it.
fn enclosed<T>(
    c: &mut Chooser,
    before: &str,
    part: impl FnOnce(&mut Chooser) -> T,
    after: &str,
) -> T {
    c.open_exact(before);
    let value = c.item(0, part);
    c.close(after);
    value
}

#[cfg(test)]
mod tests;
