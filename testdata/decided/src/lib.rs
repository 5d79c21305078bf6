//! Functions without a branch of their own: what they do is decided by functions of the standard library.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The port, or the usual one.
pub fn port(given: Option<u16>) -> u16 {
    given.unwrap_or(8080)
}

/// The even numbers.
pub fn evens(of: &[u32]) -> Vec<u32> {
    of.iter().copied().filter(|number| number % 2 == 0).collect()
}

/// Whether all elements are the first one.
pub fn is_uniform(of: &[u8]) -> bool {
    of.iter().all(|element| *element == of[0])
}

/// The number within its limits.
pub fn limited(number: i32) -> i32 {
    number.max(-5).min(100)
}

/// What a text says, or nothing.
pub fn number(text: &str) -> u32 {
    text.trim().parse().unwrap_or_default()
}

/// Both parts as one.
pub fn both(high: Option<u8>, low: Option<u8>) -> Option<u16> {
    high.zip(low).map(|(high, low)| u16::from(high) << 8 | u16::from(low))
}

/// Twice the sum, if there is such a number.
pub fn twice(one: u8, other: u8) -> Option<u8> {
    one.checked_add(other)?.checked_mul(2)
}

/// How often each word occurs.
pub fn counts(words: &[&str]) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    for word in words {
        counts.entry((*word).to_owned()).and_modify(|count| *count += 1).or_insert(1);
    }
    counts
}

/// Writes a line into a log that others share; the number of lines.
pub fn record(log: &Arc<Mutex<Vec<String>>>, line: Option<&str>) -> usize {
    let mut log = log.lock().expect("nobody panicked");
    log.extend(line.map(str::to_uppercase));
    log.len()
}

/// How many of the numbers are low, if these come first.
pub fn low(numbers: &[u32], is_low: impl Fn(u32) -> bool) -> usize {
    numbers.partition_point(|number| is_low(*number))
}
