//! Which files tests are written to: those of the test target `tests/isolde`, or files beside the modules whose private functions they call.

use crate::SuiteError;
use crate::candidate::Candidate;
use crate::files::{self, Files, Prelude};
use crate::lints::Lints;
use crate::name;
use crate::render::Test;
use std::fs;
use std::path::Path;

/// A place for tests that cargo builds as one test target, with what verification needs to know about it.
pub trait Layout {
    /// The kind of test that is written there.
    type Test: Candidate;

    /// The name by which `cargo test` knows a test.
    fn qualified(&self, test: &Self::Test) -> String;
    /// Gives tests the names that they have among these tests. Their names so far may be those that they had among more of them.
    fn name(&self, _: &mut [Self::Test]) {}
    /// The lints that the files allow as long as nothing is known about the package's own lints.
    fn lints(&self) -> Lints {
        Lints::default()
    }
    /// The tests as files that allow these lints.
    fn lay_out(&self, tests: &[Self::Test], lints: &Lints) -> Files;
    /// The folder, relative to the package, that the files' names are relative to.
    fn folder(&self) -> &Path;
    /// Writes the files into a copy of the package, in place of those of the previous round.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    fn write(&self, package: &Path, files: &Files) -> Result<(), SuiteError>;
    /// Options of `cargo test` that choose the target.
    fn target(&self) -> Vec<String>;
    /// Whether it may be that a test needs something that is private where it is placed.
    fn gives_way(&self) -> bool {
        false
    }
}

/// Names these tests. `qualified` tells how `cargo test` knows a test of some name.
pub(crate) fn give_names(tests: &mut [Test], qualified: &dyn Fn(&Test) -> String) {
    let suggestions: Vec<(String, Vec<String>)> = tests
        .iter_mut()
        .map(|test| {
            test.name = String::new();
            (qualified(test), test.names.clone())
        })
        .collect();
    for (test, name) in tests.iter_mut().zip(name::assign(&suggestions)) {
        test.name = name;
    }
}

/// The test target `isolde`.
pub struct Outside {
    /// Lines on top of the files.
    pub prelude: Prelude,
    /// Whether tests may also be written beside modules.
    pub gives_way: bool,
}

impl Layout for Outside {
    type Test = Test;

    fn qualified(&self, test: &Test) -> String {
        files::qualified(test)
    }

    fn name(&self, tests: &mut [Test]) {
        give_names(tests, &|test| self.qualified(test));
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

    fn target(&self) -> Vec<String> {
        ["--test", "isolde"].map(str::to_owned).into()
    }

    fn gives_way(&self) -> bool {
        self.gives_way
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::tests::test;
    use isolde_record::{Observation, Outcome};

    #[test]
    fn names_have_no_gaps_after_tests_were_removed() {
        let named = |names: &[&str]| {
            let mut test = test(Outcome::Returned, Observation::default(), false);
            test.names = names.iter().map(|&name| name.to_owned()).collect();
            test
        };
        let layout = Outside {
            prelude: Prelude::default(),
            gives_way: false,
        };
        let mut tests = vec![
            named(&["sum_is_0"]),
            named(&["sum_is_0"]),
            named(&["f", "f_of_1"]),
            named(&["f"]),
        ];
        let names = |tests: &[Test]| {
            tests
                .iter()
                .map(|test| test.name.clone())
                .collect::<Vec<_>>()
        };
        layout.name(&mut tests);
        assert_eq!(names(&tests), ["sum_is_0", "sum_is_0_2", "f_of_1", "f"]);
        tests.remove(0);
        tests.pop();
        layout.name(&mut tests);
        assert_eq!(names(&tests), ["sum_is_0", "f"]);
    }
}
