//! Names as written in source code.

/// Strict and reserved keywords of all editions. Items with such names need `r#`, which rustdoc omits.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

/// The name, with `r#` before it if it is a keyword.
pub(crate) fn as_written(name: &str) -> String {
    if KEYWORDS.contains(&name) {
        format!("r#{name}")
    } else {
        name.to_owned()
    }
}

/// The name of a parameter: patterns other than a plain name become `_`.
pub(crate) fn of_parameter(pattern: &str) -> String {
    let mut characters = pattern.chars();
    let is_name = characters
        .next()
        .is_some_and(|c| c == '_' || c.is_alphabetic())
        && characters.all(|c| c == '_' || c.is_alphanumeric());
    if is_name {
        as_written(pattern)
    } else {
        "_".to_owned()
    }
}
