//! The cost of a run of `generate`: how long it takes compared with its time limit, and how much memory its processes use.

use crate::registry;
use crate::tool::{self, say};
use crate::watched::{self, Start, Watched};
use anyhow::Result;
use std::path::Path;

/// Crates that once took a very long time or very much memory.
const SUBJECTS: [&str; 10] = [
    "easy_reader@0.5.1",
    "bit-set@0.5.2",
    "numtoa@0.2.3",
    "time@0.3.47",
    "colored@3.1.1",
    "algorithmica@0.1.8",
    "convert_case@0.5.0",
    "cansi@2.2.0",
    "base58@0.2.0",
    "delaunator@1.0.1",
];
/// The longest time that a run may take after building, as a multiple of the time limit.
pub const TIMES: f64 = 1.25;
/// The largest amount of memory that a process may use, in MiB.
pub const MEBIBYTES: f64 = 512.0;

/// The worst values of several runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Worst {
    /// The time after building, as a multiple of the time limit.
    pub times: f64,
    /// The memory of the tool or of a program, in MiB.
    pub mebibytes: f64,
}

/// Runs `generate` on several crates (`name@version`; the default ten if empty), prints a table, and returns the worst of each number. A run that
/// takes more than six times the time limit is ended, so each crate takes at most that long, plus the time to build it.
pub fn run(tool: Option<&Path>, time: u32, subjects: &[String]) -> Result<Worst> {
    let tool = tool::given_or_built(tool)?;
    let folder = tempfile::tempdir()?;
    let subjects: Vec<String> = match subjects {
        [] => SUBJECTS.map(String::from).to_vec(),
        some => some.to_vec(),
    };
    let packages = registry::copies_to_test(&subjects, folder.path())?;
    say(format!(
        "\n| crate | building | `generate --time {time}s` after building | of the time limit | tool | largest program | tests | branches | median query | mean query | solver's share |"
    ));
    say("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    let mut worst = Worst::default();
    for (subject, package) in subjects.iter().zip(packages) {
        let watched = watched::generate(&Start::of(&tool, &package, time))?;
        let times = watched.afterwards.as_secs_f64() / f64::from(time);
        worst.times = worst.times.max(times);
        for memory in [watched.tool, watched.program] {
            worst.mebibytes = worst.mebibytes.max(memory.mebibytes());
        }
        say(row(subject, &watched, times));
    }
    say(format!(
        "\nGoals: at most {TIMES} times the time limit, and {MEBIBYTES} MiB of memory in each process. Worst: {:.2} times, {:.0} MiB.",
        worst.times, worst.mebibytes
    ));
    Ok(worst)
}

fn row(subject: &str, watched: &Watched, times: f64) -> String {
    let totals = |key: &str| {
        let number = watched.record.as_ref().map(|it| it["totals"][key].clone());
        number.map_or("ended".to_owned(), |number| number.to_string())
    };
    // Older versions of the tool do not record these numbers.
    let solver = |key: &str| watched.record.as_ref()?["solver"][key].as_f64();
    let milliseconds = |key: &str| match solver(key) {
        Some(time) => format!("{time:.3} ms"),
        None => "–".to_owned(),
    };
    let share = match solver("share") {
        Some(share) => format!("{:.0} %", 100.0 * share),
        None => "–".to_owned(),
    };
    format!(
        "| {} | {:.1} s | {:.1} s | {times:.2} | {:.0} MiB | {:.0} MiB | {} | {} of {} | {} | {} | {share} |",
        subject.replace('@', " "),
        watched.building.as_secs_f64(),
        watched.afterwards.as_secs_f64(),
        watched.tool.mebibytes(),
        watched.program.mebibytes(),
        totals("tests"),
        totals("branches_covered"),
        totals("branches"),
        milliseconds("median_ms"),
        milliseconds("mean_ms"),
    )
}
