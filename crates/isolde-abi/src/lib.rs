//! The one table that the passes, the runtime, the workers and the solver share.
//!
//! Everything that crosses the border between an instrumented program and Isolde is written down here once: the operators of
//! expressions ([`op`]), the layout of the shared memory ([`shared`]), the symbols that instrumented code calls ([`symbol`]) and
//! the words of the worker protocol ([`protocol`]), the targets of detours ([`detour`]), the structural keys of choices ([`key`]), and how the value of a choice comes about ([`draw`]). The crate is `no_std` and depends on nothing, so that the runtime can be
//! compiled against it by a bare `rustc`.
#![no_std]

pub mod detour;
pub mod draw;
pub mod key;
pub mod op;
pub mod protocol;
pub mod shared;
pub mod symbol;
