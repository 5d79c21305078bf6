//! From a model to the source text of a driver crate: thunks that build values, call and observe.
//!
//! The rooms, from the ground up:
//! - [`names`], [`pieces`]: identifiers; the file under construction and its removable parts;
//! - [`std_types`], [`text`]: what is known of std; source text of types outside the package;
//! - [`context`], [`mod@substitute`], [`satisfies`], `conversions`, [`candidates`], [`signature`]: the model with indices, and the choice of instantiations;
//! - [`lower`], [`alternatives`], [`calls`], [`builders`]: expressions and functions that build values;
//! - `dispatch`, [`forms`], [`observe`], [`thunks`], `thunk_text`, [`mod@generate`]: which function a method call means, how a function is called, how its result is stated, and the whole file.
//!
//! Nothing here runs a compiler. The caller compiles the file, maps errors by line to [`Piece`]s, and generates again without them;
//! what depended on a refused piece takes its next best form, or is skipped with a reason.

pub mod alternatives;
pub mod builders;
pub mod calls;
pub mod candidates;
pub mod context;
mod conversions;
mod dispatch;
pub mod forms;
pub mod generate;
pub mod lower;
pub mod names;
pub mod observe;
pub mod pieces;
pub mod satisfies;
pub mod signature;
pub mod std_types;
pub mod substitute;
pub mod text;
mod thunk_text;
pub mod thunks;

pub use generate::{Harness, Request, Verdict, generate};
pub use isolde_record::DRIVER_SOURCE;
pub use pieces::{Piece, PieceId};

#[cfg(test)]
mod tests;
