//! Bodies and items without the library: assumptions become assertions, `assert_reachable!` is removed, and so are the library's attributes.

use super::library::Library;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Block, Item, Macro, Meta, Path, Stmt, Token};

/// An item without the parts that only the library needs: imports from it, and implementations of its traits. `None` if nothing remains.
pub fn without_library(item: Item, library: &Library) -> Option<Item> {
    let is_trait = |path: &Path| {
        ["Value", "Factory"]
            .iter()
            .any(|name| library.is(path, name))
    };
    match item {
        Item::Use(mut item) => {
            item.tree = library.without(item.tree)?;
            Some(Item::Use(item))
        }
        Item::ExternCrate(item) => {
            (library.used(item.to_token_stream()).is_none()).then_some(Item::ExternCrate(item))
        }
        Item::Impl(item)
            if item
                .trait_
                .as_ref()
                .is_some_and(|(_, path, _)| is_trait(path)) =>
        {
            None
        }
        item => Some(item),
    }
}

/// Removes the library from bodies and attributes.
pub struct Rewrite<'a> {
    /// The names of the library.
    pub library: &'a Library,
    /// Whether a body makes choices, which a plain function cannot.
    pub chooses: bool,
}

impl VisitMut for Rewrite<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts.retain(|statement| match statement {
            Stmt::Macro(statement) => !self.library.is(&statement.mac.path, "assert_reachable"),
            _ => true,
        });
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        if self.library.is(&mac.path, "assume") {
            // The assumption held for each of the inputs.
            mac.path = syn::parse_quote!(assert);
        }
        visit_mut::visit_macro_mut(self, mac);
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        let mut plain = path.clone();
        for segment in &mut plain.segments {
            segment.arguments = syn::PathArguments::None;
        }
        self.chooses |= self.library.is(&plain, "choose");
        visit_mut::visit_path_mut(self, path);
    }

    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        attributes.retain_mut(|attribute| {
            if attribute.path().is_ident("derive") {
                return self.keeps_derives(attribute);
            }
            let path = attribute.path();
            !(self.library.is(path, "factory") || path.is_ident("value") || path.is_ident("by"))
        });
    }
}

impl Rewrite<'_> {
    /// Removes the library's derives from a list. Returns whether another one is left.
    fn keeps_derives(&self, attribute: &mut Attribute) -> bool {
        let parse = Punctuated::<Path, Token![,]>::parse_terminated;
        let Ok(all) = attribute.parse_args_with(parse) else {
            return true;
        };
        let kept: Punctuated<Path, Token![,]> = all
            .iter()
            .filter(|path| !self.library.is(path, "Value"))
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
