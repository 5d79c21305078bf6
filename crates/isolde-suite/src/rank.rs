//! How much a finding matters to a maintainer: a defect, a precondition that nobody wrote down, or a limit of every program.
//!
//! In doubt a finding is a defect: calling a bug intended is worse than the opposite mistake.

use crate::render::Test;
use isolde_record::run::Rank;
use isolde_record::{Outcome, PanicInfo, PanicKind, ThunkInfo};
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens as _;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned as _;

/// An integer from which on a size, a count or a repetition is absurd.
const ABSURD: u128 = 1 << 24;
/// A position or size of this magnitude exists on no machine.
const IMPOSSIBLE: u128 = 1 << 48;

/// Beginnings of the messages of the compiler's own checks, which an assertion does not make.
const CHECKS: &[&str] = &[
    "attempt to ",
    "index out of bounds: the len is",
    "range start index",
    "range end index",
    "slice index starts at",
    "byte index",
    "called `",
];

/// Ranks findings of a package; sources are read once.
pub struct Ranks<'a> {
    package_root: &'a Path,
    thunks: &'a [ThunkInfo],
    functions: BTreeMap<PathBuf, Vec<Function>>,
}

impl<'a> Ranks<'a> {
    /// For a package in this folder with these functions.
    pub fn new(package_root: &'a Path, thunks: &'a [ThunkInfo]) -> Ranks<'a> {
        Ranks {
            package_root,
            thunks,
            functions: BTreeMap::new(),
        }
    }

    /// The rank of a finding.
    pub fn of(&mut self, test: &Test) -> Rank {
        let input = Input::of(test);
        match &test.outcome {
            Outcome::TimedOut | Outcome::OutOfMemory if input.largest >= ABSURD => Rank::Limit,
            Outcome::Panicked(panic) => match PanicKind::of(&panic.message) {
                PanicKind::OutOfMemory if input.largest >= ABSURD => Rank::Limit,
                PanicKind::Overflow if input.largest_size >= IMPOSSIBLE => Rank::Limit,
                PanicKind::Panic if self.is_announced_inside(test, panic) => Rank::Precondition,
                _ if self.is_precondition(test, panic) => Rank::Precondition,
                _ => Rank::Defect,
            },
            _ => Rank::Defect,
        }
    }

    /// Whether the function that contains the panic announces it, and only the one that called it does not.
    fn is_announced_inside(&self, test: &Test, panic: &PanicInfo) -> bool {
        let file = test.place_of(&panic.file);
        self.thunks.iter().any(|thunk| {
            thunk.function != test.thunk.function
                && thunk.file == file
                && (thunk.line..=thunk.end_line).contains(&panic.line)
                && thunk.announces(panic)
        })
    }

    /// Whether an assertion fails that states, at the beginning of the function, what its arguments must be like.
    fn is_precondition(&mut self, test: &Test, panic: &PanicInfo) -> bool {
        let thunk = &test.thunk;
        let is_inside = (thunk.line..=thunk.end_line).contains(&panic.line);
        let is_check = CHECKS.iter().any(|check| panic.message.starts_with(check));
        if is_check || !is_inside || test.place_of(&panic.file) != thunk.file {
            return false;
        }
        let path = self.package_root.join(&thunk.file);
        let functions = self.functions.entry(path).or_insert_with_key(|path| {
            let text = fs::read_to_string(path).unwrap_or_default();
            functions(text.parse().unwrap_or_default())
        });
        let innermost = functions
            .iter()
            .filter(|function| function.holds(panic.line))
            .min_by_key(|function| function.lines());
        innermost.is_some_and(|function| function.states(panic.line))
    }
}

/// A function of a source file, however deep in it.
struct Function {
    parameters: BTreeSet<String>,
    body: syn::Block,
}

/// All functions with a body.
fn functions(tokens: TokenStream) -> Vec<Function> {
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
    let item = tokens[..=end].iter().cloned().collect();
    let item: syn::ImplItemFn = syn::parse2(item).ok()?;
    let parameters = item.sig.inputs.iter().flat_map(|input| match input {
        syn::FnArg::Receiver(_) => Some("self".to_owned()),
        syn::FnArg::Typed(typed) => match &*typed.pat {
            syn::Pat::Ident(name) => Some(name.ident.to_string()),
            _ => None,
        },
    });
    Some(Function {
        parameters: parameters.collect(),
        body: item.block,
    })
}

impl Function {
    fn lines(&self) -> usize {
        let span = self.body.span();
        span.end().line - span.start().line
    }

    fn holds(&self, line: u32) -> bool {
        covers(self.body.span(), line)
    }

    /// Whether the line belongs to a statement about parameters and constants that only other such statements precede: an assertion, or a
    /// `panic!` under such a condition.
    fn states(&self, line: u32) -> bool {
        let mut known = self.parameters.clone();
        states(&self.body.stmts, &mut known, line) == Some(true)
    }
}

