//! What is reached with mocks and without: the goals of `testdata/mocks`, and the public functions and branches of published crates.

use crate::registry;
use crate::tool::{self, say};
use anyhow::{Context, Result};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

/// The functions over the traits of a message service, and how many goals each of them has.
const FUNCTIONS: [(&str, &str, usize); 6] = [
    ("bytes", "BytesMessage", 5),
    ("metadata", "ConnectionMetadata", 5),
    ("map", "MapMessage", 4),
    ("message", "Message", 6),
    ("producer", "MessageProducer", 4),
    ("stream", "StreamMessage", 4),
];

/// Published crates whose API is traits and closures.
const SUBJECTS: [&str; 4] = [
    "lm75@1.0.0",
    "vte@0.13.0",
    "rand_core@0.6.4",
    "scopeguard@1.2.0",
];

/// How often the tests with mocks are run again.
const RERUNS: usize = 10;

/// What a run reached.
struct Reached {
    record: Value,
    /// The text of all tests.
    tests: String,
    seconds: f64,
}

/// Runs `generate` with mocks and without, each time for `time` seconds, on the fixture and on these crates (`name@version`), and prints two tables.
pub fn run(tool: Option<&Path>, time: u32, subjects: &[String]) -> Result<()> {
    let tool = tool::given_or_built(tool)?;
    let folder = tempfile::tempdir()?;
    let package = folder.path().join("mocks");
    tool::arm("testdata/mocks", &package)?;
    let only = ["--seed", "1", "messages::*"];
    let without = explore(
        &tool,
        &package,
        time,
        &[&only[..], &["--no-mocks"]].concat(),
    )?;
    let with = explore(&tool, &package, time, &only)?;
    say("\n| trait | goals | reached without mocks | reached with mocks |");
    say("|---|---:|---:|---:|");
    let mut sums = [0; 3];
    for (function, of_trait, goals) in FUNCTIONS {
        let counts = [goals, without.goals(function), with.goals(function)];
        let [goals, before, after] = counts;
        say(format!("| `{of_trait}` | {goals} | {before} | {after} |"));
        for (sum, count) in sums.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    let [goals, before, after] = sums;
    say(format!("| all | {goals} | {before} | {after} |"));
    say(format!(
        "\nWith mocks in {:.0} s, building included.",
        with.seconds
    ));
    let failed = failed_reruns(&package)?;
    let warnings = clippy_warnings(&package)?;
    say(format!(
        "{failed} of {RERUNS} reruns of the tests failed; clippy has {warnings} warnings about them."
    ));

    let subjects: Vec<String> = match subjects {
        [] => SUBJECTS.map(String::from).to_vec(),
        some => some.to_vec(),
    };
    let packages = registry::copies_to_test(&subjects, folder.path())?;
    say(
        "\n| crate | public functions | explored without mocks | with mocks | branches | covered without mocks | with mocks |",
    );
    say("|---|---:|---:|---:|---:|---:|---:|");
    for (subject, package) in subjects.iter().zip(packages) {
        let without = explore(&tool, &package, time, &["--seed", "1", "--no-mocks"])?;
        let with = explore(&tool, &package, time, &["--seed", "1"])?;
        let total = |reached: &Reached, pointer: &str| {
            let number = reached.record["totals"].pointer(pointer);
            number.and_then(Value::as_u64).unwrap_or(0)
        };
        say(format!(
            "| {subject} | {} | {} | {} | {} | {} | {} |",
            total(&with, "/reach/public"),
            total(&without, "/reach/explored"),
            total(&with, "/reach/explored"),
            total(&with, "/branches"),
            total(&without, "/branches_covered"),
            total(&with, "/branches_covered"),
        ));
    }
    Ok(())
}

fn explore(tool: &Path, package: &Path, time: u32, arguments: &[&str]) -> Result<Reached> {
    let begun = Instant::now();
    let record = tool::generate(tool, package, time, arguments)?;
    let mut tests = String::new();
    let folder = package.join("tests/isolde");
    if folder.is_dir() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            tests += &std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        }
    }
    Ok(Reached {
        record,
        tests,
        seconds: begun.elapsed().as_secs_f64(),
    })
}

/// How many of some further runs of the tests fail.
fn failed_reruns(package: &Path) -> Result<usize> {
    let mut failed = 0;
    for _ in 0..RERUNS {
        let run = tool::cargo()
            .args(["test", "--test", "isolde"])
            .current_dir(package)
            .output()?;
        failed += usize::from(!run.status.success());
    }
    Ok(failed)
}

/// How many warnings clippy has about the tests, once they no longer switch it off.
fn clippy_warnings(package: &Path) -> Result<usize> {
    for entry in std::fs::read_dir(package.join("tests/isolde"))? {
        let path = entry?.path();
        let text = std::fs::read_to_string(&path)?;
        std::fs::write(
            &path,
            text.replace("#![allow(clippy::all, deprecated, unused)]\n", ""),
        )?;
    }
    let run = tool::cargo()
        .args(["clippy", "--test", "isolde", "--message-format", "json"])
        .current_dir(package)
        .output()?;
    tool::check(&run, "cargo clippy", &[0])?;
    let text = String::from_utf8_lossy(&run.stdout);
    let messages = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    let is_about_tests = |message: &Value| {
        let has_place = message
            .pointer("/message/spans/0/file_name")
            .and_then(Value::as_str);
        has_place.is_some_and(|file| file.starts_with("tests/"))
    };
    Ok(messages.filter(is_about_tests).count())
}

impl Reached {
    /// How many goals of a function the results of the tests name.
    fn goals(&self, function: &str) -> usize {
        let quoted = self.tests.split('"').filter(|part| {
            let number = part.strip_prefix(function);
            number.is_some_and(|number| number.trim_start().parse::<u8>().is_ok())
        });
        quoted.collect::<BTreeSet<_>>().len()
    }
}
