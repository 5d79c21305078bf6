//! Source files of the package, each read once.

use crate::request::Location;
use std::collections::BTreeMap;
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;
use syn::Item;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};

/// Files that were asked for.
pub struct Sources<'a> {
    package_root: &'a Path,
    files: BTreeMap<String, File>,
}

struct File {
    text: String,
    /// Where its lines begin.
    starts: Vec<usize>,
    /// The lines of declared types with their attributes, once they were asked for.
    types: Option<Vec<RangeInclusive<usize>>>,
}

impl Sources<'_> {
    /// Those of a package in this folder.
    pub fn of(package_root: &Path) -> Sources<'_> {
        Sources {
            package_root,
            files: BTreeMap::new(),
        }
    }

    /// The text of a file, given relative to the package root; empty if it cannot be read.
    pub fn text(&mut self, file: &str) -> &str {
        &self.file(file).text
    }

    /// A line of a file, counted from 1; `None` if there is no such line.
    pub fn line(&mut self, file: &str, line: u32) -> Option<&str> {
        let file = self.file(file);
        let start = *file.starts.get((line as usize).checked_sub(1)?)?;
        file.text[start..].lines().next()
    }

    fn file(&mut self, name: &str) -> &mut File {
        if !self.files.contains_key(name) {
            let text = fs::read_to_string(self.package_root.join(name)).unwrap_or_default();
            let ends = text.match_indices('\n').map(|(at, _)| at + 1);
            let starts = [0].into_iter().chain(ends).collect();
            let file = File {
                text,
                starts,
                types: None,
            };
            self.files.insert(name.to_owned(), file);
        }
        self.files.get_mut(name).expect("it was just inserted")
    }
}

/// Whether the code at a place was written by `derive`, so that readers would not look for it there: a declared type contains no other code.
pub fn is_derived(sources: &mut Sources, place: &Location) -> bool {
    let file = sources.file(&place.file);
    let text = &file.text;
    let types = file.types.get_or_insert_with(|| types_in(text));
    types
        .iter()
        .any(|lines| lines.contains(&(place.line as usize)))
}

/// The lines of the types that a source file declares. None if it cannot be read as Rust.
fn types_in(text: &str) -> Vec<RangeInclusive<usize>> {
    #[derive(Default)]
    struct Types(Vec<RangeInclusive<usize>>);

    impl Visit<'_> for Types {
        fn visit_item(&mut self, item: &Item) {
            if let Item::Struct(_) | Item::Enum(_) | Item::Union(_) = item {
                let span = item.span();
                self.0.push(span.start().line..=span.end().line);
            }
            visit::visit_item(self, item);
        }
    }

    let mut types = Types::default();
    if let Ok(file) = syn::parse_file(text) {
        types.visit_file(&file);
    }
    types.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_from_one_and_missing_ones_are_none() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("a.rs"), "first\r\n\nthird\n").expect("writable");
        let mut sources = Sources::of(folder.path());
        let lines = [0, 1, 2, 3, 4].map(|line| sources.line("a.rs", line).map(str::to_owned));
        assert_eq!(
            lines.each_ref().map(Option::as_deref),
            [None, Some("first"), Some(""), Some("third"), None]
        );
        assert_eq!(
            (
                sources.line("b.rs", 1).map(str::to_owned),
                sources.text("b.rs")
            ),
            (None, "")
        );
    }

    #[test]
    fn code_inside_the_declaration_of_a_type_is_derived() {
        let folder = tempfile::tempdir().expect("a folder");
        let text =
            "#[derive(Debug)]\nstruct A {\n  b: u8,\n}\nfn c() {\n  enum D {\n E }\n  e();\n}\n";
        fs::write(folder.path().join("a.rs"), text).expect("writable");
        let mut sources = Sources::of(folder.path());
        let derived = (1..=9).filter(|&line| {
            let place = Location {
                file: "a.rs".into(),
                line,
                decided_by: None,
            };
            is_derived(&mut sources, &place)
        });
        assert_eq!(derived.collect::<Vec<_>>(), [1, 2, 3, 4, 6, 7]);
    }
}
