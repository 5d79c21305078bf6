//! The types of the values in tests, found by running the tests once with probes; tests that do not pass are refused.

use super::bench::{Bench, Built, ran_and_passed};
use super::conventional::{Subject, Tests};
use crate::error::SessionError;
use isolde_build::Package;
use isolde_generalize::probe;
use isolde_generalize::reason::Reason;
use isolde_generalize::splice::apply;
use isolde_generalize::types::{self, Scope};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Most builds until all probes compile.
const ROUNDS: usize = 8;

/// Finds the types of all values in tests that are not refused yet.
///
/// # Errors
/// If the package's tests do not build as they are, or a file or program fails.
pub(super) fn find_types(tests: &mut Tests, bench: &Bench) -> Result<(), SessionError> {
    let numbers = numbers(tests);
    let built = built(tests, bench, &numbers)?;
    tests.crates.clone_from(&built.crates);
    let all = tests.subjects.len();
    for (index, &first) in numbers.iter().enumerate() {
        bench.session.count("running tests with probes", index, all);
        if tests.subjects[index].refused.is_none() {
            let refused = run(tests, index, first, &built, bench)?;
            tests.subjects[index].refused = refused;
        }
    }
    Ok(())
}

/// The number of each test's first probe.
fn numbers(tests: &Tests) -> Vec<u32> {
    let mut next = 1;
    let number = |subject: &Subject| {
        let first = next;
        next += u32::try_from(subject.body.places.len()).unwrap_or(0);
        first
    };
    tests.subjects.iter().map(number).collect()
}

/// Builds the tests with probes; those that the compiler refuses are left out.
fn built(tests: &Tests, bench: &Bench, numbers: &[u32]) -> Result<Built, SessionError> {
    let mut without = BTreeSet::new();
    let mut has_rows = true;
    for round in 0..ROUNDS {
        bench.write(tests, &texts(tests, numbers, &without, has_rows))?;
        let built = bench.build()?;
        if built.passed() {
            return Ok(built);
        }
        let before = without.len();
        for error in &built.errors {
            for (subject, &first) in tests.subjects.iter().zip(numbers) {
                let file = &tests.files[subject.file];
                if error.file.ends_with(&file.path)
                    && lines(&file.text, subject).contains(&error.line)
                {
                    without.extend(blamed(&file.text, subject, first, error.line, &without));
                }
            }
        }
        // Rows may be what does not compile.
        let is_stuck = without.len() == before;
        if is_stuck && !has_rows {
            break;
        }
        has_rows &= !is_stuck && round + 3 < ROUNDS;
    }
    let originals: Vec<String> = tests
        .files
        .iter()
        .map(|file| file.original.clone())
        .collect();
    bench.write(tests, &originals)?;
    let built = bench.build()?;
    match built.passed() {
        true => Ok(built),
        false => Err(bench.does_not_build(built.rendered)),
    }
}

fn texts(tests: &Tests, numbers: &[u32], without: &BTreeSet<u32>, has_rows: bool) -> Vec<String> {
    let texts = tests.files.iter().enumerate().map(|(number, file)| {
        let own = tests.subjects.iter().zip(numbers);
        let own = own.filter(|(subject, _)| {
            let is_written = has_rows || subject.part.is_none();
            subject.file == number && subject.refused.is_none() && is_written
        });
        let mut edits: Vec<_> = own
            .flat_map(|(subject, &first)| {
                probe::edits(&subject.test, &subject.body.places, first, without)
            })
            .collect();
        if !has_rows {
            edits.extend(tests.without_rows(number));
        }
        apply(&file.text, &edits)
    });
    texts.collect()
}

/// The probes on a line; all of the test if there are none left on it.
fn blamed(
    text: &str,
    subject: &Subject,
    first: u32,
    line: usize,
    without: &BTreeSet<u32>,
) -> Vec<u32> {
    let places = || (first..).zip(&subject.body.places);
    let on_line: Vec<u32> = places()
        .filter(|(number, place)| {
            line_of(text, place.range.start) == line && !without.contains(number)
        })
        .map(|(number, _)| number)
        .collect();
    match on_line.is_empty() {
        true => places().map(|(number, _)| number).collect(),
        false => on_line,
    }
}

fn line_of(text: &str, at: usize) -> usize {
    1 + text[..at].matches('\n').count()
}

fn lines(text: &str, subject: &Subject) -> RangeInclusive<usize> {
    line_of(text, subject.test.range.start)..=line_of(text, subject.test.range.end)
}

/// Runs a test, and enters the types that it reports. Returns why it is refused.
fn run(
    tests: &mut Tests,
    index: usize,
    first: u32,
    built: &Built,
    bench: &Bench,
) -> Result<Option<Reason>, SessionError> {
    let subject = &tests.subjects[index];
    let root = &tests.files[subject.file].targets[0];
    let name = tests.name(subject);
    let Some(executable) = built.executables.get(root) else {
        return Ok(Some(Reason::NotBuilt));
    };
    let output = bench.run(executable, &name, 0)?;
    if !output.passed() {
        return Ok(Some(Reason::Fails));
    }
    if !ran_and_passed(&output) {
        return Ok(Some(Reason::NotBuilt));
    }
    let answers = probe::answers(&(output.stdout + "\n" + &output.stderr));
    let own = tests.crate_name(root, bench.package);
    let types = source_texts(bench.package, &own);
    for (number, ty) in (first..).zip(&mut tests.subjects[index].types) {
        *ty = answers.get(&number).and_then(|name| types(name));
    }
    Ok(None)
}

/// Turns names of types into source text of a target.
fn source_texts<'a>(package: &'a Package, own: &'a str) -> impl Fn(&str) -> Option<String> + 'a {
    move |name| {
        let scope = Scope {
            library: &package.crate_name,
            own,
        };
        types::source(name, &scope)
    }
}
