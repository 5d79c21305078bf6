//! How many queries took how long, in classes whose bounds grow by a fifth each, so that the median is known without keeping all times.

/// Number of classes; the last one holds everything longer.
const CLASSES: usize = 128;
/// Upper bound of the first class, in seconds.
const SHORTEST: f64 = 1e-7;
/// Ratio between the upper bounds of two neighbouring classes.
const GROWTH: f64 = 1.2;

/// Numbers of queries by the time that they took.
#[derive(Clone, Debug, PartialEq)]
pub struct Times {
    counts: [u64; CLASSES],
}

impl Default for Times {
    fn default() -> Self {
        Times {
            counts: [0; CLASSES],
        }
    }
}

impl Times {
    /// Counts a query.
    pub fn note(&mut self, seconds: f64) {
        let class = (seconds / SHORTEST).max(1.0).log(GROWTH).ceil() as usize;
        self.counts[class.min(CLASSES - 1)] += 1;
    }

    /// Adds the queries of another solver.
    pub fn add(&mut self, other: &Times) {
        for (sum, count) in self.counts.iter_mut().zip(other.counts) {
            *sum += count;
        }
    }

    /// The median in seconds, at most a fifth too long; 0 if there were no queries.
    pub fn median(&self) -> f64 {
        let total: u64 = self.counts.iter().sum();
        let mut seen = 0;
        for (class, count) in self.counts.iter().enumerate() {
            seen += count;
            if total > 0 && 2 * seen >= total {
                return SHORTEST * GROWTH.powi(class as i32);
            }
        }
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_that_of_all_queries_within_a_fifth() {
        let mut times = Times::default();
        assert_eq!(times.median(), 0.0);
        for seconds in [1e-5, 2e-3, 3e-5, 0.5, 1e-6] {
            times.note(seconds);
        }
        assert!(
            (3e-5..3.7e-5).contains(&times.median()),
            "{}",
            times.median()
        );
        let mut more = Times::default();
        for _ in 0..7 {
            more.note(0.25);
        }
        times.add(&more);
        assert!((0.25..0.31).contains(&times.median()), "{}", times.median());
    }

    #[test]
    fn times_out_of_bounds_are_counted_in_the_first_and_the_last_class() {
        let mut times = Times::default();
        times.note(0.0);
        assert_eq!(times.median(), SHORTEST);
        times.note(1e9);
        times.note(1e9);
        assert!(times.median() > 500.0);
    }
}
