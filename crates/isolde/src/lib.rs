//! Values built from choices, and the loop that drives functions under test with them.
//!
//! Everything about a run that is not determined is a *choice*: the value of an integer, the length of a list, which constructor makes
//! an object. A [`Chooser`] takes the values of choices from a *tape* and, while it builds a value, writes the Rust expression that
//! gives the same value, so that a run can be shown as a test that a person could have written.
//!
//! - [`chooser`], [`tape`]: choices, their structural keys, and the tape that provides their values inside this process;
//! - [`build`]: builders of the standard library's types; [`Value`]: builders found by type; [`mod@require`]: constructors that may fail;
//! - [`literal`]: source text;
//! - [`poll`]: futures and streams, polled without an executor;
//! - [`thunk`], [`mod@drive`]: arguments, the call, its result, and the loop that runs thunks;
//! - [`sequence`]: calls made one after the other on the same objects;
//! - [`mock`]: values whose methods get their answers from choices;
//! - [`mod@put`], [`Factory`]: parameterized tests;
//! - [`mocked`]: mocks in hand-written tests;
//! - [`mod@detour`]: calls of a function redirected to a closure;
//! - [`mod@observe`], [`mod@shape`]: what a test can assert about a returned value, and a summary of the value.
//! - [`mod@laws`]: what the standard library's traits promise, checked for values of any type.
//!
//! ```
//! use isolde::{Chooser, Value};
//!
//! let mut chooser = Chooser::from_tape(Default::default(), 0).rendered();
//! let value = <(u8, Vec<char>)>::choose(&mut chooser);
//! assert_eq!(value, (0, vec![]));
//! assert_eq!(chooser.expression(), "(0, vec![])");
//!
//! // A choice is identified by its place; the tape holds its value.
//! let length = chooser.choices()[1].key;
//! let mut chooser = Chooser::from_tape([(length, 2)].into(), 0).rendered();
//! assert_eq!(<(u8, Vec<char>)>::choose(&mut chooser), (0, vec!['a', 'a']));
//! assert_eq!(chooser.expression(), "(0, vec!['a', 'a'])");
//! ```
//!
//! A parameterized test is an ordinary test under `cargo test`, run with its stored inputs (see [`put::stored`]), the simplest input and a few fresh
//! ones; `cargo isolde explore` finds the inputs that matter:
//!
//! ```
//! # #[cfg(feature = "macros")]
//! # mod tests {
//! #[derive(Debug, isolde::Value)]
//! struct Range {
//!     start: u32,
//!     length: u8,
//! }
//!
//! #[isolde::put(allow("overflow"))]
//! fn a_range_ends_after_it_starts(range: Range) {
//!     isolde::assume!(range.length > 0);
//!     assert!(range.start + u32::from(range.length) > range.start);
//! }
//! # }
//! ```
//!
//! Without its default feature `macros` (the attributes [`macro@put`] and [`macro@factory`], and the derive of [`Value`]) the crate depends only
//! on std and `isolde-abi`. Its only global state is each thread's last panic and run in progress, and the detours.
//! With the feature `engine`, choices come from Isolde's runtime, which the program must be linked with.

pub mod abi;
#[cfg(feature = "arbitrary")]
pub mod arbitrary;
pub mod build;
pub mod chooser;
pub mod detour;
pub mod drive;
mod factory;
mod json;
pub mod laws;
pub mod literal;
pub mod mock;
pub mod mocked;
pub mod observe;
mod outcome;
mod panics;
mod passing;
pub mod poll;
pub mod put;
mod render;
pub mod require;
pub mod sequence;
pub mod shape;
pub mod tape;
pub mod thunk;
mod typename;
mod value;

pub use abi::{ChoiceKind, Phase};
pub use chooser::{Chooser, Mutator};
#[cfg(any(feature = "engine", isolde_engine))]
pub use drive::drive;
pub use drive::{Run, run};
pub use factory::Factory;
#[cfg(feature = "macros")]
pub use isolde_macros::{
    Value, contract, detour, factory, fake_rule, filter, invariant, mockable, put, test, trap,
};
pub use mock::Mock;
pub use observe::{Observed, Observer, Source};
pub use outcome::RunOutcome;
pub use panics::{Panic, capture as capture_panics};
pub use passing::Passing;
pub use poll::{run_future, run_stream};
pub use put::choose;
pub use require::Required;
pub use shape::Shape;
pub use tape::Choice;
pub use thunk::Thunk;
pub use value::Value;

/// Calls the detoured function from inside the closure of a [`detour!`]: `original!(a, b)`.
#[macro_export]
macro_rules! original {
    ($($argument:tt)*) => {
        ::core::compile_error!("`original!` can only be used inside the closure of a `detour!`")
    };
}

/// `#[isolde::test]` expands to this.
#[doc(hidden)]
#[cfg(isolde_detours)]
#[macro_export]
macro_rules! __needs_detours {
    ($($item:tt)*) => { $($item)* };
}

/// `#[isolde::test]` expands to this.
#[doc(hidden)]
#[cfg(not(isolde_detours))]
#[macro_export]
macro_rules! __needs_detours {
    ($($item:tt)*) => {
        #[ignore = "needs detours: run it with `cargo isolde test`"]
        $($item)*
    };
}
