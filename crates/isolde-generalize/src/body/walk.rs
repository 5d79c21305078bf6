//! The walk through a test's body.

use super::literals::{Literal, is_type_like, is_wrapper, literal};
use super::{Assertion, Body, Implied, Kind, Local, Place, Role};
use crate::value::{self, Value};
use std::collections::BTreeMap;
use std::ops::Range;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{BinOp, Block, Expr, ExprMacro, Macro, Pat, Stmt, Token, UnOp};

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

/// Where the walk is.
#[derive(Clone)]
struct At {
    role: Role,
    is_borrowed: bool,
    is_repeated: bool,
    callee: Option<(String, usize)>,
    outer: Option<usize>,
    depth: usize,
    is_outermost: bool,
}

struct Walk<'t> {
    text: &'t str,
    body: Body,
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
    fn count_names(&mut self, pattern: &Pat) {
        struct Names<'a>(&'a mut BTreeMap<String, usize>);
        impl<'ast> syn::visit::Visit<'ast> for Names<'_> {
            fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
                *self.0.entry(pattern.ident.to_string()).or_default() += 1;
            }
        }
        syn::visit::Visit::visit_pat(&mut Names(&mut self.bound), pattern);
    }

    fn expression(&mut self, expression: &Expr, at: &At) {
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
            // Closures, casts, ranges, constants, and everything unknown.
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
                self.expression(side, at);
            }
        }
    }

    fn macro_call(&mut self, mac: &Macro, statement: Range<usize>, at: &At) {
        let Some(name) = mac.path.segments.last().map(|last| last.ident.to_string()) else {
            return;
        };
        let parse = Punctuated::<Expr, Token![,]>::parse_terminated;
        let name = name.strip_prefix("debug_").unwrap_or(&name);
        match name {
            "assert_eq" | "assert_ne" => {
                let Ok(arguments) = mac.parse_body_with(parse) else {
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
                let arguments = mac.parse_body_with(parse).ok();
                if let Some(condition) = arguments.and_then(|all| all.into_iter().next()) {
                    self.condition(&condition, mac, statement, at);
                }
            }
            "vec" | "matches" => {
                let parse = |input: syn::parse::ParseStream| {
                    let first = input.parse::<Expr>()?;
                    let _: proc_macro2::TokenStream = input.parse()?;
                    Ok(first)
                };
                let elements = Punctuated::<Expr, Token![,]>::parse_terminated;
                match (name, mac.parse_body_with(elements)) {
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
            _ => {}
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
                    _ => Kind::Holds,
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
                    callee: None,
                    outer: None,
                    constructed: None,
                    local: None,
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
            callee: at.callee.clone(),
            outer: at.outer,
            constructed: match kind {
                Literal::Constructed(ty) => Some(ty.clone()),
                _ => None,
            },
            local: None,
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

impl At {
    /// The same place, where a value is what a variable or argument is.
    fn plain(&self) -> At {
        At {
            is_borrowed: false,
            callee: None,
            ..self.clone()
        }
    }

    fn input(&self) -> At {
        At {
            role: Role::Input,
            ..self.plain()
        }
    }

    fn oracle(&self) -> At {
        At {
            role: Role::Oracle,
            ..self.plain()
        }
    }

    fn inside(&self) -> At {
        At {
            is_outermost: false,
            ..self.plain()
        }
    }

    fn repeated(&self) -> At {
        At {
            is_repeated: true,
            ..self.inside()
        }
    }
}

/// The name of a pattern that is one variable, and not a mutable one.
fn simple_name(pattern: &Pat) -> Option<String> {
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

fn is_comparison(operator: &BinOp) -> bool {
    matches!(
        operator,
        BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_)
    )
}

/// `String::from`, `Box::new` and the like: the result is the argument in another form.
fn is_conversion(path: &syn::Path) -> bool {
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

/// Whether an expression is an array of tuples, or a reference to one.
fn is_table_of(expression: &Expr) -> bool {
    match expression {
        Expr::Array(array) => array
            .elems
            .iter()
            .any(|element| matches!(element, Expr::Tuple(_))),
        Expr::Reference(reference) => is_table_of(&reference.expr),
        Expr::Macro(mac) if mac.mac.path.is_ident("vec") => {
            let parse = Punctuated::<Expr, Token![,]>::parse_terminated;
            let elements = mac.mac.parse_body_with(parse);
            elements.is_ok_and(|all| all.iter().any(|element| matches!(element, Expr::Tuple(_))))
        }
        _ => false,
    }
}

fn is_table(expression: &Expr) -> bool {
    match expression {
        Expr::MethodCall(call) => is_table(&call.receiver),
        Expr::Path(_) => false,
        other => is_table_of(other) || matches!(other, Expr::Array(_)),
    }
}
