//! Conventions: what the names and signatures of a type's methods promise, as the API guidelines and std's collections have them.
//!
//! A type may have good reasons to differ, so that a broken convention is only a suspicion. `methods` recognises which conventions apply.

use crate::plan::Thunk;

/// A convention about the value in a pool, at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Always {
    /// `is_empty` tells whether `len` is 0.
    EmptyIfNoLength,
    /// `len` is the number of items of `iter`.
    LengthIsCount,
    /// `capacity` is at least `len`.
    LengthWithinCapacity,
    /// Each item of `iter` is contained.
    ItemsContained(ItemTest),
}

/// How a type tells whether it contains one of its own items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ItemTest {
    /// The method's name.
    pub method: &'static str,
    /// Whether `iter` gives pairs of references, the first of which is the key.
    pub is_entry: bool,
    /// What is written before the item to pass it to the method: `&`, `*` or nothing.
    pub sign: &'static str,
}

/// A method that compares two values and returns an `Ordering`, by its name. It shall be an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Comparison(pub String);

/// A convention about a value after a call on it.
#[derive(Clone, Debug)]
pub(crate) enum After {
    /// Nothing is left, as `is_empty` tells.
    Emptied,
    /// The state is as before.
    Unchanged(Because),
    /// What was inserted is contained.
    Contained(Test),
    /// The value that was inserted with a key is the one that is found by the key; the flag tells whether a reference to it is found.
    Found(Test, bool),
    /// Other values of the type are as before: a clone is independent of its original.
    OthersUnchanged,
    /// What was removed is no longer contained, and the removal of what is absent changes nothing.
    Absent(Test),
    /// What was pushed can be popped.
    Popped(Box<Pop>),
    /// The id that was given for a new value is none that was given before.
    NewId,
}

/// Why a call changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Because {
    /// It takes `&self`.
    Shared,
    /// It is only about memory.
    Memory,
    /// It returned an error.
    Failed,
}

/// How a type tells whether it contains something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Test {
    /// The method's name.
    pub method: &'static str,
    /// Whether the method takes a reference, and the call takes the value itself.
    pub refers: bool,
    /// Whether the method returns an `Option`, not a `bool`.
    pub is_look_up: bool,
}

/// How what was pushed is popped.
#[derive(Clone, Debug)]
pub(crate) struct Pop {
    /// The call, whose only input is the receiver.
    pub call: Thunk,
    /// Whether the pushed item comes first. Stacks, queues and heaps differ in this, so that only both ends of one side say so.
    pub is_next: bool,
    /// When the item was taken.
    pub accepted: Accepted,
}

/// When a call that takes an item has taken it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Accepted {
    /// Always.
    Always,
    /// If it returns `true`.
    True,
    /// If it returns `Ok`.
    Ok,
    /// If it returns `None`.
    None,
}

/// How the items of a value are copied, to be compared later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Items {
    /// `iter` gives the items themselves.
    Owned,
    /// `iter` gives references.
    References,
    /// `iter` gives pairs of references.
    Entries,
}
