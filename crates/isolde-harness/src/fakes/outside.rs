//! A function outside the unit: what is known about it when its name has been looked up.

use super::promises::Promise;
use crate::call::Callee;
use isolde_model::{ItemId, Receiver, StdTrait, Type};

/// A function outside the unit, at an instance.
#[derive(Clone, Debug)]
pub(super) struct Outside {
    /// Its item, if it is not one of std's.
    pub id: Option<ItemId>,
    /// How tests name it.
    pub callee: Callee,
    /// Its last name.
    pub name: String,
    /// How it takes `self`.
    pub receiver: Option<Receiver>,
    /// The type that it belongs to.
    pub of: Option<Type>,
    /// Its parameters without the receiver.
    pub parameters: Vec<OutsideParameter>,
    /// Its result.
    pub result: Type,
    /// `async`.
    pub is_async: bool,
    /// Whether its fake also answers in threads that the code under test starts.
    pub is_across: bool,
    /// Whether it is a function of std.
    pub is_of_std: bool,
    /// Whether it only looks into a value that comes from the world.
    pub only_looks: bool,
    /// What all its answers have to keep.
    pub promise: Option<Promise>,
    /// If it reads what belongs to the process: whether it also changes it.
    pub of_process: Option<bool>,
    /// The trait of std whose method it implements.
    pub of_std: Option<StdTrait>,
}

/// A parameter of a function outside the unit.
#[derive(Clone, Debug)]
pub(super) struct OutsideParameter {
    /// Its name.
    pub name: String,
    /// Its type.
    pub of: Type,
    /// Whether closures that take its place have to write its type, because the function's path cannot tell it.
    pub is_written: bool,
}
