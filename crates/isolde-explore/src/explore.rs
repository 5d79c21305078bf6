//! The exploration of many thunks: turns, threads, and when to stop.
//!
//! In every round each thunk that is not saturated gets one turn with a budget of counted work; then all searches learn what the others covered.
//! Threads take turns from a common list, so a thunk's result does not depend on which thread ran it or when. Where there are more thunks than
//! threads, a turn also ends when it has taken so much time that other thunks might get none.

use crate::config::{Config, Progress, Snapshot, Target};
use crate::error::ExploreError;
use crate::result::{Exploration, add_solver};
use crate::search::{
    Budget, Context, FULL_SHARE, Finished, Programs, SHORTEST_TURN, Share, Tally, ThunkSearch, Turn,
};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Work of a thunk's first turn; later turns get more.
const FIRST_TURN: u64 = 1_000;
/// Minimum work of a turn.
const LEAST_WORK: u64 = 250;
/// Maximum work of a turn.
const LONGEST_TURN: u64 = 16_000;

/// How often the coordinator reports progress and checks whether time is up.
const TICK: Duration = Duration::from_millis(200);

/// A thunk on its way to a thread, with the coverage known when the round began.
struct Errand {
    search: Box<ThunkSearch>,
    covered: Arc<BTreeSet<u32>>,
    work: u64,
    /// Maximum time of its turn.
    time: Duration,
}

/// A thunk on its way back, or the error that ended its thread, with which the search is lost.
type Return = Result<Box<ThunkSearch>, ExploreError>;

/// Explores the target's thunks until they are saturated, time is up or it is cancelled.
///
/// # Errors
/// The machine or an instrumented program fails. Whatever the code under test does is a result, never an error.
pub fn explore(
    target: &Target,
    config: &Config,
    progress: &dyn Progress,
) -> Result<Exploration, ExploreError> {
    let began = Instant::now();
    let deadline = began
        .checked_add(config.time)
        .unwrap_or_else(|| began + Duration::from_secs(1 << 30));
    let jobs = config.jobs.clamp(1, target.thunks.len().max(1));
    let (errands, inbox) = channel::<Errand>();
    let (returns, outbox) = channel::<Return>();
    let shared = Shared {
        target,
        config,
        deadline,
        share: Share::of(target.thunks.len(), jobs),
        tally: Tally::default(),
        ending: AtomicBool::new(false),
        inbox: Mutex::new(inbox),
    };
    std::thread::scope(|scope| {
        let shared = &shared;
        for number in 0..jobs {
            let returns = returns.clone();
            scope.spawn(move || {
                if let Err(error) = serve(shared, number, &returns) {
                    // The receiver is gone only if another thread has failed before.
                    let _ = returns.send(Err(error));
                }
            });
        }
        drop(returns);
        let mut coordinator = Coordinator {
            shared,
            progress,
            began,
            covered: BTreeSet::new(),
            told: began,
        };
        // The senders are dropped when the coordinator's loop ends, which ends the threads.
        coordinator.run(errands, &outbox, jobs)
    })
}

/// What the coordinator and all threads share.
struct Shared<'a> {
    target: &'a Target<'a>,
    config: &'a Config,
    deadline: Instant,
    /// The memory that each search may keep.
    share: Share,
    tally: Tally,
    /// Set when all turns have to end.
    ending: AtomicBool,
    inbox: Mutex<Receiver<Errand>>,
}

