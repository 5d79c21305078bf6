//! The interface to the detour pass, which finds these functions by their paths (`isolde_abi::detour`).

use super::owner::Owner;
use super::pass::{key_count, keys, name, text, trap_count, traps};
#[cfg(unix)]
use super::threads::{self, Start};
use super::{list, memory, work};
use isolde_abi::detour::{NO_PASS, Target};
#[cfg(unix)]
use std::ffi::{c_int, c_void};
use std::hint::black_box;

/// Marks a function that will be detoured. The pass reads the argument.
#[inline(never)]
pub fn mark(function: *const ()) {
    black_box(function);
}

/// Called where a detour for all work of a test is installed. Programs with such calls recognise work.
#[inline(never)]
pub fn mark_across() {
    black_box(());
}

/// Called when work begins whose memory `work` points to, if it is of a kind that the pass knows. Returns what [`leave`] needs.
#[inline(never)]
pub extern "C-unwind" fn enter(place: *const u8, work: *const (), kind: u32) -> u64 {
    work::enter(place, work, kind)
}

/// Called when such work ends or unwinds.
#[inline(never)]
pub extern "C-unwind" fn leave(token: u64) {
    work::leave(token);
}

/// Called for memory that was just allocated.
#[inline(never)]
pub extern "C-unwind" fn allocated(memory: *const u8, bytes: usize) {
    memory::allocated(memory, bytes);
}

/// Called for memory that is about to be freed or moved. Returns whose it is.
#[inline(never)]
pub extern "C-unwind" fn freed(memory: *const u8, bytes: usize) -> Owner {
    memory::freed(memory, bytes)
}

/// Called for memory that was to be moved: `memory` is null if that failed.
#[inline(never)]
pub extern "C-unwind" fn reallocated(
    old: *const u8,
    old_bytes: usize,
    memory: *const u8,
    bytes: usize,
    owner: Owner,
) {
    memory::reallocated(old, old_bytes, memory, bytes, owner);
}

/// Marks a module whose functions get hooks. The argument is a function whose name contains the module's path (`isolde_abi::detour::TRAP`).
#[inline(never)]
pub fn mark_module(function: fn()) {
    black_box(function);
}

/// The trampoline that a call of the target goes to, or null for the function itself. Called by hooks; meanwhile, all hooks of this thread do nothing.
///
/// # Safety
/// The target must be one that the pass wrote.
#[inline(never)]
pub unsafe extern "C-unwind" fn find(target: *const Target, receiver: *const ()) -> *const () {
    // SAFETY: the caller's promise.
    list::find(unsafe { &*target }, receiver)
}

/// Called where a call of the target was inlined when std was compiled, so that no detour can take this call. Meanwhile, all hooks of this
/// thread do nothing.
///
/// # Safety
/// The target must be one that the pass wrote, and `place` must point to `length` bytes of UTF-8.
///
/// # Panics
/// If this thread has a detour of the target.
#[inline(never)]
pub unsafe extern "C-unwind" fn lost(target: *const Target, place: *const u8, length: u64) {
    // SAFETY: the caller's promise.
    let target = unsafe { &*target };
    let _unwinds = super::busy::Unwinds;
    if list::concerns(target) && !std::thread::panicking() {
        panic!(
            "`{name}` is detoured, but the call of it in `{place}` cannot be: it was inlined when the standard library was compiled. Detour `{place}` instead, or the functions that `{name}` calls",
            name = name(target),
            place = text(place, length)
        );
    }
}

/// Replaces `pthread_create`.
///
/// # Safety
/// The same as for `pthread_create`.
#[cfg(unix)]
#[inline(never)]
pub unsafe extern "C-unwind" fn create_thread(
    thread: *mut c_void,
    attributes: *const c_void,
    start: Start,
    argument: *mut c_void,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { threads::create(thread, attributes, start, argument) }
}

/// Checks the length of a table and returns it.
///
/// # Panics
/// If the pass has not processed this program.
#[track_caller]
fn counted(count: usize) -> usize {
    assert!(
        count != NO_PASS,
        "this program has no detours: run it with `cargo isolde test`"
    );
    count
}

/// The functions of trapped modules.
#[track_caller]
pub(super) fn trapped() -> &'static [&'static Target] {
    keep();
    match counted(trap_count()) {
        0 => &[],
        // SAFETY: the pass writes a table with this many addresses of its globals.
        count => unsafe { std::slice::from_raw_parts(traps().cast(), count) },
    }
}

/// Keeps the functions that only hooks call in the program until the pass runs.
fn keep() {
    black_box(find as unsafe extern "C-unwind" fn(_, _) -> _);
    black_box(lost as unsafe extern "C-unwind" fn(_, _, _));
    black_box(enter as extern "C-unwind" fn(_, _, _) -> _);
    black_box(leave as extern "C-unwind" fn(_));
    black_box(allocated as extern "C-unwind" fn(_, _));
    black_box(freed as extern "C-unwind" fn(_, _) -> _);
    black_box(reallocated as extern "C-unwind" fn(_, _, _, _, _));
    #[cfg(unix)]
    black_box(create_thread as unsafe extern "C-unwind" fn(_, _, _, _) -> _);
}

/// The target that a function pointer points to.
///
/// # Panics
/// If the function has no hook; the message gives the reason.
#[track_caller]
pub(super) fn target(function: *const ()) -> &'static Target {
    keep();
    let count = counted(key_count());
    let keys = match count {
        0 => &[],
        // SAFETY: the pass writes a table with this many keys, which lives as long as the program.
        count => unsafe { std::slice::from_raw_parts(keys(), count) },
    };
    let Some(key) = keys.iter().find(|key| key.address == function) else {
        panic!(
            "this function cannot be detoured: which one it is cannot be known before the program runs; name it by its path in `detour!`"
        );
    };
    // SAFETY: the pass wrote the target, and it is never freed.
    let target = unsafe { &*key.target };
    let refusal = text(target.refusal, target.refusal_length);
    assert!(
        refusal.is_empty(),
        "`{}` cannot be detoured: {refusal}",
        name(target)
    );
    target
}
