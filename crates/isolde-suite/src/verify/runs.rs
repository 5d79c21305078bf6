//! Finds out which tests pass: each runs in a process of its own, followed by the [witness](super::witness), and all that passed run
//! [together](super::together) in several orders.

use super::executable::run;
use super::together::Together;
use super::{Bench, Reason};
use crate::SuiteError;
use crate::candidate::{Candidate, Ending, Expected};
use isolde_cargo::End;
use std::collections::BTreeMap;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Time limit for one run of one test.
const TEST_LIMIT: Duration = Duration::from_secs(5);
/// The same for a test that is expected to run forever.
const ENDLESS_LIMIT: Duration = Duration::from_millis(1500);
/// Minimum number of times that all tests are run together.
const RUNS_TOGETHER: u32 = 11;
/// How long a test that does nothing may take on a busy machine.
const NO_WORK: Duration = Duration::from_millis(30);
/// The exit code of a test process in which a test failed.
const TESTS_FAILED: i32 = 101;
/// The environment of a test that runs alone.
const ALONE: [(&str, &str); 1] = [("RUST_BACKTRACE", "0")];

/// Runs of a package's tests. The results of tests that ran alone are kept from build to build.
pub struct Runs<'a> {
    bench: &'a Bench<'a>,
    /// For each test by name, the reason to remove it, if there is one.
    alone: BTreeMap<String, Option<Reason>>,
    /// For each test by name, how long it took according to its process when it ran alone: starting a process may take longer than that.
    took: BTreeMap<String, Duration>,
}

impl<'a> Runs<'a> {
    /// Starts with no results.
    pub fn new(bench: &'a Bench<'a>) -> Runs<'a> {
        Runs {
            bench,
            alone: BTreeMap::new(),
            took: BTreeMap::new(),
        }
    }

    /// The tests that do not pass, by index. `names` are the tests' names, `witness` is the name of the witness.
    pub fn failures(
        &mut self,
        tests: &[impl Candidate + Sync],
        names: &[String],
        executable: &Path,
        witness: Option<&str>,
    ) -> Result<BTreeMap<usize, Reason>, SuiteError> {
        self.run_alone(tests, names, executable, witness)?;
        let mut failed = BTreeMap::new();
        let mut plain = BTreeMap::new();
        for (index, (test, name)) in tests.iter().zip(names).enumerate() {
            match self.alone.get(name).cloned().flatten() {
                Some(reason) => drop(failed.insert(index, reason)),
                None if test.expected() == Expected::Passes => {
                    plain.insert(name.as_str(), index);
                }
                // `cargo test` does not run this test.
                None => {}
            }
        }
        for name in self.too_slow(plain.keys().copied()) {
            if let Some(index) = plain.remove(name.as_str()) {
                self.alone.insert(name, Some(Reason::OutOfTime));
                failed.insert(index, Reason::OutOfTime);
            }
        }
        let time: Duration = plain.keys().filter_map(|&name| self.took.get(name)).sum();
        let together = Together::new(self.bench, executable, time);
        for (name, reason) in together.failures(plain.keys().copied().collect())? {
            if let Some(index) = plain.remove(name) {
                failed.insert(index, reason);
            }
        }
        // Another test of the same name may take the place of one that failed.
        for index in failed.keys() {
            self.alone.remove(&names[*index]);
            self.took.remove(&names[*index]);
        }
        Ok(failed)
    }

    /// The slowest tests, which must be removed so that the others can be run together in the time that is left. What a test without work may take
    /// does not count: on a busy machine, that would be a matter of chance.
    fn too_slow<'n>(&self, names: impl Iterator<Item = &'n str>) -> Vec<String> {
        let mut times: Vec<(Duration, &str)> = names
            .filter_map(|name| Some((self.took.get(name)?.saturating_sub(NO_WORK), name)))
            .collect();
        times.sort_unstable();
        let usual = self.bench.workspace.measured.verification(times.len());
        let room = self.bench.workspace.deadline.left().max(usual) / RUNS_TOGETHER;
        let mut all: Duration = times.iter().map(|(time, _)| *time).sum();
        let mut slow = Vec::new();
        while all > room {
            let Some((time, name)) = times.pop() else {
                break;
            };
            all -= time;
            slow.push(name.to_owned());
        }
        slow
    }

    /// Runs each test alone that has not been run yet, in the order of [`in_turn`] and at least one, until time is up; as many at once as there are
    /// processors. A test that passes only after another test in the same process depends on shared state, and fails here.
    fn run_alone(
        &mut self,
        tests: &[impl Candidate + Sync],
        names: &[String],
        executable: &Path,
        witness: Option<&str>,
    ) -> Result<(), SuiteError> {
        let bench = self.bench;
        // A witness that does not pass by itself says nothing about other tests.
        let witness = match witness {
            Some(witness) if passes(bench, &[witness], executable)?.is_some() => Some(witness),
            _ => None,
        };
        let mut left: Vec<usize> = (0..tests.len())
            .filter(|&index| !self.alone.contains_key(&names[index]))
            .collect();
        in_turn(&mut left, tests);
        // If more time has passed than was planned, the tests still get the time that they usually need.
        let usual = bench.workspace.measured.verification(left.len());
        let end = bench
            .workspace
            .deadline
            .without_time()
            .within(bench.workspace.deadline.left().max(usual));
        let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || -> Result<(), SuiteError> {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(&index) = left.get(number) else {
                    return Ok(());
                };
                (bench.workspace.progress)("running each test alone", number, left.len());
                let (wrong, took) = match number > 0 && end.is_over() {
                    true => (Some(Reason::OutOfTime), Duration::ZERO),
                    false => alone(bench, &tests[index], &names[index], executable, witness)?,
                };
                let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                results.push((names[index].clone(), wrong, took));
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
        let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        for (name, wrong, took) in results {
            self.took.insert(name.clone(), took);
            self.alone.insert(name, wrong);
        }
        Ok(())
    }
}

