//! Where work begins and ends, and whose it is.
//!
//! A test begins where the test harness calls it ([`enter`] with [`TEST`]), or where a thread that belongs to nobody installs a detour for all work of a
//! test. Threads belong to the test that starts them. Work belongs to the test that made it: the pass recognises functions where work begins, and
//! they say where the work's own memory is ([`super::memory`], [`super::stacks`]). So a pool's worker runs each job for the job's own test.

use super::busy::Busy;
use super::owner::{self, NOBODY, Owner};
use super::{across, memory, pass, stacks};
use isolde_abi::detour::{CALLBACK, TEST};
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};

static LAST: AtomicU32 = AtomicU32::new(NOBODY);

thread_local! {
    /// How many times this thread has begun to run another test's work and not ended it.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// Whether a test runs in this thread.
    static RUNS_TEST: Cell<bool> = const { Cell::new(false) };
}

/// How many times this thread has begun to run another test's work and not ended it. Detours of this thread alone are active only where they were installed.
pub(super) fn depth() -> u32 {
    DEPTH.get()
}

/// A new test.
fn begin() -> Owner {
    let owner = LAST.fetch_add(1, Ordering::Relaxed) + 1;
    across::begin(owner);
    owner
}

/// Makes this thread belong to a new test if it belongs to nobody. Returns the test, and whether it is new.
pub(super) fn ensure() -> (Owner, bool) {
    let own = owner::current();
    if across::is_alive(own) {
        return (own, false);
    }
    let owner = begin();
    inherit(owner);
    (owner, true)
}

/// Ends the test that [`ensure`] has begun for this thread.
pub(super) fn release(owner: Owner) {
    across::end(owner);
    if owner::current() == owner {
        owner::set(NOBODY);
        if pass::knows_jobs() != 0 {
            stacks::pop();
        }
    }
}

/// Makes this thread, with its whole stack, belong to a test.
pub(super) fn inherit(owner: Owner) {
    owner::set(owner);
    if pass::knows_jobs() != 0 {
        stacks::begin(owner);
    }
}

/// What [`leave`] needs: the owner before, or nothing.
const CHANGED: u64 = 1 << 32;
const ENDS_TEST: u64 = 1 << 33;

/// Called when work begins whose memory `work` points to. All frames of the work are below `place` on the stack.
pub(super) fn enter(place: *const u8, work: *const (), kind: u32) -> u64 {
    let busy = Busy::begin();
    if busy.was_begun() {
        return 0;
    }
    if kind == TEST {
        let owner = begin();
        RUNS_TEST.set(true);
        return switch(place, owner) | ENDS_TEST;
    }
    // A callback that threads share runs for whoever calls it; only a worker's own loop calls nothing but work.
    if kind == CALLBACK && (RUNS_TEST.get() || depth() > 0) {
        return 0;
    }
    let owner = match memory::owner(work) {
        NOBODY => stacks::owner(work),
        owner => owner,
    };
    if owner == NOBODY || owner == owner::current() || runs_for_its_test(owner) {
        return 0;
    }
    switch(place, owner)
}

/// Whether work of this owner runs for the test whose own code runs it: the test that made the work has ended, so nobody else can want it.
fn runs_for_its_test(owner: Owner) -> bool {
    RUNS_TEST.get() && depth() == 1 && !across::is_alive(owner)
}

/// Runs work of a test from now on.
fn switch(place: *const u8, owner: Owner) -> u64 {
    stacks::push(place, owner);
    DEPTH.set(depth() + 1);
    CHANGED | u64::from(owner::set(owner))
}

/// Called when work ends, with what [`enter`] returned.
pub(super) fn leave(token: u64) {
    if token & CHANGED == 0 {
        return;
    }
    let _busy = Busy::begin();
    let ended = owner::set(token as Owner);
    DEPTH.set(depth().saturating_sub(1));
    stacks::pop();
    if token & ENDS_TEST != 0 {
        RUNS_TEST.set(false);
        across::end(ended);
    }
}

/// Runs work for a test until it is dropped.
pub(super) struct Entered(u64);

impl Entered {
    /// `place` must be above all frames of the work on this thread's stack.
    pub fn begin(place: *const u8, owner: Owner) -> Entered {
        let _busy = Busy::begin();
        Entered(match owner == owner::current() {
            true => 0,
            false => switch(place, owner),
        })
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        leave(self.0);
    }
}
