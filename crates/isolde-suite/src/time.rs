//! How the time of a command is shared by the steps that follow the exploration.
//!
//! Everything that is written has to be observed and verified, and the time for that is reserved. Improving tests (simpler inputs, inputs at
//! boundaries, other values) gets the rest, the most valuable steps first. [`rest`] tells the exploration how much time to leave for all of it.

use isolde_record::Deadline;
use std::time::Duration;

/// Time to observe one case in all surroundings: for the processes, and for so many runs, of which most are in two of them.
const PROCESSES: Duration = Duration::from_millis(25);
const OBSERVED_RUNS: u32 = 60;
/// Most time for the runs of one case.
const LONGEST_OBSERVATION: Duration = Duration::from_millis(70);
/// Time for a case that never ends: to minimize, observe and verify it.
const ENDLESS: Duration = Duration::from_millis(5500);
/// Number of tests beyond those that coverage needs (at boundaries, on other paths, with other values), as a share of these.
const EXTRAS: f64 = 0.5;
/// Number of tests that take as long to compile as an empty test crate.
const TESTS_PER_BUILD: f64 = 50.0;
/// Usual number of builds of the tests: another build is needed when some tests did not pass.
const BUILDS: f64 = 1.5;
/// Usual number of runs of all tests in one process.
const RUNS_TOGETHER: u32 = 16;
/// Processor time of a typical test.
const TEST: Duration = Duration::from_micros(200);
/// Runs to make a typical case simpler, and to look at its neighbours.
const RUNS: u32 = 120;
/// Time for each test to look for mutants that no test notices, whose runs are rendered.
const NOTICING: Duration = Duration::from_millis(25);
/// Maximum shares of the whole time that are reserved: for improving tests, for cases that never end, and for everything.
const SHARE_OF_BETTER: f64 = 0.2;
const SHARE_OF_ENDLESS: f64 = 0.25;
const SHARE_OF_REST: f64 = 0.7;
/// Share of the whole time up to which twice the time is reserved that the rest is expected to take.
const SHARE_OF_CAUTION: f64 = 0.25;

/// How long it takes on this machine to build and to run tests of the package. Measured before the exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measured {
    /// A build after an empty test file has changed.
    pub build: Duration,
    /// One process of that test target.
    pub run: Duration,
}

/// Times on a typical machine.
impl Default for Measured {
    fn default() -> Measured {
        Measured {
            build: Duration::from_secs(2),
            run: Duration::from_millis(20),
        }
    }
}

/// What an exploration has found so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Number of cases that will be tests, apart from those that never end.
    pub tests: usize,
    /// Number of cases that never end.
    pub endless: usize,
    /// How long one run of each of the cases that will be tests takes, together.
    pub runs: Duration,
}

impl Measured {
    /// The longer of the two times, for each step.
    pub(crate) fn max(self, other: Measured) -> Measured {
        Measured {
            build: self.build.max(other.build),
            run: self.run.max(other.run),
        }
    }

    /// Time to build and run this many tests.
    pub fn verification(&self, tests: usize) -> Duration {
        if tests == 0 {
            return Duration::ZERO;
        }
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let build = self.build.mul_f64(1.0 + tests as f64 / TESTS_PER_BUILD);
        let alone = self.run.mul_f64(tests as f64 / processors as f64);
        let together = (self.run + TEST.mul_f64(tests as f64)) * RUNS_TOGETHER;
        build.mul_f64(BUILDS) + alone + together
    }
}

/// How long the rest of a command takes if the exploration ends now; `all` is the time of the whole command for exploring and writing tests.
pub fn rest(found: &Found, measured: &Measured, all: Duration) -> Duration {
    let tests = (found.tests as f64 * (1.0 + EXTRAS)) as usize;
    let better = found.runs * RUNS + NOTICING.mul_f64(found.tests as f64);
    let better = better.min(all.mul_f64(SHARE_OF_BETTER));
    let endless = endless(found.endless, all) as u32 * ENDLESS;
    let observation = observation(tests)
        + (found.runs * OBSERVED_RUNS)
            .min(LONGEST_OBSERVATION.mul_f64(found.tests as f64))
            .mul_f64(1.0 + EXTRAS);
    let verification = measured.verification(tests);
    tracing::debug!(
        ?found,
        ?measured,
        ?observation,
        ?verification,
        ?better,
        ?endless,
        "planned"
    );
    let rest = observation + verification + better + endless;
    // The machine may become slower. Where there is ample time, exploring a little less costs nothing, and a test that is left out is lost.
    let cautious = (rest * 2).min(all.mul_f64(SHARE_OF_CAUTION));
    rest.max(cautious).min(all.mul_f64(SHARE_OF_REST))
}