/// One thread: takes errands until there are no more.
fn serve(shared: &Shared, number: usize, returns: &Sender<Return>) -> Result<(), ExploreError> {
    let mut programs = Programs::start(shared.target, shared.config, number)?;
    loop {
        let inbox = shared.inbox.lock();
        let errand = inbox.unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Errand {
            mut search,
            covered,
            work,
            time,
        }) = errand
        else {
            return Ok(());
        };
        let context = Context {
            feedback: shared.config.feedback,
            sites: shared.target.sites,
            covered: &covered,
            share: shared.share,
            tally: &shared.tally,
        };
        let mut budget = Budget::new(work, time, shared.deadline, &shared.ending);
        let turn = search.turn(&mut Turn {
            programs: &mut programs,
            context: &context,
            budget: &mut budget,
        });
        match turn {
            // What was found before the user cancelled is not lost.
            Ok(()) | Err(ExploreError::Cancelled) => {}
            Err(error) => return Err(error),
        }
        if returns.send(Ok(search)).is_err() {
            return Ok(());
        }
    }
}

struct Coordinator<'a> {
    shared: &'a Shared<'a>,
    progress: &'a dyn Progress,
    began: Instant,
    covered: BTreeSet<u32>,
    told: Instant,
}

impl Coordinator<'_> {
    fn run(
        &mut self,
        errands: Sender<Errand>,
        outbox: &Receiver<Return>,
        jobs: usize,
    ) -> Result<Exploration, ExploreError> {
        let Shared { target, config, .. } = self.shared;
        let mut searches: Vec<Option<Box<ThunkSearch>>> = target
            .thunks
            .iter()
            .map(|thunk| {
                let guide = target.guides.get(&thunk.index).cloned();
                Some(Box::new(ThunkSearch::new(
                    thunk.index,
                    thunk.is_sequence(),
                    config.seed,
                    guide.unwrap_or_default(),
                )))
            })
            .collect();
        let mut work = FIRST_TURN;
        let mut cut_short = false;
        loop {
            let active: Vec<usize> = (0..searches.len())
                .filter(|&index| {
                    searches[index]
                        .as_ref()
                        .is_some_and(|search| !search.is_saturated())
                })
                .collect();
            if active.is_empty() {
                // The time that is left goes to thunks with known code that no search has reached.
                let resumed = searches
                    .iter_mut()
                    .flatten()
                    .filter_map(|search| search.resume().then_some(()));
                if resumed.count() == 0 {
                    break;
                }
                continue;
            }
            let left = self.left(&searches, active.len());
            if left.is_zero() {
                cut_short = true;
                break;
            }
            let shares = active.iter().filter_map(|&index| searches[index].as_ref());
            let shares: u32 = shares.map(|search| search.share()).sum();
            let covered = Arc::new(self.covered.clone());
            let mut places = std::collections::BTreeMap::new();
            for &index in &active {
                if let Some(search) = searches[index].take() {
                    places.insert(search.thunk(), index);
                    let share = search.share();
                    let work = (work * u64::from(share) / u64::from(FULL_SHARE)).max(LEAST_WORK);
                    let time = time_of_turn(left, jobs, active.len(), share, shares);
                    // If this fails, a thread has failed and its error will be received.
                    let _ = errands.send(Errand {
                        search,
                        covered: Arc::clone(&covered),
                        work,
                        time,
                    });
                }
            }
            for done in 0..active.len() {
                let search = self.receive(outbox, &searches, active.len() - done)?;
                if let Some(&place) = places.get(&search.thunk()) {
                    searches[place] = Some(search);
                }
            }
            for search in searches.iter().flatten() {
                self.covered.extend(search.covered());
            }
            self.tell(&searches, active.len());
            work = (work * 2).min(LONGEST_TURN);
        }
        drop(errands);
        Ok(self.collect(searches, cut_short))
    }

    /// Waits for the next thunk to come back, and reports progress in the meantime.
    fn receive(
        &mut self,
        outbox: &Receiver<Return>,
        searches: &[Option<Box<ThunkSearch>>],
        active: usize,
    ) -> Return {
        loop {
            match outbox.recv_timeout(TICK) {
                Ok(back) => {
                    if self.told.elapsed() > TICK {
                        self.tell(searches, active);
                    }
                    return back;
                }
                Err(RecvTimeoutError::Timeout) => self.tell(searches, active),
                Err(RecvTimeoutError::Disconnected) => {
                    let source = std::io::Error::other("a thread of the exploration ended early");
                    return Err(ExploreError::System {
                        what: "keep its threads",
                        source,
                    });
                }
            }
        }
    }

    fn tell(&mut self, searches: &[Option<Box<ThunkSearch>>], active: usize) {
        self.told = Instant::now();
        self.progress.update(&self.snapshot(searches, active));
        self.left(searches, active);
    }

    fn snapshot(&self, searches: &[Option<Box<ThunkSearch>>], active: usize) -> Snapshot {
        let here = || searches.iter().flatten();
        let tally = &self.shared.tally;
        Snapshot {
            elapsed: self.began.elapsed(),
            executions: here().map(|search| search.stats().executions).sum(),
            covered: self.covered.len(),
            cases: here().map(|search| search.cases()).sum(),
            active,
            thunks: self.shared.target.thunks.len(),
            tests: tally.tests(),
            endless: tally.endless(),
            runs: tally.runs(),
        }
    }

    /// The time left for exploring, which excludes the time that the rest of the command will take. If none is left, or the user cancelled, all turns
    /// end.
    fn left(&self, searches: &[Option<Box<ThunkSearch>>], active: usize) -> Duration {
        let left = self
            .shared
            .deadline
            .saturating_duration_since(Instant::now());
        let rest = self.progress.rest(&self.snapshot(searches, active));
        let left = left.saturating_sub(rest);
        if left.is_zero() || self.shared.config.is_cancelled() {
            self.shared.ending.store(true, Ordering::Relaxed);
            return Duration::ZERO;
        }
        left
    }

    fn collect(&self, searches: Vec<Option<Box<ThunkSearch>>>, cut_short: bool) -> Exploration {
        let mut exploration = Exploration {
            covered: self.covered.clone(),
            cut_short,
            ..Exploration::default()
        };
        for search in searches.into_iter().flatten() {
            let Finished {
                cases,
                stats,
                clock,
                solver: statistics,
            } = search.finish();
            add_solver(&mut exploration.solver, &statistics, &stats, &clock);
            exploration.cases.extend(cases);
            exploration.per_thunk.push(stats);
            exploration.clocks.push(clock);
        }
        exploration
    }
}

