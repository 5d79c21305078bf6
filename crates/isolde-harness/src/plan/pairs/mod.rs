//! Pairs of functions that belong together by their names and signatures: one undoes the other (`encode`, `decode`), one is the other with an error in
//! place of a panic (`checked_add`, `add`), or one gives a mutable reference to what the other shows (`get_mut`, `get`); and functions with a contract
//! that the package declares.
//!
//! A pair is checked by a thunk of its own: it calls the first function and compares its result with what the second one gives. `names` tells which
//! names belong together, `pass` which functions.

mod names;
mod pass;

pub(crate) use pass::Pairs;

use super::{CallContract, Chosen};
use crate::call::Call;
use crate::pieces::PieceId;

/// Two functions that belong together.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    /// Name of the piece.
    pub piece: PieceId,
    /// The number in the model of the function that is called first.
    pub function: usize,
    /// Its call, at its instance.
    pub chosen: Chosen,
    /// The names of both functions, for readers.
    pub names: [String; 2],
    /// The call of the second function.
    pub other: Call,
    /// How the two belong together.
    pub relation: Relation,
    /// For each argument: whether the call uses it up, so that the call gets a clone.
    pub is_cloned: Vec<bool>,
}

/// How two functions belong together.
#[derive(Clone, Debug)]
pub(crate) enum Relation {
    /// The second function undoes the first one.
    Undoes(Undoing),
    /// The functions return the same, but where the first one returns nothing, the second one panics.
    Panics {
        /// How the first function returns its value: [`Returns::Some`] or [`Returns::Ok`].
        returns: Returns,
        /// Whether values of the result can be compared.
        is_comparable: bool,
    },
    /// The first function gives a mutable reference to what the second one gives a shared reference to.
    Mutable,
    /// The second function is a contract of the first one.
    Contract(Box<CallContract>),
}

/// How a function is undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Undoing {
    /// The place of the argument that both functions convert; their other arguments are the same.
    pub place: usize,
    /// How the first function returns its value.
    pub returns: Returns,
    /// How the second one does.
    pub undone_returns: Returns,
    /// Whether the second function takes a reference to the first one's result.
    pub by_reference: bool,
    /// How the argument is compared with what the second function returns.
    pub compared: Compared,
}

/// Where the value is in a function's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Returns {
    /// The result is the value.
    Always,
    /// In `Some`.
    Some,
    /// In `Ok`.
    Ok,
}

/// How a value is compared with the argument that it should equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compared {
    /// By `==`.
    Whole,
    /// By `==` of what `[..]` gives, since texts and lists have several types.
    Content,
    /// It is a list whose only item is the argument.
    Single,
}
