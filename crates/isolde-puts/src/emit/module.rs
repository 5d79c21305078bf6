//! A module with parameterized tests, written anew with conventional ones.

use super::calls::{self, Common, Options};
use super::rewrite::{Imported, Rewrite, is_of_library};
use super::{Conventional, EmitError, Emitted, MARKER};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::VisitMut;
use syn::{Attribute, FnArg, Item, ItemFn};

/// Writes the file `source` anew. With `inside`, only what is in the module of that name is kept, for a module beside it.
///
/// # Errors
/// [`EmitError`].
pub fn conventional(
    source: &str,
    inside: Option<&str>,
    emitted: &[Emitted],
) -> Result<Conventional, EmitError> {
    let mut file = syn::parse_file(source)?;
    let mut path = Vec::new();
    if let Some(name) = inside {
        let content = file.items.into_iter().find_map(|item| match item {
            Item::Mod(module) if module.ident == name => module.content,
            _ => None,
        });
        file.items = content.map_or_else(Vec::new, |(_, items)| items);
        file.attrs.clear();
        path.push(name.to_owned());
    }
    let mut work = Work {
        emitted,
        tests: 0,
        left_out: Vec::new(),
    };
    let items = work.items(std::mem::take(&mut file.items), &mut path)?;
    file.items = items;
    file.shebang = None;
    let attributes: Vec<Attribute> =
        vec![syn::parse_quote!(#![allow(dead_code, unused_imports, clippy::all)])];
    // Lints that are asked for may not be allowed any more: the file's own attributes follow.
    let own = file.attrs.into_iter().filter(|attribute| {
        !["deny", "forbid", "warn", "expect"]
            .iter()
            .any(|level| attribute.path().is_ident(level))
    });
    file.attrs = attributes.into_iter().chain(own).collect();
    if let Some(text) = uses_library(file.to_token_stream()) {
        return Err(EmitError::UsesLibrary(text));
    }
    Ok(Conventional {
        source: format!("{MARKER}\n\n{}", spaced(&prettyplease::unparse(&file))),
        tests: work.tests,
        left_out: work.left_out,
    })
}

/// The text with an empty line after each item that ends in a line of its own.
fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 100);
    let mut lines = text.lines().peekable();
    let indent = |line: &str| line.len() - line.trim_start().len();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        let follows = lines
            .peek()
            .is_some_and(|next| next.trim_start() != "}" && indent(next) == indent(line));
        // Inside of functions blocks follow one another as they did.
        let is_item = lines.peek().is_some_and(|next| {
            [
                "#[",
                "fn ",
                "async fn ",
                "pub ",
                "mod ",
                "struct ",
                "enum ",
                "impl",
                "///",
            ]
            .iter()
            .any(|start| next.trim_start().starts_with(start))
        });
        if line.trim_start() == "}" && follows && is_item {
            out.push('\n');
        }
    }
    out
}

struct Work<'a> {
    emitted: &'a [Emitted<'a>],
    tests: usize,
    left_out: Vec<(String, String)>,
}

impl Work<'_> {
    fn items(&mut self, items: Vec<Item>, path: &mut Vec<String>) -> syn::Result<Vec<Item>> {
        let imported = Imported::of(&items);
        let mut new = Vec::new();
        for mut item in items {
            if is_of_library(&item, &imported) {
                continue;
            }
            match &mut item {
                Item::Mod(module) => {
                    path.push(module.ident.to_string());
                    if let Some((_, content)) = &mut module.content {
                        *content = self.items(std::mem::take(content), path)?;
                    }
                    path.pop();
                    new.push(item);
                }
                Item::Fn(function) if put_attribute(function, &imported).is_some() => {
                    new.extend(self.put(function.clone(), &imported, path)?);
                }
                item_of_user => {
                    let mut rewrite = Rewrite {
                        imported: &imported,
                        chooses: false,
                    };
                    rewrite.visit_item_mut(item_of_user);
                    new.push(item);
                }
            }
        }
        Ok(new)
    }

    /// A parameterized test as a function and its tests; nothing if it has no inputs.
    fn put(
        &mut self,
        mut function: ItemFn,
        imported: &Imported,
        path: &[String],
    ) -> syn::Result<Vec<Item>> {
        let name = function.sig.ident.to_string();
        let is_it = |emitted: &&Emitted| {
            emitted.path.last() == Some(&name.as_str())
                && emitted.path[..emitted.path.len() - 1]
                    .iter()
                    .eq(path.iter())
        };
        let Some(emitted) = self.emitted.iter().find(is_it) else {
            return Ok(Vec::new());
        };
        let options = match put_attribute(&function, imported) {
            Some(index) => Options::of(&function.attrs.remove(index))?,
            None => Options::default(),
        };
        // Of the test, not of the function.
        let (kept, own): (Vec<Attribute>, Vec<Attribute>) =
            function.attrs.drain(..).partition(|attribute| {
                ["ignore", "should_panic", "cfg"]
                    .iter()
                    .any(|name| attribute.path().is_ident(name))
            });
        function.attrs = own;
        for argument in &mut function.sig.inputs {
            if let FnArg::Typed(argument) = argument {
                argument.attrs.clear();
            }
        }
        let mut rewrite = Rewrite {
            imported,
            chooses: false,
        };
        rewrite.visit_item_fn_mut(&mut function);
        if rewrite.chooses {
            let why = "its body makes choices of its own".to_owned();
            self.left_out.push((name, why));
            return Ok(Vec::new());
        }
        if let Some(text) = uses_library(function.to_token_stream()) {
            self.left_out.push((name, format!("it uses `{text}`")));
            return Ok(Vec::new());
        }
        let common = Common {
            function: &function,
            kept: &kept,
            options: &options,
        };
        let cases = emitted.cases.iter().enumerate();
        for (number, case) in cases.filter(|(_, case)| !calls::is_test(case)) {
            let why = match case {
                Some(outcome) => outcome,
                None => "would change something outside the process",
            };
            let why = format!("its inline case {} {why}", number + 1);
            self.left_out.push((name.clone(), why));
        }
        let mut tests = common.tests(emitted.cases, emitted.inputs)?;
        let all = tests.len();
        tests.retain(|test| uses_library(test.to_token_stream()).is_none());
        if tests.len() < all {
            let why = format!(
                "{} of its inputs are made by the library",
                all - tests.len()
            );
            self.left_out.push((name, why));
        }
        self.tests += tests.len();
        if tests.is_empty() {
            return Ok(Vec::new());
        }
        let cfgs = kept
            .into_iter()
            .filter(|attribute| attribute.path().is_ident("cfg"));
        function.attrs.extend(cfgs);
        let function = std::iter::once(Item::Fn(function));
        Ok(function.chain(tests.into_iter().map(Item::Fn)).collect())
    }
}

/// Which attribute makes it a parameterized test.
fn put_attribute(function: &ItemFn, imported: &Imported) -> Option<usize> {
    let is_put = |attribute: &Attribute| imported.is(attribute.path(), "put");
    function.attrs.iter().position(is_put)
}

/// The first place that still names the library.
fn uses_library(tokens: TokenStream) -> Option<String> {
    let mut around = Vec::new();
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => {
                if let Some(text) = uses_library(group.stream()) {
                    return Some(text);
                }
            }
            TokenTree::Ident(ident) if ident == "isolde" => {
                around.push(ident.to_string());
                around.extend(tokens.take(3).map(|token| token.to_string()));
                return Some(around.concat());
            }
            _ => {}
        }
    }
    None
}
