//! Temperatures in tenths of a degree.

/// A temperature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Celsius(i32);

impl Celsius {
    /// A temperature in tenths of a degree; those below absolute zero are absolute zero.
    pub fn new(tenths: i32) -> Celsius {
        Celsius(tenths.max(-2731))
    }

    /// Tenths of a degree.
    pub fn tenths(self) -> i32 {
        self.0
    }

    /// A change by tenths of a degree.
    pub fn plus(self, tenths: i32) -> Celsius {
        Celsius::new(self.0.saturating_add(tenths))
    }
}

/// The higher temperature.
pub fn warmer(one: Celsius, other: Celsius) -> Celsius {
    if one < other { other } else { one }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_its_tenths() {
        assert_eq!(Celsius::new(215).tenths(), 215);
    }

    #[test]
    fn absolute_zero_is_the_least() {
        assert!(Celsius::new(-5000).tenths() >= -2731);
    }

    #[test]
    fn the_order_of_changes_of_the_maximum() {
        let (one, other) = (Celsius::new(10), Celsius::new(20));
        assert_eq!(warmer(one, other).plus(5), warmer(one.plus(5), other.plus(5)));
    }

    #[test]
    fn the_warmer_one_in_any_order() {
        assert_eq!(warmer(Celsius::new(3), Celsius::new(4)), warmer(Celsius::new(4), Celsius::new(3)));
    }

    #[test]
    fn nothing_changes_by_nothing() {
        assert_eq!(Celsius::new(100).plus(0), Celsius::new(100));
    }
}
