//! Laws of comparing, hashing and cloning.
//!
//! The methods are called in the same order, and under the same conditions, as in the laws' assertions, so that these fail where a check does.

use super::guard::{Step, guarded};
use super::law::Law;
use super::table::Id;
use super::values::ErasedValues;
use std::cmp::Ordering;

/// The first law that a value breaks.
#[inline(never)]
pub fn one(values: &dyn ErasedValues) -> Option<&'static Law> {
    guarded(&mut |step| {
        itself_equal(values, step).or_else(|| match itself_hashed(values, step) {
            Ok(hash) => cloned(values, hash, step),
            Err(broken) => Some(broken),
        })
    })
}

/// The first law that two values break.
#[inline(never)]
pub fn two(values: &dyn ErasedValues) -> Option<&'static Law> {
    guarded(&mut |step| {
        let equal = equality(values, step);
        equal
            .err()
            .or_else(|| order(values, equal.ok().flatten(), step))
            .or_else(|| {
                step.at(Id::CloneFromEqualsClone);
                match values.is_eq() {
                    true => values.check_clone_from(step, &mut |copy| {
                        (copy.eq(0, 1) == Some(false)).then_some(Id::CloneFromEqualsClone)
                    }),
                    false => None,
                }
            })
    })
}

/// The first law that three values break.
#[inline(never)]
pub fn three(values: &dyn ErasedValues) -> Option<&'static Law> {
    guarded(&mut |step| {
        step.at(Id::EqTransitive);
        let (yes, no) = (Some(true), Some(false));
        if values.eq(0, 1) == yes && values.eq(1, 2) == yes && values.eq(0, 2) == no {
            return Some(Id::EqTransitive);
        }
        step.at(Id::CmpTransitive);
        if let Some(first) = values.cmp(0, 1) {
            let second = values.cmp(1, 2)?;
            let decides = first == second || first.is_eq() || second.is_eq();
            return (decides && values.cmp(0, 2)? != first.then(second))
                .then_some(Id::CmpTransitive);
        }
        step.at(Id::PartialCmpTransitive);
        let order = values.partial_cmp(0, 1)?;
        let decides = order.is_some() && order == values.partial_cmp(1, 2)?;
        (decides && values.partial_cmp(0, 2)? != order).then_some(Id::PartialCmpTransitive)
    })
}

/// Compares a value with itself.
fn itself_equal(values: &dyn ErasedValues, step: &Step) -> Option<Id> {
    step.at(Id::EqDoesNotPanic);
    let equal = values.eq(0, 0);
    if values.is_eq() && equal == Some(false) {
        return Some(Id::EqReflexive);
    }
    step.at(Id::PartialCmpDoesNotPanic);
    if let Some(order) = values.partial_cmp(0, 0)
        && equal != Some(order == Some(Ordering::Equal))
    {
        return Some(Id::PartialCmpReflexive);
    }
    step.at(Id::CmpDoesNotPanic);
    let order = values.cmp(0, 0)?;
    order.is_ne().then_some(Id::CmpReflexive)
}

/// The hash of a value, or the law that is broken by hashing it twice.
fn itself_hashed(values: &dyn ErasedValues, step: &Step) -> Result<Option<u64>, Id> {
    step.at(Id::HashDoesNotPanic);
    let hash = values.hash(0);
    step.at(Id::HashRepeatable);
    match values.is_eq() && values.hash(0) != hash {
        true => Err(Id::HashRepeatable),
        false => Ok(hash),
    }
}

/// Compares a value with a clone of it.
fn cloned(values: &dyn ErasedValues, hash: Option<u64>, step: &Step) -> Option<Id> {
    values.check_clone(step, &mut |copy| {
        if !copy.is_eq() {
            return None;
        }
        step.at(Id::CloneEqualsOriginal);
        if copy.eq(0, 1) == Some(false) {
            return Some(Id::CloneEqualsOriginal);
        }
        step.at(Id::CloneHashesEqually);
        (copy.hash(0) != hash).then_some(Id::CloneHashesEqually)
    })
}

/// Whether two values are equal, or the law of equality that they break.
fn equality(values: &dyn ErasedValues, step: &Step) -> Result<Option<bool>, Id> {
    step.at(Id::EqDoesNotPanic);
    let equal = values.eq(0, 1);
    step.at(Id::EqSymmetric);
    if values.eq(1, 0) != equal {
        return Err(Id::EqSymmetric);
    }
    step.at(Id::NeOpposite);
    if values.ne(0, 1) == equal && equal.is_some() {
        return Err(Id::NeOpposite);
    }
    step.at(Id::HashAgreesWithEq);
    if equal == Some(true) && values.is_eq() && values.hash(0) != values.hash(1) {
        return Err(Id::HashAgreesWithEq);
    }
    Ok(equal)
}

/// The law of order that two values break.
fn order(values: &dyn ErasedValues, equal: Option<bool>, step: &Step) -> Option<Id> {
    step.at(Id::PartialCmpDoesNotPanic);
    let partial = values.partial_cmp(0, 1)?;
    step.at(Id::PartialCmpDual);
    if values.partial_cmp(1, 0)? != partial.map(Ordering::reverse) {
        return Some(Id::PartialCmpDual);
    }
    if equal != Some(partial == Some(Ordering::Equal)) {
        return Some(Id::PartialCmpAgreesWithEq);
    }
    step.at(Id::OperatorsAgreeWithPartialCmp);
    let expected = partial.map_or([false; 4], |order| {
        [order.is_lt(), order.is_le(), order.is_gt(), order.is_ge()]
    });
    if values.operators(0, 1)? != expected {
        return Some(Id::OperatorsAgreeWithPartialCmp);
    }
    step.at(Id::CmpDoesNotPanic);
    let order = values.cmp(0, 1)?;
    step.at(Id::CmpAntisymmetric);
    if values.cmp(1, 0)?.reverse() != order {
        return Some(Id::CmpAntisymmetric);
    }
    if equal != Some(order.is_eq()) {
        return Some(Id::CmpAgreesWithEq);
    }
    (partial != Some(order)).then_some(Id::PartialCmpAgreesWithCmp)
}
