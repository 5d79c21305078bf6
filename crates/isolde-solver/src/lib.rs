//! The solver of Isolde's dynamic symbolic execution: path conditions over bit-vectors.
//!
//! A run leaves a [`Trace`]: expression nodes over the run's choices, and the path conditions it passed. [`Solver::negate`] finds other
//! choice values that follow the same path up to one condition and leave it there. A query is first cut down to the *slice* of the path
//! that shares choices with the condition, then simplified exactly, then decided by the cheapest means that works: a cache, moves from the
//! run's own values, enumeration, bit-blasting to SAT ([`batsat`]), and for floats, which are not blasted, a search over branch
//! distances. Every model is checked against the trace before it is returned.
//!
//! Answers depend on the trace, the [`Limits`] and the seed only; the time limit is a last resort.

// The generators of random terms that unit tests share with integration tests name the crate.
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
