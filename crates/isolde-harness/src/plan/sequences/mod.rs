//! The pass that plans sequences: for each type that calls change, which calls a sequence can make, and where their inputs come from.
//!
//! A sequence has a *pool* for each type of the package whose values it keeps: the type that it is about, and the types of results that other calls
//! take. Calls whose results borrow from an object (`Option<&Node>`, guards) are followed by *nested* calls on the borrowed value.
//!
//! `pass` plans them, `lawful` and `conventions` tell what is checked on their values, and `state` how the state of a value is compared.

mod calls;
mod conventions;
mod items;
mod lawful;
mod methods;
mod pass;
mod state;

pub(crate) use conventions::{
    Accepted, After, Always, Because, Comparison, ItemTest, Items, Pop, Test,
};
pub(crate) use lawful::Lawful;
pub(crate) use pass::Sequences;
pub(crate) use state::State;

use super::{Argument, CallContract, Chosen, Predicate, Taken, Thunk};
use crate::call::By;
use crate::pieces::PieceId;
use crate::shape::used_by;
use isolde_model::Type;
use std::collections::BTreeSet;

/// Calls on values of one type, and on the values that these give.
#[derive(Clone, Debug)]
pub(crate) struct Sequence {
    /// Name of the piece.
    pub piece: PieceId,
    /// The type that it is about: a sequence begins with a value of this type, which is in the first pool.
    pub of: Type,
    /// Where values are kept.
    pub pools: Vec<Pool>,
    /// The calls that can be made at any time.
    pub steps: Vec<Step>,
    /// Calls that can be made on borrowed values.
    pub nested: Vec<Nested>,
}

/// The values of one type.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    /// The type.
    pub of: Type,
    /// The name of its variables in tests.
    pub name: String,
    /// The number of the type's builder, if there is one.
    pub builder: Option<usize>,
    /// Whether values are copied where they are passed.
    pub is_copy: bool,
    /// Calls that show a value's state and do not change it.
    pub observers: Vec<Thunk>,
    /// The laws that are checked on its values.
    pub lawful: Lawful,
    /// The conventions that are checked on its values.
    pub always: Vec<Always>,
    /// Methods that compare its values.
    pub comparisons: Vec<Comparison>,
    /// What shows whether the state has changed.
    pub state: State,
    /// Whether its values are ids of which each is given only once.
    pub is_id: bool,
    /// Functions that hold of each value.
    pub invariants: Vec<Predicate>,
    /// Functions that say whether a value is worth more calls.
    pub filters: Vec<Predicate>,
    /// Whether a value can be observed by its `Debug` text.
    pub has_debug: bool,
}

/// A call of a sequence.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// Name of the piece.
    pub piece: PieceId,
    /// The number of the function in the model.
    pub function: usize,
    /// The call, at its instance.
    pub chosen: Chosen,
    /// Where each argument comes from.
    pub origins: Vec<Origin>,
    /// What becomes of the result.
    pub gives: Gives,
    /// The conventions that are checked on its first argument afterwards.
    pub after: Vec<After>,
    /// The contracts that the package declares of it.
    pub contracts: Vec<CallContract>,
}

/// Where an argument of a step comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// It is built for the call.
    Built,
    /// It is in the pool with this number.
    Pool(usize),
    /// It is the borrowed value that nested calls are about.
    Borrowed,
}

/// What becomes of the result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gives {
    /// It is observed and dropped.
    Nothing,
    /// It goes to the pool with this number.
    Value(usize, Taken),
    /// The nested calls with this number are made on it.
    Borrowed(usize, Taken),
}

/// Calls on a value that borrows from an object.
#[derive(Clone, Debug)]
pub(crate) struct Nested {
    /// How the value is held.
    pub holds: Holds,
    /// The type: that of the value, or the one that it refers to.
    pub of: Type,
    /// The name of its variable in tests.
    pub name: String,
    /// The calls; the first argument of each is the value.
    pub steps: Vec<Step>,
}

/// How a borrowed value is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// `&T`.
    Shared,
    /// `&mut T`.
    Mutable,
    /// `T<'_>`.
    Value,
}

impl Sequence {
    /// All calls, in the order of their numbers: first those that can be made at any time.
    pub(crate) fn all_steps(&self) -> impl Iterator<Item = &Step> {
        let nested = self.nested.iter().flat_map(|nested| &nested.steps);
        self.steps.iter().chain(nested)
    }

    /// The numbers of the package's types whose builders it calls.
    pub(crate) fn uses(&self) -> BTreeSet<usize> {
        let built = self.all_steps().flat_map(|step| {
            let arguments = step.chosen.thunk.arguments.iter().zip(&step.origins);
            arguments.filter(|(_, origin)| **origin == Origin::Built)
        });
        let mut uses = used_by(built.map(|(argument, _)| &argument.shape));
        uses.extend(self.pools.iter().filter_map(|pool| pool.builder));
        uses
    }
}

impl Pool {
    /// Whether anything is checked on its values even if no call changes them.
    pub(crate) fn is_checked(&self) -> bool {
        self.lawful.is_any() || !self.comparisons.is_empty() || !self.invariants.is_empty()
    }
}

impl Holds {
    /// Whether a call can get the value in this way.
    fn allows(self, argument: &Argument) -> bool {
        match argument.by {
            By::Place(_) if argument.is_moved() => self == Holds::Value,
            By::Place(false) | By::Shared => true,
            By::Place(true) | By::Mutable => self != Holds::Shared,
            By::Value => self == Holds::Value,
            By::Pinned | By::Leaked(_) => false,
        }
    }
}
