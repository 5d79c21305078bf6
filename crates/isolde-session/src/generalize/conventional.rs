//! The conventional tests of a package: found in its source files, and what is known about each.

use super::error::GeneralizeError;
use crate::puts::matches;
use isolde_build::Package;
use isolde_generalize::body::{self, Body};
use isolde_generalize::names::Names;
use isolde_generalize::read::{self, Test};
use isolde_generalize::reason::Reason;
use isolde_generalize::splice::Edit;
use isolde_generalize::unroll::{self, Unrolled, unroll};
use isolde_suite::modules;
use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A source file with tests.
#[derive(Debug)]
pub(super) struct File {
    /// Relative to the package root.
    pub(super) path: PathBuf,
    /// Its text as it is.
    pub(super) original: String,
    /// Its text with a test for each row of a table, which is what all ranges are about.
    pub(super) text: String,
    /// What the text has in addition.
    pub(super) rows: Vec<Range<usize>>,
    /// The root files of the targets that it belongs to, relative to the package root.
    pub(super) targets: Vec<PathBuf>,
    /// Its module in the first of these.
    pub(super) module: Vec<String>,
}

/// A conventional test.
#[derive(Debug)]
pub(super) struct Subject {
    /// Number of its file.
    pub(super) file: usize,
    pub(super) test: Test,
    /// What a parameterized test takes the place of.
    pub(super) place: Range<usize>,
    pub(super) body: Body,
    /// Types of the body's places, as `std::any::type_name` names them, and then as source text.
    pub(super) types: Vec<Option<String>>,
    /// Why it is left as it is.
    pub(super) refused: Option<Reason>,
    /// Comments of its table, which its text does not contain.
    pub(super) comments: Vec<String>,
    /// If it is only one assertion or row of a test: that test's number, and what the text loses.
    pub(super) part: Option<Part>,
}

/// One of the assertions that a test consists of, or a row of its table, as a test of its own.
#[derive(Debug)]
pub(super) struct Part {
    /// Number of the whole test.
    pub(super) of: usize,
    /// Removes the other assertions.
    pub(super) removals: Vec<Edit>,
    /// Whether it is a row, which is written as a test that takes the place of the whole.
    pub(super) is_row: bool,
}

/// All conventional tests of a package.
#[derive(Debug, Default)]
pub(super) struct Tests {
    pub(super) files: Vec<File>,
    pub(super) subjects: Vec<Subject>,
    /// What the package's functions call their parameters.
    pub(super) names: Names,
    /// Names of targets as code writes them, by their root files; known after the first build.
    pub(super) crates: BTreeMap<PathBuf, String>,
    /// The files whose tests could not be read, and why.
    pub(super) unread: Vec<(PathBuf, String)>,
}

impl Tests {
    /// Reads the source files of a package.
    ///
    /// # Errors
    /// If a file cannot be read. The tests of a file that is not Rust are left alone.
    pub(super) fn read(package: &Package) -> Result<Tests, GeneralizeError> {
        let mut tests = Tests::default();
        for root in &package.tested_files {
            let root = root.strip_prefix(&package.root).unwrap_or(root);
            let is_example = ["examples", "benches"]
                .iter()
                .any(|folder| root.starts_with(folder));
            if is_example {
                continue;
            }
            for module in modules::find(&package.root, root) {
                let known = tests
                    .files
                    .iter_mut()
                    .find(|file| file.path == module.source);
                match known {
                    Some(file) => file.targets.push(root.to_owned()),
                    None => tests.add(&package.root, root, module.source, module.path)?,
                }
            }
        }
        Ok(tests)
    }

