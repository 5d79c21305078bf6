//! What isolation adds: of functions whose code calls outside of the package, how much is covered with `isolate` and with `generate` alone.

mod covered;
mod table;

use crate::kept::{End, Kept};
use crate::list;
use crate::registry;
use crate::tool::{self, say};
use anyhow::{Context, Result};
use isolde_record::RunRecord;
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
    /// A folder for the record, the messages and the end of each run; by default `isolation` in the target folder.
    pub records: Option<&'a Path>,
    /// Whether crates are measured again that were measured before with the same tool and time limit.
    pub is_again: bool,
    /// Crates of the list, by name, or any as `name@version`; empty for all of the list.
    pub subjects: &'a [String],
}

/// The two runs on a crate.
struct Runs {
    subject: String,
    /// What the crate is for; empty if it is not in the list.
    kind: String,
    /// `generate`, without isolation.
    without: Run,
    /// `isolate crate`.
    with: Run,
}

/// A run on a crate.
struct Run {
    /// How it ended; the error if it could not be started.
    end: Result<End, String>,
    record: Option<RunRecord>,
    /// The last line of the messages.
    said: String,
}

/// The arguments of the two runs.
const WITHOUT: &[&str] = &["generate"];
const WITH: &[&str] = &["isolate", "crate"];

/// Runs `generate` and `isolate` on the crates, one after the other, and prints the tables. Runs of an earlier, interrupted measurement are only read.
pub fn run(measurement: &Measurement) -> Result<()> {
    let tool = tool::given_or_built(measurement.tool)?;
    let records = match measurement.records {
        Some(records) => std::path::absolute(records)?,
        None => tool::target_folder()?.join("isolation"),
    };
    let kept = Kept::new(&records, &tool, measurement.time)?;
    say(format!("records: {}", records.display()));
    say(format!("load average before: {}", tool::load()));
    say(table::HEAD);
    let mut all = Vec::new();
    for (subject, kind) in list::choose(CRATES, measurement.subjects)? {
        let of = |arguments| one(&subject, arguments, &tool, measurement, &kept);
        let (without, with) = (of(WITHOUT), of(WITH));
        let runs = Runs {
            subject,
            kind,
            without,
            with,
        };
        say(table::row(&runs));
        all.push(runs);
    }
    say(table::average(&all));
    say(table::FUNCTIONS);
    for runs in &all {
        for line in table::functions(runs) {
            say(line);
        }
    }
    say(format!("\nload average after: {}", tool::load()));
    Ok(())
}

/// One run on a crate, from what was kept or now.
fn one(
    subject: &str,
    arguments: &[&str],
    tool: &Path,
    measurement: &Measurement,
    kept: &Kept,
) -> Run {
    let name = format!("{subject}.{}", arguments[0]);
    if measurement.is_again {
        kept.forget(&name);
    }
    let end = match kept.end(&name, measurement.patience) {
        Some(end) => Ok(end),
        None => measure(subject, &name, arguments, tool, measurement, kept),
    };
    let read = |ending| fs::read_to_string(kept.file(&name, ending)).unwrap_or_default();
    Run {
        // Without an end, the files are those of another run.
        record: serde_json::from_str(&read("json"))
            .ok()
            .filter(|_| end.is_ok()),
        said: read("log").lines().last().unwrap_or_default().to_owned(),
        end: end.map_err(|error| format!("{error:#}")),
    }
}

/// Runs the tool on a copy of a crate that may use detours in its tests, and keeps the result.
fn measure(
    subject: &str,
    name: &str,
    arguments: &[&str],
    tool: &Path,
    measurement: &Measurement,
    kept: &Kept,
) -> Result<End> {
    // Each run in a folder of its own, which is removed afterwards: so both build everything, and builds need much space.
    let place = tempfile::tempdir()?;
    let packages = registry::copies_to_test(&[subject.to_owned()], place.path())?;
    let package = packages.first().context("one crate, one folder")?;
    registry::depend_on(package, "isolde")?;
    let mut command = tool::free(Command::new(tool));
    command.arg("isolde").args(arguments);
    command.args(["--json", "--seed", "1"]);
    command.args([
        "--time",
        &format!("{}s", measurement.time),
        "--manifest-path",
    ]);
    command.arg(package.join("Cargo.toml"));
    kept.run(name, &mut command, measurement.patience)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_ten_crates_at_least_half_of_which_are_programs() {
        let all = list::crates(CRATES);
        assert_eq!(all.len(), 10);
        assert!(all.iter().all(|(subject, _)| subject.contains('@')));
        let programs = all.iter().filter(|(_, kind)| kind.starts_with("program: "));
        assert_eq!(programs.count(), 5);
    }
}
