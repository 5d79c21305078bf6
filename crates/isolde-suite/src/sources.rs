//! Source files of the package, each read once.

use crate::request::Location;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Files that were asked for.
pub struct Sources<'a> {
    package_root: &'a Path,
    files: BTreeMap<String, File>,
}

struct File {
    text: String,
    /// Where its lines begin.
    starts: Vec<usize>,
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

    fn file(&mut self, file: &str) -> &File {
        if !self.files.contains_key(file) {
            let text = fs::read_to_string(self.package_root.join(file)).unwrap_or_default();
            let ends = text.match_indices('\n').map(|(at, _)| at + 1);
            let starts = [0].into_iter().chain(ends).collect();
            self.files.insert(file.to_owned(), File { text, starts });
        }
        &self.files[file]
    }
}

/// Whether the code at a place was written by `derive`, so that readers would not look for it there.
pub fn is_derived(sources: &mut Sources, place: &Location) -> bool {
    let line = sources.line(&place.file, place.line);
    line.is_some_and(|line| line.trim_start().starts_with("#[derive"))
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
}
