//! Optional values and sequences.

use crate::chooser::Chooser;
use crate::typename;
use std::collections::{BinaryHeap, LinkedList, VecDeque};

/// Most elements in a sequence.
pub(super) const LONGEST: usize = 8;
/// Arrays longer than this are written `[x; N]` if their elements are equal.
const SHORT_ARRAY: usize = 4;

/// `None` or `Some`; deep inside a value, `None`.
#[inline]
pub fn option<T>(c: &mut Chooser, some: impl Fn(&mut Chooser) -> T) -> Option<T> {
    if c.alternative(2, 1) == 0 {
        c.write(|r| {
            let typed = if r.suffixed {
                typename::of::<T>()
            } else {
                None
            };
            match typed {
                Some(name) => r.expression.push_str(&format!("None::<{name}>")),
                None => r.expression.push_str("None"),
            }
        });
        None
    } else {
        Some(super::enclosed(c, "Some(", some, ")"))
    }
}

/// `Ok` or `Err`.
#[inline]
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
#[inline]
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
    c.write(|r| r.open(before, true));
    // Compared again for each element, so that the vector's own length does not depend on a chosen value.
    let mut index = 0;
    while index < length {
        values.push(c.item(index as u64, &element));
        index += 1;
    }
    c.close(after);
    if values.is_empty() {
        c.write(|r| {
            r.expression.truncate(start);
            let typed = if r.suffixed {
                typename::of::<T>()
            } else {
                None
            };
            match (typed, empty) {
                (Some(name), "vec![]") => r.expression.push_str(&format!("Vec::<{name}>::new()")),
                _ => r.expression.push_str(empty),
            }
        });
    }
    values
}

/// `vec![…]`.
#[inline]
pub fn vec<T>(c: &mut Chooser, element: impl Fn(&mut Chooser) -> T) -> Vec<T> {
    elements(c, "vec![", element, "]", "vec![]")
}

/// `&[…]`. The elements are leaked.
#[inline]
pub fn slice<T>(c: &mut Chooser, element: impl Fn(&mut Chooser) -> T) -> &'static [T] {
    referenced(c, "&", element)
}

/// `&mut […]`. The elements are leaked.
#[inline]
pub fn slice_mut<T>(c: &mut Chooser, element: impl Fn(&mut Chooser) -> T) -> &'static mut [T] {
    referenced(c, "&mut ", element)
}

#[inline]
fn referenced<T>(
    c: &mut Chooser,
    sign: &'static str,
    element: impl Fn(&mut Chooser) -> T,
) -> &'static mut [T] {
    let start = c.expression().len();
    let exact = c.rendering.as_ref().is_some_and(|r| r.is_exact());
    let values = elements(c, "[", element, "]", "[]");
    c.write(|r| {
        match typename::of::<T>() {
            Some(name) if values.is_empty() && r.suffixed => {
                r.expression.truncate(start);
                r.expression
                    .push_str(&format!("<{sign}[{name}]>::default()"));
                return;
            }
            // An empty array is a constant, even by mutable reference.
            _ if values.is_empty() => r.expression.insert_str(start, sign),
            _ => r.refer(start, sign),
        }
        if exact {
            r.expression.push_str("[..]");
        }
    });
    values.leak()
}

/// `[…]`, with `N` elements.
#[inline]
pub fn array<T, const N: usize>(c: &mut Chooser, element: impl Fn(&mut Chooser) -> T) -> [T; N] {
    let start = c.expression().len();
    c.write(|r| r.open("[", true));
    let mut ends = Vec::new();
    let values = std::array::from_fn(|index| {
        let value = c.item(index as u64, &element);
        c.write(|r| ends.push(r.expression.len()));
        value
    });
    c.close("]");
    if N > SHORT_ARRAY {
        c.write(|r| {
            if let Some(item) = repeated(&r.expression[start + 1..], start + 1, &ends) {
                r.expression.truncate(start);
                r.expression.push_str(&format!("[{item}; {N}]"));
            }
        });
    }
    values
}

/// The text that all items have, if it is a number's; items end at `ends`, counted from `start` before the first.
fn repeated(items: &str, start: usize, ends: &[usize]) -> Option<String> {
    let first = items.get(..ends.first()? - start)?;
    let is_number = first
        .trim_start_matches('-')
        .starts_with(|c: char| c.is_ascii_digit());
    let mut from = start;
    for &end in ends {
        let item = items.get(from - start..end - start)?;
        if item.trim_start_matches(", ") != first {
            return None;
        }
        from = end;
    }
    is_number.then(|| first.to_owned())
}

/// `Box<[T]>`.
#[inline]
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
#[inline]
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
#[inline]
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
#[inline]
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
#[inline]
pub fn vec_into_iter<T>(
    c: &mut Chooser,
    element: impl Fn(&mut Chooser) -> T,
) -> std::vec::IntoIter<T> {
    let values = vec(c, element);
    c.text(".into_iter()");
    values.into_iter()
}
