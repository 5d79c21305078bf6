//! The detours of a thread: a list that runs through boxes of their own.
//!
//! [`find`] and [`enter`] run inside every hooked call, and any function may be hooked, std's too: while they are at work ([`Busy`]), hooks find nothing.
//! Hooks say so themselves before they call [`find`].

use super::shared::Shared;
use super::{engine, trap};
use isolde_abi::detour::Target;
use std::cell::Cell;
use std::sync::atomic::Ordering;
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
    pub running: bool,
    pub calls: u64,
    /// If other threads have it too.
    pub shared: Option<Arc<Shared>>,
    /// The one that was installed before.
    next: *mut Entry,
}

thread_local! {
    static TOP: Cell<*mut Entry> = const { Cell::new(NONE) };
    /// The function that an `original!` calls past all its detours.
    static PASSED: Cell<*const Target> = const { Cell::new(std::ptr::null()) };
    /// The detour that `find` chose last, for the trampoline that is called next.
    static CHOSEN: Cell<*mut Entry> = const { Cell::new(NONE) };
}

/// While it lives, hooks of this thread find nothing: calls are the library's own.
///
/// A byte that the pass made says so, and hooks read it themselves: what thread locals of Rust are read with may be hooked.
pub(super) struct Busy(Option<u8>);

impl Busy {
    pub fn begin() -> Busy {
        // SAFETY: null, or a byte of this thread.
        unsafe {
            let busy = engine::busy();
            if busy.is_null() {
                return Busy(None);
            }
            let before = *busy;
            *busy = 1;
            Busy(Some(before))
        }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        if let Some(before) = self.0 {
            // SAFETY: as above.
            unsafe { *engine::busy() = before }
        }
    }
}

/// Lets hooks find again, if what a hook called panics: otherwise the hook does that.
pub(super) struct Unwinds;

impl Drop for Unwinds {
    fn drop(&mut self) {
        // SAFETY: null, or a byte of this thread.
        if let Some(busy) = unsafe { engine::busy().as_mut() } {
            *busy = 0;
        }
    }
}

/// The trampoline of the detour that a call runs, or null.
///
/// # Panics
/// If there is no detour and the function lies in a module that is trapped.
pub(super) fn find(target: &Target, receiver: *const ()) -> *const () {
    let _unwinds = Unwinds;
    if std::ptr::eq(PASSED.get(), target) {
        return EVERY;
    }
    if let Some(trampoline) = Always::takes(target, receiver) {
        return trampoline;
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

/// What takes calls of a function in all threads, for the rest of the program, if their first argument fits.
pub(super) struct Always {
    fits: unsafe fn(*const ()) -> bool,
    trampoline: *const (),
}

impl Always {
    /// Installs it for a function that is marked, unless it is there.
    ///
    /// # Panics
    /// If the function has no hook.
    #[track_caller]
    pub fn install(function: *const (), fits: unsafe fn(*const ()) -> bool, trampoline: *const ()) {
        let target = engine::target(function);
        let always = Box::into_raw(Box::new(Always { fits, trampoline }));
        let installed = target.always.compare_exchange(
            std::ptr::null_mut(),
            always.cast(),
            Ordering::SeqCst,
            Ordering::SeqCst,
        );
        match installed {
            Ok(_) => drop(target.active.fetch_add(1, Ordering::SeqCst)),
            // SAFETY: nobody else got it.
            Err(_) => drop(unsafe { Box::from_raw(always) }),
        }
    }

    /// The trampoline of a call that it takes.
    fn takes(target: &Target, argument: *const ()) -> Option<*const ()> {
        let always: *mut Always = target.always.load(Ordering::Acquire).cast();
        // SAFETY: null, or leaked by `install`; the function's first parameter points to what `fits` expects.
        unsafe {
            let always = always.as_ref()?;
            (always.fits)(argument).then_some(always.trampoline)
        }
    }
}

/// While it lives, calls of one function in this thread pass all its detours.
#[doc(hidden)]
#[derive(Debug)]
pub struct Passes(*const Target);

/// Begins to pass the detours of a function.
#[doc(hidden)]
#[track_caller]
pub fn pass(function: *const ()) -> Passes {
    let target = engine::target(function);
    let _busy = Busy::begin();
    Passes(PASSED.replace(target))
}

impl Drop for Passes {
    fn drop(&mut self) {
        let _busy = Busy::begin();
        PASSED.set(self.0);
    }
}

/// Whether this thread has a detour of the function for any receiver, that a call would run.
pub(super) fn concerns(target: &Target) -> bool {
    choose(target, |_| true) != NONE
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
    lock: Option<MutexGuard<'static, ()>>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // SAFETY: a guard that is dropped while its closure runs leaves the entry where it is; and a thread drops its inherited entries after its code.
        unsafe { (*self.entry).running = false }
        let _busy = Busy::begin();
        self.lock = None;
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
    let _busy = Busy::begin();
    let at = CHOSEN.get();
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
    Callee::Closure(Running { entry: at, lock }, entry.closure)
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
#[cfg(unix)]
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

    #[cfg(unix)]
    fn copy(&self) -> Entry {
        Entry::new(
            self.target,
            self.receiver,
            [self.trampoline, self.function, self.closure],
            self.shared.clone(),
        )
    }
}
