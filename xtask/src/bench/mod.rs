//! The engine's speeds beside their goals, and the times that Isolde and its peers need to reach the goals of some puzzles.

mod goals;
mod peers;
mod programs;
mod speeds;
mod watch;

pub use goals::run as goals;

use crate::runs;
use crate::tool::{self, say};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The seeds of measurements that depend on luck; the median is printed.
const SEEDS: [u64; 3] = [1, 2, 3];

/// The time limit of whole runs, in seconds.
const RUN: u32 = 45;

/// Prints the tables.
pub fn run(peer_time: u32, with_peers: bool, with_runs: bool) -> Result<()> {
    say(format!(
        "{} processors; load average before: {}",
        std::thread::available_parallelism()?,
        tool::load()
    ));
    let folder = tempfile::tempdir()?;
    speeds::print(folder.path())?;
    if with_runs {
        let worst = runs::run(None, RUN, &[])?;
        speeds::print_runs(&worst);
    }
    if with_peers {
        peers::print(folder.path(), Duration::from_secs(peer_time.into()))?;
    }
    say(format!("load average after: {}", tool::load()));
    Ok(())
}

/// Copies a crate whose manifest is disabled (`Cargo_test.toml`) from the repository into `folder`, under its own name, and enables its manifest.
fn arm(krate: &str, folder: &Path) -> Result<PathBuf> {
    let name = Path::new(krate).file_name();
    let to = folder.join(name.context("a crate's folder has a name")?);
    tool::arm(krate, &to)?;
    Ok(to)
}

/// The median of an odd number of values.
fn median<T: Ord + Copy>(values: &mut [T]) -> T {
    values.sort_unstable();
    values[values.len() / 2]
}

/// The times to reach a goal, by seed; `None` if it was not reached.
struct Times(Vec<Option<Duration>>);

impl Times {
    fn measure(measure: impl FnMut(u64) -> Result<Option<Duration>>) -> Result<Times> {
        Ok(Times(
            SEEDS.into_iter().map(measure).collect::<Result<_>>()?,
        ))
    }

    /// The median; `None` if most seeds do not reach the goal.
    fn median(&self) -> Option<Duration> {
        // A goal that was not reached counts as the longest time.
        let mut times: Vec<Duration> = self
            .0
            .iter()
            .map(|time| time.unwrap_or(Duration::MAX))
            .collect();
        Some(median(&mut times)).filter(|&time| time < Duration::MAX)
    }

    /// The median, and how many seeds reached the goal if not all did.
    fn text(&self, cap: Duration) -> String {
        let median = match self.median() {
            Some(time) => format!("{:.2} s", time.as_secs_f64()),
            None => format!("not within {} s", cap.as_secs()),
        };
        let (reached, all) = (self.0.iter().flatten().count(), self.0.len());
        if reached == 0 || reached == all {
            median
        } else {
            format!("{median} ({reached} of {all} seeds)")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(times: [Option<u64>; 3]) -> String {
        let times = Times(times.map(|time| time.map(Duration::from_secs)).into());
        times.text(Duration::from_secs(9))
    }

    #[test]
    fn seeds_that_miss_the_goal_are_counted() {
        assert_eq!(text([Some(5), Some(1), Some(2)]), "2.00 s");
        assert_eq!(text([None, Some(1), Some(2)]), "2.00 s (2 of 3 seeds)");
        assert_eq!(text([Some(1), None, None]), "not within 9 s (1 of 3 seeds)");
        assert_eq!(text([None, None, None]), "not within 9 s");
    }
}
