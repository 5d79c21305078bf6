//! Numbers the calls of `assert_reachable!` in the body of a test.

use proc_macro2::{Delimiter, Group, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use syn::{Error, LitStr, Result};

const NAME: &str = "assert_reachable";
/// The largest number of calls: reached places are bits of one 64-bit number.
const MOST: usize = 64;

/// The body with numbered calls, and the labels of the calls.
///
/// `assert_reachable!("label")` becomes `assert_reachable!(@0)`, wherever it occurs among the tokens, except inside macro definitions, which
/// may be expanded more than once. The macro's path stays, because it may be the only use of an import.
pub fn numbered(body: &Group) -> Result<(Group, Vec<String>)> {
    let mut labels = Vec::new();
    let stream = walk(body.stream(), &mut labels)?;
    Ok((regrouped(body, stream), labels))
}

fn walk(tokens: TokenStream, labels: &mut Vec<String>) -> Result<TokenStream> {
    let mut out: Vec<TokenTree> = Vec::new();
    for tree in tokens {
        let TokenTree::Group(group) = tree else {
            out.push(tree);
            continue;
        };
        let stream = if is_call(&out) {
            let name = out.iter().rev().find_map(|tree| match tree {
                TokenTree::Ident(name) => Some(name.span()),
                _ => None,
            });
            call(&group, name.unwrap_or_else(Span::call_site), labels)?
        } else if is_definition(&out) {
            group.stream()
        } else {
            walk(group.stream(), labels)?
        };
        out.push(TokenTree::Group(regrouped(&group, stream)));
    }
    Ok(out.into_iter().collect())
}

/// A group with the same brackets around other tokens.
fn regrouped(group: &Group, stream: TokenStream) -> Group {
    let mut regrouped = Group::new(group.delimiter(), stream);
    regrouped.set_span(group.span());
    regrouped
}

/// Whether the tokens before a group make it the arguments of `assert_reachable!` or `isolde::assert_reachable!`.
fn is_call(before: &[TokenTree]) -> bool {
    let [rest @ .., name, mark] = before else {
        return false;
    };
    is_word(name, NAME)
        && is_punct(mark, '!')
        && match rest {
            [.., krate, first, second] if is_punct(first, ':') && is_punct(second, ':') => {
                is_word(krate, "isolde") || crate::name::is_library(&krate.to_string())
            }
            _ => true,
        }
}

fn is_definition(before: &[TokenTree]) -> bool {
    matches!(before, [.., word, mark, TokenTree::Ident(_)] if is_word(word, "macro_rules") && is_punct(mark, '!'))
}

fn is_word(tree: &TokenTree, word: &str) -> bool {
    matches!(tree, TokenTree::Ident(ident) if ident == word)
}

fn is_punct(tree: &TokenTree, c: char) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == c)
}

/// The new arguments of a call, which contain its number. `name` is the span of the call.
fn call(arguments: &Group, name: Span, labels: &mut Vec<String>) -> Result<TokenStream> {
    let number = labels.len();
    if number == MOST {
        return Err(Error::new(
            name,
            format!("a test can have at most {MOST} `{NAME}!`: split it into several tests"),
        ));
    }
    labels.push(match label(arguments)? {
        Some(label) => label,
        None => match line(name) {
            Some(line) => format!("line {line}"),
            None => format!("number {number}"),
        },
    });
    let mut literal = Literal::usize_unsuffixed(number);
    literal.set_span(arguments.span());
    let mut mark = Punct::new('@', Spacing::Alone);
    mark.set_span(arguments.span());
    Ok([TokenTree::Punct(mark), TokenTree::Literal(literal)]
        .into_iter()
        .collect())
}

fn label(arguments: &Group) -> Result<Option<String>> {
    let mut tokens = arguments.stream().into_iter();
    let Some(first) = tokens.next() else {
        return Ok(None);
    };
    // A literal that went through a macro is in an invisible group.
    let first = match &first {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => group.stream(),
        _ => TokenStream::from(first.clone()),
    };
    let wrong = |at: &dyn quote::ToTokens| {
        Error::new_spanned(
            at.to_token_stream(),
            format!("`{NAME}!` takes a label in quotes, or nothing"),
        )
    };
    let label: LitStr = syn::parse2(first.clone()).map_err(|_| wrong(&first))?;
    match (tokens.next(), tokens.next()) {
        (None, _) => Ok(Some(label.value())),
        (Some(TokenTree::Punct(comma)), None) if comma.as_char() == ',' => Ok(Some(label.value())),
        (Some(other), _) => Err(wrong(&other)),
    }
}

/// The line in the source file, if it is known, as it is under a compiler.
fn line(span: Span) -> Option<usize> {
    proc_macro::is_available().then(|| span.unwrap().line())
}

#[cfg(test)]
mod tests;
