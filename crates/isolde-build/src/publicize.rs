//! Makes everything in a source text `pub`, so that a driver outside the package can call and build it.
//!
//! Only visibilities are written, each within its line, so that every line keeps its number. Items that cannot have a visibility stay as they are:
//! items of traits and of their impls, variants, macros. So do `use` declarations, since a `pub use` of a macro of the crate is an error.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::ops::Range;
use syn::{Attribute, Fields, ImplItem, Item, Visibility};

/// The text with every item, inherent function and field public; unchanged if it is not a file of items.
pub fn publicize(text: &str) -> String {
    edited(text, |file, edits| edits.items(&file.items))
}

/// The same for the root file of a binary: what makes it a program is left alone (`main`, which macros may expect to be private) or taken away (its
/// allocator, since programs that are explored have the usual one).
pub fn publicize_program(text: &str) -> String {
    edited(text, |file, edits| {
        for item in &file.items {
            match item {
                Item::Fn(function) if function.sig.ident == "main" => continue,
                Item::Static(item) => edits.without_allocator(&item.attrs),
                _ => {}
            }
            edits.item(item);
        }
    })
}

/// The text with the edits that `find` enters.
fn edited(text: &str, find: impl FnOnce(&syn::File, &mut Edits)) -> String {
    let start = prelude(text);
    let body = &text[start..];
    let Ok(file) = syn::parse_str::<syn::File>(body) else {
        return text.to_owned();
    };
    let mut edits = Edits(Vec::new());
    find(&file, &mut edits);
    edits.0.sort_by_key(|edit| edit.range.start);
    let mut out = text.to_owned();
    for Edit { range, new } in edits.0.iter().rev() {
        let old = &body[range.clone()];
        let breaks = "\n".repeat(old.matches('\n').count());
        let space = if old.is_empty() { " " } else { "" };
        let new = format!("{new}{breaks}{space}");
        out.replace_range(start + range.start..start + range.end, &new);
    }
    // A macro of the package may parse visibilities in ways that cannot be foreseen from the text.
    if syn::parse_str::<syn::File>(&out[start..]).is_ok() {
        out
    } else {
        text.to_owned()
    }
}

/// Number of bytes before the first token: a byte order mark and the line that names an interpreter.
pub(crate) fn prelude(text: &str) -> usize {
    let mark = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let rest = &text[mark..];
    if rest.starts_with("#!") && !rest.trim_start_matches("#!").trim_start().starts_with('[') {
        mark + rest.find('\n').unwrap_or(rest.len())
    } else {
        mark
    }
}

/// A range of the text that is replaced; an empty one is an insertion.
struct Edit {
    range: Range<usize>,
    new: &'static str,
}

struct Edits(Vec<Edit>);

impl Edits {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            self.item(item);
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Const(item) if item.ident != "_" => {
                self.mark(&item.vis, item.const_token.span);
            }
            Item::Enum(item) => self.mark(&item.vis, item.enum_token.span),
            Item::Fn(item) => self.mark(&item.vis, first(item.sig.to_token_stream())),
            Item::Impl(item) if item.trait_.is_none() => self.members(&item.items),
            Item::Mod(item) if !only_for_tests(&item.attrs) => {
                let start = item
                    .unsafety
                    .map_or(item.mod_token.span, |token| token.span);
                self.mark(&item.vis, start);
                if let Some((_, items)) = &item.content {
                    self.items(items);
                }
            }
            Item::Static(item) => self.mark(&item.vis, item.static_token.span),
            Item::Struct(item) => {
                self.mark(&item.vis, item.struct_token.span);
                self.fields(&item.fields);
            }
            Item::Trait(item) => {
                let start = item
                    .unsafety
                    .map(|token| token.span)
                    .or(item.auto_token.map(|token| token.span))
                    .unwrap_or(item.trait_token.span);
                self.mark(&item.vis, start);
            }
            Item::TraitAlias(item) => self.mark(&item.vis, item.trait_token.span),
            Item::Type(item) => self.mark(&item.vis, item.type_token.span),
            Item::Union(item) => {
                self.mark(&item.vis, item.union_token.span);
                self.fields(&Fields::Named(item.fields.clone()));
            }
            _ => {}
        }
    }

    fn members(&mut self, members: &[ImplItem]) {
        for member in members {
            match member {
                ImplItem::Const(item) => self.mark(&item.vis, item.const_token.span),
                ImplItem::Fn(item) => self.mark(&item.vis, first(item.sig.to_token_stream())),
                ImplItem::Type(item) => self.mark(&item.vis, item.type_token.span),
                _ => {}
            }
        }
    }

    fn fields(&mut self, fields: &Fields) {
        for field in fields {
            let start = match &field.ident {
                Some(name) => name.span(),
                None => first(field.ty.to_token_stream()),
            };
            self.mark(&field.vis, start);
        }
    }

    /// Makes something public whose first token after its visibility is at `start`.
    fn mark(&mut self, visibility: &Visibility, start: Span) {
        match visibility {
            Visibility::Public(_) => {}
            Visibility::Inherited => {
                let at = start.byte_range().start;
                self.make_public(at..at);
            }
            Visibility::Restricted(restricted) => {
                let from = restricted.pub_token.span.byte_range().start;
                let to = restricted.paren_token.span.close().byte_range().end;
                self.make_public(from..to);
            }
        }
    }

    fn make_public(&mut self, range: Range<usize>) {
        self.0.push(Edit { range, new: "pub" });
    }

    /// Removes `#[global_allocator]`.
    fn without_allocator(&mut self, attributes: &[Attribute]) {
        for attribute in attributes {
            if attribute.path().is_ident("global_allocator") {
                let from = attribute.pound_token.span.byte_range().start;
                let to = attribute.bracket_token.span.close().byte_range().end;
                self.0.push(Edit {
                    range: from..to,
                    new: "",
                });
            }
        }
    }
}

