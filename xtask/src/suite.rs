//! How long the tests take: the test command of the README, on a clean clone.

use crate::processor;
use crate::tool::{self, say};
use anyhow::{Context, Result, ensure};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// How many of the slowest test programs are listed.
const LISTED: usize = 12;

/// Clones the last commit of this checkout, without anything built, and tests it. Fails if a test fails, or if that takes more than `most`.
pub fn run(most: Option<Duration>) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let clone = folder.path().join("isolde");
    let output = tool::free(std::process::Command::new("git"))
        .args(["clone", "--quiet"])
        .arg(tool::root())
        .arg(&clone)
        .output()
        .context("git is needed")?;
    tool::check(&output, "git clone", &[0])?;
    say(format!(
        "{} processors; load average before: {}",
        std::thread::available_parallelism()?,
        tool::load()
    ));
    let (began, spent) = (Instant::now(), processor::time()?);
    let programs = test(&clone)?;
    let (clock, spent) = (began.elapsed(), processor::time()?.saturating_sub(spent));
    say(table(&programs));
    say(format!(
        "`cargo test --workspace` on a clean clone: {:.0} s on the clock, {:.0} s of processor time. Load average after: {}",
        clock.as_secs_f64(),
        spent.as_secs_f64(),
        tool::load()
    ));
    if let Some(most) = most {
        ensure!(clock <= most, "that is more than {} s", most.as_secs());
    }
    Ok(())
}

/// Runs the tests; returns the steps as cargo names them, with the time that each took.
fn test(clone: &Path) -> Result<Vec<(String, Duration)>> {
    let mut child = tool::cargo()
        .args(["test", "--workspace"])
        .current_dir(clone)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    let errors = child.stderr.take().context("piped")?;
    let mut steps: Vec<(String, Instant)> = vec![("building".to_owned(), Instant::now())];
    let mut said = String::new();
    for line in BufReader::new(errors).lines() {
        let line = line?;
        if let Some(step) = step(&line) {
            steps.push((step.to_owned(), Instant::now()));
        }
        said += &line;
        said.push('\n');
    }
    let status = child.wait()?;
    ensure!(status.success(), "the tests ended with {status}:\n{said}");
    let ends = steps.iter().skip(1).map(|(_, began)| *began);
    let ends: Vec<Instant> = ends.chain([Instant::now()]).collect();
    let taken = steps.into_iter().zip(ends);
    Ok(taken
        .map(|((step, began), end)| (step, end.saturating_duration_since(began)))
        .collect())
}

/// The step that begins with a line of cargo's output: a test program that it runs, or the documentation tests of a crate.
fn step(line: &str) -> Option<&str> {
    let line = line.trim_start();
    if let Some(krate) = line.strip_prefix("Doc-tests ") {
        return Some(krate);
    }
    let program = line.strip_prefix("Running ")?;
    // `unittests src/lib.rs (target/debug/deps/name-0123456789abcdef)`
    let name = program.rsplit('/').next().unwrap_or(program);
    Some(name.trim_end_matches(')'))
}

/// The longest steps, as rows of a table.
fn table(steps: &[(String, Duration)]) -> String {
    let mut steps: Vec<_> = steps.iter().collect();
    steps.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
    let mut text = String::from("\n| step | s |\n|---|---:|\n");
    for (step, time) in steps.into_iter().take(LISTED) {
        text += &format!("| {step} | {:.1} |\n", time.as_secs_f64());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_programs_and_documentation_tests_are_steps() {
        let line = "     Running tests/it/main.rs (target/debug/deps/it-4308f8896878bea3)";
        assert_eq!(step(line), Some("it-4308f8896878bea3"));
        assert_eq!(step("   Doc-tests isolde"), Some("isolde"));
        assert_eq!(step("   Compiling isolde v0.1.0"), None);
    }

    #[test]
    fn the_longest_steps_come_first() {
        let steps = [("a", 1), ("b", 3)].map(|(step, s)| (step.to_owned(), Duration::from_secs(s)));
        assert_eq!(
            table(&steps),
            "\n| step | s |\n|---|---:|\n| b | 3.0 |\n| a | 1.0 |\n"
        );
    }
}
