//! The walk through a test's body.

use super::at::At;
use super::literals::{Literal, is_type_like, is_wrapper, literal};
use super::recognize::{is_checking, is_conversion, is_table, is_table_of, simple_name};
use super::{Body, Local, Place, Role};
use crate::value::{self, Value};
use std::collections::BTreeMap;
use syn::spanned::Spanned;
use syn::{BinOp, Block, Expr, ExprMacro, Pat, Stmt};

/// Methods that only change the form of a value.
const CONVERSIONS: [&str; 12] = [
    "to_string",
    "to_owned",
    "into",
    "to_vec",
    "clone",
    "as_str",
    "as_ref",
    "as_slice",
    "iter",
    "as_bytes",
    "cloned",
    "copied",
];

/// Methods whose arguments are messages.
const MESSAGES: [&str; 2] = ["expect", "expect_err"];

/// Deepest nesting of expressions that is walked through; what is deeper is left alone.
const DEEPEST: usize = 60;

pub(super) struct Walk<'t> {
    text: &'t str,
    pub(super) body: Body,
    /// How often each variable is bound.
    bound: BTreeMap<String, usize>,
    /// What variables are used for.
    uses: Vec<(String, Role)>,
}

pub(super) fn walk(text: &str, block: &Block) -> Body {
    let mut walk = Walk {
        text,
        body: Body::default(),
        bound: BTreeMap::new(),
        uses: Vec::new(),
    };
    let at = At {
        role: Role::Input,
        is_borrowed: false,
        is_repeated: false,
        callee: None,
        outer: None,
        depth: 0,
        is_outermost: true,
        is_stub: true,
        closure: None,
    };
    walk.block(block, &at);
    walk.settle_locals();
    walk.body
}

