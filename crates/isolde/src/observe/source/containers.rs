//! Sequences, sets, maps and ranges.

use super::{Source, wrapped};
use crate::literal;
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

/// A reference to an item that is written like the item itself, not like a reference.
struct Item<'a, T>(&'a T);
impl<T: Source> Source for Item<'_, T> {
    fn source(&self, out: &mut String) -> bool {
        self.0.source(out)
    }
    fn shape(&self, shape: &mut Shape) {
        self.0.shape(shape);
    }
}

/// The byte string of a sequence, if its elements are bytes that are readable as text.
fn text_of<'a, T: Source + 'a>(items: impl IntoIterator<Item = &'a T>) -> Option<String> {
    let bytes: Option<Vec<u8>> = items.into_iter().map(Source::byte).collect();
    let bytes = bytes.filter(|bytes| !bytes.is_empty())?;
    let mut text = String::new();
    literal::byte_string(&mut text, &bytes).then_some(text)
}

/// How sequences of a type are written: the text around the elements, and around a byte string.
struct Form {
    before: &'static str,
    after: &'static str,
    before_text: &'static str,
    after_text: &'static str,
}

/// Writes a sequence.
fn sequence<'a, T: Source + 'a>(
    out: &mut String,
    form: &Form,
    items: impl IntoIterator<Item = &'a T> + Clone,
) -> bool {
    if let Some(text) = text_of(items.clone()) {
        out.push_str(form.before_text);
        out.push_str(&text);
        out.push_str(form.after_text);
        return true;
    }
    let mut texts = Vec::new();
    for item in items {
        let mut text = String::new();
        if !item.source(&mut text) {
            return false;
        }
        texts.push(text);
    }
    joined(out, form, &texts);
    true
}

/// Writes the elements of a sequence; many equal elements are written `x; n`.
fn joined(out: &mut String, form: &Form, texts: &[String]) {
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let copied = !form.before.ends_with("vec![");
    out.push_str(form.before);
    match literal::repetition(&texts, copied) {
        Some(repetition) => out.push_str(&repetition),
        None => out.push_str(&texts.join(", ")),
    }
    out.push_str(form.after);
}

/// States that a sequence equals an array, or that it is empty, because the element type of an empty array could not be inferred.
fn observe_sequence<'a, T: Source + 'a>(
    observer: &mut Observer,
    form: &Form,
    items: impl IntoIterator<Item = &'a T> + Clone,
) -> bool {
    if let Some(text) = text_of(items.clone()) {
        observer.source(format!("{}{text}{}", form.before_text, form.after_text));
        return true;
    }
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
    let mut out = String::new();
    joined(&mut out, form, &texts);
    observer.source(out);
    true
}

macro_rules! sequences {
    ($([$($generics:tt)*] $sequence:ty, $exact:expr, $top:expr;)*) => {$(
        impl<$($generics)*> Source for $sequence {
            fn source(&self, out: &mut String) -> bool {
                sequence(out, &$exact, self.iter())
            }
            fn shape(&self, shape: &mut Shape) {
                shape.count(self.len());
            }
            fn observe(&self, observer: &mut Observer) -> bool {
                observe_sequence(observer, &$top, self.iter())
            }
        }
    )*};
}

const fn form(
    before: &'static str,
    after: &'static str,
    before_text: &'static str,
    after_text: &'static str,
) -> Form {
    Form {
        before,
        after,
        before_text,
        after_text,
    }
}

/// The form of the arrays that vectors and slices are compared with.
const COMPARED: Form = form("[", "]", "", "");
sequences! {
    [T: Source] Vec<T>, form("vec![", "]", "", ".to_vec()"), COMPARED;
    [T: Source, const N: usize] [T; N], form("[", "]", "*", ""), form("[", "]", "*", "");
    [T: Source] VecDeque<T>,
        form("std::collections::VecDeque::from([", "])", "std::collections::VecDeque::from(*", ")"), COMPARED;
    [T: Source + Clone] Cow<'_, [T]>,
        form("std::borrow::Cow::from(vec![", "])", "std::borrow::Cow::from(", ".to_vec())"),
        form("vec![", "]", "", ".to_vec()");
}

/// For the target of a reference.
impl<T: Source> Source for [T] {
    fn source(&self, out: &mut String) -> bool {
        sequence(out, &form("[", "][..]", "", "[..]"), self)
    }
    fn shape(&self, shape: &mut Shape) {
        shape.count(self.len());
    }
    fn observe_referenced(&self, observer: &mut Observer) -> bool {
        observe_sequence(observer, &COMPARED, self)
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

/// Writes items in an order that does not depend on hashes: numbers by value, then other items by their text.
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

/// An exhausted range differs from every range that can be written.
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
