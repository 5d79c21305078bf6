//! What is known about a function from its symbol alone.

use super::item::{Item, ItemType};
use super::parse;
use crate::names::{readable, without_numbers};
use isolde_llvm::Function;

/// Whether this is a function that is not part of the program, such as one of C.
pub(super) fn is_foreign(function: Function<'_>) -> bool {
    function.is_declaration() && parse_symbol(&function.name()).is_none()
}

/// What a symbol describes.
pub(super) fn parse_symbol(symbol: &str) -> Option<Item> {
    parse::parse(without_numbers(symbol))
}

/// The name of a function; that of a closure is the name of the function that contains it.
pub(super) fn function_name(symbol: &str, item: Option<&Item>) -> String {
    let mut name = readable(symbol);
    let closures = item.map_or(0, |item| item.without_closures().1);
    for _ in 0..closures {
        let end = name.rfind("::{").unwrap_or(name.len());
        name.truncate(end);
    }
    name
}

/// The same, without the arguments of a generic function.
pub(super) fn source_name(symbol: &str, item: Option<&Item>) -> String {
    let mut name = function_name(symbol, item);
    let function = item.map(|item| item.without_closures().0);
    if let Some(Item::Instance { .. }) = function {
        name.truncate(instance(&name));
    }
    name
}

/// Where the arguments at the end of a name begin: `::<`, up to the bracket that closes last.
fn instance(name: &str) -> usize {
    if !name.ends_with('>') {
        return name.len();
    }
    let mut depth = 0;
    let bytes = name.as_bytes();
    for (at, byte) in bytes.iter().enumerate().rev() {
        match byte {
            // The arrow before a result is no bracket.
            b'>' if at == 0 || bytes[at - 1] != b'-' => depth += 1,
            b'<' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return name[..at].strip_suffix("::").map_or(name.len(), str::len);
        }
    }
    name.len()
}

/// The function that contains a closure, if the type is that of a closure or of the future of an `async` body.
pub(super) fn closure(of: &ItemType) -> Option<&Item> {
    let ItemType::Named(item) = of else {
        return None;
    };
    let (function, depth) = item.without_closures();
    (depth > 0).then_some(function)
}

/// Whether the compiler adds calls of the function by itself: LLVM's own functions, allocation, unwinding, and those that copy memory.
pub(super) fn is_of_compiler(symbol: &str) -> bool {
    ["llvm.", "__rust_", "_Unwind_"]
        .iter()
        .any(|prefix| symbol.starts_with(prefix))
        || matches!(
            symbol,
            "memcpy" | "memmove" | "memset" | "memcmp" | "bcmp" | "strlen" | "rust_eh_personality"
        )
}

/// Modules of std whose functions are always kept, and nothing behind them counts: they report panics and allocate memory.
const MACHINERY: [&[&str]; 7] = [
    &["__rustc"],
    &["core", "panicking"],
    &["std", "panicking"],
    &["std", "rt"],
    &["alloc", "alloc"],
    &["std", "alloc"],
    &["alloc", "raw_vec"],
];

/// Whether this is machinery of std. Its generic functions call code that they are given (`catch_unwind`).
pub(super) fn is_machinery(item: &Item) -> bool {
    let place = item.place();
    !item.is_generic() && MACHINERY.iter().any(|module| place.starts_with(module))
}

/// Modules of std that manage what std needs for itself. What they reach in std does not count: a channel may wait for other threads, and a stream that
/// cannot be locked, or a panic that has lost its message, ends the process.
const OWN_AFFAIRS: [&[&str]; 6] = [
    &["std", "panicking"],
    &["std", "rt"],
    &["std", "sync"],
    &["std", "sys"],
    &["std", "thread"],
    &["std", "io", "stdio"],
];

/// Whether what this function of std reaches in std is std's own affair.
pub(super) fn minds_own_affairs(item: &Item) -> bool {
    let place = item.place();
    OWN_AFFAIRS.iter().any(|module| place.starts_with(module))
}

/// Whether the function ends the process at once. Std does so where it cannot go on.
pub(super) fn aborts(item: &Item) -> bool {
    item.place() == ["std", "process", "abort"]
}

#[cfg(test)]
mod tests {
    use super::instance;

    #[test]
    fn the_arguments_of_a_function_end_its_name() {
        for (name, without) in [
            ("demo::f::<u8>", "demo::f"),
            (
                "<demo::T<u8>>::f::<fn(u8) -> Vec<u8>, &str>",
                "<demo::T<u8>>::f",
            ),
            ("demo::f", "demo::f"),
        ] {
            assert_eq!(&name[..instance(name)], without);
        }
    }
}
