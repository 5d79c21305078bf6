//! Laws of what a value lends: `Borrow`, `AsRef` and `Deref`.

use super::guard::{Step, guarded};
use super::law::Law;
use super::table::Id;
use super::values::{ErasedValues, Traits, Values};
use std::borrow::Borrow;
use std::ops::Deref;

/// Lends a part of a value, or another form of it.
pub type Lend<T, V> = fn(&T) -> &V;

/// The ways in which a type lends a `V`; `None` for the traits that it does not implement.
pub struct Views<T: ?Sized, V: ?Sized> {
    pub borrow: Option<Lend<T, V>>,
    pub as_ref: Option<Lend<T, V>>,
    pub deref: Option<Lend<T, V>>,
}

/// Lends the target of `Deref`.
pub fn deref<T: Deref + ?Sized>(value: &T) -> &T::Target {
    value
}

/// Lends by `Borrow`.
pub fn borrow<T: Borrow<V> + ?Sized, V: ?Sized>(value: &T) -> &V {
    value.borrow()
}

/// Lends by `AsRef`.
pub fn as_ref<T: AsRef<V> + ?Sized, V: ?Sized>(value: &T) -> &V {
    value.as_ref()
}

/// Two values, and how they lend a `V`.
pub struct Lenders<'a, T: ?Sized, V: ?Sized> {
    pub values: Values<'a, T>,
    pub views: &'a Views<T, V>,
    pub traits: &'a Traits<V>,
}

/// A check of what two values lend.
type Check<'c> = &'c mut dyn FnMut(&dyn ErasedValues) -> Option<Id>;

/// Values and views of types that are not known. What is lent is checked only if the traits exist.
pub trait ErasedLenders {
    fn values(&self) -> &dyn ErasedValues;
    /// What both values lend by `Borrow`.
    fn check_borrowed(&self, check: Check) -> Option<Id>;
    /// What the first value lends by `Borrow` and by `AsRef`.
    fn check_borrow_and_as_ref(&self, check: Check) -> Option<Id>;
    /// What the first value lends by `Borrow` and by `Deref`.
    fn check_borrow_and_deref(&self, check: Check) -> Option<Id>;
    /// What the first value lends by `AsRef` and by `Deref`.
    fn check_as_ref_and_deref(&self, check: Check) -> Option<Id>;
}

impl<T: ?Sized, V: ?Sized> Lenders<'_, T, V> {
    fn both(
        &self,
        lend: Option<Lend<T, V>>,
        other: Option<Lend<T, V>>,
        second: usize,
        check: Check,
    ) -> Option<Id> {
        let given = &[
            lend?(self.values.given[0]),
            other?(self.values.given[second]),
        ];
        check(&Values {
            given,
            traits: self.traits,
        })
    }
}

impl<T: ?Sized, V: ?Sized> ErasedLenders for Lenders<'_, T, V> {
    fn values(&self) -> &dyn ErasedValues {
        &self.values
    }

    fn check_borrowed(&self, check: Check) -> Option<Id> {
        self.both(self.views.borrow, self.views.borrow, 1, check)
    }

    fn check_borrow_and_as_ref(&self, check: Check) -> Option<Id> {
        self.both(self.views.borrow, self.views.as_ref, 0, check)
    }

    fn check_borrow_and_deref(&self, check: Check) -> Option<Id> {
        self.both(self.views.borrow, self.views.deref, 0, check)
    }

    fn check_as_ref_and_deref(&self, check: Check) -> Option<Id> {
        self.both(self.views.as_ref, self.views.deref, 0, check)
    }
}

/// The first law that two values break by what they lend: text, and the target of `Deref`.
#[inline(never)]
pub fn views(text: &dyn ErasedLenders, target: &dyn ErasedLenders) -> Option<&'static Law> {
    guarded(&mut |step| {
        let [eq, cmp, hash] = [
            Id::BorrowTextAgreesWithEq,
            Id::BorrowTextAgreesWithCmp,
            Id::BorrowTextAgreesWithHash,
        ];
        borrowed(text, [eq, cmp, hash], step)
            .or_else(|| {
                step.at(Id::BorrowTextAgreesWithAsRef);
                text.check_borrow_and_as_ref(&mut |lent| equal(lent, Id::BorrowTextAgreesWithAsRef))
            })
            .or_else(|| {
                let [eq, cmp, hash] = [
                    Id::BorrowAgreesWithEq,
                    Id::BorrowAgreesWithCmp,
                    Id::BorrowAgreesWithHash,
                ];
                borrowed(target, [eq, cmp, hash], step)
            })
            .or_else(|| {
                step.at(Id::BorrowAgreesWithDeref);
                target.check_borrow_and_deref(&mut |lent| equal(lent, Id::BorrowAgreesWithDeref))
            })
            .or_else(|| {
                step.at(Id::AsRefAgreesWithDeref);
                target.check_as_ref_and_deref(&mut |lent| equal(lent, Id::AsRefAgreesWithDeref))
            })
    })
}

/// The law that is broken if the two values that are lent differ.
fn equal(lent: &dyn ErasedValues, law: Id) -> Option<Id> {
    (lent.is_eq() && lent.eq(0, 1) == Some(false)).then_some(law)
}

/// Compares the values with what they lend by `Borrow`.
fn borrowed(lenders: &dyn ErasedLenders, laws: [Id; 3], step: &Step) -> Option<Id> {
    let values = lenders.values();
    let [eq, cmp, hash] = laws;
    step.at(eq);
    lenders.check_borrowed(&mut |lent| {
        if !(values.is_eq() && lent.is_eq()) {
            return None;
        }
        if lent.eq(0, 1) != values.eq(0, 1) {
            return Some(eq);
        }
        step.at(cmp);
        if let Some(order) = lent.cmp(0, 1)
            && values.cmp(0, 1).is_some_and(|it| it != order)
        {
            return Some(cmp);
        }
        step.at(hash);
        let lent = lent.hash(0)?;
        (values.hash(0)? != lent).then_some(hash)
    })
}
