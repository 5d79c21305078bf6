//! The types at which generic functions are called: signatures, the bounds that types satisfy, candidates for parameters, and instantiations.
//!
//! [`Traits`] answers questions about bounds. It keeps its answers, since the questions recurse through impls and come up again and again.

mod candidates;
mod compared;
mod constants;
mod conversions;
mod excluded;
mod instantiate;
mod members;
mod mocks;
mod no_mock;
mod questions;
mod satisfies;
mod signature;
mod std_candidates;
mod std_lists;
mod std_mocks;
mod std_traits;
mod variations;

pub(crate) use candidates::constant_of;
pub(crate) use compared::is_any;
pub(crate) use constants::{constant, is_constant, prescribed};
pub(crate) use instantiate::has_mocks;
pub(crate) use mocks::{Opaque, arguments_of, mock_piece};
pub(crate) use questions::BoundQuestion;
pub(crate) use signature::{Param, Place, Signature};
pub(crate) use variations::{is_mark, is_overridable, is_overriding, overrides};

use crate::index::Index;
use crate::pieces::{PieceId, Rejections};
use isolde_model::{Bound, StdTrait, Type};
use no_mock::NoMock;
use std::collections::BTreeMap;

/// A three-valued answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Answer {
    /// The type certainly does not satisfy the bound.
    No,
    /// Not known. The compiler decides: the thunk is generated, and dropped if the compiler refuses it.
    Maybe,
    /// The type certainly satisfies the bound.
    Yes,
}

impl From<bool> for Answer {
    fn from(yes: bool) -> Answer {
        if yes { Answer::Yes } else { Answer::No }
    }
}

/// Everything that the candidates for a parameter depend on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Question {
    /// Bounds on the parameter.
    bounds: Vec<Bound>,
    /// Bounds on its `Item`.
    items: Vec<Bound>,
    /// Bounds on references to it.
    references: Vec<Bound>,
    /// The nesting depth of impls whose parameters are being chosen.
    level: usize,
}

/// Which types satisfy which bounds, and which types to try for a parameter.
#[derive(Debug)]
pub(crate) struct Traits<'c, 'm> {
    /// The package.
    pub index: &'c Index<'m>,
    /// Whether mocks are among the candidates.
    with_mocks: bool,
    /// What the compiler has refused so far.
    rejections: Rejections<'c>,
    answers: BTreeMap<(Type, Bound), Answer>,
    candidates: BTreeMap<Question, Vec<Type>>,
    questions: BTreeMap<PieceId, BoundQuestion>,
    /// Why there is no mock with certain traits.
    no_mocks: BTreeMap<Vec<Bound>, NoMock>,
}

impl<'c, 'm> Traits<'c, 'm> {
    /// Starts without any answers.
    pub(crate) fn new(
        index: &'c Index<'m>,
        with_mocks: bool,
        rejections: Rejections<'c>,
    ) -> Traits<'c, 'm> {
        Traits {
            index,
            with_mocks,
            rejections,
            answers: BTreeMap::new(),
            candidates: BTreeMap::new(),
            questions: BTreeMap::new(),
            no_mocks: BTreeMap::new(),
        }
    }

    /// Whether the type is known to implement a trait of std that has no arguments.
    pub(crate) fn implements(&mut self, of: &Type, of_trait: StdTrait) -> bool {
        self.satisfies(of, &crate::types::make::bound(of_trait), 0) == Answer::Yes
    }
}
