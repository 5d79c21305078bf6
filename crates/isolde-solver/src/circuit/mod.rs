//! Bit-blasting: terms become circuits of gates, circuits become clauses, clauses go to a SAT solver.

mod arithmetic;
mod blast;
mod estimate;
mod gates;
mod sat;

pub(crate) use estimate::estimate;
pub(crate) use sat::{Verdict, solve};

#[cfg(test)]
mod tests;
