//! The detours of a thread alone: a linked list of boxed entries. Those for all work of a test are in [`super::across`].
//!
//! [`find`] and [`enter`] run inside every hooked call, and any function may be hooked, including std's. So while they are at work ([`Busy`]), hooks do
//! nothing. Before a hook calls [`find`], it sets the busy byte itself.

use super::across::{self, Across, EVERY};
use super::busy::{Busy, Unwinds};
use super::{engine, owner, stray, trap, work};
use isolde_abi::detour::Target;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

const NONE: *mut Entry = std::ptr::null_mut();

/// A thread's detour.
pub(super) struct Entry {
    /// The newest has the highest.
    number: u64,
    /// How deep in other tests' work the thread was when the detour was installed: it is active only there.
    depth: u32,
    pub target: &'static Target,
    /// The address of the instance, or [`EVERY`].
    pub receiver: *const (),
    pub trampoline: *const (),
    pub closure: *const (),
    /// Whether the closure is running: then it must not be entered again.
    pub running: bool,
    pub calls: u64,
    /// The entry that was installed before this one.
    next: *mut Entry,
}

static NUMBER: AtomicU64 = AtomicU64::new(0);

/// The number of a new detour.
pub(super) fn number() -> u64 {
    NUMBER.fetch_add(1, Ordering::Relaxed)
}

/// Whether a closure has reached the function that its detour is for.
static IS_REENTERED: AtomicBool = AtomicBool::new(false);

/// Whether that has happened since this was asked last.
pub(crate) fn take_reentered() -> bool {
    IS_REENTERED.swap(false, Ordering::Relaxed)
}

thread_local! {
    static TOP: Cell<*mut Entry> = const { Cell::new(NONE) };
    /// The function that an `original!` is calling without any of its detours.
    static PASSED: Cell<*const Target> = const { Cell::new(std::ptr::null()) };
    /// The detour that `find` chose last, for the trampoline that is called next.
    static CHOSEN: Cell<Chosen> = const { Cell::new(Chosen::Own(NONE)) };
}

/// A detour that was chosen for a call.
#[derive(Clone, Copy)]
enum Chosen {
    /// One of this thread's, or none.
    Own(*mut Entry),
    /// One for all work of a test: an `Arc` that the trampoline takes over.
    Across(*const Across),
}

/// The trampoline of the detour that a call must run, or null.
///
/// # Panics
/// If there is no detour and the function lies in a trapped module.
pub(super) fn find(target: &Target, receiver: *const ()) -> *const () {
    let _unwinds = Unwinds;
    if std::ptr::eq(PASSED.get(), target) {
        return EVERY;
    }
    if let Some(trampoline) = Always::takes(target, receiver) {
        return trampoline;
    }
    let Some((chosen, trampoline)) = choose(target, |own| own == EVERY || own == receiver) else {
        if is_running(target) {
            IS_REENTERED.store(true, Ordering::Relaxed);
        }
        stray::note(target);
        trap::check(target);
        return EVERY;
    };
    CHOSEN.set(match chosen {
        Taken::Own(entry) => Chosen::Own(entry),
        Taken::Across(across) => Chosen::Across(Arc::into_raw(across)),
    });
    trampoline
}

/// A replacement that takes calls of a function in all threads, for the rest of the program, if their first argument fits.
pub(super) struct Always {
    fits: unsafe fn(*const ()) -> bool,
    trampoline: *const (),
}

impl Always {
    /// Installs a replacement for a function, unless it has one already.
    pub fn install(target: &Target, fits: unsafe fn(*const ()) -> bool, trampoline: *const ()) {
        let always = Box::into_raw(Box::new(Always { fits, trampoline }));
        // The hook must be awake before anybody can see that there is a replacement: threads that see it rely on it at once.
        target.active.fetch_add(1, Ordering::SeqCst);
        let installed = target.always.compare_exchange(
            std::ptr::null_mut(),
            always.cast(),
            Ordering::SeqCst,
            Ordering::SeqCst,
        );
        if installed.is_err() {
            target.active.fetch_sub(1, Ordering::SeqCst);
            // SAFETY: the pointer was not stored, so nobody else has it.
            drop(unsafe { Box::from_raw(always) });
        }
    }

    /// The trampoline, if the target has a replacement that takes a call with this argument.
    fn takes(target: &Target, argument: *const ()) -> Option<*const ()> {
        let always: *mut Always = target.always.load(Ordering::Acquire).cast();
        // SAFETY: the pointer is null or was leaked by `install`; the function's first parameter points to what `fits` expects.
        unsafe {
            let always = always.as_ref()?;
            (always.fits)(argument).then_some(always.trampoline)
        }
    }
}

/// While a value of this type lives, calls of one function in this thread skip all its detours.
#[doc(hidden)]
#[derive(Debug)]
pub struct Passes(*const Target);

