//! What a function states about its arguments, read off its source: assertions at its beginning, and panics with a message of their own.

mod found;

use found::Found;
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use std::collections::BTreeSet;
use syn::spanned::Spanned as _;

/// A function of a source file, however deep in it, or in a macro's definition.
pub(super) struct Function {
    /// Its name.
    pub(super) name: String,
    /// Its lines.
    body: Lines,
    /// The statements at its beginning that are about parameters and constants.
    stated: Vec<Statement>,
    /// How the messages of all its assertions begin.
    asserted: Vec<String>,
    /// Where it calls `panic!` with a message.
    panics: Vec<Lines>,
    /// The parameters whose types are `usize` or `isize`.
    pub(super) sizes: Vec<String>,
    /// Whether it returns a `Result` or an `Option`, by which it could have said no.
    pub(super) may_refuse: bool,
}

/// The first and the last line.
type Lines = (usize, usize);

/// A statement that ends with a panic if the arguments are not as the function needs them.
struct Statement {
    lines: Lines,
    /// How the message begins.
    message: String,
    /// Whether it compares sizes.
    is_bound: bool,
}

/// All functions with a body.
pub(super) fn functions(tokens: TokenStream) -> Vec<Function> {
    let mut found = Vec::new();
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(word) if word == "fn" => found.extend(function(&tokens[at..])),
            TokenTree::Group(group) => found.extend(functions(group.stream())),
            _ => {}
        }
    }
    found
}

/// The function whose `fn` comes first here; `None` if it has no body.
fn function(tokens: &[TokenTree]) -> Option<Function> {
    let end = tokens.iter().position(|token| {
        matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
            || matches!(token, TokenTree::Punct(mark) if mark.as_char() == ';')
    })?;
    let item = without_dollars(tokens[..=end].iter().cloned().collect());
    let item: syn::ImplItemFn = syn::parse2(item).ok()?;
    let mut known: BTreeSet<String> = item
        .sig
        .inputs
        .iter()
        .filter_map(|input| match input {
            syn::FnArg::Receiver(_) => Some("self".to_owned()),
            syn::FnArg::Typed(typed) => match &*typed.pat {
                syn::Pat::Ident(name) => Some(name.ident.to_string()),
                _ => None,
            },
        })
        .collect();
    let sizes = item.sig.inputs.iter().filter_map(size).collect();
    let may_refuse = match &item.sig.output {
        syn::ReturnType::Type(_, of) => matches!(
            &**of,
            syn::Type::Path(path)
                if path.path.segments.last().is_some_and(|last| is_refusal(&last.ident))
        ),
        syn::ReturnType::Default => false,
    };
    let mut stated = Vec::new();
    collect(&item.block.stmts, &mut known, &mut stated);
    let mut found = Found::default();
    found.read(item.block.to_token_stream());
    Some(Function {
        name: item.sig.ident.to_string(),
        body: lines(item.block.span()),
        stated,
        asserted: found.assertions,
        panics: found.panics,
        sizes,
        may_refuse,
    })
}

/// The body of a macro as if it were no macro: without the marks of its repetitions, and with its variables as constants.
fn without_dollars(tokens: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut out = TokenStream::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match (token, tokens.get(at)) {
            (TokenTree::Punct(mark), Some(TokenTree::Ident(name))) if mark.as_char() == '$' => {
                let name = Ident::new(&format!("Macro_{name}"), name.span());
                out.extend([TokenTree::Ident(name)]);
                at += 1;
            }
            (TokenTree::Punct(mark), Some(TokenTree::Group(group))) if mark.as_char() == '$' => {
                out.extend(without_dollars(group.stream()));
                // A separator may come before the mark of the repetition.
                let is_end = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(mark)) if "*+?".contains(mark.as_char()));
                at += if is_end(tokens.get(at + 1)) { 2 } else { 3 };
            }
            (TokenTree::Group(group), _) => {
                let mut inner =
                    proc_macro2::Group::new(group.delimiter(), without_dollars(group.stream()));
                inner.set_span(group.span());
                out.extend([TokenTree::Group(inner)]);
            }
            (token, _) => out.extend([token.clone()]),
        }
    }
    out
}

