//! Mutants and branches of a package's code: its source text in a form in which branches report that they are taken and mutants can be switched on one
//! at a time, so that one build serves for all of them.
//!
//! [`mark`] finds the places in a file, and [`Marked::edits`] writes them. Every change is an insertion without a line break, so that the lines stay what
//! they are and an error of the compiler can be traced to the mutant that causes it. [`support`] is what the insertions call; each crate of the package
//! gets it at the end of its root file.
//!
//! Code that runs in tests only, constants, and macros are left as they are.

mod operators;
mod support;
mod values;
mod walk;

pub use support::{ACTIVE, allowance, reached, support};

use crate::splice::Edit;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// A small change of the code that the tests should notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The lines of the expression that is replaced, counted from 1; of a function's body, the line on which it begins.
    pub lines: RangeInclusive<usize>,
    /// The lines of the function that it is in.
    pub function: RangeInclusive<usize>,
    /// The branch that has to be taken for it to matter.
    pub branch: u32,
    /// What it puts in the place of what, as source text.
    pub what: String,
}

/// The branches and mutants of a file.
#[derive(Clone, Debug, Default)]
pub struct Marked {
    /// The number of the first branch.
    first_branch: u32,
    /// The number of the first mutant.
    first_mutant: u32,
    /// The line of each branch: functions, both sides of each `if`, arms of each `match`, bodies of loops.
    pub branches: Vec<usize>,
    /// The mutants.
    pub mutants: Vec<Mutant>,
    /// Modules inside the file that are compiled for tests only and are files of their own.
    pub test_modules: Vec<Vec<String>>,
    insertions: Vec<Insertion>,
}

/// Text at one place.
#[derive(Clone, Debug)]
struct Insertion {
    at: usize,
    part: Part,
}

#[derive(Clone, Debug)]
enum Part {
    /// A statement that reports a branch.
    Statement(u32),
    /// The beginning of a block that reports a branch before an expression.
    Begin(u32),
    /// Its end.
    End(u32),
    /// An `else` that only reports a branch.
    Otherwise(u32),
    /// A mutant that returns a value at the beginning of a function; nothing for one that returns `()`.
    Return(u32, String),
    /// What chooses between mutants of an expression and the expression itself, before it.
    Choose(Vec<(u32, String)>),
    /// The end of that.
    Chosen(Vec<u32>),
}

/// Finds the branches and mutants of a file and numbers them from these numbers on; a file that is not Rust has none.
pub fn mark(text: &str, first_branch: u32, first_mutant: u32) -> Marked {
    let mut marked = Marked {
        first_branch,
        first_mutant,
        ..Marked::default()
    };
    if let Ok(file) = syn::parse_file(text) {
        walk::walk(text, &file, &mut marked);
    }
    marked
}

impl Marked {
    /// The numbers of the mutants.
    pub fn numbered(&self) -> impl Iterator<Item = (u32, &Mutant)> {
        (self.first_mutant..).zip(&self.mutants)
    }

    /// The changes that write all branches except those in `without`, and the mutants that are in `with`.
    pub fn edits(&self, without: &BTreeSet<u32>, with: &BTreeSet<u32>) -> Vec<Edit> {
        let written = self.insertions.iter().filter_map(|insertion| {
            let text = insertion.part.text(without, with)?;
            Some(Edit::new(insertion.at..insertion.at, text))
        });
        written.collect()
    }

    /// The branches that are written on a line, by their numbers.
    pub fn branches_on(&self, line: usize) -> Vec<u32> {
        let numbered = (self.first_branch..).zip(&self.branches);
        let on_line = numbered.filter(|(_, own)| **own == line);
        on_line.map(|(number, _)| number).collect()
    }

    fn branch(&mut self, line: usize) -> u32 {
        self.branches.push(line);
        self.first_branch + count(self.branches.len() - 1)
    }

    fn mutant(&mut self, mutant: Mutant) -> u32 {
        self.mutants.push(mutant);
        self.first_mutant + count(self.mutants.len() - 1)
    }

    fn insert(&mut self, at: usize, part: Part) {
        self.insertions.push(Insertion { at, part });
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl Part {
    fn text(&self, without: &BTreeSet<u32>, with: &BTreeSet<u32>) -> Option<String> {
        let is_kept = |branch: &u32| !without.contains(branch);
        match self {
            Part::Statement(branch) => is_kept(branch).then(|| format!(" {} ", hit(*branch))),
            Part::Begin(branch) => is_kept(branch).then(|| format!("{{ {} ", hit(*branch))),
            Part::End(branch) => is_kept(branch).then(|| " }".to_owned()),
            Part::Otherwise(branch) => {
                is_kept(branch).then(|| format!(" else {{ {} }}", hit(*branch)))
            }
            Part::Return(mutant, value) => {
                let space = if value.is_empty() { "" } else { " " };
                let text = || format!(" if {} {{ return{space}{value}; }} ", is(*mutant));
                with.contains(mutant).then(text)
            }
            Part::Choose(mutants) => {
                let chosen = mutants.iter().filter(|(mutant, _)| with.contains(mutant));
                let text: String = chosen
                    .map(|(mutant, text)| format!("if {} {{ {text} }} else ", is(*mutant)))
                    .collect();
                (!text.is_empty()).then(|| format!("({text}{{ "))
            }
            Part::Chosen(mutants) => {
                let is_written = mutants.iter().any(|mutant| with.contains(mutant));
                is_written.then(|| " })".to_owned())
            }
        }
    }
}

fn hit(branch: u32) -> String {
    format!("crate::{}::hit({branch});", support::MODULE)
}

fn is(mutant: u32) -> String {
    format!("crate::{}::is({mutant})", support::MODULE)
}

#[cfg(test)]
mod tests;
