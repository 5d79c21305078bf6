//! What the mocks of a run have answered.

use super::fakes::FakeType;
use super::types::{ClosureType, MockType};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The mocks of a run, shared by all that answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedMocks(Arc<Mutex<Mocks>>);

/// The mocks of a run, in the order in which they were made.
#[derive(Debug, Default)]
pub(crate) struct Mocks {
    pub(super) made: Vec<Made>,
    /// How many of them have answered.
    asked: usize,
}

/// Where a mock records its answers.
#[derive(Clone, Debug)]
pub(super) struct Written {
    pub(super) mocks: SharedMocks,
    /// Its number among the mocks of the run.
    pub(super) number: usize,
    /// Whether numbers in its answers carry suffixes.
    pub(super) is_suffixed: bool,
}

/// What a mock is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Of {
    /// A value of a declared type.
    Type(&'static MockType),
    /// A closure, and whether its types have to be written.
    Closure(&'static ClosureType, bool),
    /// A function outside the unit under test.
    Fake(&'static FakeType),
}

/// A mock, and what it has answered.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) of: Of,
    pub(super) answers: Vec<Answer>,
    /// How many others had answered before it did.
    pub(super) after: usize,
    /// Whether its `Debug` text was asked for.
    pub(super) is_debugged: bool,
}

/// A literal that matches an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    pub(super) text: String,
    /// Whether the argument is a reference to the value.
    pub(super) is_referred: bool,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) method: usize,
    /// How often the method was called before.
    pub(super) call: u32,
    /// For each parameter, the literal that matches the argument, if there is one.
    pub(super) patterns: Vec<Option<Literal>>,
    /// The statements before the expression.
    pub(super) statements: String,
    /// The expression. Placeholders stand for parameters and for mocks.
    pub(super) expression: String,
    /// The parameters that statements and expression use, by number.
    pub(super) uses: Vec<usize>,
}

/// How a mock is written before it is known what it answers.
pub(super) fn placeholder(name: &str, number: usize) -> String {
    format!("{name}(__mock_{number})")
}

/// How a parameter of a method is written before it is known whether another one needs a name.
pub(super) fn parameter(number: usize) -> String {
    format!("__parameter_{number}")
}

impl SharedMocks {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Mocks> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a mock; returns its number.
    pub(super) fn add(&self, of: Of) -> usize {
        let mut mocks = self.lock();
        mocks.made.push(Made {
            of,
            answers: Vec::new(),
            after: 0,
            is_debugged: false,
        });
        mocks.made.len() - 1
    }

    pub(super) fn note_debugged(&self, mock: usize) {
        if let Some(made) = self.lock().made.get_mut(mock) {
            made.is_debugged = true;
        }
    }

    pub(super) fn record(&self, mock: usize, answer: Answer) {
        let mut mocks = self.lock();
        let Mocks { made, asked } = &mut *mocks;
        if let Some(made) = made.get_mut(mock) {
            if made.answers.is_empty() {
                made.after = *asked;
                *asked += 1;
            }
            // A clone of the mock gives the same answer to the same call.
            if !made.answers.contains(&answer) {
                made.answers.push(answer);
            }
        }
    }
}
