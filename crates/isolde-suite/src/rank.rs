//! How much a finding matters to a maintainer: a defect, a precondition that nobody wrote down, or a limit of every program.
//!
//! In doubt a finding is a defect: calling a bug intended is worse than the opposite mistake.

mod bounds;
mod entry;
mod foreign;
mod input;

pub use bounds::announce_only_checks;

use crate::copies::{trait_method, without_arguments};
use crate::finding;
use crate::render::Test;
use crate::sources::Sources;
use entry::{Function, functions};
use input::Input;
use isolde_record::run::{Doubt, Rank};
use isolde_record::{Case, Documented, Outcome, PanicInfo, PanicKind, ThunkInfo, is_about_panics};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

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

/// Beginnings of messages that say nothing about the input.
const WORDLESS: &[&str] = &[
    "assertion failed",
    "assertion `",
    "explicit panic",
    "not implemented",
    "not yet implemented",
    "a scoped thread panicked",
];

/// Parts of messages of std's functions that panic at the caller's line.
const OF_STD: &[&str] = &[
    " index (is ",
    "Formatting argument out of range",
    "capacity overflow",
    "chunk size must be non-zero",
    "chunk_size must be",
    "copy_from_slice: source slice length",
    "destination and source slices have different lengths",
    "mid > len",
    "min > max, or either was NaN",
    "overflow when ",
    "source slice length (",
    "window size must be non-zero",
];

/// Whether a source file is that of std's implementations of operators.
fn is_operator_of_std(file: &str) -> bool {
    file.ends_with("/core/src/ops/arith.rs") || file.ends_with("/core/src/ops/bit.rs")
}

/// Ranks findings of a package; sources are parsed once.
pub struct Ranks<'a> {
    sources: Sources<'a>,
    documented: &'a [Documented],
    /// Ways in which functions fail that are not hidden.
    in_public: BTreeSet<finding::Key>,
    functions: BTreeMap<String, Vec<Function>>,
    is_program: bool,
}

