//! A quota that a service counts. Its tests detour the service, and other inputs of theirs are answers of the detours.

use std::time::{Duration, SystemTime};

/// How much was used, as the service says.
fn used() -> u32 {
    panic!("there is no service here")
}

/// How much of a limit is left.
pub fn remaining(limit: u32) -> u32 {
    limit.saturating_sub(used())
}

/// The milliseconds since the beginning of 1970.
pub fn milliseconds() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO).as_millis() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[isolde::test]
    fn nothing_is_left() {
        let _used = isolde::detour!(used => || 7);
        assert_eq!(remaining(7), 0);
    }

    #[isolde::test]
    fn time_is_counted_in_milliseconds() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_millis(12);
        let _now = isolde::detour!(SystemTime::now, across threads => || now);
        assert_eq!(milliseconds(), 12);
    }
}
