//! What closures give that do not look at their arguments.

use super::{Value, made};
use syn::{Expr, ExprClosure, Pat, Stmt};

/// The value of a closure; `value` reads other expressions.
pub(super) fn of(closure: &ExprClosure, value: &impl Fn(&Expr) -> Value) -> Value {
    match closure.inputs.iter().all(is_ignored) {
        true => Value::Closure(Box::new(given(&closure.body, value))),
        false => Value::Unknown,
    }
}

fn nothing() -> Value {
    made("", [].into_iter())
}

/// Whether a closure does not look at a parameter.
fn is_ignored(parameter: &Pat) -> bool {
    match parameter {
        Pat::Type(typed) => is_ignored(&typed.pat),
        pattern => matches!(pattern, Pat::Wild(_)),
    }
}

/// What the body of a closure gives.
fn given(body: &Expr, value: &impl Fn(&Expr) -> Value) -> Value {
    match body {
        Expr::Block(block) => match block.block.stmts.as_slice() {
            [] => nothing(),
            [Stmt::Expr(last, None)] => given(last, value),
            [Stmt::Macro(last)] if last.mac.path.is_ident("unreachable") => nothing(),
            _ => Value::Unknown,
        },
        Expr::Macro(call) if call.mac.path.is_ident("unreachable") => nothing(),
        body => value(body),
    }
}
