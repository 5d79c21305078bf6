//! What the harness knows about each thunk that it generated.

use crate::law::{Breaker, BrokenLaw};
use crate::panic::{Announced, PanicInfo, PanicKind};
use crate::polling::Lazy;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The source file of a driver, relative to the driver's folder and as panics in it name it. Files of packages have longer paths in panics.
pub const DRIVER_SOURCE: &str = "src/main.rs";

/// Where an item is visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Reachable from outside the crate.
    Public,
    /// Visible in parts of the crate only.
    Private,
}

/// How an argument reaches the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Passing {
    /// Moved or copied.
    Value,
    /// By shared reference.
    Shared,
    /// By mutable reference: its value is observed after the call.
    Mutable,
}

/// A parameter of a function under test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Argument {
    /// Name, made unique and usable as a variable.
    pub name: String,
    /// How it is passed.
    pub passing: Passing,
}

/// A function of the package, whether it has a thunk or not, with what its documentation says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Documented {
    /// Path, as in [`ThunkInfo::function`].
    pub function: String,
    /// Source file, relative to the package root.
    pub file: String,
    /// First line.
    pub line: u32,
    /// Last line.
    pub end_line: u32,
    /// The kinds of panics that the documentation or a convention announces.
    pub announced: Announced,
    /// The variants of its error type that the documentation leaves out, although it names others.
    pub undocumented_errors: BTreeSet<String>,
    /// The source text of the examples in its documentation.
    pub examples: Vec<String>,
    /// Whether it computes with values of a type parameter, so that the caller's type decides what overflows.
    pub computes_with_parameters: bool,
    /// Whether it is hidden from the documentation: only the package's own code is meant to call it.
    pub is_hidden: bool,
}

impl Documented {
    /// Whether the function contains this line.
    pub fn contains(&self, file: &str, line: u32) -> bool {
        self.file == file && (self.line..=self.end_line).contains(&line)
    }
}

/// How the type of a closure, which has no name in code, begins in the arguments of an instance: `closure(u8) -> bool`.
pub const CLOSURE: &str = "closure(";

/// A thunk: a function at one instantiation, called with values built from choices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThunkInfo {
    /// Index in the program's table of thunks.
    pub index: u32,
    /// Path of the function as a reader writes it, from the crate root: `de::Parser::next`, `<Frame as Display>::fmt`.
    pub function: String,
    /// Module of the source, from the crate root, without the crate's name: `["de"]`.
    pub module: Vec<String>,
    /// A short name fit for a test: `parser_next`.
    pub name: String,
    /// Generic arguments chosen, as source text; empty if the function has none.
    pub instance: Vec<String>,
    /// Source file, relative to the package root.
    pub file: String,
    /// First line of the function.
    pub line: u32,
    /// Last line of the function.
    pub end_line: u32,
    /// Whether tests outside the crate can call it.
    pub visibility: Visibility,
    /// Parameters in order; a receiver comes first.
    pub arguments: Vec<Argument>,
    /// The kinds of panics that the documentation or a convention announces.
    pub announced: Announced,
    /// `use` lines that a test of this thunk needs, as source text (`use std::collections::HashMap;`).
    pub uses: Vec<String>,
    /// If the thunk makes a sequence of calls: each call that it can make, described as if it were a thunk of its own.
    #[serde(default)]
    pub steps: Vec<ThunkInfo>,
    /// If the thunk makes a sequence of calls: the types of the values that it keeps, described as if each were a sequence about this type.
    #[serde(default)]
    pub types: Vec<ThunkInfo>,
    /// What the call gives, if that has to be polled.
    #[serde(default)]
    pub lazy: Option<Lazy>,
    /// Whether it only checks a convention about the function: another thunk shows what the function does.
    #[serde(default)]
    pub is_check: bool,
    /// The methods of its mocks that cannot be answered: `Issuer::issue`.
    #[serde(default)]
    pub unanswered: Vec<String>,
}

impl ThunkInfo {
    /// Whether a panic of the function is announced.
    pub fn announces(&self, panic: &PanicInfo) -> bool {
        let called = self.called(panic.step);
        panic.law.is_none() && called.announced.contains(&PanicKind::of(&panic.message))
    }

    /// Whether it makes a sequence of calls.
    pub fn is_sequence(&self) -> bool {
        !self.steps.is_empty()
    }

    /// Whether its instance contains types of mocks. Unlike all others, they have no path, since tests declare them.
    pub fn has_mocks(&self) -> bool {
        let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | ':');
        let begins = |argument: &str, at: usize| !argument[..at].ends_with(is_part);
        let mut arguments = self.instance.iter();
        arguments.any(|argument| {
            let mut places = argument.match_indices("Mock");
            places.any(|(at, _)| begins(argument, at))
        })
    }

    /// The call with this number, if the thunk makes a sequence of calls; otherwise the thunk itself.
    pub fn called(&self, step: Option<u32>) -> &ThunkInfo {
        step.and_then(|step| self.steps.get(step as usize))
            .unwrap_or(self)
    }

    /// The function or type that breaks a law.
    pub fn breaker(&self, law: &BrokenLaw) -> &ThunkInfo {
        let found = match law.by {
            Some(Breaker::Type(number)) => self.types.get(number as usize),
            Some(Breaker::Call(number)) => self.steps.get(number as usize),
            None => None,
        };
        found.unwrap_or(self)
    }
}
