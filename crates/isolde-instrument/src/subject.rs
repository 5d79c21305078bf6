//! Which code is under test, according to the source file that debug information names.

use crate::Options;
use isolde_llvm::{File, Function, Location, Scope, Value};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A place in the source.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// Source file.
    pub file: Rc<str>,
    /// Line, from 1; 0 if unknown.
    pub line: u32,
    /// Column, from 1; 0 if unknown.
    pub column: u32,
    /// Whether the file is under test.
    pub in_subject: bool,
}

/// Knows which files are under test.
pub(crate) struct Sources<'c> {
    roots: Vec<PathBuf>,
    excluded: Vec<PathBuf>,
    files: HashMap<File<'c>, (Rc<str>, bool)>,
    left_out: HashSet<String>,
}

impl<'c> Sources<'c> {
    pub fn new(options: &Options) -> Sources<'c> {
        Sources {
            roots: options.source_roots.clone(),
            excluded: options.source_excluded.clone(),
            files: HashMap::new(),
            left_out: HashSet::new(),
        }
    }

    /// Functions, by symbol, that are not under test although debug information places them in its files.
    pub fn leave_out(&mut self, symbols: HashSet<String>) {
        self.left_out = symbols;
    }

    fn file(&mut self, scope: Scope<'c>) -> Option<(Rc<str>, bool)> {
        let file = scope.file()?;
        let (roots, excluded) = (&self.roots, &self.excluded);
        Some(
            self.files
                .entry(file)
                .or_insert_with(|| {
                    let path = absolute(&file.directory(), &file.name());
                    let below = |roots: &[PathBuf]| roots.iter().any(|root| path.starts_with(root));
                    let subject = below(roots) && !below(excluded);
                    (path.to_string_lossy().into(), subject)
                })
                .clone(),
        )
    }

    fn place(&mut self, location: Location<'c>) -> Option<Place> {
        let (file, in_subject) = self.file(location.scope())?;
        Some(Place {
            file,
            line: location.line(),
            column: location.column(),
            in_subject,
        })
    }

    /// Where a function under test is written; `None` for all others.
    pub fn function(&mut self, function: Function<'c>) -> Option<Place> {
        let (scope, line) = function.subprogram()?;
        let (file, in_subject) = self.file(scope)?;
        (in_subject && !self.left_out.contains(&*function.name())).then_some(Place {
            file,
            line,
            column: 0,
            in_subject,
        })
    }

    /// The source file of a function of the standard library, below `library/`: `core/src/option.rs`.
    pub fn std_file(&mut self, function: Function<'c>) -> Option<Rc<str>> {
        let (scope, _) = function.subprogram()?;
        let (file, in_subject) = self.file(scope)?;
        let (_, path) = file.split_once("/library/").filter(|_| !in_subject)?;
        let is_std = ["core/src/", "alloc/src/", "std/src/"];
        let is_std = is_std.iter().any(|folder| path.starts_with(folder));
        is_std.then(|| path.into())
    }

    /// The innermost place of an instruction that is under test, searched outwards through inlined calls.
    pub fn under_test(&mut self, instruction: Value<'c>) -> Option<Place> {
        let mut next = instruction.location();
        while let Some(location) = next {
            let place = self.place(location)?;
            if place.in_subject && place.line != 0 {
                return Some(place);
            }
            next = location.inlined_at();
        }
        None
    }

    /// The innermost place of an instruction.
    pub fn innermost(&mut self, instruction: Value<'c>) -> Option<Place> {
        let location = instruction.location()?;
        self.place(location)
    }
}

/// The file's path, in which `.` and `..`, both of which the compiler may write, are resolved textually.
pub(crate) fn absolute(directory: &str, name: &str) -> PathBuf {
    let mut path = PathBuf::new();
    for part in Path::new(directory).join(name).components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir => {
                path.pop();
            }
            part => path.push(part),
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::absolute;
    use std::path::Path;

    #[test]
    fn relative_names_are_joined_and_dots_resolved() {
        assert_eq!(
            absolute("/a/b", "src/./lib.rs"),
            Path::new("/a/b/src/lib.rs")
        );
        assert_eq!(absolute("/a/b", "../c/lib.rs"), Path::new("/a/c/lib.rs"));
        assert_eq!(
            absolute("/a/b", "/rustc/lib.rs"),
            Path::new("/rustc/lib.rs")
        );
    }
}
