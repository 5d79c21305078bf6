//! Values of types that implement [`arbitrary::Arbitrary`], made from chosen bytes.
//!
//! If a type also implements [`Value`], that implementation is used: the explorer understands typed choices better than raw bytes.
//!
//! Which of the two traits a type implements is found by method resolution, as in [`require`](mod@crate::require): it takes the impl that needs the fewest
//! steps from the receiver and whose bounds hold.

use crate::abi::ChoiceKind;
use crate::chooser::{Chooser, is_below};
use crate::value::Value;
use arbitrary::{Arbitrary, Unstructured};
use std::marker::PhantomData;

/// How many bytes to offer beyond the minimum that a type needs, if the type does not say how many it can use.
const MORE: usize = 32;
/// The largest number of bytes, whatever a type asks for.
const MOST: usize = 512;

/// The value that the type makes of these bytes. Expressions of chosen values call this function.
///
/// # Panics
/// If the type refuses the bytes.
pub fn value<T: Arbitrary<'static>>(bytes: &'static [u8]) -> T {
    match T::arbitrary_take_rest(Unstructured::new(bytes)) {
        Ok(value) => value,
        Err(error) => panic!("no value can be made of these bytes: {error}"),
    }
}

/// Chooses bytes, which are leaked, and returns the value that the type makes of them. The run is discarded if the type rejects the bytes.
pub fn choose<T: Arbitrary<'static>>(c: &mut Chooser) -> T {
    let (least, most) = T::size_hint(0);
    let least = least.min(MOST);
    let most = most.unwrap_or(least + MORE).clamp(least, MOST);
    let length = c.length(most - least);
    let mut bytes = Vec::new();
    let mut byte = |c: &mut Chooser, index: usize| {
        bytes.push(c.within(index as u64, |c| c.pick(ChoiceKind::Byte, 8, 0, 255)) as u8);
    };
    for index in 0..least {
        byte(c, index);
    }
    let mut more = 0;
    while is_below(more, length) {
        byte(c, least + more);
        more += 1;
    }
    let bytes: &'static [u8] = bytes.leak();
    if c.is_rendering() {
        c.text(&format!("isolde::arbitrary::value(&{bytes:?})"));
    }
    match T::arbitrary_take_rest(Unstructured::new(bytes)) {
        Ok(value) => value,
        Err(_) => c.discard(),
    }
}

#[doc(hidden)]
#[derive(Debug)]
pub struct Probe<T>(PhantomData<T>);

impl<T> Probe<T> {
    #[doc(hidden)]
    pub const NEW: Probe<T> = Probe(PhantomData);
}

/// Builds through [`Value`].
#[doc(hidden)]
#[derive(Debug)]
pub struct ByValue<T>(PhantomData<T>);

impl<T> ByValue<T> {
    #[doc(hidden)]
    pub fn choose(self, c: &mut Chooser) -> T
    where
        T: Value,
    {
        T::choose(c)
    }
}

/// Builds through [`Arbitrary`].
#[doc(hidden)]
#[derive(Debug)]
pub struct ByArbitrary<T>(PhantomData<T>);

impl<T: Arbitrary<'static>> ByArbitrary<T> {
    #[doc(hidden)]
    pub fn choose(self, c: &mut Chooser) -> T {
        choose(c)
    }
}

#[doc(hidden)]
pub trait HasValue<T> {
    fn way(&self) -> ByValue<T> {
        ByValue(PhantomData)
    }
}
impl<T: Value> HasValue<T> for &&Probe<T> {}

#[doc(hidden)]
pub trait HasArbitrary<T> {
    fn way(&self) -> ByArbitrary<T> {
        ByArbitrary(PhantomData)
    }
}
impl<T: Arbitrary<'static>> HasArbitrary<T> for &Probe<T> {}

/// For types that implement neither: the compiler's error then asks for [`Value`].
#[doc(hidden)]
pub trait HasNeither<T> {
    fn way(&self) -> ByValue<T> {
        ByValue(PhantomData)
    }
}
impl<T> HasNeither<T> for Probe<T> {}

#[doc(hidden)]
#[macro_export]
macro_rules! __choose {
    ($type:ty, $chooser:expr) => {{
        #[allow(unused_imports)]
        use $crate::arbitrary::{HasArbitrary as _, HasNeither as _, HasValue as _};
        (&&&$crate::arbitrary::Probe::<$type>::NEW)
            .way()
            .choose($chooser)
    }};
}

#[cfg(test)]
mod tests;
