//! Runs all tests in one process, in several orders, with and without backtraces. A test is removed if it fails or has no result; if one test spoils
//! the process for others, that test is removed instead of the others.

use super::executable::run;
use super::{Bench, Reason};
use crate::SuiteError;
use isolde_cargo::End;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

/// Time limit for one run of the whole suite: this many times what its tests take alone, plus a constant.
const SLOWDOWN: u32 = 4;
const SUITE_LIMIT: Duration = Duration::from_secs(20);
/// Maximum number of names given to one run, since the length of command lines is limited.
const NAMES: usize = 4000;
/// Maximum number of times that tests which spoil the process are looked for, for each order.
const SPOILERS: usize = 10;
/// Up to this many tests that fail together are assumed to fail by themselves; if there are more, another test may be the cause.
const FEW: usize = 2;
/// Seeds of the orders in which tests run one after the other, besides the order of their names. Of two tests, each comes first in about half of them.
const SHUFFLES: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];
/// Values of `RUST_BACKTRACE` in runs of one test after the other.
const BACKTRACES: [&str; 3] = ["0", "1", "full"];

/// How tests run in one process.
#[derive(Clone, Copy, Debug)]
struct Order {
    threads: &'static str,
    /// Seed of a shuffle; without one, tests begin in the order of their names.
    seed: Option<&'static str>,
    backtrace: &'static str,
}

/// One after the other, by name.
const BY_NAME: Order = Order {
    threads: "--test-threads=1",
    seed: None,
    backtrace: "full",
};
/// In parallel, as on most machines.
const AT_ONCE: [Order; 2] = [
    Order {
        threads: "--test-threads=2",
        seed: None,
        backtrace: "0",
    },
    Order {
        threads: "--test-threads=16",
        seed: None,
        backtrace: "1",
    },
];

fn shuffled() -> impl Iterator<Item = Order> {
    SHUFFLES
        .into_iter()
        .zip(BACKTRACES.into_iter().cycle())
        .map(|(seed, backtrace)| Order {
            seed: Some(seed),
            backtrace,
            ..BY_NAME
        })
}

/// What one run of many tests printed.
#[derive(Debug, Default, PartialEq, Eq)]
struct Printed {
    /// Whether the run began to run tests at all.
    began: bool,
    /// Whether the run was completed.
    ended: bool,
    passed: BTreeSet<String>,
    failed: BTreeSet<String>,
    /// All tests in the order in which they are printed; the last one may have no result.
    sequence: Vec<String>,
}

/// Runs of tests in one process.
pub(super) struct Together<'a> {
    bench: &'a Bench<'a>,
    executable: &'a Path,
    /// Limit for one run.
    limit: Duration,
}

