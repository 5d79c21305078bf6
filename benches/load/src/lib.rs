//! Functions whose speed under instrumentation is measured.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

/// Does next to nothing, so that the cost of a run is that of the engine itself.
pub fn small(x: u32) -> bool {
    x > 1_000 && x % 7 == 3
}

/// Maps, formatting, parsing, sorting and bit arithmetic with numbers that do not depend on the argument, which is only used at the end.
pub fn busy(key: u64) -> bool {
    let mut sums: BTreeMap<u32, u64> = BTreeMap::new();
    let mut parities: HashMap<u32, u64> = HashMap::new();
    let mut text = String::new();
    let mut mixed = 0u64;
    for step in 0..20_000u32 {
        let x = step.wrapping_mul(0x9e37_79b1);
        *sums.entry(x % 1_009).or_default() += u64::from(x);
        *parities.entry(x % 4_001).or_default() ^= u64::from(x);
        if step % 16 == 0 {
            let _ = write!(text, "{x:x},");
        }
        mixed = mixed.rotate_left(5) ^ u64::from(x);
    }
    let mut values: Vec<u64> = sums.into_values().chain(parities.into_values()).collect();
    values.sort_unstable();
    let parsed = text
        .split(',')
        .filter_map(|digits| u64::from_str_radix(digits, 16).ok());
    let total = parsed.fold(mixed, u64::wrapping_add);
    values[values.len() / 2] ^ total == key
}

/// A setting, `name = number`; one of them is the goal.
pub fn parse_kv(line: &str) -> Option<(&str, u32)> {
    let (name, number) = line.split_once('=')?;
    let (name, number) = (name.trim(), number.trim().parse::<u32>().ok()?);
    if name == "limit" && number == 31_337 {
        panic!("goal: parse_kv");
    }
    Some((name, number))
}

/// A small type whose methods do next to nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counter {
    count: u32,
}

impl Counter {
    /// A counter of nothing.
    pub fn new() -> Counter {
        Counter::default()
    }

    /// Counts some more.
    pub fn add(&mut self, more: u8) {
        self.count = self.count.wrapping_add(u32::from(more));
    }

    /// Counts one.
    pub fn step(&mut self) {
        self.add(1);
    }

    /// Begins again. Returns what was counted.
    pub fn take(&mut self) -> u32 {
        std::mem::take(&mut self.count)
    }

    /// What was counted.
    pub fn count(&self) -> u32 {
        self.count
    }
}
