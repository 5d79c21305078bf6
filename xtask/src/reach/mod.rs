//! How much of published crates is reached: public functions explored, why others are not, and tests that were made in vain.

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
    /// The time limit for each crate in seconds.
    pub time: u32,
    /// A run is ended after this number of seconds, building included.
    pub patience: u32,
    /// A folder for the record, the messages and the end of each run; by default `reach` in the target folder.
    pub records: Option<&'a Path>,
    /// Whether crates are measured again that were measured before with the same tool and time limit.
    pub is_again: bool,
    /// Crates of the list, by name, or any as `name@version`; empty for all of the list.
    pub subjects: &'a [String],
}

/// A run on a crate.
struct Run {
    subject: String,
    /// What the crate is for; empty if it is not in the list.
    kind: String,
    /// How it ended; the error if it could not be started.
    end: Result<End, String>,
    record: Option<RunRecord>,
    /// The last line of the messages.
    said: String,
}

/// Runs `generate` on the crates, one after the other, and prints the table. Crates that an earlier, interrupted measurement got through are only
/// read.
pub fn run(measurement: &Measurement) -> Result<()> {
    let tool = tool::given_or_built(measurement.tool)?;
    let records = match measurement.records {
        Some(records) => std::path::absolute(records)?,
        None => tool::target_folder()?.join("reach"),
    };
    let kept = Kept::new(&records, &tool, measurement.time)?;
    let patience = Duration::from_secs(measurement.patience.into());
    let chosen = list::choose(CRATES, measurement.subjects)?;
    if measurement.is_again {
        chosen.iter().for_each(|(subject, _)| kept.forget(subject));
    }
    say(format!("records: {}", records.display()));
    say(format!("load average before: {}", tool::load()));
    say(table::HEAD);
    let mut runs = Vec::new();
    let mut before = 0;
    for (subject, kind) in chosen {
        let end = match kept.end(&subject, patience) {
            Some(end) => {
                before += 1;
                Ok(end)
            }
            None => measure(&subject, &tool, measurement.time, patience, &kept),
        };
        let read = |ending| fs::read_to_string(kept.file(&subject, ending)).unwrap_or_default();
        let run = Run {
            // Without an end, the files are those of another run.
            record: serde_json::from_str(&read("json"))
                .ok()
                .filter(|_| end.is_ok()),
            said: read("log").lines().last().unwrap_or_default().to_owned(),
            end: end.map_err(|error| format!("{error:#}")),
            subject,
            kind,
        };
        say(table::row(&run));
        runs.push(run);
    }
    say(table::sums(&runs));
    if before > 0 {
        say(format!(
            "\n{before} of the crates were measured before with the same tool; `--again` measures them again."
        ));
    }
    say(format!("\nload average after: {}", tool::load()));
    Ok(())
}

/// Runs `generate` on a crate, and keeps the result.
fn measure(subject: &str, tool: &Path, time: u32, patience: Duration, kept: &Kept) -> Result<End> {
    // Each crate in a folder of its own, which is removed as soon as it was measured: builds need much space.
    let place = tempfile::tempdir()?;
    let packages = registry::copies_to_test(&[subject.to_owned()], place.path())?;
    let package = packages.first().context("one crate, one folder")?;
    let mut command = tool::free(Command::new(tool));
    command.args(["isolde", "generate", "--json", "--seed", "1"]);
    command.args(["--time", &format!("{time}s"), "--manifest-path"]);
    command.arg(package.join("Cargo.toml"));
    kept.run(subject, &mut command, patience)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_enough_crates_whose_signatures_contain_types_of_others() {
        let all = list::crates(CRATES);
        assert_eq!(all.len(), 24);
        assert!(
            all.iter()
                .all(|(subject, kind)| subject.contains('@') && !kind.is_empty())
        );
        let lines = CRATES.lines();
        assert!(lines.filter(|line| line.ends_with('+')).count() >= 16);
    }
}
