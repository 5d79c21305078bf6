//! Stored inputs as conventional tests, for those who do not want the library.
//!
//! The module that a parameterized test stands in is written anew: the test becomes an ordinary function, each of its inputs a test that calls it,
//! and what else the module holds stays as it is, without the library's attributes. Comments that document nothing are lost on the way.

mod calls;
mod module;
mod rewrite;
#[cfg(test)]
mod tests;

pub use module::conventional;

use isolde::put::stored::Stored;

/// A parameterized test whose inputs become tests.
#[derive(Clone, Debug)]
pub struct Emitted<'a> {
    /// Modules inside of the file, from the outside in, and the function's name.
    pub path: Vec<&'a str>,
    /// Its inputs.
    pub inputs: &'a [Stored],
    /// How its inline cases end, as files of inputs say it; `None` for those that would act outside the process.
    pub cases: &'a [Option<String>],
}

/// Conventional tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conventional {
    /// The source text.
    pub source: String,
    /// How many tests there are.
    pub tests: usize,
    /// Parameterized tests that cannot become conventional ones, and why.
    pub left_out: Vec<(String, String)>,
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
    /// Something of the library is left.
    #[error(
        "the module also uses `isolde` outside of parameterized tests, in `{0}`; tests without the library cannot keep that"
    )]
    UsesLibrary(String),
}
