//! The runtime linked into instrumented programs: expressions, shadow memory, tape, fork server.
//!
//! Programs link this as a static library; `staticlib.rs` is the root of that build and contains the same modules.
//! It is compiled by a bare `rustc` on the user's machine:
//!
//! ```text
//! rustc --edition 2024 --crate-type rlib --crate-name isolde_abi -O isolde-abi/src/lib.rs
//! rustc --edition 2024 --crate-type staticlib --crate-name isolde_runtime -O -Cpanic=abort -Clto=fat \
//!       --extern isolde_abi=libisolde_abi.rlib isolde-runtime/src/staticlib.rs
//! ```
//!
//! (`-Clto=fat` keeps the panic handler out of the archive's symbols, so that it also links with a Rust program whose own symbols are not internal.)
//!
//! Rules of this crate: no allocation from the program's heap (tables are mapped, and cost only what a run touches), no panics (indices out of range
//! abort), no thread-local storage. Everything but [`exports`] is ordinary code with unit tests on the host.
#![cfg_attr(not(test), no_std)]

pub mod area;
pub mod bits;
pub mod choice;
pub mod comparisons;
pub mod conditions;
pub mod elsewhere;
pub mod exports;
pub mod files;
pub mod hashes;
pub mod heap;
pub mod known;
pub mod lock;
pub mod memory;
pub mod nodes;
pub mod operations;
pub mod program;
pub mod reads;
pub mod runtime;
pub mod server;
pub mod shadow;
pub mod shared;
pub mod simplify;
pub mod sys;

#[cfg(test)]
mod tests;
