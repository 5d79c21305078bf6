//! Constructors that may fail: the run gets their values, or is discarded.
//!
//! Whether the error of a `Result` is `Debug`, and so whether `.unwrap()` compiles, is found by method resolution: it prefers the impl that
//! needs no reference, if its bounds hold, to the one that needs a reference.

use crate::chooser::Chooser;
use std::fmt::Debug;

/// What constructors return: something that holds a `T`, or reports a failure.
pub trait Required<T> {
    /// The value, unless the constructor failed.
    fn required(self) -> Option<T>;
}

impl<T> Required<T> for Option<T> {
    fn required(self) -> Option<T> {
        self
    }
}

impl<T, E> Required<T> for Result<T, E> {
    fn required(self) -> Option<T> {
        self.ok()
    }
}

impl Chooser {
    /// Returns the value inside, or discards the run. Appends `.unwrap()`.
    ///
    /// For a `Result` whose error is not `Debug`, use [`require!`](crate::require!) to get a text that compiles.
    pub fn require<T>(&mut self, value: impl Required<T>) -> T {
        self.text(".unwrap()");
        match value.required() {
            Some(value) => value,
            None => self.discard(),
        }
    }

    /// Like [`require`](Chooser::require), but appends `.ok().unwrap()`, which compiles for every error type.
    pub fn require_ok<T, E>(&mut self, value: Result<T, E>) -> T {
        self.text(".ok()");
        self.require(value.ok())
    }
}

#[doc(hidden)]
#[derive(Debug)]
pub struct Refusal<V>(pub Option<V>);

#[doc(hidden)]
pub trait Known<T> {
    fn require(self, chooser: &mut Chooser) -> T;
}
impl<T> Known<T> for Refusal<Option<T>> {
    fn require(self, chooser: &mut Chooser) -> T {
        chooser.require(self.0.flatten())
    }
}
impl<T, E: Debug> Known<T> for Refusal<Result<T, E>> {
    fn require(self, chooser: &mut Chooser) -> T {
        chooser.require(self.0.and_then(Result::ok))
    }
}

#[doc(hidden)]
pub trait Unknown<T> {
    fn require(self, chooser: &mut Chooser) -> T;
}
impl<T, E> Unknown<T> for &mut Refusal<Result<T, E>> {
    fn require(self, chooser: &mut Chooser) -> T {
        chooser.text(".ok()");
        chooser.require(self.0.take().and_then(Result::ok))
    }
}

/// Returns the value inside an `Option` or `Result`, or discards the run, by [`Chooser::require`] or, if the error is not `Debug`, by
/// [`Chooser::require_ok`].
///
/// ```
/// let mut chooser = isolde::Chooser::from_tape(Default::default(), 0).rendered();
/// chooser.text("\"5\".parse::<u8>()");
/// let value = isolde::require!(&mut chooser, "5".parse::<u8>());
/// assert_eq!((value, chooser.expression()), (5, "\"5\".parse::<u8>().unwrap()"));
/// ```
#[macro_export]
macro_rules! require {
    ($chooser:expr, $value:expr) => {{
        #[allow(unused_imports)]
        use $crate::require::{Known as _, Refusal, Unknown as _};
        Refusal(::core::option::Option::Some($value)).require($chooser)
    }};
}
