//! The form by cases: any input must not panic, and the old expectations are checked for the old values.

use super::build::{identifiers, promoted};
use super::{Form, Given, Parameter, Source, unexplained};
use crate::body::{Assertion, Kind, Place};
use crate::splice::{Edit, apply};
use crate::types::{Shape, shape};
use std::collections::BTreeSet;
use std::ops::Range;
use syn::Expr;
use syn::spanned::Spanned;

/// The form of a test by cases. `None` if it would not be readable: if its expectations are not one comparison of a call's result with a value, a
/// statement of the body itself.
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
    if open.is_empty() || !assertion.is_outermost || identifiers(given).contains("result") {
        return None;
    }
    let condition = condition(&parameters)?;
    let indent = line_indent(given.text, assertion.range.start);
    let is_open = |side: &Expr| {
        open.iter()
            .any(|&number| is_inside(&body.places[number], &side.span().byte_range()))
    };
    let (call, checked) = match (assertion.kind, &assertion.sides[..]) {
        (Kind::Equal | Kind::Different, [one, other]) => {
            let (call, expected) = match (is_open(one), is_open(other)) {
                (false, true) => (one, other),
                (true, false) => (other, one),
                _ => return None,
            };
            let range = call.span().byte_range();
            let checked = replaced(given.text, assertion, &range);
            // Inputs beside the expected value would have to be replaced, too.
            let expected = expected.span().byte_range();
            if edits.iter().any(|edit| contains(&expected, &edit.range)) {
                return None;
            }
            (range, checked)
        }
        _ => return None,
    };
    let inner: Vec<Edit> = edits
        .iter()
        .filter(|edit| contains(&call, &edit.range))
        .map(|edit| {
            Edit::new(
                edit.range.start - call.start..edit.range.end - call.start,
                edit.text.clone(),
            )
        })
        .collect();
    let result = apply(&given.text[call.clone()], &inner);
    let text = format!(
        "let result = {result};\n{indent}if {condition} {{\n{indent}    {checked}\n{indent}}}"
    );
    let mut edits: Vec<Edit> = edits
        .into_iter()
        .filter(|edit| !contains(&assertion.range, &edit.range))
        .collect();
    edits.push(Edit::new(assertion.range.clone(), text));
    Some(Form {
        parameters,
        edits,
        source: Source::Cases,
        learned: Vec::new(),
        constants: Vec::new(),
        assumption: None,
    })
}

/// The assertion with `result` in place of the call.
fn replaced(text: &str, assertion: &Assertion, call: &Range<usize>) -> String {
    let start = assertion.range.start;
    let edit = Edit::new(call.start - start..call.end - start, "result");
    apply(&text[assertion.range.clone()], &[edit])
}

/// Whether all parameters have their old values, as source text.
fn condition(parameters: &[Parameter]) -> Option<String> {
    let mut parts = Vec::new();
    for Parameter { name, ty, case, .. } in parameters {
        parts.push(match (shape(ty), case.as_str()) {
            // Equality of these says little.
            (Shape::Float, _) => return None,
            (Shape::Bool, "true") => name.clone(),
            (Shape::Bool, _) => format!("!{name}"),
            (Shape::Sequence(..), case) => {
                format!("{name} == {}", case.trim_start_matches(['&', '*']))
            }
            (_, case) => format!("{name} == {case}"),
        });
    }
    (!parts.is_empty()).then(|| parts.join(" && "))
}

fn contains(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

fn is_inside(place: &Place, range: &Range<usize>) -> bool {
    contains(range, &place.range)
}

/// The white space at the beginning of a line.
fn line_indent(text: &str, at: usize) -> String {
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let line = &text[start..at];
    line[..line.len() - line.trim_start().len()].to_owned()
}
