use super::*;
use quote::ToTokens;
use syn::{File, Item};

/// The traits that are implemented, and for what.
fn implemented(options: TokenStream, function: TokenStream) -> Vec<String> {
    let file: File = syn::parse2(expand(options, function).expect("right")).expect("items");
    file.items
        .iter()
        .filter_map(|item| match item {
            Item::Impl(item) => {
                let (_, of, _) = item.trait_.as_ref().expect("of a trait");
                Some(format!(
                    "{} for {}",
                    crate::text::text(&of.to_token_stream()),
                    crate::text::text(&item.self_ty.to_token_stream())
                ))
            }
            _ => None,
        })
        .collect()
}

fn error(options: TokenStream, function: TokenStream) -> String {
    expand(options, function).expect_err("wrong").to_string()
}

#[test]
fn types_of_ones_own_become_values() {
    let factory = "::isolde::Factory for make";
    for (output, value) in [
        (quote!(Settings), "Settings"),
        (quote!(Option<Settings>), "Settings"),
        (
            quote!(std::io::Result<a::Settings<'_, &str>>),
            "a::Settings<'static, &'static str>",
        ),
    ] {
        let found = implemented(quote!(), quote!(fn make(n: u8) -> #output { body }));
        assert_eq!(
            found,
            [factory.to_owned(), format!("::isolde::Value for {value}")]
        );
    }
}

#[test]
fn types_of_others_do_not() {
    for output in [
        quote!(u8),
        quote!(Option<u8>),
        quote!(Vec<Settings>),
        quote!((A, B)),
        quote!(&'static Settings),
    ] {
        assert_eq!(
            implemented(quote!(), quote!(fn make() -> #output { body })),
            ["::isolde::Factory for make"],
            "{output}"
        );
    }
    assert_eq!(
        implemented(
            quote!(foreign),
            quote!(
                fn make() -> Duration {
                    body
                }
            )
        ),
        ["::isolde::Factory for make"]
    );
}

#[test]
fn wrong_factories_say_what_to_write_instead() {
    for (function, start) in [
        (
            quote!(
                fn make() {}
            ),
            "a factory must return the value that it makes",
        ),
        (
            quote!(
                async fn make() -> A {}
            ),
            "a factory cannot be `async`",
        ),
        (
            quote!(
                unsafe fn make() -> A {}
            ),
            "a factory cannot be `unsafe`",
        ),
        (
            quote!(
                fn make<T>(x: T) -> A {}
            ),
            "a factory cannot be generic over `T`",
        ),
        (
            quote!(
                fn make(self) -> A {}
            ),
            "a factory cannot be a method",
        ),
        (
            quote!(
                fn make() -> impl Sized {}
            ),
            "values of `impl Trait` cannot be built",
        ),
    ] {
        let error = error(quote!(), function);
        assert!(error.starts_with(start), "{error}");
    }
    assert!(
        error(
            quote!(alien),
            quote!(
                fn make() -> A {}
            )
        )
        .starts_with("unknown option `alien`")
    );
}