impl Walk<'_> {
    fn block(&mut self, block: &Block, at: &At) {
        for statement in &block.stmts {
            match statement {
                Stmt::Local(local) => self.local(local, at),
                Stmt::Expr(Expr::Macro(expression), _) => {
                    self.macro_call(&expression.mac, statement.span().byte_range(), at);
                }
                Stmt::Expr(expression, _) => self.expression(expression, &at.plain()),
                Stmt::Macro(statement) => {
                    self.macro_call(&statement.mac, statement.span().byte_range(), at);
                }
                Stmt::Item(_) => {}
            }
        }
    }

    fn local(&mut self, local: &syn::Local, at: &At) {
        let name = simple_name(&local.pat);
        self.count_names(&local.pat);
        let Some(init) = &local.init else {
            return;
        };
        let before = self.body.places.len();
        self.expression(&init.expr, &at.plain());
        if let Some((_, diverge)) = &init.diverge {
            self.expression(diverge, &at.inside());
        }
        let is_value = literal(&init.expr).is_some();
        if let (Some(name), true, true) = (name, is_value, at.is_outermost)
            && let Some(place) = self.body.places.get_mut(before)
        {
            place.local = Some(Local {
                name,
                statement: local.span().byte_range(),
            });
        }
    }

    /// Counts the bindings of a pattern, so that a variable that is bound twice is recognised.
    pub(super) fn count_names(&mut self, pattern: &Pat) {
        struct Names<'a>(&'a mut BTreeMap<String, usize>);
        impl<'ast> syn::visit::Visit<'ast> for Names<'_> {
            fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
                *self.0.entry(pattern.ident.to_string()).or_default() += 1;
            }
        }
        syn::visit::Visit::visit_pat(&mut Names(&mut self.bound), pattern);
    }

    pub(super) fn expression(&mut self, expression: &Expr, at: &At) {
        if at.depth > DEEPEST {
            return;
        }
        if let Some(kind) = literal(expression) {
            self.value(expression, &kind, at);
            return;
        }
        let at = &At {
            depth: at.depth + 1,
            is_borrowed: false,
            ..at.clone()
        };
        match expression {
            Expr::Paren(inner) => self.expression(&inner.expr, at),
            Expr::Group(inner) => self.expression(&inner.expr, at),
            Expr::Reference(inner) => {
                let at = At {
                    is_borrowed: true,
                    ..at.clone()
                };
                self.expression(&inner.expr, &at);
            }
            Expr::Path(path) => {
                if let Some(name) = path.path.get_ident() {
                    self.uses.push((name.to_string(), at.role));
                }
            }
            Expr::Call(call) => self.call(call, at),
            Expr::MethodCall(call) => self.method_call(call, at),
            Expr::Macro(ExprMacro { mac, .. }) => {
                self.macro_call(mac, expression.span().byte_range(), at);
            }
            Expr::Unary(unary) => self.expression(&unary.expr, at),
            Expr::Binary(binary) => self.binary(binary, at),
            Expr::Tuple(tuple) => {
                for part in &tuple.elems {
                    self.expression(part, at);
                }
            }
            Expr::Array(array) => {
                for part in &array.elems {
                    self.expression(part, at);
                }
            }
            Expr::Struct(value) => {
                for field in &value.fields {
                    self.expression(&field.expr, at);
                }
            }
            Expr::Field(field) => self.expression(&field.base, at),
            Expr::Index(index) => self.expression(&index.expr, &at.input()),
            Expr::Try(inner) => {
                self.body.unwraps = true;
                self.expression(&inner.expr, at);
            }
            Expr::Assign(assign) => self.expression(&assign.right, &at.input()),
            Expr::Block(block) => self.block(&block.block, &at.inside()),
            Expr::Unsafe(block) => self.block(&block.block, &at.inside()),
            Expr::If(branch) => {
                self.block(&branch.then_branch, &at.inside());
                if let Some((_, otherwise)) = &branch.else_branch {
                    self.expression(otherwise, &at.inside());
                }
            }
            Expr::Match(expression) => {
                self.expression(&expression.expr, &at.input());
                for arm in &expression.arms {
                    self.count_names(&arm.pat);
                    self.expression(&arm.body, &at.inside());
                }
            }
            Expr::ForLoop(walk) => {
                self.count_names(&walk.pat);
                self.body.has_table |= is_table(&walk.expr);
                // Bounds of loops are not parameters: the number of turns would have no limit.
                if !matches!(*walk.expr, Expr::Range(_)) {
                    self.expression(&walk.expr, &at.input());
                }
                self.block(&walk.body, &at.repeated());
            }
            Expr::While(walk) => self.block(&walk.body, &at.repeated()),
            Expr::Loop(walk) => self.block(&walk.body, &at.repeated()),
            // What a stub answers feeds the code under test.
            Expr::Closure(closure) if at.is_stub && at.callee.is_some() => {
                for input in &closure.inputs {
                    self.count_names(input);
                }
                let begin = closure.span().byte_range().start;
                let at = At {
                    closure: closure.capture.is_none().then_some(begin),
                    ..at.repeated().input()
                };
                self.expression(&closure.body, &at);
            }
            // Other closures, casts, ranges, constants, and everything unknown.
            _ => {}
        }
    }

    fn call(&mut self, call: &syn::ExprCall, at: &At) {
        let Expr::Path(path) = &*call.func else {
            self.expression(&call.func, &at.input());
            for argument in &call.args {
                self.expression(argument, &at.input());
            }
            return;
        };
        let keeps_form =
            is_wrapper(&path.path) || is_type_like(&path.path) || is_conversion(&path.path);
        let name = path.path.segments.last().map(|last| last.ident.to_string());
        self.body.unwraps |= name.as_deref().is_some_and(is_checking);
        for (number, argument) in call.args.iter().enumerate() {
            match (keeps_form, &name) {
                (true, _) => self.expression(argument, at),
                (false, name) => {
                    let callee = name.clone().map(|name| (name, number));
                    self.expression(
                        argument,
                        &At {
                            callee,
                            ..at.input()
                        },
                    );
                }
            }
        }
    }

    fn method_call(&mut self, call: &syn::ExprMethodCall, at: &At) {
        let name = call.method.to_string();
        self.body.unwraps |= name == "unwrap" || name.starts_with("expect") || name == "unwrap_err";
        if is_table_of(&call.receiver) && name == "iter" {
            self.body.has_table = true;
        }
        match CONVERSIONS.contains(&name.as_str()) {
            true => self.expression(&call.receiver, at),
            false => self.expression(
                &call.receiver,
                &At {
                    callee: None,
                    ..at.input()
                },
            ),
        }
        if MESSAGES.contains(&name.as_str()) {
            return;
        }
        for (number, argument) in call.args.iter().enumerate() {
            let callee = Some((name.clone(), number));
            self.expression(
                argument,
                &At {
                    callee,
                    ..at.input()
                },
            );
        }
    }

    fn binary(&mut self, binary: &syn::ExprBinary, at: &At) {
        let is_arithmetic = matches!(
            binary.op,
            BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_)
        );
        for side in [&binary.left, &binary.right] {
            // The test's own arithmetic on inputs would overflow before the code under test is reached.
            let is_skipped = is_arithmetic && at.role == Role::Input && literal(side).is_some();
            if !is_skipped {
                let number = self.body.places.len();
                self.expression(side, at);
                if let (true, Some(place)) = (
                    is_arithmetic && literal(side).is_some(),
                    self.body.places.get_mut(number),
                ) {
                    place.is_operand = true;
                }
            }
        }
    }

    fn value(&mut self, expression: &Expr, kind: &Literal, at: &At) {
        let range = expression.span().byte_range();
        let Some(text) = self.text.get(range.clone()) else {
            return;
        };
        let number = self.body.places.len();
        self.body.places.push(Place {
            text: text.to_owned(),
            value: value::of(expression)
                .unwrap_or_else(|| Value::Other(text.split_whitespace().collect())),
            range,
            role: at.role,
            is_borrowed: at.is_borrowed,
            is_repeated: at.is_repeated,
            is_operand: false,
            callee: at.callee.clone(),
            outer: at.outer,
            constructed: match kind {
                Literal::Constructed(ty) => Some(ty.clone()),
                _ => None,
            },
            local: None,
            closure: at.closure,
            implied: None,
        });
        if let Literal::Constructed(_) = kind {
            let at = At {
                outer: Some(number),
                is_borrowed: false,
                depth: at.depth + 1,
                ..at.clone()
            };
            match expression {
                Expr::Call(call) => {
                    for argument in &call.args {
                        self.expression(argument, &at);
                    }
                }
                Expr::Struct(value) => {
                    for field in &value.fields {
                        self.expression(&field.expr, &at);
                    }
                }
                _ => {}
            }
        }
    }

    /// Variables that are bound to a value: their role is what they are used for. Those that are bound twice stay variables.
    fn settle_locals(&mut self) {
        for place in &mut self.body.places {
            let Some(local) = &place.local else {
                continue;
            };
            let mut uses = self.uses.iter().filter(|(name, _)| *name == local.name);
            let feeds = uses.clone().any(|(_, role)| *role == Role::Input);
            place.role = match feeds || uses.next().is_none() {
                true => Role::Input,
                false => Role::Oracle,
            };
            if self.bound.get(&local.name) != Some(&1) {
                place.local = None;
            }
        }
    }
}
