//! The form by cases: any input must not panic, and the old expectations are checked for the old values.

use super::promote::{identifiers, promoted};
use super::{Form, Given, Guard, Parameter, Source, unexplained};
use crate::body::{Assertion, Kind};
use crate::splice::{Edit, apply, encloses};
use crate::types::{Identifiers, Shape, shape};
use crate::write::{WIDTH, indented, level, width};
use std::collections::BTreeSet;
use std::ops::Range;
use syn::Expr;
use syn::spanned::Spanned;

/// The form of a test by cases. `None` if it would not be readable: if its expectations are not one comparison of a call's result with a value, or one
/// condition, a statement of the body itself.
pub(super) fn form(given: &Given, groups: &[Vec<usize>]) -> Option<Form> {
    let body = given.body;
    if groups.is_empty() || given.test.should_panic {
        return None;
    }
    let (parameters, edits) = promoted(given, groups, true, &BTreeSet::new());
    let open = unexplained(body, groups);
    let [assertion] = &body.assertions[..] else {
        return None;
    };
    let is_taken = identifiers(given).contains(RESULT) && !assertion.sides.iter().any(is_result);
    if !assertion.is_outermost || is_taken {
        return None;
    }
    let condition = conditions(&parameters)?;
    if let ([side], true) = (&assertion.sides[..], is_condition(given, assertion)) {
        let call = side.span().byte_range();
        return with_result(given, assertion, &call, parameters, edits, &condition, true);
    }
    if open.is_empty() {
        return None;
    }
    let ranges: Vec<Range<usize>> = assertion
        .sides
        .iter()
        .map(|side| side.span().byte_range())
        .collect();
    let speaks_of_input = |(range, side): &(&Range<usize>, &Expr)| {
        let names = Identifiers::of(side);
        let is_named = parameters
            .iter()
            .any(|parameter| names.contains(&parameter.name));
        is_named || edits.iter().any(|edit| encloses(range, &edit.range))
    };
    let is_expected = |range: &Range<usize>| {
        let mut open = open.iter();
        open.any(|&number| encloses(range, &body.places[number].range))
    };
    let sides = || {
        ranges
            .iter()
            .zip(&assertion.sides)
            .filter(|(range, _)| !is_expected(range))
    };
    let speaking: Vec<_> = sides().filter(speaks_of_input).collect();
    // What a state shows speaks of no input.
    let calls = match speaking.is_empty() {
        true => sides().collect(),
        false => speaking,
    };
    let ([(call, _)], true) = (&calls[..], ranges.len() > 1) else {
        return None;
    };
    let call: Range<usize> = (*call).clone();
    with_result(
        given, assertion, &call, parameters, edits, &condition, false,
    )
}

/// The variable that old expectations are about.
const RESULT: &str = "result";

fn is_result(side: &Expr) -> bool {
    matches!(side, Expr::Path(path) if path.path.is_ident(RESULT))
}

/// The form in which the call of the assertion is made for all inputs, and the assertion is about its result for old ones. If the result is a condition, some
/// input must meet it.
fn with_result(
    given: &Given,
    assertion: &Assertion,
    call: &Range<usize>,
    parameters: Vec<Parameter>,
    edits: Vec<Edit>,
    condition: &[String],
    is_condition: bool,
) -> Option<Form> {
    let in_assertion = |edit: &&Edit| encloses(&assertion.range, &edit.range);
    let mut others = edits.iter().filter(in_assertion);
    if others.any(|edit| !encloses(call, &edit.range)) {
        // The old expectation would speak of the inputs.
        return None;
    }
    let inner: Vec<Edit> = edits
        .iter()
        .filter(|edit| encloses(call, &edit.range))
        .map(|edit| {
            let range = edit.range.start - call.start..edit.range.end - call.start;
            Edit::new(range, edit.text.clone())
        })
        .collect();
    let result = apply(&given.text[call.clone()], &inner);
    let checked = replaced(given.text, assertion, call);
    let level = level(given.text, given.test);
    let indent = format!("{}{level}", given.test.indent);
    let mut edits: Vec<Edit> = edits
        .into_iter()
        .filter(|edit| !encloses(&assertion.range, &edit.range))
        .collect();
    // The test may have a variable for its result.
    let declared = (result != RESULT).then(|| format!("let {RESULT} = {result};"));
    let reached = is_condition.then(|| {
        let reached = format!("{}::assert_reachable!();", given.library);
        format!("if {RESULT} {{\n{indent}{level}{reached}\n{indent}}}")
    });
    let made: Vec<String> = declared.into_iter().chain(reached).collect();
    let mut place = assertion.range.clone();
    if made.is_empty() {
        // The expectation takes the place of the line.
        let before = given.text[..place.start].trim_end();
        place.start = before.len();
    }
    edits.push(Edit::new(place, made.join(&format!("\n{indent}"))));
    Some(Form {
        parameters,
        edits,
        source: Source::Cases,
        learned: Vec::new(),
        constants: Vec::new(),
        assumption: None,
        guards: vec![Guard {
            at: assertion.range.end,
            text: guard(condition, &checked, &indent, level),
            is_pinned: false,
        }],
        factory: None,
    })
}

/// Whether an assertion is the `assert!` of a condition that is no comparison.
fn is_condition(given: &Given, assertion: &Assertion) -> bool {
    assertion.kind == Kind::Holds && given.text[assertion.range.clone()].starts_with("assert!")
}

/// The assertion with `result` in place of the call.
fn replaced(text: &str, assertion: &Assertion, call: &Range<usize>) -> String {
    let start = assertion.range.start;
    let edit = Edit::new(call.start - start..call.end - start, RESULT);
    apply(&text[assertion.range.clone()], &[edit])
}

/// The check under its conditions, as it stands at this indentation, one level of which is `level`.
pub(super) fn guard(conditions: &[String], checked: &str, indent: &str, level: &str) -> String {
    let line = format!("if {} {{", conditions.join(" && "));
    let head = match width(indent) + line.len() <= WIDTH {
        true => line,
        false => format!(
            "if {}\n{indent}{{",
            conditions.join(&format!("\n{indent}{level}&& "))
        ),
    };
    let checked = indented(checked, level);
    format!("{head}\n{indent}{level}{checked}\n{indent}}}")
}

/// The conditions that all parameters have their old values, as source texts.
fn conditions(parameters: &[Parameter]) -> Option<Vec<String>> {
    let parts: Option<Vec<String>> = parameters
        .iter()
        .map(|Parameter { name, ty, case, .. }| condition(name, ty, case))
        .collect();
    parts.filter(|parts| !parts.is_empty())
}

/// The condition that a parameter of this type has a value, as source text. `None` if equality of such values says little.
pub(super) fn condition(name: &str, ty: &str, value: &str) -> Option<String> {
    let bare = value.trim_start_matches(['&', '*']);
    Some(match (shape(ty), bare) {
        (Shape::Float, _) => return None,
        (Shape::Bool, "true") => name.to_owned(),
        (Shape::Bool, _) => format!("!{name}"),
        (Shape::Text, "\"\"") | (Shape::Sequence(..), "[]" | "vec![]" | "Vec::new()") => {
            format!("{name}.is_empty()")
        }
        (Shape::Sequence(..), bare) => format!("{name} == {bare}"),
        _ => format!("{name} == {value}"),
    })
}
