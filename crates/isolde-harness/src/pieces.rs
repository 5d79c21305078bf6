//! The parts of the generated file that can be left out one by one, and the compiler's errors for those that it refused.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::ops::RangeInclusive;

/// The name of a piece, descriptive and stable between generations: `thunk semver::Version::parse`.
pub type PieceId = String;

/// The beginning of the names of pieces that ask the compiler whether a type satisfies a bound.
pub(crate) const QUESTION: &str = "bound ";

/// Whether a piece only asks the compiler about types. The answer is the same in all drivers of a package.
pub fn is_question(piece: &str) -> bool {
    piece.starts_with(QUESTION)
}

/// A part of the generated file that can be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name.
    pub id: PieceId,
    /// Its lines in the generated file, from 1.
    pub lines: RangeInclusive<u32>,
}

/// The compiler's first error for a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rejection {
    /// The error's code, such as `E0277`, if it has one. Decisions depend on the code.
    pub code: Option<String>,
    /// The error's first line, for people to read; no decision depends on it.
    pub message: String,
    /// Whether no other form may be tried in place of the piece. The caller sets this when it has no time for more attempts: from then on, each
    /// attempt only generates less than the one before.
    pub is_final: bool,
}

impl Rejection {
    /// Whether the error means that a type does not satisfy a bound, so that writing the same call in another way does not help.
    pub(crate) fn is_about_types(&self) -> bool {
        // E0277: a trait bound is not satisfied. E0271: an associated type differs from the one that the bound requires.
        matches!(self.code.as_deref(), Some("E0277" | "E0271"))
    }

    /// Whether the error means that a function does not exist for the type that it is called on.
    pub(crate) fn is_about_missing_functions(&self) -> bool {
        self.code.as_deref() == Some("E0599")
    }
}

impl Display for Rejection {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.code {
            Some(code) => write!(f, "{} [{code}]", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// Which pieces the compiler refused.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rejections<'r> {
    rejected: &'r BTreeMap<PieceId, Rejection>,
}

impl<'r> Rejections<'r> {
    /// The rejections of these pieces.
    pub(crate) fn new(rejected: &'r BTreeMap<PieceId, Rejection>) -> Rejections<'r> {
        Rejections { rejected }
    }

    /// The compiler's error, if it refused the piece.
    pub(crate) fn of(&self, id: &str) -> Option<&'r Rejection> {
        self.rejected.get(id)
    }

    /// Whether the piece was refused and no other form may be tried in place of it.
    pub(crate) fn are_final_for(&self, id: &str) -> bool {
        self.of(id).is_some_and(|rejection| rejection.is_final)
    }

    /// Whether the compiler has refused nothing so far.
    pub(crate) fn is_empty(&self) -> bool {
        self.rejected.is_empty()
    }

    /// Whether the piece may be generated.
    pub(crate) fn allow(&self, id: &str) -> bool {
        !self.rejected.contains_key(id)
    }
}
