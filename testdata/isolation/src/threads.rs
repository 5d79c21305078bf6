//! Decisions by what other threads and the machine's processors do.

use std::env;
use std::num::NonZero;
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

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

/// Reads a setting on another thread: its number, or 0 if it is empty.
///
/// # Errors
/// If there is no such setting, or if it is no number.
pub fn setting_elsewhere(name: &str) -> Result<u16, String> {
    let name = name.to_owned();
    let read = thread::spawn(move || env::var(name));
    let text = read.join().map_err(|_| "the thread panicked".to_owned())?;
    match text.map_err(|error| error.to_string())?.as_str() {
        "" => Ok(0),
        "many" => Ok(u16::MAX),
        text => text.parse().map_err(|_| format!("{text} is no number")),
    }
}

/// Asks for two files side by side: how many of them there are.
pub fn files_at_once(first: &Path, second: &Path) -> u8 {
    let (first, second) = thread::scope(|scope| {
        let asked = scope.spawn(|| first.exists());
        let here = second.exists();
        (asked.join().unwrap_or(false), here)
    });
    match (first, second) {
        (true, true) => 2,
        (false, false) => 0,
        _ => 1,
    }
}

/// The first large number that another thread finds, if it does so in time; the clock only measures how long that took.
///
/// # Errors
/// If there is none.
pub fn found_in_time(numbers: Vec<u8>) -> Result<(u8, bool), RecvTimeoutError> {
    let begin = Instant::now();
    let (sender, receiver) = mpsc::channel();
    let search = thread::spawn(move || {
        let found = numbers.into_iter().find(|number| *number > 100);
        found.map(|number| sender.send(number))
    });
    let found = receiver.recv_timeout(Duration::from_secs(60));
    let _ = search.join();
    Ok((found?, begin.elapsed() < Duration::from_secs(1)))
}
