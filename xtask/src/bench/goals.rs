//! The cost of reaching the goals of branch puzzles, by function and seed: work as the search counts it, and processor time.

use super::programs::Built;
use super::{arm, median};
use crate::tool::say;
use anyhow::Result;
use std::time::Duration;

/// Explores the given functions, or all, of a crate of the repository whose manifest is disabled (`Cargo_test.toml`), with seeds from 0.
pub fn run(krate: &str, seeds: u64, cap: u32, functions: &[String]) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let names: Vec<&str> = functions.iter().map(String::as_str).collect();
    let built = Built::new(&arm(krate, folder.path())?, &names)?;
    say(
        "| function | reached | median work | median processor time | work by seed |\n|---|---:|---:|---:|---|",
    );
    for function in built.functions() {
        let goal = function.rsplit(':').next().unwrap_or(&function);
        let mut all = Vec::new();
        for seed in 0..seeds {
            all.push(built.reach(&function, goal, seed, Duration::from_secs(cap.into()))?);
        }
        let mut work: Vec<u64> = all.iter().flatten().map(|it| it.work).collect();
        if work.is_empty() {
            continue;
        }
        let mut time: Vec<Duration> = all.iter().flatten().map(|it| it.processor).collect();
        let by_seed: Vec<String> = all
            .iter()
            .map(|it| it.map_or("–".into(), |it| it.work.to_string()))
            .collect();
        say(format!(
            "| `{function}` | {} of {seeds} | {} | {:.2} s | {} |",
            work.len(),
            median(&mut work),
            median(&mut time).as_secs_f64(),
            by_seed.join(" ")
        ));
    }
    Ok(())
}
