//! Calls that belong to no test, of a function that a test has detoured for all its work: what is known of them.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// So many threads are named.
const MOST_THREADS: usize = 4;
const OTHERS: &str = "others";

/// Calls by nobody, by the names of the threads that made them.
#[derive(Debug, Default)]
pub(super) struct Strays(Mutex<BTreeMap<String, u64>>);

impl Strays {
    /// Notes a call on a thread.
    pub fn add(&self, thread: &str) {
        let mut threads = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = threads.get_mut(thread) {
            *count += 1;
        } else {
            // Beyond the most, all others count as one.
            let name = if threads.len() < MOST_THREADS {
                thread
            } else {
                OTHERS
            };
            *threads.entry(name.to_owned()).or_default() += 1;
        }
    }

    /// How many there were.
    pub fn count(&self) -> u64 {
        let threads = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        threads.values().sum()
    }

    /// What to say about them, if there are any.
    pub fn describe(&self, function: &str) -> Option<String> {
        let threads = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if threads.is_empty() {
            return None;
        }
        let calls: u64 = threads.values().sum();
        let times = if calls == 1 { "once" } else { "several times" };
        let names: Vec<String> = threads.keys().map(|name| format!("`{name}`")).collect();
        Some(format!(
            "`{function}` was called {times} on a thread that was running no work of a running test ({}), so that it ran without this test's detour. If this test has caused the call, hand the work over with `isolde::detour::carry`.",
            names.join(", ")
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::Strays;

    #[test]
    fn threads_are_named_and_calls_counted_in_words() {
        let strays = Strays::default();
        assert_eq!(strays.describe("demo::now"), None);
        strays.add("worker");
        let text = strays.describe("demo::now").expect("a call");
        assert!(
            text.starts_with(
                "`demo::now` was called once on a thread that was running no work of a running test (`worker`)"
            ),
            "{text}"
        );
        for name in ["a", "b", "worker", "c", "d", "e"] {
            strays.add(name);
        }
        let text = strays.describe("demo::now").expect("calls");
        assert!(text.contains("several times"), "{text}");
        assert!(
            text.contains("(`a`, `b`, `c`, `others`, `worker`)"),
            "{text}"
        );
    }
}