fn first(tokens: TokenStream) -> Span {
    tokens
        .into_iter()
        .next()
        .map_or_else(Span::call_site, |token| match token {
            TokenTree::Group(group) => group.span_open(),
            other => other.span(),
        })
}

/// Whether the attributes contain `#[cfg(test)]`, alone or among other conditions.
fn only_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let syn::Meta::List(list) = &attribute.meta else {
            return false;
        };
        let mut words = Vec::new();
        identifiers(list.tokens.clone(), &mut words);
        list.path.is_ident("cfg")
            && words.iter().any(|word| word == "test")
            && !words.iter().any(|word| word == "not" || word == "any")
    })
}

fn identifiers(tokens: TokenStream, into: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => into.push(name.to_string()),
            TokenTree::Group(group) => identifiers(group.stream(), into),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{publicize, publicize_program};

    #[test]
    fn items_fields_and_inherent_functions_become_public_and_lines_stay() {
        let text = r#"//! Names: größer.
mod inner;
pub(crate) mod outer {
    /// A point — “p”.
    #[derive(Clone)]
    struct Point { x: u8, pub(super) y: r#type, pub z: u8 }
    struct Pair(u8, #[doc = "b"] &'static str, (u8, u8), pub(in crate::outer) [u8; 2]);
    impl Point {
        const ZERO: u8 = 0;
        const unsafe extern "C" fn x(&self) { fn inside() {} }
        pub fn y(&self) {}
    }
}
pub(
    crate
) unsafe trait Mark { fn mark(&self); }
union Bits { a: u8, b: i8 }
enum Kind { A { a: u8 }, B(u8) }
static mut COUNT: u8 = 0;
type Alias = u8;
async fn later() {}
"#;
        let expected = r#"//! Names: größer.
pub mod inner;
pub mod outer {
    /// A point — “p”.
    #[derive(Clone)]
    pub struct Point { pub x: u8, pub y: r#type, pub z: u8 }
    pub struct Pair(pub u8, #[doc = "b"] pub &'static str, pub (u8, u8), pub [u8; 2]);
    impl Point {
        pub const ZERO: u8 = 0;
        pub const unsafe extern "C" fn x(&self) { fn inside() {} }
        pub fn y(&self) {}
    }
}
pub

 unsafe trait Mark { fn mark(&self); }
pub union Bits { pub a: u8, pub b: i8 }
pub enum Kind { A { a: u8 }, B(u8) }
pub static mut COUNT: u8 = 0;
pub type Alias = u8;
pub async fn later() {}
"#;
        assert_eq!(publicize(text), expected);
    }

    #[test]
    fn items_that_cannot_or_need_not_be_public_stay() {
        let text = r#"#![no_std]
use a::b;
pub(crate) use c::d;
extern crate alloc;
const _: () = ();
macro_rules! m { () => { fn made() {} } }
impl Clone for A { fn clone(&self) -> A { A } }
#[cfg(test)]
mod tests { fn helper() {} }
m! { fn given() {} }
"#;
        assert_eq!(publicize(text), text);
    }

    #[test]
    fn text_before_the_first_token_shifts_nothing() {
        assert_eq!(
            publicize("\u{feff}#!/usr/bin/env run\nfn a() {}\n"),
            "\u{feff}#!/usr/bin/env run\npub fn a() {}\n"
        );
    }

    #[test]
    fn what_makes_a_program_is_left_alone_or_taken_away() {
        let text = "#[global_allocator]\nstatic A: System = System;\nfn run() {}\n#[start]\nasync fn main() {}\n";
        let expected =
            "\npub static A: System = System;\npub fn run() {}\n#[start]\nasync fn main() {}\n";
        assert_eq!(publicize_program(text), expected);
    }

    #[test]
    fn an_included_fragment_is_not_changed() {
        let text = "[(1, \"a\"), (2, \"b\")]\n";
        assert_eq!(publicize(text), text);
    }
}
