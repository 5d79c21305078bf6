//! The border to the pass, which finds these functions by their paths (`isolde_abi::detour`).

use super::list;
use isolde_abi::detour::{Key, Target};
use std::hint::black_box;

/// Marks a function as one that is to be detoured. The pass reads the argument.
#[inline(never)]
pub fn mark(function: *const ()) {
    black_box(function);
}

/// The trampoline that a call of the target goes to, or null for the function itself. Called by hooks.
#[inline(never)]
pub extern "C" fn find(target: *const Target, receiver: *const ()) -> *const () {
    list::find(target, receiver)
}

/// The pass puts the address of its table here.
#[inline(never)]
fn keys() -> *const Key {
    black_box(std::ptr::null())
}

/// The pass puts the length of its table here.
#[inline(never)]
fn key_count() -> usize {
    black_box(0)
}

/// The target that a function pointer stands for.
///
/// # Panics
/// If it has no hook, with the reason.
#[track_caller]
pub(super) fn target(function: *const ()) -> &'static Target {
    // So that the linker keeps it, although only hooks call it.
    black_box(find as extern "C" fn(_, _) -> _);
    let count = key_count();
    assert!(
        count > 0,
        "this program has no detours: run it with `cargo isolde test`"
    );
    // SAFETY: the pass writes a table of that many keys, which lives as long as the program.
    let keys = unsafe { std::slice::from_raw_parts(keys(), count) };
    let Some(key) = keys.iter().find(|key| key.address == function) else {
        panic!(
            "this function cannot be detoured: its address was not found in the program (a bug of Isolde)"
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
pub(super) fn name(target: &'static Target) -> &'static str {
    text(target.name, target.name_length)
}

fn text(start: *const u8, length: u64) -> &'static str {
    if length == 0 {
        return "";
    }
    // SAFETY: the pass writes names and refusals as constant UTF-8.
    unsafe { std::str::from_utf8_unchecked(std::slice::from_raw_parts(start, length as usize)) }
}
