//! How code names items of the standard library.
//!
//! rustdoc gives the path where an item is defined (`core::iter::traits::iterator::Iterator`), usually in a private module. With few
//! exceptions, the standard library re-exports an item from the outermost module around it, in `std` as well as in `core` and `alloc`.

/// The crates whose items are in `std`.
const CRATES: [&str; 3] = ["core", "alloc", "std"];

/// Public modules below the outermost ones whose items are not re-exported further out: the beginning of the items' defining paths, and the module.
const INNER_MODULES: &[(&str, &str)] = &[
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
    ("core::sync::atomic::", "std::sync::atomic"),
    (
        "std::collections::hash::map::",
        "std::collections::hash_map",
    ),
    (
        "std::collections::hash::set::",
        "std::collections::hash_set",
    ),
    ("std::ffi::os_str::Display", "std::ffi::os_str"),
    ("std::os::fd::", "std::os::fd"),
    ("std::os::linux::fs::", "std::os::linux::fs"),
    ("std::os::unix::ffi::", "std::os::unix::ffi"),
    ("std::os::unix::fs::", "std::os::unix::fs"),
    ("std::os::unix::net::", "std::os::unix::net"),
    ("std::os::unix::process::", "std::os::unix::process"),
    ("std::os::unix::thread::", "std::os::unix::thread"),
    ("std::os::windows::ffi::", "std::os::windows::ffi"),
    ("std::os::windows::fs::", "std::os::windows::fs"),
    ("std::os::windows::io::", "std::os::windows::io"),
    ("std::sync::mpsc::", "std::sync::mpsc"),
];

/// Modules that are internal to the standard library.
const INTERNAL_MODULES: &[&str] = &[
    "asserting",
    "backtrace_rs",
    "core_arch",
    "core_simd",
    "escape",
    "intrinsics",
    "os",
    "panicking",
    "raw_vec",
    "rt",
    "sealed",
    "std_float",
    "sys",
    "sys_common",
    "unicode",
    "wtf8",
];

/// Items of [`INNER_MODULES`] that are nevertheless re-exported further out.
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

/// Whether a defining path belongs to the standard library.
pub fn is_std(defined: &str) -> bool {
    defined
        .split_once("::")
        .is_some_and(|(krate, _)| CRATES.contains(&krate))
}

/// How code names an item of `core`, `alloc` or `std` that is defined at `defined`: `core::iter::traits::iterator::Iterator` is
/// `std::iter::Iterator`. `None` if the path belongs to another crate or to a known internal module of the standard library. A private item of a
/// public module gets a path too, but one that does not compile.
///
/// The rule and its exceptions hold for every public struct, enum, union and trait of Rust 1.95; a test checks the items that signatures commonly name
/// with the compiler.
pub fn std_public_path(defined: &str) -> Option<String> {
    let (krate, rest) = defined.split_once("::")?;
    if !CRATES.contains(&krate) {
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
    if INTERNAL_MODULES.contains(&outermost) {
        None
    } else if outermost == name {
        // Items of the crate's root.
        Some(format!("std::{name}"))
    } else {
        Some(format!("std::{outermost}::{name}"))
    }
}
