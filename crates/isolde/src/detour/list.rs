//! The detours of a thread: a linked list of boxed entries.
//!
//! [`find`] and [`enter`] run inside every hooked call, and any function may be hooked, including std's. So while they are at work ([`Busy`]), hooks do
//! nothing. Before a hook calls [`find`], it sets the busy byte itself.

use super::shared::Shared;
use super::{engine, trap};
use isolde_abi::detour::Target;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, MutexGuard};

const EVERY: *const () = std::ptr::null();
const NONE: *mut Entry = std::ptr::null_mut();

/// One thread's entry for a detour.
pub(super) struct Entry {
    pub target: &'static Target,
    /// The address of the instance, or [`EVERY`].
    pub receiver: *const (),
    pub trampoline: *const (),
    /// The original function pointer, which a trampoline calls if the detour has just ended.
    pub function: *const (),
    pub closure: *const (),
    /// Whether the closure is running: then it must not be entered again.
    pub running: bool,
    pub calls: u64,
    /// What the threads share, if other threads have this detour too.
    pub shared: Option<Arc<Shared>>,
    /// The entry that was installed before this one.
    next: *mut Entry,
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
    static CHOSEN: Cell<*mut Entry> = const { Cell::new(NONE) };
}

/// While a value of this type lives, hooks of this thread do nothing, because the calls are the library's own.
///
/// The state is a byte that the pass made and that hooks read directly, because the functions that access Rust's thread locals may be hooked.
pub(super) struct Busy(Option<u8>);

impl Busy {
    pub fn begin() -> Busy {
        // SAFETY: the pointer is null or that of a byte of this thread.
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

/// Makes hooks active again if a function that a hook called panics. Without a panic, the hook does that itself.
pub(super) struct Unwinds;

impl Drop for Unwinds {
    fn drop(&mut self) {
        // SAFETY: the pointer is null or that of a byte of this thread.
        if let Some(busy) = unsafe { engine::busy().as_mut() } {
            *busy = 0;
        }
    }
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
    let chosen = choose(target, |own| own == EVERY || own == receiver);
    if chosen == NONE {
        if is_running(target) {
            IS_REENTERED.store(true, Ordering::Relaxed);
        }
        trap::check(target);
        return EVERY;
    }
    CHOSEN.set(chosen);
    // SAFETY: entries are taken out of the list before they are freed.
    unsafe { (*chosen).trampoline }
}

/// A replacement that takes calls of a function in all threads, for the rest of the program, if their first argument fits.
pub(super) struct Always {
    fits: unsafe fn(*const ()) -> bool,
    trampoline: *const (),
}

impl Always {
    /// Installs a replacement for a marked function, unless it has one already.
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
            // SAFETY: the pointer was not stored, so nobody else has it.
            Err(_) => drop(unsafe { Box::from_raw(always) }),
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

/// Whether this thread has a detour of the function, for any receiver, that a call would run.
pub(super) fn concerns(target: &Target) -> bool {
    choose(target, |_| true) != NONE
}

/// Whether the closure of a detour of the function is running in this thread.
fn is_running(target: &Target) -> bool {
    let mut at = TOP.get();
    while at != NONE {
        // SAFETY: entries are taken out of the list before they are freed.
        let entry = unsafe { &*at };
        if std::ptr::eq(entry.target, target) && entry.running {
            return true;
        }
        at = entry.next;
    }
    false
}

/// Among the detours whose receivers fit, the newest one for a single instance, or else the newest one for all instances.
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

/// A closure that is running.
pub(super) struct Running {
    entry: *mut Entry,
    lock: Option<MutexGuard<'static, ()>>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // SAFETY: a guard that is dropped while its closure runs does not free the entry, and a thread frees its inherited entries after its code has ended.
        unsafe { (*self.entry).running = false }
        let _busy = Busy::begin();
        self.lock = None;
    }
}

/// What a trampoline calls.
pub(super) enum Callee {
    /// The closure.
    Closure(Running, *const ()),
    /// The function itself after all, because the guard was dropped in another thread just now.
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
            // SAFETY: the lock's guard is dropped before the entry, which shares ownership of the lock.
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

/// Copies of the entries that a new thread inherits, the oldest first.
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
