//! The exploration of many thunks: turns, threads, and when to stop.
//!
//! In every round each thunk that is not saturated gets one turn with a budget of counted work; then what was covered is shared. Threads take
//! turns from a common list, so a thunk's result does not depend on who ran it or when. Where there are more thunks than threads, a turn also ends
//! when it has taken so much time that others might not get theirs.

use crate::config::{Config, Progress, Snapshot, Target};
use crate::error::ExploreError;
use crate::result::{Exploration, add_solver};
use crate::search::{Budget, Context, FULL_SHARE, Finished, Programs, ThunkSearch, Turn};
use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Work of a thunk's first turn; later turns get more.
const FIRST_TURN: u64 = 1_000;
/// Least work of a turn.
const LEAST_WORK: u64 = 250;
/// Most work of a turn.
const LONGEST_TURN: u64 = 16_000;

/// The clock ends no turn before this.
const SHORTEST_TURN: Duration = Duration::from_millis(500);

/// A thunk on its way to a thread, with the coverage known when the round began.
struct Errand {
    search: Box<ThunkSearch>,
    covered: Arc<BTreeSet<u32>>,
    work: u64,
    /// Longest time of its turn.
    time: Duration,
}

/// A thunk on its way back. `Err` without a search: the thread is gone.
type Return = Result<Box<ThunkSearch>, ExploreError>;

/// Explores the target's thunks until they are saturated, time is up or it is cancelled.
///
/// # Errors
/// The machine or a program fails us. Whatever the code under test does is a result.
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
    let inbox = Mutex::new(inbox);
    std::thread::scope(|scope| {
        for number in 0..jobs {
            let (inbox, returns) = (&inbox, returns.clone());
            scope.spawn(move || {
                if let Err(error) = serve(target, config, number, deadline, inbox, &returns) {
                    // Nobody listens only if another thread has failed before.
                    let _ = returns.send(Err(error));
                }
            });
        }
        drop(returns);
        let mut coordinator = Coordinator {
            target,
            config,
            progress,
            began,
            deadline,
            covered: BTreeSet::new(),
            told: began,
        };
        // The senders go with the coordinator's loop, which ends the threads.
        coordinator.run(errands, &outbox, jobs)
    })
}

/// One thread: takes errands until there are no more.
fn serve(
    target: &Target,
    config: &Config,
    number: usize,
    deadline: Instant,
    inbox: &Mutex<Receiver<Errand>>,
    returns: &Sender<Return>,
) -> Result<(), ExploreError> {
    let mut programs = Programs::start(target, config, number)?;
    loop {
        let errand = inbox.lock().unwrap_or_else(PoisonError::into_inner).recv();
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
            sites: target.sites,
            covered: &covered,
        };
        let mut budget = Budget::new(
            work,
            (Instant::now() + time).min(deadline),
            &config.cancelled,
        );
        search.turn(&mut Turn {
            programs: &mut programs,
            context: &context,
            budget: &mut budget,
        })?;
        if returns.send(Ok(search)).is_err() {
            return Ok(());
        }
    }
}

struct Coordinator<'a> {
    target: &'a Target<'a>,
    config: &'a Config,
    progress: &'a dyn Progress,
    began: Instant,
    deadline: Instant,
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
        let mut searches: Vec<Option<Box<ThunkSearch>>> = self
            .target
            .thunks
            .iter()
            .map(|thunk| {
                let guide = self.target.guides.get(&thunk.index).cloned();
                Some(Box::new(ThunkSearch::new(
                    thunk.index,
                    self.config.seed,
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
                break;
            }
            let left = self.deadline.saturating_duration_since(Instant::now());
            if self.config.is_cancelled() || left.is_zero() {
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
                    // A failed thread has hung up; its error is on its way.
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

    /// Waits for the next thunk to come back, telling how far it is in the meantime.
    fn receive(
        &mut self,
        outbox: &Receiver<Return>,
        searches: &[Option<Box<ThunkSearch>>],
        active: usize,
    ) -> Return {
        loop {
            match outbox.recv_timeout(Duration::from_millis(200)) {
                Ok(back) => {
                    if self.told.elapsed() > Duration::from_millis(200) {
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
        let here = || searches.iter().flatten();
        self.progress.update(&Snapshot {
            elapsed: self.began.elapsed(),
            executions: here().map(|search| search.stats().executions).sum(),
            covered: self.covered.len(),
            cases: here().map(|search| search.cases()).sum(),
            active,
            thunks: self.target.thunks.len(),
        });
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
            add_solver(&mut exploration.solver, &statistics, &stats);
            exploration.cases.extend(cases);
            exploration.per_thunk.push(stats);
            exploration.clocks.push(clock);
        }
        exploration
    }
}

/// Longest time of one turn: half of the thunk's share (`share` of `shares`) of the time that is left, so that a round's turns leave time for another round.
/// It is never so short that the clock would end turns of usual runs. If every thunk has a thread, nobody waits.
fn time_of_turn(left: Duration, jobs: usize, thunks: usize, share: u32, shares: u32) -> Duration {
    if thunks <= jobs {
        return left;
    }
    let share = f64::from(share) / f64::from(shares.max(1));
    left.mul_f64((jobs as f64 * share / 2.0).min(1.0))
        .max(SHORTEST_TURN)
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
        assert_eq!(time_of_turn(left, 1, 1000, 8, 8000), SHORTEST_TURN);
        assert_eq!(time_of_turn(left, 4, 4, 1, 32), left);
        assert_eq!(time_of_turn(left, 1, 1, 8, 8), left);
    }
}
