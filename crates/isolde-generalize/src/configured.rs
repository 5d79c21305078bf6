//! Which attributes `cfg_attr` adds to a test where its package is built: for this machine, by `cargo test`.

use std::env::consts;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, Lit, Meta, Token};

/// The attributes that `cfg_attr(predicate, attribute, …)` adds if the predicate holds, or that it may add if that is not known. Where one of these is
/// another `cfg_attr`, those that it adds take its place. `None` if it cannot be read.
pub(crate) fn added(conditional: &Meta) -> Option<Vec<Meta>> {
    let mut parts = list(conditional)?.into_iter();
    if holds(&parts.next()?) == Some(false) {
        return Some(Vec::new());
    }
    let mut all = Vec::new();
    for part in parts {
        match part.path().is_ident("cfg_attr") {
            true => all.extend(added(&part)?),
            false => all.push(part),
        }
    }
    Some(all)
}

fn list(meta: &Meta) -> Option<Punctuated<Meta, Token![,]>> {
    let list = meta.require_list().ok()?;
    list.parse_args_with(Punctuated::parse_terminated).ok()
}

/// Whether a predicate holds; `None` if that depends on features, flags or what else is not known here.
fn holds(predicate: &Meta) -> Option<bool> {
    let name = predicate.path().get_ident()?.to_string();
    match predicate {
        Meta::Path(_) => match name.as_str() {
            "test" => Some(true),
            "miri" | "doc" | "doctest" => Some(false),
            "unix" | "windows" => Some(consts::FAMILY == name),
            _ => None,
        },
        Meta::NameValue(pair) => {
            let own = match name.as_str() {
                "target_os" => consts::OS,
                "target_arch" => consts::ARCH,
                "target_family" => consts::FAMILY,
                _ => return None,
            };
            match &pair.value {
                Expr::Lit(ExprLit {
                    lit: Lit::Str(text),
                    ..
                }) => Some(text.value() == own),
                _ => None,
            }
        }
        Meta::List(_) => {
            let parts: Vec<Option<bool>> = list(predicate)?.iter().map(holds).collect();
            match name.as_str() {
                "not" => parts.first().copied().flatten().map(|part| !part),
                "all" => decided(&parts, false),
                "any" => decided(&parts, true),
                _ => None,
            }
        }
    }
}

/// A part with this value decides the whole; otherwise the whole is known if all parts are.
fn decided(parts: &[Option<bool>], deciding: bool) -> Option<bool> {
    if parts.contains(&Some(deciding)) {
        return Some(deciding);
    }
    (!parts.contains(&None)).then_some(!deciding)
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::Attribute;

    fn names(attribute: Attribute) -> Option<Vec<String>> {
        let name = |meta: &Meta| meta.path().get_ident().expect("one word").to_string();
        added(&attribute.meta).map(|all| all.iter().map(name).collect())
    }

    #[test]
    fn what_a_predicate_that_does_not_hold_adds_is_left_out() {
        let none = Some(Vec::new());
        assert_eq!(names(syn::parse_quote!(#[cfg_attr(miri, ignore)])), none);
        let wasm = syn::parse_quote!(#[cfg_attr(target_family = "wasm", wasm_bindgen_test)]);
        assert_eq!(names(wasm), none);
        let neither =
            syn::parse_quote!(#[cfg_attr(any(miri, all(feature = "x", not(test))), ignore)]);
        assert_eq!(names(neither), none);
    }

    #[test]
    fn what_may_be_added_is_named() {
        let own = syn::parse_quote!(#[cfg_attr(not(miri), serial, cfg_attr(test, ignore))]);
        let expected = ["serial", "ignore"].map(str::to_owned).to_vec();
        assert_eq!(names(own), Some(expected));
        let unknown = syn::parse_quote!(#[cfg_attr(all(test, feature = "slow"), ignore)]);
        assert_eq!(names(unknown), Some(vec!["ignore".to_owned()]));
        assert_eq!(names(syn::parse_quote!(#[cfg_attr])), None);
    }
}
