//! Detours: calls of a function run a closure instead, in this thread or in all work of a test, until a guard is dropped.
//!
//! The rules are those of the Moles paper (de Halleux and Tillmann, section 4.3): a call runs the detour for its receiver, else the detour for
//! all receivers, else the function itself. Among several detours of one kind the newest is used; dropping its guard restores the one before. While
//! a closure runs, its detour is disabled: calls from inside the closure run what the detour replaced.
//!
//! Functions get their hooks from a pass over the whole program. In programs that the pass has not processed, and for functions that it could
//! not hook, installing a detour panics with the reason. So does a call of a detoured function that std has inlined, when it is reached.
//!
//! The compiler does not check two rules: a closure must not keep the references that it is given beyond its call, and a [`Guard`] must not be forgotten
//! (`std::mem::forget`) while its closure borrows.
//!
//! - `engine`: what hooks and other code of the pass call; `pass`: what the pass writes; `busy`: whether the library is at work; `list`: the detours of a
//!   thread; `across`, `shared`: those for all work of a test; `owner`: which test a thread works for; `work`: where work begins and ends; `threads`,
//!   `memory`, `stacks`: who started a thread, allocated memory, pushed a frame; `stray`, `strays`: calls that belong to no test; `carry`: work that is
//!   handed over by hand; `trapped`: the modules that tests have trapped; [`future`]: detours of `async fn`s; [`install`]: the functions that the macro calls, for each number of parameters and
//!   each calling convention; [`mod@trap`]: modules that may not be called without a detour; [`stand_in`]: values of types that cannot be constructed; [`moment()`]: what detours of
//!   `Instant::now` return.

mod across;
mod busy;
mod carry;
#[doc(hidden)]
pub mod engine;
#[doc(hidden)]
pub mod future;
mod guard;
#[doc(hidden)]
pub mod install;
pub(crate) mod list;
mod memory;
mod moment;
mod owner;
mod pass;
mod receiver;
mod shared;
mod stacks;
mod stand_in;
mod stray;
mod strays;
#[cfg(unix)]
mod threads;
pub mod trap;
mod trapped;
mod work;

pub use carry::{Test, carry, carry_future};
pub use guard::Guard;
pub(crate) use list::take_reentered;
#[doc(hidden)]
pub use list::{Passes, pass};
pub use moment::moment;
pub use receiver::Receiver;
pub use stand_in::stand_in;
#[cfg(unix)]
pub(crate) use threads::{delay, outlive};

/// Threads inherit nothing here.
#[cfg(not(unix))]
pub(crate) fn delay(_: bool) {}

/// Threads inherit nothing here.
#[cfg(not(unix))]
pub(crate) fn outlive() -> bool {
    false
}

#[cfg(test)]
mod tests;
