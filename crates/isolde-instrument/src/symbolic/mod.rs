//! Shadows: the symbolic program.
//!
//! Next to every scalar runs a *shadow*, the number of an expression node, 0 where the value is concrete (SymCC, Poeplau and Francillon, USENIX
//! Security 2020). Unlike in SymCC, the fast path does not test before each operation: the code between two calls is a *segment*, at whose end one
//! test checks whether anything symbolic came in; only then does a block off the fast path compute all shadows of the segment ([`segment`]).
//!
//! One file per concern: what a value's scalars are ([`shape`]), which values can be symbolic at all ([`taint`]), then the operations
//! by kind.

mod aggregates;
mod attributes;
mod calls;
mod casts;
mod control;
mod environment;
mod externals;
mod floats;
mod function;
mod helpers;
mod integers;
mod intrinsics;
mod memory;
mod segment;
mod shape;
mod taint;
mod term;
mod vectors;

pub(crate) use environment::instrument;
