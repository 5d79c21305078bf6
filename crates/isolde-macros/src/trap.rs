//! `trap!`: passes the paths of modules to the pass, in the names of functions made for this purpose.

use isolde_abi::detour::TRAP;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Error, Path, PathArguments, Result, Token};

/// Expands the macro.
pub fn expand(input: TokenStream) -> Result<TokenStream> {
    let paths: Vec<Path> = Punctuated::<Path, Token![,]>::parse_terminated
        .parse2(input)?
        .into_iter()
        .collect();
    if paths.is_empty() {
        return Err(Error::new(
            Span::call_site(),
            "expected paths of modules, such as `std::net, my_crate::gateway`",
        ));
    }
    let mut modules = Vec::new();
    let mut markers = Vec::new();
    for path in &paths {
        let segments = segments(path)?;
        let encoded: String = segments
            .iter()
            .map(|segment| format!("{}{segment}", segment.len()))
            .collect();
        modules.push(segments.join("::"));
        markers.push(Ident::new(&format!("{TRAP}{encoded}"), Span::mixed_site()));
    }
    Ok(quote! {{
        // Makes the compiler report paths that do not exist.
        #[allow(unused_imports)]
        use {#(#paths as _),*};
        #(
            fn #markers() {}
            ::isolde::detour::engine::mark_module(#markers);
        )*
        ::isolde::detour::trap::Trap::set(&[#(#modules),*])
    }})
}

/// The segments of the path from the crate's root, starting with the crate's name.
fn segments(path: &Path) -> Result<Vec<String>> {
    let mut segments = Vec::new();
    for (index, segment) in path.segments.iter().enumerate() {
        let name = segment.ident.unraw().to_string();
        if !matches!(segment.arguments, PathArguments::None) {
            return Err(Error::new_spanned(segment, "expected the path of a module"));
        }
        match name.as_str() {
            "crate" if index == 0 => match std::env::var("CARGO_CRATE_NAME") {
                Ok(own) => segments.push(own),
                Err(_) => {
                    return Err(Error::new_spanned(
                        segment,
                        "cargo does not say which crate this is: write its name",
                    ));
                }
            },
            "self" | "super" => {
                return Err(Error::new_spanned(
                    segment,
                    "write the module's path from `crate::`",
                ));
            }
            _ => segments.push(name),
        }
    }
    Ok(segments)
}
