//! Rewrites paths to the form that code inside the crate uses.

use proc_macro2::{TokenStream, TokenTree};
use std::ops::Range;

/// The text with `crate` in place of the crate's name wherever a path begins with that name. Text that is not valid Rust is left as it is.
pub fn inner_paths(text: &str, crate_name: &str) -> String {
    let Ok(tokens) = text.parse::<TokenStream>() else {
        return text.to_owned();
    };
    let mut places = Vec::new();
    collect(tokens, crate_name, &mut places);
    let mut out = text.to_owned();
    for place in places.into_iter().rev() {
        out.replace_range(place, "crate");
    }
    out
}

fn collect(tokens: TokenStream, crate_name: &str, places: &mut Vec<Range<usize>>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_colon = |index: Option<usize>| {
        index
            .and_then(|index| tokens.get(index))
            .is_some_and(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ':'))
    };
    // The separator in `a::b` is two tokens; a single colon precedes a type or a field.
    let is_separator =
        |index: Option<usize>| is_colon(index) && is_colon(index.map(|index| index + 1));
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => collect(group.stream(), crate_name, places),
            TokenTree::Ident(name) if *name == crate_name && is_separator(Some(index + 1)) => {
                let own = name.span().byte_range();
                if !is_separator(index.checked_sub(2)) {
                    places.push(own);
                } else if !index
                    .checked_sub(3)
                    .is_some_and(|before| continues(&tokens[before]))
                {
                    // `::name::…`
                    places.push(tokens[index - 2].span().byte_range().start..own.end);
                }
            }
            _ => {}
        }
    }
}

/// Whether a `::` after this token continues a path.
fn continues(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(name) => !matches!(
            name.to_string().as_str(),
            "use" | "as" | "dyn" | "impl" | "return" | "in" | "mut" | "match" | "if" | "let"
        ),
        TokenTree::Punct(punct) => punct.as_char() == '>',
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::inner_paths;

    #[test]
    fn only_paths_that_begin_with_the_crates_name_change() {
        let text = "use small::Trait;\nlet small: u8 = a::small::b(\"small::x\", &small::f::<small::T>(2), ::small::C, vec![small::D::small()]);\n// größer\nassert_eq!(<small::A as small::B>::small::<u8>(), small);";
        let expected = "use crate::Trait;\nlet small: u8 = a::small::b(\"small::x\", &crate::f::<crate::T>(2), crate::C, vec![crate::D::small()]);\n// größer\nassert_eq!(<crate::A as crate::B>::small::<u8>(), small);";
        assert_eq!(inner_paths(text, "small"), expected);
    }

    #[test]
    fn text_that_is_not_rust_is_left_as_it_is() {
        assert_eq!(inner_paths("small::f(", "small"), "small::f(");
    }
}
