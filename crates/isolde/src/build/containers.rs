//! Optional values and sequences.

use crate::chooser::{Chooser, is_below};
use crate::typename;
use std::collections::{BinaryHeap, LinkedList, VecDeque};

/// Most elements in a sequence.
pub(super) const LONGEST: usize = 8;
/// Arrays longer than this are written `[x; N]` if their elements are equal.
const SHORT_ARRAY: usize = 4;

/// `None` or `Some`; deep inside a value, `None`.
pub fn option<T>(c: &mut Chooser, some: impl Fn(&mut Chooser) -> T) -> Option<T> {
    if c.alternative(2, 1) == 0 {
        write_none(c, std::any::type_name::<T>());
        None
    } else {
        Some(super::enclosed(c, "Some(", some, ")"))
    }
}

fn write_none(c: &mut Chooser, type_name: &str) {
    c.write(|r| match typename::source(type_name) {
        Some(name) if r.suffixed => r.expression.push_str(&format!("None::<{name}>")),
        _ => r.expression.push_str("None"),
    });
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

/// Elements between `before` and `after`; `empty` if there are none.
fn elements<T>(
    c: &mut Chooser,
    before: &str,
    element: impl Fn(&mut Chooser) -> T,
    after: &str,
    empty: &str,
) -> Vec<T> {
    let start = c.expression().len();
    let length = c.length(LONGEST);
    let mut values = Vec::new();
    c.open_exact(before);
    let mut index = 0;
    while is_below(index, length) {
        values.push(c.item(index as u64, &element));
        index += 1;
    }
    c.close(after);
    if index == 0 {
        write_empty(c, start, empty, std::any::type_name::<T>());
    }
    values
}

/// Puts `empty` in the place of what was written since `start`.
fn write_empty(c: &mut Chooser, start: usize, empty: &str, type_name: &str) {
    c.write(|r| {
        r.expression.truncate(start);
        match typename::source(type_name) {
            Some(name) if r.suffixed && empty == "vec![]" => {
                r.expression.push_str(&format!("Vec::<{name}>::new()"));
            }
            _ => r.expression.push_str(empty),
        }
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

/// Puts `sign` before the array that was written since `start`, and makes it a slice where that must be said.
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
            // An empty array is a constant, even by mutable reference.
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
    if N > SHORT_ARRAY {
        shorten(c, start, N);
    }
    values
}

/// Writes the array of numbers that was written since `start` as `[x; N]`, if all are equal.
fn shorten(c: &mut Chooser, start: usize, length: usize) {
    c.write(|r| {
        let items = r.expression[start..]
            .trim_start_matches('[')
            .trim_end_matches(']');
        let first = items.split(", ").next().unwrap_or_default();
        let is_number = first
            .trim_start_matches('-')
            .starts_with(|c: char| c.is_ascii_digit());
        if is_number && items.split(", ").all(|item| item == first) {
            let short = format!("[{first}; {length}]");
            r.expression.truncate(start);
            r.expression.push_str(&short);
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
    let values = vec(c, element);
    c.text(".into_iter()");
    values.into_iter()
}
