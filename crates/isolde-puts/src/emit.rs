//! Stored inputs as conventional tests, for users who do not want the library.
//!
//! The module of a parameterized test is rewritten: the test becomes an ordinary function, and each of its inputs a test that calls it. The rest of
//! the module stays, except for the library's attributes and for ordinary tests, which need not run twice. Code that needs the library is left out,
//! together with the tests that need this code. Comments that are not documentation are lost.

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
    /// The module inside the file to rewrite, without the rest of the file; `None` for the whole file.
    pub inside: Option<&'a str>,
    /// The name by which the source calls the library.
    pub library: &'a str,
    /// Whether the crate's own code does without the standard library.
    pub is_no_std: bool,
    /// How the new file reaches the source's modules that are files.
    pub modules: Modules<'a>,
    /// An attribute that allows the lints that the new file may set off; may be empty.
    pub allowed: &'a str,
}

/// How a new file reaches modules that are files of their own.
#[derive(Clone, Copy, Debug)]
pub enum Modules<'a> {
    /// They are its own child modules, declared as before.
    Same,
    /// They are child modules of the module around the new file.
    Around,
    /// Their names, and their files relative to the new file's folder.
    At(&'a BTreeMap<String, String>),
}

/// A parameterized test whose inputs become tests.
#[derive(Clone, Debug)]
pub struct Emitted<'a> {
    /// Modules inside the file, from the outside in, and then the function's name.
    pub path: Vec<&'a str>,
    /// Line of the function.
    pub line: u32,
    /// Its inputs.
    pub inputs: &'a [Stored],
    /// How its inline cases end, in the words of the files of inputs; `None` for those that would act outside the process.
    pub cases: &'a [Option<String>],
}

/// Something that cannot become a conventional test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The parameterized test.
    pub test: String,
    /// Its line.
    pub line: u32,
    /// The reason.
    pub why: String,
}

/// A conventional test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// Its name, with the modules inside the file.
    pub name: String,
    /// Index of the parameterized test.
    pub put: usize,
    /// How it ends.
    pub ending: Ending,
    /// Whether the user has marked it as ignored.
    pub is_ignored: bool,
    /// The lines of the new file that exist for this test, counted from 1: its own, and those of the function that it calls.
    pub lines: Vec<RangeInclusive<usize>>,
}

/// How a conventional test ends when it is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It passes.
    Passes,
    /// It shows a bug: it fails, and is ignored unless asked for.
    Fails,
    /// The same, but its process ends with it or has to be killed; the outcome is given if the stored text describes it.
    Dies(Option<Outcome>),
}

/// Conventional tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conventional {
    /// The source text.
    pub source: String,
    /// The tests, in the order of the text.
    pub tests: Vec<Test>,
    /// Parameterized tests that cannot become conventional ones, or only in part.
    pub left_out: Vec<LeftOut>,
}

/// First line of emitted files; a file without it belongs to the user.
pub const MARKER: &str =
    "// Written by `cargo isolde explore --emit`, which writes it anew each time.";

/// Why a file cannot be rewritten.
#[derive(Debug, thiserror::Error)]
pub enum EmitError {
    /// The source file is not Rust, or is newer Rust than the parser knows.
    #[error("cannot read the source: {0}")]
    Syntax(#[from] syn::Error),
}
