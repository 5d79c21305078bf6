//! How many goals of the branch puzzles an exploration reaches.

use crate::tool::{self, say};
use anyhow::{Result, bail};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

/// Copies the puzzles to `to`, and renames their manifest to `Cargo.toml`.
pub fn arm(to: &Path) -> Result<()> {
    tool::arm("testdata/puzzles", to)
}

/// The names of the goals in the sources.
fn goals(package: &Path) -> Result<BTreeSet<String>> {
    let mut goals = BTreeSet::new();
    for entry in std::fs::read_dir(package.join("src"))? {
        let text = std::fs::read_to_string(entry?.path())?;
        goals.extend(
            text.split("panic!(\"goal: ")
                .skip(1)
                .filter_map(|rest| rest.split('"').next())
                .map(String::from),
        );
    }
    Ok(goals)
}

/// Runs the exploration and prints what it reached.
pub fn run(time: u32, seed: u64, least: usize) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let package = folder.path().join("puzzles");
    arm(&package)?;
    let goals = goals(&package)?;
    let tool = tool::build()?;
    let start = Instant::now();
    let record = tool::generate(&tool, &package, time, &["--seed", &seed.to_string()])?;
    let wall = start.elapsed().as_secs_f64();
    let reached: BTreeSet<String> = record["findings"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|finding| {
            finding["message"]
                .as_str()?
                .strip_prefix("goal: ")
                .map(String::from)
        })
        .collect();
    for goal in &goals {
        say(format!(
            "{} {goal}",
            if reached.contains(goal) {
                "reached"
            } else {
                "  --   "
            }
        ));
    }
    say(format!(
        "{} of {} goals, {:.1} s of exploration, {wall:.1} s including building and verifying",
        reached.len(),
        goals.len(),
        record["seconds"].as_f64().unwrap_or_default()
    ));
    say(format!("solver: {}", record["solver"]));
    if reached.len() < least {
        bail!("fewer than {least} goals were reached");
    }
    Ok(())
}
