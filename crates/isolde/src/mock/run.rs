//! What the mocks of a run have in common: how often they were asked, and what answers for the functions of their types, which no mock belongs to.

use super::Mock;
use super::shared::Written;
use super::threads::own_number;
use super::types::MockType;
use crate::chooser::Later;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

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
    /// Whether mocks and closures may panic.
    may_panic: AtomicBool,
    /// The thread that makes it.
    thread: AtomicUsize,
    pub(super) types: Mutex<Types>,
    facts: Mutex<Facts>,
}

/// What the answers of the run's fakes have to agree with.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// How often objects of each type may have changed.
    pub(super) changes: Vec<u64>,
    /// The addresses of the objects that were asked, in the order in which they were asked first.
    pub(super) objects: Vec<usize>,
    /// The addresses of the objects that have nothing more to give.
    pub(super) ended: Vec<usize>,
    /// Of which kind objects are, by their addresses, once that was asked and affirmed.
    pub(super) kinds: Vec<(usize, &'static str)>,
    /// What readers have in their buffers, by their addresses.
    pub(super) buffers: Vec<(usize, Buffer)>,
    /// How much time has gone by, as fakes of the clock told it.
    pub(super) time: Duration,
    /// Whether the run has made a value that nobody may look into.
    pub(super) stands_in: bool,
    /// Whether there are fakes.
    pub(super) is_isolated: bool,
}

/// What a reader has in its buffer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Buffer {
    /// The bytes that nobody has consumed.
    pub(super) rest: &'static [u8],
    /// Whether nothing follows.
    pub(super) is_last: bool,
}

impl Facts {
    const NONE: Facts = Facts {
        changes: Vec::new(),
        objects: Vec::new(),
        ended: Vec::new(),
        kinds: Vec::new(),
        buffers: Vec::new(),
        time: Duration::ZERO,
        stands_in: false,
        is_isolated: false,
    };
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
            may_panic: AtomicBool::new(false),
            thread: AtomicUsize::new(0),
            types: Mutex::new(Types {
                root: None,
                called: Vec::new(),
            }),
            facts: Mutex::new(Facts::NONE),
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
        super::sorting::reset();
        run.thread.store(own_number(), Ordering::Relaxed);
        let mut facts = run.facts.lock().unwrap_or_else(PoisonError::into_inner);
        *facts = Facts::default();
        let mut types = run.types.lock().unwrap_or_else(PoisonError::into_inner);
        types.root = Some(root);
        types.called.clear();
    });
}

/// What the answers of the run's fakes have to agree with.
pub(super) fn facts<T>(f: impl FnOnce(&mut Facts) -> T) -> T {
    current(|run| {
        let mut facts = run.facts.lock().unwrap_or_else(PoisonError::into_inner);
        f(&mut facts)
    })
}

/// Whether the run has fakes.
pub(crate) fn is_isolated() -> bool {
    facts(|known| known.is_isolated)
}

/// Whether a thread with this number is the one that makes the run.
pub(super) fn makes_run(thread: usize) -> bool {
    current(|run| run.thread.load(Ordering::Relaxed) == thread)
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

/// What sorting panics with if comparisons are not an order.
const NO_ORDER: &str =
    "user-provided comparison function does not correctly implement a total order";

/// Lets answers contradict each other: sorting may find that.
pub fn allow_contradictions() {
    CONTRADICTIONS.store(true, Ordering::Relaxed);
}

/// Lets mocks and closures choose whether they panic, or not, from the next run on.
#[cfg(any(test, feature = "engine", isolde_engine))]
pub(crate) fn let_panic(may_panic: bool) {
    current(|run| run.may_panic.store(may_panic, Ordering::Relaxed));
}

/// Whether mocks and closures may panic.
pub(super) fn may_panic() -> bool {
    current(|run| run.may_panic.load(Ordering::Relaxed))
}

static CONTRADICTIONS: AtomicBool = AtomicBool::new(false);

/// Whether a panic with this message shows nothing but that answers contradict each other.
pub(crate) fn is_contradiction(message: &str) -> bool {
    let has_answers = current(|run| run.asked.load(Ordering::Relaxed) > 0);
    has_answers && message.starts_with(NO_ORDER) && !allows_contradictions()
}

/// Whether answers may contradict each other.
pub(super) fn allows_contradictions() -> bool {
    CONTRADICTIONS.load(Ordering::Relaxed)
}

/// Ends the run as discarded.
pub fn refuse() -> ! {
    current(|run| run.is_refused.store(true, Ordering::Relaxed));
    // No test unwinds here, so that it does not count what happens meanwhile, not even if it ends the process.
    #[cfg(feature = "engine")]
    crate::abi::engine::phase(crate::abi::Phase::Build);
    crate::put::current::refuse()
}

/// Notes that an answer is asked for, and ends the run if it has asked too often.
pub(super) fn count_answer() {
    let asked = current(|run| run.asked.fetch_add(1, Ordering::Relaxed));
    if asked >= MOST_ANSWERS {
        refuse();
    }
}
