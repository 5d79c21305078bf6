//! `#[isolde::test]`: a test that is ignored, with the reason, if there are no detours.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, Result};

use crate::function::Function;

/// Expands the attribute.
pub fn expand(options: TokenStream, function: TokenStream) -> Result<TokenStream> {
    if !options.is_empty() {
        return Err(Error::new_spanned(
            options,
            "`#[isolde::test]` has no options",
        ));
    }
    let Function {
        attributes,
        visibility,
        signature,
        body,
    } = syn::parse2(function)?;
    let has = |name: &str| {
        attributes.iter().any(|attribute| {
            let last = attribute.path().segments.last();
            last.is_some_and(|segment| segment.ident == name)
        })
    };
    // If there is another attribute that makes a test, such as `#[tokio::test]`, none is added.
    let test = (!has("test")).then(|| quote!(#[::core::prelude::v1::test]));
    if signature.asyncness.is_some() && test.is_some() {
        return Err(Error::new_spanned(
            &signature.ident,
            "an `async` test needs something that runs it: put an attribute such as `#[tokio::test]` below this one",
        ));
    }
    let item = quote!(#test #(#attributes)* #visibility #signature #body);
    Ok(if has("ignore") {
        item
    } else {
        quote!(::isolde::__needs_detours! { #item })
    })
}
