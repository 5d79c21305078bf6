//! Types as the passes handle them: shorthands, what parameters stand for, and questions about the types within a type.

pub(crate) mod make;
mod projection;
mod substitute;
mod walk;

pub(crate) use substitute::Substitution;
pub(crate) use walk::{depth, is_concrete, mentions};
