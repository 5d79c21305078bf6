//! Decisions by what somebody else reports.

use remote::feed::{self, Event};
use std::cell::Cell;

/// Waits for an alarm; returns whether there was one before the connection ended.
pub fn wait_for_alarm(host: &str) -> Result<bool, remote::http::HttpError> {
    let is_alarm = Cell::new(false);
    let handler = |event: Event| {
        if event.level < 3 {
            return true;
        }
        is_alarm.set(event.text != "test");
        false
    };
    feed::listen(host, Box::new(handler))?;
    Ok(is_alarm.get())
}
