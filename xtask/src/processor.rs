//! Processor time: unlike wall-clock time, it hardly depends on what else the machine does.

use anyhow::{Context as _, Result};
use std::time::Duration;

/// The processor time of this process, its living descendants, and the ended child processes that these have waited for.
pub fn time() -> Result<Duration> {
    // The kernel always reports processor time in hundredths of a second.
    Ok(Duration::from_millis(10 * ticks("self")?))
}

fn ticks(process: &str) -> Result<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    let (_, fields) = text.rsplit_once(')').context("a name ends in `)`")?;
    // From the 14th field: user and system time of the process, then of its children that have ended.
    let times = fields.split_whitespace().skip(11).take(4);
    let mut sum = times.map_while(|time| time.parse::<u64>().ok()).sum();
    for thread in std::fs::read_dir(format!("/proc/{process}/task"))? {
        let children = std::fs::read_to_string(thread?.path().join("children"));
        for child in children.unwrap_or_default().split_whitespace() {
            // A child that has just ended is included in its parent's time on the next call.
            sum += ticks(child).unwrap_or_default();
        }
    }
    Ok(sum)
}
