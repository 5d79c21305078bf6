//! Assertions and other macros in a body.

use super::at::At;
use super::detour::detour;
use super::recognize::{self, is_comparison};
use super::walk::Walk;
use super::{Assertion, Implied, Kind, Place, Role};
use crate::read::arguments;
use crate::value::Value;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Macro, UnOp};

impl Walk<'_> {
    pub(super) fn macro_call(&mut self, mac: &Macro, statement: Range<usize>, at: &At) {
        let Some(name) = mac.path.segments.last().map(|last| last.ident.to_string()) else {
            return;
        };
        let at = &At {
            is_stub: false,
            ..at.clone()
        };
        if let Some(detour) = detour(mac) {
            self.detour(&detour, at);
            return;
        }
        let name = name.strip_prefix("debug_").unwrap_or(&name);
        match name {
            "assert_eq" | "assert_ne" => {
                let Ok(arguments) = arguments(mac) else {
                    return;
                };
                let sides: Vec<Expr> = arguments.into_iter().take(2).collect();
                for side in &sides {
                    self.expression(side, &at.oracle());
                }
                let kind = match name {
                    "assert_eq" => Kind::Equal,
                    _ => Kind::Different,
                };
                self.assertion(statement, kind, sides, at, true);
            }
            "assert" => {
                let all = arguments(mac).unwrap_or_default();
                if let Some(condition) = all.into_iter().next() {
                    self.condition(&condition, mac, statement, at);
                }
            }
            "vec" | "matches" => {
                let parse = |input: syn::parse::ParseStream| {
                    let first = input.parse::<Expr>()?;
                    let _: proc_macro2::TokenStream = input.parse()?;
                    Ok(first)
                };
                match (name, arguments(mac)) {
                    ("vec", Ok(elements)) => {
                        for element in &elements {
                            self.expression(element, &at.plain());
                        }
                    }
                    ("matches", _) => {
                        if let Ok(first) = mac.parse_body_with(parse) {
                            self.expression(&first, &at.input());
                        }
                    }
                    _ => {}
                }
            }
            _ if recognize::is_assertion(name) => {
                let Ok(arguments) = arguments(mac) else {
                    self.body.unknown_macro.get_or_insert(name.to_owned());
                    return;
                };
                let sides: Vec<Expr> = arguments.into_iter().collect();
                for side in &sides {
                    self.expression(side, &at.oracle());
                }
                self.assertion(statement, Kind::Holds, sides, at, false);
            }
            _ if recognize::prints(name) => {
                self.body.prints = true;
                for argument in arguments(mac).unwrap_or_default() {
                    // The format is no value that feeds a call.
                    if !matches!(argument, Expr::Lit(_)) {
                        self.expression(&argument, &at.input());
                    }
                }
            }
            // A test that panics where it should not be asserts that it is not.
            "panic" | "unreachable" => self.body.unwraps = true,
            _ if recognize::is_silent(name) => {}
            _ => {
                self.body.unknown_macro.get_or_insert(name.to_owned());
            }
        }
    }

    /// The condition of an `assert!`.
    fn condition(&mut self, condition: &Expr, mac: &Macro, statement: Range<usize>, at: &At) {
        match condition {
            Expr::Binary(binary) if is_comparison(&binary.op) => {
                let sides = vec![(*binary.left).clone(), (*binary.right).clone()];
                for side in &sides {
                    self.expression(side, &at.oracle());
                }
                let kind = match binary.op {
                    BinOp::Eq(_) => Kind::Equal,
                    BinOp::Ne(_) => Kind::Different,
                    _ => Kind::Ordered,
                };
                self.assertion(statement, kind, sides, at, false);
            }
            Expr::Binary(binary) => {
                for side in [&binary.left, &binary.right] {
                    self.expression(side, &at.input());
                }
                self.assertion(statement, Kind::Holds, vec![condition.clone()], at, false);
            }
            _ => {
                let (inner, negation) = match condition {
                    Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
                        (&*unary.expr, Some(unary.op.span().byte_range()))
                    }
                    other => (other, None),
                };
                self.expression(inner, &at.input());
                self.assertion(statement, Kind::Holds, vec![condition.clone()], at, false);
                let end = condition.span().byte_range().end;
                let name = mac
                    .path
                    .segments
                    .last()
                    .map(|last| last.ident.span().byte_range());
                let is_value = matches!(inner, Expr::Call(_) | Expr::MethodCall(_));
                let (Some(name), true) = (name, is_value) else {
                    return;
                };
                self.body.places.push(Place {
                    range: end..end,
                    text: negation.is_none().to_string(),
                    value: Value::Bool(negation.is_none()),
                    role: Role::Oracle,
                    is_borrowed: false,
                    is_repeated: at.is_repeated,
                    is_operand: false,
                    callee: None,
                    outer: None,
                    constructed: None,
                    local: None,
                    closure: None,
                    implied: Some(Implied { name, negation }),
                });
            }
        }
    }

    fn assertion(
        &mut self,
        range: Range<usize>,
        kind: Kind,
        sides: Vec<Expr>,
        at: &At,
        is_comparison: bool,
    ) {
        self.body.assertions.push(Assertion {
            range,
            kind,
            sides,
            is_outermost: at.is_outermost,
            is_comparison,
        });
    }
}