/// The name of a parameter that is a `usize` or `isize`, or refers to one.
fn size(input: &syn::FnArg) -> Option<String> {
    let syn::FnArg::Typed(typed) = input else {
        return None;
    };
    let of = match &*typed.ty {
        syn::Type::Reference(reference) => &*reference.elem,
        of => of,
    };
    match (&*typed.pat, of) {
        (syn::Pat::Ident(name), syn::Type::Path(path))
            if path.path.is_ident("usize") || path.path.is_ident("isize") =>
        {
            Some(name.ident.to_string())
        }
        _ => None,
    }
}

/// Whether a type's name says that a value may be missing.
fn is_refusal(name: &Ident) -> bool {
    let name = name.to_string();
    name.ends_with("Result") || name == "Option" || name == "Poll"
}

impl Function {
    /// Whether all of it is within these lines.
    pub(super) fn is_within(&self, all: &std::ops::RangeInclusive<u32>) -> bool {
        let (first, last) = self.body;
        let has = |line: usize| u32::try_from(line).is_ok_and(|line| all.contains(&line));
        has(first) && has(last)
    }

    /// Number of its lines.
    pub(super) fn length(&self) -> usize {
        self.body.1 - self.body.0
    }

    /// Whether a line belongs to it.
    pub(super) fn holds(&self, line: u32) -> bool {
        covers(self.body, line)
    }

    /// Whether the line belongs to a statement about parameters and constants that only other such statements precede: an assertion, or a
    /// `panic!` under such a condition.
    pub(super) fn states(&self, line: u32) -> bool {
        self.stated
            .iter()
            .any(|statement| covers(statement.lines, line))
    }

    /// Whether such a statement compares sizes.
    pub(super) fn checks_bounds(&self) -> bool {
        self.stated.iter().any(|statement| statement.is_bound)
    }

    /// Whether such a statement has this message, and no assertion deeper in the function could have it. In functions that a macro makes, all lines are that of the macro's use.
    pub(super) fn says(&self, message: &str) -> bool {
        let stated = self.stated.iter();
        let stated = stated.filter(|statement| message.starts_with(&statement.message));
        let asserted = self.asserted.iter();
        let asserted = asserted.filter(|beginning| message.starts_with(*beginning));
        let (stated, all) = (stated.count(), asserted.count());
        stated > 0 && stated >= all
    }

    /// Whether the line belongs to a `panic!` with a message of its own, though the function could not have refused in another way.
    pub(super) fn refuses(&self, line: u32) -> bool {
        !self.may_refuse && self.panics.iter().any(|&lines| covers(lines, line))
    }
}

/// Collects the statements about `known` names with which a block begins. Returns whether the block contains nothing else.
fn collect(
    statements: &[syn::Stmt],
    known: &mut BTreeSet<String>,
    stated: &mut Vec<Statement>,
) -> bool {
    for statement in statements {
        match statement {
            syn::Stmt::Macro(syn::StmtMacro { mac, .. })
            | syn::Stmt::Expr(syn::Expr::Macro(syn::ExprMacro { mac, .. }), _) => {
                let Some(message) = message(mac, known) else {
                    return false;
                };
                let is_mark = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if "<>".contains(mark.as_char()));
                stated.push(Statement {
                    lines: lines(statement.span()),
                    message,
                    is_bound: parts(mac.tokens.clone())[0]
                        .clone()
                        .into_iter()
                        .any(|it| is_mark(&it)),
                });
            }
            syn::Stmt::Expr(syn::Expr::If(of), _)
                if are_known(of.cond.to_token_stream(), known) =>
            {
                let is_simple = collect(&of.then_branch.stmts, known, stated);
                if !is_simple || of.else_branch.is_some() {
                    return false;
                }
            }
            // `let len = self.items.len();` gives a property of an argument a name.
            syn::Stmt::Local(local) if is_property(local, known) => {
                if let syn::Pat::Ident(name) = &local.pat {
                    known.insert(name.ident.to_string());
                }
            }
            _ => return false,
        }
    }
    true
}

/// How the message of an assertion begins whose operands are made of known names, or that of a `panic!`.
fn message(of: &syn::Macro, known: &BTreeSet<String>) -> Option<String> {
    let name = of.path.get_ident()?.to_string();
    let parts = parts(of.tokens.clone());
    let operands = operands(&name)?;
    let mut used = parts.iter().take(operands);
    used.all(|part| are_known(part.clone(), known))
        .then(|| beginning(&name, of.tokens.clone()))?
}

/// Number of operands of an assertion or a `panic!`. What follows them is the message.
fn operands(name: &str) -> Option<usize> {
    match name.trim_start_matches("debug_") {
        "panic" => Some(0),
        "assert" => Some(1),
        "assert_eq" | "assert_ne" => Some(2),
        _ => None,
    }
}

