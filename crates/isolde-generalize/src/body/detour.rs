//! Detours in tests: what a faked function answers feeds the code under test.

use super::at::At;
use super::walk::Walk;
use proc_macro2::TokenStream;
use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::{ExprClosure, Ident, Macro, Token};

/// A `detour!`.
pub(crate) struct Detour {
    /// What is called in place of the function.
    pub(crate) closure: ExprClosure,
    /// Whether other threads call it, so that it has to own what it uses.
    across: bool,
}

/// The detour that a macro installs, if it is one.
pub(crate) fn detour(mac: &Macro) -> Option<Detour> {
    if mac.path.segments.last()?.ident != "detour" {
        return None;
    }
    let parse = |input: ParseStream| {
        let mut across = false;
        while !input.peek(Token![=>]) {
            across |= input
                .fork()
                .parse::<Ident>()
                .is_ok_and(|word| word == "threads");
            input.step(|cursor| {
                let rest = cursor.token_tree().map(|(_, rest)| ((), rest));
                rest.ok_or_else(|| cursor.error("expected `=>`"))
            })?;
        }
        input.parse::<Token![=>]>()?;
        let closure = input.parse()?;
        let _: TokenStream = input.parse()?;
        Ok(Detour { closure, across })
    };
    mac.parse_body_with(parse).ok()
}

impl Walk<'_> {
    /// The answers of a detour are inputs.
    pub(super) fn detour(&mut self, detour: &Detour, at: &At) {
        for input in &detour.closure.inputs {
            self.count_names(input);
        }
        let owns = detour.across && detour.closure.capture.is_none();
        let at = At {
            closure: owns.then(|| detour.closure.span().byte_range().start),
            ..at.repeated().input()
        };
        self.expression(&detour.closure.body, &at);
    }
}
