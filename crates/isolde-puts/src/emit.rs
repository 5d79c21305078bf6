//! Stored inputs as conventional tests, for those who do not want the library.
//!
//! The module of a parameterized test is written anew: the test becomes an ordinary function, each of its inputs a test that calls it,
//! and what else the module holds stays as it is, without the library's attributes and without ordinary tests, which need not run twice. What cannot
//! do without the library is left out, with the tests that need it. Comments that document nothing are lost on the way.

mod calls;
mod cfgs;
mod library;
mod lines;
mod module;
mod prune;
mod rewrite;
#[cfg(test)]
mod tests;

pub use cfgs::cfgs;
pub use module::conventional;

use isolde::put::stored::Stored;
use isolde_record::Outcome;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// A source file, and how it is rewritten.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The text.
    pub text: &'a str,
    /// The module inside the file that is rewritten, without the rest; the whole file if none is named.
    pub inside: Option<&'a str>,
    /// What the library is called there.
    pub library: &'a str,
    /// Whether the crate's own code does without the standard library.
    pub is_no_std: bool,
    /// Where its modules that are files lie from the new file.
    pub modules: Modules<'a>,
    /// An attribute that allows the lints that the new file may set off, or nothing.
    pub allowed: &'a str,
}

/// Modules that are files of their own, as a new file gets at them.
#[derive(Clone, Copy, Debug)]
pub enum Modules<'a> {
    /// They are its own, declared as they were.
    Same,
    /// They are those of the module around it.
    Around,
    /// Their names, and their files, seen from the new file's folder.
    At(&'a BTreeMap<String, String>),
}

/// A parameterized test whose inputs become tests.
#[derive(Clone, Debug)]
pub struct Emitted<'a> {
    /// Modules inside of the file, from the outside in, and the function's name.
    pub path: Vec<&'a str>,
    /// Line of the function.
    pub line: u32,
    /// Its inputs.
    pub inputs: &'a [Stored],
    /// How its inline cases end, as files of inputs say it; `None` for those that would act outside the process.
    pub cases: &'a [Option<String>],
}

/// Something that cannot become a conventional test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The parameterized test.
    pub test: String,
    /// Its line.
    pub line: u32,
    /// Why.
    pub why: String,
}

/// A conventional test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// Its name, with the modules inside of the file.
    pub name: String,
    /// Index of the parameterized test.
    pub put: usize,
    /// How it ends.
    pub ending: Ending,
    /// Whether the user has it ignored.
    pub is_ignored: bool,
    /// The lines of the new file that are there for it, from 1: its own, and those of the function that it calls.
    pub lines: Vec<RangeInclusive<usize>>,
}

/// How a conventional test ends when it is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It passes.
    Passes,
    /// It fails, and is ignored unless it is asked for: it shows a bug.
    Fails,
    /// The same, and its process ends with it, or has to be ended: how, if the stored text says it.
    Dies(Option<Outcome>),
}

/// Conventional tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conventional {
    /// The source text.
    pub source: String,
    /// The tests, in the order of the text.
    pub tests: Vec<Test>,
    /// Parameterized tests that cannot become conventional ones, or not all of them.
    pub left_out: Vec<LeftOut>,
}

/// First line of emitted files; a file without it is the user's.
pub const MARKER: &str =
    "// Written by `cargo isolde explore --emit`, which writes it anew each time.";

/// Why a file cannot be written anew.
#[derive(Debug, thiserror::Error)]
pub enum EmitError {
    /// The source file is not Rust, or newer than we know.
    #[error("cannot read the source: {0}")]
    Syntax(#[from] syn::Error),
}
