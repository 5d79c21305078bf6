//! Sequences, sets, maps and ranges.

use super::{Source, wrapped};
use crate::observe::Observer;
use crate::shape::Shape;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

/// Writes the items between `before` and `after`, separated by commas.
fn list<T: Source>(
    out: &mut String,
    before: &str,
    items: impl IntoIterator<Item = T>,
    after: &str,
) -> bool {
    out.push_str(before);
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        if !item.source(out) {
            return false;
        }
    }
    out.push_str(after);
    true
}

/// An item by reference that writes itself, not a reference.
struct Item<'a, T>(&'a T);
impl<T: Source> Source for Item<'_, T> {
    fn source(&self, out: &mut String) -> bool {
        self.0.source(out)
    }
    fn shape(&self, shape: &mut Shape) {
        self.0.shape(shape);
    }
}

/// Says that a sequence equals an array, or that it is empty: the element type of an empty array could not be inferred.
fn observe_sequence<'a, T: Source + 'a>(
    observer: &mut Observer,
    before: &str,
    items: impl IntoIterator<Item = &'a T>,
    after: &str,
) -> bool {
    let mut texts = Vec::new();
    for item in items {
        let mut text = String::new();
        if !item.element(&mut text) {
            return false;
        }
        texts.push(text);
    }
    if texts.is_empty() {
        observer.predicate("{}.is_empty()".to_owned());
        return true;
    }
    let tells_no_type = |text: &String| matches!(text.as_str(), "vec![]" | "[]" | "&[][..]");
    if texts.iter().all(tells_no_type) {
        return false;
    }
    observer.source(format!("{before}{}{after}", texts.join(", ")));
    true
}

macro_rules! sequences {
    ($([$($generics:tt)*] $sequence:ty, $before:literal $after:literal, $before_top:literal $after_top:literal;)*) => {$(
        impl<$($generics)*> Source for $sequence {
            fn source(&self, out: &mut String) -> bool {
                list(out, $before, self.iter().map(Item), $after)
            }
            fn shape(&self, shape: &mut Shape) {
                shape.count(self.len());
            }
            fn observe(&self, observer: &mut Observer) -> bool {
                observe_sequence(observer, $before_top, self.iter(), $after_top)
            }
        }
    )*};
}
sequences! {
    [T: Source] Vec<T>, "vec![" "]", "[" "]";
    [T: Source, const N: usize] [T; N], "[" "]", "[" "]";
    [T: Source] VecDeque<T>, "std::collections::VecDeque::from([" "])", "[" "]";
    [T: Source + Clone] Cow<'_, [T]>, "std::borrow::Cow::from(vec![" "])", "vec![" "]";
}

/// As the target of a reference.
impl<T: Source> Source for [T] {
    fn source(&self, out: &mut String) -> bool {
        list(out, "[", self.iter().map(Item), "][..]")
    }
    fn shape(&self, shape: &mut Shape) {
        shape.count(self.len());
    }
    fn observe_referenced(&self, observer: &mut Observer) -> bool {
        observe_sequence(observer, "[", self, "]")
    }
}

macro_rules! collections {
    ($($collection:ident, $path:literal;)*) => {$(
        impl<T: Source> Source for $collection<T> {
            fn source(&self, out: &mut String) -> bool {
                if self.is_empty() {
                    out.push_str(concat!($path, "::new()"));
                    return true;
                }
                list(out, concat!($path, "::from(["), self.iter().map(Item), "])")
            }
            fn shape(&self, shape: &mut Shape) {
                shape.count(self.len());
            }
        }
    )*};
}
collections! {
    LinkedList, "std::collections::LinkedList";
    BTreeSet, "std::collections::BTreeSet";
}

impl<K: Source, V: Source> Source for BTreeMap<K, V> {
    fn source(&self, out: &mut String) -> bool {
        if self.is_empty() {
            out.push_str("std::collections::BTreeMap::new()");
            return true;
        }
        let entries = self.iter().map(|(key, value)| (Item(key), Item(value)));
        list(out, "std::collections::BTreeMap::from([", entries, "])")
    }
    fn shape(&self, shape: &mut Shape) {
        shape.count(self.len());
    }
}

