//! Names of functions and variables in generated code, and of thunks in tests.

use std::collections::BTreeSet;

const KEYWORDS: [&str; 52] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "union", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Types and traits that are in scope everywhere.
const PRELUDE: [&str; 26] = [
    "AsMut",
    "AsRef",
    "Box",
    "Clone",
    "Copy",
    "Default",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "ExactSizeIterator",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "Into",
    "IntoIterator",
    "Iterator",
    "Option",
    "Result",
    "String",
    "ToString",
    "TryFrom",
    "TryInto",
    "Vec",
];

/// Whether a type or trait of this name is in scope everywhere.
pub(crate) fn is_in_prelude(name: &str) -> bool {
    PRELUDE.contains(&name)
}

/// Names in use.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    used: BTreeSet<String>,
}

impl Names {
    /// The name, numbered from 2 if it is taken.
    pub(crate) fn unique(&mut self, name: &str) -> String {
        let mut found = name.to_owned();
        let mut number = 2;
        while !self.used.insert(found.clone()) {
            found = format!("{name}_{number}");
            number += 1;
        }
        found
    }
}

/// Snake case, ASCII, fit for an identifier: `HttpServer2 u8` becomes `http_server2_u8`.
pub(crate) fn snake(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (index, &each) in chars.iter().enumerate() {
        if !each.is_ascii_alphanumeric() {
            if !out.ends_with('_') {
                out.push('_');
            }
            continue;
        }
        let after_lower = index > 0
            && (chars[index - 1].is_ascii_lowercase() || chars[index - 1].is_ascii_digit());
        let starts_word = index > 0
            && chars[index - 1].is_ascii_uppercase()
            && chars.get(index + 1).is_some_and(char::is_ascii_lowercase);
        if each.is_ascii_uppercase() && (after_lower || starts_word) && !out.ends_with('_') {
            out.push('_');
        }
        out.push(each.to_ascii_lowercase());
    }
    out.trim_matches('_').to_owned()
}

/// A valid name for a variable: not a keyword, no leading digit, not empty.
pub(crate) fn variable(name: &str, otherwise: &str) -> String {
    let name = name.strip_prefix("r#").unwrap_or(name);
    let name = name.trim_start_matches('_');
    let is_plain = name
        .chars()
        .all(|each| each.is_ascii_alphanumeric() || each == '_');
    let name =
        if name.is_empty() || !is_plain || name.starts_with(|first: char| first.is_ascii_digit()) {
            otherwise
        } else {
            name
        };
    if KEYWORDS.contains(&name) {
        format!("{name}_")
    } else {
        name.to_owned()
    }
}

/// Whether a pattern means the function with this path, which is defined in this module: methods of traits are meant by the module, too.
pub fn means(pattern: &str, path: &str, module: &[String]) -> bool {
    let in_module = || format!("{}::{path}", module.join("::"));
    matches(pattern, path)
        || path.starts_with('<') && !module.is_empty() && matches(pattern, &in_module())
}

/// Whether the path matches the pattern, where `*` stands for any characters. A pattern without `*` also matches everything below the
/// path that it names.
pub fn matches(pattern: &str, path: &str) -> bool {
    if !pattern.contains('*') {
        return path == pattern
            || path
                .strip_prefix(pattern)
                .is_some_and(|rest| rest.starts_with("::"));
    }
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| path.strip_prefix(first)) else {
        return false;
    };
    let mut parts: Vec<&str> = parts.collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}
