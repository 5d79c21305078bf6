//! Ranges and bounds. The two ends are built independently, so a range may be empty or reversed.

use crate::chooser::Chooser;
use std::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

/// One end of a range, in parentheses if its expression is itself an operation.
fn end<T>(c: &mut Chooser, index: u64, f: impl FnOnce(&mut Chooser) -> T) -> T {
    let start = c.expression().len();
    let value = c.within(index, f);
    c.write(|r| {
        if !crate::literal::follows_reference(&r.expression[start..]) {
            r.expression.insert(start, '(');
            r.expression.push(')');
        }
    });
    value
}

/// `a..b`.
pub fn range<T>(c: &mut Chooser, f: impl Fn(&mut Chooser) -> T) -> Range<T> {
    let start = end(c, 0, &f);
    c.text("..");
    start..end(c, 1, &f)
}

/// `a..=b`.
pub fn range_inclusive<T>(c: &mut Chooser, f: impl Fn(&mut Chooser) -> T) -> RangeInclusive<T> {
    let start = end(c, 0, &f);
    c.text("..=");
    start..=end(c, 1, &f)
}

/// `a..`.
pub fn range_from<T>(c: &mut Chooser, f: impl Fn(&mut Chooser) -> T) -> RangeFrom<T> {
    let start = end(c, 0, &f);
    c.text("..");
    start..
}

/// `..b`.
pub fn range_to<T>(c: &mut Chooser, f: impl Fn(&mut Chooser) -> T) -> RangeTo<T> {
    c.text("..");
    ..end(c, 1, &f)
}

/// `..=b`.
pub fn range_to_inclusive<T>(
    c: &mut Chooser,
    f: impl Fn(&mut Chooser) -> T,
) -> RangeToInclusive<T> {
    c.text("..=");
    ..=end(c, 1, &f)
}

/// `..`: no choice.
pub fn range_full(c: &mut Chooser) -> RangeFull {
    c.text("..");
    ..
}

/// `Unbounded`, `Included` or `Excluded`.
pub fn bound<T>(c: &mut Chooser, f: impl Fn(&mut Chooser) -> T) -> Bound<T> {
    match c.variant(3) {
        0 => {
            let of = std::any::type_name::<T>();
            super::containers::write_without_value(c, "std::ops::Bound::Unbounded", of);
            Bound::Unbounded
        }
        1 => Bound::Included(super::enclosed(c, "std::ops::Bound::Included(", f, ")")),
        _ => Bound::Excluded(super::enclosed(c, "std::ops::Bound::Excluded(", f, ")")),
    }
}
