//! What the mocks of a run have in common: how often they were asked, and what answers for the functions of their types, which no mock belongs to.

use super::Mock;
use super::shared::Written;
use super::types::MockType;
use crate::chooser::Later;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// How many answers a run may ask for. A function that asks again and again until an answer pleases it would not end otherwise.
const MOST_ANSWERS: u32 = 1000;

/// The state of a run.
pub(super) struct Run {
    /// How many answers it has asked for.
    asked: AtomicU32,
    /// How many calls under test have begun.
    phase: AtomicU32,
    /// Whether an answer could not be given, so that the run counts for nothing.
    is_refused: AtomicBool,
    pub(super) types: Mutex<Types>,
}

/// The types whose functions were called.
pub(super) struct Types {
    pub(super) root: Option<(Later, Option<Written>)>,
    pub(super) called: Vec<(&'static MockType, Arc<Mock>)>,
}

impl Run {
    const fn new() -> Run {
        Run {
            asked: AtomicU32::new(0),
            phase: AtomicU32::new(0),
            is_refused: AtomicBool::new(false),
            types: Mutex::new(Types {
                root: None,
                called: Vec::new(),
            }),
        }
    }
}

// An explored program makes one run at a time, and mocks may be called in other threads. Elsewhere, each thread may make a run of its own.
#[cfg(any(feature = "engine", isolde_engine))]
pub(super) fn current<T>(f: impl FnOnce(&Run) -> T) -> T {
    static RUN: Run = Run::new();
    f(&RUN)
}

#[cfg(not(any(feature = "engine", isolde_engine)))]
pub(super) fn current<T>(f: impl FnOnce(&Run) -> T) -> T {
    thread_local! {
        static RUN: Run = const { Run::new() };
    }
    RUN.with(f)
}

/// Begins a run. The functions of types answer from this place.
pub(super) fn begin(root: (Later, Option<Written>)) {
    current(|run| {
        run.asked.store(0, Ordering::Relaxed);
        run.phase.store(0, Ordering::Relaxed);
        run.is_refused.store(false, Ordering::Relaxed);
        let mut types = run.types.lock().unwrap_or_else(PoisonError::into_inner);
        types.root = Some(root);
        types.called.clear();
    });
}

/// Notes that a call under test begins.
pub(crate) fn enter_call() {
    current(|run| run.phase.fetch_add(1, Ordering::Relaxed));
}

/// How many calls under test have begun.
pub(super) fn phase() -> u32 {
    current(|run| run.phase.load(Ordering::Relaxed))
}

/// Whether an answer was refused in this run, whatever the code that asked for it made of that.
pub(crate) fn was_refused() -> bool {
    current(|run| run.is_refused.load(Ordering::Relaxed))
}

/// Ends the run as discarded.
pub fn refuse() -> ! {
    current(|run| run.is_refused.store(true, Ordering::Relaxed));
    crate::put::current::refuse()
}

/// Notes that an answer is asked for, and ends the run if it has asked too often.
pub(super) fn count_answer() {
    let asked = current(|run| run.asked.fetch_add(1, Ordering::Relaxed));
    if asked >= MOST_ANSWERS {
        refuse();
    }
}
