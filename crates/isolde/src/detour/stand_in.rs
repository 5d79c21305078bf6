//! Values of types that cannot be constructed, to be passed around between detoured functions.

use super::engine;
use super::list::Always;
use std::any::type_name;
use std::mem::{MaybeUninit, needs_drop};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};

/// The byte that fills a stand-in: valid for `bool`, pointers, lengths and most enums, and not used by any of them to represent `None`.
const FILL: u8 = 1;

/// A value of a type that cannot be constructed otherwise. Functions that take it should be detoured, ideally with a [`trap!`](crate::trap!) for the
/// module that defines the type. The value is never dropped.
///
/// # Safety
/// The fields of the value are meaningless: no code may read them, other than by moving the value. So every function that would read them must be detoured.
///
/// # Panics
/// If the type needs to be dropped and the program has no detours, or if `Some` of the value would be `None`.
#[track_caller]
pub unsafe fn stand_in<T>() -> T {
    spare::<T>();
    if type_name::<T>() == type_name::<Child>() {
        // Everybody may take its pipes out of it.
        spare::<ChildStdin>();
        spare::<ChildStdout>();
        spare::<ChildStderr>();
    }
    let mut memory = MaybeUninit::<T>::uninit();
    // SAFETY: fills exactly the bytes of the value; nobody reads them, by the caller's promise.
    let value = unsafe {
        memory
            .as_mut_ptr()
            .cast::<u8>()
            .write_bytes(FILL, size_of::<T>());
        memory.assume_init()
    };
    let value = std::hint::black_box(Some(value));
    value.unwrap_or_else(|| {
        panic!(
            "no stand-in can be made for `{}`: `Some` of it would be mistaken for `None`",
            type_name::<T>()
        )
    })
}

/// Makes sure that what stands in for a value of this type is never dropped.
#[track_caller]
fn spare<T>() {
    if needs_drop::<T>() {
        let own: unsafe fn(*mut T) = std::ptr::drop_in_place::<T>;
        let other: unsafe fn(*mut T) = leave::<T>;
        engine::mark(own as *const ());
        Always::install(
            engine::target(own as *const ()),
            is_stand_in::<T>,
            other as *const (),
        );
    }
}

/// Whether a value was made by [`stand_in`]. Moves may lose padding, but most bytes are still the fill.
unsafe fn is_stand_in<T>(value: *const ()) -> bool {
    let bytes: *const u8 = value.cast();
    let fills = (0..size_of::<T>())
        // SAFETY: hooks pass pointers to a `T`; volatile, because padding is uninitialised.
        .filter(|&index| unsafe { bytes.add(index).read_volatile() } == FILL)
        .count();
    fills * 2 >= size_of::<T>()
}

/// Drops nothing.
unsafe fn leave<T>(_: *mut T) {}
