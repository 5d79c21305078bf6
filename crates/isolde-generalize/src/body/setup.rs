//! The beginning of a test that only brings an object into its state: a constructor, and then the same method several times.

use super::literals::{is_type_like, literal, written};
use crate::read::arguments;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Block, Expr, ExprMethodCall, Pat, Stmt};

/// How a test brings an object into its state. Ranges are in bytes of the source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The variable.
    pub variable: String,
    /// The type, as the call of its constructor names it: `Stack` of `Stack::new()`.
    pub ty: String,
    /// The call of the constructor.
    pub constructor: Range<usize>,
    /// The method that is called.
    pub method: String,
    /// The arguments of each call.
    pub calls: Vec<Vec<Range<usize>>>,
    /// All statements, for each number of calls: the first of these ranges ends behind the first call.
    pub statements: Vec<Range<usize>>,
    /// Names of the methods that are called on the object afterwards.
    pub used: Vec<String>,
    /// Whether it is borrowed mutably afterwards.
    pub is_lent: bool,
}

/// The set-up that a body begins with, if there is one.
pub fn setup(block: &Block) -> Option<Setup> {
    let mut statements = block.stmts.iter();
    let Some(Stmt::Local(local)) = statements.next() else {
        return None;
    };
    let Pat::Ident(variable) = &local.pat else {
        return None;
    };
    let is_plain = variable.by_ref.is_none() && variable.subpat.is_none();
    let variable = is_plain.then(|| variable.ident.to_string())?;
    let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
    let Expr::Call(constructor) = &*init.expr else {
        return None;
    };
    let begin = local.span().byte_range().start;
    let mut setup = Setup {
        ty: made_by(&constructor.func)?,
        constructor: init.expr.span().byte_range(),
        method: String::new(),
        calls: Vec::new(),
        statements: Vec::new(),
        used: Vec::new(),
        is_lent: false,
        variable,
    };
    let rest: Vec<&Stmt> = statements.collect();
    for statement in &rest {
        let Some(call) = call_of(statement, &setup.variable) else {
            break;
        };
        let method = call.method.to_string();
        let is_first = setup.method.is_empty();
        let is_same =
            setup.method == method && setup.calls.first().map(Vec::len) == Some(call.args.len());
        if !is_first && !is_same {
            break;
        }
        setup.method = method;
        let arguments = call
            .args
            .iter()
            .map(|argument| argument.span().byte_range());
        setup.calls.push(arguments.collect());
        setup
            .statements
            .push(begin..statement.span().byte_range().end);
    }
    let uses = rest.get(setup.calls.len()..).unwrap_or_default();
    for statement in uses {
        let mut uses = Uses {
            variable: &setup.variable,
            used: &mut setup.used,
            is_lent: &mut setup.is_lent,
        };
        uses.visit_stmt(statement);
    }
    (!setup.calls.is_empty()).then_some(setup)
}

/// The type whose function a path names: `Stack` of `Stack::new`.
fn made_by(function: &Expr) -> Option<String> {
    let Expr::Path(path) = function else {
        return None;
    };
    let mut owner = path.path.clone();
    owner.segments.pop();
    owner.segments.pop_punct();
    let is_plain = path.qself.is_none()
        && owner
            .segments
            .iter()
            .all(|segment| segment.arguments.is_none())
        && is_type_like(&owner);
    is_plain.then(|| written(&owner))
}

/// A statement that calls a method of the variable with values.
fn call_of<'s>(statement: &'s Stmt, variable: &str) -> Option<&'s ExprMethodCall> {
    let Stmt::Expr(Expr::MethodCall(call), Some(_)) = statement else {
        return None;
    };
    let is_own = matches!(&*call.receiver, Expr::Path(path) if path.path.is_ident(variable));
    let has_values =
        !call.args.is_empty() && call.args.iter().all(|argument| literal(argument).is_some());
    (is_own && has_values && call.turbofish.is_none()).then_some(call)
}

/// Looks for what is done with a variable.
struct Uses<'a> {
    variable: &'a str,
    used: &'a mut Vec<String>,
    is_lent: &'a mut bool,
}

impl Uses<'_> {
    fn is_own(&self, expression: &Expr) -> bool {
        matches!(expression, Expr::Path(path) if path.path.is_ident(self.variable))
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if self.is_own(&call.receiver) {
            self.used.push(call.method.to_string());
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_reference(&mut self, reference: &'ast syn::ExprReference) {
        *self.is_lent |= reference.mutability.is_some() && self.is_own(&reference.expr);
        visit::visit_expr_reference(self, reference);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        for argument in arguments(mac).unwrap_or_default() {
            self.visit_expr(&argument);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(body: &str) -> Option<String> {
        let text = format!("fn f() {{ {body} }}");
        let function: syn::ItemFn = syn::parse_str(&text).unwrap();
        let setup = setup(&function.block)?;
        let last = setup.statements.last()?;
        Some(format!(
            "{} {} {} {:?} {}: {}",
            setup.ty,
            setup.method,
            setup.calls.len(),
            setup.used,
            setup.is_lent,
            &text[last.clone()],
        ))
    }

    #[test]
    fn equal_calls_behind_a_constructor_are_a_set_up() {
        assert_eq!(
            found("let mut s = a::S::new(5); s.put(1, 'a'); s.put(2, 'b'); assert!(s.take(1)); g(&mut s);").as_deref(),
            Some("a::S put 2 [\"take\"] true: let mut s = a::S::new(5); s.put(1, 'a'); s.put(2, 'b');")
        );
        let last = "let mut s = S::new(); s.put(1); s.add(2); s.put(3);";
        assert_eq!(
            found(last).as_deref(),
            Some("S put 1 [\"add\", \"put\"] false: let mut s = S::new(); s.put(1);")
        );
    }

    #[test]
    fn what_has_another_form_is_none() {
        for body in [
            "let s = make(); s.put(1);",
            "let mut s = S::new(); t.put(1);",
            "let mut s = S::new(); s.put(x);",
            "let mut s = S::new(); s.clear();",
            "let Some(mut s) = S::new() else { return }; s.put(1);",
            "g(); let mut s = S::new(); s.put(1);",
            "let mut s = Vec::<u8>::new(); s.put(1);",
        ] {
            assert_eq!(found(body), None, "{body}");
        }
    }
}
