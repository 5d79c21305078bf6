//! Branches reached within different times, by one version of the tool or by two versions running side by side.

use crate::registry;
use crate::tool::{self, say};
use crate::watched::{self, Start};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Crates of several kinds: text, numbers, dates, tables, geometry.
const SUBJECTS: [&str; 8] = [
    "humantime@2.1.0",
    "semver@1.0.17",
    "numtoa@0.2.3",
    "convert_case@0.5.0",
    "base85@2.0.0",
    "chrono@0.4.45",
    "ipnetwork@0.18.0",
    "delaunator@1.0.1",
];
/// A run is ended if, after building, it exceeds its time limit by this much.
const PATIENCE: Duration = Duration::from_secs(300);

/// What is measured.
pub struct Measurement<'a> {
    /// Another version of the tool to compare with.
    pub against: Option<&'a Path>,
    /// The exploration times in seconds, with one run for each.
    pub times: &'a [u32],
    /// Seed.
    pub seed: u64,
    /// The crates, as `name@version`; if empty, the default eight.
    pub subjects: &'a [String],
}

/// The number of covered branches, by time; `None` for a run that had to be ended.
type Counts = Vec<Option<u64>>;

/// Explores each crate once for each time, with one thread on one processor. With two versions of the tool, both run at the same time, each on a
/// processor of its own, and the cells of the table show `other → this`. For each crate, this takes the sum of the times, the time to build it, and
/// the time to write the tests, which is at most five minutes for each run.
pub fn run(measurement: &Measurement) -> Result<()> {
    let mut tools = vec![tool::build()?];
    if let Some(against) = measurement.against {
        tools.push(std::path::absolute(against)?);
    }
    let subjects: Vec<String> = match measurement.subjects {
        [] => SUBJECTS.map(String::from).to_vec(),
        some => some.to_vec(),
    };
    let folder = tempfile::tempdir()?;
    let packages: Vec<Vec<PathBuf>> = (0..tools.len())
        .map(|number| registry::copies(&subjects, &folder.path().join(number.to_string())))
        .collect::<Result<_>>()?;
    let columns: String = measurement
        .times
        .iter()
        .map(|time| format!(" {time} s |"))
        .collect();
    say(format!("\n| crate | branches |{columns} as much in |"));
    let columns = "---:|".repeat(measurement.times.len());
    say(format!("|---|---:|{columns}---:|"));
    for (index, subject) in subjects.iter().enumerate() {
        let results: Vec<Result<(u64, Counts)>> = std::thread::scope(|scope| {
            let threads: Vec<_> = tools
                .iter()
                .enumerate()
                .map(|(number, tool)| {
                    let package = &packages[number][index];
                    scope.spawn(move || counts(tool, package, number, measurement))
                })
                .collect();
            threads
                .into_iter()
                .map(|thread| thread.join().expect("this thread does not panic"))
                .collect()
        });
        let results: Vec<(u64, Counts)> = results
            .into_iter()
            .collect::<Result<_>>()
            .with_context(|| subject.clone())?;
        let (branches, this) = &results[0];
        let other = results.get(1).map(|(_, counts)| counts);
        say(row(subject, *branches, this, other, measurement.times));
    }
    say(
        "\nBranches covered by `generate --jobs 1` when it is given so many seconds to explore. Last column: the shortest of these times within which \
         as many branches are reached as the other version reaches in the longest.",
    );
    Ok(())
}

/// The number of branches, and how many of them are covered within each time.
fn counts(
    tool: &Path,
    package: &Path,
    processor: usize,
    measurement: &Measurement,
) -> Result<(u64, Counts)> {
    let seed = measurement.seed.to_string();
    let (mut branches, mut counts) = (0, Vec::new());
    for &time in measurement.times {
        let watched = watched::generate(&Start {
            tool,
            package,
            time,
            more: &["--jobs", "1", "--seed", &seed],
            processor: Some(processor),
            patience: Duration::from_secs(time.into()) + PATIENCE,
        })?;
        let totals = watched.record.map(|record| record["totals"].clone());
        if let Some(totals) = &totals {
            branches = totals["branches"].as_u64().unwrap_or_default();
        }
        counts.push(totals.and_then(|totals| totals["branches_covered"].as_u64()));
    }
    Ok((branches, counts))
}

fn row(
    subject: &str,
    branches: u64,
    this: &Counts,
    other: Option<&Counts>,
    times: &[u32],
) -> String {
    let number = |count: &Option<u64>| count.map_or("–".to_owned(), |count| count.to_string());
    let cells: String = match other {
        Some(other) => other
            .iter()
            .zip(this)
            .map(|(other, this)| format!(" {} → {} |", number(other), number(this)))
            .collect(),
        None => this
            .iter()
            .map(|this| format!(" {} |", number(this)))
            .collect(),
    };
    let goal = other.unwrap_or(this).iter().flatten().max();
    let reached = times
        .iter()
        .zip(this)
        .find(|(_, count)| goal.is_some() && count.as_ref() >= goal);
    let reached = reached.map_or("–".to_owned(), |(time, _)| format!("{time} s"));
    format!(
        "| {} | {branches} |{cells} {reached} |",
        subject.replace('@', " ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_column_says_when_the_other_versions_best_was_reached() {
        let (this, other) = (
            vec![Some(3), Some(8), Some(9)],
            vec![Some(1), None, Some(7)],
        );
        assert_eq!(
            row("a@1", 10, &this, Some(&other), &[1, 2, 5]),
            "| a 1 | 10 | 1 → 3 | – → 8 | 7 → 9 | 2 s |"
        );
        assert_eq!(
            row("a@1", 10, &this, None, &[1, 2, 5]),
            "| a 1 | 10 | 3 | 8 | 9 | 5 s |"
        );
        let less = vec![Some(1), Some(2), None];
        assert_eq!(
            row("a@1", 10, &less, Some(&other), &[1, 2, 5]),
            "| a 1 | 10 | 1 → 1 | – → 2 | 7 → – | – |"
        );
    }
}
