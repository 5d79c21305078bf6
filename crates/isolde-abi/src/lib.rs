//! Definitions that the passes, the runtime, the workers and the solver share.
//!
//! Everything that crosses the border between an instrumented program and Isolde is defined here, and only here: the operators of
//! expressions ([`op`]), the layout of the shared memory ([`shared`]), the symbols that instrumented code calls ([`symbol`]) and how their arguments
//! are packed ([`pack`]), the names by which passes find the library ([`library`]), the messages of the worker protocol ([`protocol`]), the targets of
//! detours ([`detour`]), the structural keys of choices ([`key`]), and how the value of a choice is drawn ([`draw`]). A test of this crate makes sure
//! that the sources of the others do not spell out such names. The crate is `no_std` and depends on nothing, so that a bare `rustc` can compile the
//! runtime against it.
#![no_std]

pub mod detour;
pub mod draw;
pub mod key;
pub mod library;
pub mod op;
pub mod pack;
pub mod protocol;
pub mod shared;
pub mod symbol;
