//! Isolde's detours compared with injectorpp: which of ten functions can be replaced, and what it costs.

use crate::tool::{self, say};
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Runs of each measurement.
const RUNS: usize = 7;

/// Runs the ten tests with both libraries, in both profiles, then the measurement, and prints the tables. Fails if a test fails with Isolde.
pub fn run() -> Result<()> {
    let tool = tool::build()?;
    let profiles: [&[&str]; 2] = [&[], &["--release"]];
    let mut columns = Vec::new();
    for name in ["isolde", "injectorpp"] {
        for profile in profiles {
            let output = test(&tool, name == "isolde", name, profile, &[])?;
            columns.push(outcomes(&output)?);
        }
    }
    let rows: Vec<String> = columns[0]
        .keys()
        .filter(|name| columns[2].contains_key(*name))
        .map(|name| {
            let cells = columns.iter().map(|column| match column.get(name) {
                Some(true) => "yes",
                _ => "no",
            });
            format!(
                "| {} | {} |",
                name.replace('_', " "),
                cells.collect::<Vec<_>>().join(" | ")
            )
        })
        .collect();
    say(format!(
        "| function | Isolde, dev | release | injectorpp, dev | release |\n|---|---|---|---|---|\n{}\n",
        rows.join("\n")
    ));
    let more = ["--ignored", "--nocapture", "--test-threads=1"];
    let only = [&more[..], &["costs_without_hooks"]].concat();
    let with = measured(&tool, true, "isolde", &more)?;
    let without = measured(&tool, false, "isolde", &only)?;
    let plain = cost(&without, "without")?;
    let row = |what: &str, time: f64, goal: &str| {
        format!("| {what} | {time:.2} | {:.2} | {goal} |", time / plain)
    };
    say(format!(
        "| a call in a loop, release | ns | of the first | goal |\n|---|---:|---:|---|\n{}",
        [
            row("cargo test: no hook", plain, ""),
            row("cargo isolde test: no hook", cost(&with, "plain")?, ""),
            row("a hook, no detour alive", cost(&with, "hooked")?, "1.05"),
            row(
                "a hook, another function detoured",
                cost(&with, "another")?,
                ""
            ),
            row("detoured", cost(&with, "detoured")?, "50 ns"),
        ]
        .join("\n")
    ));
    say(across(&tool, &more)?);
    say(format!("\n{}", exploration(&tool)?));
    say(format!("\nLoad average: {}", tool::load()));
    let failed: Vec<&str> = columns[..2]
        .iter()
        .flatten()
        .filter(|(_, passed)| !**passed)
        .map(|(name, _)| name.as_str())
        .collect();
    if !failed.is_empty() {
        bail!("fails with Isolde: {}", failed.join(", "));
    }
    Ok(())
}

/// What detours for all work of a test cost, as a table.
fn across(tool: &Path, more: &[&str]) -> Result<String> {
    let only = [more, &["costs_without_hooks"]].concat();
    let with = measured(tool, true, "across", more)?;
    let without = measured(tool, false, "across", &only)?;
    let mut rows = Vec::new();
    for (name, what, goal) in [
        ("hooked", "a hook, no detour alive", "1.05"),
        ("allocation", "allocating and freeing 64 bytes", ""),
        ("job", "making and running a boxed job", ""),
    ] {
        let (plain, now) = (
            cost(&without, &format!("plain_{name}"))?,
            cost(&with, name)?,
        );
        let factor = now / plain;
        rows.push(format!(
            "| {what} | {plain:.2} | {now:.2} | {factor:.2} | {goal} |"
        ));
    }
    let detoured = cost(&with, "detoured")?;
    rows.push(format!(
        "| detoured across threads | – | {detoured:.2} | – |  |"
    ));
    Ok(format!(
        "\n| in a program with detours across threads, release | cargo test, ns | cargo isolde test, ns | factor | goal |\n|---|---:|---:|---:|---|\n{}",
        rows.join("\n")
    ))
}

