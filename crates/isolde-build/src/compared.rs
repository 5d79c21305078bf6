//! What a package's code compares values with: the types of downcasts and of `TypeId::of`, kinds of errors, and literals that constants are compared
//! with. All that is read off the sources, because rustdoc's JSON has no bodies.

mod constants;
mod errors;

use crate::package::Package;
use isolde_model::Model;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeSet;
use std::path::Path;

/// The functions that compare types, and `of`, if it follows `TypeId`.
const COMPARING: [&str; 4] = ["downcast_ref", "downcast_mut", "downcast", "is"];

/// The most types that are read off a package, and the most literals.
const MOST: usize = 32;

/// What the package's code compares values with.
#[derive(Debug, Default)]
struct Found {
    types: BTreeSet<String>,
    error_kinds: BTreeSet<String>,
    constants: BTreeSet<(String, String)>,
}

/// Adds to the model what the package names in comparisons. Returns a text that changes whenever that does.
pub fn add(package: &Package, model: &mut Model) -> String {
    let mut found = Found::default();
    if let Some(folder) = package.root_file.parent() {
        of_folder(folder, &mut found);
    }
    model.compared = found.types.into_iter().take(MOST).collect();
    model.error_kinds = found.error_kinds.into_iter().collect();
    model.compared_constants = found.constants.into_iter().take(MOST).collect();
    format!(
        "{:?}{:?}{:?}",
        model.compared, model.error_kinds, model.compared_constants
    )
}

fn of_folder(folder: &Path, found: &mut Found) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        // Links may lead in circles.
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => of_folder(&path, found),
            Ok(kind) if kind.is_file() && path.extension().is_some_and(|it| it == "rs") => {
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                if let Ok(tokens) = text.parse::<TokenStream>() {
                    errors::of_file(&tokens, &mut found.error_kinds);
                    constants::of_tokens(tokens.clone(), &mut found.constants);
                    of_tokens(tokens, &mut found.types);
                }
            }
            _ => {}
        }
    }
}

fn of_tokens(tokens: TokenStream, found: &mut BTreeSet<String>) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Group(group) => of_tokens(group.stream(), found),
            TokenTree::Ident(name) => {
                let compares = COMPARING.iter().any(|each| name == each)
                    || name == "of" && is_after_type_id(&trees[..at]);
                if compares && let Some(of) = argument(&trees[at + 1..]) {
                    found.insert(of);
                }
            }
            _ => {}
        }
    }
}

/// Whether the tokens end with `TypeId::`.
fn is_after_type_id(trees: &[TokenTree]) -> bool {
    matches!(
        trees,
        [.., TokenTree::Ident(name), TokenTree::Punct(one), TokenTree::Punct(two)]
            if name == "TypeId" && one.as_char() == ':' && two.as_char() == ':'
    )
}

/// The type in `::<Type>`, with which the tokens begin.
fn argument(trees: &[TokenTree]) -> Option<String> {
    let is = |tree: &TokenTree, mark: char| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == mark);
    let [one, two, open, rest @ ..] = trees else {
        return None;
    };
    if !is(one, ':') || !is(two, ':') || !is(open, '<') {
        return None;
    }
    let mut depth = 0_usize;
    let end = rest.iter().position(|tree| {
        let is_end = is(tree, '>') && depth == 0;
        depth += usize::from(is(tree, '<'));
        depth = depth.saturating_sub(usize::from(is(tree, '>')));
        is_end
    })?;
    let of: TokenStream = rest[..end].iter().cloned().collect();
    written(&syn::parse2(of).ok()?)
}

/// The text of a type of names, arrays and tuples, without spaces; `&str` whatever its lifetime.
fn written(of: &syn::Type) -> Option<String> {
    let all = |types: Vec<&syn::Type>| {
        let types: Option<Vec<String>> = types.into_iter().map(written).collect();
        types.map(|types| types.join(","))
    };
    match of {
        syn::Type::Path(path) if path.qself.is_none() => {
            let segments = &path.path.segments;
            let last = segments.last()?;
            let given = segments.iter().filter(|each| !each.arguments.is_none());
            if given.count() > usize::from(!last.arguments.is_none()) {
                return None;
            }
            let names: Vec<String> = segments.iter().map(|each| each.ident.to_string()).collect();
            let name = names.join("::");
            match &last.arguments {
                syn::PathArguments::None => Some(name),
                syn::PathArguments::AngleBracketed(given) => {
                    let types = given.args.iter().map(|each| match each {
                        syn::GenericArgument::Type(of) => Some(of),
                        _ => None,
                    });
                    let types: Option<Vec<&syn::Type>> = types.collect();
                    Some(format!("{name}<{}>", all(types?)?))
                }
                syn::PathArguments::Parenthesized(_) => None,
            }
        }
        syn::Type::Array(array) => {
            let syn::Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Int(length),
                ..
            }) = &array.len
            else {
                return None;
            };
            Some(format!(
                "[{};{}]",
                written(&array.elem)?,
                length.base10_digits()
            ))
        }
        syn::Type::Tuple(tuple) => {
            let elements: Vec<&syn::Type> = tuple.elems.iter().collect();
            let mark = if elements.len() == 1 { "," } else { "" };
            Some(format!("({}{mark})", all(elements)?))
        }
        syn::Type::Reference(reference) => {
            (reference.elem.to_token_stream().to_string() == "str").then(|| "&str".to_owned())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_downcasts_and_type_ids_are_found() {
        let text = r#"
            fn f(value: &dyn Any, error: Box<dyn Error>) {
                if value.is::<Point>() || value.downcast_ref::<std::io::Error>().is_some() {}
                matches!(error.downcast::<u16>(), Ok(_));
                let same = TypeId::of::<T>() == TypeId::of::<&'static str>();
                value.is_some(); of::<Other>(); value.downcast_ref::<Vec<u8>>();
                value.is::<std::collections::HashMap<u8, Option<[i8; 0x4]>>>(); value.is::<(bool, &'static str)>();
                value.is::<Box<dyn Fn(u8) -> u8>>(); value.is::<[u8; SIZE]>(); value.is::<fn() -> u8>();
                items.collect::<String>();
            }
        "#;
        let mut found = BTreeSet::new();
        of_tokens(text.parse().expect("tokens"), &mut found);
        let found: Vec<String> = found.into_iter().collect();
        let expected = [
            "&str",
            "(bool,&str)",
            "Point",
            "T",
            "Vec<u8>",
            "std::collections::HashMap<u8,Option<[i8;4]>>",
            "std::io::Error",
            "u16",
        ];
        assert_eq!(found, expected);
    }
}
