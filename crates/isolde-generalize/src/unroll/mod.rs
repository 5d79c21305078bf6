//! Tests with several cases, taken apart: a test for each row of a table that a test walks through, or for each `#[case]` of `rstest` and each
//! `#[test_case]`. What these tests have in common as parameterized tests is what the whole is, with its rows as cases.
//!
//! A row binds its values to the variables of the table, so that parameters are called what the test calls them.

mod attributes;
mod rows;
mod tables;

use crate::merge;
use crate::read::is_several;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::{Item, ItemFn};

/// Most rows of a test that is taken apart.
const MOST: usize = 16;
/// Part of the names of tests for rows, before their numbers.
const MARK: &str = "__isolde_row_";

/// A source file with a test for each row behind the test that it is taken from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unrolled {
    /// The new text.
    pub text: String,
    /// What was inserted, in bytes of the new text; without it, the text is the old one.
    pub inserted: Vec<Range<usize>>,
}

/// The source file with a test for each row; the same text if it has none, or is not Rust.
pub fn unroll(text: &str) -> Unrolled {
    let mut found = Vec::new();
    if let Ok(file) = syn::parse_file(text) {
        collect(text, &file.items, &mut found);
    }
    let mut unrolled = Unrolled {
        text: String::with_capacity(text.len()),
        inserted: Vec::new(),
    };
    let mut at = 0;
    for (end, rows) in found {
        unrolled.text.push_str(&text[at..end]);
        let start = unrolled.text.len();
        unrolled.text.push_str(&rows);
        unrolled.inserted.push(start..unrolled.text.len());
        at = end;
    }
    unrolled.text.push_str(&text[at..]);
    unrolled
}

/// The name of the test that a test for a row is taken from.
pub fn whole_of(name: &str) -> Option<&str> {
    name.split_once(MARK).map(|(whole, _)| whole)
}

/// The text of each row's test, and where it is inserted.
fn collect(text: &str, items: &[Item], found: &mut Vec<(usize, String)>) {
    for item in items {
        match item {
            Item::Fn(function) => {
                let range = function.span().byte_range();
                if let Some(rows) = rows_of(text, function) {
                    found.push((range.end, rows));
                }
            }
            Item::Mod(module) => {
                if let Some((_, items)) = &module.content {
                    collect(text, items, found);
                }
            }
            _ => {}
        }
    }
}

fn rows_of(text: &str, function: &ItemFn) -> Option<String> {
    let range = function.span().byte_range();
    // Comments beside rows would have no place.
    merge::comments(&text[range.clone()])?;
    let rows = match function.attrs.iter().any(is_several) {
        true => attributes::rows(text, function)?,
        false => tables::rows(text, function)?,
    };
    if rows.len() < 2 || rows.len() > MOST {
        return None;
    }
    let line = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let indent = &text[line..range.start];
    let indent = if indent.trim().is_empty() { indent } else { "" };
    let mut out = String::new();
    for (number, row) in rows.iter().enumerate() {
        let name = format!("{}{MARK}{number}", function.sig.ident);
        let written = rows::write(text, function, row, &name, indent);
        syn::parse_str::<ItemFn>(&written).ok()?;
        out += &format!("\n\n{indent}{written}");
    }
    Some(out)
}

#[cfg(test)]
mod tests;
