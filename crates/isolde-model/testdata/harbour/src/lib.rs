//! A fixture: small examples of every kind of item that the model distinguishes.

mod berth;
#[doc(hidden)]
pub mod plumbing;
pub mod signal;
mod tide;

pub use berth::*;
pub use signal::code::{Flag, Flag as Pennant};
pub use std::fmt::Display;
pub use tide::inner::Level as TideLevel;
pub use tide::{Gauge, Measure};

use std::collections::HashMap;
use std::fmt;

/// The name exists twice: the glob of `berth` exports one too, which this one shadows.
pub fn moor() -> u8 {
    1
}

/// Sums up.
///
/// # Panics
///
/// If the sum overflows.
pub const fn sum(left: u8, right: u8) -> u8 {
    left + right
}

/// Panics if `index` is too large.
pub fn nth(list: &[u32], index: usize) -> u32 {
    list[index]
}

/// Never panics, whatever the input.
pub fn calm((left, right): (u8, u8), mut third: u8) -> bool {
    third &= left;
    third == right
}

/// # Safety
///
/// `pointer` points to a byte.
pub unsafe fn peek(pointer: *const u8) -> u8 {
    unsafe { *pointer }
}

/// Waits.
pub async fn wait(seconds: u64) -> Result<(), std::io::Error> {
    let _ = seconds;
    Ok(())
}

/// Counts bytes.
pub fn count_bytes(text: impl AsRef<str> + Clone, map: &mut HashMap<String, Vec<u8>>) -> std::io::Result<usize> {
    map.clear();
    Ok(text.as_ref().len())
}

/// Applies.
pub fn apply<'a, F, T: 'a, const N: usize>(values: [T; N], mut action: F) -> Vec<&'static str>
where
    F: FnMut(&T, usize) -> Option<bool> + Send,
    T: fmt::Debug,
    Vec<T>: Clone,
{
    for (index, value) in values.iter().enumerate() {
        action(value, index);
    }
    Vec::new()
}

/// Collects.
pub fn collect<I>(items: I) -> impl Iterator<Item = u8>
where
    I: IntoIterator<Item = u8>,
    I::IntoIter: ExactSizeIterator,
{
    items.into_iter()
}

/// Dispatches.
pub fn dispatch(shape: &dyn Measure<Unit = u8>, f: fn(u8, &str) -> bool, never: Box<dyn Fn(u8) -> u8 + Send>) {
    let _ = (shape.measure(), f, never);
}

fn private_helper(text: &str) -> Status<u32> {
    text.parse().map_err(|_| Failure::Other { code: 3 })
}

#[doc(hidden)]
pub fn __support() -> Status<()> {
    private_helper("1").map(|_| ())
}

/// Old.
#[deprecated]
pub fn obsolete() {}

/// Results of this crate.
pub type Status<T, E = Failure> = std::result::Result<T, E>;

/// What went wrong.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Failure {
    /// Empty.
    Empty,
    /// At a position.
    At(usize, String),
    /// Other.
    Other {
        /// Code.
        code: u8,
    },
    /// Not for the public.
    #[doc(hidden)]
    __Reserved,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("failure")
    }
}

impl std::error::Error for Failure {}

impl From<Failure> for u8 {
    fn from(value: Failure) -> u8 {
        value.code()
    }
}

impl From<fmt::Error> for Failure {
    fn from(_: fmt::Error) -> Self {
        Self::Empty
    }
}

impl Failure {
    fn code(self) -> u8 {
        0
    }
}

macro_rules! from_number {
    ($($number:ty),*) => {
        $(impl From<$number> for Failure {
            fn from(_: $number) -> Self {
                Failure::Empty
            }
        })*
    };
}
from_number!(u16, u32);

/// Makes a failure.
#[macro_export]
macro_rules! failure {
    () => {
        $crate::Failure::Empty
    };
}

extern "C" {
    /// Of libc.
    pub fn abs(value: i32) -> i32;
}

/// A union.
#[derive(Clone, Copy)]
pub union Bits {
    /// As a number.
    pub number: u32,
    /// As bytes.
    pub bytes: [u8; 4],
}

mod outer {
    pub mod first {
        /// Two globs export this name, so it cannot be used.
        pub fn ambiguous() {}
        /// Only one glob exports this name.
        pub fn unambiguous() {}
    }
    pub mod second {
        pub fn ambiguous() {}
    }
    // Braces in a comment do not count: }
    pub mod third {
        impl crate::Failure {
            /// Is in a module of its own, in a file with other modules.
            pub fn is_empty(&self) -> bool {
                matches!(self, Self::Empty) && '}' != '{'
            }
        }
    }

    impl crate::Failure {
        /// Comes after the inner modules.
        pub fn is_full(&self) -> bool {
            !self.is_empty()
        }
    }
}
pub use outer::first::*;
pub use outer::second::*;

/// Defaults are filled in, and the two names of non-zero number types count as one.
pub fn defaults(berth: &Berth, other: Berth<u8>, number: std::num::NonZeroU8, same: std::num::NonZero<u8>) -> Buffer<3> {
    let _ = (berth, other, same);
    [number.get(); 3]
}

/// An array of constant length.
pub type Buffer<const N: usize = 2, T = u8> = [T; N];

/// An alias with its defaults.
pub fn buffer() -> Buffer {
    [0; 2]
}

const _: () = {
    /// Defined in a block that belongs to no module.
    struct Local;

    impl Local {
        #[allow(dead_code)]
        fn nowhere(&self) {}
    }

    impl From<Local> for Failure {
        fn from(_: Local) -> Failure {
            Failure::Empty
        }
    }
};

/// Implements two traits of the same name.
pub struct Sink;

impl fmt::Write for Sink {
    fn write_str(&mut self, _: &str) -> fmt::Result {
        Ok(())
    }

    fn write_fmt(&mut self, _: fmt::Arguments<'_>) -> fmt::Result {
        Ok(())
    }
}

impl std::io::Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }

    fn write_fmt(&mut self, _: fmt::Arguments<'_>) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    mod helpers {
        pub struct Helper;

        impl Helper {
            pub fn help(&self) {}
        }

        #[cfg(not(test))]
        pub fn never_there() {}
    }

    fn uses_helpers() {
        helpers::Helper.help();
    }

    #[test]
    fn nothing() {}
}
