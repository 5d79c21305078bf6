//! A greeting that depends on the time of day.

/// Tells the time.
#[cfg_attr(test, isolde::mockable)]
pub trait Clock {
    /// The hour.
    fn hour(&self) -> u8;
}

/// A greeting.
pub fn greeting(clock: &dyn Clock) -> &'static str {
    match clock.hour() {
        5..=11 => "good morning",
        12..=17 => "good afternoon",
        _ => "good evening",
    }
}

/// The hour in twelve hours.
pub fn twelve(clock: &dyn Clock) -> u8 {
    match clock.hour() % 12 {
        0 => 12,
        hour => hour,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_the_morning() {
        let mut clock = MockClock::new();
        clock.on_hour(|| 9);
        assert_eq!(greeting(&clock), "good morning");
    }

    #[test]
    fn twelve_hours_are_never_none() {
        let mut clock = MockClock::new();
        clock.on_hour(|| 0);
        assert!(twelve(&clock) > 0);
    }
}
