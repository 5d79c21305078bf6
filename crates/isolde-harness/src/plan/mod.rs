//! Plans: what an entry of the driver's table does.
//!
//! There are three kinds: a [`Thunk`] is one call whose inputs are built from choices, a [`Sequence`] a table of such calls whose inputs may also be
//! values that earlier calls gave, a [`Pair`] two calls whose results are compared. Further kinds, such as *fakes*, would be made of the same parts and
//! belong in files beside these. Each kind tells which of the package's types it uses ([`Thunk::uses`]), and has its writer in `write`; by
//! [`Thunk::needs`], [`choose`] drops what cannot be built.

mod arguments;
mod calls;
mod choose;
mod contracts;
mod implementors;
mod observers;
mod pairs;
mod refused;
mod sequences;
mod thunks;

pub(crate) use calls::{Taken, calls, target};
pub(crate) use choose::{Chosen, choose};
pub(crate) use contracts::{CallContract, Predicate};
pub(crate) use observers::Observers;
pub(crate) use pairs::{Compared, Pair, Pairs, Relation, Returns, Undoing};
pub(crate) use refused::refused;
pub(crate) use sequences::{
    Accepted, After, Always, Because, Comparison, Gives, Holds, ItemTest, Items, Nested, Origin,
    Pool, Pop, Sequence, Sequences, State, Step, Test,
};
pub(crate) use thunks::most_instances;

use crate::call::{By, Call};
use crate::pieces::PieceId;
use crate::shape::{Shape, needs_of, used_by};
use isolde_model::{StdItem, Type};
use isolde_record::SkipReason;
use std::collections::BTreeSet;

/// One call with its arguments.
#[derive(Clone, Debug)]
pub(crate) struct Thunk {
    /// Name of the piece.
    pub piece: PieceId,
    /// The call.
    pub call: Call,
    /// One argument for each input of the call.
    pub arguments: Vec<Argument>,
    /// The mocks that the instance of its function names.
    pub mentioned: Vec<Shape>,
    /// The type of the function's result, if the result itself is observed.
    pub result: Option<Type>,
}

/// An argument of a thunk.
#[derive(Clone, Debug)]
pub(crate) struct Argument {
    /// The argument's name in tests.
    pub name: String,
    /// How it reaches the call.
    pub by: By,
    /// How its values are made.
    pub shape: Shape,
    /// Its type, for the reason if the function is skipped.
    pub of: Type,
    /// Whether it is worth observing after the call, because a reader could check it.
    pub is_observed: bool,
    /// If it is a reference to a cell, which the function may change nevertheless: what contains the content.
    pub cell: Option<StdItem>,
}

/// Why an instantiation is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Its types satisfy the bounds.
    Usual,
    /// Mocks take the places of other types.
    Mocked,
    /// The package compares the types of values with one of its types.
    Compared,
}

/// A function at one instantiation: the ways to call it, best first.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    /// Generic arguments as source text.
    pub arguments: Vec<String>,
    /// Ways to write the call.
    pub thunks: Vec<Thunk>,
    /// Why it is tried. Each purpose has its own places.
    pub purpose: Purpose,
    /// Why nothing could be planned.
    pub failure: Option<SkipReason>,
    /// Why no mock takes the place of a parameter, if one was wanted.
    pub no_mock: Option<String>,
}

impl Argument {
    /// Whether the call takes the value itself, not a reference to it.
    pub(crate) fn is_moved(&self) -> bool {
        !matches!(self.of, Type::Reference { .. })
    }
}

impl Thunk {
    /// The numbers of the package's types without which it cannot be written.
    pub(crate) fn needs(&self) -> BTreeSet<usize> {
        needs_of(self.shapes())
    }

    /// The numbers of the package's types whose builders it may call.
    pub(crate) fn uses(&self) -> BTreeSet<usize> {
        used_by(self.shapes())
    }

    fn shapes(&self) -> impl Iterator<Item = &Shape> {
        let arguments = self.arguments.iter().map(|argument| &argument.shape);
        arguments.chain(&self.mentioned)
    }
}
