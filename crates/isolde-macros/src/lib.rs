//! The attributes and the derive of the library `isolde`, which exports them: depend on that one.
//!
//! - [`macro@put`]: a function with parameters becomes a test of all inputs;
//! - [`macro@factory`]: a function becomes a way to make values of a type;
//! - [`detour!`], [`trap!`], [`macro@test`]: calls of a function run a closure instead;
//! - [`Value`](derive@Value): structs and enums whose values are made of their parts.
//!
//! ```
//! /// Held in minutes since midnight.
//! #[derive(isolde::Value, Clone, Copy, Debug, PartialEq)]
//! struct Time {
//!     #[value(by = minute)]
//!     minutes: u16,
//! }
//!
//! #[isolde::factory]
//! fn minute(n: u16) -> Option<u16> {
//!     (n < 24 * 60).then_some(n)
//! }
//!
//! impl Time {
//!     fn later(self, minutes: u16) -> Time {
//!         Time { minutes: (self.minutes + minutes) % (24 * 60) }
//!     }
//! }
//!
//! # mod tests { use super::*;
//! #[isolde::put(case(Time { minutes: 0 }, 1), runs = 1000)]
//! fn later_and_later(time: Time, #[by(minute)] by: u16) {
//!     isolde::assume!(by > 0);
//!     let later = time.later(by);
//!     assert_ne!(later, time);
//!     if later.minutes < time.minutes {
//!         isolde::assert_reachable!("after midnight");
//!     }
//! }
//! # }
//! ```
//!
//! Generated code names everything by its full path in `::isolde` (or what the crate's manifest calls it), and holds no `unsafe`.

mod derive;
mod detour;
mod factory;
mod function;
mod name;
mod needs_detours;
mod options;
mod parameter;
mod put;
mod reach;
mod text;
mod trap;
mod types;

use proc_macro::TokenStream;

/// Makes a test of a function with parameters: `cargo test` runs it with stored and fresh inputs, `cargo isolde explore` looks for more.
///
/// A parameter's type is one that `isolde::Value` is implemented for, or (with the feature `arbitrary` of `isolde`) `arbitrary::Arbitrary`, or a reference
/// to one; `#[by(factory)]` before a parameter lets a function with [`macro@factory`] make it. `#[should_panic]`, `#[ignore]`, results and
/// `async` work as with `#[test]`. Options, all of which may be left out:
///
/// - `case(0, "x")`: inline inputs; any number of them;
/// - `allow(ParseError, "overflow")`: errors that may be returned or panicked with, and parts of messages of panics that are no failures. An
///   error that is unwrapped, or returned as a `Box<dyn Error>`, is known by its `Debug` text, which must begin with the type's name;
/// - `fresh = 32`: how many random inputs `cargo test` tries;
/// - `runs = 1000`, `time = "5s"`, `branches = 10_000`, `solver = "500ms"`: bounds of the exploration: runs, time in all, branches in one run, time for
///   one query;
/// - `executor = futures::executor::block_on`: what runs the future of an `async` test;
/// - `detours`: it needs detours, and is ignored under plain `cargo test`; implied if its body contains [`detour!`] or [`trap!`].
///
/// The calls of `isolde::assert_reachable!` in the body get numbers: up to 64.
#[proc_macro_attribute]
pub fn put(options: TokenStream, function: TokenStream) -> TokenStream {
    given(put::expand(options.into(), function.into()))
}

/// Makes a builder of a function that returns a value, under the function's name, for `#[by(name)]` and `#[value(by = name)]`; and makes
/// it *the* way to build its type, by implementing `isolde::Value` for it, unless it is a type of the language or the standard library.
///
/// `#[isolde::factory(foreign)]` leaves that out: for types of other crates (in `tests/`, those of the package's own library are such), and for those that derive `Value`. A function that returns an `Option` or a `Result` may refuse its
/// arguments; such inputs are left out. What its reference parameters point to lives for ever.
#[proc_macro_attribute]
pub fn factory(options: TokenStream, function: TokenStream) -> TokenStream {
    given(factory::expand(options.into(), function.into()))
}

/// Implements `isolde::Value` for a struct or an enum whose fields have values, and values of generic types whose parameters have.
///
/// `#[value(with = path)]` on a field: built by a `fn(&mut isolde::Chooser) -> T`, which also writes its text. `#[value(by = factory)]`: by a
/// function with [`macro@factory`].
#[proc_macro_derive(Value, attributes(value))]
pub fn value(input: TokenStream) -> TokenStream {
    given(derive::expand(input.into()))
}

/// Redirects a function to a closure in this thread, until the guard that it gives is dropped.
///
/// `detour!(path => |a, b| …)`: every call of the function, from this crate, its dependencies or the standard library, runs the closure. The
/// compiler checks the closure against the function; it may borrow, and change what it captures. Of a generic function, name an instance
/// (`std::env::var::<&str>`) or write the types of the closure's parameters. Before `=>` you may write:
///
/// - `on &object`: only for calls with this receiver, which win over those for all;
/// - `across threads`: also in threads that this one starts while the guard lives; the closure must be `Send`, and is called by one at a time;
/// - `recording`: [`Guard::arguments`] gives the arguments, as `Debug` shows them.
///
/// `extern "C"` before the path is for such functions, `async` for `async fn`s: their closure gives the output, or a future (an `async` block or closure). In the closure, `original!(a, b)` calls what was detoured; so does a call by name, as the detour is out
/// of the way while its closure runs.
///
/// [`Guard::arguments`]: https://docs.rs/isolde/latest/isolde/detour/struct.Guard.html#method.arguments
#[proc_macro]
pub fn detour(input: TokenStream) -> TokenStream {
    given(detour::expand(input.into()))
}

/// Makes every call in this thread of a function in these modules panic unless it is detoured, until the guard that it gives is dropped: `trap!(std::net,
/// my_crate::gateway)`.
#[proc_macro]
pub fn trap(input: TokenStream) -> TokenStream {
    given(trap::expand(input.into()))
}

/// Makes a test that needs detours: `cargo isolde test` runs it, under `cargo test` it is ignored and says why. Below it you may write another attribute that
/// makes a test, such as `#[tokio::test]`.
#[proc_macro_attribute]
pub fn test(options: TokenStream, function: TokenStream) -> TokenStream {
    given(needs_detours::expand(options.into(), function.into()))
}

fn given(expanded: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    let tokens = expanded.unwrap_or_else(syn::Error::into_compile_error);
    name::renamed(tokens).into()
}
