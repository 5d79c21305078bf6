//! The guard of a detour.

use super::across::{self, Across};
use super::busy::Busy;
use super::list::{self, Entry};
use super::owner::Owner;
use super::shared::Shared;
use super::strays::Strays;
use super::{pass, work};
use isolde_abi::detour::Target;
use std::cell::{Cell, UnsafeCell};
use std::marker::PhantomData;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

/// The arguments of each call, as `Debug` shows them.
pub(super) type Record = Arc<Mutex<Vec<String>>>;

/// Keeps a detour active until it is dropped.
///
/// `'a` is the lifetime of what the closure borrows. Do not forget the guard (`mem::forget`): the detour would stay and outlive these borrows.
#[must_use = "the detour ends when its guard is dropped"]
pub struct Guard<'a> {
    active: Active,
    target: &'static Target,
    drop_closure: unsafe fn(*const ()),
    expected: Option<u64>,
    record: Option<Record>,
    /// Makes it neither `Send` nor `Sync`, because the list of detours belongs to the thread.
    borrows: PhantomData<(Cell<&'a ()>, *const ())>,
}

/// Where the detour is.
enum Active {
    /// In the list of this thread.
    Own(*mut Entry),
    /// Among those for all work of a test.
    Across {
        detour: Arc<Across>,
        owner: Owner,
        /// Whether the test has begun with this detour, since the thread belonged to nobody.
        is_begin: bool,
    },
}

impl std::fmt::Debug for Guard<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guard")
            .field("function", &pass::name(self.target))
            .field("calls", &self.calls())
            .finish()
    }
}

impl<'a> Guard<'a> {
    /// Installs a detour for a receiver, or for all (null): in this thread, or for all work of its test. The trampoline must expect an `UnsafeCell<F>`.
    pub(super) fn attach<F: 'a>(
        target: &'static Target,
        receiver: *const (),
        [trampoline, function]: [*const (); 2],
        across_threads: bool,
        closure: F,
    ) -> Guard<'a> {
        unsafe fn drop_closure<F>(closure: *const ()) {
            // SAFETY: boxed below, dropped once.
            drop(unsafe { Box::from_raw(closure.cast_mut().cast::<UnsafeCell<F>>()) });
        }
        let closure: *const () = Box::into_raw(Box::new(UnsafeCell::new(closure))).cast();
        let _busy = Busy::begin();
        let active = if across_threads {
            let (owner, is_begin) = work::ensure();
            let detour = Arc::new(Across {
                number: list::number(),
                target,
                receiver,
                trampoline,
                function,
                closure,
                shared: Shared::new(),
                strays: Strays::default(),
            });
            across::install(owner, Arc::clone(&detour));
            Active::Across {
                detour,
                owner,
                is_begin,
            }
        } else {
            Active::Own(list::link(Entry::new(
                target,
                receiver,
                [trampoline, closure],
            )))
        };
        target.active.fetch_add(1, Ordering::SeqCst);
        Guard {
            active,
            target,
            drop_closure: drop_closure::<F>,
            expected: None,
            record: None,
            borrows: PhantomData,
        }
    }

    /// How many calls ran the closure.
    pub fn calls(&self) -> u64 {
        match &self.active {
            // SAFETY: the entry lives as long as the guard.
            Active::Own(entry) => unsafe { (**entry).calls },
            Active::Across { detour, .. } => detour.shared.calls(),
        }
    }

    /// How many calls did not run the closure of a detour `across threads`, because they were made by threads that ran no work of a test at that time, so
    /// that nobody knew for which test they were. See [`carry`](super::carry).
    pub fn missed(&self) -> u64 {
        match &self.active {
            Active::Own(_) => 0,
            Active::Across { detour, .. } => detour.strays.count(),
        }
    }

    /// The arguments of the calls so far, as `Debug` shows them: `3, "x"` for `f(3, "x")`. Only for a detour that was installed with `recording`.
    ///
    /// # Panics
    /// If the detour was installed without `recording`.
    #[track_caller]
    pub fn arguments(&self) -> Vec<String> {
        let Some(record) = &self.record else {
            panic!(
                "the arguments of `{}` were not recorded: write `detour!(…, recording => …)`",
                pass::name(self.target)
            );
        };
        record
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Sets how many calls are expected before the guard is dropped: with any other number, the drop panics.
    pub fn times(mut self, expected: u64) -> Self {
        self.expected = Some(expected);
        self
    }

    pub(super) fn recorded(mut self, record: Record) -> Self {
        self.record = Some(record);
        self
    }
}

/// What the end of a detour leaves.
enum Ended {
    /// The closure that no one enters any more, how often it ran, and what is to be said about calls that it missed.
    Closure(*const (), u64, Option<String>),
    /// The closure is running in this thread, so it must stay.
    Runs,
}

impl Guard<'_> {
    /// Takes the detour out of its list, and waits until no other thread runs the closure.
    fn end(&self) -> Ended {
        let _busy = Busy::begin();
        self.target.active.fetch_sub(1, Ordering::SeqCst);
        match &self.active {
            Active::Own(entry) => {
                // SAFETY: linked by `attach` in this thread, which the guard never left.
                let entry = unsafe { list::unlink(*entry) };
                if entry.running {
                    std::mem::forget(entry);
                    return Ended::Runs;
                }
                Ended::Closure(entry.closure, entry.calls, None)
            }
            Active::Across {
                detour,
                owner,
                is_begin,
            } => {
                let has_others = across::remove(*owner, detour);
                let name = pass::name(self.target);
                if across::runs_here(detour) {
                    detour.shared.abandon();
                    return Ended::Runs;
                }
                detour.shared.end(name);
                if *is_begin && !has_others {
                    work::release(*owner);
                }
                let missed = detour.strays.describe(name);
                Ended::Closure(detour.closure, detour.shared.calls(), missed)
            }
        }
    }
}

impl Drop for Guard<'_> {
    #[track_caller]
    fn drop(&mut self) {
        let (closure, calls, missed) = match self.end() {
            Ended::Closure(closure, calls, missed) => (closure, calls, missed),
            Ended::Runs if std::thread::panicking() => return,
            Ended::Runs => panic!(
                "the guard of a detour of `{}` was dropped while its closure was running",
                pass::name(self.target)
            ),
        };
        // SAFETY: boxed by `attach`; out of the list, so nobody enters the closure any more.
        unsafe { (self.drop_closure)(closure) };
        if let Some(expected) = self.expected
            && expected != calls
            && !std::thread::panicking()
        {
            let missed = missed.map_or_else(String::new, |text| format!(": {text}"));
            panic!(
                "the detour of `{}` should have run {expected} times, but ran {calls} times{missed}",
                pass::name(self.target)
            );
        }
        if let Some(text) = missed {
            say(&text);
        }
    }
}

/// The test harness shows this if the test fails.
#[expect(clippy::print_stderr, reason = "it belongs to the output of a test")]
fn say(text: &str) {
    eprintln!("note: {text}");
}
