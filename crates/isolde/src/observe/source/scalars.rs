//! Numbers, Booleans, characters, and small enums.

use super::{Source, wrapped};
use crate::literal;
use crate::observe::Observer;
use crate::shape::Shape;
use std::cmp::{Ordering, Reverse};
use std::marker::PhantomData;
use std::num::{NonZero, Wrapping};
use std::task::Poll;

macro_rules! integers {
    ($($name:ident $non_zero:literal)*) => {$(
        impl Source for $name {
            fn source(&self, out: &mut String) -> bool {
                literal::integer(out, *self, false);
                true
            }
            fn byte(&self) -> Option<u8> {
                // By name, because `u8` is the only integer type that byte strings consist of.
                (stringify!($name) == "u8").then_some(*self as u8)
            }
            #[allow(unused_comparisons, reason = "unsigned numbers are never negative")]
            fn shape(&self, shape: &mut Shape) {
                if *self == 0 {
                    shape.fold(0);
                } else if *self < 0 {
                    shape.fold(1);
                } else {
                    shape.fold(2);
                }
            }
        }
        impl Source for NonZero<$name> {
            fn source(&self, out: &mut String) -> bool {
                wrapped(out, concat!("std::num::", $non_zero, "::new("), &self.get(), ").unwrap()")
            }
            fn shape(&self, shape: &mut Shape) {
                self.get().shape(shape);
            }
        }
    )*};
}
integers!(
    u8 "NonZeroU8" u16 "NonZeroU16" u32 "NonZeroU32" u64 "NonZeroU64" u128 "NonZeroU128" usize "NonZeroUsize"
    i8 "NonZeroI8" i16 "NonZeroI16" i32 "NonZeroI32" i64 "NonZeroI64" i128 "NonZeroI128" isize "NonZeroIsize"
);

macro_rules! floats {
    ($($name:ident $write:ident)*) => {$(
        impl Source for $name {
            fn source(&self, out: &mut String) -> bool {
                literal::$write(out, *self, false);
                !self.is_nan()
            }
            fn shape(&self, shape: &mut Shape) {
                match *self {
                    x if x.is_nan() => shape.fold(0),
                    x if x.is_infinite() => shape.fold(1),
                    0.0 => shape.fold(2),
                    x if x < 0.0 => shape.fold(3),
                    _ => shape.fold(4),
                }
            }
            fn observe(&self, observer: &mut Observer) -> bool {
                let mut text = String::new();
                if !self.source(&mut text) {
                    observer.predicate("{}.is_nan()".to_owned());
                } else if *self == 0.0 && self.is_sign_negative() {
                    // By `==`, -0.0 would equal 0.0 as well.
                    let bits = concat!("{}.to_bits() == (-0.0_", stringify!($name), ").to_bits()");
                    observer.predicate(bits.to_owned());
                } else {
                    observer.source(text);
                }
                true
            }
        }
    )*};
}
floats!(f32 float32 f64 float64);

impl Source for bool {
    fn source(&self, out: &mut String) -> bool {
        out.push_str(if *self { "true" } else { "false" });
        true
    }
    fn shape(&self, shape: &mut Shape) {
        if *self {
            shape.fold(1);
        } else {
            shape.fold(0);
        }
    }
}

impl Source for char {
    fn source(&self, out: &mut String) -> bool {
        literal::character(out, *self);
        true
    }
    fn shape(&self, _: &mut Shape) {}
}

impl Source for () {
    fn source(&self, out: &mut String) -> bool {
        out.push_str("()");
        true
    }
    fn shape(&self, _: &mut Shape) {}
    fn observe(&self, observer: &mut Observer) -> bool {
        observer.unit();
        true
    }
}

impl<T: ?Sized> Source for PhantomData<T> {
    fn source(&self, out: &mut String) -> bool {
        out.push_str("std::marker::PhantomData");
        true
    }
    fn shape(&self, _: &mut Shape) {}
}

impl Source for std::fmt::Error {
    fn source(&self, out: &mut String) -> bool {
        out.push_str("std::fmt::Error");
        true
    }
    fn shape(&self, _: &mut Shape) {}
}

impl Source for Ordering {
    fn source(&self, out: &mut String) -> bool {
        out.push_str(match self {
            Ordering::Less => "std::cmp::Ordering::Less",
            Ordering::Equal => "std::cmp::Ordering::Equal",
            Ordering::Greater => "std::cmp::Ordering::Greater",
        });
        true
    }
    fn shape(&self, shape: &mut Shape) {
        match self {
            Ordering::Less => shape.fold(0),
            Ordering::Equal => shape.fold(1),
            Ordering::Greater => shape.fold(2),
        }
    }
}

impl<T: Source> Source for Wrapping<T> {
    fn source(&self, out: &mut String) -> bool {
        wrapped(out, "std::num::Wrapping(", &self.0, ")")
    }
    fn shape(&self, shape: &mut Shape) {
        self.0.shape(shape);
    }
}

impl<T: Source> Source for Reverse<T> {
    fn source(&self, out: &mut String) -> bool {
        wrapped(out, "std::cmp::Reverse(", &self.0, ")")
    }
    fn shape(&self, shape: &mut Shape) {
        self.0.shape(shape);
    }
}

impl<T: Source> Source for Option<T> {
    fn source(&self, out: &mut String) -> bool {
        match self {
            Some(value) => wrapped(out, "Some(", value, ")"),
            None => {
                out.push_str("None");
                true
            }
        }
    }
    fn shape(&self, shape: &mut Shape) {
        match self {
            Some(value) => {
                shape.fold(1);
                value.shape(shape);
            }
            None => shape.fold(0),
        }
    }
}

impl<T: Source, E: Source> Source for Result<T, E> {
    fn source(&self, out: &mut String) -> bool {
        match self {
            Ok(value) => wrapped(out, "Ok(", value, ")"),
            Err(error) => wrapped(out, "Err(", error, ")"),
        }
    }
    fn shape(&self, shape: &mut Shape) {
        match self {
            Ok(value) => {
                shape.fold(0);
                value.shape(shape);
            }
            Err(error) => {
                shape.fold(1);
                error.shape(shape);
            }
        }
    }
}

impl<T: Source> Source for Poll<T> {
    fn source(&self, out: &mut String) -> bool {
        match self {
            Poll::Ready(value) => wrapped(out, "std::task::Poll::Ready(", value, ")"),
            Poll::Pending => {
                out.push_str("std::task::Poll::Pending");
                true
            }
        }
    }
    fn shape(&self, shape: &mut Shape) {
        match self {
            Poll::Ready(value) => {
                shape.fold(1);
                value.shape(shape);
            }
            Poll::Pending => shape.fold(0),
        }
    }
}

macro_rules! tuples {
    ($(($($name:ident $index:tt),+ $(; $comma:literal)?))*) => {$(
        impl<$($name: Source),+> Source for ($($name,)+) {
            fn source(&self, out: &mut String) -> bool {
                out.push('(');
                $(
                    if $index > 0 {
                        out.push_str(", ");
                    }
                    if !self.$index.source(out) {
                        return false;
                    }
                )+
                $(out.push_str($comma);)?
                out.push(')');
                true
            }
            fn shape(&self, shape: &mut Shape) {
                $(self.$index.shape(shape);)+
            }
        }
    )*};
}
tuples! {
    (A 0; ",")
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11)
}
