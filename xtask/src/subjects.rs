//! Generated tests for published crates: do they pass, and what do they cover?

use crate::registry;
use crate::tool::{self, say};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::path::Path;

const README: [&str; 4] = [
    "strsim@0.11.1",
    "humantime@2.1.0",
    "semver@1.0.17",
    "itoa@1.0.15",
];

/// One row of the table.
struct Row {
    subject: String,
    tests: u64,
    findings: u64,
    removed: u64,
    failed_reruns: usize,
    lines: String,
    own: String,
    branches: String,
}

/// Generates tests for each subject and prints the table.
pub fn run(time: u32, reruns: usize, subjects: &[String]) -> Result<()> {
    let tool = tool::build()?;
    let folder = tempfile::tempdir()?;
    let subjects: Vec<String> = if subjects.is_empty() {
        README.map(String::from).to_vec()
    } else {
        subjects.to_vec()
    };
    let packages = registry::copies_to_test(&subjects, folder.path())?;
    let mut rows = Vec::new();
    for (subject, package) in subjects.iter().zip(packages) {
        let record = tool::generate(&tool, &package, time, &[]).with_context(|| subject.clone())?;
        rows.push(row(subject, &package, &record, reruns)?);
        say(format!("{subject} done"));
    }
    say("");
    say(format!(
        "| crate | tests | findings | removed | reruns that failed (of {reruns}) | lines, generated tests alone | lines, own tests | branches seen |"
    ));
    say("|---|---|---|---|---|---|---|---|");
    for row in &rows {
        say(format!(
            "| {} | {} | {} | {} | {} | {} | {} | {} |",
            row.subject.replace('@', " "),
            row.tests,
            row.findings,
            row.removed,
            row.failed_reruns,
            row.lines,
            row.own,
            row.branches
        ));
    }
    if rows.iter().any(|row| row.failed_reruns > 0) {
        bail!("a suite failed or was flaky");
    }
    Ok(())
}

fn row(subject: &str, package: &Path, record: &Value, reruns: usize) -> Result<Row> {
    let totals = &record["totals"];
    let mut failed_reruns = 0;
    for _ in 0..reruns {
        let output = tool::cargo()
            .args(["test", "--test", "isolde"])
            .current_dir(package)
            .output()?;
        failed_reruns += usize::from(!output.status.success());
    }
    Ok(Row {
        subject: subject.to_string(),
        tests: totals["tests"].as_u64().unwrap_or_default(),
        findings: totals["findings"].as_u64().unwrap_or_default(),
        removed: totals["removed"].as_u64().unwrap_or_default(),
        failed_reruns,
        lines: coverage(package, &["--test", "isolde"])?,
        own: own_coverage(package)?,
        branches: format!("{} of {}", totals["branches_covered"], totals["branches"]),
    })
}

/// The line coverage by cargo-tarpaulin's LLVM engine, in the form in which tarpaulin prints it.
fn coverage(package: &Path, selection: &[&str]) -> Result<String> {
    let output = tool::cargo()
        .args([
            "tarpaulin",
            "--engine",
            "llvm",
            "--skip-clean",
            "--target-dir",
            "target/tarpaulin",
            "--exclude-files",
            "target/*",
            "tests/*",
            "benches/*",
            "examples/*",
            "build.rs",
        ])
        .args(selection)
        .current_dir(package)
        .output()
        .context("cargo tarpaulin is needed: cargo install cargo-tarpaulin")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    let line = text
        .lines()
        .find(|line| line.contains("% coverage"))
        .with_context(|| format!("tarpaulin did not print the coverage:\n{text}"))?;
    Ok(line.replace(" coverage", ""))
}

/// The coverage of the package's own tests, without generated ones; `–` if they do not run on this machine.
fn own_coverage(package: &Path) -> Result<String> {
    let ours = package.join("tests/isolde");
    let aside = package.join("target/isolde-tests-aside");
    if ours.exists() {
        std::fs::rename(&ours, &aside)?;
    }
    let own = coverage(package, &["--tests"]).unwrap_or_else(|_| "–".into());
    if aside.exists() {
        std::fs::rename(&aside, &ours)?;
    }
    Ok(own)
}
