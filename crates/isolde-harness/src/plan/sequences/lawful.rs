//! Which laws are checked on the values of a type: those of traits that the package implements by hand. The compiler's own impls are right.

use crate::index::{Index, own_id};
use isolde_model::{StdTrait, Type};

/// The laws that are checked on the values of a type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lawful {
    /// Those of comparing, hashing, cloning and borrowing.
    pub compares: bool,
    /// Those of text.
    pub prints: bool,
    /// Those of iterators.
    pub iterates: bool,
    /// Those of readers.
    pub reads: bool,
    /// Those of writers.
    pub writes: bool,
}

impl Lawful {
    /// The laws of the type.
    pub(crate) fn of(index: &Index, of: &Type) -> Lawful {
        let mut found = Lawful::default();
        let Some(id) = own_id(of) else {
            return found;
        };
        for block in &index.model.impls {
            if block.derived || own_id(&block.self_type) != Some(id) {
                continue;
            }
            match block.of_trait.as_ref().and_then(|bound| bound.std_trait()) {
                Some(
                    StdTrait::PartialEq
                    | StdTrait::Eq
                    | StdTrait::PartialOrd
                    | StdTrait::Ord
                    | StdTrait::Hash
                    | StdTrait::Clone
                    | StdTrait::Borrow,
                ) => found.compares = true,
                Some(StdTrait::Debug | StdTrait::Display | StdTrait::FromStr) => {
                    found.prints = true;
                }
                Some(
                    StdTrait::Iterator
                    | StdTrait::DoubleEndedIterator
                    | StdTrait::ExactSizeIterator,
                ) => found.iterates = true,
                Some(StdTrait::Read) => found.reads = true,
                Some(StdTrait::IoWrite) => found.writes = true,
                _ => {}
            }
        }
        found
    }

    /// Whether there is anything to check.
    pub(crate) fn is_any(self) -> bool {
        self != Lawful::default()
    }
}
