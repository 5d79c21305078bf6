//! What the mocks of a run have answered.

use super::types::{ClosureType, FakeType, MockType};

/// The mocks of a run, in the order in which they were made.
#[derive(Debug, Default)]
pub(crate) struct Mocks {
    pub(super) made: Vec<Made>,
    /// How many of them have answered.
    pub(super) asked: usize,
    pub(super) calls: Calls,
}

/// What a mock is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Of {
    /// A value of a declared type.
    Type(&'static MockType),
    /// A declared type itself, for its functions that take no `self`.
    Itself(&'static MockType),
    /// A closure, and how its types are known.
    Closure(&'static ClosureType, Types),
    /// A function outside the unit under test.
    Fake(&'static FakeType),
}

/// How a reader and the compiler know the types of a closure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Types {
    /// The closure says them.
    Written,
    /// From what the closure gives, and from bounds.
    Inferred,
    /// From the parameter that it is passed to, whatever it gives.
    Told,
}

/// A mock, and what it has answered.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) of: Of,
    /// If it is a closure, the name under which its calls are listed.
    pub(super) label: String,
    pub(super) answers: Vec<Answer>,
    /// The threads that asked for them.
    pub(super) callers: Vec<usize>,
    /// How many others had answered before it did.
    pub(super) after: usize,
    /// Whether its `Debug` text was asked for.
    pub(super) is_debugged: bool,
    /// Whether it was made before the call under test began.
    pub(super) is_argument: bool,
    /// The methods that were called, each with the key of the choice whether its calls are asserted.
    pub(super) keys: Vec<(usize, u64)>,
    /// The methods whose calls are asserted.
    pub(super) asserted: Vec<usize>,
}

/// A literal that matches an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    pub(super) text: String,
    /// What it is compared with, with `{}` in place of the argument.
    pub(super) subject: &'static str,
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
    /// Those of these parameters that have to be declared as mutable.
    pub(super) mutable: Vec<usize>,
}

/// A call that was received.
#[derive(Clone, Debug)]
pub(super) struct Received {
    /// The number of the mock.
    pub(super) mock: usize,
    pub(super) method: usize,
    /// What `Debug` says about each argument, if a test can ask for that.
    pub(super) arguments: Vec<Option<String>>,
    /// How many calls under test had begun.
    pub(super) phase: u32,
}

/// The calls of a run, in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Calls {
    pub(super) all: Vec<Received>,
    /// Whether there were more.
    pub(super) is_cut: bool,
    /// How many there were when the call under test ended.
    pub(super) end: Option<usize>,
}

/// The fake of a function, as a test contains it.
#[derive(Clone, Debug)]
pub(crate) struct Faked {
    /// What it is a fake of.
    pub(crate) of: &'static FakeType,
    /// The name of its guard, without the underscore at its beginning.
    pub(crate) name: String,
    /// Whether it was called in a thread that the code under test has started.
    pub(crate) is_across: bool,
    /// Whether its calls are counted.
    pub(crate) counts: bool,
    /// The closure that gives its answers.
    pub(crate) closure: String,
}

/// How a mock is written before it is known what it answers.
pub(super) fn placeholder(name: &str, number: usize) -> String {
    format!("{name}(__mock_{number})")
}

/// How a parameter of a method is written before it is known whether another one needs a name.
pub(super) fn parameter(number: usize) -> String {
    format!("__parameter_{number}")
}