impl<'a> Ranks<'a> {
    /// For a package in this folder with these functions, of which these cases are known. `is_program` tells that the functions are a binary's, and
    /// not a library's.
    pub fn new(
        package_root: &'a Path,
        documented: &'a [Documented],
        cases: &[Case],
        thunks: &BTreeMap<u32, &ThunkInfo>,
        is_program: bool,
    ) -> Ranks<'a> {
        let hidden: BTreeSet<&str> = documented
            .iter()
            .filter(|function| function.is_hidden)
            .map(|function| function.function.as_str())
            .collect();
        let in_public = cases.iter().filter_map(|case| {
            let thunk = *thunks.get(&case.thunk)?;
            let fails = !matches!(case.outcome, Outcome::Returned | Outcome::Discarded);
            let is_public = !hidden.contains(thunk.function.as_str());
            (fails && is_public).then(|| finding::key(&case.outcome, thunk))
        });
        Ranks {
            sources: Sources::of(package_root),
            documented,
            in_public: in_public.collect(),
            functions: BTreeMap::new(),
            is_program,
        }
    }

    /// The rank of a finding.
    pub fn of(&mut self, test: &Test) -> Rank {
        let input = Input::of(test, &self.sizes_of(&test.thunk));
        match &test.outcome {
            outcome if outcome.broken_law().is_some() => Rank::Defect,
            // A library must leave it to the program when to end, but a program's own functions may decide that.
            Outcome::Exited { .. } if self.is_program => Rank::Precondition,
            Outcome::TimedOut | Outcome::OutOfMemory if input.largest >= ABSURD => Rank::Limit,
            Outcome::Panicked(panic) => match PanicKind::of(&panic.message) {
                PanicKind::OutOfMemory if input.largest >= ABSURD => Rank::Limit,
                PanicKind::Overflow | PanicKind::Panic if input.largest_size >= IMPOSSIBLE => {
                    Rank::Limit
                }
                // Of sizes that are multiplied, each alone may be possible.
                PanicKind::Overflow
                    if panic.message.contains("multiply")
                        && input.product_of_sizes >= IMPOSSIBLE =>
                {
                    Rank::Limit
                }
                PanicKind::Overflow if self.is_of_the_callers_type(test, panic) => Rank::Limit,
                _ if self.is_only_hidden(test) => Rank::Precondition,
                _ if foreign::has_foreign_handle(test) => Rank::Precondition,
                PanicKind::Panic if self.is_announced_inside(test, panic) => Rank::Precondition,
                // What an assumed answer leads to says nothing about the arguments.
                _ if !is_assumed(test) && self.is_precondition(test, panic) => Rank::Precondition,
                _ => Rank::Defect,
            },
            _ => Rank::Defect,
        }
    }

    /// The parameters of a function whose types are `usize` or `isize`.
    fn sizes_of(&mut self, thunk: &ThunkInfo) -> Vec<String> {
        let lines = (thunk.line, thunk.end_line);
        let same = self.named(&thunk.function, &thunk.file, lines);
        same.flat_map(|function| function.sizes.clone()).collect()
    }

    /// Whether numbers overflow whose type the caller chose: the line computes with values of a type parameter, not with lengths or literals.
    fn is_of_the_callers_type(&mut self, test: &Test, panic: &PanicInfo) -> bool {
        let file = test.place_of(&panic.file);
        // The operators themselves fail where a function calls them through their traits.
        if is_operator_of_std(&panic.file) {
            let mut documented = self.documented.iter();
            return documented.any(|function| {
                function.function == test.thunk.function && function.computes_with_parameters
            });
        }
        let documented = self.documented.iter();
        let around = documented.filter(|function| function.contains(&file, panic.line));
        let innermost = around.min_by_key(|function| function.end_line - function.line);
        if !innermost.is_some_and(|function| function.computes_with_parameters) {
            return false;
        }
        let line = self.sources.line(&file, panic.line).unwrap_or_default();
        let mut words = line.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        !words.any(|word| {
            word == "len"
                || word.ends_with("size")
                || word.starts_with(|c: char| c.is_ascii_digit())
        })
    }

    /// Why a finding of the rank *defect* may be intended after all.
    pub fn doubt(&self, test: &Test) -> Option<Doubt> {
        if test.rank != Rank::Defect {
            return None;
        }
        match &test.outcome {
            _ if is_assumed(test) => Some(Doubt::AssumedAnswers),
            Outcome::TimedOut => Some(Doubt::MayEnd),
            Outcome::Panicked(panic) => {
                let file = test.place_of(&panic.file);
                let mut functions = self.documented.iter();
                let is_inside = functions.any(|it| it.contains(&file, panic.line));
                let is_wordless = WORDLESS.iter().any(|it| panic.message.starts_with(it))
                    || OF_STD.iter().any(|it| panic.message.contains(it));
                let is_own = PanicKind::of(&panic.message) == PanicKind::Panic;
                if is_own && is_inside && !is_wordless {
                    // Whether such answers are possible is the first question.
                    return with_invented_answers(test).or(Some(Doubt::OwnWords));
                }
                let kind = PanicKind::of(&panic.message);
                let mut documented = self.documented.iter();
                if documented
                    .any(|it| it.function == test.thunk.function && it.announced.contains(&kind))
                {
                    return Some(Doubt::AfterOwnCheck);
                }
                if is_about_panics(&test.thunk.announced) {
                    return Some(Doubt::OtherPanicsDocumented);
                }
                with_invented_answers(test)
            }
            _ => with_invented_answers(test),
        }
    }

    /// Whether the function that contains the panic announces it, and only the one that called it does not. One that can return an error should have
    /// done so, unless the other one could have, too: then its author wanted the panic.
    fn is_announced_inside(&mut self, test: &Test, panic: &PanicInfo) -> bool {
        let file = test.place_of(&panic.file);
        let thunk = &test.thunk;
        let lines = |function: &Documented| (function.line, function.end_line);
        let documented = self.documented.iter();
        let around = documented.filter(|function| function.contains(&file, panic.line));
        let innermost = around.min_by_key(|function| function.end_line - function.line);
        let announcing = innermost.filter(|function| {
            // All functions that one use of a macro makes have its lines.
            let is_other =
                function.file != thunk.file || lines(function) != (thunk.line, thunk.end_line);
            is_other && function.announced.contains(&PanicKind::of(&panic.message))
        });
        announcing.is_some_and(|inner| {
            !self.may_refuse(&thunk.function, &thunk.file, (thunk.line, thunk.end_line))
                || self.may_refuse(&inner.function, &inner.file, lines(inner))
        })
    }

    /// Whether a function with this path and these lines returns a `Result` or an `Option`.
    fn may_refuse(&mut self, path: &str, file: &str, lines: (u32, u32)) -> bool {
        let mut same = self.named(path, file, lines);
        same.any(|function| function.may_refuse)
    }

    /// The functions in a source file that have the last name of this path and are within these lines.
    fn named(
        &mut self,
        path: &str,
        file: &str,
        (first, last): (u32, u32),
    ) -> impl Iterator<Item = &Function> {
        let name = path.rsplit("::").next().unwrap_or_default();
        let functions = self.functions_of(file).iter();
        functions
            .filter(move |function| function.name == name && function.is_within(&(first..=last)))
    }

    /// The functions of a source file, relative to the package root.
    fn functions_of(&mut self, file: &str) -> &[Function] {
        if !self.functions.contains_key(file) {
            let tokens = self.sources.text(file).parse().unwrap_or_default();
            self.functions.insert(file.to_owned(), functions(tokens));
        }
        &self.functions[file]
    }

    /// Whether only functions hidden from the documentation fail like this: only the package's own code is meant to call them.
    fn is_only_hidden(&self, test: &Test) -> bool {
        let mut functions = self.documented.iter();
        functions.any(|function| function.is_hidden && function.function == test.thunk.function)
            && !self
                .in_public
                .contains(&finding::key(&test.outcome, &test.thunk))
    }

    /// Whether the function states what its arguments must be like, and they are not: an assertion over parameters fails at its beginning, or it
    /// panics with a message of its own and has no other way to refuse.
    fn is_precondition(&mut self, test: &Test, panic: &PanicInfo) -> bool {
        let thunk = &test.thunk;
        let method = |function: &str| {
            let (of_trait, method) = trait_method(function)?;
            Some((without_arguments(of_trait).to_owned(), method.to_owned()))
        };
        let file = test.place_of(&panic.file);
        // The same method on other types passes its arguments on: that of `u16` calls that of `u64`.
        let is_own = |function: &&Documented| {
            function.contains(&file, panic.line)
                && method(&function.function).is_some()
                && method(&function.function) == method(&thunk.function)
        };
        let is_inside = thunk.file == file && (thunk.line..=thunk.end_line).contains(&panic.line)
            || self.documented.iter().any(|function| is_own(&function));
        let is_check = CHECKS.iter().any(|check| panic.message.starts_with(check));
        if is_check || !is_inside {
            return false;
        }
        let functions = self.functions_of(&file);
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

/// A doubt if a mock gave answers that may not be possible. One that nobody asked has no part in the finding.
fn with_invented_answers(test: &Test) -> Option<Doubt> {
    let mut mocks = test.observation.mocks.iter();
    mocks
        .any(|mock| mock.is_asked)
        .then_some(Doubt::InventedAnswers)
}

/// Whether a function outside the unit has answered, of which nobody has said what it can answer. Of std's functions, whatever the world answers is
/// possible.
fn is_assumed(test: &Test) -> bool {
    let mut fakes = test.observation.fakes.iter();
    fakes.any(|fake| fake.is_assumed)
}

#[cfg(test)]
mod tests;
