//! What a test could claim for all inputs: its parameterized forms, the most promising first.
//!
//! Forms differ in which values become parameters, which equal values are the same parameter, and what takes the place of expected values that are no
//! inputs. Nothing here knows which of them hold: that is for the compiler and an exploration to say. The old values are a case of every form.

mod build;
mod cases;
mod factory;
mod groups;
mod promote;
pub mod regression;

use crate::body::{Body, Role};
use crate::names::Names;
use crate::read::Test;
use crate::reason::Reason;
use crate::splice::Edit;
use crate::types::Identifiers;
use crate::value::Value;
use groups::{Grouping, Structure};
use std::collections::BTreeSet;

/// Most parameters of a parameterized test that people still read.
const MOST_PARAMETERS: usize = 6;
/// Most forms of one test.
const MOST_FORMS: usize = 16;
/// Most forms that leave one value out.
const MOST_PARTIAL: usize = 4;

/// A parameter, and its value in the old test.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type, as source text.
    pub ty: String,
    /// Its old value, as source text.
    pub case: String,
    /// Its old value.
    pub value: Value,
}

/// Where a claim comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// The test states it: its assertions speak of the inputs only.
    Stated,
    /// An expected value is written as a function of the inputs, or as a constant, which the test does not say of other inputs.
    Learned,
    /// For other inputs than the old ones, only that nothing panics.
    Cases,
}

/// One way to write a test with parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The changes of the body, in bytes of the source file.
    pub edits: Vec<Edit>,
    /// Where its claim comes from.
    pub source: Source,
    /// The expressions that were written in place of expected values.
    pub learned: Vec<String>,
    /// Expected values that are claimed to be the same for all inputs.
    pub constants: Vec<String>,
    /// What is assumed of the inputs.
    pub assumption: Option<String>,
    /// What is checked for old inputs only.
    pub guards: Vec<Guard>,
    /// What makes the first parameter.
    pub factory: Option<Factory>,
}

/// A function that brings an object into the state that a test begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factory {
    /// What it should be called, after its type.
    pub name: String,
    /// The function with its attribute, indented as an item of the file; [`FACTORY`] stands for its name.
    pub text: String,
    /// Whether the test changes the object.
    pub is_mutable: bool,
}

/// Stands for the name of a factory in the texts of a form.
pub const FACTORY: &str = "__isolde_factory";

/// An expectation for one input.
#[derive(Clone, Debug, PartialEq)]
pub struct Guard {
    /// Where it is written, in bytes of the source file.
    pub at: usize,
    /// The lines, without the indentation of the first one.
    pub text: String,
    /// Whether the old test did not expect this: it is what the code returned when the new test was written.
    pub is_pinned: bool,
}

impl Form {
    /// The old values of its parameters, as source texts.
    pub fn case(&self) -> Vec<String> {
        let parameters = self.parameters.iter();
        parameters.map(|parameter| parameter.case.clone()).collect()
    }

    /// The numbers of the parameters that the assumption speaks of.
    pub fn assumed(&self) -> Vec<usize> {
        let condition = self.assumption.as_deref().map(syn::parse_str);
        let names = match condition {
            Some(Ok(condition)) => Identifiers::of(&condition),
            _ => BTreeSet::new(),
        };
        let parameters = self.parameters.iter().enumerate();
        parameters
            .filter(|(_, parameter)| names.contains(&parameter.name))
            .map(|(number, _)| number)
            .collect()
    }
}

/// What the forms of a test are made from.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    /// The name of the library in the package's code.
    pub library: &'a str,
    /// The source file.
    pub text: &'a str,
    /// The test.
    pub test: &'a Test,
    /// Its body.
    pub body: &'a Body,
    /// The types of its places, as source text; `None` if unknown.
    pub types: &'a [Option<String>],
    /// What functions call their parameters.
    pub names: &'a Names,
}

