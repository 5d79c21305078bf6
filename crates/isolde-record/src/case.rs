//! A run: its input, its outcome, and what was observed.

use crate::law::BrokenLaw;
use crate::memory::MemoryError;
use crate::panic::PanicInfo;
use crate::polling::Polled;
use crate::put::PutVerdict;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The number in [`Observation::steps`] that stands for the check of a law, which follows the calls.
pub const LAW_CHECK: u32 = u32::MAX;

/// The input of a run: values of choices by their structural key. Choices that are not on the tape take their simplest value.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Tape(pub BTreeMap<u64, u64>);

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Outcome {
    /// The function returned.
    Returned,
    /// The function panicked.
    Panicked(PanicInfo),
    /// The arguments could not be built; not a case.
    Discarded,
    /// The process ended by a signal (abort, segmentation fault, illegal instruction …).
    Signalled {
        /// The signal's number.
        signal: i32,
    },
    /// The stack overflowed.
    StackOverflow,
    /// The process called `exit`.
    Exited {
        /// The exit code.
        code: i32,
    },
    /// The run took longer than its limit.
    TimedOut,
    /// The run used more memory than its limit.
    OutOfMemory,
    /// The run misused memory. Only the program that checks memory tells.
    Corrupted(MemoryError),
}

impl Outcome {
    /// Whether two runs ended alike: two panics do if they happened at the same place, or are about the same broken law. Their messages do not matter,
    /// since they may contain values.
    pub fn ends_like(&self, other: &Outcome) -> bool {
        match (self, other) {
            (Outcome::Panicked(one), Outcome::Panicked(other)) => {
                (&one.file, one.line, one.column, &one.law)
                    == (&other.file, other.line, other.column, &other.law)
            }
            (Outcome::Corrupted(one), Outcome::Corrupted(other)) => one.is_like(other),
            (one, other) => one == other,
        }
    }

    /// The file and the line where the run failed, if it has such a place.
    pub fn place(&self) -> Option<(&str, u32)> {
        match self {
            Outcome::Panicked(panic) => Some((&panic.file, panic.line)),
            Outcome::Corrupted(error) => Some((&error.place.file, error.place.line)),
            _ => None,
        }
    }

    /// The law that the run found broken.
    pub fn broken_law(&self) -> Option<&BrokenLaw> {
        match self {
            Outcome::Panicked(panic) => panic.law.as_ref(),
            _ => None,
        }
    }

    /// Whether the run breaks nothing but a convention.
    pub fn is_suspicion(&self) -> bool {
        self.broken_law().is_some_and(|law| law.is_convention)
    }

    /// Whether the process died or had to be killed.
    pub fn is_fatal(&self) -> bool {
        !matches!(
            self,
            Outcome::Returned | Outcome::Panicked(_) | Outcome::Discarded
        )
    }
}

/// A value in the form in which an assertion can state it; the best form comes first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "how", content = "text")]
pub enum Observed {
    /// A Rust expression that equals the value by `==`.
    Source(String),
    /// The `Debug` output.
    Debug(String),
    /// The `Display` output.
    Display(String),
    /// A pattern that the value matches (`Ok(_)`, `None`).
    Pattern(String),
    /// A boolean expression, with `{}` for the value, that is true for the value (`{}.is_nan()`).
    Predicate(String),
    /// The unit value: nothing to state.
    Unit,
    /// A value about which nothing can be stated.
    Opaque,
}

impl Observed {
    /// The text of the value, of the pattern or of the expression; empty if nothing can be stated.
    pub fn text(&self) -> &str {
        match self {
            Observed::Source(text)
            | Observed::Debug(text)
            | Observed::Display(text)
            | Observed::Pattern(text)
            | Observed::Predicate(text) => text,
            Observed::Unit | Observed::Opaque => "",
        }
    }
}

/// The declaration of a mock.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MockSource {
    /// The name of the type.
    pub name: String,
    /// The items that declare it: the type and the impl blocks.
    pub source: String,
    /// Whether it counts calls of functions without `self`, so that each test needs a declaration of its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_counting: bool,
    /// Whether it gave an answer in the run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_asked: bool,
}

/// A call that a mock, a closure or a fake received.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MockCall {
    /// What was called: `MockClock::sleep`, the argument that a closure is, or the function that has a fake.
    pub of: String,
    /// The call as a list of calls contains it: `sleep(1s)`.
    pub text: String,
    /// The key of the choice whether the test asserts calls of this method.
    pub key: u64,
    /// Whether the method gave no answer, or one that says no more than that it succeeded.
    pub is_command: bool,
    /// Whether the text contains arguments, on none of which the answers depend.
    pub hides_arguments: bool,
}

