//! Conventional tests in the files of one test target, as verification lays them out.

use super::place::Declared;
use super::source::SourceFile;
use isolde_puts::emit::Ending;
use isolde_suite::SuiteError;
use isolde_suite::candidate::{self, Candidate, Expected};
use isolde_suite::files::{Files, Place};
use isolde_suite::install::{self, Change};
use isolde_suite::layout::Layout;
use isolde_suite::lints::Lints;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Lints that the text of the user's own tests may set off where it is written again.
const ALLOWED: [&str; 3] = ["dead_code", "unused_imports", "clippy::all"];

/// A conventional test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EmittedTest {
    /// Number of its file.
    pub(super) file: usize,
    /// Its name in that file.
    pub(super) name: String,
    /// Number of its parameterized test in that file.
    pub(super) put: usize,
    expected: Expected,
}

impl Candidate for EmittedTest {
    fn expected(&self) -> Expected {
        self.expected
    }
}

/// A test target, and the files in it that are written.
pub(super) struct Target<'a> {
    /// The user's package.
    package: &'a Path,
    /// Options of `cargo test` that choose this target.
    options: Vec<String>,
    pub(super) files: Vec<SourceFile<'a>>,
}

impl<'a> Target<'a> {
    /// A target with those of its files that cargo selects with the same options.
    pub(super) fn new(
        package: &'a Path,
        options: Vec<String>,
        files: Vec<SourceFile<'a>>,
    ) -> Target<'a> {
        Target {
            package,
            options,
            files,
        }
    }

    /// The target as messages name it.
    pub(super) fn name(&self) -> String {
        format!("`{}`", self.options.join(" "))
    }

    /// All tests that can be written.
    pub(super) fn tests(&self) -> Vec<EmittedTest> {
        let files = self.files.iter().enumerate();
        let tests = files.flat_map(|(file, source)| {
            source.tests().iter().map(move |test| EmittedTest {
                file,
                name: test.name.clone(),
                put: test.put,
                expected: match &test.ending {
                    Ending::Passes if test.is_ignored => Expected::PassesAlone,
                    Ending::Passes => Expected::Passes,
                    Ending::Fails => Expected::Shows(candidate::Ending::Fails),
                    Ending::Dies(Some(outcome)) => Expected::Shows(candidate::Ending::of(outcome)),
                    Ending::Dies(None) => Expected::Shows(candidate::Ending::Breaks),
                },
            })
        });
        tests.collect()
    }

    /// The name of a file in [`Files`]: its path in the package.
    fn file_name(&self, file: &SourceFile) -> String {
        let path = file.place.as_ref().map(|place| &place.file);
        let path = path.map(|path| path.strip_prefix(self.package).unwrap_or(path));
        path.map_or_else(String::new, |path| path.display().to_string())
    }

    /// The changes that turn `package`, which is the user's package or a copy of it, into the user's package with these files.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub(super) fn changes(&self, package: &Path, files: &Files) -> Result<Vec<Change>, SuiteError> {
        let mut wanted: BTreeMap<PathBuf, Option<String>> = BTreeMap::new();
        for file in &self.files {
            let name = self.file_name(file);
            let text = match files.texts.get(&name) {
                Some(text) => Some(text.clone()),
                None => text_of(&self.package.join(&name))?,
            };
            let is_written = files.texts.contains_key(&name);
            wanted.insert(PathBuf::from(name), text);
            let place = file.place.as_ref();
            let Some(Declared { file: around, .. }) = place.and_then(|it| it.declared.as_ref())
            else {
                continue;
            };
            let relative = around.strip_prefix(self.package).unwrap_or(around);
            // One file may declare several of the new files.
            let text = match wanted.remove(relative) {
                Some(text) => text,
                None => text_of(around)?,
            };
            let declared = place.and_then(|it| it.declared.as_ref());
            let added = declared
                .filter(|_| is_written)
                .and_then(|declared| declared.added(text.as_deref().unwrap_or_default()));
            wanted.insert(relative.to_owned(), added.or(text));
        }
        let mut changes = Vec::new();
        for (name, text) in wanted {
            let path = package.join(name);
            if text_of(&path)? != text {
                changes.push(Change { path, text });
            }
        }
        Ok(changes)
    }
}

/// The text of a file; `None` if there is no such file.
fn text_of(path: &Path) -> Result<Option<String>, SuiteError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(SuiteError::io("read", path)(error)),
    }
}

impl Layout for Target<'_> {
    type Test = EmittedTest;

    fn qualified(&self, test: &EmittedTest) -> String {
        let place = self.files[test.file].place.as_ref();
        let path = place.map_or("", |place| place.path.as_str());
        format!("{path}{}", test.name)
    }

    fn lints(&self) -> Lints {
        Lints::allowing(&ALLOWED)
    }

    fn lay_out(&self, tests: &[EmittedTest], lints: &Lints) -> Files {
        let mut files = Files {
            places: vec![Place::default(); tests.len()],
            ..Files::default()
        };
        for (number, file) in self.files.iter().enumerate() {
            let own = tests.iter().enumerate();
            let own: Vec<(usize, &EmittedTest)> =
                own.filter(|(_, test)| test.file == number).collect();
            let names: BTreeSet<&str> = own.iter().map(|(_, test)| test.name.as_str()).collect();
            let written = file.written(&lints.attribute(), &|name| names.contains(name));
            let (Some(place), Ok(new)) = (&file.place, written) else {
                continue;
            };
            if names.is_empty() {
                continue;
            }
            let name = self.file_name(file);
            for (index, test) in own {
                let written = new.tests.iter().find(|new| new.name == test.name);
                files.places[index] = Place {
                    file: name.clone(),
                    lines: written.map_or_else(Vec::new, |written| written.lines.clone()),
                };
            }
            files.modules.insert(name.clone(), place.path.clone());
            files.texts.insert(name, new.source);
        }
        files
    }

    fn folder(&self) -> &Path {
        Path::new("")
    }

    fn write(&self, package: &Path, files: &Files) -> Result<(), SuiteError> {
        install::change(&self.changes(package, files)?)?;
        Ok(())
    }

    fn target(&self) -> Vec<String> {
        self.options.clone()
    }
}
