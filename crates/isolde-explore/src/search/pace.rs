//! How long runs of one function usually take, and what follows from it for the time that a run is given.
//!
//! Most functions return within a millisecond, and what has run for a hundred times as long hangs in nearly all cases. So a run is ended when it has
//! taken several times as long as the longest before it. If it did something new until then, it is repeated once with the full limit: only what has run
//! into that is taken for a hang. The number of such repetitions is bounded, since each may take a second.

use super::novelty::Gain;
use std::time::Duration;

/// Most runs of one function that are repeated with the full limit.
const MOST_REPEATED: u32 = 5;
/// How many times as long as the longest run before it a run may take.
const MARGIN: u32 = 3;
/// What one run adds to the longest time, beside doubling it. A machine that is busy elsewhere makes single runs look slow.
const STEP: Duration = Duration::from_millis(2);

/// What is known of the runs of one function in one program.
#[derive(Debug)]
pub(super) struct Pace {
    /// The limit of a run is never shorter.
    shortest: Duration,
    longest: Duration,
    repeated: u32,
}

impl Pace {
    /// Nothing is known yet.
    pub(super) fn new(shortest: Duration) -> Pace {
        Pace {
            shortest,
            longest: Duration::ZERO,
            repeated: 0,
        }
    }

    /// The limit for the next run.
    pub(super) fn limit(&self) -> Duration {
        (self.longest * MARGIN).max(self.shortest)
    }

    /// Notes a run that came to an end by itself.
    pub(super) fn note(&mut self, took: Duration) {
        if took > self.longest {
            self.longest = took.min(self.longest * 2 + STEP);
        }
    }

    /// Notes a run that came to an end only with the full limit.
    pub(super) fn note_slow(&mut self, took: Duration) {
        self.longest = self.longest.max(took);
    }

    /// Whether a run that was ended at the limit is worth being repeated with the full one, given how new it is. Counts it if so.
    pub(super) fn repeats(&mut self, gain: Gain) -> bool {
        let is_worth_it = match gain {
            // Whether the function hangs at all is found out once.
            Gain::Outcome => self.repeated == 0,
            Gain::Coverage => self.repeated < MOST_REPEATED,
            Gain::None | Gain::Shape => false,
        };
        self.repeated += u32::from(is_worth_it);
        is_worth_it
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLISECOND: Duration = Duration::from_millis(1);

    #[test]
    fn the_limit_follows_runs_that_take_long_and_not_a_single_one() {
        let mut pace = Pace::new(50 * MILLISECOND);
        assert_eq!(pace.limit(), 50 * MILLISECOND);
        pace.note(900 * MILLISECOND);
        assert_eq!(pace.limit(), 50 * MILLISECOND);
        for _ in 0..20 {
            pace.note(100 * MILLISECOND);
        }
        assert_eq!(pace.limit(), 300 * MILLISECOND);
        pace.note_slow(400 * MILLISECOND);
        assert_eq!(pace.limit(), 1200 * MILLISECOND);
    }

    #[test]
    fn a_function_that_always_hangs_is_given_the_full_limit_once_and_new_code_a_few_times() {
        let mut pace = Pace::new(50 * MILLISECOND);
        let repeated = |pace: &mut Pace, gain| (0..1000).filter(|_| pace.repeats(gain)).count();
        assert_eq!(repeated(&mut pace, Gain::Outcome), 1);
        assert_eq!(repeated(&mut pace, Gain::None), 0);
        assert_eq!(repeated(&mut pace, Gain::Coverage), 4);
    }
}
