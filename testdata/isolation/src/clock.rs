//! Decisions by the date and by the time that passes.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Seconds of a day.
const DAY: u64 = 86_400;

/// How to greet somebody at this time of the day (UTC).
pub fn greeting() -> &'static str {
    let Ok(now) = SystemTime::now().duration_since(UNIX_EPOCH) else {
        return "hello, time traveller";
    };
    match now.as_secs() % DAY / 3600 {
        5..=11 => "good morning",
        12..=17 => "good afternoon",
        _ => "good evening",
    }
}

/// Whether something that was made at `created` and is valid for `lifetime` is no longer valid. What was made in the future is never valid.
pub fn is_expired(created: SystemTime, lifetime: Duration) -> bool {
    match SystemTime::now().duration_since(created) {
        Ok(age) => age > lifetime,
        Err(_) => true,
    }
}

/// How long ago something was made, in words.
pub fn age(created: SystemTime) -> String {
    let Ok(age) = created.elapsed() else {
        return "not made yet".to_owned();
    };
    match age.as_secs() / DAY {
        0 => "today".to_owned(),
        1 => "yesterday".to_owned(),
        days => format!("{days} days ago"),
    }
}

/// Counts up to `steps`, but stops when the time is over; returns how far it came, and whether it was stopped.
pub fn count_within(limit: Duration, steps: u32) -> (u32, bool) {
    let start = Instant::now();
    for step in 0..steps.min(100) {
        if start.elapsed() > limit {
            return (step, true);
        }
    }
    (steps.min(100), false)
}

/// The seconds since 1970, negative before.
pub fn timestamp() -> i64 {
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_secs()).unwrap_or(i64::MAX),
        Err(error) => i64::try_from(error.duration().as_secs()).map_or(i64::MIN, |before| -before),
    }
}

/// Whether it is the hour in which servers are restarted: Sunday, between 3 and 4 (UTC).
pub fn is_maintenance_hour() -> bool {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |now| now.as_secs());
    // The first day of 1970 was a Thursday.
    let is_sunday = seconds / DAY % 7 == 3;
    is_sunday && seconds % DAY / 3600 == 3
}