/// How long exploring the parameterized test of examples/documents takes, and what it finds.
fn exploration(tool: &Path) -> Result<String> {
    let target = tool::target_folder()?.join("documents");
    let more = ["--dry-run", "--target-dir", &target.to_string_lossy()];
    let package = tool::root().join("examples/documents");
    let record = tool::record(tool, "explore", &package, "30s", &more)?;
    let test = &record["tests"][0];
    let inputs = test["inputs"].as_array().context("inputs")?;
    let seconds = test["seconds"].as_f64().context("seconds")?;
    // The time when the last input was found; the rest is spent searching for more.
    let found = inputs.iter().filter_map(|input| input["seconds"].as_f64());
    Ok(format!(
        "examples/documents: {} inputs, the last found after {:.1} s; exploration ends by itself after {seconds:.1} s (goal: 7)",
        inputs.len(),
        found.fold(0.0, f64::max)
    ))
}

/// Runs the tests of one target, with `cargo isolde test` or plain cargo, and returns their output and how each test ended.
fn test(
    tool: &Path,
    with_detours: bool,
    target: &str,
    profile: &[&str],
    of_tests: &[&str],
) -> Result<String> {
    let mut command = match with_detours {
        true => {
            let mut command = tool::free(Command::new(tool));
            command.arg("isolde");
            command
        }
        false => tool::cargo(),
    };
    let output = command
        .args(["test", "--test", target])
        .args(profile)
        .arg("--target-dir")
        .arg(tool::target_folder()?.join("detours"))
        .arg("--")
        .args(of_tests)
        .current_dir(tool::root().join("benches/detours"))
        .output()?;
    // Tests may fail here: the table shows which.
    tool::check(&output, "cargo test", &[0, 101])?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The names of tests, and whether they passed; ignored tests are left out.
fn outcomes(output: &str) -> Result<BTreeMap<String, bool>> {
    let outcomes: BTreeMap<String, bool> = output
        .lines()
        .filter_map(|line| line.strip_prefix("test "))
        .filter_map(|line| line.split_once(" ... "))
        .filter(|(_, outcome)| !outcome.starts_with("ignored"))
        .map(|(name, outcome)| (name.to_owned(), outcome == "ok"))
        .collect();
    if outcomes.is_empty() {
        bail!("no test ran:\n{output}");
    }
    Ok(outcomes)
}

/// The measurements of one target's tests in release mode, each the least of several runs: what else the machine does can only add time, and adds more
/// to short calls than to long ones.
fn measured(
    tool: &Path,
    with_detours: bool,
    target: &str,
    of_tests: &[&str],
) -> Result<BTreeMap<String, f64>> {
    let mut least: BTreeMap<String, f64> = BTreeMap::new();
    for _ in 0..RUNS {
        let output = test(tool, with_detours, target, &["--release"], of_tests)?;
        for (name, time) in costs(&output) {
            least
                .entry(name)
                .and_modify(|known| *known = known.min(time))
                .or_insert(time);
        }
    }
    Ok(least)
}

/// One of the measurements.
fn cost(costs: &BTreeMap<String, f64>, name: &str) -> Result<f64> {
    costs
        .get(name)
        .copied()
        .with_context(|| format!("no measurement `{name}`"))
}

/// The lines that consist of a name and a number.
fn costs(output: &str) -> BTreeMap<String, f64> {
    output
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(name, number)| Some((name.to_owned(), number.parse().ok()?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_and_costs_are_read_from_the_output_of_tests() {
        let output = "running 3 tests\ntest a ... ok\ntest b ... FAILED\ntest c ... ignored, a measurement\nplain 3.5\n";
        let read = outcomes(output).expect("two tests");
        assert_eq!(
            read,
            [("a".to_owned(), true), ("b".to_owned(), false)].into()
        );
        assert_eq!(costs(output), [("plain".to_owned(), 3.5)].into());
        assert!(outcomes("error").is_err());
    }
}
