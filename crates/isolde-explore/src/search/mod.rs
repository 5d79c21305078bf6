//! The search for inputs of one thunk: draws, mutation and negated path conditions over one corpus.

mod budget;
mod corpus;
mod frontier;
mod growth;
mod inputs;
mod negation;
mod novelty;
mod path;
mod programs;
mod prospect;
mod strategy;
mod substitution;
mod thunk;
mod traces;

pub(crate) use budget::Budget;
pub use path::{PathClass, path_classes};
pub(crate) use programs::Programs;
pub(crate) use thunk::{Context, FULL_SHARE, Finished, ThunkSearch, Turn};
