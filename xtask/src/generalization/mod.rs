//! What generalization makes of published crates' own tests.

mod table;

use crate::kept::Kept;
use crate::list;
use crate::registry;
use crate::tool::{self, say};
use anyhow::{Context, Result, anyhow};
use isolde_record::generalize::GeneralizeRecord;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// The default crates.
const CRATES: &str = include_str!("crates.txt");

/// What to measure.
pub struct Measurement<'a> {
    /// The program to measure; by default that of this checkout.
    pub tool: Option<&'a Path>,
    /// The time limit for each run in seconds.
    pub time: u32,
    /// A run is ended after this time, building included.
    pub patience: Duration,
    /// A folder for the record, the messages, the end and the new tests of each run; by default `generalization` in the target folder.
    pub records: Option<&'a Path>,
    /// Crates of the list, by name, or any as `name@version`; empty for all of the list.
    pub subjects: &'a [String],
}

/// A crate, and what became of its tests.
struct Measured {
    subject: String,
    /// The record, or why there is none.
    record: Result<GeneralizeRecord, String>,
    seconds: f64,
}

/// Generalizes the tests of the crates and prints the table. Runs of an earlier, interrupted measurement are only read.
pub fn run(measurement: &Measurement) -> Result<()> {
    let tool = tool::given_or_built(measurement.tool)?;
    let records = match measurement.records {
        Some(records) => std::path::absolute(records)?,
        None => tool::target_folder()?.join("generalization"),
    };
    let kept = Kept::new(&records, &tool, measurement.time)?;
    say(format!("records: {}", records.display()));
    say(format!("load average before: {}", tool::load()));
    let mut all = Vec::new();
    for (subject, _) in list::choose(CRATES, measurement.subjects)? {
        all.push(one(&subject, &tool, measurement, &kept, &records));
    }
    say(table::HEAD);
    for measured in &all {
        say(table::row(measured));
    }
    say(table::CLASSES);
    for line in all.iter().flat_map(table::classes) {
        say(line);
    }
    say(format!("\nload average after: {}", tool::load()));
    Ok(())
}

fn one(
    subject: &str,
    tool: &Path,
    measurement: &Measurement,
    kept: &Kept,
    records: &Path,
) -> Measured {
    let end = match kept.end(subject, measurement.patience) {
        Some(end) => Ok(end),
        None => measure(subject, tool, measurement, kept, records),
    };
    let record = end.as_ref().map_err(|error| anyhow!("{error:#}"));
    let record = record.and_then(|_| {
        let text = fs::read_to_string(kept.file(subject, "json"))?;
        serde_json::from_str(&text).with_context(|| {
            let log = fs::read_to_string(kept.file(subject, "log")).unwrap_or_default();
            let mut said = log.lines();
            said.find(|line| line.starts_with("error"))
                .unwrap_or("there is no record")
                .to_owned()
        })
    });
    Measured {
        subject: subject.to_owned(),
        record: record.map_err(|error| format!("{error}")),
        seconds: end.map_or(0.0, |end| end.wall.as_secs_f64()),
    }
}

/// Runs the tool on a copy of a crate, and keeps the result and the new files. All tests must pass afterwards.
fn measure(
    subject: &str,
    tool: &Path,
    measurement: &Measurement,
    kept: &Kept,
    records: &Path,
) -> Result<crate::kept::End> {
    let place = tempfile::tempdir()?;
    let packages = registry::copies(&[subject.to_owned()], place.path())?;
    let package = packages.first().context("one crate, one folder")?;
    registry::depend_on(package, "isolde")?;
    let mut command = tool::free(Command::new(tool));
    command.args(["isolde", "generalize", "--json", "--write", "--seed", "1"]);
    command.args([
        "--time",
        &format!("{}s", measurement.time),
        "--manifest-path",
    ]);
    command.arg(package.join("Cargo.toml"));
    let end = kept.run(subject, &mut command, measurement.patience)?;
    for folder in ["src", "tests"] {
        if package.join(folder).is_dir() {
            let to = records.join(subject.replace('@', "-")).join(folder);
            tool::copy(&package.join(folder), &to)?;
        }
    }
    if matches!(end.code, Some(0 | 2)) {
        let mut command = tool::cargo();
        command.args(["test", "--lib", "--bins", "--tests", "--target-dir"]);
        let target = package.join("target/isolde/generalize/target");
        let output = command.arg(target).current_dir(package).output()?;
        tool::check(&output, "cargo test with the new tests", &[0])?;
    }
    Ok(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_three_crates() {
        let all = list::crates(CRATES);
        assert_eq!(all.len(), 3);
        assert!(all.iter().all(|(subject, _)| subject.contains('@')));
    }
}
