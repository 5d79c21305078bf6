//! The detours of a thread: a list that runs through boxes of their own.
//!
//! [`find`] and [`enter`] run inside every hooked call, and any function may be hooked, std's too: while they are at work ([`Busy`]), hooks find nothing.

use super::shared::Shared;
use super::trap;
use isolde_abi::detour::Target;
use std::cell::Cell;
use std::sync::{Arc, MutexGuard};

const EVERY: *const () = std::ptr::null();
const NONE: *mut Entry = std::ptr::null_mut();

/// A detour, as one thread has it.
pub(super) struct Entry {
    pub target: &'static Target,
    /// Address of the instance, or [`EVERY`].
    pub receiver: *const (),
    pub trampoline: *const (),
    /// The function pointer that was given, for trampolines that come too late.
    pub function: *const (),
    pub closure: *const (),
    /// Whether the closure runs: it must not be entered again.
    running: bool,
    pub calls: u64,
    /// If other threads have it too.
    pub shared: Option<Arc<Shared>>,
    /// The one that was installed before.
    next: *mut Entry,
}

thread_local! {
    static TOP: Cell<*mut Entry> = const { Cell::new(NONE) };
    /// The detour that `find` chose last, for the trampoline that is called next.
    static CHOSEN: Cell<*mut Entry> = const { Cell::new(NONE) };
    static BUSY: Cell<bool> = const { Cell::new(false) };
}

/// While it lives, hooks of this thread find nothing: calls are the library's own.
pub(super) struct Busy(bool);

impl Busy {
    pub fn begin() -> Busy {
        Busy(BUSY.replace(true))
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        BUSY.set(self.0);
    }
}

/// The trampoline of the detour that a call runs, or null.
///
/// # Panics
/// If there is none and the function lies in a module that is trapped.
pub(super) fn find(target: &Target, receiver: *const ()) -> *const () {
    if BUSY.get() {
        return EVERY;
    }
    let chosen = choose(target, |own| own == EVERY || own == receiver);
    if chosen == NONE {
        trap::check(target);
        return EVERY;
    }
    CHOSEN.set(chosen);
    // SAFETY: entries are taken out of the list before they are freed.
    unsafe { (*chosen).trampoline }
}

/// Whether this thread has a detour of the function for any receiver, that a call would run.
pub(super) fn concerns(target: &Target) -> bool {
    !BUSY.get() && choose(target, |_| true) != NONE
}

/// Of the detours whose receivers fit, the newest of one instance, or else the newest of all.
fn choose(target: &Target, fits: impl Fn(*const ()) -> bool) -> *mut Entry {
    let mut chosen = NONE;
    let mut at = TOP.get();
    while at != NONE {
        // SAFETY: entries are taken out of the list before they are freed.
        let entry = unsafe { &*at };
        let fits = std::ptr::eq(entry.target, target)
            && !entry.running
            && fits(entry.receiver)
            && entry.shared.as_ref().is_none_or(|shared| shared.is_alive());
        if fits && entry.receiver != EVERY {
            return at;
        }
        if fits && chosen == NONE {
            chosen = at;
        }
        at = entry.next;
    }
    chosen
}

/// A closure that runs.
pub(super) struct Running {
    entry: *mut Entry,
    /// Let go after the entry is free again.
    _lock: Option<MutexGuard<'static, ()>>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // SAFETY: the guard cannot be dropped while its closure, which its lifetime covers, runs; and a thread drops its inherited entries after its code.
        unsafe { (*self.entry).running = false }
    }
}

/// What a trampoline calls.
pub(super) enum Callee {
    /// The closure.
    Closure(Running, *const ()),
    /// The function after all: the guard was dropped in another thread just now.
    Function(*const ()),
}

/// Begins the call that `find` chose a detour for.
pub(super) fn enter() -> Callee {
    let at = CHOSEN.get();
    let _busy = Busy::begin();
    // SAFETY: the hook calls the trampoline right after `find`.
    let entry = unsafe { &mut *at };
    let lock = match &entry.shared {
        None => None,
        Some(shared) => match shared.enter() {
            // SAFETY: the guard of the lock is dropped before the entry, which owns a share of the lock.
            Some(lock) => Some(unsafe {
                std::mem::transmute::<MutexGuard<'_, ()>, MutexGuard<'static, ()>>(lock)
            }),
            None => return Callee::Function(entry.function),
        },
    };
    entry.running = true;
    entry.calls += 1;
    let running = Running {
        entry: at,
        _lock: lock,
    };
    Callee::Closure(running, entry.closure)
}

/// Puts an entry on top of the list. It stays where it is until [`unlink`].
pub(super) fn link(entry: Entry) -> *mut Entry {
    let _busy = Busy::begin();
    let entry = Box::into_raw(Box::new(Entry {
        next: TOP.get(),
        ..entry
    }));
    TOP.set(entry);
    entry
}

/// Takes an entry out of the list, in any order.
///
/// # Safety
/// It is one that [`link`] gave in this thread, and not taken out yet.
pub(super) unsafe fn unlink(entry: *mut Entry) -> Box<Entry> {
    // SAFETY: all entries of the list are alive; this one is a box's.
    unsafe {
        if TOP.get() == entry {
            TOP.set((*entry).next);
        } else {
            let mut at = TOP.get();
            while at != NONE && (*at).next != entry {
                at = (*at).next;
            }
            if at != NONE {
                (*at).next = (*entry).next;
            }
        }
        Box::from_raw(entry)
    }
}

/// Copies of the entries that threads inherit, the oldest first.
pub(super) fn inherited() -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut at = TOP.get();
    while at != NONE {
        // SAFETY: as above.
        let entry = unsafe { &*at };
        if entry
            .shared
            .as_ref()
            .is_some_and(|shared| shared.is_alive())
        {
            entries.push(entry.copy());
        }
        at = entry.next;
    }
    entries.reverse();
    entries
}

impl Entry {
    pub fn new(
        target: &'static Target,
        receiver: *const (),
        [trampoline, function, closure]: [*const (); 3],
        shared: Option<Arc<Shared>>,
    ) -> Entry {
        Entry {
            target,
            receiver,
            trampoline,
            function,
            closure,
            running: false,
            calls: 0,
            shared,
            next: NONE,
        }
    }

    fn copy(&self) -> Entry {
        Entry::new(
            self.target,
            self.receiver,
            [self.trampoline, self.function, self.closure],
            self.shared.clone(),
        )
    }
}
