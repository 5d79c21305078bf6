//! The engine's speeds beside their goals, and the times that Isolde and its peers need to the goals of some puzzles.

mod peers;
mod programs;
mod speeds;

use crate::tool::{self, say};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Seeds of measurements that depend on luck; their median is printed.
const SEEDS: [u64; 3] = [1, 2, 3];

/// Prints the tables.
pub fn run(peer_time: u32, with_peers: bool) -> Result<()> {
    say(format!(
        "{} processors; load of the machine before: {}",
        std::thread::available_parallelism()?,
        load()
    ));
    let folder = tempfile::tempdir()?;
    speeds::print(folder.path())?;
    if with_peers {
        peers::print(folder.path(), Duration::from_secs(peer_time.into()))?;
    }
    say(format!("load of the machine after: {}", load()));
    Ok(())
}

/// Average number of processes that wanted to run in the last 1, 5 and 15 minutes: beyond the number of processors, times are too long.
fn load() -> String {
    std::fs::read_to_string("/proc/loadavg").map_or("unknown".into(), |text| {
        text.split(' ').take(3).collect::<Vec<_>>().join(", ")
    })
}

/// Copies a disarmed crate of the repository into `folder`, under its own name, and arms its manifest.
fn arm(krate: &str, folder: &Path) -> Result<PathBuf> {
    let from = tool::root().join(krate);
    let to = folder.join(from.file_name().context("a crate's folder has a name")?);
    tool::copy(&from, &to)?;
    std::fs::rename(to.join("Cargo_test.toml"), to.join("Cargo.toml"))?;
    Ok(to)
}

/// The target folder that this program was built in, so that what it builds later shares it.
fn target_folder() -> Result<PathBuf> {
    let own = std::env::current_exe()?;
    let target = own.ancestors().nth(2);
    Ok(target
        .context("this program lies in no target folder")?
        .to_path_buf())
}

/// The middle one of an odd number of values.
fn median<T: Ord + Copy>(values: &mut [T]) -> T {
    values.sort_unstable();
    values[values.len() / 2]
}

/// The median over [`SEEDS`] of a time to a goal; `None` if most do not reach it.
fn median_time(
    mut measure: impl FnMut(u64) -> Result<Option<Duration>>,
) -> Result<Option<Duration>> {
    let mut times = Vec::new();
    for seed in SEEDS {
        // A goal that was not reached took longest.
        times.push(measure(seed)?.unwrap_or(Duration::MAX));
        let missed = times.iter().filter(|&&time| time == Duration::MAX).count();
        if missed > SEEDS.len() / 2 {
            return Ok(None);
        }
    }
    Ok(Some(median(&mut times)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_counts_as_reached_if_most_seeds_reach_it() {
        let second = |seed| Some(Duration::from_secs(seed));
        let of = |times: [Option<Duration>; 3]| {
            median_time(|seed| Ok(times[seed as usize - 1])).expect("measuring works")
        };
        assert_eq!(of([second(5), second(1), second(2)]), second(2));
        assert_eq!(of([None, second(1), second(2)]), second(2));
        assert_eq!(of([second(1), None, None]), None);
    }
}
