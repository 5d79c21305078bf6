//! The patterns of parameterized tests, by the names of Thummalapenta et al., "Retrofitting Unit Tests for Parameterized Unit Testing", table 1.
//!
//! A pattern is read off the finished text. It names what the test does and changes nothing.

use crate::body::{self, Assertion, Kind};
use crate::claim::{Form, Source};
use crate::types::Identifiers;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use syn::visit::{self, Visit};
use syn::{Expr, FnArg, ItemFn, Pat, Stmt};

/// A pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pattern {
    /// Arrange, act, assert.
    Aaa,
    /// Assume, arrange, act, assert.
    Aaaa,
    /// A constructor's argument is what the value shows.
    ConstructorTest,
    /// One function undoes what another one does.
    Roundtrip,
    /// The same, for results of the first function only.
    SanitizedRoundtrip,
    /// A call changes a state that other calls show.
    StateRelation,
    /// Two functions have the same result.
    SameObservableBehavior,
    /// Two ways of calls lead to the same result.
    CommutativeDiagram,
    /// Some inputs have an expectation of their own.
    Cases,
    /// Every input panics as expected.
    AllowedPanic,
    /// Some input leads to a place.
    Reachability,
    /// What the code under test calls answers with a parameter.
    ParameterizedStub,
    /// It only prints what people have to review.
    ManualOutputReview,
    /// Results are expected to stay what they were.
    RegressionTest,
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Pattern::Aaa => "AAA",
            Pattern::Aaaa => "AAAA",
            Pattern::ConstructorTest => "Constructor Test",
            Pattern::Roundtrip => "Roundtrip",
            Pattern::SanitizedRoundtrip => "Sanitized Roundtrip",
            Pattern::StateRelation => "State Relation",
            Pattern::SameObservableBehavior => "Same Observable Behavior",
            Pattern::CommutativeDiagram => "Commutative Diagram",
            Pattern::Cases => "Cases",
            Pattern::AllowedPanic => "Allowed Panic",
            Pattern::Reachability => "Reachability",
            Pattern::ParameterizedStub => "Parameterized Stub",
            Pattern::ManualOutputReview => "Manual Output Review",
            Pattern::RegressionTest => "Regression Test",
        })
    }
}

/// The patterns of a parameterized test, given its text and the form that it was written in.
pub fn of(text: &str, form: &Form) -> Vec<Pattern> {
    let Ok(function) = syn::parse_str::<ItemFn>(text) else {
        return Vec::new();
    };
    let mut patterns = BTreeSet::new();
    patterns.insert(match form.assumption {
        Some(_) => Pattern::Aaaa,
        None => Pattern::Aaa,
    });
    if function
        .attrs
        .iter()
        .any(|each| each.path().is_ident("should_panic"))
    {
        patterns.insert(Pattern::AllowedPanic);
    }
    let mut stubs = Stubs {
        parameters: Locals::of(&function).parameters,
        is_found: false,
    };
    stubs.visit_block(&function.block);
    if stubs.is_found {
        patterns.insert(Pattern::ParameterizedStub);
    }
    if form.source == Source::Cases {
        patterns.insert(Pattern::Cases);
        if text.contains("::assert_reachable!(") {
            patterns.insert(Pattern::Reachability);
        }
        if form.guards.iter().any(|guard| guard.is_pinned) {
            patterns.insert(Pattern::RegressionTest);
        }
        return patterns.into_iter().collect();
    }
    let locals = Locals::of(&function);
    let body = body::read(text, &function.block);
    if body.assertions.is_empty() && body.prints && !body.unwraps {
        patterns.insert(Pattern::ManualOutputReview);
    }
    for assertion in body.assertions {
        locals.judge(&assertion, &mut patterns);
    }
    patterns.into_iter().collect()
}

/// The variables of a test.
struct Locals {
    parameters: BTreeSet<String>,
    /// Variables that can change.
    states: BTreeSet<String>,
    /// Other variables that are made by a call, and the parameters that it takes.
    made: BTreeMap<String, BTreeSet<String>>,
}

impl Locals {
    fn of(function: &ItemFn) -> Locals {
        let mut locals = Locals {
            parameters: BTreeSet::new(),
            states: BTreeSet::new(),
            made: BTreeMap::new(),
        };
        for input in &function.sig.inputs {
            if let FnArg::Typed(typed) = input
                && let Pat::Ident(name) = &*typed.pat
            {
                locals.parameters.insert(name.ident.to_string());
                if name.mutability.is_some() {
                    locals.states.insert(name.ident.to_string());
                }
            }
        }
        for statement in &function.block.stmts {
            let Stmt::Local(local) = statement else {
                continue;
            };
            let Pat::Ident(name) = &local.pat else {
                continue;
            };
            let variable = name.ident.to_string();
            match (&name.mutability, &local.init) {
                (Some(_), _) => {
                    locals.states.insert(variable);
                }
                (None, Some(init)) if matches!(*init.expr, Expr::Call(_)) => {
                    locals.made.insert(variable, Identifiers::of(&init.expr));
                }
                _ => {}
            }
        }
        locals
    }

