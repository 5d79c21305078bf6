//! Which tests hold: each runs in a process of its own, and all that passed run together in several orders.

use super::process::{self, End};
use super::{Bench, Reason};
use crate::SuiteError;
use crate::layout::Layout;
use crate::render::Test;
use isolde_record::Outcome;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The whole suite runs once with each of these: tests that share state meet in different orders.
const THREADS: [&str; 3] = ["--test-threads=2", "--test-threads=16", "--test-threads=1"];
/// Limit for one run of the whole suite, and for one test.
const SUITE_LIMIT: Duration = Duration::from_secs(300);
const TEST_LIMIT: Duration = Duration::from_secs(5);
/// Most names given to one run: command lines have a limit.
const NAMES: usize = 4000;
/// Most tests that are looked for because they end the process of all.
const KILLERS: usize = 10;

/// Runs of a package's tests; what a test did alone is remembered from build to build.
pub struct Runs<'a> {
    bench: &'a Bench<'a>,
    alone: BTreeMap<String, bool>,
}

/// What one run of many tests printed.
#[derive(Debug, Default, PartialEq, Eq)]
struct Together {
    passed: BTreeSet<String>,
    failed: BTreeSet<String>,
    /// A test that began and has no result.
    unfinished: Option<String>,
}

impl<'a> Runs<'a> {
    /// Nothing was run yet.
    pub fn new(bench: &'a Bench<'a>) -> Runs<'a> {
        Runs {
            bench,
            alone: BTreeMap::new(),
        }
    }

    /// Tests that do not hold, by index.
    pub fn failures(
        &mut self,
        tests: &[Test],
        executable: &Path,
        layout: &dyn Layout,
    ) -> Result<BTreeMap<usize, Reason>, SuiteError> {
        let names: Vec<String> = tests.iter().map(|test| layout.qualified(test)).collect();
        self.run_alone(tests, &names, executable)?;
        let mut failed = BTreeMap::new();
        let mut plain = BTreeMap::new();
        for (index, (test, name)) in tests.iter().zip(&names).enumerate() {
            let holds = self.alone.get(name).is_some_and(|&holds| holds);
            match (test.is_finding(), holds) {
                (true, true) => {}
                (true, false) => drop(failed.insert(index, Reason::DoesNotReproduce)),
                (false, false) => drop(failed.insert(index, Reason::Fails)),
                (false, true) => drop(plain.insert(name.clone(), index)),
            }
        }
        for (number, threads) in THREADS.into_iter().enumerate() {
            (self.bench.progress)("running all tests together", number, THREADS.len());
            for name in self.bad_together(&plain, executable, threads)? {
                if let Some(index) = plain.remove(&name) {
                    failed.insert(index, Reason::Fails);
                }
            }
        }
        Ok(failed)
    }

    /// Runs each test alone that has not been run yet, as many at the same time as there are processors. What holds only after, or only without, another
    /// test of the same process depends on shared state.
    fn run_alone(
        &mut self,
        tests: &[Test],
        names: &[String],
        executable: &Path,
    ) -> Result<(), SuiteError> {
        let left: Vec<usize> = (0..tests.len())
            .filter(|&index| !self.alone.contains_key(&names[index]))
            .collect();
        let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let bench = self.bench;
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(&index) = left.get(number) else {
                    return Ok(());
                };
                (bench.progress)("running each test alone", number, left.len());
                let holds = holds_alone(bench, &tests[index], &names[index], executable)?;
                let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                results.push((names[index].clone(), holds));
            }
        };
        let workers = thread::available_parallelism().map_or(1, usize::from);
        thread::scope(|scope| {
            let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| {
                worker
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
        })?;
        self.alone
            .extend(results.into_inner().unwrap_or_else(PoisonError::into_inner));
        Ok(())
    }

    /// Names of the tests that fail when all run in one process.
    fn bad_together(
        &self,
        plain: &BTreeMap<String, usize>,
        executable: &Path,
        threads: &str,
    ) -> Result<BTreeSet<String>, SuiteError> {
        let mut bad = BTreeSet::new();
        for _ in 0..KILLERS {
            let names: Vec<&str> = plain
                .keys()
                .filter(|name| !bad.contains(*name))
                .map(String::as_str)
                .collect();
            let run = self.together(&names, executable, threads)?;
            let missing = |name: &&str| !run.passed.contains(*name) && !run.failed.contains(*name);
            let missing: Vec<&str> = names.iter().copied().filter(missing).collect();
            bad.extend(run.failed);
            if missing.is_empty() {
                return Ok(bad);
            }
            // A test that ends the process hides those after it: one at a time, it is the one that began last.
            let names: Vec<&str> = names
                .into_iter()
                .filter(|name| !bad.contains(*name))
                .collect();
            match self
                .together(&names, executable, "--test-threads=1")?
                .unfinished
            {
                Some(name) => drop(bad.insert(name)),
                None => bad.extend(missing.into_iter().map(str::to_owned)),
            }
        }
        Ok(bad)
    }

    fn together(
        &self,
        names: &[&str],
        executable: &Path,
        threads: &str,
    ) -> Result<Together, SuiteError> {
        let mut all = Together::default();
        for names in names.chunks(NAMES) {
            let arguments = [&["--exact", threads], names].concat();
            let run = run(self.bench, executable, &arguments, SUITE_LIMIT)?;
            tracing::debug!(end = ?run.end, tests = names.len(), threads, "ran together");
            let part = read(&run.stdout);
            all.passed.extend(part.passed);
            all.failed.extend(part.failed);
            all.unfinished = all.unfinished.or(part.unfinished);
        }
        Ok(all)
    }
}

