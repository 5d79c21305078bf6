//! Detours: calls of a function run a closure instead, in this thread, until a guard is dropped.
//!
//! The rules are those of the Moles paper (de Halleux and Tillmann, section 4.3): a call runs the detour of its receiver, else the detour for
//! all receivers, else the function itself. Of several detours of one kind the newest counts; dropping its guard restores the one before. While a
//! closure runs, its detour is out of the way: calls from inside get what it replaced.
//!
//! Functions get their hooks from a pass over the whole program. In programs that it has not seen, and for functions that it could not
//! hook, installing a detour panics with the reason.
//!
//! - `engine`: what the pass and the library say to each other; `list`: the detours of a thread; [`install`]: one function for each
//!   number of parameters and each calling convention, called by the macro.

#[doc(hidden)]
pub mod engine;
#[doc(hidden)]
pub mod install;
pub(crate) mod list;
mod receiver;

pub use list::Guard;
pub use receiver::Receiver;

#[cfg(test)]
mod tests;
