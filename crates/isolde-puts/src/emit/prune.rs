//! Leaves out items that need the library, and items that need those.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeMap;
use syn::Item;

/// Items that are left out, by name, with the item of the library that each uses.
#[derive(Debug, Default)]
pub struct Dropped(BTreeMap<String, String>);

impl Dropped {
    /// Notes that `item` is left out because it uses `what` of the library.
    pub fn note(&mut self, item: &Item, what: &str) {
        if let Some(name) = name(item) {
            self.0.insert(name, what.to_owned());
        }
    }

    /// Removes all items that mention an item that is left out, directly or through others. Returns the functions among them with the reasons.
    pub fn prune(mut self, items: &mut Vec<Item>) -> Vec<(String, String)> {
        let mut functions = Vec::new();
        while self.pass(items, &mut functions) {}
        functions
    }

    /// Makes one pass. Returns whether anything was removed.
    fn pass(&mut self, items: &mut Vec<Item>, functions: &mut Vec<(String, String)>) -> bool {
        let mut changed = false;
        items.retain_mut(|item| {
            if let Item::Mod(module) = item
                && let Some((_, content)) = &mut module.content
            {
                changed |= self.pass(content, functions);
                return true;
            }
            let own = name(item);
            let Some(needed) = self.mentioned(item.to_token_stream(), own.as_deref()) else {
                return true;
            };
            let what = self.0[&needed].clone();
            self.note(item, &what);
            if let (Item::Fn(_), Some(own)) = (&item, own) {
                functions.push((own, format!("it uses `{needed}`, which uses `{what}`")));
            }
            changed = true;
            false
        });
        changed
    }

    /// The name of an item that is left out, other than `own`, if the tokens mention one.
    fn mentioned(&self, tokens: TokenStream, own: Option<&str>) -> Option<String> {
        let mut is_member = false;
        for tree in tokens {
            match &tree {
                TokenTree::Group(group) => {
                    if let Some(name) = self.mentioned(group.stream(), own) {
                        return Some(name);
                    }
                }
                TokenTree::Ident(ident) if !is_member => {
                    let name = ident.to_string();
                    if self.0.contains_key(&name) && own != Some(name.as_str()) {
                        return Some(name);
                    }
                }
                _ => {}
            }
            is_member = matches!(&tree, TokenTree::Punct(punct) if punct.as_char() == '.');
        }
        None
    }
}

/// The name that an item declares.
fn name(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}
