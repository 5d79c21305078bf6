//! Branches reached within different times, by one version of the tool or by two versions running side by side.

use crate::registry;
use crate::tool::{self, say};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

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

/// What is measured.
pub struct Measurement<'a> {
    /// A checkout of another version of this repository, to compare with.
    pub against: Option<&'a Path>,
    /// Times to explore for, in seconds, with one run for each.
    pub times: &'a [u32],
    /// Seed.
    pub seed: u64,
    /// The crates, as `name@version`; if empty, the default eight.
    pub subjects: &'a [String],
}

/// The number of coverage points that were passed, by time.
type Counts = Vec<u64>;

/// A version of Isolde.
struct Version {
    /// The program `cargo-isolde`.
    tool: PathBuf,
    /// The example `explore` of isolde-explore, which runs the search alone.
    explore: PathBuf,
    /// The packages to explore, in the order of the crates.
    packages: Vec<PathBuf>,
}

/// The programs made of a crate.
pub(crate) struct Programs {
    pub(crate) folder: PathBuf,
    pub(crate) thunks: u64,
}

/// Explores each crate once for each time, with one thread on one processor: the search alone, without what `generate` does afterwards. With two
/// versions, both run at the same time, each on a processor of its own, and the cells of the table show `other → this`. For each crate, this takes the
/// sum of the times and the time to build it.
pub fn run(measurement: &Measurement) -> Result<()> {
    let subjects: Vec<String> = match measurement.subjects {
        [] => SUBJECTS.map(String::from).to_vec(),
        some => some.to_vec(),
    };
    let folder = tempfile::tempdir()?;
    let root = tool::root();
    let roots = [Some(root.as_path()), measurement.against];
    let versions: Vec<Version> = roots
        .into_iter()
        .flatten()
        .enumerate()
        .map(|(number, root)| {
            Ok(Version {
                tool: tool::build_in(root, &["-p", "cargo-isolde"])?,
                explore: tool::build_in(root, &["-p", "isolde-explore", "--example", "explore"])?,
                packages: registry::copies_to_test(
                    &subjects,
                    &folder.path().join(number.to_string()),
                )?,
            })
        })
        .collect::<Result<_>>()?;
    let columns: String = measurement
        .times
        .iter()
        .map(|time| format!(" {time} s |"))
        .collect();
    say(format!("\n| crate |{columns} as much in |"));
    let columns = "---:|".repeat(measurement.times.len());
    say(format!("|---|{columns}---:|"));
    for (index, subject) in subjects.iter().enumerate() {
        let results: Vec<Result<Counts>> = std::thread::scope(|scope| {
            let threads: Vec<_> = versions
                .iter()
                .enumerate()
                .map(|(number, version)| {
                    scope.spawn(move || counts(version, index, number, measurement))
                })
                .collect();
            threads
                .into_iter()
                .map(|thread| thread.join().expect("this thread does not panic"))
                .collect()
        });
        let results: Vec<Counts> = results
            .into_iter()
            .collect::<Result<_>>()
            .with_context(|| subject.clone())?;
        say(row(subject, &results[0], results.get(1), measurement.times));
    }
    say(
        "\nCoverage points passed by a search on one thread within so many seconds. Last column: the shortest of these times within which as many are \
         passed as the other version passes in the longest.",
    );
    Ok(())
}

/// How many coverage points are passed within each time.
fn counts(
    version: &Version,
    package: usize,
    processor: usize,
    measurement: &Measurement,
) -> Result<Counts> {
    let package = &version.packages[package];
    let programs = programs(&version.tool, package, &[])?;
    let count = |time: &u32| {
        let file = |name: &str| programs.folder.join(name);
        let mut command = Command::new("taskset");
        command.args(["--cpu-list", &processor.to_string()]);
        command.arg(&version.explore);
        command.args([file("coverage"), file("symbolic"), file("map.json")]);
        command.args([
            format!("0..{}", programs.thunks),
            time.to_string(),
            measurement.seed.to_string(),
        ]);
        let output = tool::free(command).output().context("taskset is needed")?;
        tool::check(&output, "the example explore", &[0])?;
        points(&String::from_utf8_lossy(&output.stdout))
    };
    measurement.times.iter().map(count).collect()
}

/// Builds the programs for these items of a package, or for all of them, by a short run of `generate`.
pub(crate) fn programs(tool: &Path, package: &Path, items: &[&str]) -> Result<Programs> {
    let mut command = tool::free(Command::new(tool));
    command.args(["isolde", "generate", "--time", "1s", "--manifest-path"]);
    command.arg(package.join("Cargo.toml")).args(items);
    let output = command.output()?;
    tool::check(&output, "generate", &[0, 2])?;
    let said = String::from_utf8_lossy(&output.stderr);
    let thunks = said.lines().find_map(|line| {
        let count = line.strip_prefix("exploring ")?.split_once(" calls")?.0;
        count.parse().ok()
    });
    let folders = package.join("target/isolde");
    let mut found = Vec::new();
    for folder in std::fs::read_dir(&folders)? {
        let programs = folder?.path().join("programs");
        for programs in std::fs::read_dir(programs).into_iter().flatten() {
            found.push(programs?.path());
        }
    }
    anyhow::ensure!(found.len() == 1, "{} sets of programs", found.len());
    Ok(Programs {
        folder: found.remove(0),
        thunks: thunks.context("generate did not print how many calls it explores")?,
    })
}

/// The number of points in the last line of the example's output: `244 cases, 312 points, …`.
pub(crate) fn points(output: &str) -> Result<u64> {
    let last = output.lines().rev().find_map(|line| {
        let (_, rest) = line.split_once(" cases, ")?;
        rest.split_once(" points")?.0.parse().ok()
    });
    last.context("the example printed no number of points")
}

fn row(subject: &str, this: &Counts, other: Option<&Counts>, times: &[u32]) -> String {
    let cells: String = match other {
        Some(other) => other
            .iter()
            .zip(this)
            .map(|(other, this)| format!(" {other} → {this} |"))
            .collect(),
        None => this.iter().map(|this| format!(" {this} |")).collect(),
    };
    let goal = other.unwrap_or(this).iter().max();
    let reached = times
        .iter()
        .zip(this)
        .find(|(_, count)| Some(*count) >= goal);
    let reached = reached.map_or("–".to_owned(), |(time, _)| format!("{time} s"));
    format!("| {} |{cells} {reached} |", subject.replace('@', " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_column_says_when_the_other_versions_best_was_reached() {
        let (this, other) = (vec![3, 8, 9], vec![1, 2, 7]);
        assert_eq!(
            row("a@1", &this, Some(&other), &[1, 2, 5]),
            "| a 1 | 1 → 3 | 2 → 8 | 7 → 9 | 2 s |"
        );
        assert_eq!(
            row("a@1", &this, None, &[1, 2, 5]),
            "| a 1 | 3 | 8 | 9 | 5 s |"
        );
        assert_eq!(
            row("a@1", &vec![1, 2, 2], Some(&other), &[1, 2, 5]),
            "| a 1 | 1 → 1 | 2 → 2 | 7 → 2 | – |"
        );
    }

    #[test]
    fn points_are_read_from_the_line_that_sums_up() {
        let output =
            "  0 Stats { cases: 3 }\n12 cases, 34 points, 567 runs, 1.00 s, cut short: true\n";
        assert_eq!(points(output).unwrap(), 34);
        assert!(points("nothing").is_err());
    }
}