    fn add(
        &mut self,
        package: &Path,
        root: &Path,
        path: PathBuf,
        module: Vec<String>,
    ) -> Result<(), GeneralizeError> {
        let original = fs::read_to_string(package.join(&path)).map_err(|source| {
            GeneralizeError::Unreadable {
                path: package.join(&path),
                source,
            }
        })?;
        let Unrolled { text, inserted } = unroll(&original);
        self.names.add(&text);
        let found = match read::tests(&text) {
            Ok(found) => found,
            Err(error) => {
                self.unread.push((path.clone(), error.to_string()));
                Vec::new()
            }
        };
        for mut test in found {
            let body = body::read(&text, &test.function.block);
            let before = inserted.iter().filter(|rows| rows.end <= test.range.start);
            test.line -= before.map(|rows| lines(&text[rows.clone()])).sum::<usize>();
            self.subjects.push(Subject {
                file: self.files.len(),
                place: test.range.clone(),
                types: vec![None; body.places.len()],
                refused: test.refused.clone(),
                comments: Vec::new(),
                part: None,
                test,
                body,
            });
        }
        self.files.push(File {
            path,
            original,
            text,
            rows: inserted,
            targets: vec![root.to_owned()],
            module,
        });
        Ok(())
    }

    /// Leaves out the tests that were not asked for, and refuses those whose files belong to several targets.
    pub(super) fn choose(&mut self, filters: &[String], package: &Package) {
        let paths: Vec<String> = self
            .subjects
            .iter()
            .map(|subject| self.path_of_whole(subject, package))
            .collect();
        let mut paths = paths.iter();
        self.subjects.retain(|_| {
            let path = paths.next();
            filters.is_empty()
                || path.is_some_and(|path| filters.iter().any(|filter| matches(filter, path)))
        });
        for subject in &mut self.subjects {
            if self.files[subject.file].targets.len() > 1 {
                subject.refused = Some(Reason::Shared);
            }
        }
        self.connect_rows();
    }

    /// Makes the tests for rows parts of the tests that they were taken from. They come behind all others, so that these keep their numbers without them.
    fn connect_rows(&mut self) {
        let is_row = |subject: &Subject| unroll::whole_of(&subject.test.name).is_some();
        let (rows, wholes): (Vec<_>, Vec<_>) = self.subjects.drain(..).partition(is_row);
        self.subjects.extend(wholes.into_iter().chain(rows));
        for number in 0..self.subjects.len() {
            let subject = &self.subjects[number];
            let Some(name) = unroll::whole_of(&subject.test.name) else {
                continue;
            };
            let whole = self.subjects.iter().position(|whole| {
                whole.file == subject.file
                    && whole.test.modules == subject.test.modules
                    && whole.test.name == name
            });
            self.subjects[number].part = whole.map(|of| Part {
                of,
                removals: Vec::new(),
                is_row: true,
            });
        }
    }

    /// Takes the tests for rows out of a file's text, without moving anything else.
    pub(super) fn without_rows(&self, file: usize) -> Vec<Edit> {
        let File { text, rows, .. } = &self.files[file];
        let blank =
            |rows: &Range<usize>| Edit::new(rows.clone(), "\n".repeat(lines(&text[rows.clone()])));
        rows.iter().map(blank).collect()
    }

    /// The path of a test as `cargo test` prints it.
    pub(super) fn name(&self, subject: &Subject) -> String {
        let module = self.files[subject.file].module.iter().cloned();
        let segments: Vec<String> = module.chain([subject.test.path()]).collect();
        segments.join("::")
    }

    /// The path of a test, its target's crate first.
    pub(super) fn path(&self, subject: &Subject, package: &Package) -> String {
        let root = &self.files[subject.file].targets[0];
        format!("{}::{}", self.crate_name(root, package), self.name(subject))
    }

    /// The path of a test; of a row, that of the test that it was taken from.
    fn path_of_whole(&self, subject: &Subject, package: &Package) -> String {
        let path = self.path(subject, package);
        unroll::whole_of(&path).map_or(path.clone(), str::to_owned)
    }

    /// The name of the target with this root file as code writes it.
    pub(super) fn crate_name(&self, root: &Path, package: &Package) -> String {
        if let Some(name) = self.crates.get(root) {
            return name.clone();
        }
        if package.root.join(root) == package.root_file {
            return package.crate_name.clone();
        }
        let stem = root.file_stem().unwrap_or_default().to_string_lossy();
        let folder = root.parent().and_then(Path::file_name).unwrap_or_default();
        match &*stem {
            "main" => folder.to_string_lossy().replace('-', "_"),
            stem => stem.replace('-', "_"),
        }
    }
}

fn lines(text: &str) -> usize {
    text.matches('\n').count()
}
