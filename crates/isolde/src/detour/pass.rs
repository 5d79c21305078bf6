//! What the detour pass writes into a program: functions that it gives other bodies, and texts. It finds the functions by their paths
//! (`isolde_abi::detour`).

use isolde_abi::detour::{Key, NO_PASS, Target};
use std::hint::black_box;

/// The pass makes this return the address of a byte of this thread, which hooks read: it is not 0 while the library is at work.
#[inline(never)]
pub(super) fn busy() -> *mut u8 {
    black_box(std::ptr::null_mut())
}

/// The pass makes this return the address of a number of this thread: the test whose work it runs.
#[inline(never)]
pub(super) fn owner() -> *mut u32 {
    black_box(std::ptr::null_mut())
}

/// The pass makes this return 1 if it recognises work.
#[inline(never)]
pub(super) fn knows_jobs() -> usize {
    black_box(0)
}

/// The pass makes this return the address of its table of keys.
#[inline(never)]
pub(super) fn keys() -> *const Key {
    black_box(std::ptr::null())
}

/// The pass makes this return the length of its table of keys.
#[inline(never)]
pub(super) fn key_count() -> usize {
    black_box(NO_PASS)
}

/// The pass makes this return the address of the table of functions in trapped modules.
#[inline(never)]
pub(super) fn traps() -> *const *const Target {
    black_box(std::ptr::null())
}

/// The pass makes this return the length of the table of functions in trapped modules.
#[inline(never)]
pub(super) fn trap_count() -> usize {
    black_box(NO_PASS)
}

/// The target's name.
pub(super) fn name(target: &Target) -> &'static str {
    text(target.name, target.name_length)
}

/// A text that the pass wrote.
pub(super) fn text(start: *const u8, length: u64) -> &'static str {
    if length == 0 {
        return "";
    }
    // SAFETY: the pass writes names and refusals as constant UTF-8.
    unsafe { std::str::from_utf8_unchecked(std::slice::from_raw_parts(start, length as usize)) }
}
