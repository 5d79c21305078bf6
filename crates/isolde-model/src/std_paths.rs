//! How code names items of the standard library.
//!
//! rustdoc tells where an item is defined (`core::iter::traits::iterator::Iterator`), which is mostly in a private module. With few
//! exceptions the standard library re-exports an item from the outermost module around it, in `std` as well as in `core` and `alloc`.

/// Public modules below the outermost ones, whose items are not re-exported further out.
const INNER_MODULES: &[(&str, &str)] = &[
    (
        "alloc::collections::binary_heap::Peek",
        "std::collections::binary_heap",
    ),
    (
        "alloc::collections::binary_heap::",
        "std::collections::binary_heap",
    ),
    (
        "alloc::collections::btree::map::",
        "std::collections::btree_map",
    ),
    (
        "alloc::collections::btree::set::",
        "std::collections::btree_set",
    ),
    (
        "alloc::collections::linked_list::",
        "std::collections::linked_list",
    ),
    (
        "alloc::collections::vec_deque::",
        "std::collections::vec_deque",
    ),
    (
        "std::collections::hash::map::",
        "std::collections::hash_map",
    ),
    (
        "std::collections::hash::set::",
        "std::collections::hash_set",
    ),
    ("core::sync::atomic::", "std::sync::atomic"),
    ("std::sync::mpsc::", "std::sync::mpsc"),
    ("core::f32::consts::", "std::f32::consts"),
    ("core::f64::consts::", "std::f64::consts"),
    ("std::os::fd::", "std::os::fd"),
    ("std::os::unix::ffi::", "std::os::unix::ffi"),
    ("std::os::unix::fs::", "std::os::unix::fs"),
    ("std::os::unix::net::", "std::os::unix::net"),
    ("std::os::unix::process::", "std::os::unix::process"),
    ("std::os::windows::ffi::", "std::os::windows::ffi"),
    ("std::os::windows::fs::", "std::os::windows::fs"),
    ("std::os::windows::io::", "std::os::windows::io"),
    ("core::task::", "std::task"),
];

/// Items of [`INNER_MODULES`] that are re-exported further out all the same.
const OUTER_ITEMS: &[(&str, &str)] = &[
    (
        "alloc::collections::binary_heap::BinaryHeap",
        "std::collections::BinaryHeap",
    ),
    (
        "alloc::collections::btree::map::BTreeMap",
        "std::collections::BTreeMap",
    ),
    (
        "alloc::collections::btree::set::BTreeSet",
        "std::collections::BTreeSet",
    ),
    (
        "alloc::collections::linked_list::LinkedList",
        "std::collections::LinkedList",
    ),
    (
        "alloc::collections::vec_deque::VecDeque",
        "std::collections::VecDeque",
    ),
    (
        "std::collections::hash::map::HashMap",
        "std::collections::HashMap",
    ),
    (
        "std::collections::hash::set::HashSet",
        "std::collections::HashSet",
    ),
];

/// How code outside names an item of `core`, `alloc` or `std` that is defined at `defined`: `core::iter::traits::iterator::Iterator` is
/// `std::iter::Iterator`. `None` if the path is of another crate, or of the insides of the standard library. Source: a rule with
/// exceptions, checked by a test against the compiler for the items that signatures commonly name.
pub fn std_public_path(defined: &str) -> Option<String> {
    let (krate, rest) = defined.split_once("::")?;
    if !matches!(krate, "core" | "alloc" | "std") {
        return None;
    }
    if let Some((_, public)) = OUTER_ITEMS.iter().find(|(of, _)| *of == defined) {
        return Some((*public).to_owned());
    }
    let name = defined.rsplit("::").next()?;
    if let Some((_, module)) = INNER_MODULES.iter().find(|(of, _)| defined.starts_with(of)) {
        return Some(format!("{module}::{name}"));
    }
    let outermost = rest.split("::").next()?;
    match outermost {
        "sys" | "sys_common" | "intrinsics" | "unicode" | "core_arch" | "raw_vec" | "rt" | "os" => {
            None
        }
        // An item of the crate's root: a macro, or a primitive's page.
        _ if outermost == name => Some(format!("std::{name}")),
        _ => Some(format!("std::{outermost}::{name}")),
    }
}