/// The fake of a function outside the unit under test.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FakeSource {
    /// The function as the test names it: `std::fs::read_to_string::<&str>`.
    pub function: String,
    /// The name of its guard, without the underscore at its beginning.
    pub name: String,
    /// Whether the function is `async`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_async: bool,
    /// Whether it is only assumed that the function can give these answers: nobody has said what it can give.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_assumed: bool,
    /// Whether it was called in a thread that the code under test has started.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_across: bool,
    /// Whether its calls are counted, in the variable `<name>_calls`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub counts: bool,
    /// The closure that gives its answers.
    pub closure: String,
}

/// What a run rendered: the source of its arguments and call, and the results. The program writes it as JSON when the request
/// asks for it ([`RENDER`]).
///
/// [`RENDER`]: https://docs.rs/isolde-abi
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// The types that the statements and the call use and that the test has to declare: those of mocks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mocks: Vec<MockSource>,
    /// The fakes that answered calls during the run, in the order in which they are installed, before all statements.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fakes: Vec<FakeSource>,
    /// The calls that mocks, closures and fakes received, in their order, as far as a test can assert them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<MockCall>,
    /// Whether the test asserts some of these calls, so that it needs a list of them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asserts_calls: bool,
    /// Whether there are values in the run that nobody may look into.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stands_in: bool,
    /// Statements that come before the call, each a complete `let …;` or expression statement.
    #[serde(default)]
    pub statements: Vec<String>,
    /// The call, an expression with its arguments in place.
    #[serde(default)]
    pub call: String,
    /// How polling ended, if the call gave a future or a stream, and polling it came to an end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub polled: Option<Polled>,
    /// What was returned, or what polling gave: a future's output, a stream's items; absent if the call did not return or the future was not ready.
    #[serde(default)]
    pub returned: Option<Observed>,
    /// The variable that a test binds the result to, if methods of the result say what it is: [`after`](Observation::after) contains what they say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<String>,
    /// The values of mutable arguments after the call, and of the bound result: an expression (a variable's name, or a call of a method) and its value.
    #[serde(default)]
    pub after: Vec<(String, Observed)>,
    /// The panic, if there was one.
    #[serde(default)]
    pub panic: Option<PanicInfo>,
    /// If a sequence of calls ran: the numbers of its calls in order; the last one is [`call`](Observation::call), or [`LAW_CHECK`] if that is the
    /// assertion of a law.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<u32>,
    /// If a sequence of calls ran: for some of the statements, by number, the value of the expression that the statement consists of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asserted: Vec<(usize, Observed)>,
    /// If a parameterized test ran: its verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub put: Option<PutVerdict>,
}

impl Observation {
    /// The same run, of which a test asserts nothing but how it ends.
    #[must_use]
    pub fn unasserted(&self) -> Observation {
        Observation {
            returned: self.returned.as_ref().map(|returned| match returned {
                Observed::Unit => Observed::Unit,
                _ => Observed::Opaque,
            }),
            bound: None,
            after: Vec::new(),
            asserted: Vec::new(),
            ..self.clone()
        }
    }

    /// Whether the call is the assertion of a law.
    pub fn asserts_law(&self) -> bool {
        self.steps.last() == Some(&LAW_CHECK)
    }

    /// The input as a reader of the test sees it: the mocks, the fakes, the statements before the call, and the call.
    pub fn input(&self) -> (&[MockSource], &[FakeSource], &[String], &str) {
        (&self.mocks, &self.fakes, &self.statements, &self.call)
    }

    /// What a reader of the test sees of the call's result.
    pub fn result(&self) -> (Option<Polled>, Option<&Observed>, &[(String, Observed)]) {
        (self.polled, self.returned.as_ref(), &self.after)
    }
}

/// A case: a tape, and the results of running it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// Index of the thunk.
    pub thunk: u32,
    /// The input.
    pub tape: Tape,
    /// How it ended.
    pub outcome: Outcome,
    /// Coverage points reached, ascending.
    pub coverage: Vec<u32>,
    /// Those of them that were reached since the call began, ascending: code that ran only while arguments were built says nothing about the function.
    pub called: Vec<u32>,
    /// A summary of the result; equal shapes mean the same kind of outcome.
    pub shape: u64,
    /// Number of choices the run made.
    pub choices: u32,
    /// Which run of its thunk's search it was, from 1.
    pub run: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_laws_have_no_place_and_are_told_apart_by_their_names() {
        let broken = |name: &str| {
            Outcome::Panicked(PanicInfo {
                message: "a promise".into(),
                file: String::new(),
                line: 0,
                column: 0,
                step: None,
                law: Some(BrokenLaw {
                    name: name.into(),
                    is_convention: false,
                    by: None,
                }),
            })
        };
        assert!(broken("eq_symmetric").ends_like(&broken("eq_symmetric")));
        assert!(!broken("eq_symmetric").ends_like(&broken("cmp_reflexive")));
    }
}
