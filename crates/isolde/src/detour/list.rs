//! The detours of a thread: a list that runs through the guards' own memory.
//!
//! [`find`] and [`enter`] run inside every hooked call, and any function may be hooked, std's too. So they call nothing but functions of this module and
//! instances of generic ones at its private types, which nobody else can name.

use super::engine;
use isolde_abi::detour::Target;
use std::cell::{Cell, UnsafeCell};
use std::marker::PhantomData;
use std::sync::atomic::Ordering;

const EVERY: *const () = std::ptr::null();
const NONE: *mut Entry = std::ptr::null_mut();

struct Entry {
    target: *const Target,
    /// Address of the instance, or [`EVERY`].
    receiver: *const (),
    trampoline: *const (),
    closure: *const (),
    /// Whether the closure runs: it must not be entered again.
    running: bool,
    calls: u64,
    /// The one that was installed before.
    next: *mut Entry,
}

thread_local! {
    static TOP: Cell<*mut Entry> = const { Cell::new(NONE) };
    /// The detour that `find` chose last, for the trampoline that is called next.
    static CHOSEN: Cell<*mut Entry> = const { Cell::new(NONE) };
}

/// The trampoline of the detour that a call runs, or null.
pub(super) fn find(target: *const Target, receiver: *const ()) -> *const () {
    let mut chosen = NONE;
    let mut at = TOP.get();
    while at != NONE {
        // SAFETY: entries are taken out of the list before they are freed.
        let entry = unsafe { &*at };
        if entry.target == target && !entry.running {
            if entry.receiver != EVERY && entry.receiver == receiver {
                chosen = at;
                break;
            }
            if entry.receiver == EVERY && chosen == NONE {
                chosen = at;
            }
        }
        at = entry.next;
    }
    if chosen == NONE {
        return EVERY;
    }
    CHOSEN.set(chosen);
    // SAFETY: as above.
    unsafe { (*chosen).trampoline }
}

/// A closure that runs.
pub(super) struct Running(*mut Entry);

impl Drop for Running {
    fn drop(&mut self) {
        // SAFETY: the guard cannot be dropped while its closure, which its lifetime covers, runs.
        unsafe { (*self.0).running = false }
    }
}

/// Begins the call that `find` chose a detour for, and gives the closure.
pub(super) fn enter() -> (Running, *const ()) {
    let entry = CHOSEN.get();
    // SAFETY: the hook calls the trampoline right after `find`.
    unsafe {
        (*entry).running = true;
        (*entry).calls += 1;
        (Running(entry), (*entry).closure)
    }
}

/// Keeps a detour alive.
///
/// `'a` is what the closure borrows. Forgetting the guard (`mem::forget`) leaves the detour in place with whatever it borrows: do not.
#[must_use = "the detour ends when its guard is dropped"]
pub struct Guard<'a> {
    entry: *mut Entry,
    target: &'static Target,
    drop_closure: unsafe fn(*const ()),
    expected: Option<u64>,
    /// Neither `Send` nor `Sync`: the list is the thread's.
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

impl Guard<'_> {
    /// How many calls ran the closure.
    pub fn calls(&self) -> u64 {
        // SAFETY: the entry lives as long as the guard.
        unsafe { (*self.entry).calls }
    }

    /// Narrows a detour that was just installed to one receiver.
    pub(super) fn only_for(self, receiver: *const ()) -> Self {
        // SAFETY: the entry lives as long as the guard; nobody looks at it now.
        unsafe { (*self.entry).receiver = receiver };
        self
    }

    /// Says how many calls there must be until the guard is dropped: another number makes the drop panic.
    pub fn times(mut self, expected: u64) -> Self {
        self.expected = Some(expected);
        self
    }
}

impl Drop for Guard<'_> {
    #[track_caller]
    fn drop(&mut self) {
        let calls = self.calls();
        unlink(self.entry);
        self.target.active.fetch_sub(1, Ordering::SeqCst);
        // SAFETY: out of the list, so nobody enters the closure any more; both were boxed by `attach`.
        unsafe {
            let entry = Box::from_raw(self.entry);
            (self.drop_closure)(entry.closure);
        }
        if let Some(expected) = self.expected
            && expected != calls
            && !std::thread::panicking()
        {
            panic!(
                "the detour of `{}` was to run {expected} times and ran {calls} times",
                engine::name(self.target)
            );
        }
    }
}

/// Takes an entry out of the list; guards may be dropped in any order.
fn unlink(entry: *mut Entry) {
    // SAFETY: all entries of the list are alive.
    unsafe {
        if TOP.get() == entry {
            TOP.set((*entry).next);
            return;
        }
        let mut at = TOP.get();
        while at != NONE {
            if (*at).next == entry {
                (*at).next = (*entry).next;
                return;
            }
            at = (*at).next;
        }
    }
}

/// Installs a detour in this thread. The trampoline expects an `UnsafeCell<F>`.
pub(super) fn attach<'a, F: 'a>(
    target: &'static Target,
    receiver: *const (),
    trampoline: *const (),
    closure: F,
) -> Guard<'a> {
    unsafe fn drop_closure<F>(closure: *const ()) {
        // SAFETY: boxed below, dropped once.
        drop(unsafe { Box::from_raw(closure.cast_mut().cast::<UnsafeCell<F>>()) });
    }
    let closure = Box::into_raw(Box::new(UnsafeCell::new(closure)));
    let entry = Box::into_raw(Box::new(Entry {
        target,
        receiver,
        trampoline,
        closure: closure.cast(),
        running: false,
        calls: 0,
        next: TOP.get(),
    }));
    TOP.set(entry);
    target.active.fetch_add(1, Ordering::SeqCst);
    Guard {
        entry,
        target,
        drop_closure: drop_closure::<F>,
        expected: None,
        borrows: PhantomData,
    }
}
