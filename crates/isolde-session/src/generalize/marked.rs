//! The package's code with marks for branches and mutants, built in the copy. Marks that the compiler refuses are left out.

use super::bench::{Bench, Built};
use super::conventional::{File, Tests};
use crate::error::SessionError;
use isolde_explore::mix;
use isolde_generalize::mutants::{Marked, allowance, mark, support};
use isolde_generalize::splice::apply;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Most builds until all marks compile.
const ROUNDS: usize = 8;
/// Most mutants that are built.
const MOST_MUTANTS: usize = 400;

/// The marks of a package's code.
pub(super) struct Marks {
    /// Those of each file; none in files that hold tests only.
    files: Vec<Option<Marked>>,
    /// Branches that are not written.
    without: BTreeSet<u32>,
    /// Mutants that are written.
    pub(super) with: BTreeSet<u32>,
    /// Number of branches, with those that are not written.
    all_branches: u32,
}

impl Marks {
    /// The marks of the package's code, with a sample of the mutants that the seed chooses.
    pub(super) fn new(tests: &Tests, package: &Path, seed: u64) -> Marks {
        let texts: Vec<&str> = tests
            .files
            .iter()
            .map(|file| file.original.as_str())
            .collect();
        let (files, all_branches) = marked(tests, &texts);
        let mut numbers: Vec<u32> = mutants(&files).map(|(number, _)| number).collect();
        numbers.sort_by_key(|&number| mixed(seed, number));
        numbers.truncate(MOST_MUTANTS);
        tracing::debug!(package = %package.display(), all_branches, mutants = numbers.len(), "marked");
        Marks {
            files,
            without: BTreeSet::new(),
            with: numbers.into_iter().collect(),
            all_branches,
        }
    }

    /// Builds the package's code and these texts of its files with marks. Returns `None` if it does not build with any marks; marks that are refused are
    /// left out from then on if `may_leave_out`.
    ///
    /// # Errors
    /// If a file or program fails, or the user wants to stop.
    pub(super) fn build(
        &mut self,
        tests: &Tests,
        texts: &[String],
        bench: &Bench,
        may_leave_out: bool,
    ) -> Result<Option<Built>, SessionError> {
        let sources: Vec<&str> = texts.iter().map(String::as_str).collect();
        let (files, all_branches) = marked(tests, &sources);
        if all_branches != self.all_branches {
            return Ok(None);
        }
        for _ in 0..ROUNDS {
            bench.write(tests, &self.texts(tests, texts, &files))?;
            let built = bench.build()?;
            if built.passed() {
                return Ok(Some(built));
            }
            tracing::debug!(rendered = built.rendered, "marks are refused");
            if !may_leave_out || !self.leave_out(tests, &built) {
                return Ok(None);
            }
        }
        Ok(None)
    }

    fn texts(&self, tests: &Tests, texts: &[String], files: &[Option<Marked>]) -> Vec<String> {
        let roots: BTreeSet<&PathBuf> = code(tests).flat_map(|file| &file.targets).collect();
        let written = tests.files.iter().zip(texts).zip(files);
        let written = written.map(|((file, text), marked)| {
            let mut edits = marked
                .as_ref()
                .map_or(Vec::new(), |marked| marked.edits(&self.without, &self.with));
            let is_root = roots.contains(&file.path);
            if is_root {
                edits.splice(0..0, allowance(text));
            }
            let mut out = apply(text, &edits);
            if is_root {
                out += &support(self.all_branches);
            }
            out
        });
        written.collect()
    }

    /// Leaves out the marks that errors are about. Returns whether there were any.
    fn leave_out(&mut self, tests: &Tests, built: &Built) -> bool {
        let before = (self.with.len(), self.without.len());
        for error in &built.errors {
            let files = tests.files.iter().zip(&self.files);
            for (_, marked) in files.filter(|(file, _)| error.file.ends_with(&file.path)) {
                if let Some(marked) = marked {
                    let (mutants, branches) = blamed(marked, error.line, &self.with);
                    self.with.retain(|number| !mutants.contains(number));
                    self.without.extend(branches);
                }
            }
        }
        before != (self.with.len(), self.without.len())
    }

    /// The branches that are written.
    pub(super) fn branches(&self) -> usize {
        self.all_branches as usize - self.without.len()
    }

    /// The mutants that are written, with the branch that leads to each, in the order of the sample.
    pub(super) fn sample(&self, seed: u64) -> Vec<(u32, u32)> {
        let mut sample: Vec<(u32, u32)> = mutants(&self.files)
            .filter(|(number, _)| self.with.contains(number))
            .map(|(number, mutant)| (number, mutant.branch))
            .collect();
        sample.sort_by_key(|&(number, _)| mixed(seed, number));
        sample
    }

    /// What a mutant puts in the place of what, and where.
    pub(super) fn describe(&self, tests: &Tests, wanted: u32) -> Option<String> {
        let mut files = tests.files.iter().zip(&self.files);
        files.find_map(|(file, marked)| {
            let mut numbered = marked.as_ref()?.numbered();
            let (_, mutant) = numbered.find(|(number, _)| *number == wanted)?;
            let (path, line) = (file.path.display(), mutant.lines.start());
            Some(format!("{path}:{line}: {}", mutant.what))
        })
    }
}

