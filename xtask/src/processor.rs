//! Processor time: unlike time on the clock, it hardly depends on what else the machine does.

use anyhow::{Context as _, Result};
use std::time::Duration;

/// Processor time of this process, its living descendants, and those that they have waited for.
pub fn time() -> Result<Duration> {
    // The kernel reports it in hundredths of a second, whatever it counts in.
    Ok(Duration::from_millis(10 * ticks("self")?))
}

fn ticks(process: &str) -> Result<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    let (_, fields) = text.rsplit_once(')').context("a name ends in `)`")?;
    // From the 14th field on: user and system time, of the process and of its children that are gone.
    let times = fields.split_whitespace().skip(11).take(4);
    let mut sum = times.map_while(|time| time.parse::<u64>().ok()).sum();
    for thread in std::fs::read_dir(format!("/proc/{process}/task"))? {
        let children = std::fs::read_to_string(thread?.path().join("children"));
        for child in children.unwrap_or_default().split_whitespace() {
            // One that has just ended counts with its parent the next time.
            sum += ticks(child).unwrap_or_default();
        }
    }
    Ok(sum)
}
