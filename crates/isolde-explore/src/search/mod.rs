//! The search for inputs of one thunk: draws, mutation and negated path conditions over one corpus.

mod budget;
mod corpus;
mod frontier;
mod growing;
mod growth;
mod inputs;
mod mutation;
mod negation;
mod neighbours;
mod novelty;
mod pace;
mod path;
mod programs;
mod prospect;
mod seen;
mod share;
mod strategy;
mod substitution;
mod tally;
mod thunk;
mod tracer;
mod traces;

pub(crate) use budget::{Budget, SHORTEST_TURN};
pub use path::{PathClass, path_classes};
pub(crate) use programs::Programs;
pub(crate) use share::Share;
pub(crate) use tally::Tally;
pub(crate) use thunk::{Context, FULL_SHARE, Finished, ThunkSearch, Turn};
