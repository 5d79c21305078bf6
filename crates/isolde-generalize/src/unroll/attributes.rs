//! Cases in attributes: `#[case(1, 2)]` of `rstest`, and `#[test_case(1, 2)]` or `#[test_case(1 => 2)]` of `test-case`.

use super::rows::{Bound, Row};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, FnArg, ItemFn, Pat, ReturnType, Stmt, Token};

/// The rows of such a test; `None` if it has others attributes of these crates, such as fixtures.
pub(super) fn rows(text: &str, function: &ItemFn) -> Option<Vec<Row>> {
    let signature = &function.sig;
    if signature.asyncness.is_some() || !signature.generics.params.is_empty() {
        return None;
    }
    let mut parameters = Vec::new();
    for input in &signature.inputs {
        let FnArg::Typed(typed) = input else {
            return None;
        };
        let Pat::Ident(name) = &*typed.pat else {
            return None;
        };
        // Values and fixtures of `rstest` are no cases.
        let mut attributes = typed.attrs.iter();
        if attributes.any(|attribute| !attribute.path().is_ident("case"))
            || name.mutability.is_some()
        {
            return None;
        }
        parameters.push((
            name.ident.to_string(),
            text.get(typed.ty.span().byte_range())?,
        ));
    }
    let own: Vec<&Attribute> = function.attrs.iter().filter(|each| is_own(each)).collect();
    let is_rstest = own.iter().any(|each| last(each) == "rstest");
    let attributes: Vec<_> = own.iter().map(|each| each.span().byte_range()).collect();
    let begin = function.block.stmts.first()?.span().byte_range().start;
    let end = function.block.stmts.last()?.span().byte_range().end;
    let mut rows = Vec::new();
    for attribute in own.iter().filter(|each| last(each) != "rstest") {
        let syn::Meta::List(list) = &attribute.meta else {
            return None;
        };
        let (arguments, expected) = arguments(list.tokens.clone(), is_rstest)?;
        if arguments.len() != parameters.len() {
            return None;
        }
        let returns = !matches!(signature.output, ReturnType::Default);
        let is_value = matches!(&function.block.stmts[..], [Stmt::Expr(_, None)]);
        if expected.is_some() != returns || returns && !is_value {
            return None;
        }
        let bound = parameters.iter().zip(arguments).map(|((name, ty), value)| {
            Some(Bound {
                name: name.clone(),
                ty: Some((*ty).to_owned()),
                value: text.get(value.span().byte_range())?.to_owned(),
                is_reference: false,
            })
        });
        let output = match &signature.output {
            ReturnType::Default => None,
            output => Some(output.span().byte_range()),
        };
        let parentheses = signature.paren_token.span.join().byte_range();
        rows.push(Row {
            bound: bound.collect::<Option<_>>()?,
            replaced: begin..end,
            body: begin..end,
            removed: Vec::new(),
            attributes: attributes.clone(),
            expected: match expected {
                Some(expected) => Some(text.get(expected.span().byte_range())?.to_owned()),
                None => None,
            },
            parameters: Some(match output {
                Some(output) => parentheses.start..output.end,
                None => parentheses,
            }),
        });
    }
    Some(rows)
}

/// Whether an attribute belongs to one of these crates.
fn is_own(attribute: &Attribute) -> bool {
    let mut segments = attribute.path().segments.iter();
    segments.any(|segment| {
        ["rstest", "case", "test_case"]
            .iter()
            .any(|own| segment.ident == own)
    })
}

/// The last name of an attribute; for a named case of `rstest` (`#[case::name(…)]`), `case`.
fn last(attribute: &Attribute) -> String {
    let path = attribute.path();
    match path.segments.first() {
        Some(first) if first.ident == "case" => "case".to_owned(),
        _ => path
            .segments
            .last()
            .map_or(String::new(), |last| last.ident.to_string()),
    }
}

/// The arguments of a case, and what `test-case` expects of the result.
fn arguments(tokens: TokenStream, is_rstest: bool) -> Option<(Vec<Expr>, Option<Expr>)> {
    let (mut before, mut after) = (TokenStream::new(), TokenStream::new());
    let mut tokens = tokens.into_iter().peekable();
    let mut is_after = false;
    while let Some(token) = tokens.next() {
        let is_arrow = match (&token, tokens.peek()) {
            (TokenTree::Punct(first), Some(TokenTree::Punct(second))) => {
                first.as_char() == '=' && second.as_char() == '>'
            }
            _ => false,
        };
        match &token {
            // The name of the case.
            TokenTree::Punct(punct) if punct.as_char() == ';' && !is_rstest => break,
            _ if is_arrow && !is_rstest => {
                tokens.next();
                is_after = true;
            }
            _ if is_after => token.to_tokens(&mut after),
            _ => token.to_tokens(&mut before),
        }
    }
    let parse = Punctuated::<Expr, Token![,]>::parse_terminated;
    let arguments = parse.parse2(before).ok()?.into_iter().collect();
    let expected = match is_after {
        // Others are `panics`, `matches` and the like.
        true => Some(syn::parse2::<Expr>(after).ok()?),
        false => None,
    };
    Some((arguments, expected))
}