/// Whether the line is in a statement about `known` names. `None` if all statements are such statements and the line is in none of them.
fn states(statements: &[syn::Stmt], known: &mut BTreeSet<String>, line: u32) -> Option<bool> {
    for statement in statements {
        let is_here = covers(statement.span(), line);
        match statement {
            syn::Stmt::Macro(of) if is_about(&of.mac, known) => {
                if is_here {
                    return Some(true);
                }
            }
            syn::Stmt::Expr(syn::Expr::Macro(of), _) if is_about(&of.mac, known) => {
                if is_here {
                    return Some(true);
                }
            }
            syn::Stmt::Expr(syn::Expr::If(of), _)
                if are_known(of.cond.to_token_stream(), known) =>
            {
                let inside = states(&of.then_branch.stmts, known, line);
                let is_simple = of.else_branch.is_none() && inside != Some(false);
                if is_here || !is_simple {
                    return Some(inside == Some(true));
                }
            }
            // `let len = self.items.len();` gives a property of an argument a name.
            syn::Stmt::Local(local) if !is_here && is_property(local, known) => {
                if let syn::Pat::Ident(name) = &local.pat {
                    known.insert(name.ident.to_string());
                }
            }
            _ => return Some(false),
        }
    }
    None
}

/// Whether a macro is an assertion whose operands are made of known names, or a panic. What follows the operands is the message.
fn is_about(of: &syn::Macro, known: &BTreeSet<String>) -> bool {
    let operands = |name: &str| match name {
        "panic" => Some(0),
        "assert" | "debug_assert" => Some(1),
        "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => Some(2),
        _ => None,
    };
    let name = of.path.get_ident().map(ToString::to_string);
    let Some(operands) = name.and_then(|name| operands(&name)) else {
        return false;
    };
    let mut parts: Vec<TokenStream> = vec![TokenStream::new()];
    for token in of.tokens.clone() {
        match token {
            TokenTree::Punct(mark) if mark.as_char() == ',' => parts.push(TokenStream::new()),
            token => parts.last_mut().expect("never empty").extend([token]),
        }
    }
    let mut used = parts.into_iter().take(operands);
    used.all(|operand| are_known(operand, known))
}

fn are_known(tokens: TokenStream, known: &BTreeSet<String>) -> bool {
    names(tokens).iter().all(|name| known.contains(name))
}

/// Whether a `let` names a property of something known: fields, and methods without arguments.
fn is_property(local: &syn::Local, known: &BTreeSet<String>) -> bool {
    let is_property = |mut of: &syn::Expr| loop {
        match of {
            syn::Expr::Field(field) => of = &field.base,
            syn::Expr::MethodCall(call) if call.args.is_empty() => of = &call.receiver,
            syn::Expr::Reference(reference) => of = &reference.expr,
            syn::Expr::Path(path) => {
                let name = path.path.get_ident().map(ToString::to_string);
                break name.is_some_and(|name| known.contains(&name));
            }
            _ => break false,
        }
    };
    let value = local.init.as_ref();
    value.is_some_and(|value| value.diverge.is_none() && is_property(&value.expr))
}

fn covers(span: proc_macro2::Span, line: u32) -> bool {
    (span.start().line..=span.end().line).contains(&(line as usize))
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

/// The numbers of an input, from its source text.
#[derive(Debug, Default, PartialEq, Eq)]
struct Input {
    /// The largest integer, whatever its sign.
    largest: u128,
    /// The largest integer that is known to be a `usize` or `isize`.
    largest_size: u128,
}

impl Input {
    fn of(test: &Test) -> Input {
        let mut input = Input::default();
        let observation = &test.observation;
        for text in observation.statements.iter().chain([&observation.call]) {
            if let Ok(tokens) = text.parse::<TokenStream>() {
                input.read(tokens);
            }
        }
        input
    }

    fn read(&mut self, tokens: TokenStream) {
        let mut last = String::new();
        for token in tokens {
            match &token {
                TokenTree::Group(group) => self.read(group.stream()),
                TokenTree::Literal(literal) => {
                    if let Ok(number) = syn::parse_str::<syn::LitInt>(&literal.to_string()) {
                        let value = number.base10_parse().unwrap_or(u128::MAX);
                        self.note(value, number.suffix().ends_with("size"));
                    }
                }
                TokenTree::Ident(word) if word == "MAX" || word == "MIN" => {
                    let bits = match last.as_str() {
                        "usize" | "isize" | "u64" | "i64" => 63,
                        "u32" | "i32" => 31,
                        "u128" | "i128" => 127,
                        _ => 0,
                    };
                    self.note(1 << bits, last.ends_with("size"));
                }
                _ => {}
            }
            if !matches!(&token, TokenTree::Punct(mark) if mark.as_char() == ':') {
                last = token.to_string();
            }
        }
    }

    fn note(&mut self, value: u128, is_size: bool) {
        self.largest = self.largest.max(value);
        if is_size {
            self.largest_size = self.largest_size.max(value);
        }
    }
}

#[cfg(test)]
mod tests;
