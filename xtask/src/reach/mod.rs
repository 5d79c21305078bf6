//! How much of published crates is reached: public functions explored, why others are not, and tests that were made in vain.

mod table;

use crate::registry;
use crate::tool::{self, say};
use crate::watched;
use anyhow::{Context, Result, ensure};
use isolde_record::RunRecord;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

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
    /// A folder for the record and the messages of each run.
    pub records: Option<&'a Path>,
    /// Crates of the list, by name, or any as `name@version`; empty for all of the list.
    pub subjects: &'a [String],
}

/// How a run ended.
struct Run {
    subject: String,
    /// What the crate is for; empty if it is not in the list.
    kind: String,
    /// The exit code; none if the run was ended.
    code: Option<i32>,
    wall: Duration,
    record: Option<RunRecord>,
    /// The last line of the messages.
    said: String,
}

/// Runs `generate` on the crates, one after the other, and prints the table.
pub fn run(measurement: &Measurement) -> Result<()> {
    let tool = tool::given_or_built(measurement.tool)?;
    let folder = tempfile::tempdir()?;
    let records = match measurement.records {
        Some(records) => std::path::absolute(records)?,
        None => folder.path().join("records"),
    };
    fs::create_dir_all(&records)?;
    let chosen = choose(measurement.subjects)?;
    say(format!("load average before: {}", tool::load()));
    say(table::HEAD);
    let mut runs = Vec::new();
    for (subject, kind) in chosen {
        // Each crate in a folder of its own, which is removed as soon as it was measured: builds need much space.
        let place = tempfile::tempdir()?;
        let packages = registry::copies(std::slice::from_ref(&subject), place.path())?;
        let package = packages.first().context("one crate, one folder")?;
        let run = measure(&subject, &kind, &tool, package, measurement, &records)?;
        say(table::row(&run));
        runs.push(run);
    }
    say(table::sums(&runs));
    say(format!("\nload average after: {}", tool::load()));
    Ok(())
}

/// The crates to measure, with what they are for.
fn choose(wanted: &[String]) -> Result<Vec<(String, String)>> {
    let list = list();
    if wanted.is_empty() {
        return Ok(list);
    }
    let find = |wanted: &String| {
        let known = list.iter().find(|(subject, _)| {
            subject == wanted
                || subject
                    .split_once('@')
                    .is_some_and(|(name, _)| name == wanted)
        });
        match known {
            Some(known) => Ok(known.clone()),
            None => {
                ensure!(
                    wanted.contains('@'),
                    "{wanted} is not in the list: write name@version"
                );
                Ok((wanted.clone(), String::new()))
            }
        }
    };
    wanted.iter().map(find).collect()
}

/// The crates of the list: `name@version`, and what they are for.
fn list() -> Vec<(String, String)> {
    let lines = CRATES.lines().filter(|line| !line.starts_with('#'));
    let words = lines.filter_map(|line| line.split_once(' '));
    words
        .map(|(subject, rest)| {
            let kind = rest.trim().trim_end_matches(['+', '-']).trim();
            (subject.to_owned(), kind.to_owned())
        })
        .collect()
}

fn measure(
    subject: &str,
    kind: &str,
    tool: &Path,
    package: &Path,
    measurement: &Measurement,
    records: &Path,
) -> Result<Run> {
    let file = |ending: &str| -> Result<(PathBuf, File)> {
        let path = records.join(format!("{}.{ending}", subject.replace('@', "-")));
        let file = File::create(&path).with_context(|| path.display().to_string())?;
        Ok((path, file))
    };
    let (record, stdout) = file("json")?;
    let (messages, stderr) = file("log")?;
    let time = format!("{}s", measurement.time);
    let mut command = tool::free(Command::new(tool));
    command.args(["isolde", "generate", "--json", "--seed", "1"]);
    command.args(["--time", &time, "--manifest-path"]);
    command.arg(package.join("Cargo.toml"));
    command.stdin(Stdio::null()).stdout(stdout).stderr(stderr);
    let began = Instant::now();
    let mut child = command.spawn().context("the tool does not start")?;
    let (id, ended) = (child.id(), AtomicBool::new(false));
    let patience = Duration::from_secs(measurement.patience.into());
    let status = std::thread::scope(|scope| {
        scope.spawn(|| watched::end_after(id, patience, &ended));
        let status = child.wait();
        ended.store(true, Ordering::Relaxed);
        status
    })?;
    let wall = began.elapsed();
    let record = fs::read_to_string(record)?;
    let said = fs::read_to_string(messages)?;
    Ok(Run {
        subject: subject.to_owned(),
        kind: kind.to_owned(),
        code: status.code().filter(|_| wall < patience),
        wall,
        record: serde_json::from_str(&record).ok(),
        said: said.lines().last().unwrap_or_default().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_enough_crates_whose_signatures_contain_types_of_others() {
        let list = list();
        assert_eq!(list.len(), 24);
        assert!(
            list.iter()
                .all(|(subject, kind)| subject.contains('@') && !kind.is_empty())
        );
        let lines = CRATES.lines();
        assert!(lines.filter(|line| line.ends_with('+')).count() >= 16);
    }

    #[test]
    fn crates_are_chosen_by_name_or_by_version() {
        let wanted =
            |words: &[&str]| choose(&words.iter().map(|&word| word.into()).collect::<Vec<_>>());
        let chosen = wanted(&["csv", "other@1.0.0"]).expect("both can be found");
        let expected = [("csv@1.4.0", "parsers"), ("other@1.0.0", "")];
        assert_eq!(chosen, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
        assert!(wanted(&["other"]).is_err());
    }
}
