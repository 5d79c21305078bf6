//! Detours: calls of a function run a closure instead, in this thread, until a guard is dropped.
//!
//! The rules are those of the Moles paper (de Halleux and Tillmann, section 4.3): a call runs the detour of its receiver, else the detour for
//! all receivers, else the function itself. Of several detours of one kind the newest counts; dropping its guard restores the one before. While a
//! closure runs, its detour is out of the way: calls from inside get what it replaced.
//!
//! Functions get their hooks from a pass over the whole program. In programs that it has not seen, and for functions that it could not
//! hook, installing a detour panics with the reason; so does a call whose body std has inlined, where it is reached.
//!
//! What the compiler does not check: a closure must not keep the references that it is given beyond its call, and a [`Guard`] must not be forgotten
//! (`std::mem::forget`) while its closure borrows.
//!
//! - `engine`: what the pass and the library say to each other; `list`: the detours of a thread; `shared`: those that threads inherit; `threads`: how;
//!   [`future`]: those of `async fn`s; [`install`]: functions for each number of parameters and each calling convention, called by the macro; [`mod@trap`]: modules that nobody calls; [`stand_in`]: values
//!   of types whose constructors are out of reach.

#[doc(hidden)]
pub mod engine;
#[doc(hidden)]
pub mod future;
mod guard;
#[doc(hidden)]
pub mod install;
pub(crate) mod list;
mod receiver;
mod shared;
mod stand_in;
#[cfg(unix)]
mod threads;
pub mod trap;

pub use guard::Guard;
#[doc(hidden)]
pub use list::{Passes, pass};
pub use receiver::Receiver;
pub use stand_in::stand_in;

#[cfg(test)]
mod tests;