/// The parameterized forms of a test, the most promising first.
///
/// # Errors
/// The reason if there is none.
pub fn forms(given: &Given) -> Result<Vec<Form>, Reason> {
    let body = given.body;
    if body.has_table {
        return Err(Reason::Table);
    }
    let returns_result = !matches!(given.test.function.sig.output, syn::ReturnType::Default);
    let asserts =
        !body.assertions.is_empty() || body.unwraps || given.test.should_panic || returns_result;
    // What a test only prints is for people to review.
    let asserts = asserts || body.prints;
    if let (false, Some(name)) = (asserts, &body.unknown_macro) {
        return Err(Reason::Macro(name.clone()));
    }
    if !asserts {
        return Err(Reason::NothingAsserted);
    }
    // They take no places of the others, which may hold where these do not.
    let factories = factory::forms(given);
    let mut forms = Vec::new();
    let mut fewest = usize::MAX;
    let mut first = None;
    for grouping in Grouping::ALL {
        for structure in Structure::ALL {
            let groups = groups::groups(given, grouping, structure);
            if groups.is_empty() {
                continue;
            }
            fewest = fewest.min(groups.len());
            if groups.len() > MOST_PARAMETERS {
                continue;
            }
            for is_wide in [true, false] {
                build::add(given, &groups, is_wide, usize::MAX, &mut forms);
            }
            first.get_or_insert(groups);
        }
    }
    let Some(first) = first else {
        if !factories.is_empty() {
            return Ok(factories);
        }
        return Err(match fewest {
            usize::MAX if lacks_types(given) => Reason::NoTypes,
            usize::MAX => Reason::NoInput,
            all => Reason::TooManyInputs(all),
        });
    };
    let mut partial = Vec::new();
    if first.len() > 1 {
        for left_out in (0..first.len()).take(MOST_PARTIAL) {
            let mut groups = first.clone();
            groups.remove(left_out);
            build::add(given, &groups, true, 2, &mut partial);
        }
    }
    let groups = groups::groups(given, Grouping::InputsJoined, Structure::Parts);
    let by_cases = cases::form(given, &groups);
    let others = limited(forms, partial, by_cases);
    Ok(factories.into_iter().chain(others).collect())
}

/// Whether values feed the code under test, and the type of none is known.
fn lacks_types(given: &Given) -> bool {
    let places = given.body.places.iter().zip(given.types);
    let mut inputs = places
        .filter(|(place, _)| place.role == Role::Input)
        .peekable();
    inputs.peek().is_some() && inputs.all(|(_, ty)| ty.is_none())
}

/// The forms without repetitions and beyond the limits, those that leave a value out after the others; the form by cases is always the last one.
fn limited(forms: Vec<Form>, partial: Vec<Form>, by_cases: Option<Form>) -> Vec<Form> {
    let mut seen = BTreeSet::new();
    let mut kept = Vec::new();
    let mut most = 0;
    for (forms, more) in [(forms, MOST_FORMS), (partial, MOST_PARTIAL)] {
        most += more;
        for form in forms {
            if kept.len() < most && seen.insert(key(&form)) {
                kept.push(form);
            }
        }
    }
    kept.extend(by_cases);
    kept
}

/// What no two forms of a test have in common.
fn key(form: &Form) -> String {
    format!("{:?} {:?}", form.parameters, form.edits)
}

/// Whether the place with this number, or one around it, belongs to a group.
fn is_grouped(body: &Body, groups: &[Vec<usize>], place: usize) -> bool {
    let mut next = Some(place);
    while let Some(number) = next {
        if groups.iter().any(|group| group.contains(&number)) {
            return true;
        }
        next = body.places[number].outer;
    }
    false
}

/// The expected values that belong to no group, without those that are made of others.
fn unexplained(body: &Body, groups: &[Vec<usize>]) -> Vec<usize> {
    let places = body.places.iter().enumerate();
    places
        .filter(|(number, place)| {
            let has_parts = body.places.iter().any(|part| part.outer == Some(*number));
            place.role == Role::Oracle && !has_parts && !is_grouped(body, groups, *number)
        })
        .map(|(number, _)| number)
        .collect()
}

#[cfg(test)]
mod tests;
