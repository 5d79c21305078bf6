//! Which functions belong to closures and futures, told from their names as written in source code.

use std::collections::BTreeSet;

const POLL: &str = " as core::future::future::Future>::poll";
const CLOSURE: &str = "{closure#";

/// The types that have a method `poll` of their own as futures.
pub(super) fn futures<'a>(names: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    names
        .filter_map(|name| {
            let ty = name.strip_prefix('<')?.strip_suffix(POLL)?;
            Some(ty.to_owned())
        })
        .collect()
}

/// Whether the function is the body of a closure or of a coroutine, which have the same names.
pub(super) fn coroutine_or_closure(name: &str) -> bool {
    let last = name.rsplit("::").next().unwrap_or(name);
    last.starts_with(CLOSURE) && last.ends_with('}')
}

/// Whether a type that the function is generic over, or a part of it, is a closure, a coroutine, or one of these futures.
pub(super) fn mentions_job(name: &str, futures: &BTreeSet<String>) -> bool {
    types(name).any(|ty| {
        let ty = ty.trim();
        ty.contains(CLOSURE) || futures.contains(ty)
    })
}

/// The types in angle brackets, those inside others too.
fn types(name: &str) -> impl Iterator<Item = &str> {
    let mut open: Vec<usize> = Vec::new();
    let mut types = Vec::new();
    let mut before = ' ';
    for (at, character) in name.char_indices() {
        match character {
            '<' => open.push(at + 1),
            ',' => {
                if let Some(begin) = open.last_mut() {
                    types.push(&name[*begin..at]);
                    *begin = at + 1;
                }
            }
            // Not the arrow before a result.
            '>' if before != '-' => {
                if let Some(begin) = open.pop() {
                    types.push(&name[begin..at]);
                }
            }
            _ => {}
        }
        before = character;
    }
    types.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_found_at_every_depth() {
        let name = "a::f::<b::C<d::E, fn(x) -> y>, g::H>";
        let found: Vec<&str> = types(name).map(str::trim).collect();
        assert_eq!(
            found,
            ["d::E", "fn(x) -> y", "b::C<d::E, fn(x) -> y>", "g::H"]
        );
    }

    #[test]
    fn closures_are_told_from_functions_inside_them() {
        assert!(coroutine_or_closure("demo::run::{closure#3}"));
        assert!(!coroutine_or_closure("demo::run::{closure#3}::helper"));
        assert!(!coroutine_or_closure("demo::run::{shim:vtable#0}"));
    }
}
