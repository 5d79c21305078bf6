//! Types of a trait's methods as closures and the mock itself have them: with lifetimes of the mock, and with names in place of `Self::Item`.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::Lifetime;

/// The lifetime of what the closures borrow.
pub(super) fn lifetime() -> Lifetime {
    Lifetime::new("'mock", Span::mixed_site())
}

/// The type with another lifetime, such as that of the mock, where the receiver's stands, or none.
pub(super) fn lent(of: TokenStream, own: Option<&Lifetime>, other: &Lifetime) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    let mut rest = of.into_iter().peekable();
    while let Some(tree) = rest.next() {
        let is = |tree: Option<&TokenTree>, mark: char| matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == mark);
        match tree {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), lent(group.stream(), own, other));
                inner.set_span(group.span());
                out.push(TokenTree::Group(inner));
            }
            tree if is(Some(&tree), '&') => {
                out.push(tree);
                if !is(rest.peek(), '\'') {
                    out.extend(quote!(#other));
                }
            }
            tree if is(Some(&tree), '\'') => {
                let is_own = match rest.peek() {
                    Some(TokenTree::Ident(name)) => {
                        name == "_" || own.is_some_and(|own| own.ident == *name)
                    }
                    _ => false,
                };
                match is_own {
                    true => {
                        rest.next();
                        out.extend(quote!(#other));
                    }
                    false => out.push(tree),
                }
            }
            tree => out.push(tree),
        }
    }
    out.into_iter().collect()
}

/// Whether the type names this lifetime.
pub(super) fn names(of: &TokenStream, lifetime: &Lifetime) -> bool {
    let mut is_name = false;
    of.clone().into_iter().any(|tree| match tree {
        TokenTree::Group(group) => names(&group.stream(), lifetime),
        TokenTree::Ident(name) => std::mem::take(&mut is_name) && lifetime.ident == name,
        tree => {
            is_name = matches!(&tree, TokenTree::Punct(punct) if punct.as_char() == '\'');
            false
        }
    })
}

/// The type with `'static` in place of all lifetimes.
pub(super) fn made_static(of: &TokenStream) -> TokenStream {
    let mut is_name = false;
    let trees = of.clone().into_iter().map(|tree| match tree {
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), made_static(&group.stream()));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        TokenTree::Ident(name) if std::mem::take(&mut is_name) => {
            TokenTree::Ident(Ident::new("static", name.span()))
        }
        tree => {
            is_name = matches!(&tree, TokenTree::Punct(punct) if punct.as_char() == '\'');
            tree
        }
    });
    trees.collect()
}

/// The type with `Item` in place of `Self::Item`.
pub(super) fn without_self(of: TokenStream, names: &[&Ident]) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    for tree in of {
        match tree {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), without_self(group.stream(), names));
                inner.set_span(group.span());
                out.push(TokenTree::Group(inner));
            }
            TokenTree::Ident(name) if names.iter().any(|each| **each == name) => {
                let is_colon = |tree: &TokenTree| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == ':');
                let follows_self = matches!(
                    out.as_slice(),
                    [.., TokenTree::Ident(own), one, two] if own == "Self" && is_colon(one) && is_colon(two)
                );
                if follows_self {
                    out.truncate(out.len() - 3);
                }
                out.push(TokenTree::Ident(name));
            }
            tree => out.push(tree),
        }
    }
    out.into_iter().collect()
}
