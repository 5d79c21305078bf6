//! Builders of the standard library's types: they make values from choices, and write the expressions that give the same values.
//!
//! A builder is a function of a [`Chooser`]; a builder of a generic type takes builders of its parts and calls each part's builder in a
//! scope of its own. A choice that is not on the tape takes its simplest value (without a seed), so an empty tape makes everything
//! zero, empty or made of `a`.

mod atomics;
mod containers;
mod control;
mod maps;
mod numbers;
mod pointers;
mod processes;
mod ranges;
mod tasks;
mod text;
mod times;
mod tuples;

pub use atomics::*;
pub use containers::*;
pub use control::*;
pub use maps::*;
pub use numbers::*;
pub use pointers::*;
pub use processes::*;
pub use ranges::*;
pub use tasks::*;
pub use text::*;
pub use times::*;
pub use tuples::*;

use crate::chooser::Chooser;
use crate::observe::Source;

/// Writes the expression of a value that was built from choices directly, without builders of parts.
fn literal(c: &mut Chooser, value: &(impl Source + ?Sized)) {
    c.write(|r| {
        value.source(&mut r.expression);
    });
}

/// Like [`literal`], for a reference to the value.
fn literal_reference(c: &mut Chooser, value: &(impl Source + ?Sized)) {
    c.write(|r| {
        value.referenced(&mut r.expression);
    });
}

/// Writes `before`, builds one part and writes `after`. In that place nothing coerces the part's expression to another type.
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
