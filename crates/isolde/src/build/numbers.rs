//! Numbers, Booleans, characters and the unit.
//!
//! Values are made without branching on them. Even std's unchecked constructors check their argument in debug builds, and so branch on
//! it, which a symbolic engine would record as a condition of the path.
#![allow(
    unnecessary_transmutes,
    clippy::transmute_int_to_non_zero,
    reason = "the unchecked constructors that the lints suggest are not unchecked in debug builds"
)]

use super::literal;
use crate::abi::ChoiceKind;
use crate::chooser::Chooser;
use crate::literal as literals;
use std::cmp::{Ordering, Reverse};
use std::num::{NonZero, Saturating, Wrapping};

macro_rules! integers {
    ($($name:ident $unsigned:ident $kind:ident $non_zero:ident;)*) => {$(
        #[doc = concat!("Any `", stringify!($name), "`.")]
        pub fn $name(c: &mut Chooser) -> $name {
            let value = c.pick(ChoiceKind::$kind, $unsigned::BITS, 0, $unsigned::MAX as u64) as $name;
            c.write(|r| {
                let suffixed = r.needs_suffix();
                literals::integer(&mut r.expression, value, suffixed);
            });
            value
        }

        #[doc = concat!("Any `", stringify!($name), "` but 0.")]
        pub fn $non_zero(c: &mut Chooser) -> NonZero<$name> {
            let bits = c.pick(ChoiceKind::$kind, $unsigned::BITS, 1, $unsigned::MAX as u64) as $name;
            // SAFETY: `NonZero` has the layout of its number, and the choice is at least 1.
            let value = unsafe { std::mem::transmute::<$name, NonZero<$name>>(bits) };
            literal(c, &value);
            value
        }
    )*};
}
integers! {
    u8 u8 Unsigned non_zero_u8;
    u16 u16 Unsigned non_zero_u16;
    u32 u32 Unsigned non_zero_u32;
    u64 u64 Unsigned non_zero_u64;
    usize usize Unsigned non_zero_usize;
    i8 u8 Signed non_zero_i8;
    i16 u16 Signed non_zero_i16;
    i32 u32 Signed non_zero_i32;
    i64 u64 Signed non_zero_i64;
    isize usize Signed non_zero_isize;
}

macro_rules! wide_integers {
    ($($name:ident $kind:ident $non_zero:ident;)*) => {$(
        #[doc = concat!("Any `", stringify!($name), "`: two choices, the high half first.")]
        pub fn $name(c: &mut Chooser) -> $name {
            let high = c.pick(ChoiceKind::$kind, 64, 0, u64::MAX);
            let low = c.pick(ChoiceKind::Unsigned, 64, 0, u64::MAX);
            let value = ((u128::from(high) << 64) | u128::from(low)) as $name;
            c.write(|r| {
                let suffixed = r.needs_suffix();
                literals::integer(&mut r.expression, value, suffixed);
            });
            value
        }

        #[doc = concat!("Any `", stringify!($name), "` whose low half is not 0.")]
        pub fn $non_zero(c: &mut Chooser) -> NonZero<$name> {
            let high = c.pick(ChoiceKind::$kind, 64, 0, u64::MAX);
            let low = c.pick(ChoiceKind::Unsigned, 64, 1, u64::MAX);
            let bits = ((u128::from(high) << 64) | u128::from(low)) as $name;
            // SAFETY: `NonZero` has the layout of its number, whose low half is at least 1.
            let value = unsafe { std::mem::transmute::<$name, NonZero<$name>>(bits) };
            literal(c, &value);
            value
        }
    )*};
}
wide_integers! {
    u128 Unsigned non_zero_u128;
    i128 Signed non_zero_i128;
}

macro_rules! floats {
    ($($name:ident $bits:ident $write:ident;)*) => {$(
        #[doc = concat!("Any `", stringify!($name), "`, infinities and NaN included.")]
        pub fn $name(c: &mut Chooser) -> $name {
            let bits = c.pick(ChoiceKind::Float, $bits::BITS, 0, $bits::MAX as u64);
            let value = $name::from_bits(bits as $bits);
            c.write(|r| {
                let suffixed = r.needs_suffix();
                literals::$write(&mut r.expression, value, suffixed);
            });
            value
        }
    )*};
}
floats! {
    f32 u32 float32;
    f64 u64 float64;
}

/// `false` or `true`.
pub fn bool(c: &mut Chooser) -> bool {
    let value = c.pick(ChoiceKind::Bool, 1, 0, 1) != 0;
    literal(c, &value);
    value
}

/// Any character.
pub fn char(c: &mut Chooser) -> char {
    let value = scalar(c);
    literal(c, &value);
    value
}

/// One choice of a Unicode scalar value; writes no text.
pub(super) fn scalar(c: &mut Chooser) -> char {
    let index = c.pick(ChoiceKind::Scalar, 32, 0, 0x10_f7ff) as u32;
    // Skips the surrogates, by a sum rather than a branch.
    let value = index + 0x800 * u32::from(index >= 0xd800);
    // SAFETY: below 0xd800 or between 0xe000 and 0x10ffff.
    unsafe { std::mem::transmute::<u32, char>(value) }
}

/// `()`: no choice.
pub fn unit(c: &mut Chooser) {
    c.text("()");
}

/// `Less`, `Equal` or `Greater`.
pub fn ordering(c: &mut Chooser) -> Ordering {
    let value = match c.variant(3) {
        0 => Ordering::Less,
        1 => Ordering::Equal,
        _ => Ordering::Greater,
    };
    literal(c, &value);
    value
}

/// `Wrapping` of what `inner` builds.
pub fn wrapping<T>(c: &mut Chooser, inner: impl Fn(&mut Chooser) -> T) -> Wrapping<T> {
    Wrapping(super::enclosed(c, "std::num::Wrapping(", inner, ")"))
}

/// `Saturating` of what `inner` builds.
pub fn saturating<T>(c: &mut Chooser, inner: impl Fn(&mut Chooser) -> T) -> Saturating<T> {
    Saturating(super::enclosed(c, "std::num::Saturating(", inner, ")"))
}

/// `Reverse` of what `inner` builds.
pub fn reverse<T>(c: &mut Chooser, inner: impl Fn(&mut Chooser) -> T) -> Reverse<T> {
    Reverse(super::enclosed(c, "std::cmp::Reverse(", inner, ")"))
}