impl<'a> Together<'a> {
    /// For the tests of an executable, which take this long alone, one after the other.
    pub(super) fn new(bench: &'a Bench<'a>, executable: &'a Path, time: Duration) -> Together<'a> {
        Together {
            bench,
            executable,
            limit: time * SLOWDOWN + SUITE_LIMIT,
        }
    }

    /// Those of the tests that do not pass together, although each passes alone.
    pub(super) fn failures<'n>(
        &self,
        mut names: Vec<&'n str>,
    ) -> Result<BTreeMap<&'n str, Reason>, SuiteError> {
        // Runs with several threads vary. Repeatable orders come first, so that every verification removes the same tests.
        let orders: Vec<Order> = [BY_NAME]
            .into_iter()
            .chain(shuffled())
            .chain(AT_ONCE)
            .collect();
        let mut bad = BTreeMap::new();
        for (number, &order) in orders.iter().enumerate() {
            (self.bench.workspace.progress)("running all tests together", number, orders.len());
            for _ in 0..SPOILERS {
                if names.is_empty() {
                    return Ok(bad);
                }
                let found = self.bad(&names, order)?;
                if found.is_empty() {
                    break;
                }
                names.retain(|name| !found.contains_key(*name));
                bad.extend(found);
            }
        }
        Ok(bad)
    }

    /// The tests to remove because of one run; the run should then be repeated without them.
    fn bad<'n>(
        &self,
        names: &[&'n str],
        order: Order,
    ) -> Result<BTreeMap<&'n str, Reason>, SuiteError> {
        let printed = self.run(names, order)?;
        if !printed.began && order.seed.is_some() {
            return Ok(BTreeMap::new()); // this toolchain's test harness cannot shuffle
        }
        let all = |names: Vec<&'n str>, reason: Reason| {
            let bad = names.into_iter().map(|name| (name, reason.clone()));
            Ok(bad.collect())
        };
        let failed: Vec<&str> = filter(names, |name| printed.failed.contains(name));
        let missing: Vec<&str> = filter(names, |name| {
            !printed.passed.contains(name) && !printed.failed.contains(name)
        });
        if missing.is_empty() && printed.ended {
            if failed.len() <= FEW {
                return all(failed, Reason::Fails);
            }
            let victim = printed.sequence.iter().find_map(|name| {
                let is_it = |other: &&&str| **other == name.as_str();
                failed.iter().find(is_it).copied()
            });
            let Some(victim) = victim else {
                return all(failed, Reason::Fails);
            };
            let before = before(names, &printed.sequence, victim);
            return match self.spoiler(before, |set| self.spoils(set, victim))? {
                Some(spoiler) => all(vec![spoiler], Reason::ChangesProcess),
                None => all(failed, Reason::Fails),
            };
        }
        // Something ended the process, or its output. Running one test after the other shows which was running then; another test may still be the
        // cause.
        for order in [BY_NAME].into_iter().chain(shuffled()) {
            let printed = self.run(names, order)?;
            let unfinished = printed
                .sequence
                .last()
                .filter(|name| !printed.passed.contains(*name) && !printed.failed.contains(*name));
            let Some(victim) = names
                .iter()
                .find(|name| unfinished.is_some_and(|unfinished| unfinished == *name))
            else {
                continue;
            };
            let before = before(names, &printed.sequence, victim);
            return match self.spoiler(before, |set| self.spoils(set, victim))? {
                Some(spoiler) => all(vec![spoiler], Reason::ChangesProcess),
                None => all(vec![victim], Reason::ChangesProcess),
            };
        }
        let spoils = |set: &[&str]| self.is_cut_short(set, order);
        match self.spoiler(names.to_vec(), spoils)? {
            Some(spoiler) => all(vec![spoiler], Reason::ChangesProcess),
            None => all([failed, missing].concat(), Reason::Fails),
        }
    }

    /// Finds by halving one test of `suspects` for which alone `spoils` is true. When time is up, none is looked for, and the tests that fail are
    /// removed.
    fn spoiler<'n>(
        &self,
        suspects: Vec<&'n str>,
        spoils: impl Fn(&[&str]) -> Result<bool, SuiteError>,
    ) -> Result<Option<&'n str>, SuiteError> {
        let mut suspects = suspects.as_slice();
        if self.bench.workspace.deadline.is_over() || suspects.is_empty() || !spoils(suspects)? {
            return Ok(None);
        }
        while suspects.len() > 1 {
            if self.bench.workspace.deadline.is_over() {
                return Ok(None);
            }
            let (first, second) = suspects.split_at(suspects.len() / 2);
            suspects = if spoils(first)? {
                first
            } else if spoils(second)? {
                second
            } else {
                return Ok(None); // only several of them do it
            };
        }
        Ok(suspects.first().copied())
    }

    /// Whether a test fails in one process with these, in any order.
    fn spoils(&self, set: &[&str], victim: &str) -> Result<bool, SuiteError> {
        let names = [set, &[victim]].concat();
        for order in [BY_NAME].into_iter().chain(shuffled()) {
            let printed = self.run(&names, order)?;
            if printed.began && !printed.passed.contains(victim) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a run of these tests is not completed or leaves results out.
    fn is_cut_short(&self, set: &[&str], order: Order) -> Result<bool, SuiteError> {
        let printed = self.run(set, order)?;
        let told = printed.passed.len() + printed.failed.len();
        Ok(!printed.ended || told < set.len())
    }

    fn run(&self, names: &[&str], order: Order) -> Result<Printed, SuiteError> {
        let mut all = Printed {
            began: true,
            ended: true,
            ..Printed::default()
        };
        for names in names.chunks(NAMES) {
            let mut arguments = vec!["--exact", order.threads];
            let mut variables = vec![("RUST_BACKTRACE", order.backtrace)];
            if let Some(seed) = order.seed {
                // Without this variable, the test harness of a stable toolchain rejects the option.
                variables.push(("RUSTC_BOOTSTRAP", "1"));
                arguments.extend(["-Zunstable-options", "--shuffle-seed", seed]);
            }
            arguments.extend(names);
            let run = run(
                self.bench,
                self.executable,
                &arguments,
                self.limit,
                &variables,
            )?;
            tracing::debug!(end = ?run.end, tests = names.len(), ?order, "ran together");
            let part = read(&run.stdout);
            all.began &= part.began;
            // A process that a test ended with success did not run all tests.
            all.ended &= part.ended && (run.end == End::Passed) == part.failed.is_empty();
            all.passed.extend(part.passed);
            all.failed.extend(part.failed);
            all.sequence.extend(part.sequence);
        }
        Ok(all)
    }
}

fn filter<'n>(names: &[&'n str], wanted: impl Fn(&str) -> bool) -> Vec<&'n str> {
    let names = names.iter().copied();
    names.filter(|name| wanted(name)).collect()
}

/// Those of `names` that were printed before `victim`.
fn before<'n>(names: &[&'n str], sequence: &[String], victim: &str) -> Vec<&'n str> {
    let begun = sequence.iter().take_while(|name| *name != victim);
    let begun: BTreeSet<&str> = begun.map(String::as_str).collect();
    filter(names, |name| begun.contains(name))
}

/// Reads the output of a test executable. A result line may follow text that a test printed without a newline; a test that is missed for this reason
/// counts as having no result.
fn read(output: &str) -> Printed {
    let mut read = Printed::default();
    for line in output.lines() {
        read.began |= line.starts_with("running ");
        read.ended |= line.starts_with("test result: ");
        let Some((name, result)) = line
            .strip_prefix("test ")
            .and_then(|line| line.split_once(" ... "))
        else {
            continue;
        };
        let name = name.trim_end_matches(" - should panic").to_owned();
        match result {
            "ok" => drop(read.passed.insert(name.clone())),
            "FAILED" => drop(read.failed.insert(name.clone())),
            "" => {}
            _ => continue,
        }
        read.sequence.push(name);
    }
    read
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_and_the_test_that_has_none_is_the_last() {
        let output = "\nrunning 3 tests\ntest root::a ... ok\ntest root::b - should panic ... ok\ntest root::c ... FAILED\n\
                      test root::f ... ignored, finding: x\ntest root::d ... ";
        let names = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        let expected = Printed {
            began: true,
            ended: false,
            passed: names(&["root::a", "root::b"]),
            failed: names(&["root::c"]),
            sequence: vec![
                "root::a".into(),
                "root::b".into(),
                "root::c".into(),
                "root::d".into(),
            ],
        };
        assert_eq!(read(output), expected);
        assert!(read("running 0 tests\n\ntest result: ok. 0 passed\n").ended);
    }
}
