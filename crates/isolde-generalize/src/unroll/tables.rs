//! Tables that a test walks through: `for (input, expected) in [("a", 1), ("b", 2)] { … }`.

use super::rows::{Bound, Row};
use crate::read::{arguments, is_plain_test};
use syn::spanned::Spanned;
use syn::{Expr, ExprForLoop, ItemFn, Local, Pat, Stmt};

/// The rows of a test that walks through one table; `None` if it is no such test, or if the table is used in another way, too.
pub(super) fn rows(text: &str, function: &ItemFn) -> Option<Vec<Row>> {
    if !is_plain_test(function) {
        return None;
    }
    let statements = &function.block.stmts;
    let mut loops = statements.iter().filter_map(|statement| match statement {
        Stmt::Expr(Expr::ForLoop(walk), _) => Some((statement, walk)),
        _ => None,
    });
    let (statement, walk) = loops.next()?;
    if loops.next().is_some() || walk.label.is_some() || walk.body.stmts.is_empty() {
        return None;
    }
    let mut removed = Vec::new();
    let walked = walked(&walk.expr);
    let (table, is_reference) = match walked.table {
        Expr::Path(path) => {
            let name = path.path.get_ident()?;
            let local = statements.iter().find_map(|statement| match statement {
                Stmt::Local(local) if is_named(local, name) => Some(local),
                _ => None,
            })?;
            if uses(function, name) != 2 {
                return None;
            }
            removed.push(local.span().byte_range());
            let held = self::walked(&local.init.as_ref()?.expr);
            (held.table, walked.is_reference || held.is_reference)
        }
        table => (table, walked.is_reference),
    };
    let elements = elements(table)?;
    let range = statement.span().byte_range();
    let inner = body(walk);
    let attributes = Vec::new();
    elements
        .iter()
        .map(|element| {
            let mut bound = Vec::new();
            bind(text, &walk.pat, element, is_reference, &mut bound)?;
            Some(Row {
                bound,
                replaced: range.clone(),
                body: inner.clone(),
                removed: removed.clone(),
                attributes: attributes.clone(),
                expected: None,
                parameters: None,
            })
        })
        .collect()
}

/// What is between the braces of the loop.
fn body(walk: &ExprForLoop) -> std::ops::Range<usize> {
    let brace = walk.body.brace_token.span;
    brace.open().byte_range().end..brace.close().byte_range().start
}

struct Walked<'e> {
    table: &'e Expr,
    /// Whether the elements are walked through by reference.
    is_reference: bool,
}

fn walked(expression: &Expr) -> Walked<'_> {
    match expression {
        Expr::Reference(reference) => Walked {
            is_reference: true,
            ..walked(&reference.expr)
        },
        Expr::Paren(inner) => walked(&inner.expr),
        Expr::MethodCall(call) if call.args.is_empty() => {
            let inner = walked(&call.receiver);
            let is_reference = match call.method.to_string().as_str() {
                "iter" => true,
                "copied" | "cloned" => false,
                "into_iter" => inner.is_reference,
                _ => {
                    return Walked {
                        table: expression,
                        is_reference: false,
                    };
                }
            };
            Walked {
                is_reference,
                ..inner
            }
        }
        table => Walked {
            table,
            is_reference: false,
        },
    }
}

fn is_named(local: &Local, name: &syn::Ident) -> bool {
    let pattern = match &local.pat {
        Pat::Type(typed) => &typed.pat,
        pattern => pattern,
    };
    matches!(pattern, Pat::Ident(found) if found.ident == *name)
}

/// How often the function names it.
fn uses(function: &ItemFn, name: &syn::Ident) -> usize {
    fn count(tokens: proc_macro2::TokenStream, name: &syn::Ident) -> usize {
        tokens
            .into_iter()
            .map(|token| match token {
                proc_macro2::TokenTree::Ident(ident) => usize::from(ident == *name),
                proc_macro2::TokenTree::Group(group) => count(group.stream(), name),
                _ => 0,
            })
            .sum()
    }
    count(quote::ToTokens::to_token_stream(&function.block), name)
}

fn elements(table: &Expr) -> Option<Vec<Expr>> {
    match table {
        Expr::Array(array) => Some(array.elems.iter().cloned().collect()),
        Expr::Macro(mac) if mac.mac.path.is_ident("vec") => arguments(&mac.mac).ok(),
        _ => None,
    }
}

/// Binds the variables of a pattern to the parts of an element.
fn bind(
    text: &str,
    pattern: &Pat,
    element: &Expr,
    is_reference: bool,
    bound: &mut Vec<Bound>,
) -> Option<()> {
    match (pattern, element) {
        (Pat::Wild(_), _) => {}
        (Pat::Reference(reference), element) => {
            bind(text, &reference.pat, element, false, bound)?;
        }
        (Pat::Paren(inner), element) => bind(text, &inner.pat, element, is_reference, bound)?,
        (Pat::Ident(name), element) if name.subpat.is_none() && name.mutability.is_none() => {
            bound.push(Bound {
                name: name.ident.to_string(),
                ty: None,
                value: text.get(element.span().byte_range())?.to_owned(),
                is_reference,
            });
        }
        (Pat::Tuple(patterns), Expr::Tuple(elements))
            if patterns.elems.len() == elements.elems.len() =>
        {
            for (pattern, element) in patterns.elems.iter().zip(&elements.elems) {
                bind(text, pattern, element, is_reference, bound)?;
            }
        }
        _ => return None,
    }
    Some(())
}
