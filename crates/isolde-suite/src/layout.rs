//! Where tests stand: in the test target `tests/isolde`, or beside the modules whose private functions they call.

use crate::SuiteError;
use crate::files::{self, Files, Prelude};
use crate::lints::Lints;
use crate::render::Test;
use crate::verify::Witness;
use std::fs;
use std::path::Path;

/// A place for tests, as verification needs to know it.
pub trait Layout {
    /// The name by which `cargo test` knows a test.
    fn qualified(&self, test: &Test) -> String;
    /// The file of a test, as [`Files`] names it.
    fn file(&self, test: &Test) -> String;
    /// The tests as files that allow these lints.
    fn lay_out(&self, tests: &[Test], lints: &Lints) -> Files;
    /// The folder that the names of the files begin in, relative to the package.
    fn folder(&self) -> &Path;
    /// Writes the files into a copy of the package, in place of those of the round before.
    fn write(&self, package: &Path, files: &Files) -> Result<(), SuiteError>;
    /// The witness of verification, if there is a place for it.
    fn witness(&self, lints: &Lints) -> Option<Witness>;
    /// Options of `cargo test` that choose the target.
    fn target(&self) -> &'static [&'static str];
    /// Whether a test that needs something private has another place to go.
    fn gives_way(&self) -> bool;
}

/// The test target `isolde`.
pub struct Outside {
    /// Lines on top of the files.
    pub prelude: Prelude,
    /// Whether tests may also stand beside modules.
    pub gives_way: bool,
}

impl Layout for Outside {
    fn qualified(&self, test: &Test) -> String {
        files::qualified(test)
    }

    fn file(&self, test: &Test) -> String {
        format!("{}.rs", files::module_of(&test.thunk.module))
    }

    fn lay_out(&self, tests: &[Test], lints: &Lints) -> Files {
        files::lay_out(tests, &self.prelude, lints)
    }

    fn folder(&self) -> &Path {
        Path::new("tests/isolde")
    }

    fn write(&self, package: &Path, files: &Files) -> Result<(), SuiteError> {
        let folder = package.join(self.folder());
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(SuiteError::io("remove", &folder))?;
        }
        fs::create_dir_all(&folder).map_err(SuiteError::io("create", &folder))?;
        for (name, text) in &files.texts {
            let path = folder.join(name);
            fs::write(&path, text).map_err(SuiteError::io("write", &path))?;
        }
        Ok(())
    }

    fn witness(&self, lints: &Lints) -> Option<Witness> {
        Some(Witness::new(&files::header(lints)))
    }

    fn target(&self) -> &'static [&'static str] {
        &["--test", "isolde"]
    }

    fn gives_way(&self) -> bool {
        self.gives_way
    }
}
