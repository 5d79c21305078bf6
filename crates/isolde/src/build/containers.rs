//! Optional values and sequences.

use crate::chooser::{Chooser, is_below};
use crate::literal;
use crate::render::Rendering;
use crate::typename;
use std::borrow::Cow;
use std::collections::{BinaryHeap, LinkedList, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

/// The largest number of elements in a randomly drawn sequence.
pub(super) const USUAL: usize = 8;

/// `None` or `Some`; deep inside a value, `None`.
pub fn option<T>(c: &mut Chooser, some: impl Fn(&mut Chooser) -> T) -> Option<T> {
    if c.alternative(2, 1) == 0 {
        write_without_value(c, "None", std::any::type_name::<T>());
        None
    } else {
        Some(super::enclosed(c, "Some(", some, ")"))
    }
}

/// Writes a variant that contains no value of the generic type's parameter, which has a name where nothing else says what it is.
pub(super) fn write_without_value(c: &mut Chooser, variant: &str, type_name: &str) {
    c.write(|r| {
        let types = type_arguments(r, &[type_name]);
        r.expression.push_str(variant);
        r.expression.push_str(&types);
    });
}

/// `::<A, B>` where nothing else says what the types are; nothing if something does, or one of them cannot be written.
pub(super) fn type_arguments(r: &Rendering, type_names: &[&str]) -> String {
    let types = type_names.iter().map(|name| typename::source(name));
    let types: Option<Vec<String>> = types.collect();
    match types.filter(|_| r.suffixed) {
        Some(types) => format!("::<{}>", types.join(", ")),
        None => String::new(),
    }
}

/// `Ok` or `Err`.
pub fn result<T, E>(
    c: &mut Chooser,
    ok: impl Fn(&mut Chooser) -> T,
    err: impl Fn(&mut Chooser) -> E,
) -> Result<T, E> {
    if c.variant(2) == 0 {
        Ok(super::enclosed(c, "Ok(", ok, ")"))
    } else {
        Err(super::enclosed(c, "Err(", err, ")"))
    }
}

/// Builds a chosen number of elements. Their text stands between `before` and `after`; without elements the text is `empty`.
fn elements<T>(
    c: &mut Chooser,
    before: &str,
    element: impl Fn(&mut Chooser) -> T,
    after: &str,
    empty: &str,
) -> Vec<T> {
    let start = c.expression().len();
    let length = c.count(USUAL);
    let mut values = Vec::new();
    match before.contains("::from(") || after.contains('.') {
        true => c.open_conversion(before),
        false => c.open_exact(before),
    }
    let mut index = 0;
    while is_below(index, length) {
        values.push(c.item(index as u64, &element));
        index += 1;
    }
    c.close(after);
    if index > 0 {
        shorten(c, start, before, after, std::any::type_name::<T>());
    } else {
        write_empty(c, start, empty, std::any::type_name::<T>());
    }
    values
}

/// Replaces what was written since `start` with `empty`.
fn write_empty(c: &mut Chooser, start: usize, empty: &str, type_name: &str) {
    c.write(|r| {
        r.expression.truncate(start);
        let types = type_arguments(r, &[type_name]);
        let text = match empty.strip_suffix("::new()") {
            Some(path) => format!("{path}{types}::new()"),
            None if types.is_empty() => empty.to_owned(),
            None => empty.replace("vec![]", &format!("Vec{types}::new()")),
        };
        r.expression.push_str(&text);
    });
}

/// `vec![…]`.
pub fn vec<T>(c: &mut Chooser, element: impl Fn(&mut Chooser) -> T) -> Vec<T> {
    elements(c, "vec![", element, "]", "vec![]")
}

/// `&[…]`. The elements are leaked.
pub fn slice<T>(c: &mut Chooser, element: impl Fn(&mut Chooser) -> T) -> &'static [T] {
    referenced(c, "&", element)
}

/// `&mut […]`. The elements are leaked.
pub fn slice_mut<T>(c: &mut Chooser, element: impl Fn(&mut Chooser) -> T) -> &'static mut [T] {
    referenced(c, "&mut ", element)
}

fn referenced<T>(
    c: &mut Chooser,
    sign: &'static str,
    element: impl Fn(&mut Chooser) -> T,
) -> &'static mut [T] {
    let start = c.expression().len();
    let exact = c.is_rendering() && c.rendering.as_ref().is_some_and(|r| r.is_exact());
    let values = elements(c, "[", element, "]", "[]");
    write_reference(
        c,
        start,
        sign,
        exact,
        values.is_empty(),
        std::any::type_name::<T>(),
    );
    values.leak()
}

/// Puts `sign` before the array that was written since `start`, and turns it into a slice (`[..]`) where the compiler would not.
fn write_reference(
    c: &mut Chooser,
    start: usize,
    sign: &'static str,
    exact: bool,
    is_empty: bool,
    type_name: &str,
) {
    c.write(|r| {
        match typename::source(type_name) {
            Some(name) if is_empty && r.suffixed => {
                r.expression.truncate(start);
                r.expression
                    .push_str(&format!("<{sign}[{name}]>::default()"));
                return;
            }
            _ if sign == "&" && byte_string(&r.expression[start..], type_name).is_some() => {
                let text = byte_string(&r.expression[start..], type_name).unwrap_or_default();
                r.expression.truncate(start);
                // A byte string literal is a reference already.
                r.expression
                    .push_str(&if exact { format!("&{text}") } else { text });
            }
            // A reference to an empty array lives as long as a constant, even if it is mutable.
            _ if is_empty => r.expression.insert_str(start, sign),
            _ => r.refer(start, sign),
        }
        if exact {
            r.expression.push_str("[..]");
        }
    });
}

