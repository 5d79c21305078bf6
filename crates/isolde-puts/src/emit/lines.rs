//! The lines of a source text: those that belong to each function, and empty lines between items.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use syn::spanned::Spanned;
use syn::{Item, ItemFn};

/// The lines of each function, counted from 1, including its attributes and documentation, by its path in the file: `inner::f`. Functions with the same
/// path, such as alternatives of a `cfg`, share an entry. Empty if the text is not Rust.
pub fn of_functions(text: &str) -> BTreeMap<String, Vec<RangeInclusive<usize>>> {
    let mut lines = BTreeMap::new();
    if let Ok(file) = syn::parse_file(text) {
        collect(&file.items, "", &mut lines);
    }
    lines
}

fn collect(items: &[Item], path: &str, into: &mut BTreeMap<String, Vec<RangeInclusive<usize>>>) {
    for item in items {
        match item {
            Item::Fn(function) => {
                let name = format!("{path}{}", function.sig.ident);
                into.entry(name).or_default().push(of(function));
            }
            Item::Mod(module) => {
                if let Some((_, content)) = &module.content {
                    collect(content, &format!("{path}{}::", module.ident), into);
                }
            }
            _ => {}
        }
    }
}

fn of(function: &ItemFn) -> RangeInclusive<usize> {
    let first = function.attrs.first().map(Spanned::span);
    let start = first.unwrap_or_else(|| function.span()).start().line;
    start..=function.block.brace_token.span.close().end().line
}

/// The text with an empty line after each item that ends on a line of its own.
pub fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 100);
    let mut lines = text.lines().peekable();
    let indent = |line: &str| line.len() - line.trim_start().len();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        let follows = lines
            .peek()
            .is_some_and(|next| next.trim_start() != "}" && indent(next) == indent(line));
        // Inside functions, blocks follow each other as before.
        let is_item = lines.peek().is_some_and(|next| {
            [
                "#[",
                "fn ",
                "async fn ",
                "pub ",
                "mod ",
                "struct ",
                "enum ",
                "impl",
                "///",
            ]
            .iter()
            .any(|start| next.trim_start().starts_with(start))
        });
        if line.trim_start() == "}" && follows && is_item {
            out.push('\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_in_modules_with_their_documentation() {
        let text = "/// One.\n#[test]\nfn one() {\n    f();\n}\nmod inner {\n    fn two() {}\n}\n";
        let expected = [("inner::two", vec![7..=7]), ("one", vec![1..=5])];
        let expected = expected.map(|(name, lines)| (name.to_owned(), lines));
        assert_eq!(of_functions(text), BTreeMap::from(expected));
    }
}
