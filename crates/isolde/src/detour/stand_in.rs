//! Values of types whose constructors are out of reach, to be passed around between detoured functions.

use super::engine;
use super::list::Always;
use std::mem::{MaybeUninit, needs_drop};

/// What fills a stand-in: a number that `bool`, pointers, lengths and most enums can hold, and that none of them means "nothing" by.
const FILL: u8 = 1;

/// A value of a type that nothing else can make: functions that take it are to be detoured, best behind a [`trap!`](crate::trap!) for the module that it
/// comes from. It is never dropped.
///
/// # Safety
/// Its fields hold nothing of use: no code may read them, other than by moving the value. So every function that would must be detoured.
///
/// # Panics
/// In a program without detours, if the type has something to drop; and if `Some` of the value would be `None`.
#[track_caller]
pub unsafe fn stand_in<T>() -> T {
    if needs_drop::<T>() {
        let own: unsafe fn(*mut T) = std::ptr::drop_in_place::<T>;
        let other: unsafe fn(*mut T) = leave::<T>;
        engine::mark(own as *const ());
        Always::install(own as *const (), is_stand_in::<T>, other as *const ());
    }
    let mut memory = MaybeUninit::<T>::uninit();
    // SAFETY: as many bytes as it has; what they mean, nobody asks, by the caller's promise.
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
            "no stand-in can be made for `{}`: it would be mistaken for nothing",
            std::any::type_name::<T>()
        )
    })
}

/// Whether it was made here: padding gets lost on the way, but most bytes do not.
unsafe fn is_stand_in<T>(value: *const ()) -> bool {
    let bytes: *const u8 = value.cast();
    let fills = (0..size_of::<T>())
        // SAFETY: hooks pass pointers to a `T`; volatile, as padding holds nothing.
        .filter(|&index| unsafe { bytes.add(index).read_volatile() } == FILL)
        .count();
    fills * 2 >= size_of::<T>()
}

/// Drops nothing.
unsafe fn leave<T>(_: *mut T) {}