/// `[…]`, with `N` elements.
pub fn array<T, const N: usize>(c: &mut Chooser, element: impl Fn(&mut Chooser) -> T) -> [T; N] {
    let start = c.expression().len();
    c.open_exact("[");
    let values = std::array::from_fn(|index| c.item(index as u64, &element));
    c.close("]");
    shorten(c, start, "[", "]", std::any::type_name::<T>());
    c.write(|r| {
        if let Some(text) = byte_string(&r.expression[start..], std::any::type_name::<T>()) {
            r.expression.truncate(start);
            r.expression.push_str(&format!("*{text}"));
        }
    });
    values
}

/// The byte string that equals an array of literals, if the elements are bytes that are readable as text.
fn byte_string(array: &str, type_name: &str) -> Option<String> {
    if type_name != "u8" {
        return None;
    }
    let items = array.strip_prefix('[')?.strip_suffix(']')?;
    let bytes: Option<Vec<u8>> = items
        .split(", ")
        .map(|item| item.strip_suffix("_u8").unwrap_or(item).parse().ok())
        .collect();
    let mut text = String::new();
    literal::byte_string(&mut text, &bytes?).then_some(text)
}

/// Shortens the elements that were written since `start` between `before` and `after` to `x; n`, if they are many equal literals. A vector of
/// readable bytes becomes a byte string; for an array this is done later, once it is known whether a reference to it is taken.
fn shorten(c: &mut Chooser, start: usize, before: &str, after: &str, type_name: &str) {
    c.write(|r| {
        let written = &r.expression[start..];
        let array = written.strip_prefix("vec!").unwrap_or(written);
        if let Some(text) = byte_string(array, type_name) {
            if written.len() > array.len() {
                r.expression.truncate(start);
                r.expression.push_str(&format!("{text}.to_vec()"));
            }
            return;
        }
        let items = written
            .strip_prefix(before)
            .and_then(|rest| rest.strip_suffix(after));
        // A literal that contains a comma is split here, but its parts are not literals and so are never shortened.
        let items: Vec<&str> = items.unwrap_or_default().split(", ").collect();
        let copied = !before.ends_with("vec![");
        if let Some(repetition) = literal::repetition(&items, copied) {
            r.expression.truncate(start);
            r.expression
                .push_str(&format!("{before}{repetition}{after}"));
        }
    });
}

/// `Box<[T]>`.
pub fn boxed_slice<T>(c: &mut Chooser, element: impl Fn(&mut Chooser) -> T) -> Box<[T]> {
    elements(
        c,
        "vec![",
        element,
        "].into_boxed_slice()",
        "vec![].into_boxed_slice()",
    )
    .into_boxed_slice()
}

/// `Rc<[T]>`.
pub fn rc_slice<T>(c: &mut Chooser, element: impl Fn(&mut Chooser) -> T) -> Rc<[T]> {
    let (before, empty) = ("std::rc::Rc::from(vec![", "std::rc::Rc::from(vec![])");
    elements(c, before, element, "])", empty).into()
}

/// `Arc<[T]>`.
pub fn arc_slice<T>(c: &mut Chooser, element: impl Fn(&mut Chooser) -> T) -> Arc<[T]> {
    let (before, empty) = ("std::sync::Arc::from(vec![", "std::sync::Arc::from(vec![])");
    elements(c, before, element, "])", empty).into()
}

/// `Cow<[T]>`.
pub fn cow_slice<T: Clone>(
    c: &mut Chooser,
    element: impl Fn(&mut Chooser) -> T,
) -> Cow<'static, [T]> {
    let before = "std::borrow::Cow::Owned(vec![";
    let empty = "std::borrow::Cow::Owned(vec![])";
    Cow::Owned(elements(c, before, element, "])", empty))
}

/// `VecDeque`.
pub fn vec_deque<T>(c: &mut Chooser, element: impl Fn(&mut Chooser) -> T) -> VecDeque<T> {
    let before = "std::collections::VecDeque::from([";
    elements(
        c,
        before,
        element,
        "])",
        "std::collections::VecDeque::new()",
    )
    .into()
}

/// `LinkedList`.
pub fn linked_list<T>(c: &mut Chooser, element: impl Fn(&mut Chooser) -> T) -> LinkedList<T> {
    let before = "std::collections::LinkedList::from([";
    elements(
        c,
        before,
        element,
        "])",
        "std::collections::LinkedList::new()",
    )
    .into_iter()
    .collect()
}

/// `BinaryHeap`.
pub fn binary_heap<T: Ord>(c: &mut Chooser, element: impl Fn(&mut Chooser) -> T) -> BinaryHeap<T> {
    let before = "std::collections::BinaryHeap::from([";
    elements(
        c,
        before,
        element,
        "])",
        "std::collections::BinaryHeap::new()",
    )
    .into()
}

/// `vec![…].into_iter()`: for parameters that take an iterator.
pub fn vec_into_iter<T>(
    c: &mut Chooser,
    element: impl Fn(&mut Chooser) -> T,
) -> std::vec::IntoIter<T> {
    c.open_conversion("");
    let values = vec(c, element);
    c.close(".into_iter()");
    values.into_iter()
}