/// Begins to skip the detours of a function.
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

/// Whether there is a detour of the function, for any receiver, that a call would run.
pub(super) fn concerns(target: &Target) -> bool {
    choose(target, |_| true).is_some()
}

/// The thread's detours, the newest first.
fn entries() -> impl Iterator<Item = *mut Entry> {
    let mut at = TOP.get();
    std::iter::from_fn(move || {
        // SAFETY: entries are taken out of the list before they are freed.
        let next = unsafe { at.as_ref() }?.next;
        Some(std::mem::replace(&mut at, next))
    })
}

/// Whether the closure of a detour of the function is running in this thread.
fn is_running(target: &Target) -> bool {
    let runs = |entry: *mut Entry| {
        // SAFETY: as above.
        let entry = unsafe { &*entry };
        std::ptr::eq(entry.target, target) && entry.running
    };
    entries().any(runs) || across::is_running(target)
}

/// A detour that takes a call.
enum Taken {
    Own(*mut Entry),
    Across(Arc<Across>),
}

/// Among the detours whose receivers fit, the newest one for a single instance, or else the newest one for all instances; and its trampoline.
fn choose(target: &Target, fits: impl Fn(*const ()) -> bool) -> Option<(Taken, *const ())> {
    let own = choose_own(target, &fits);
    // SAFETY: the entry is null or in the list.
    let own_rank = unsafe { own.as_ref() }.map(|entry| (entry.receiver != EVERY, entry.number));
    if let Some(across) = across::choose(owner::current(), target, fits)
        && Some((across.receiver != EVERY, across.number)) > own_rank
    {
        let trampoline = across.trampoline;
        return Some((Taken::Across(across), trampoline));
    }
    // SAFETY: as above.
    let trampoline = unsafe { own.as_ref() }?.trampoline;
    Some((Taken::Own(own), trampoline))
}

/// The same among those of this thread; null if there is none.
fn choose_own(target: &Target, fits: impl Fn(*const ()) -> bool) -> *mut Entry {
    let depth = work::depth();
    let mut for_all = NONE;
    for at in entries() {
        // SAFETY: entries are taken out of the list before they are freed.
        let entry = unsafe { &*at };
        let is_fit = std::ptr::eq(entry.target, target)
            && !entry.running
            && entry.depth == depth
            && fits(entry.receiver);
        if is_fit && entry.receiver != EVERY {
            return at;
        }
        if is_fit && for_all == NONE {
            for_all = at;
        }
    }
    for_all
}

/// The closure of one of this thread's detours, which is running until this is dropped.
pub(super) struct Running(*mut Entry);

impl Drop for Running {
    fn drop(&mut self) {
        // SAFETY: a guard that is dropped while its closure runs does not free the entry.
        unsafe { (*self.0).running = false }
    }
}

/// What a trampoline calls.
pub(super) enum Callee {
    /// The closure of one of this thread's detours.
    Own(Running, *const ()),
    /// The closure of a detour for all work of a test.
    Across(across::Running, *const ()),
    /// The function itself after all, because the guard was dropped in another thread just now.
    Function(*const ()),
}

/// Begins the call that `find` chose a detour for.
pub(super) fn enter() -> Callee {
    let _busy = Busy::begin();
    match CHOSEN.get() {
        Chosen::Own(at) => {
            // SAFETY: the hook calls the trampoline right after `find`.
            let entry = unsafe { &mut *at };
            entry.running = true;
            entry.calls += 1;
            Callee::Own(Running(at), entry.closure)
        }
        Chosen::Across(across) => enter_across(across),
    }
}

/// Apart from [`enter`], so that a call of a thread's own detour does not save the registers that waiting for a turn needs.
#[cold]
#[inline(never)]
fn enter_across(across: *const Across) -> Callee {
    // SAFETY: stored by `find`, and taken over by the one trampoline that is called then.
    let across = unsafe { Arc::from_raw(across) };
    let (closure, function) = (across.closure, across.function);
    match across::Running::begin(across) {
        Some(running) => Callee::Across(running, closure),
        None => Callee::Function(function),
    }
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

/// Takes an entry out of the list. Entries can be taken out in any order.
///
/// # Safety
/// The entry must be one that [`link`] returned in this thread and that was not taken out yet.
pub(super) unsafe fn unlink(entry: *mut Entry) -> Box<Entry> {
    // SAFETY: all entries of the list are alive; this one was boxed by `link`.
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

impl Entry {
    pub fn new(
        target: &'static Target,
        receiver: *const (),
        [trampoline, closure]: [*const (); 2],
    ) -> Entry {
        Entry {
            number: number(),
            depth: work::depth(),
            target,
            receiver,
            trampoline,
            closure,
            running: false,
            calls: 0,
            next: NONE,
        }
    }
}
