//! What an exploration found.

use crate::worker::RunResult;
use isolde_abi::shared::LOSSES;
use isolde_record::run::SolverRecord;
use isolde_record::{Case, Tape};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// The result of an exploration.
#[derive(Clone, Debug, Default)]
pub struct Exploration {
    /// Cases worth a test, by thunk, in the order found: each gave new coverage, a new outcome, a new shape of result or, at the end, a new class of path for its thunk.
    /// Their tapes name every choice; they are not minimized.
    pub cases: Vec<Case>,
    /// One entry per thunk, in the order of the target.
    pub per_thunk: Vec<ThunkStats>,
    /// Time spent, one entry per thunk, in the order of the target.
    pub clocks: Vec<Clock>,
    /// The solver's work.
    pub solver: SolverRecord,
    /// Coverage points passed.
    pub covered: BTreeSet<u32>,
    /// Whether time ran out or the user cancelled before every thunk was saturated. Another run with the same seed may then find something else.
    pub cut_short: bool,
}

impl Exploration {
    /// Thunks whose searches took longer than this for each run, on average.
    pub fn slow(&self, run: Duration) -> BTreeSet<u32> {
        let stats = self.per_thunk.iter().zip(&self.clocks);
        let slow = stats.filter(|(stats, clock)| {
            let runs = u32::try_from(stats.executions).unwrap_or(u32::MAX);
            clock.spent > run.saturating_mul(runs)
        });
        slow.map(|(stats, _)| stats.thunk).collect()
    }
}

/// What was done on one thunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThunkStats {
    /// The thunk.
    pub thunk: u32,
    /// Runs of the coverage program.
    pub executions: u64,
    /// Runs of the symbolic program.
    pub traces: u64,
    /// Distinct paths traced.
    pub paths: u64,
    /// Coverage points passed.
    pub branches: u32,
    /// Runs that took too long.
    pub timed_out: u64,
    /// Runs that showed something new, but did not show it again when repeated in a fresh process.
    pub unrepeatable: u64,
    /// Runs that did not leave the path where the solver predicted.
    pub divergences: u64,
    /// Traced runs that ended in another way than in the coverage program, because of timing, addresses and the like, or because of a bug in Isolde.
    pub disagreements: u64,
    /// Path conditions that did not evaluate to the direction taken; this must be 0.
    pub mismatches: u64,
    /// Traces cut short because an area was full.
    pub full: u64,
    /// How often symbolic data was dropped, by `isolde_abi::symbol::Loss`.
    pub lost: [u64; LOSSES],
    /// Whether more time would hardly have found more.
    pub saturated: bool,
}

/// The time that was spent on one thunk. It is kept apart from the thunk's statistics, which are the same in every exploration with the same seed.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// The thunk.
    pub thunk: u32,
    /// Time in all.
    pub spent: Duration,
    /// Runs that found a case, ascending.
    marks: Vec<Mark>,
}

/// When a case was found.
#[derive(Clone, Copy, Debug)]
struct Mark {
    run: u64,
    /// Time spent on the thunk until then.
    spent: Duration,
    at: Instant,
}

impl Clock {
    /// The clock of a thunk on which no time was spent yet.
    pub(crate) fn of(thunk: u32) -> Clock {
        Clock {
            thunk,
            ..Clock::default()
        }
    }

    /// Notes that a run has just found a case.
    pub(crate) fn mark(&mut self, run: u64) {
        self.marks.push(Mark {
            run,
            spent: self.spent,
            at: Instant::now(),
        });
    }

    /// The time spent on the thunk until a case was found by this run.
    pub fn until(&self, run: u64) -> Option<Duration> {
        self.find(run).map(|mark| mark.spent)
    }

    /// When a case was found by this run.
    pub fn moment(&self, run: u64) -> Option<Instant> {
        self.find(run).map(|mark| mark.at)
    }

    fn find(&self, run: u64) -> Option<&Mark> {
        let mark = self.marks.binary_search_by_key(&run, |mark| mark.run);
        mark.ok().map(|index| &self.marks[index])
    }
}

/// A case that was found by the search's `number`-th run.
pub(crate) fn case_of(thunk: u32, tape: &Tape, run: &RunResult, number: u64) -> Case {
    Case {
        thunk,
        tape: tape.clone(),
        outcome: run.outcome.clone(),
        coverage: run.coverage.clone(),
        called: run.called.clone(),
        shape: run.shape,
        choices: run.choices.len() as u32,
        run: number,
    }
}

/// Adds the work of one search's solver.
pub(crate) fn add_solver(
    record: &mut SolverRecord,
    statistics: &isolde_solver::Statistics,
    stats: &ThunkStats,
    clock: &Clock,
) {
    record.add(&SolverRecord {
        queries: statistics.queries,
        sat: statistics.sat,
        unsat: statistics.unsat,
        unknown: statistics.unknown,
        divergences: stats.divergences,
        mismatches: stats.mismatches,
        seconds: statistics.seconds,
        times: statistics.times.clone(),
        searched: clock.spent.as_secs_f64(),
        ..SolverRecord::default()
    });
}
