//! Applications that have only a binary: what the unit tests written beside their modules cover, and whether these always pass.

use crate::registry;
use crate::tool::{self, say};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::path::Path;

const PROGRAMS: [&str; 2] = ["xsv@0.13.0", "fd-find@10.5.0"];

/// Generates tests for each program (by default these two), runs them several times, and prints a table.
pub fn run(tool: Option<&Path>, time: u32, reruns: usize, subjects: &[String]) -> Result<()> {
    let tool = tool::given_or_built(tool)?;
    let folder = tempfile::tempdir()?;
    let subjects = match subjects {
        [] => PROGRAMS.map(String::from).to_vec(),
        given => given.to_vec(),
    };
    let packages = registry::copies_to_test(&subjects, folder.path())?;
    let mut rows = Vec::new();
    let mut failed = 0;
    for (subject, package) in subjects.iter().zip(packages) {
        let lines = lines_of_code(&package.join("src"))?;
        let record = tool::generate(&tool, &package, time, &[]).with_context(|| subject.clone())?;
        let mut failed_reruns = 0;
        for _ in 0..reruns {
            failed_reruns += usize::from(!passes(&package)?);
        }
        failed += failed_reruns;
        rows.push(row(subject, lines, &record, failed_reruns));
        say(format!("{subject} done"));
    }
    say("");
    say(format!(
        "| program | lines of code | functions explored | tests | findings | removed | lines covered | branches seen | reruns that failed (of {reruns}) |"
    ));
    say("|---|---|---|---|---|---|---|---|---|");
    for row in rows {
        say(row);
    }
    match failed {
        0 => Ok(()),
        _ => bail!("a suite failed or was flaky"),
    }
}

fn row(subject: &str, lines: usize, record: &Value, failed_reruns: usize) -> String {
    let totals = &record["totals"];
    let number = |name: &str| totals[name].as_u64().unwrap_or_default();
    let covered = 100.0 * number("lines_covered") as f64 / number("lines").max(1) as f64;
    format!(
        "| {} | {lines} | {} of {} | {} | {} | {} | {covered:.2}%, {} of {} | {} of {} | {failed_reruns} |",
        subject.replace('@', " "),
        number("explored"),
        number("functions") - number("derived"),
        number("tests"),
        number("findings"),
        number("removed"),
        number("lines_covered"),
        number("lines"),
        number("branches_covered"),
        number("branches"),
    )
}

/// Whether the generated tests of a package's binaries pass.
fn passes(package: &Path) -> Result<bool> {
    let output = tool::cargo()
        .args(["test", "--bins", "isolde_tests::"])
        .current_dir(package)
        .output()?;
    Ok(output.status.success())
}

/// The lines of Rust files below a folder that contain more than a comment.
fn lines_of_code(folder: &Path) -> Result<usize> {
    let mut lines = 0;
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            lines += lines_of_code(&path)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path)?;
            let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
            lines += text.lines().filter(is_code).count();
        }
    }
    Ok(lines)
}