/// The arguments of a macro.
fn parts(tokens: TokenStream) -> Vec<TokenStream> {
    let mut parts: Vec<TokenStream> = vec![TokenStream::new()];
    for token in tokens {
        match token {
            TokenTree::Punct(mark) if mark.as_char() == ',' => parts.push(TokenStream::new()),
            token => parts.last_mut().expect("never empty").extend([token]),
        }
    }
    parts
}

/// How the message of an assertion or a `panic!` begins.
fn beginning(name: &str, tokens: TokenStream) -> Option<String> {
    let operands = operands(name)?;
    let own = parts(tokens).get(operands).cloned();
    let own = own.and_then(|part| syn::parse2::<syn::LitStr>(part).ok());
    let fixed = own.map(|text| {
        let text = text.value();
        text.split('{').next().unwrap_or_default().to_owned()
    });
    Some(match (operands, fixed) {
        (0 | 1, Some(text)) if !text.is_empty() => text,
        (2, _) if name.ends_with("_eq") => "assertion `left == right` failed".to_owned(),
        (2, _) => "assertion `left != right` failed".to_owned(),
        (1, None) => "assertion failed: ".to_owned(),
        // The message begins with a value.
        _ => "\u{0}".to_owned(),
    })
}

fn are_known(tokens: TokenStream, known: &BTreeSet<String>) -> bool {
    names(tokens).iter().all(|name| known.contains(name))
}

/// Whether a `let` names a property of something known: fields, and methods without arguments.
fn is_property(local: &syn::Local, known: &BTreeSet<String>) -> bool {
    let value = local.init.as_ref();
    value.is_some_and(|value| value.diverge.is_none() && is_property_of(&value.expr, known))
}

fn is_property_of(of: &syn::Expr, known: &BTreeSet<String>) -> bool {
    let is_argument = |of: &syn::Expr| matches!(of, syn::Expr::Lit(_)) || is_property_of(of, known);
    match of {
        syn::Expr::Field(field) => is_property_of(&field.base, known),
        syn::Expr::MethodCall(call) => {
            let is_choice = ["unwrap_or", "min", "max"]
                .iter()
                .any(|it| call.method == it);
            (call.args.is_empty() || is_choice && call.args.iter().all(is_argument))
                && is_property_of(&call.receiver, known)
        }
        syn::Expr::Reference(reference) => is_property_of(&reference.expr, known),
        syn::Expr::Path(path) => {
            let name = path.path.get_ident().map(ToString::to_string);
            name.is_some_and(|name| known.contains(&name))
        }
        _ => false,
    }
}

fn lines(span: Span) -> Lines {
    (span.start().line, span.end().line)
}

fn covers((first, last): Lines, line: u32) -> bool {
    (first..=last).contains(&(line as usize))
}

/// Names of variables in an expression: words that are neither a field, a method or function, a part of a path, a constant, a type, nor a
/// word of the language.
fn names(tokens: TokenStream) -> Vec<String> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mark = |at: Option<usize>| match at.and_then(|at| tokens.get(at)) {
        Some(TokenTree::Punct(mark)) => Some(mark.as_char()),
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => Some('('),
        _ => None,
    };
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                // `cfg!(…)` is a constant.
                let is_cfg =
                    at >= 2 && matches!(&tokens[at - 2], TokenTree::Ident(word) if word == "cfg");
                if !is_cfg {
                    found.extend(names(group.stream()));
                }
            }
            TokenTree::Ident(word) => {
                let (before, after) = (mark(at.checked_sub(1)), mark(Some(at + 1)));
                // `a..b` has dots, too, and `a != b` a `!`.
                let is_field = before == Some('.') && mark(at.checked_sub(2)) != Some('.');
                let is_path = before == Some(':') || after == Some(':');
                let is_called =
                    after == Some('(') || after == Some('!') && mark(Some(at + 2)) != Some('=');
                if !is_field && !is_path && !is_called && is_variable(word) {
                    found.push(word.to_string());
                }
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}

fn is_variable(word: &Ident) -> bool {
    let word = word.to_string();
    let is_language = [
        "true", "false", "as", "mut", "ref", "if", "else", "match", "in", "let", "move", "bool",
        "char", "str", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64",
        "i128", "isize", "f32", "f64",
    ];
    !is_language.contains(&word.as_str()) && !word.starts_with(char::is_uppercase)
}
