//! Decisions by what other threads and the machine's processors do.

use std::num::NonZero;
use std::thread;
use std::time::Duration;

/// How many threads to use if somebody wants so many: not more than there are processors, and all of them for 0.
pub fn workers(wanted: usize) -> usize {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    match wanted {
        0 => processors,
        wanted if wanted > processors => processors,
        wanted => wanted,
    }
}

/// Adds numbers on another thread.
///
/// # Errors
/// If the sum is too large, or if there can be no other thread.
pub fn sum(numbers: Vec<u8>) -> Result<u8, String> {
    let add = move || {
        let mut sum = numbers.iter();
        sum.try_fold(0_u8, |sum, number| sum.checked_add(*number))
    };
    let handle = thread::Builder::new().spawn(add);
    match handle.map_err(|error| error.to_string())?.join() {
        Ok(Some(sum)) => Ok(sum),
        Ok(None) => Err("too large".to_owned()),
        Err(_) => Err("the thread panicked".to_owned()),
    }
}

/// Tries up to five times, with pauses; returns how many tries it took.
pub fn retry(mut succeeds: impl FnMut() -> bool) -> Option<u32> {
    for number in 1..=5 {
        if succeeds() {
            return Some(number);
        }
        thread::sleep(Duration::from_millis(100 * u64::from(number)));
    }
    None
}

/// The name of the thread in brackets, for a log.
pub fn tag() -> String {
    match thread::current().name() {
        Some("main") => String::new(),
        Some(name) => format!("[{name}]"),
        None => "[?]".to_owned(),
    }
}
