//! From a model to the source text of a driver crate: thunks that build values, call a function and observe the result.
//!
//! Everything is data until the last step, and each pass takes the results of the passes before it:
//!
//! | pass | from | to |
//! |---|---|---|
//! | `index` | the model | the model with indices |
//! | `instances` | a signature | the types to instantiate it with |
//! | `shape` | a type | how values of it are made; which of the package's types can be built |
//! | `call` | a function at an instance | the ways to write a call of it |
//! | `plan` | calls and shapes | the calls that are made, and why others are not |
//! | `results` | types of results | how they are observed |
//! | `write` | all of that | text |
//!
//! [`mod@generate`] runs the passes. `types`, `describe`, `spell` and [`names`] have what several passes need for types and names.
//!
//! This crate does not run a compiler. The caller compiles the file, maps errors by line to [`Piece`]s, and generates again without
//! the refused pieces; whatever depended on a refused piece takes its next best form, or is skipped with a reason.

mod call;
mod describe;
mod fakes;
pub mod generate;
mod index;
mod instances;
pub mod names;
mod operators;
pub mod pieces;
mod plan;
mod record;
mod results;
mod shape;
mod spell;
mod types;
mod write;

pub use fakes::{Faked, Isolation, Pure, Unfaked, WhyUnfaked};
pub use generate::{Harness, Request, Verdict, generate};
pub use isolde_record::DRIVER_SOURCE;
pub use pieces::{Piece, PieceId, Rejection};

#[cfg(test)]
mod tests;
