//! The conditions under which a module is compiled.

use syn::{Attribute, Item};

/// The `#[cfg(…)]` attributes of a module declared in a file with this text, each on one line; none if there is no such module.
pub fn cfgs(text: &str, module: &str) -> Vec<String> {
    let items = syn::parse_file(text).map_or_else(|_| Vec::new(), |file| file.items);
    let attributes = items.into_iter().find_map(|item| match item {
        Item::Mod(item) if item.ident == module => Some(item.attrs),
        _ => None,
    });
    attributes
        .iter()
        .flatten()
        .filter(|attribute| attribute.path().is_ident("cfg"))
        .map(line)
        .collect()
}

/// An attribute as a person would write it.
fn line(attribute: &Attribute) -> String {
    let text = prettyplease::unparse(&syn::parse_quote!(#attribute struct S;));
    let line = text.trim_end().strip_suffix("struct S;").unwrap_or(&text);
    line.trim_end().to_owned()
}