/// Sorts tests into the order in which they are run; the last ones are removed when time is up. Each subject has its turn with the test of its lowest
/// rank, then with the next one, and so on, so that none loses all its tests to others. Tests of endless calls come last, as they take their full time
/// limit.
fn in_turn(indices: &mut [usize], tests: &[impl Candidate]) {
    let is_endless = |index: usize| tests[index].expected() == Expected::Shows(Ending::Hangs);
    indices.sort_by_key(|&index| tests[index].rank());
    let mut turns: BTreeMap<&str, usize> = BTreeMap::new();
    let turns: BTreeMap<usize, usize> = indices
        .iter()
        .map(|&index| {
            let turn = turns.entry(tests[index].subject()).or_default();
            *turn += 1;
            (index, *turn)
        })
        .collect();
    indices.sort_by_key(|&index| (is_endless(index), turns[&index]));
}

/// Starts a test executable to list its tests.
pub(super) fn lists(bench: &Bench, executable: &Path) -> Result<(), SuiteError> {
    run(bench, executable, &["--list"], TEST_LIMIT, &ALONE).map(drop)
}

/// The reason to remove a test, if it does not end as expected alone or changes the process; and how long it takes.
fn alone(
    bench: &Bench,
    test: &impl Candidate,
    name: &str,
    executable: &Path,
    witness: Option<&str>,
) -> Result<(Option<Reason>, Duration), SuiteError> {
    if test.expected() == Expected::Compiles {
        return Ok((None, Duration::ZERO));
    }
    if let Expected::Shows(ending) = test.expected() {
        let reproduces = reproduces(bench, ending, name, executable)?;
        let wrong = (!reproduces).then_some(Reason::DoesNotReproduce);
        return Ok((wrong, Duration::ZERO));
    }
    let names: Vec<&str> = [name].into_iter().chain(witness).collect();
    if let Some(took) = passes(bench, &names, executable)? {
        return Ok((None, took));
    }
    let is_alone = witness.is_none() || passes(bench, &[name], executable)?.is_some();
    let wrong = match is_alone && witness.is_some() {
        true => Reason::ChangesProcess,
        false => Reason::Fails,
    };
    Ok((Some(wrong), Duration::ZERO))
}

/// How long these few tests take in one process, one after the other, ignored tests included; `None` if one does not pass, or if the process
/// does not end as it should.
fn passes(
    bench: &Bench,
    names: &[&str],
    executable: &Path,
) -> Result<Option<Duration>, SuiteError> {
    let arguments = [&["--exact", "--include-ignored", "--test-threads=1"], names].concat();
    let run = run(bench, executable, &arguments, TEST_LIMIT, &ALONE)?;
    // The exit code is also 0 if no test was selected, or if a test ended the process.
    let said = format!("test result: ok. {} passed", names.len());
    let has_passed = run.end == End::Passed && run.stdout.contains(&said);
    Ok(has_passed.then(|| finished_in(&run.stdout)))
}

/// How long tests took according to the test harness: `finished in 0.02s`. Zero if the harness does not say.
fn finished_in(output: &str) -> Duration {
    let said = output.rsplit_once("finished in ");
    let seconds = said.and_then(|(_, rest)| rest.split_once('s')?.0.parse().ok());
    seconds
        .and_then(|seconds: f64| Duration::try_from_secs_f64(seconds).ok())
        .unwrap_or_default()
}

/// Whether a finding's test ends in the way that was observed.
fn reproduces(
    bench: &Bench,
    ending: Ending,
    name: &str,
    executable: &Path,
) -> Result<bool, SuiteError> {
    let arguments = ["--exact", name, "--test-threads=1", "--ignored"];
    let limit = match ending {
        Ending::Hangs => ENDLESS_LIMIT,
        _ => TEST_LIMIT,
    };
    let run = run(bench, executable, &arguments, limit, &ALONE)?;
    let code = run.status.code();
    let ended_itself = run.end != End::TimedOut;
    let has_result = run.stdout.contains("test result:");
    // A process that the sandbox killed did not end by itself.
    let is_killed = |signal: i32| signal != libc::SIGSYS && signal != libc::SIGKILL;
    Ok(match ending {
        Ending::Hangs => run.end == End::TimedOut,
        Ending::Fails => ended_itself && code == Some(TESTS_FAILED) && has_result,
        Ending::IsKilled => ended_itself && run.status.signal().is_some_and(is_killed),
        Ending::Exits(seen) => ended_itself && code == Some(seen) && !has_result,
        Ending::Breaks => run.end == End::Failed,
    })
}

#[cfg(test)]
mod tests;
