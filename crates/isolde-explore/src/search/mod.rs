//! The search for inputs of one thunk: draws, mutation and negated path conditions over one corpus.

mod budget;
mod corpus;
mod frontier;
mod negation;
mod novelty;
mod pace;
mod path;
mod programs;
mod seen;
mod share;
mod substitution;
mod tally;
mod thunk;
mod traces;

pub(crate) use budget::Budget;
pub use path::{PathClass, path_classes};
pub(crate) use programs::Programs;
pub(crate) use share::Share;
pub(crate) use tally::Tally;
pub(crate) use thunk::{Context, Finished, ThunkSearch, Turn};
