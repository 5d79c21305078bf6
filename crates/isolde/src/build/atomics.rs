//! Numbers that several threads may change.

use crate::chooser::Chooser;

macro_rules! atomics {
    ($($width:literal $name:ident $of:ident $build:ident;)*) => {$(
        #[doc = concat!("`", stringify!($name), "::new(…)`.")]
        #[cfg(target_has_atomic = $width)]
        pub fn $build(c: &mut Chooser) -> std::sync::atomic::$name {
            let before = concat!("std::sync::atomic::", stringify!($name), "::new(");
            std::sync::atomic::$name::new(super::enclosed(c, before, super::$of, ")"))
        }
    )*};
}

atomics! {
    "8" AtomicBool bool atomic_bool;
    "8" AtomicU8 u8 atomic_u8;
    "16" AtomicU16 u16 atomic_u16;
    "32" AtomicU32 u32 atomic_u32;
    "64" AtomicU64 u64 atomic_u64;
    "ptr" AtomicUsize usize atomic_usize;
    "8" AtomicI8 i8 atomic_i8;
    "16" AtomicI16 i16 atomic_i16;
    "32" AtomicI32 i32 atomic_i32;
    "64" AtomicI64 i64 atomic_i64;
    "ptr" AtomicIsize isize atomic_isize;
}
