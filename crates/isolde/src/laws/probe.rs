//! Probes that find out which traits a type implements, in code where the type is concrete, and what the macros of this module expand to.
//!
//! As in `observe::probe`, each probe is a pair of traits with the same method: the one for `Probe` is chosen where its bounds hold.

pub use super::compare::{one, three, two};
pub use super::iterate::{IteratorTraits, Original, iterator};
pub use super::text::{Printing, Texts, text};
pub use super::values::{Traits, Values};
pub use super::views::{Lend, Lenders, Views, views};

use super::iterate::{Back, Same};
use super::stream::Stream;
use super::text::{CheckParsed, Print, check_parsed, debug, display};
use super::values::{Cloning, Equality, PartialOrder};
use super::views::{as_ref, borrow, deref};
use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::iter::FusedIterator;
use std::marker::PhantomData;
use std::ops::Deref;
use std::str::FromStr;

/// A type to be probed.
pub struct Probe<T: ?Sized>(PhantomData<fn(&T)>);

impl<T: ?Sized> Probe<T> {
    /// The type of some values.
    pub fn of(_: &[&T]) -> Probe<T> {
        Probe(PhantomData)
    }
}

/// A type `T` and a type `V`, which values of type `T` may lend.
pub struct ViewProbe<T: ?Sized, V: ?Sized>(PhantomData<fn(&T, &V)>);

impl<T: ?Sized> ViewProbe<T, str> {
    /// Text, and the type of some values.
    pub fn text(_: &[&T]) -> ViewProbe<T, str> {
        ViewProbe(PhantomData)
    }
}

impl<T: ?Sized, V: ?Sized> ViewProbe<T, V> {
    /// The type of what is lent.
    pub fn lent(&self) -> Probe<V> {
        Probe(PhantomData)
    }
}

/// A type of iterator to be probed.
pub struct IteratorProbe<T>(PhantomData<fn(&T)>);

impl<T> IteratorProbe<T> {
    /// The type of an iterator.
    pub fn of(_: &T) -> IteratorProbe<T> {
        IteratorProbe(PhantomData)
    }
}

/// A pair of traits with one method, which gives `$value` where the bounds hold, or else `$otherwise`.
macro_rules! pair {
    (
        $has:ident, $lacks:ident for $probe:ident<T: $($base:ident)? $(?$sized:ident)?>,
        $method:ident() -> $result:ty,
        where T: [$($bound:tt)*] { $value:expr } else { $otherwise:expr }
    ) => {
        pub trait $has<T: $($base)? $(?$sized)?> {
            fn $method(&self) -> $result;
        }
        impl<T: $($bound)*> $has<T> for $probe<T> {
            fn $method(&self) -> $result {
                $value
            }
        }
        pub trait $lacks<T: $($base)? $(?$sized)?> {
            fn $method(&self) -> $result;
        }
        impl<T: $($base)? $(?$sized)?> $lacks<T> for &$probe<T> {
            fn $method(&self) -> $result {
                $otherwise
            }
        }
    };
}

pair! {
    HasPartialEq, LacksPartialEq for Probe<T: ?Sized>, equality() -> Option<Equality<T>>,
    where T: [PartialEq + ?Sized] { Some(Equality { eq: T::eq, ne: T::ne }) } else { None }
}
pair! {
    HasEq, LacksEq for Probe<T: ?Sized>, is_eq() -> bool,
    where T: [Eq + ?Sized] { true } else { false }
}
pair! {
    HasPartialOrd, LacksPartialOrd for Probe<T: ?Sized>, partial_order() -> Option<PartialOrder<T>>,
    where T: [PartialOrd + ?Sized] {
        Some(PartialOrder {
            partial_cmp: T::partial_cmp,
            operators: [T::lt, T::le, T::gt, T::ge],
        })
    } else { None }
}
pair! {
    HasOrd, LacksOrd for Probe<T: ?Sized>, order() -> Option<fn(&T, &T) -> Ordering>,
    where T: [Ord + ?Sized] { Some(T::cmp) } else { None }
}
pair! {
    HasHash, LacksHash for Probe<T: ?Sized>, hashing() -> Option<fn(&T, &mut Stream)>,
    where T: [Hash + ?Sized] { Some(T::hash) } else { None }
}
pair! {
    HasClone, LacksClone for Probe<T: ?Sized>, cloning() -> Option<Cloning<T>>,
    where T: [Clone] { Some(Cloning::new()) } else { None }
}

