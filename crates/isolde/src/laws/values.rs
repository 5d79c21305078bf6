//! Values of one type whose laws are checked, with the impls of traits that the type has.
//!
//! The checks are compiled once, not once for each type: they see values as [`ErasedValues`].

use super::guard::Step;
use super::stream::Stream;
use super::table::Id;
use std::cmp::Ordering;
use std::hash::Hasher;

/// Values of one type.
pub struct Values<'a, T: ?Sized> {
    pub given: &'a [&'a T],
    pub traits: &'a Traits<T>,
}

/// The traits of a type, as functions; `None` for those that it does not implement.
pub struct Traits<T: ?Sized> {
    pub equality: Option<Equality<T>>,
    /// Whether the type implements `Eq`.
    pub is_eq: bool,
    pub partial_order: Option<PartialOrder<T>>,
    pub order: Option<fn(&T, &T) -> Ordering>,
    pub hash: Option<fn(&T, &mut Stream)>,
    pub cloning: Option<Cloning<T>>,
}

/// `PartialEq`.
pub struct Equality<T: ?Sized> {
    pub eq: fn(&T, &T) -> bool,
    pub ne: fn(&T, &T) -> bool,
}

/// `PartialOrd`.
pub struct PartialOrder<T: ?Sized> {
    pub partial_cmp: fn(&T, &T) -> Option<Ordering>,
    /// `<`, `<=`, `>` and `>=`.
    pub operators: [fn(&T, &T) -> bool; 4],
}

/// A check of a clone: the values are the clone and the value that it has to equal.
pub type Check<'c> = &'c mut dyn FnMut(&dyn ErasedValues) -> Option<Id>;

/// `Clone`.
pub struct Cloning<T: ?Sized> {
    pub check_clone: for<'v> fn(&Values<'v, T>, &Step, Check) -> Option<Id>,
    pub check_clone_from: for<'v> fn(&Values<'v, T>, &Step, Check) -> Option<Id>,
}

impl<T: Clone> Cloning<T> {
    /// The functions of a type.
    pub fn new() -> Cloning<T> {
        Cloning {
            check_clone,
            check_clone_from,
        }
    }
}

/// Clones the first value, checks the clone and drops it.
fn check_clone<T: Clone>(values: &Values<T>, step: &Step, check: Check) -> Option<Id> {
    let original = values.given[0];
    step.at(Id::CloneDoesNotPanic);
    let copy = original.clone();
    let broken = check(&Values {
        given: &[&copy, original],
        traits: values.traits,
    });
    if broken.is_none() {
        step.at(Id::DropDoesNotPanic);
    }
    drop(copy);
    broken
}

/// Changes a clone of the first value by `clone_from` to one of the second value, and checks it.
fn check_clone_from<T: Clone>(values: &Values<T>, step: &Step, check: Check) -> Option<Id> {
    let original = values.given[1];
    step.at(Id::CloneFromEqualsClone);
    let mut copy = values.given[0].clone();
    copy.clone_from(original);
    check(&Values {
        given: &[&copy, original],
        traits: values.traits,
    })
}

/// Values of a type that is not known; the methods take indices of values, and return `None` if the type does not implement the trait.
pub trait ErasedValues {
    fn eq(&self, a: usize, b: usize) -> Option<bool>;
    fn ne(&self, a: usize, b: usize) -> Option<bool>;
    fn is_eq(&self) -> bool;
    fn partial_cmp(&self, a: usize, b: usize) -> Option<Option<Ordering>>;
    fn operators(&self, a: usize, b: usize) -> Option<[bool; 4]>;
    fn cmp(&self, a: usize, b: usize) -> Option<Ordering>;
    fn hash(&self, a: usize) -> Option<u64>;
    /// What the check finds in a clone of the first value.
    fn check_clone(&self, step: &Step, check: Check) -> Option<Id>;
    /// What the check finds in a clone of the first value after `clone_from` with the second one.
    fn check_clone_from(&self, step: &Step, check: Check) -> Option<Id>;
}

// Without `?` and closures, which would be compiled for each type.
#[allow(clippy::question_mark, clippy::manual_map, reason = "smaller code")]
impl<T: ?Sized> ErasedValues for Values<'_, T> {
    fn eq(&self, a: usize, b: usize) -> Option<bool> {
        let Some(equality) = &self.traits.equality else {
            return None;
        };
        Some((equality.eq)(self.given[a], self.given[b]))
    }

    fn ne(&self, a: usize, b: usize) -> Option<bool> {
        let Some(equality) = &self.traits.equality else {
            return None;
        };
        Some((equality.ne)(self.given[a], self.given[b]))
    }

    fn is_eq(&self) -> bool {
        self.traits.is_eq
    }

    fn partial_cmp(&self, a: usize, b: usize) -> Option<Option<Ordering>> {
        let Some(order) = &self.traits.partial_order else {
            return None;
        };
        Some((order.partial_cmp)(self.given[a], self.given[b]))
    }

    fn operators(&self, a: usize, b: usize) -> Option<[bool; 4]> {
        let Some(order) = &self.traits.partial_order else {
            return None;
        };
        let [a, b] = [self.given[a], self.given[b]];
        let [lt, le, gt, ge] = order.operators;
        Some([lt(a, b), le(a, b), gt(a, b), ge(a, b)])
    }

    fn cmp(&self, a: usize, b: usize) -> Option<Ordering> {
        match self.traits.order {
            Some(cmp) => Some(cmp(self.given[a], self.given[b])),
            None => None,
        }
    }

    fn hash(&self, a: usize) -> Option<u64> {
        let Some(hash) = self.traits.hash else {
            return None;
        };
        let mut stream = Stream::default();
        hash(self.given[a], &mut stream);
        Some(stream.finish())
    }

    fn check_clone(&self, step: &Step, check: Check) -> Option<Id> {
        match &self.traits.cloning {
            Some(cloning) => (cloning.check_clone)(self, step, check),
            None => None,
        }
    }

    fn check_clone_from(&self, step: &Step, check: Check) -> Option<Id> {
        match &self.traits.cloning {
            Some(cloning) => (cloning.check_clone_from)(self, step, check),
            None => None,
        }
    }
}
