//! What all tests of the package show about its code, before and after: the branches that they take, and the mutants that they kill. A parameterized test
//! that loses some of it is not accepted.
//!
//! Both sides run the same mutants. A mutant is killed if a test fails that passes without it, or if the tests do not come to an end.

use super::bench::{Bench, Built};
use super::conventional::Tests;
use super::marked::Marks;
use super::merged::{Merged, texts};
use crate::error::SessionError;
use isolde_cargo::process::{End, Output};
use isolde_generalize::mutants::reached;
use isolde_record::generalize::MeasuredRecord;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The seed of fresh inputs.
const SEED: u64 = 1;
/// Most mutants for which it is found out which test has lost them.
const MOST_LOST: usize = 40;
/// Least time limit of a run.
const SHORTEST_LIMIT: Duration = Duration::from_secs(2);

/// What the tests show.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown {
    pub(super) branches: BTreeSet<u32>,
    pub(super) killed: BTreeSet<u32>,
}

/// The measurement: what the old tests show, and how to find out what the new ones do.
pub(super) struct Measure<'b> {
    bench: &'b Bench<'b>,
    marks: Marks,
    /// The old test executables.
    old: Vec<Program>,
    /// The mutants that were tried, with the branches that lead to them.
    tried: Vec<(u32, u32)>,
    before: Shown,
    /// Nothing if the new tests do not build together with marks.
    after: Option<Shown>,
}

/// A test executable with marks.
struct Program {
    root: PathBuf,
    path: PathBuf,
    /// The tests that pass without a mutant.
    passing: BTreeSet<String>,
    branches: BTreeSet<u32>,
    limit: Duration,
}

impl<'b> Measure<'b> {
    /// Measures the old tests; mutants are tried for at most `time`. `None` if the package does not build with any marks.
    ///
    /// # Errors
    /// If a file or program fails, or the user wants to stop.
    pub(super) fn new(
        tests: &Tests,
        bench: &'b Bench<'b>,
        time: Duration,
    ) -> Result<Option<Measure<'b>>, SessionError> {
        let seed = bench.session.search.seed;
        let mut marks = Marks::new(tests, &bench.root, seed);
        let texts: Vec<String> = tests
            .files
            .iter()
            .map(|file| file.original.clone())
            .collect();
        let Some(built) = marks.build(tests, &texts, bench, true)? else {
            return Ok(None);
        };
        let built = bench.keep(built, "old")?;
        let old = programs(&built, bench)?;
        let sample = marks.sample(seed);
        let mut measure = Measure {
            before: shown(&old),
            after: None,
            tried: Vec::new(),
            marks,
            old,
            bench,
        };
        let started = Instant::now();
        for (done, &(mutant, branch)) in sample.iter().enumerate() {
            if started.elapsed() >= time {
                break;
            }
            bench.session.count("trying mutants", done, sample.len());
            if is_killed(&measure.old, mutant, branch, bench)? {
                measure.before.killed.insert(mutant);
            }
            measure.tried.push((mutant, branch));
        }
        Ok(Some(measure))
    }

    /// What the record says; nothing if the new tests could not be measured.
    pub(super) fn record(&self) -> Option<MeasuredRecord> {
        let after = self.after.as_ref()?;
        Some(MeasuredRecord {
            branches: self.marks.branches(),
            branches_before: self.before.branches.len(),
            branches_after: after.branches.len(),
            mutants: self.tried.len(),
            killed_before: self.before.killed.len(),
            killed_after: after.killed.len(),
        })
    }

    /// Measures the tests with the new ones in place of the old ones. Returns the new tests that lose something, by their numbers, with what that is.
    ///
    /// # Errors
    /// If a file or program fails, or the user wants to stop.
    pub(super) fn losing(
        &mut self,
        merged: &[Merged],
        tests: &Tests,
    ) -> Result<BTreeMap<usize, String>, SessionError> {
        let texts = texts(merged, tests);
        self.after = None;
        let Some(built) = self.marks.build(tests, &texts, self.bench, false)? else {
            return Ok(BTreeMap::new());
        };
        let new = programs(&built, self.bench)?;
        let mut after = shown(&new);
        for (done, &(mutant, branch)) in self.tried.iter().enumerate() {
            let all = self.tried.len();
            self.bench.session.count("trying mutants again", done, all);
            if is_killed(&new, mutant, branch, self.bench)? {
                after.killed.insert(mutant);
            }
        }
        self.try_lost_again(&mut after, &new)?;
        let blamed = self.blamed(&after, merged, tests)?;
        self.after = Some(after);
        Ok(blamed)
    }

    /// Runs mutants that only the old tests killed once more on both sides: a mutant that makes tests slow may be killed in one run and not in another,
    /// which says nothing about the tests.
    fn try_lost_again(&mut self, after: &mut Shown, new: &[Program]) -> Result<(), SessionError> {
        for &(mutant, branch) in &self.tried {
            if !self.before.killed.contains(&mutant) || after.killed.contains(&mutant) {
                continue;
            }
            if is_killed(new, mutant, branch, self.bench)? {
                after.killed.insert(mutant);
            } else if !is_killed(&self.old, mutant, branch, self.bench)? {
                self.before.killed.remove(&mutant);
            }
        }
        Ok(())
    }

    /// The new tests whose old tests took a branch or killed a mutant that is lost.
    fn blamed(
        &self,
        after: &Shown,
        merged: &[Merged],
        tests: &Tests,
    ) -> Result<BTreeMap<usize, String>, SessionError> {
        let mut blamed = BTreeMap::new();
        let branches = self.before.branches.difference(&after.branches);
        let branches: Vec<u32> = branches.copied().collect();
        let mutants = self.before.killed.difference(&after.killed);
        let mutants: Vec<u32> = mutants.copied().take(MOST_LOST).collect();
        if branches.is_empty() && mutants.is_empty() {
            return Ok(blamed);
        }
        tracing::debug!(?branches, ?mutants, "lost");
        for (number, one) in merged.iter().enumerate() {
            for &subject in &one.subjects {
                let subject = &tests.subjects[subject];
                let root = &tests.files[subject.file].targets[0];
                let Some(program) = self.old.iter().find(|program| program.root == *root) else {
                    continue;
                };
                let name = tests.name(subject);
                let run = |mutant: u32| run(program, Some(&name), mutant, self.bench);
                let own = reached(&run(0)?.stderr);
                if branches.iter().any(|branch| own.contains(branch)) {
                    blamed.insert(number, "a branch is no longer taken by any test".to_owned());
                }
                for &mutant in &mutants {
                    let leads = self.tried.iter().find(|(tried, _)| *tried == mutant);
                    if leads.is_some_and(|(_, branch)| own.contains(branch))
                        && !blamed.contains_key(&number)
                        && !run(mutant)?.passed()
                    {
                        let what = self.marks.describe(tests, mutant).unwrap_or_default();
                        blamed.insert(number, format!("a mutant is no longer noticed: {what}"));
                    }
                }
            }
        }
        Ok(blamed)
    }
}

