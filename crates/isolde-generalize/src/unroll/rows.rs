//! A row, and the test that is written for it.

use crate::body::{self, Role};
use crate::splice::{Edit, apply, whole_line};
use crate::write::indented;
use proc_macro2::{TokenStream, TokenTree};
use std::ops::Range;
use syn::spanned::Spanned;
use syn::{Block, ItemFn};

/// A row.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The variables, with their types if they are written, and their values.
    pub(super) bound: Vec<Bound>,
    /// What stands in the function for all rows, and what takes its place: the statements of one row.
    pub(super) replaced: Range<usize>,
    /// The statements, in bytes of the source file.
    pub(super) body: Range<usize>,
    /// What else is left out.
    pub(super) removed: Vec<Range<usize>>,
    /// The attributes that are left out, and the one in whose place `#[test]` is written.
    pub(super) attributes: Vec<Range<usize>>,
    /// What the value of the body has to be equal to.
    pub(super) expected: Option<String>,
    /// The parentheses with the parameters, if there are any.
    pub(super) parameters: Option<Range<usize>>,
}

/// A variable and its value.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub(super) name: String,
    pub(super) ty: Option<String>,
    pub(super) value: String,
    /// Whether the table is walked through by reference.
    pub(super) is_reference: bool,
}

/// The item with the row in place of all rows, without the indentation of its first line.
pub(super) fn write(text: &str, function: &ItemFn, row: &Row, name: &str, indent: &str) -> String {
    let start = function.span().byte_range().start;
    let inner = format!("{indent}{}", level_of(text));
    let mut edits = vec![Edit::new(
        function.sig.ident.span().byte_range(),
        name.to_owned(),
    )];
    let mut attributes = row.attributes.iter();
    edits.extend(
        attributes
            .next()
            .map(|range| Edit::new(range.clone(), "#[test]")),
    );
    edits.extend(attributes.map(|range| Edit::new(whole_line(text, range.clone()), "")));
    edits.extend(
        row.parameters
            .iter()
            .map(|range| Edit::new(range.clone(), "()")),
    );
    let removed = row.removed.iter();
    edits.extend(removed.map(|range| Edit::new(whole_line(text, range.clone()), "")));
    let mut lines = Vec::new();
    let mut body = dedented(&text[row.body.clone()]);
    if let Some(expected) = &row.expected {
        body = format!("assert_eq!({}, {expected});", body.trim());
    }
    for bound in &row.bound {
        match single_expectation(&body, bound) {
            Some(substituted) => body = substituted,
            None => lines.extend(bound.statements(&mut body)),
        }
    }
    lines.push(indented(body.trim(), &inner));
    let statements = lines.join(&format!("\n{inner}"));
    edits.push(Edit::new(row.replaced.clone(), statements));
    for edit in &mut edits {
        edit.range = edit.range.start - start..edit.range.end - start;
    }
    apply(&text[function.span().byte_range()], &edits)
}

impl Bound {
    /// What binds the variable. A reference that is only read through becomes a value.
    fn statements(&self, body: &mut String) -> Vec<String> {
        let Bound {
            name, ty, value, ..
        } = self;
        let typed = ty.as_ref().map_or(String::new(), |ty| format!(": {ty}"));
        let is_text = value.starts_with('"') || value.starts_with("r\"");
        let mut lines = vec![format!("let {name}{typed} = {value};")];
        if self.is_reference {
            match without_stars(body, name) {
                Some(read) => *body = read,
                None if is_text => {}
                None => lines.push(format!("let {name} = &{name};")),
            }
        }
        if places(body, name).is_empty() && !body.contains(&format!("{{{name}")) {
            lines.clear();
        }
        lines
    }
}

/// The body with the value in place of a variable that is an expectation and occurs only once.
fn single_expectation(body: &str, bound: &Bound) -> Option<String> {
    let Bound {
        name, ty, value, ..
    } = bound;
    if places(body, name).len() != 1 || body.contains(&format!("{{{name}")) || ty.is_some() {
        return None;
    }
    let bare = without_stars(body, name).filter(|_| bound.is_reference);
    let is_read = bare.is_some();
    let body = bare.unwrap_or_else(|| body.to_owned());
    let probe = format!("{{ let {name} = 0; {body} }}");
    let block: Block = syn::parse_str(&probe).ok()?;
    let read = body::read(&probe, &block);
    let place = read.places.iter().find(|place| {
        place
            .local
            .as_ref()
            .is_some_and(|local| local.name == *name)
    })?;
    if place.role != Role::Oracle {
        return None;
    }
    let value = match bound.is_reference && !is_read && !value.starts_with('"') {
        true => format!("&{value}"),
        false => value.clone(),
    };
    Some(substituted(&body, name, &value))
}

/// The code without the `*` before each use of a variable, if it is used in no other way.
fn without_stars(code: &str, name: &str) -> Option<String> {
    let places = places(code, name);
    let mut edits = Vec::new();
    for place in &places {
        let before = code[..place.start].trim_end();
        if !before.ends_with('*') || before.ends_with("**") {
            return None;
        }
        let operand = before[..before.len() - 1].trim_end().chars().next_back();
        // Between two operands, it multiplies.
        if operand.is_some_and(|letter| {
            letter.is_alphanumeric() || [')', ']', '_', '"'].contains(&letter)
        }) {
            return None;
        }
        edits.push(Edit::new(before.len() - 1..place.start, ""));
    }
    (!places.is_empty()).then(|| apply(code, &edits))
}

fn substituted(code: &str, name: &str, value: &str) -> String {
    let edits: Vec<Edit> = places(code, name)
        .into_iter()
        .map(|place| Edit::new(place, value))
        .collect();
    apply(code, &edits)
}

/// Where a word occurs in a code, in the arguments of macros, too.
fn places(code: &str, name: &str) -> Vec<Range<usize>> {
    fn collect(tokens: TokenStream, name: &str, found: &mut Vec<Range<usize>>) {
        for token in tokens {
            match token {
                TokenTree::Ident(ident) if ident == name => found.push(ident.span().byte_range()),
                TokenTree::Group(group) => collect(group.stream(), name, found),
                _ => {}
            }
        }
    }
    let mut found = Vec::new();
    if let Ok(tokens) = code.parse() {
        collect(tokens, name, &mut found);
    }
    found
}

/// The code without the indentation that all its lines have.
fn dedented(code: &str) -> String {
    let code = code.trim_matches(['\n', '\r']);
    let lines = || code.lines().filter(|line| !line.trim().is_empty());
    let indent = lines()
        .map(|line| line.len() - line.trim_start().len())
        .min();
    let lines = code
        .lines()
        .map(|line| line.get(indent.unwrap_or(0)..).unwrap_or(""));
    lines.collect::<Vec<_>>().join("\n")
}

/// What a level of indentation is in this file.
fn level_of(text: &str) -> &'static str {
    match text.contains("\n\t") {
        true => "\t",
        false => "    ",
    }
}
