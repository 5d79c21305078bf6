//! The solver of Isolde's dynamic symbolic execution: path conditions over bit-vectors.
//!
//! A run leaves a [`Trace`]: expression nodes over the run's choices, and the path conditions it passed. [`Solver::negate`] finds other
//! choice values that follow the same path up to one condition and leave it there. A query is first cut down to the *slice* of the path
//! that shares choices with the condition, then simplified exactly, then decided by the cheapest method that works: a cache, local search from the
//! run's own values, enumeration, bit-blasting to SAT ([`batsat`]), and for floats, which are not blasted, a search over branch distances. Every
//! model is checked against the trace before it is returned.
//!
//! Answers depend only on the trace, the [`Limits`] and the seed, unless the time limit, which is a last resort, is reached.

// Unit and integration tests share the generators of random terms, which refer to this crate by name.
#[cfg(test)]
extern crate self as isolde_solver;

mod answer;
mod circuit;
mod evaluator;
mod float;
mod hash;
mod interval;
mod means;
mod narrow;
mod ones;
mod parts;
mod prepared;
mod problem;
mod search;
mod semantics;
mod simplify;
mod solver;
mod trace;
mod translate;

pub use answer::{Answer, Limits, Statistics};
pub use evaluator::{Evaluator, mismatches};
pub use prepared::Prepared;
pub use solver::Solver;
pub use trace::{TableData, Trace, TraceError};