/// The test executables, with what they do without a mutant. Tests that do not always pass are left out.
fn programs(built: &Built, bench: &Bench) -> Result<Vec<Program>, SessionError> {
    let mut programs = Vec::new();
    for (root, path) in &built.executables {
        let mut program = Program {
            root: root.clone(),
            path: path.clone(),
            passing: BTreeSet::new(),
            branches: BTreeSet::new(),
            limit: super::bench::LONGEST_RUN,
        };
        let started = Instant::now();
        let output = run(&program, None, 0, bench)?;
        program.limit = (started.elapsed() * 5).max(SHORTEST_LIMIT);
        program.branches = reached(&output.stderr);
        program.passing = passing(&output);
        if !output.passed() {
            let again = passing(&run(&program, None, 0, bench)?);
            program.passing.retain(|test| again.contains(test));
        }
        programs.push(program);
    }
    Ok(programs)
}

fn shown(programs: &[Program]) -> Shown {
    Shown {
        branches: programs
            .iter()
            .flat_map(|program| program.branches.clone())
            .collect(),
        killed: BTreeSet::new(),
    }
}

/// Whether a test of these programs fails with the mutant and passes without it.
fn is_killed(
    programs: &[Program],
    mutant: u32,
    branch: u32,
    bench: &Bench,
) -> Result<bool, SessionError> {
    for program in programs {
        if !program.branches.contains(&branch) || program.passing.is_empty() {
            continue;
        }
        let output = run(program, None, mutant, bench)?;
        if output.passed() {
            continue;
        }
        let still = passing(&output);
        if output.end == End::TimedOut || program.passing.iter().any(|test| !still.contains(test)) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn run(
    program: &Program,
    test: Option<&str>,
    mutant: u32,
    bench: &Bench,
) -> Result<Output, SessionError> {
    bench.run_with_mutant(&program.path, test, SEED, mutant, program.limit)
}

/// The names of the tests that passed.
fn passing(output: &Output) -> BTreeSet<String> {
    let names = output.stdout.lines().filter_map(|line| {
        let line = line.strip_prefix("test ")?.strip_suffix(" ... ok")?;
        Some(line.trim_end_matches(" - should panic").to_owned())
    });
    names.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    #[test]
    fn tests_that_passed_are_named() {
        let stdout = "\nrunning 4 tests\ntest a::b ... ok\ntest c - should panic ... ok\ntest d ... FAILED\ntest e ... ignored\n";
        let output = Output {
            end: End::Failed,
            status: ExitStatus::from_raw(0),
            stdout: stdout.to_owned(),
            stderr: String::new(),
        };
        let expected = ["a::b", "c"].map(str::to_owned);
        assert_eq!(passing(&output), BTreeSet::from(expected));
    }
}
