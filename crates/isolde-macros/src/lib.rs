//! The attributes, macros and derive of the library `isolde`, which re-exports them. Depend on `isolde`, not on this crate.
//!
//! - [`macro@put`]: a function with parameters becomes a test for all inputs;
//! - [`macro@factory`]: a function becomes a way to make values of a type;
//! - [`macro@invariant`], [`macro@contract`], [`macro@filter`]: functions say what `cargo isolde generate` checks, and which values are worth more calls;
//! - [`detour!`], [`trap!`], [`macro@test`]: calls of a function run a closure instead;
//! - [`macro@mockable`]: a trait gets a type that implements it by closures;
//! - [`Value`](derive@Value): structs and enums whose values are made from their parts.
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
//! Generated code names everything by its full path in `::isolde` (or under the name that the crate's manifest gives the library), and contains no
//! `unsafe`.

mod contract;
mod derive;
mod detour;
mod factory;
mod function;
mod mockable;
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

/// Turns a function with parameters into a test: `cargo test` runs it with stored and fresh inputs, `cargo isolde explore` looks for more.
///
/// A parameter's type must implement `isolde::Value` or (with the feature `arbitrary` of `isolde`) `arbitrary::Arbitrary`, or be a reference to such
/// a type; `#[by(factory)]` before a parameter lets a function with [`macro@factory`] make its values. `#[should_panic]`, `#[ignore]`, results and
/// `async` work as with `#[test]`. All options may be omitted:
///
/// - `case(0, "x")`: inline inputs; may be repeated;
/// - `allow(ParseError, "overflow")`: errors that may be returned or panicked with, and parts of the messages of panics that do not count as failures.
///   An error that is unwrapped, or returned as a `Box<dyn Error>`, is recognised by its `Debug` text, which must begin with the type's name;
/// - `fresh = 32`: how many random inputs `cargo test` tries;
/// - `runs = 1000`, `time = "5s"`, `branches = 10_000`, `solver = "500ms"`: bounds of the exploration: number of runs, total time, branches in one run,
///   time for one query of the solver;
/// - `executor = futures::executor::block_on`: the function that runs the future of an `async` test;
/// - `detours`: the test needs detours, and is ignored under plain `cargo test`; implied if its body contains [`detour!`] or [`trap!`].
///
/// The body may contain up to 64 calls of `isolde::assert_reachable!`.
#[proc_macro_attribute]
pub fn put(options: TokenStream, function: TokenStream) -> TokenStream {
    given(put::expand(options.into(), function.into()))
}

/// Turns a function that returns a value into a builder, which `#[by(name)]` and `#[value(by = name)]` refer to by the function's name. It
/// also makes the function *the* way to build the type, by implementing `isolde::Value`, unless the language or the standard library defines the type.
///
/// `#[isolde::factory(foreign)]` does not implement `isolde::Value`. Use it for types of other crates (in `tests/`, these include the types of the package's
/// own library), and for types that derive `Value`. A function that returns an `Option` or a `Result` may refuse its arguments; such inputs are skipped.
/// The targets of its reference parameters are leaked, so they live as long as the process.
#[proc_macro_attribute]
pub fn factory(options: TokenStream, function: TokenStream) -> TokenStream {
    given(factory::expand(options.into(), function.into()))
}

/// Declares that a function holds for every value of a type: `fn is_sorted(list: &List) -> bool`, or a method with `&self`.
///
/// `cargo isolde generate` checks it after the calls of a sequence; a value for which it returns `false`, or panics, is a finding. The function must be
/// reachable from outside the crate, as tests call it (`#[doc(hidden)]` is allowed), unless private items are explored too (`--in-place`).
///
/// The attribute only adds `#[doc(alias = "isolde::invariant")]`, which packages that do not depend on `isolde` can write themselves.
#[proc_macro_attribute]
pub fn invariant(options: TokenStream, function: TokenStream) -> TokenStream {
    given(contract::invariant(options.into(), function.into()))
}

/// Says which answers the fake of a function may give when a unit is isolated: a function over the arguments, without the receiver, and the result,
/// `#[isolde::fake_rule(of = std::fs::metadata)] fn is_possible(path: &Path, result: &io::Result<Metadata>) -> bool`. `cargo isolde isolate` only gives
/// answers for which it returns `true`. The path is that of the function as a test would name it, without generic arguments; for functions of the crate
/// itself it begins at the crate root.
///
/// As with [`macro@invariant`], the function must be reachable from outside the crate. The attribute only adds `#[doc(alias = "isolde::fake_rule(of =
/// std::fs::metadata)")]`, which can be written instead of it.
#[proc_macro_attribute]
pub fn fake_rule(options: TokenStream, function: TokenStream) -> TokenStream {
    given(contract::fake_rule(options.into(), function.into()))
}

/// Declares what a function does: a function over its arguments and its result, `#[isolde::contract(of = List::push)] fn adds_one(list: &List, item: &u8,
/// result: &()) -> bool`.
///
/// The parameters are references to the arguments of the call as they are after it, the receiver first, and last a reference to the result. If the first
/// parameter is named `before`, it is a reference to a clone of the first argument that was made before the call. `cargo isolde generate` checks the
/// contract after each such call; a call for which it returns `false`, or panics, is a finding. The path begins at the crate root or in the module of
/// the contract.
///
/// As with [`macro@invariant`], the function must be reachable from outside the crate. The attribute only adds `#[doc(alias = "isolde::contract(of =
/// List::push)")]`.
#[proc_macro_attribute]
pub fn contract(options: TokenStream, function: TokenStream) -> TokenStream {
    given(contract::contract(options.into(), function.into()))
}

