//! Properties of a published crate, half of them false: which of them does Isolde refute, and which does proptest in the same time?

use crate::tool::{self, say};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// An input that refutes a property, and the cost of finding it.
#[derive(Clone, Debug, PartialEq)]
struct Refutation {
    /// The number of inputs tried.
    inputs: u64,
    seconds: f64,
    input: String,
}

/// Runs both tools on each property and prints the table.
pub fn run(time: u32, seed: u8) -> Result<()> {
    let package = tool::root().join("benches/properties");
    let target = tool::target_folder()?.join("properties");
    let tool = tool::build()?;
    let proptest = build_proptest(&package, &target)?;
    let properties = properties(&proptest)?;
    let part = f64::from(time) / properties.len() as f64;
    let (mut rows, mut wrong) = (Vec::new(), Vec::new());
    for (name, holds) in &properties {
        let isolde = isolde(&tool, &package, &target, name, part, seed)?;
        if isolde.is_some() == *holds {
            wrong.push(name.as_str());
        }
        let proptest = by_proptest(&proptest, name, part, seed)?;
        rows.push(row(name, *holds, isolde.as_ref(), proptest.as_ref()));
    }
    say(format!(
        "| property | is | Isolde | runs | s | proptest | inputs | s | what Isolde found |\n\
         |---|---|---|---:|---:|---|---:|---:|---|\n{}",
        rows.join("\n")
    ));
    say(format!(
        "\n{part} s of search for each property and tool, on one thread, seed {seed}; a dash means that no input was found in that time, or until the search ended by itself. \
         Load average: {}",
        tool::load()
    ));
    if !wrong.is_empty() {
        bail!("Isolde is wrong about {}", wrong.join(", "));
    }
    Ok(())
}

/// Builds the package's program that runs proptest; returns its path.
fn build_proptest(package: &Path, target: &Path) -> Result<PathBuf> {
    let output = tool::cargo()
        .args(["build", "--release", "--example", "proptest"])
        .arg("--target-dir")
        .arg(target)
        .current_dir(package)
        .output()?;
    tool::check(&output, "cargo build", &[0])?;
    Ok(target.join("release/examples/proptest"))
}

/// The names of the properties, and whether they hold.
fn properties(proptest: &Path) -> Result<Vec<(String, bool)>> {
    let output = std::process::Command::new(proptest).output()?;
    tool::check(&output, "proptest", &[0])?;
    String::from_utf8(output.stdout)?
        .lines()
        .map(|line| {
            let (name, holds) = line
                .split_once(' ')
                .context("expected a property's name and whether it holds")?;
            Ok((name.to_owned(), holds.parse()?))
        })
        .collect()
}

fn isolde(
    tool: &Path,
    package: &Path,
    target: &Path,
    name: &str,
    seconds: f64,
    seed: u8,
) -> Result<Option<Refutation>> {
    let target = target.to_string_lossy();
    let (filter, seed) = (format!("*::{name}"), seed.to_string());
    // Nothing is stored, so that every run starts from scratch.
    let more = [
        &filter,
        "--dry-run",
        "--jobs",
        "1",
        "--seed",
        &seed,
        "--target-dir",
        &target,
    ];
    let record = tool::record(tool, "explore", package, &format!("{seconds}s"), &more)?;
    refutation(&record["tests"][0]).with_context(|| format!("in the record of {name}"))
}

/// The first failing input of a test's record.
fn refutation(test: &Value) -> Result<Option<Refutation>> {
    let inputs = test["inputs"]
        .as_array()
        .context("there is no list of inputs")?;
    let failing = inputs.iter().filter(|input| input["verdict"] == "failed");
    let found: Vec<Refutation> = failing
        .map(|input| {
            let arguments = input["arguments"].as_array().context("arguments")?;
            let arguments: Vec<&str> = arguments.iter().filter_map(Value::as_str).collect();
            Ok(Refutation {
                inputs: input["runs"].as_u64().context("runs")?,
                seconds: input["seconds"].as_f64().context("seconds")?,
                input: arguments.join(", "),
            })
        })
        .collect::<Result<_>>()?;
    Ok(found.into_iter().min_by_key(|found| found.inputs))
}

fn by_proptest(program: &Path, name: &str, seconds: f64, seed: u8) -> Result<Option<Refutation>> {
    let output = std::process::Command::new(program)
        .args([name, &seconds.to_string(), &seed.to_string()])
        .output()?;
    tool::check(&output, "proptest", &[0])?;
    let found: Value = serde_json::from_slice(&output.stdout)?;
    found["counterexample"]
        .as_str()
        .map(|input| {
            Ok(Refutation {
                inputs: found["inputs"].as_u64().context("inputs")?,
                seconds: found["seconds"].as_f64().context("seconds")?,
                input: input.to_owned(),
            })
        })
        .transpose()
}

fn row(
    name: &str,
    holds: bool,
    isolde: Option<&Refutation>,
    proptest: Option<&Refutation>,
) -> String {
    let cells = |found: Option<&Refutation>| match found {
        Some(found) => format!("refuted | {} | {:.3}", found.inputs, found.seconds),
        None => "– | – | –".to_owned(),
    };
    let input = isolde.map_or("–".to_owned(), |found| {
        format!("`{}`", found.input.replace('|', "\\|"))
    });
    format!(
        "| `{name}` | {} | {} | {} | {input} |",
        if holds { "true" } else { "false" },
        cells(isolde),
        cells(proptest),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(inputs: Value) -> Value {
        serde_json::json!({ "inputs": inputs })
    }

    #[test]
    fn a_property_is_refuted_by_the_first_input_that_fails() {
        let input = |verdict: &str, runs: u64, argument: &str| {
            serde_json::json!({
                "verdict": verdict, "runs": runs, "seconds": 0.25, "arguments": [argument, "2"],
            })
        };
        let inputs = [
            input("failed", 70, "a"),
            input("failed", 9, "b|c"),
            input("passed", 1, "d"),
        ];
        let found = refutation(&test(inputs.into())).expect("complete");
        assert_eq!(
            row("p", false, found.as_ref(), None),
            "| `p` | false | refuted | 9 | 0.250 | – | – | – | `b\\|c, 2` |"
        );
        let passes = test([input("passed", 1, "d")].into());
        assert_eq!(refutation(&passes).expect("complete"), None);
    }

    #[test]
    fn a_failure_without_figures_is_an_error() {
        let failure = serde_json::json!({"verdict": "failed", "arguments": []});
        assert!(refutation(&test([failure].into())).is_err());
    }
}
