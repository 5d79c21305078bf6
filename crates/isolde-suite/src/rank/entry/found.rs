//! The assertions and refusals of a function's body, however deep in it.

use super::{Lines, beginning, lines};
use proc_macro2::{TokenStream, TokenTree};

/// Words of a message that speaks of the function's own faults.
const OWN_FAULTS: &[&str] = &[
    "bug",
    "internal",
    "unreachable",
    "impossible",
    "invariant",
    "should not",
    "should never",
    "cannot happen",
];

/// What a body contains, however deep.
#[derive(Default)]
pub(super) struct Found {
    /// Where `panic!` is called with a literal that refuses something.
    pub(super) panics: Vec<Lines>,
    /// How the messages of all assertions begin.
    pub(super) assertions: Vec<String>,
}

impl Found {
    pub(super) fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            let TokenTree::Group(group) = token else {
                continue;
            };
            if let Some(TokenTree::Ident(name)) = at.checked_sub(2).and_then(|at| tokens.get(at)) {
                let first = group.stream().into_iter().next();
                let refuses = match first {
                    Some(TokenTree::Literal(literal)) => {
                        let text = literal.to_string().to_lowercase();
                        !OWN_FAULTS.iter().any(|word| text.contains(word))
                    }
                    _ => false,
                };
                if name == "panic" && refuses {
                    self.panics
                        .push((lines(name.span()).0, lines(group.span()).1));
                }
                let name = name.to_string();
                if name.trim_start_matches("debug_").starts_with("assert") {
                    self.assertions.extend(beginning(&name, group.stream()));
                }
            }
            self.read(group.stream());
        }
    }
}
