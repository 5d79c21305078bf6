//! Calls that leave an isolated unit.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What becomes of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Treatment {
    /// A fake answers it.
    Faked,
    /// It is made.
    Kept,
    /// A fake should answer it, but there can be none.
    Unfaked,
}

impl Treatment {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Treatment::Faked => "faked",
            Treatment::Kept => "kept",
            Treatment::Unfaked => "not faked",
        }
    }
}

/// What is said of a function that code of the unit does not reach itself.
pub const THROUGH: &str = "through other code";

/// A place in the unit from which a function outside is reached.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LeavingCall {
    /// The file, relative to the package's folder.
    pub file: PathBuf,
    /// The line, from 1; 0 if unknown.
    pub line: u32,
    /// The column, from 1; 0 if unknown.
    pub column: u32,
    /// The function that contains the place.
    pub function: String,
    /// The function that is reached, with its instance.
    pub callee: String,
    /// How it is reached, unless the place simply calls it: `by value`, `as a method of an object`, `through other code`.
    pub reached: Option<String>,
    /// What becomes of the call.
    pub treatment: Treatment,
    /// Why.
    pub why: String,
}
