//! How long runs of one function usually take, and the time limit that follows from it.
//!
//! Most functions return within a millisecond, and a run that has taken a hundred times as long nearly always hangs. So a run is ended when it has
//! taken several times as long as the longest before it. If it did something new until then, it is repeated once with the full limit; only a run that
//! reaches the full limit counts as a hang. The number of such repetitions is bounded, since each may take a second.

use super::novelty::Gain;
use std::time::Duration;

/// Maximum number of runs of one function that are repeated with the full limit.
const MOST_REPEATED: u32 = 5;
/// A run may take this many times as long as the longest run before it.
const MARGIN: u32 = 3;
/// One run at most doubles the longest time and adds this to it, since single runs look slow when the machine is busy with something else.
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
    /// A pace before any run.
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

    /// Notes a run that ended by itself only when it was given the full limit.
    pub(super) fn note_slow(&mut self, took: Duration) {
        self.longest = self.longest.max(took);
    }

    /// Whether a run that was ended at the limit is worth repeating with the full limit, given how new it is. If so, the repetition is counted.
    pub(super) fn repeats(&mut self, gain: Gain) -> bool {
        let is_worth_it = match gain {
            // One repetition is enough to find out whether the function hangs at all.
            Gain::Outcome => self.repeated == 0,
            Gain::Coverage => self.repeated < MOST_REPEATED,
            Gain::None | Gain::State | Gain::Shape => false,
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