/// Declares which values are worth more calls: `fn is_small(list: &List) -> bool`, or a method with `&self`. Sequences of `cargo isolde generate` end at a
/// value for which it returns `false`.
///
/// As with [`macro@invariant`], the function must be reachable from outside the crate. The attribute only adds `#[doc(alias = "isolde::filter")]`.
#[proc_macro_attribute]
pub fn filter(options: TokenStream, function: TokenStream) -> TokenStream {
    given(contract::filter(options.into(), function.into()))
}

/// Implements `isolde::Value` for a struct or an enum whose fields implement it. For a generic type, the parameters must implement it too.
///
/// With `#[value(with = path)]`, a field is built by a `fn(&mut isolde::Chooser) -> T`, which also writes its text; with
/// `#[value(by = factory)]`, by a function with [`macro@factory`].
#[proc_macro_derive(Value, attributes(value))]
pub fn value(input: TokenStream) -> TokenStream {
    given(derive::expand(input.into()))
}

/// Redirects a function to a closure in this thread, until the returned guard is dropped.
///
/// `detour!(path => |a, b| …)`: every call of the function, from this crate, its dependencies or the standard library, runs the closure. The
/// compiler checks the closure's type against the function; the closure may borrow, and may change what it captures. For a generic function, name an
/// instance (`std::env::var::<&str>`) or write the types of the closure's parameters. Before `=>` you may write:
///
/// - `on &object`: only for calls with this receiver; takes precedence over detours for all receivers;
/// - `across threads`: all work of the test, whichever thread runs it, also one that was there before; the closure must be `Send`, and only one thread at a
///   time calls it;
/// - `recording`: [`Guard::arguments`] returns the arguments, as `Debug` shows them.
///
/// Write `extern "C"` before the path of such a function, and `async` before the path of an `async fn`, whose closure gives the output or a future (an
/// `async` block or closure). In the closure, `original!(a, b)` calls the detoured function; so does a call by its name, because the detour is disabled
/// while its closure runs.
///
/// [`Guard::arguments`]: https://docs.rs/isolde/latest/isolde/detour/struct.Guard.html#method.arguments
#[proc_macro]
pub fn detour(input: TokenStream) -> TokenStream {
    given(detour::expand(input.into()))
}

/// Makes every call in this thread of a function in these modules panic unless it is detoured, until the returned guard is dropped: `trap!(std::net,
/// my_crate::gateway)`.
#[proc_macro]
pub fn trap(input: TokenStream) -> TokenStream {
    given(trap::expand(input.into()))
}

/// Makes a test that needs detours: `cargo isolde test` runs it; `cargo test` ignores it and shows the reason. Below it you may write another attribute that
/// makes a test, such as `#[tokio::test]`.
#[proc_macro_attribute]
pub fn test(options: TokenStream, function: TokenStream) -> TokenStream {
    given(needs_detours::expand(options.into(), function.into()))
}

/// Gives a trait a mock: `MockChannel` for `Channel`, a type whose methods are closures that a test sets.
///
/// - `MockChannel::new()` has no answers; `on_send(closure)` answers calls of `send`, now and until it is called again. The closure gets the arguments without the
///   receiver. It may borrow what outlives the mock and change what it captures.
/// - `on_send` returns the [`Calls`] of the method: `calls()` tells how many there were, and `times(3)` how many there must be when the mock is dropped.
/// - The result of a method that was left open is chosen in a parameterized test, like `isolde::choose`; elsewhere the call panics.
///
/// Write `#[cfg_attr(test, isolde::mockable)]` if only tests depend on `isolde`. Default methods stay as they are. Supertraits have to be implemented for the mock;
/// it has `Debug`. Associated types become type parameters of the mock, and the closure of an `async fn` gives the output. Constants without a default get
/// their values from the attribute: `#[isolde::mockable(SIZE = 4)]`. With `#[isolde::mockable(send)]`, or if
/// `Send` or `Sync` is a supertrait, closures must be `Send`, and the mock can be sent to other threads.
///
/// ```
/// #[derive(Debug, PartialEq)]
/// pub struct Closed;
///
/// #[isolde::mockable]
/// pub trait Channel {
///     fn send(&mut self, text: &str) -> Result<usize, Closed>;
///     fn is_open(&self) -> bool;
/// }
///
/// /// Tries three times.
/// fn deliver(channel: &mut impl Channel, text: &str) -> bool {
///     (0..3).any(|_| channel.is_open() && channel.send(text) == Ok(text.len()))
/// }
///
/// let mut channel = MockChannel::new();
/// channel.on_is_open(|| true);
/// let mut answers = vec![Ok(2), Err(Closed)];
/// let sent = channel.on_send(move |_| answers.pop().unwrap());
/// assert!(deliver(&mut channel, "hi"));
/// assert_eq!(sent.calls(), 2);
///
/// let mut closed = MockChannel::new();
/// closed.on_is_open(|| false).times(3);
/// closed.on_send(|_| Ok(0)).times(0);
/// assert!(!deliver(&mut closed, "hi"));
/// ```
///
/// What cannot be mocked is refused: methods that are generic, functions without `self`, results `impl Trait`, unless they have a body.
///
/// ```compile_fail
/// #[isolde::mockable]
/// trait Store {
///     fn get<T: Default>(&self) -> T;
/// }
/// ```
///
/// ```compile_fail
/// #[isolde::mockable]
/// trait Store {
///     fn open() -> Self;
/// }
/// ```
///
/// [`Calls`]: https://docs.rs/isolde/latest/isolde/mocked/struct.Calls.html
#[proc_macro_attribute]
pub fn mockable(options: TokenStream, item: TokenStream) -> TokenStream {
    given(mockable::expand(options.into(), item.into()))
}

fn given(expanded: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    let tokens = expanded.unwrap_or_else(syn::Error::into_compile_error);
    name::renamed(tokens).into()
}
