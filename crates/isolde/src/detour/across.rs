//! Detours for all work of a test, whichever thread runs it.

use super::busy::Busy;
use super::owner::{NOBODY, Owner};
use super::pass;
use super::shared::{Shared, Turn};
use super::strays::Strays;
use isolde_abi::detour::Target;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// The receiver of a detour that is for all receivers.
pub(super) const EVERY: *const () = std::ptr::null();

/// A detour for all work of a test.
pub(super) struct Across {
    /// The newest has the highest.
    pub number: u64,
    pub target: &'static Target,
    /// The address of the instance, or [`EVERY`].
    pub receiver: *const (),
    pub trampoline: *const (),
    /// The original function pointer, which a trampoline calls if the detour has just ended.
    pub function: *const (),
    pub closure: *const (),
    pub shared: Shared,
    /// Calls by nobody.
    pub strays: Strays,
}

// SAFETY: the closure is `Send`, and only one thread at a time runs it; the other pointers are only compared or called.
unsafe impl Send for Across {}
// SAFETY: as above.
unsafe impl Sync for Across {}

/// The detours of all tests that are running, the oldest first.
static TESTS: RwLock<BTreeMap<Owner, Vec<Arc<Across>>>> = RwLock::new(BTreeMap::new());

fn read() -> RwLockReadGuard<'static, BTreeMap<Owner, Vec<Arc<Across>>>> {
    TESTS.read().unwrap_or_else(PoisonError::into_inner)
}

fn write() -> RwLockWriteGuard<'static, BTreeMap<Owner, Vec<Arc<Across>>>> {
    TESTS.write().unwrap_or_else(PoisonError::into_inner)
}

/// A test begins.
pub(super) fn begin(owner: Owner) {
    write().insert(owner, Vec::new());
}

/// A test has ended: its work that goes on has no detours.
pub(super) fn end(owner: Owner) {
    write().remove(&owner);
}

/// Whether a test is running.
pub(super) fn is_alive(owner: Owner) -> bool {
    owner != NOBODY && read().contains_key(&owner)
}

/// Whether a test has detours for all its work.
pub(super) fn has_any(owner: Owner) -> bool {
    read().get(&owner).is_some_and(|own| !own.is_empty())
}

/// Installs a detour for a test.
pub(super) fn install(owner: Owner, across: Arc<Across>) {
    write().entry(owner).or_default().push(across);
}

/// Removes a detour. Returns whether the test has others.
pub(super) fn remove(owner: Owner, across: &Arc<Across>) -> bool {
    let mut tests = write();
    let Some(own) = tests.get_mut(&owner) else {
        return false;
    };
    own.retain(|one| !Arc::ptr_eq(one, across));
    !own.is_empty()
}

/// Among a test's detours whose receivers fit, the newest one for a single instance, or else the newest one for all instances.
pub(super) fn choose(
    owner: Owner,
    target: &Target,
    fits: impl Fn(*const ()) -> bool,
) -> Option<Arc<Across>> {
    if owner == NOBODY {
        return None;
    }
    let tests = read();
    let fitting = || {
        tests.get(&owner).into_iter().flatten().rev().filter(|one| {
            std::ptr::eq(one.target, target)
                && fits(one.receiver)
                && one.shared.is_alive()
                && !runs_here(one)
        })
    };
    let chosen = fitting()
        .find(|one| one.receiver != EVERY)
        .or_else(|| fitting().next());
    chosen.cloned()
}

/// All detours of a function, with the tests that have them.
pub(super) fn of(target: &Target) -> Vec<(Owner, Arc<Across>)> {
    let tests = read();
    let all = tests
        .iter()
        .flat_map(|(owner, own)| own.iter().map(|one| (*owner, one)));
    all.filter(|(_, one)| std::ptr::eq(one.target, target))
        .map(|(owner, one)| (owner, Arc::clone(one)))
        .collect()
}

/// A closure that runs in this thread.
struct Node {
    across: *const Across,
    outer: *const Node,
}

thread_local! {
    /// The innermost closure of such a detour that runs in this thread.
    static INNERMOST: Cell<*const Node> = const { Cell::new(std::ptr::null()) };
}

fn running() -> impl Iterator<Item = *const Across> {
    let mut at = INNERMOST.get();
    std::iter::from_fn(move || {
        // SAFETY: nodes are taken out of the list before they are freed.
        let node = unsafe { at.as_ref() }?;
        at = node.outer;
        Some(node.across)
    })
}

/// Whether the closure of a detour runs in this thread.
pub(super) fn runs_here(across: &Across) -> bool {
    running().any(|one| std::ptr::eq(one, across))
}

/// Whether the closure of such a detour of a function runs in this thread.
pub(super) fn is_running(target: &Target) -> bool {
    // SAFETY: `Running` keeps what it runs.
    running().any(|one| std::ptr::eq(unsafe { (*one).target }, target))
}

/// A closure that is running, until this is dropped.
pub(super) struct Running {
    /// Boxed, since the list points to it. It is dropped first.
    node: Box<Node>,
    /// Dropped before what it locks.
    turn: Option<Turn<'static>>,
    _across: Arc<Across>,
}

impl Running {
    /// Waits for its turn to run the closure. `None` if the detour has ended.
    pub fn begin(across: Arc<Across>) -> Option<Running> {
        let turn = across.shared.enter(pass::name(across.target))?;
        // SAFETY: the turn is dropped before the `Arc`, which keeps what the turn refers to.
        let turn = unsafe { std::mem::transmute::<Turn<'_>, Turn<'static>>(turn) };
        let node = Box::new(Node {
            across: Arc::as_ptr(&across),
            outer: INNERMOST.get(),
        });
        INNERMOST.set(&raw const *node);
        Some(Running {
            node,
            turn: Some(turn),
            _across: across,
        })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _busy = Busy::begin();
        INNERMOST.set(self.node.outer);
        self.turn = None;
    }
}
