//! How much a finding matters to a maintainer: a defect, a precondition that nobody wrote down, or a limit of every program.
//!
//! In doubt a finding is a defect: calling a bug intended is worse than the opposite mistake.

mod entry;
mod input;

use crate::render::Test;
use entry::{Function, functions};
use input::Input;
use isolde_record::run::Rank;
use isolde_record::{Documented, Outcome, PanicInfo, PanicKind};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// An integer from which on a size, a count or a repetition is absurd.
const ABSURD: u128 = 1 << 24;
/// A position or size of this magnitude exists on no machine.
const IMPOSSIBLE: u128 = 1 << 48;

/// Beginnings of the messages of the compiler's own checks, which an assertion does not make.
const CHECKS: &[&str] = &[
    "attempt to ",
    "index out of bounds: the len is",
    "range start index",
    "range end index",
    "slice index starts at",
    "byte index",
    "called `",
];

/// Ranks findings of a package; sources are read once.
pub struct Ranks<'a> {
    package_root: &'a Path,
    documented: &'a [Documented],
    functions: BTreeMap<PathBuf, Vec<Function>>,
}

impl<'a> Ranks<'a> {
    /// For a package in this folder with these functions.
    pub fn new(package_root: &'a Path, documented: &'a [Documented]) -> Ranks<'a> {
        Ranks {
            package_root,
            documented,
            functions: BTreeMap::new(),
        }
    }

    /// The rank of a finding.
    pub fn of(&mut self, test: &Test) -> Rank {
        let input = Input::of(test);
        match &test.outcome {
            Outcome::TimedOut | Outcome::OutOfMemory if input.largest >= ABSURD => Rank::Limit,
            Outcome::Panicked(panic) => match PanicKind::of(&panic.message) {
                PanicKind::OutOfMemory if input.largest >= ABSURD => Rank::Limit,
                PanicKind::Overflow if input.largest_size >= IMPOSSIBLE => Rank::Limit,
                _ if self.is_hidden(test) => Rank::Precondition,
                PanicKind::Panic if self.is_announced_inside(test, panic) => Rank::Precondition,
                _ if self.is_precondition(test, panic) => Rank::Precondition,
                _ => Rank::Defect,
            },
            _ => Rank::Defect,
        }
    }

    /// Whether the function that contains the panic announces it, and only the one that called it does not.
    fn is_announced_inside(&self, test: &Test, panic: &PanicInfo) -> bool {
        let file = test.place_of(&panic.file);
        self.documented.iter().any(|function| {
            function.function != test.thunk.function
                && function.file == file
                && (function.line..=function.end_line).contains(&panic.line)
                && function.announced.contains(&PanicKind::of(&panic.message))
        })
    }

    /// Whether the function is hidden from the documentation, so that only the package's own code is meant to call it.
    fn is_hidden(&self, test: &Test) -> bool {
        let mut functions = self.documented.iter();
        functions.any(|function| function.is_hidden && function.function == test.thunk.function)
    }

    /// Whether the function states what its arguments must be like, and they are not: an assertion over parameters fails at its beginning, or it
    /// panics with a message of its own and has no other way to refuse.
    fn is_precondition(&mut self, test: &Test, panic: &PanicInfo) -> bool {
        let thunk = &test.thunk;
        let name = |function: &str| function.rsplit("::").next().map(str::to_owned);
        let file = test.place_of(&panic.file);
        // Methods of the same name pass their arguments on: `u16::encode` calls `u64::encode`.
        let is_own = |function: &&Documented| {
            function.file == file
                && (function.line..=function.end_line).contains(&panic.line)
                && name(&function.function) == name(&thunk.function)
        };
        let is_inside = thunk.file == file && (thunk.line..=thunk.end_line).contains(&panic.line)
            || self.documented.iter().any(|function| is_own(&function));
        let is_check = CHECKS.iter().any(|check| panic.message.starts_with(check));
        if is_check || !is_inside {
            return false;
        }
        let path = self.package_root.join(&file);
        let functions = self.functions.entry(path).or_insert_with_key(|path| {
            let text = fs::read_to_string(path).unwrap_or_default();
            functions(text.parse().unwrap_or_default())
        });
        let innermost = functions
            .iter()
            .filter(|function| function.holds(panic.line))
            .min_by_key(|function| function.length());
        match innermost {
            Some(function) => function.states(panic.line) || function.refuses(panic.line),
            // A macro makes the function.
            None => {
                let name = thunk.function.rsplit("::").next().unwrap_or_default();
                let mut same = functions.iter().filter(|function| function.name == name);
                same.any(|function| function.says(&panic.message))
            }
        }
    }
}

#[cfg(test)]
mod tests;