/// Longest time of one turn: half of the thunk's share (`share` of `shares`) of the time that is left, so that a round's turns leave time for another round.
/// It is not so short that turns with ordinary runs would be ended for lack of time, unless there are so many thunks that some would get no turn at all
/// otherwise. If every thunk has a thread of its own, there is nothing to share.
fn time_of_turn(left: Duration, jobs: usize, thunks: usize, share: u32, shares: u32) -> Duration {
    if thunks <= jobs {
        return left;
    }
    let share = f64::from(share) / f64::from(shares.max(1));
    let equal = left.mul_f64(jobs as f64 / thunks as f64);
    left.mul_f64((jobs as f64 * share / 2.0).min(1.0))
        .max(SHORTEST_TURN.min(equal))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_share_the_time_that_is_left() {
        let left = Duration::from_secs(40);
        assert_eq!(time_of_turn(left, 1, 10, 8, 80), Duration::from_secs(2));
        assert_eq!(time_of_turn(left, 4, 10, 8, 80), Duration::from_secs(8));
        assert_eq!(time_of_turn(left, 1, 10, 8, 16), Duration::from_secs(10));
        assert_eq!(time_of_turn(left, 1, 70, 8, 560), SHORTEST_TURN);
        // However many there are, each gets a turn.
        let short = Duration::from_millis(40);
        assert_eq!(time_of_turn(left, 1, 1000, 8, 8000), short);
        assert_eq!(time_of_turn(left, 4, 4, 1, 32), left);
        assert_eq!(time_of_turn(left, 1, 1, 8, 8), left);
    }
}
