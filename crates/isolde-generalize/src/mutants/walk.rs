//! The walk through a file, in the order of its text, so that what is inserted at one place is in the right order.

use super::operators::{is_chain, is_left_out, others};
use super::{Marked, Mutant, Part, values};
use proc_macro2::TokenTree;
use quote::ToTokens;
use std::ops::{Range, RangeInclusive};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Block, Expr, ImplItemFn, Item, ItemFn, Signature, TraitItemFn};

struct Walk<'m> {
    text: &'m str,
    marked: &'m mut Marked,
    /// The offsets at which lines begin.
    lines: Vec<usize>,
    modules: Vec<String>,
    /// The innermost branch and the lines of the function, inside of one.
    inside: Option<(u32, RangeInclusive<usize>)>,
}

pub(super) fn walk(text: &str, file: &syn::File, marked: &mut Marked) {
    let begins = text.match_indices('\n').map(|(at, _)| at + 1);
    let mut walk = Walk {
        text,
        marked,
        lines: std::iter::once(0).chain(begins).collect(),
        modules: Vec::new(),
        inside: None,
    };
    for item in &file.items {
        walk.visit_item(item);
    }
}

impl Walk<'_> {
    fn line(&self, at: usize) -> usize {
        self.lines.partition_point(|&begin| begin <= at)
    }

    fn lines(&self, range: &Range<usize>) -> RangeInclusive<usize> {
        self.line(range.start)..=self.line(range.end)
    }

    fn function(&mut self, attributes: &[Attribute], signature: &Signature, body: &Block) {
        // What is called when the crate is compiled can call nothing else then.
        if signature.constness.is_some() || is_only_for_tests(attributes) {
            return;
        }
        let range = body.span().byte_range();
        let begin = self.line(range.start);
        let branch = self.marked.branch(begin);
        let outer = self.inside.replace((branch, self.lines(&range)));
        let at = beginning(body);
        self.marked.insert(at, Part::Statement(branch));
        if signature.ident != "main" && signature.asyncness.is_none() {
            let function = self.lines(&range);
            for value in values::of_result(&signature.output) {
                let what = format!("`{}` returns `{value}`", signature.ident);
                let mutant = self.marked.mutant(Mutant {
                    lines: begin..=begin,
                    function: function.clone(),
                    branch,
                    what,
                });
                self.marked.insert(at, Part::Return(mutant, value));
            }
        }
        self.visit_block(body);
        self.inside = outer;
    }

    /// A block that is a branch.
    fn branch(&mut self, block: &Block) {
        let Some((outer, function)) = self.inside.clone() else {
            return;
        };
        let at = beginning(block);
        let branch = self
            .marked
            .branch(self.line(block.span().byte_range().start));
        self.marked.insert(at, Part::Statement(branch));
        self.inside = Some((branch, function.clone()));
        self.visit_block(block);
        self.inside = Some((outer, function));
    }

    /// The mutants of an expression that have these texts, around what `inner` visits.
    fn mutants(&mut self, expression: &Expr, texts: Vec<String>, inner: impl FnOnce(&mut Self)) {
        let Some((branch, function)) = self.inside.clone() else {
            return inner(self);
        };
        let range = expression.span().byte_range();
        let Some(old) = self.text.get(range.clone()) else {
            return inner(self);
        };
        let lines = self.lines(&range);
        let mut numbered = Vec::new();
        for text in texts {
            let what = format!("`{}` instead of `{}`", shown(&text), shown(old));
            // The lines must stay what they are, so a mutant is written on one.
            let Some(text) = on_one_line(&text) else {
                continue;
            };
            let mutant = Mutant {
                lines: lines.clone(),
                function: function.clone(),
                branch,
                what,
            };
            numbered.push((self.marked.mutant(mutant), text));
        }
        let numbers: Vec<u32> = numbered.iter().map(|(number, _)| *number).collect();
        self.marked.insert(range.start, Part::Choose(numbered));
        inner(self);
        self.marked.insert(range.end, Part::Chosen(numbers));
    }

    fn condition(&mut self, condition: &Expr) {
        let is_of_operator = matches!(condition, Expr::Binary(_) | Expr::Let(_))
            || matches!(condition, Expr::Unary(unary) if is_left_out(&unary.op));
        match (is_of_operator, self.source(condition)) {
            (false, Some(text)) => {
                let negated = vec![format!("!({text})")];
                self.mutants(condition, negated, |walk| walk.visit_expr(condition));
            }
            _ => self.visit_expr(condition),
        }
    }

    fn source(&self, expression: &Expr) -> Option<&str> {
        self.text.get(expression.span().byte_range())
    }
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Fn(function) => self.visit_item_fn(function),
            Item::Impl(block) if !is_only_for_tests(&block.attrs) => {
                for item in &block.items {
                    if let syn::ImplItem::Fn(function) = item {
                        self.visit_impl_item_fn(function);
                    }
                }
            }
            Item::Trait(block) if !is_only_for_tests(&block.attrs) => {
                for item in &block.items {
                    if let syn::TraitItem::Fn(function) = item {
                        self.visit_trait_item_fn(function);
                    }
                }
            }
            Item::Mod(module) => {
                self.modules.push(module.ident.to_string());
                match (&module.content, is_only_for_tests(&module.attrs)) {
                    (Some((_, items)), false) => {
                        for item in items {
                            self.visit_item(item);
                        }
                    }
                    (None, true) => self.marked.test_modules.push(self.modules.clone()),
                    _ => {}
                }
                self.modules.pop();
            }
            // Constants are computed when the crate is compiled.
            _ => {}
        }
    }

    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.function(&function.attrs, &function.sig, &function.block);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.function(&function.attrs, &function.sig, &function.block);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast TraitItemFn) {
        if let Some(body) = &function.default {
            self.function(&function.attrs, &function.sig, body);
        }
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        match expression {
            Expr::Binary(binary) => {
                let operands = (self.source(&binary.left), self.source(&binary.right));
                let binds = is_chain(&binary.op) && (binds(&binary.left) || binds(&binary.right));
                let texts = match operands {
                    (Some(left), Some(right)) if !binds => others(&binary.op)
                        .iter()
                        // A `<` behind the name of a type would begin its arguments.
                        .map(|other| match &*binary.left {
                            Expr::Cast(_) => format!("({left}) {other} {right}"),
                            _ => format!("{left} {other} {right}"),
                        })
                        .collect(),
                    _ => Vec::new(),
                };
                match texts.is_empty() {
                    true => visit::visit_expr_binary(self, binary),
                    false => self.mutants(expression, texts, |walk| {
                        visit::visit_expr_binary(walk, binary);
                    }),
                }
            }
            Expr::Unary(unary) if is_left_out(&unary.op) => {
                let texts = match (&*unary.expr, self.source(&unary.expr)) {
                    // `-128_i8` without its sign is no value.
                    (Expr::Lit(_), _) | (_, None) => Vec::new(),
                    (_, Some(text)) => vec![text.to_owned()],
                };
                self.mutants(expression, texts, |walk| {
                    visit::visit_expr_unary(walk, unary);
                });
            }
            Expr::If(branch) => {
                self.condition(&branch.cond);
                self.branch(&branch.then_branch);
                match &branch.else_branch {
                    Some((_, otherwise)) => match &**otherwise {
                        Expr::Block(block) => self.branch(&block.block),
                        other => self.visit_expr(other),
                    },
                    None if self.inside.is_some() => {
                        let end = branch.span().byte_range().end;
                        let otherwise = self.marked.branch(self.line(end));
                        self.marked.insert(end, Part::Otherwise(otherwise));
                    }
                    None => {}
                }
            }
            Expr::While(walked) => {
                self.visit_expr(&walked.cond);
                self.branch(&walked.body);
            }
            Expr::ForLoop(walked) => {
                self.visit_expr(&walked.expr);
                self.branch(&walked.body);
            }
            Expr::Match(matched) => {
                self.visit_expr(&matched.expr);
                for arm in &matched.arms {
                    if let Some((_, guard)) = &arm.guard {
                        self.visit_expr(guard);
                    }
                    self.arm(&arm.body);
                }
            }
            // The length is computed when the crate is compiled.
            Expr::Repeat(repeat) => self.visit_expr(&repeat.expr),
            Expr::Const(_) | Expr::Macro(_) => {}
            other => visit::visit_expr(self, other),
        }
    }

    fn visit_stmt(&mut self, statement: &'ast syn::Stmt) {
        match statement {
            syn::Stmt::Item(item) => self.visit_item(item),
            syn::Stmt::Macro(_) => {}
            other => visit::visit_stmt(self, other),
        }
    }

    fn visit_local_init(&mut self, init: &'ast syn::LocalInit) {
        self.visit_expr(&init.expr);
        match init.diverge.as_ref().map(|(_, diverge)| &**diverge) {
            Some(Expr::Block(block)) => self.branch(&block.block),
            Some(other) => self.visit_expr(other),
            None => {}
        }
    }

    // Nothing in these is computed when the program runs.
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_path(&mut self, _: &'ast syn::Path) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

impl Walk<'_> {
    fn arm(&mut self, body: &Expr) {
        match body {
            Expr::Block(block) if block.label.is_none() && block.attrs.is_empty() => {
                self.branch(&block.block);
            }
            _ => {
                let Some((outer, function)) = self.inside.clone() else {
                    return;
                };
                let range = body.span().byte_range();
                let branch = self.marked.branch(self.line(range.start));
                self.marked.insert(range.start, Part::Begin(branch));
                self.inside = Some((branch, function.clone()));
                self.visit_expr(body);
                self.inside = Some((outer, function));
                self.marked.insert(range.end, Part::End(branch));
            }
        }
    }
}

