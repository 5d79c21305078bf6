//! The literals that a package's code compares associated constants with: `1000` in `T::LIMIT > 1000`.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeSet;

/// Adds the constants that the tokens compare with literals: the name and a value on the other side of the comparison than others.
pub(super) fn of_tokens(tokens: TokenStream, found: &mut BTreeSet<(String, String)>) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Group(group) => of_tokens(group.stream(), found),
            TokenTree::Ident(name)
                if is_path_end(&trees[..at]) && is_constant(&name.to_string()) =>
            {
                let values = values(&trees, at);
                found.extend(values.into_iter().map(|value| (name.to_string(), value)));
            }
            _ => {}
        }
    }
}

/// Whether a name is written as those of constants are.
fn is_constant(name: &str) -> bool {
    let mut letters = name.chars();
    letters.all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_')
}

/// Whether the tokens end with `::`.
fn is_path_end(trees: &[TokenTree]) -> bool {
    matches!(trees, [.., one, two] if is(one, ':') && is(two, ':'))
}

fn is(tree: &TokenTree, mark: char) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == mark)
}

/// The values for the constant whose name is at this place.
fn values(trees: &[TokenTree], at: usize) -> Vec<String> {
    let after = &trees[at + 1..];
    let mut found = Vec::new();
    // An index, a field, or a method such as `len` or `starts_with`.
    let mut rest = after;
    loop {
        match rest {
            [
                TokenTree::Punct(dot),
                TokenTree::Ident(_) | TokenTree::Literal(_),
                tail @ ..,
            ] if dot.as_char() == '.' => {
                rest = tail;
            }
            [TokenTree::Group(group), tail @ ..] if group.delimiter() == Delimiter::Bracket => {
                rest = tail;
            }
            [TokenTree::Group(group), tail @ ..] if group.delimiter() == Delimiter::Parenthesis => {
                found.extend(single(group.stream()));
                rest = tail;
            }
            _ => break,
        }
    }
    match rest {
        // Only in `match T::MODE { … }`.
        [TokenTree::Group(group), ..]
            if group.delimiter() == Delimiter::Brace && is_matched(&trees[..at]) =>
        {
            found.extend(patterns(group.stream()));
        }
        _ => {
            let (operator, tail) = operator(rest);
            if let Some(value) = literal(tail) {
                found.extend(beyond(&operator, &value));
            }
        }
    }
    let path = path_start(&trees[..at]);
    let before: Vec<TokenTree> = trees[..path].iter().rev().take(4).rev().cloned().collect();
    let marks = before
        .iter()
        .rev()
        .take_while(|tree| matches!(tree, TokenTree::Punct(_)));
    let start = before.len() - marks.count();
    let (operator, tail) = operator(&before[start..]);
    if tail.is_empty()
        && let Some(TokenTree::Literal(value)) = before[..start].last()
    {
        found.extend(beyond(mirrored(&operator), &value.to_string()));
    }
    found
}

/// The place where the path begins whose last name follows the tokens.
fn path_start(trees: &[TokenTree]) -> usize {
    let mut start = trees.len();
    while start >= 3
        && is_path_end(&trees[..start])
        && matches!(trees[start - 3], TokenTree::Ident(_))
    {
        start -= 3;
    }
    start
}

/// Whether the tokens end with `match` and the beginning of a path.
fn is_matched(trees: &[TokenTree]) -> bool {
    let start = path_start(trees);
    matches!(trees[..start].last(), Some(TokenTree::Ident(name)) if name == "match")
}

/// The comparison with which the tokens begin, and what follows it.
fn operator(trees: &[TokenTree]) -> (String, &[TokenTree]) {
    let count = trees
        .iter()
        .take_while(|tree| ['=', '!', '<', '>'].iter().any(|mark| is(tree, *mark)))
        .count();
    let text = trees[..count].iter().map(ToString::to_string).collect();
    (text, &trees[count..])
}

/// The literal with which the tokens begin.
fn literal(trees: &[TokenTree]) -> Option<String> {
    match trees {
        [TokenTree::Literal(value), ..] => Some(value.to_string()),
        [minus, TokenTree::Literal(value), ..] if is(minus, '-') => Some(format!("-{value}")),
        _ => None,
    }
}

/// The only literal of a call's arguments.
fn single(tokens: TokenStream) -> Option<String> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    match trees.as_slice() {
        [TokenTree::Literal(value)] => Some(value.to_string()),
        _ => None,
    }
}

/// The literals among the patterns of a match.
fn patterns(tokens: TokenStream) -> Vec<String> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut found = Vec::new();
    for (at, tree) in trees.iter().enumerate() {
        let ends = match &trees[at + 1..] {
            [one, ..] if is(one, '|') => true,
            [one, two, ..] => is(one, '=') && is(two, '>'),
            _ => false,
        };
        if let (TokenTree::Literal(value), true) = (tree, ends) {
            found.push(value.to_string());
        }
    }
    found
}

fn mirrored(operator: &str) -> &str {
    match operator {
        "<" => ">",
        ">" => "<",
        "<=" => ">=",
        ">=" => "<=",
        other => other,
    }
}

/// A value for which `constant operator value` is true.
fn beyond(operator: &str, value: &str) -> Option<String> {
    let moved = |by: i128| {
        let number = value.replace('_', "").parse::<i128>().ok()?;
        Some((number + by).to_string())
    };
    match operator {
        ">" => moved(1),
        "<" => moved(-1),
        "==" | "!=" | "<=" | ">=" => Some(value.to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lie_beyond_the_literals() {
        let text = r#"
            fn f<T: Limits>(x: u8) {
                if T::LIMIT > 1_000 || 3 > T::LOW && <T as Limits>::NAME == "json" {}
                if Self::TABLE[1] == 9 { T::PAIR.0 <= -2; T::NAME.starts_with("x"); }
                match T::MODE { 1 | 2 => 5, _ => 7 }
                let y = T::FREE + 5; T::OTHER == x; i32::MAX;
            }
        "#;
        let mut found = BTreeSet::new();
        of_tokens(text.parse().expect("tokens"), &mut found);
        let found: Vec<String> = found
            .into_iter()
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        assert_eq!(
            found,
            [
                "LIMIT 1001",
                "LOW 2",
                "MODE 1",
                "MODE 2",
                "NAME \"json\"",
                "NAME \"x\"",
                "PAIR -2",
                "TABLE 9"
            ]
        );
    }
}
