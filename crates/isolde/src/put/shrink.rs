//! Simplifies fresh inputs that fail under `cargo test`: searches, in the same process, for a simpler input that fails in the same way.

use super::Put;
use super::judge::run;
use super::verdict::{Judged, Verdict};
use crate::chooser::Chooser;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The largest number of runs.
const RUNS: usize = 2000;
/// The longest time; after that, the input is shown as simple as it is by then.
const TIME: Duration = Duration::from_secs(3);

/// The simplest tape found with which the test fails with the same message, at the same place.
pub(super) fn shrink(put: &Put, tape: BTreeMap<u64, u64>, failure: &Judged) -> BTreeMap<u64, u64> {
    let mut best = tape;
    let started = Instant::now();
    let mut runs = 0;
    let mut still_fails = |tape: &BTreeMap<u64, u64>| {
        runs += 1;
        if runs > RUNS || started.elapsed() > TIME {
            return None;
        }
        let mut chooser = Chooser::from_tape(tape.clone(), 0);
        let judged = run(put, &mut chooser);
        Some(same(&judged, failure))
    };
    loop {
        let before = best.clone();
        let keys: Vec<u64> = best.keys().copied().collect();
        for key in keys {
            let Some(&value) = best.get(&key) else {
                continue;
            };
            let mut without = best.clone();
            without.remove(&key);
            match still_fails(&without) {
                None => return best,
                Some(true) => {
                    best = without;
                    continue;
                }
                Some(false) => {}
            }
            // Finds the smallest value that fails if failing is monotone, otherwise just a smaller one.
            let (mut low, mut high) = (0, value);
            while low < high {
                let middle = low + (high - low) / 2;
                let mut smaller = best.clone();
                smaller.insert(key, middle);
                match still_fails(&smaller) {
                    None => return best,
                    Some(true) => {
                        best = smaller;
                        high = middle;
                    }
                    Some(false) => low = middle + 1,
                }
            }
        }
        if best == before {
            return best;
        }
    }
}

/// Whether two runs failed in the same way.
fn same(one: &Judged, other: &Judged) -> bool {
    let place = |judged: &Judged| {
        judged
            .panic
            .as_ref()
            .map(|panic| (panic.file.clone(), panic.line, panic.column))
    };
    matches!(one.verdict, Verdict::Failed(_)) && place(one) == place(other)
}