/// Where the first statement of a block can be.
fn beginning(block: &Block) -> usize {
    match block.stmts.first() {
        Some(first) => first.span().byte_range().start,
        None => block.brace_token.span.open().byte_range().end,
    }
}

/// Whether an expression binds variables as a condition.
fn binds(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(binary) => {
            is_chain(&binary.op) && (binds(&binary.left) || binds(&binary.right))
        }
        _ => false,
    }
}

/// Whether an item is compiled for tests only, or is one.
fn is_only_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let last = attribute.path().segments.last();
        let is_test = last.is_some_and(|last| last.ident == "test" || last.ident == "put");
        let names = |wanted: &str| names(attribute.to_token_stream(), wanted);
        is_test || attribute.path().is_ident("cfg") && names("test") && !names("not")
    })
}

fn names(tokens: proc_macro2::TokenStream, wanted: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == wanted,
        TokenTree::Group(group) => names(group.stream(), wanted),
        _ => false,
    })
}

/// The code without line breaks; `None` if it is not clear how to write it so.
fn on_one_line(text: &str) -> Option<String> {
    match text.contains(['\n', '\r']) {
        false => (!text.contains("//")).then(|| text.to_owned()),
        true if text.contains(['"', '/']) => None,
        true => Some(text.lines().map(str::trim).collect::<Vec<_>>().join(" ")),
    }
}

/// Code in a message.
fn shown(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}
