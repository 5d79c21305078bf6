//! What the passes need for types: shorthands, what parameters stand for, and questions about the types within a type.

mod callable;
pub(crate) mod make;
mod projection;
mod substitution;
mod walk;

pub(crate) use callable::callable;
pub(crate) use projection::of_std;
pub(crate) use substitution::Substitution;
pub(crate) use walk::{depth, is_concrete, mentions, mocks_in, objects_in};
