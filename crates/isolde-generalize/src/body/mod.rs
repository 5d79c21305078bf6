//! What a test's body consists of: the literals that feed the code under test, those that are compared with its results, and the assertions.
//!
//! Only places are returned where a parameter can be written instead: no patterns, lengths of arrays, bounds of loops, messages or arguments of unknown
//! macros.

mod asserted;
mod at;
mod detour;
mod literals;
mod recognize;
mod setup;
mod walk;

pub(crate) use detour::detour;
pub use setup::{Setup, setup};

use crate::value::Value;
use std::ops::Range;
use syn::Block;

/// What a value is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// It feeds a call.
    Input,
    /// The result of a call is compared with it.
    Oracle,
}

/// A value that is written in the body. Ranges are in bytes of the source file.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The expression; for an implied `true`, the empty range behind the condition.
    pub range: Range<usize>,
    /// Its source text.
    pub text: String,
    /// Its value.
    pub value: Value,
    /// What it is there for.
    pub role: Role,
    /// Whether it is borrowed where it is written: `&5`.
    pub is_borrowed: bool,
    /// Whether it is evaluated more than once.
    pub is_repeated: bool,
    /// Whether it is an operand of arithmetic.
    pub is_operand: bool,
    /// The function or method that takes it, and the number of the parameter.
    pub callee: Option<(String, usize)>,
    /// The place around it, if it is part of a constructed value that is a place, too.
    pub outer: Option<usize>,
    /// The type as the constructor names it: `Value` of `Value::Int(5)`.
    pub constructed: Option<String>,
    /// The variable that is bound to it and to nothing else.
    pub local: Option<Local>,
    /// Where the closure begins that contains it and has to own it.
    pub closure: Option<usize>,
    /// If no value is written: the condition of an `assert!`, which states `true`, or `false` with a `!` before it.
    pub implied: Option<Implied>,
}

/// A variable that is bound to a value once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// Its name.
    pub name: String,
    /// The statement that binds it.
    pub statement: Range<usize>,
}

/// A condition that is asserted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Implied {
    /// The name of the macro.
    pub name: Range<usize>,
    /// The `!` before the condition.
    pub negation: Option<Range<usize>>,
}

/// A kind of assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `assert_eq!`, or `assert!` of `==`
    Equal,
    /// `assert_ne!`, or `assert!` of `!=`
    Different,
    /// `assert!` of `<`, `<=`, `>` or `>=`
    Ordered,
    /// Any other condition.
    Holds,
}

/// An assertion.
#[derive(Clone, Debug, PartialEq)]
pub struct Assertion {
    /// The statement, with its semicolon.
    pub range: Range<usize>,
    /// What it asserts.
    pub kind: Kind,
    /// The expressions that it is about: two, or one condition.
    pub sides: Vec<syn::Expr>,
    /// Whether it is a statement of the body itself, and not of a block inside.
    pub is_outermost: bool,
    /// Whether it is written with `assert_eq!` or `assert_ne!`.
    pub is_comparison: bool,
}

/// What a test's body consists of.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// The values, in the order of the text; a constructed value before its parts.
    pub places: Vec<Place>,
    /// The assertions.
    pub assertions: Vec<Assertion>,
    /// Whether it walks through a table of cases.
    pub has_table: bool,
    /// Whether it relies on the success of a call: `unwrap`, `expect`, `?`, a `panic!` of its own, or a helper whose name says that it checks something.
    pub unwraps: bool,
    /// Whether it prints something.
    pub prints: bool,
    /// The first macro of which nothing is known.
    pub unknown_macro: Option<String>,
}

/// Reads a body; `text` is the source file that it was parsed from.
pub fn read(text: &str, block: &Block) -> Body {
    walk::walk(text, block)
}

#[cfg(test)]
mod tests;