pair! {
    HasDebug, LacksDebug for Probe<T: ?Sized>, debugging() -> Option<Print<T>>,
    where T: [Debug + ?Sized] { Some(debug) } else { None }
}
pair! {
    HasDisplay, LacksDisplay for Probe<T: ?Sized>, displaying() -> Option<Print<T>>,
    where T: [Display + ?Sized] { Some(display) } else { None }
}
pair! {
    HasFromStr, LacksFromStr for Probe<T: ?Sized>, parsing() -> Option<CheckParsed<T>>,
    where T: [FromStr] { Some(check_parsed) } else { None }
}

pair! {
    HasIteratorClone, LacksIteratorClone for IteratorProbe<T: Iterator>, duplicate() -> Option<fn(&T) -> T>,
    where T: [Iterator + Clone] { Some(T::clone) } else { None }
}
pair! {
    HasLen, LacksLen for IteratorProbe<T: Iterator>, length() -> Option<fn(&T) -> usize>,
    where T: [ExactSizeIterator] { Some(T::len) } else { None }
}
pair! {
    HasFused, LacksFused for IteratorProbe<T: Iterator>, is_fused() -> bool,
    where T: [FusedIterator] { true } else { false }
}
pair! {
    HasBack, LacksBack for IteratorProbe<T: Iterator>, back() -> Option<Back<T>>,
    where T: [DoubleEndedIterator] { Some(T::next_back) } else { None }
}
pair! {
    HasEqItems, LacksEqItems for IteratorProbe<T: Iterator>, same() -> Option<Same<T>>,
    where T: [Iterator<Item: Eq>] { Some(<T::Item>::eq) } else { None }
}

/// A view of a `T`, and how `Deref` lends it.
type Target<T, V> = (ViewProbe<T, V>, Option<Lend<T, V>>);

pub trait HasTarget<T: ?Sized> {
    type View: ?Sized;
    fn target(&self) -> Target<T, Self::View>;
}
impl<T: Deref + ?Sized> HasTarget<T> for Probe<T> {
    type View = T::Target;
    fn target(&self) -> Target<T, T::Target> {
        (ViewProbe(PhantomData), Some(deref))
    }
}
pub trait LacksTarget<T: ?Sized> {
    fn target(&self) -> Target<T, ()>;
}
impl<T: ?Sized> LacksTarget<T> for &Probe<T> {
    fn target(&self) -> Target<T, ()> {
        (ViewProbe(PhantomData), None)
    }
}

pub trait HasBorrow<T: ?Sized, V: ?Sized> {
    fn by_borrow(&self) -> Option<Lend<T, V>>;
}
impl<T: Borrow<V> + ?Sized, V: ?Sized> HasBorrow<T, V> for ViewProbe<T, V> {
    fn by_borrow(&self) -> Option<Lend<T, V>> {
        Some(borrow)
    }
}
pub trait LacksBorrow<T: ?Sized, V: ?Sized> {
    fn by_borrow(&self) -> Option<Lend<T, V>>;
}
impl<T: ?Sized, V: ?Sized> LacksBorrow<T, V> for &ViewProbe<T, V> {
    fn by_borrow(&self) -> Option<Lend<T, V>> {
        None
    }
}

pub trait HasAsRef<T: ?Sized, V: ?Sized> {
    fn by_as_ref(&self) -> Option<Lend<T, V>>;
}
impl<T: AsRef<V> + ?Sized, V: ?Sized> HasAsRef<T, V> for ViewProbe<T, V> {
    fn by_as_ref(&self) -> Option<Lend<T, V>> {
        Some(as_ref)
    }
}
pub trait LacksAsRef<T: ?Sized, V: ?Sized> {
    fn by_as_ref(&self) -> Option<Lend<T, V>>;
}
impl<T: ?Sized, V: ?Sized> LacksAsRef<T, V> for &ViewProbe<T, V> {
    fn by_as_ref(&self) -> Option<Lend<T, V>> {
        None
    }
}
