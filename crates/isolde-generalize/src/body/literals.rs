//! Which expressions are values that a parameter could take the place of.

use crate::read::arguments;
use crate::value;
use quote::ToTokens;
use syn::{Expr, Lit, Path, UnOp};

/// A kind of value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Literal {
    /// A literal, a negative number, or a limit such as `i32::MAX`.
    Simple,
    /// An array or `vec![…]` of values, or a reference to an array.
    Sequence,
    /// A value of an enum or struct, made of values; its type as it is written there.
    Constructed(String),
}

/// The kind of value that an expression is, if it is one.
pub(super) fn literal(expression: &Expr) -> Option<Literal> {
    match expression {
        Expr::Lit(literal) => {
            let is_value = !matches!(literal.lit, Lit::CStr(_) | Lit::Verbatim(_));
            is_value.then_some(Literal::Simple)
        }
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            matches!(*unary.expr, Expr::Lit(_)).then_some(Literal::Simple)
        }
        Expr::Reference(reference) if reference.mutability.is_none() => {
            let inner = literal(&reference.expr)?;
            let is_array = inner == Literal::Sequence && matches!(*reference.expr, Expr::Array(_));
            is_array.then_some(Literal::Sequence)
        }
        Expr::Array(array) => {
            let is_sequence = !array.elems.is_empty() && array.elems.iter().all(is_element);
            is_sequence.then_some(Literal::Sequence)
        }
        Expr::Macro(mac) if mac.mac.path.is_ident("vec") => {
            let elements = arguments(&mac.mac).ok()?;
            let is_sequence = !elements.is_empty() && elements.iter().all(is_element);
            is_sequence.then_some(Literal::Sequence)
        }
        Expr::Path(path) if path.qself.is_none() => match value::of(expression) {
            Some(_) => Some(Literal::Simple),
            None => variant(&path.path).map(Literal::Constructed),
        },
        Expr::Call(call) => {
            let Expr::Path(path) = &*call.func else {
                return None;
            };
            let is_constructor = is_type_like(&path.path) && !is_wrapper(&path.path);
            let is_value =
                is_constructor && !call.args.is_empty() && call.args.iter().all(is_element);
            is_value.then(|| Literal::Constructed(owner(&path.path)))
        }
        Expr::Struct(value) if value.rest.is_none() && value.qself.is_none() => {
            let is_value = value.fields.iter().all(|field| is_element(&field.expr));
            let ty = match value.path.segments.len() {
                // `Shape::Circle { … }` is a value of `Shape`.
                2.. if is_type_like(&parent(&value.path)) => owner(&value.path),
                _ => written(&value.path),
            };
            (is_value && !value.fields.is_empty()).then_some(Literal::Constructed(ty))
        }
        _ => None,
    }
}

/// Whether an expression can be an element of a sequence, or a part of a constructed value.
fn is_element(expression: &Expr) -> bool {
    match expression {
        Expr::Tuple(tuple) => !tuple.elems.is_empty() && tuple.elems.iter().all(is_element),
        Expr::Call(call) if call.args.is_empty() => false,
        _ => value::of(expression).is_some() || literal(expression).is_some(),
    }
}

/// Whether the last name of a path is that of a type or variant.
pub(super) fn is_type_like(path: &Path) -> bool {
    path.segments.last().is_some_and(|last| {
        let name = last.ident.to_string();
        let is_constant = name.len() > 1 && !name.chars().any(char::is_lowercase);
        name.starts_with(char::is_uppercase) && !is_constant
    })
}

/// Whether it is a variant of `Option` or `Result`.
pub(super) fn is_wrapper(path: &Path) -> bool {
    let last = path.segments.last();
    last.is_some_and(|last| ["Some", "Ok", "Err"].iter().any(|name| last.ident == name))
}

/// The enum of a variant without fields: `Colour` of `Colour::Red`.
fn variant(path: &Path) -> Option<String> {
    let is_variant = path.segments.len() > 1 && is_type_like(path) && is_type_like(&parent(path));
    is_variant.then(|| owner(path))
}

/// The path without its last segment.
fn parent(path: &Path) -> Path {
    let mut parent = path.clone();
    parent.segments.pop();
    parent.segments.pop_punct();
    parent
}

/// The type that a constructor belongs to: the enum of a variant, or the struct itself.
fn owner(path: &Path) -> String {
    let parent = parent(path);
    match is_type_like(&parent) {
        true => written(&parent),
        false => written(path),
    }
}

pub(super) fn written(path: &Path) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}