/// Writes items in an order that does not depend on hashes: numbers by value, then texts.
fn unordered<T: Source>(out: &mut String, path: &str, items: impl Iterator<Item = T>) -> bool {
    let mut texts = Vec::new();
    for item in items {
        let mut text = String::new();
        if !item.source(&mut text) {
            return false;
        }
        texts.push(text);
    }
    let leading_number = |text: &String| {
        let text = text.trim_start_matches('(');
        let end = text.find([',', '.']).unwrap_or(text.len());
        text[..end].parse::<i128>().unwrap_or(i128::MAX)
    };
    texts.sort_by(|a, b| (leading_number(a), a).cmp(&(leading_number(b), b)));
    out.push_str(path);
    if texts.is_empty() {
        out.push_str("::new()");
    } else {
        out.push_str("::from([");
        out.push_str(&texts.join(", "));
        out.push_str("])");
    }
    true
}

impl<T: Source> Source for HashSet<T> {
    fn source(&self, out: &mut String) -> bool {
        unordered(out, "std::collections::HashSet", self.iter().map(Item))
    }
    fn shape(&self, shape: &mut Shape) {
        shape.count(self.len());
    }
}

impl<K: Source, V: Source> Source for HashMap<K, V> {
    fn source(&self, out: &mut String) -> bool {
        let entries = self.iter().map(|(key, value)| (Item(key), Item(value)));
        unordered(out, "std::collections::HashMap", entries)
    }
    fn shape(&self, shape: &mut Shape) {
        shape.count(self.len());
    }
}

impl<T: Source> Source for Range<T> {
    fn source(&self, out: &mut String) -> bool {
        wrapped(out, "", &self.start, "..") && self.end.source(out)
    }
    fn shape(&self, shape: &mut Shape) {
        self.start.shape(shape);
        self.end.shape(shape);
    }
}

/// An exhausted range differs from every one that can be written.
impl<T: Source + PartialOrd> Source for RangeInclusive<T> {
    fn source(&self, out: &mut String) -> bool {
        let exhausted = self.is_empty() && self.start() <= self.end();
        !exhausted && wrapped(out, "", self.start(), "..=") && self.end().source(out)
    }
    fn shape(&self, shape: &mut Shape) {
        self.start().shape(shape);
        self.end().shape(shape);
    }
}

impl<T: Source> Source for RangeFrom<T> {
    fn source(&self, out: &mut String) -> bool {
        wrapped(out, "", &self.start, "..")
    }
    fn shape(&self, shape: &mut Shape) {
        self.start.shape(shape);
    }
}

impl<T: Source> Source for RangeTo<T> {
    fn source(&self, out: &mut String) -> bool {
        wrapped(out, "..", &self.end, "")
    }
    fn shape(&self, shape: &mut Shape) {
        self.end.shape(shape);
    }
}

impl<T: Source> Source for RangeToInclusive<T> {
    fn source(&self, out: &mut String) -> bool {
        wrapped(out, "..=", &self.end, "")
    }
    fn shape(&self, shape: &mut Shape) {
        self.end.shape(shape);
    }
}

impl Source for RangeFull {
    fn source(&self, out: &mut String) -> bool {
        out.push_str("..");
        true
    }
    fn shape(&self, _: &mut Shape) {}
}

impl<T: Source> Source for Bound<T> {
    fn source(&self, out: &mut String) -> bool {
        match self {
            Bound::Included(value) => wrapped(out, "std::ops::Bound::Included(", value, ")"),
            Bound::Excluded(value) => wrapped(out, "std::ops::Bound::Excluded(", value, ")"),
            Bound::Unbounded => {
                out.push_str("std::ops::Bound::Unbounded");
                true
            }
        }
    }
    fn shape(&self, shape: &mut Shape) {
        shape.variant(self);
    }
}
