//! Behaviours that deserve an input each, in addition to new coverage.

use crate::input::Input;
use isolde_record::put::Verdict;
use std::collections::BTreeSet;

/// What distinguishes two endings: the verdict, and the place of the panic or whatever else ended the run.
type Class = (Verdict, String, u32, u32);

/// Endings that have been seen.
#[derive(Debug, Default)]
pub(crate) struct Classes(BTreeSet<Class>);

impl Classes {
    /// Notes an ending. Returns whether it is new.
    pub fn note(&mut self, input: &Input) -> bool {
        self.0.insert(class(input))
    }

    /// Whether the ending has not been noted yet.
    pub fn is_new(&self, input: &Input) -> bool {
        !self.0.contains(&class(input))
    }
}

/// Whether two runs ended in the same way.
pub(crate) fn same_ending(one: &Input, other: &Input) -> bool {
    class(one) == class(other)
}

fn class(input: &Input) -> Class {
    match &input.place {
        Some(place) => (input.verdict, place.file.clone(), place.line, place.column),
        None => (input.verdict, input.why.clone(), 0, 0),
    }
}