/// The marks of all files with these texts, and the number of branches.
fn marked(tests: &Tests, texts: &[&str]) -> (Vec<Option<Marked>>, u32) {
    let (mut branches, mut mutants) = (0, 1);
    let mut files: Vec<Option<Marked>> = Vec::new();
    let code: BTreeSet<&PathBuf> = code(tests).map(|file| &file.path).collect();
    let mut test_modules: Vec<(&PathBuf, Vec<String>)> = Vec::new();
    for (file, text) in tests.files.iter().zip(texts) {
        let is_for_tests = test_modules
            .iter()
            .any(|(root, module)| *root == &file.targets[0] && file.module.starts_with(module));
        let marked =
            (code.contains(&file.path) && !is_for_tests).then(|| mark(text, branches, mutants));
        if let Some(marked) = &marked {
            branches += u32::try_from(marked.branches.len()).unwrap_or(0);
            mutants += u32::try_from(marked.mutants.len()).unwrap_or(0);
            let own = marked.test_modules.iter().map(|module| {
                let path = file.module.iter().chain(module).cloned().collect();
                (&file.targets[0], path)
            });
            test_modules.extend(own);
        }
        files.push(marked);
    }
    (files, branches)
}

/// The files of the package that hold more than tests.
fn code(tests: &Tests) -> impl Iterator<Item = &File> {
    const FOR_TESTS: [&str; 3] = ["tests", "examples", "benches"];
    tests.files.iter().filter(|file| {
        let mut paths = file.targets.iter().chain([&file.path]);
        !paths.any(|path| FOR_TESTS.iter().any(|folder| path.starts_with(folder)))
    })
}

fn mutants(
    files: &[Option<Marked>],
) -> impl Iterator<Item = (u32, &isolde_generalize::mutants::Mutant)> {
    files.iter().flatten().flat_map(Marked::numbered)
}

/// The marks that an error on this line is about: the mutants with the fewest lines around it; if there are none, those of its function and the branches of
/// the line.
fn blamed(marked: &Marked, line: usize, with: &BTreeSet<u32>) -> (BTreeSet<u32>, BTreeSet<u32>) {
    let written = || {
        marked
            .numbered()
            .filter(|(number, _)| with.contains(number))
    };
    let around: Vec<_> = written()
        .filter(|(_, mutant)| mutant.lines.contains(&line))
        .collect();
    let length = |mutant: &isolde_generalize::mutants::Mutant| mutant.lines.clone().count();
    let fewest = around.iter().map(|(_, mutant)| length(mutant)).min();
    let nearest: BTreeSet<u32> = around
        .iter()
        .filter(|(_, mutant)| Some(length(mutant)) == fewest)
        .map(|(number, _)| *number)
        .collect();
    if !nearest.is_empty() {
        return (nearest, BTreeSet::new());
    }
    let in_function = written().filter(|(_, mutant)| mutant.function.contains(&line));
    let in_function = in_function.map(|(number, _)| number).collect();
    (in_function, marked.branches_on(line).into_iter().collect())
}

/// A number that seed and number decide and that looks like chance.
fn mixed(seed: u64, number: u32) -> u64 {
    mix(mix(seed) ^ u64::from(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIB: &str = "pub fn f(a: u8) -> u8 {\n    a + 1\n}\nfn g(\n    a: u8,\n) -> bool {\n    a == 1\n        || a < 5\n}\n#[cfg(test)]\nmod tests;\n";

    fn tests() -> Tests {
        let file = |path: &str, module: &[&str], text: &str, target: &str| File {
            path: PathBuf::from(path),
            original: text.to_owned(),
            text: text.to_owned(),
            rows: Vec::new(),
            targets: vec![PathBuf::from(target)],
            module: module.iter().map(|&name| name.to_owned()).collect(),
        };
        let helper = "fn helper(a: u8) -> u8 { a + 1 }\n";
        Tests {
            files: vec![
                file("src/lib.rs", &[], LIB, "src/lib.rs"),
                file("src/tests.rs", &["tests"], helper, "src/lib.rs"),
                file("tests/api.rs", &[], helper, "tests/api.rs"),
            ],
            ..Tests::default()
        }
    }

    #[test]
    fn only_code_outside_of_tests_is_marked() {
        let tests = tests();
        let marks = Marks::new(&tests, Path::new(""), 1);
        let originals: Vec<String> = tests.files.iter().map(|file| file.text.clone()).collect();
        let written = marks.texts(&tests, &originals, &marks.files);
        assert!(written[0].contains("::is("), "{}", written[0]);
        assert!(written[0].ends_with(&support(2)), "{}", written[0]);
        assert_eq!(written[1..], originals[1..]);
        assert_eq!((marks.branches(), marks.sample(1).len()), (2, 9));
        // The same seed chooses the same order.
        assert_eq!(
            marks.sample(5),
            Marks::new(&tests, Path::new(""), 5).sample(5)
        );
        let (first, _) = marks.sample(1)[0];
        let shown = marks.describe(&tests, first).expect("it is there");
        assert!(shown.starts_with("src/lib.rs:"), "{shown}");
    }

    #[test]
    fn an_error_is_about_the_innermost_mutant_on_its_line() {
        let marked = mark(LIB, 0, 1);
        let all: BTreeSet<u32> = marked.numbered().map(|(number, _)| number).collect();
        let what = |line: usize, with: &BTreeSet<u32>| {
            let (mutants, branches) = blamed(&marked, line, with);
            let what = marked
                .numbered()
                .filter(|(number, _)| mutants.contains(number));
            let what: Vec<&str> = what.map(|(_, mutant)| mutant.what.as_str()).collect();
            (what.join(", "), branches.len())
        };
        let inner = what(8, &all).0;
        assert_eq!(
            inner,
            "`a >= 5` instead of `a < 5`, `a <= 5` instead of `a < 5`"
        );
        assert_eq!(what(2, &all).0, "`a - 1` instead of `a + 1`");
        // Without one on the line, all of the function and the branch that begins there.
        let others: BTreeSet<u32> = [1].into();
        assert_eq!(what(2, &others), ("`f` returns `0`".to_owned(), 0));
        assert_eq!(what(1, &BTreeSet::new()), (String::new(), 1));
    }
}
