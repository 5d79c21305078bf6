//! The guard of a detour.

use super::engine;
use super::list::{self, Busy, Entry};
use super::shared::Shared;
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
    entry: *mut Entry,
    target: &'static Target,
    drop_closure: unsafe fn(*const ()),
    expected: Option<u64>,
    record: Option<Record>,
    /// Makes it neither `Send` nor `Sync`, because the list of detours belongs to the thread.
    borrows: PhantomData<(Cell<&'a ()>, *const ())>,
}

impl std::fmt::Debug for Guard<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guard")
            .field("function", &engine::name(self.target))
            .field("calls", &self.calls())
            .finish()
    }
}

impl<'a> Guard<'a> {
    /// Installs a detour in this thread. The trampoline must expect an `UnsafeCell<F>`.
    pub(super) fn attach<F: 'a>(
        target: &'static Target,
        [trampoline, function]: [*const (); 2],
        across_threads: bool,
        closure: F,
    ) -> Guard<'a> {
        unsafe fn drop_closure<F>(closure: *const ()) {
            // SAFETY: boxed below, dropped once.
            drop(unsafe { Box::from_raw(closure.cast_mut().cast::<UnsafeCell<F>>()) });
        }
        let closure: *const () = Box::into_raw(Box::new(UnsafeCell::new(closure))).cast();
        let shared = across_threads.then(|| Arc::new(Shared::new()));
        let addresses = [trampoline, function, closure];
        let entry = list::link(Entry::new(target, std::ptr::null(), addresses, shared));
        target.active.fetch_add(1, Ordering::SeqCst);
        Guard {
            entry,
            target,
            drop_closure: drop_closure::<F>,
            expected: None,
            record: None,
            borrows: PhantomData,
        }
    }

    /// How many calls ran the closure.
    pub fn calls(&self) -> u64 {
        // SAFETY: the entry lives as long as the guard.
        let entry = unsafe { &*self.entry };
        entry
            .shared
            .as_ref()
            .map_or(entry.calls, |shared| shared.calls())
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
                engine::name(self.target)
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

    /// Narrows a detour that was just installed to one receiver.
    pub(super) fn only_for(self, receiver: *const ()) -> Self {
        // SAFETY: the entry lives as long as the guard; no other thread has it yet.
        unsafe { (*self.entry).receiver = receiver };
        self
    }

    pub(super) fn recorded(mut self, record: Record) -> Self {
        self.record = Some(record);
        self
    }
}

impl Drop for Guard<'_> {
    #[track_caller]
    fn drop(&mut self) {
        let (closure, calls) = {
            let _busy = Busy::begin();
            // SAFETY: linked by `attach` in this thread, which the guard never left.
            let entry = unsafe { list::unlink(self.entry) };
            self.target.active.fetch_sub(1, Ordering::SeqCst);
            if entry.running {
                // The closure is running, so it must stay.
                if let Some(shared) = &entry.shared {
                    shared.abandon();
                }
                std::mem::forget(entry);
                if !std::thread::panicking() {
                    panic!(
                        "the guard of a detour of `{}` was dropped while its closure was running",
                        engine::name(self.target)
                    );
                }
                return;
            }
            let calls = entry.shared.as_ref().map_or(entry.calls, |shared| {
                shared.end();
                shared.calls()
            });
            (entry.closure, calls)
        };
        // SAFETY: boxed by `attach`; out of the list, so nobody enters the closure any more.
        unsafe { (self.drop_closure)(closure) };
        if let Some(expected) = self.expected
            && expected != calls
            && !std::thread::panicking()
        {
            panic!(
                "the detour of `{}` should have run {expected} times, but ran {calls} times",
                engine::name(self.target)
            );
        }
    }
}