/// Reads what a test executable prints. A line may begin in the output of a test that writes without a newline; what is missed so is no result.
fn read(output: &str) -> Together {
    let mut read = Together::default();
    for line in output.lines() {
        let Some((name, result)) = line
            .strip_prefix("test ")
            .and_then(|line| line.split_once(" ... "))
        else {
            continue;
        };
        let name = name.trim_end_matches(" - should panic").to_owned();
        match result {
            "ok" => drop(read.passed.insert(name)),
            "FAILED" => drop(read.failed.insert(name)),
            "" => read.unfinished = Some(name),
            _ => {}
        }
    }
    read
}

/// Whether a test, run alone, does what it says: a finding fails, or does not return.
fn holds_alone(
    bench: &Bench,
    test: &Test,
    name: &str,
    executable: &Path,
) -> Result<bool, SuiteError> {
    let mut arguments = vec!["--exact", name, "--test-threads=1"];
    if test.is_finding() {
        arguments.push("--ignored");
    }
    let run = run(bench, executable, &arguments, TEST_LIMIT)?;
    Ok(match (test.is_finding(), &test.outcome) {
        // An empty selection also exits with 0.
        (false, _) => run.end == End::Passed && run.stdout.contains("1 passed"),
        (true, Outcome::TimedOut) => run.end == End::TimedOut,
        (true, _) => run.end == End::Failed,
    })
}

fn run(
    bench: &Bench,
    executable: &Path,
    arguments: &[&str],
    limit: Duration,
) -> Result<process::Output, SuiteError> {
    let mut command = (bench.command)(executable);
    command
        .args(arguments)
        .current_dir(bench.package)
        // As under `cargo test`.
        .env("CARGO_MANIFEST_DIR", bench.package)
        .env("CARGO_PKG_NAME", bench.name)
        .env("RUST_BACKTRACE", "0");
    process::run(&mut command, limit, bench.cancelled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_and_the_test_that_ended_the_process_is_found() {
        let output = "\nrunning 3 tests\ntest root::a ... ok\ntest root::b - should panic ... ok\ntest root::c ... FAILED\n\
                      test root::f ... ignored, finding: x\ntest root::d ... ";
        let names = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        let expected = Together {
            passed: names(&["root::a", "root::b"]),
            failed: names(&["root::c"]),
            unfinished: Some("root::d".into()),
        };
        assert_eq!(read(output), expected);
    }
}