/// How many of the cases that never end become findings, given the time of the whole command: at least one, since it is a bug.
pub(crate) fn endless(cases: usize, all: Duration) -> usize {
    let most = all.mul_f64(SHARE_OF_ENDLESS).as_millis() / ENDLESS.as_millis();
    cases.min(usize::try_from(most).unwrap_or(usize::MAX).max(1))
}

/// Time for the processes in which so many cases are observed.
fn observation(tests: usize) -> Duration {
    PROCESSES.mul_f64(tests as f64)
}

/// Computes when steps have to end.
pub(crate) struct Shares<'a> {
    deadline: &'a Deadline,
    measured: &'a Measured,
}

impl<'a> Shares<'a> {
    /// Shares the time that is left until `deadline`.
    pub(crate) fn of(deadline: &'a Deadline, measured: &'a Measured) -> Shares<'a> {
        Shares { deadline, measured }
    }

    /// The end of a step that improves tests. It may use this share of the time that is not needed to observe this many cases and to verify this many
    /// tests.
    pub(crate) fn optional(&self, share: f64, cases: usize, tests: usize) -> Deadline {
        let needed = observation(cases) + self.measured.verification(tests);
        self.deadline.earlier(needed).share(share)
    }

    /// Whether there is no time to observe another case after so many, because the tests made of these must still be verified.
    pub(crate) fn is_full(&self, observed: usize, tests: usize) -> bool {
        // The first case is always observed.
        let verification = self.measured.verification(tests.max(1));
        observed > 0 && self.deadline.left() < verification.mul_f64(1.0 / BUILDS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    fn found(tests: usize, endless: usize, microseconds: u64) -> Found {
        Found {
            tests,
            endless,
            runs: Duration::from_micros(microseconds),
        }
    }

    #[test]
    fn nothing_found_needs_no_time_and_more_needs_more() {
        let rest = |found: Found| rest(&found, &Measured::default(), MINUTE);
        assert_eq!(rest(found(0, 0, 0)), Duration::ZERO);
        let few = rest(found(10, 0, 500));
        assert!(
            few > Duration::from_secs(3) && few < Duration::from_secs(12),
            "{few:?}"
        );
        assert!(rest(found(100, 0, 5_000)) > few);
        assert!(rest(found(10, 1, 500)) > few);
        assert!(rest(found(10, 0, 50_000)) > few);
    }

    #[test]
    fn the_exploration_keeps_a_part_of_the_time_whatever_was_found() {
        let huge = found(100_000, 1000, 1_000_000_000);
        for all in [Duration::from_secs(1), MINUTE] {
            assert!(rest(&huge, &Measured::default(), all) <= all.mul_f64(SHARE_OF_REST));
        }
    }

    #[test]
    fn where_there_is_ample_time_twice_as_much_is_reserved() {
        let found = found(20, 0, 500);
        let rest = |all: Duration| rest(&found, &Measured::default(), all);
        let expected = rest(Duration::from_secs(12));
        assert!(expected < Duration::from_secs(12).mul_f64(SHARE_OF_REST));
        assert_eq!(rest(MINUTE * 10), expected * 2);
        assert_eq!(
            rest(MINUTE / 2),
            (MINUTE / 2).mul_f64(SHARE_OF_CAUTION).max(expected)
        );
    }

    #[test]
    fn few_of_many_endless_cases_are_looked_at_but_one_always_is() {
        assert_eq!(endless(0, MINUTE), 0);
        assert_eq!(endless(1, Duration::from_secs(1)), 1);
        assert_eq!(endless(100, Duration::from_secs(1)), 1);
        assert_eq!(endless(100, MINUTE), 2);
        assert_eq!(endless(100, Duration::MAX), 100);
    }

    #[test]
    fn optional_steps_end_before_the_time_that_others_need() {
        let measured = Measured::default();
        let deadline = Deadline::default().within(MINUTE);
        let shares = Shares::of(&deadline, &measured);
        let left = shares.optional(0.5, 100, 100).left();
        assert!(
            left < Duration::from_secs(30) && left > Duration::from_secs(10),
            "{left:?}"
        );
        assert!(shares.optional(1.0, 10_000, 10_000).is_over());
        assert!(!shares.is_full(100, 100) && shares.is_full(1, 1_000_000));
        let over = Deadline::default().within(Duration::ZERO);
        let shares = Shares::of(&over, &measured);
        // Even if no case became a test.
        assert!(shares.is_full(1, 0) && !shares.is_full(0, 0));
    }

    #[test]
    fn without_a_time_limit_nothing_is_left_out() {
        let measured = Measured::default();
        let deadline = Deadline::default();
        let shares = Shares::of(&deadline, &measured);
        assert!(!shares.optional(0.5, 1000, 1000).is_over());
        assert!(!shares.is_full(1_000_000, 1_000_000));
    }
}
