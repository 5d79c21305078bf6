//! What patterns, operators, paths and arrays are, where that decides how the walk goes on.

use crate::read::arguments;
use syn::{BinOp, Expr, Pat};

/// The name of a pattern that is one variable, and not a mutable one.
pub(super) fn simple_name(pattern: &Pat) -> Option<String> {
    match pattern {
        Pat::Ident(name)
            if name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none() =>
        {
            Some(name.ident.to_string())
        }
        Pat::Type(typed) => simple_name(&typed.pat),
        _ => None,
    }
}

pub(super) fn is_comparison(operator: &BinOp) -> bool {
    matches!(
        operator,
        BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_)
    )
}

/// `String::from`, `Box::new` and the like: the result is the argument in another form.
pub(super) fn is_conversion(path: &syn::Path) -> bool {
    let names: Vec<String> = path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    matches!(
        names[..],
        ["String" | "Vec", "from"] | ["Box" | "Rc" | "Arc", "new"]
    )
}

/// Whether a macro of the package asserts something about expressions, as its name says. Snapshots are compared with files or with their own text.
pub(super) fn is_assertion(name: &str) -> bool {
    name.starts_with("assert") && !name.contains("snapshot")
}

/// Whether the name of a function says that it checks something.
pub(super) fn is_checking(name: &str) -> bool {
    ["assert", "check", "verify", "expect"]
        .iter()
        .any(|word| name.starts_with(word))
}

/// Whether a macro prints its arguments.
pub(super) fn prints(name: &str) -> bool {
    ["println", "print", "eprintln", "eprint", "dbg"].contains(&name)
}

/// Whether a macro is known to assert nothing about its arguments.
pub(super) fn is_silent(name: &str) -> bool {
    const SILENT: [&str; 7] = [
        "format",
        "write",
        "writeln",
        "todo",
        "include_str",
        "include_bytes",
        "concat",
    ];
    SILENT.contains(&name)
}

/// Whether an expression is an array of tuples, or a reference to one.
pub(super) fn is_table_of(expression: &Expr) -> bool {
    match expression {
        Expr::Array(array) => array
            .elems
            .iter()
            .any(|element| matches!(element, Expr::Tuple(_))),
        Expr::Reference(reference) => is_table_of(&reference.expr),
        Expr::Macro(mac) if mac.mac.path.is_ident("vec") => arguments(&mac.mac)
            .is_ok_and(|all| all.iter().any(|element| matches!(element, Expr::Tuple(_)))),
        _ => false,
    }
}

pub(super) fn is_table(expression: &Expr) -> bool {
    match expression {
        Expr::MethodCall(call) => is_table(&call.receiver),
        Expr::Path(_) => false,
        other => is_table_of(other) || matches!(other, Expr::Array(_)),
    }
}
