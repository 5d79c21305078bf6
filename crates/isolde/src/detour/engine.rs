//! The border to the pass, which finds these functions by their paths (`isolde_abi::detour`).

use super::list;
#[cfg(unix)]
use super::threads::{self, Start};
use isolde_abi::detour::{Key, NO_PASS, Target};
#[cfg(unix)]
use std::ffi::{c_int, c_void};
use std::hint::black_box;

/// Marks a function as one that is to be detoured. The pass reads the argument.
#[inline(never)]
pub fn mark(function: *const ()) {
    black_box(function);
}

/// Marks a module as one whose functions get hooks: the argument is a function whose name holds the module's (`isolde_abi::detour::TRAP`).
#[inline(never)]
pub fn mark_module(function: fn()) {
    black_box(function);
}

/// The trampoline that a call of the target goes to, or null for the function itself. Called by hooks, which are asleep meanwhile.
///
/// # Safety
/// The target is one that the pass wrote.
#[inline(never)]
pub unsafe extern "C-unwind" fn find(target: *const Target, receiver: *const ()) -> *const () {
    // SAFETY: the caller's promise.
    list::find(unsafe { &*target }, receiver)
}

/// Called where std was compiled with the body of the target in the place of a call, so that no detour can take this call. Hooks are asleep
/// meanwhile.
///
/// # Safety
/// The target is one that the pass wrote, and `place` are `length` bytes of UTF-8.
///
/// # Panics
/// If this thread has a detour of it.
#[inline(never)]
pub unsafe extern "C-unwind" fn lost(target: *const Target, place: *const u8, length: u64) {
    // SAFETY: the caller's promise.
    let target = unsafe { &*target };
    let _unwinds = list::Unwinds;
    if list::concerns(target) && !std::thread::panicking() {
        panic!(
            "`{name}` is detoured, but this call of it in `{place}` was compiled into that function beforehand, as parts of the standard library are: detour `{place}`, or what `{name}` calls in its turn",
            name = name(target),
            place = text(place, length)
        );
    }
}

/// Stands for `pthread_create`.
///
/// # Safety
/// As `pthread_create`.
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

/// The pass puts the address of a byte of this thread here, which hooks read: other than 0 while the library is at work.
#[inline(never)]
pub(super) fn busy() -> *mut u8 {
    black_box(std::ptr::null_mut())
}

/// The pass puts the address of its table here.
#[inline(never)]
fn keys() -> *const Key {
    black_box(std::ptr::null())
}

/// The pass puts the length of its table here.
#[inline(never)]
fn key_count() -> usize {
    black_box(NO_PASS)
}

/// The pass puts the address of the table of functions in trapped modules here.
#[inline(never)]
fn traps() -> *const *const Target {
    black_box(std::ptr::null())
}

/// The pass puts its length here.
#[inline(never)]
fn trap_count() -> usize {
    black_box(NO_PASS)
}

/// The length of a table.
///
/// # Panics
/// If the pass has not seen this program.
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
        // SAFETY: the pass writes a table of that many addresses of its globals.
        count => unsafe { std::slice::from_raw_parts(traps().cast(), count) },
    }
}

/// So that what only hooks call is there when the pass comes.
fn keep() {
    black_box(find as unsafe extern "C-unwind" fn(_, _) -> _);
    black_box(lost as unsafe extern "C-unwind" fn(_, _, _));
    #[cfg(unix)]
    black_box(create_thread as unsafe extern "C-unwind" fn(_, _, _, _) -> _);
}

/// The target whose address a function pointer is.
///
/// # Panics
/// If it has no hook, with the reason.
#[track_caller]
pub(super) fn target(function: *const ()) -> &'static Target {
    keep();
    let count = counted(key_count());
    let keys = match count {
        0 => &[],
        // SAFETY: the pass writes a table of that many keys, which lives as long as the program.
        count => unsafe { std::slice::from_raw_parts(keys(), count) },
    };
    let Some(key) = keys.iter().find(|key| key.address == function) else {
        panic!(
            "this function cannot be detoured: which one it is cannot be told before the program runs; name it by its path in `detour!`"
        );
    };
    // SAFETY: written by the pass, never freed.
    let target = unsafe { &*key.target };
    let refusal = text(target.refusal, target.refusal_length);
    assert!(
        refusal.is_empty(),
        "`{}` cannot be detoured: {refusal}",
        name(target)
    );
    target
}

/// The target's name.
pub(super) fn name(target: &Target) -> &'static str {
    text(target.name, target.name_length)
}

fn text(start: *const u8, length: u64) -> &'static str {
    if length == 0 {
        return "";
    }
    // SAFETY: the pass writes names and refusals as constant UTF-8.
    unsafe { std::str::from_utf8_unchecked(std::slice::from_raw_parts(start, length as usize)) }
}
