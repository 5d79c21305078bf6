//! Bodies and items without the library: assumptions become assertions, what must be reachable falls away, attributes go.

use quote::ToTokens;
use std::collections::BTreeSet;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Block, Item, Macro, Meta, Path, Stmt, Token, UseTree};

/// Names of the library that the module imports.
#[derive(Debug, Default)]
pub struct Imported(BTreeSet<String>);

impl Imported {
    /// Collects what `use isolde::…` lines import.
    pub fn of(items: &[Item]) -> Imported {
        let mut names = BTreeSet::new();
        for item in items {
            if let Item::Use(item) = item
                && let Some(tree) = of_library(&item.tree)
            {
                collect(tree, &mut names);
            }
        }
        Imported(names)
    }

    /// Whether a path names `name` of the library.
    pub fn is(&self, path: &Path, name: &str) -> bool {
        let mut segments = path.segments.iter();
        match (segments.next(), segments.next(), segments.next()) {
            (Some(first), Some(second), None) => first.ident == "isolde" && second.ident == name,
            (Some(only), None, _) => only.ident == name && self.0.contains(name),
            _ => false,
        }
    }
}

/// The part of a `use` below the library.
fn of_library(tree: &UseTree) -> Option<&UseTree> {
    match tree {
        UseTree::Path(path) if path.ident == "isolde" => Some(&path.tree),
        _ => None,
    }
}

fn collect(tree: &UseTree, names: &mut BTreeSet<String>) {
    match tree {
        UseTree::Name(name) => {
            names.insert(name.ident.to_string());
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| collect(tree, names)),
        UseTree::Glob(_) => names.extend(
            [
                "put",
                "factory",
                "Value",
                "assume",
                "assert_reachable",
                "choose",
            ]
            .map(str::to_owned),
        ),
        UseTree::Path(_) | UseTree::Rename(_) => {}
    }
}

/// Whether an item is the library's affair only: an import of it, or an implementation of one of its traits.
pub fn is_of_library(item: &Item, imported: &Imported) -> bool {
    match item {
        Item::Use(item) => of_library(&item.tree).is_some(),
        Item::Impl(item) => item.trait_.as_ref().is_some_and(|(_, path, _)| {
            ["Value", "Factory"]
                .iter()
                .any(|name| imported.is(path, name))
        }),
        _ => false,
    }
}

/// Takes the library out of bodies and attributes.
pub struct Rewrite<'a> {
    /// What is imported.
    pub imported: &'a Imported,
    /// Whether a body makes choices, which no plain function can.
    pub chooses: bool,
}

impl VisitMut for Rewrite<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts.retain(|statement| match statement {
            Stmt::Macro(statement) => !self.imported.is(&statement.mac.path, "assert_reachable"),
            _ => true,
        });
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        if self.imported.is(&mac.path, "assume") {
            // It held for each of the inputs.
            mac.path = syn::parse_quote!(assert);
        }
        visit_mut::visit_macro_mut(self, mac);
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        let mut plain = path.clone();
        for segment in &mut plain.segments {
            segment.arguments = syn::PathArguments::None;
        }
        self.chooses |= self.imported.is(&plain, "choose");
        visit_mut::visit_path_mut(self, path);
    }

    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        attributes.retain_mut(|attribute| {
            if attribute.path().is_ident("derive") {
                return self.keeps_derives(attribute);
            }
            let path = attribute.path();
            !(self.imported.is(path, "factory") || path.is_ident("value") || path.is_ident("by"))
        });
    }
}

impl Rewrite<'_> {
    /// Takes the library's derive from a list; whether another is left.
    fn keeps_derives(&self, attribute: &mut Attribute) -> bool {
        let parse = Punctuated::<Path, Token![,]>::parse_terminated;
        let Ok(all) = attribute.parse_args_with(parse) else {
            return true;
        };
        let kept: Punctuated<Path, Token![,]> = all
            .iter()
            .filter(|path| !self.imported.is(path, "Value"))
            .cloned()
            .collect();
        if kept.len() < all.len()
            && let Meta::List(list) = &mut attribute.meta
        {
            list.tokens = kept.to_token_stream();
        }
        !kept.is_empty()
    }
}
