//! The calls that leave a unit, as a list.

use super::border::{Border, callee};
use isolde_build::Isolated;
use isolde_instrument::border::{Reached, Site};
use serde::Serialize;
use std::path::PathBuf;

/// What becomes of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
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

/// A place in the unit from which a function outside is reached.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Call {
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
    pub reached: Option<&'static str>,
    /// What becomes of the call.
    pub treatment: Treatment,
    /// Why.
    pub why: String,
}

/// All calls that leave a unit, in the order of their places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listing {
    /// The calls.
    pub calls: Vec<Call>,
}

impl Listing {
    /// Lists what was found and decided.
    pub fn new(border: &Border, isolated: &Isolated) -> Listing {
        let mut calls: Vec<Call> = Vec::new();
        for outgoing in &isolated.outgoing {
            let why = border.decide(&callee(outgoing)).why;
            let unfaked = isolated
                .unfaked
                .iter()
                .find(|unfaked| unfaked.function == outgoing.name);
            let (treatment, why) = match unfaked {
                _ if outgoing.is_kept => (Treatment::Kept, why.to_string()),
                _ if isolated.faked.contains(&outgoing.name) => (Treatment::Faked, why.to_string()),
                Some(unfaked) => (Treatment::Unfaked, unfaked.why.to_string()),
                None if outgoing.is_pure => (Treatment::Kept, PURE.to_owned()),
                None => (Treatment::Unfaked, NOT_NEEDED.to_owned()),
            };
            calls.extend(
                outgoing
                    .sites
                    .iter()
                    .map(|site| call(site, &outgoing.name, outgoing.reached, treatment, &why)),
            );
        }
        calls.sort();
        Listing { calls }
    }
}

/// Why a function outside is kept if nobody said anything about it.
const PURE: &str = "reaches nothing outside of the program";
/// Why a function outside has no fake.
const NOT_NEEDED: &str = "no fake was made";

fn call(site: &Site, callee: &str, reached: Reached, treatment: Treatment, why: &str) -> Call {
    Call {
        file: site.file.clone(),
        line: site.line,
        column: site.column,
        function: site.function.clone(),
        callee: callee.to_owned(),
        reached: match reached {
            Reached::Called => None,
            Reached::Value => Some("by value"),
            Reached::Table => Some("as a method of an object"),
            Reached::Through => Some("through other code"),
        },
        treatment,
        why: why.to_owned(),
    }
}