    fn judge(&self, assertion: &Assertion, patterns: &mut BTreeSet<Pattern>) {
        let all: BTreeSet<String> = assertion.sides.iter().flat_map(Identifiers::of).collect();
        if all.iter().any(|name| self.states.contains(name)) {
            patterns.insert(Pattern::StateRelation);
        }
        let (Kind::Equal, [one, other]) = (assertion.kind, &assertion.sides[..]) else {
            return;
        };
        let (one, other) = match self.is_plain(one) {
            true => (other, one),
            false => (one, other),
        };
        if self.is_plain(other) {
            let made = Identifiers::of(one)
                .into_iter()
                .find_map(|name| self.made.get(&name));
            if self.depth(one) > 1 {
                patterns.insert(Pattern::Roundtrip);
            } else if made.is_some_and(|taken| !taken.is_disjoint(&Identifiers::of(other))) {
                patterns.insert(Pattern::ConstructorTest);
            }
            return;
        }
        let (first, second) = (self.depth(one), self.depth(other));
        if first == 0 || second == 0 {
            return;
        }
        let is_sanitized =
            first != second && outermost(one).is_some() && outermost(one) == outermost(other);
        patterns.insert(match (is_sanitized, first + second) {
            (true, _) => Pattern::SanitizedRoundtrip,
            (false, 2) => Pattern::SameObservableBehavior,
            (false, _) => Pattern::CommutativeDiagram,
        });
    }

    /// Whether an expression is a parameter, perhaps in another form.
    fn is_plain(&self, expression: &Expr) -> bool {
        self.depth(expression) == 0
            && Identifiers::of(expression)
                .iter()
                .any(|name| self.parameters.contains(name))
    }

    /// How many calls are nested around a parameter.
    fn depth(&self, expression: &Expr) -> usize {
        let mut depth = Depth {
            locals: self,
            now: 0,
            most: 0,
        };
        depth.visit_expr(expression);
        depth.most
    }
}

struct Depth<'a> {
    locals: &'a Locals,
    now: usize,
    most: usize,
}

impl<'ast> Visit<'ast> for Depth<'_> {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        let counts = match expression {
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) => path.path.segments.last().is_some_and(|last| {
                    last.ident.to_string().starts_with(char::is_lowercase) && last.ident != "from"
                }),
                _ => true,
            },
            Expr::MethodCall(call) => !FORMS.iter().any(|form| call.method == form),
            _ => false,
        };
        self.now += usize::from(counts);
        visit::visit_expr(self, expression);
        self.now -= usize::from(counts);
    }

    fn visit_ident(&mut self, name: &'ast syn::Ident) {
        if self.locals.parameters.contains(&name.to_string()) {
            self.most = self.most.max(self.now);
        }
    }
}

/// Looks for closures that answer with a parameter.
struct Stubs {
    parameters: BTreeSet<String>,
    is_found: bool,
}

impl<'ast> Visit<'ast> for Stubs {
    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        let names = Identifiers::of(&closure.body);
        self.is_found |= !names.is_disjoint(&self.parameters);
        visit::visit_expr_closure(self, closure);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        if let Some(detour) = body::detour(mac) {
            let names = Identifiers::of(&detour.closure.body);
            self.is_found |= !names.is_disjoint(&self.parameters);
        }
    }
}

/// Methods that only change the form of a value or unwrap it.
const FORMS: [&str; 12] = [
    "clone",
    "to_vec",
    "to_string",
    "to_owned",
    "into",
    "as_str",
    "as_slice",
    "as_ref",
    "unwrap",
    "expect",
    "iter",
    "as_deref",
];

/// The name of the outermost call.
fn outermost(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
            _ => None,
        },
        Expr::MethodCall(call) if FORMS.iter().any(|form| call.method == form) => {
            outermost(&call.receiver)
        }
        Expr::MethodCall(call) => Some(call.method.to_string()),
        Expr::Reference(reference) => outermost(&reference.expr),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns(function: &str) -> String {
        let form = Form {
            parameters: Vec::new(),
            edits: Vec::new(),
            source: Source::Stated,
            learned: Vec::new(),
            constants: Vec::new(),
            assumption: None,
            guards: Vec::new(),
            factory: None,
        };
        let names: Vec<String> = of(function, &form)
            .iter()
            .map(ToString::to_string)
            .collect();
        names.join(", ")
    }

    #[test]
    fn patterns_are_read_off_the_text() {
        assert_eq!(
            patterns("fn f(x: u8) { assert_eq!(decode(&encode(x)), Ok(x)); }"),
            "AAA, Roundtrip"
        );
        assert_eq!(
            patterns("fn f(x: &str) { assert_eq!(trim(trim(x)), trim(x)); }"),
            "AAA, Sanitized Roundtrip"
        );
        assert_eq!(
            patterns("fn f(a: u8, b: u8) { assert_eq!(add(a, b), add(b, a)); }"),
            "AAA, Same Observable Behavior"
        );
        assert_eq!(
            patterns("fn f(a: u8) { assert_eq!(double(inc(a)), add(double(a), 2)); }"),
            "AAA, Commutative Diagram"
        );
        assert_eq!(
            patterns("fn f(a: u8) { let p = P::new(a); assert_eq!(p.a(), a); }"),
            "AAA, Constructor Test"
        );
        assert_eq!(
            patterns("fn f(mut s: S, a: u8) { s.push(a); assert!(s.contains(&a)); }"),
            "AAA, State Relation"
        );
        assert_eq!(
            patterns("fn f(a: u8) { let mut s = S::new(); s.push(a); assert!(s.contains(&a)); }"),
            "AAA, State Relation"
        );
        assert_eq!(
            patterns("#[should_panic] fn f(a: u8) { g(a); }"),
            "AAA, Allowed Panic"
        );
        assert_eq!(patterns("fn f(a: u8) { assert_eq!(g(a), 5); }"), "AAA");
        assert_eq!(
            patterns(
                "fn f(a: u8) { let s = Stub::new(); s.read(move || a); assert_eq!(g(&s), a); }"
            ),
            "AAA, Parameterized Stub"
        );
        assert_eq!(
            patterns("fn f(a: u8) { let _g = isolde::detour!(now => || a); assert_eq!(g(), a); }"),
            "AAA, Parameterized Stub"
        );
        assert_eq!(
            patterns("fn f(a: u8) { println!(\"{}\", g(a)); }"),
            "AAA, Manual Output Review"
        );
    }
}
