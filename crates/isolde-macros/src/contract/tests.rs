use super::*;

fn text(expanded: Result<TokenStream>) -> String {
    crate::text::text(&expanded.expect("right"))
}

fn error(expanded: Result<TokenStream>) -> String {
    expanded.expect_err("wrong").to_string()
}

#[test]
fn the_function_stays_as_it_is_and_gets_an_alias() {
    let function = quote! {
        /// Whether it is sorted.
        #[must_use]
        pub fn is_sorted<T: Ord>(list: &List<T>) -> bool { list.0.is_sorted() }
    };
    let with = |alias: &str| {
        text(Ok(quote! {
            /// Whether it is sorted.
            #[must_use]
            #[doc(alias = #alias)]
            pub fn is_sorted<T: Ord>(list: &List<T>) -> bool { list.0.is_sorted() }
        }))
    };
    assert_eq!(
        text(invariant(quote!(), function.clone())),
        with("isolde::invariant")
    );
    assert_eq!(
        text(filter(quote!(), function.clone())),
        with("isolde::filter")
    );
    assert_eq!(
        text(contract(quote!(of = List::<u8>::sort), function)),
        with("isolde::contract(of = List::<u8>::sort)")
    );
    let method = quote!(
        fn is_valid(&self) -> bool {
            true
        }
    );
    assert!(invariant(quote!(), method).is_ok());
}

#[test]
fn wrong_signatures_are_explained() {
    for (function, message) in [
        (
            quote!(
                fn f(list: List) -> bool {
                    true
                }
            ),
            "an invariant only looks at values: take a shared reference, `&Type` or `&self`",
        ),
        (
            quote!(
                fn f(&mut self) -> bool {
                    true
                }
            ),
            "an invariant only looks at values: take a shared reference, `&Type` or `&self`",
        ),
        (
            quote!(
                fn f(list: &List) {}
            ),
            "an invariant says whether the value is well-formed: write `-> bool`",
        ),
        (
            quote!(
                fn f(list: &List) -> Option<bool> {
                    None
                }
            ),
            "an invariant says whether the value is well-formed: write `-> bool`",
        ),
        (
            quote!(
                fn f(one: &List, other: &List) -> bool {
                    true
                }
            ),
            "an invariant takes one value, by reference: `fn name(value: &Type) -> bool`, or a method with `&self`",
        ),
        (
            quote!(
                async fn f(list: &List) -> bool {
                    true
                }
            ),
            "an invariant cannot be `async`, because it is called between other calls",
        ),
        (
            quote!(
                unsafe fn f(list: &List) -> bool {
                    true
                }
            ),
            "an invariant cannot be `unsafe`: put an `unsafe` block into the body",
        ),
        (
            quote!(
                struct List;
            ),
            "this attribute belongs on a function",
        ),
    ] {
        assert_eq!(error(invariant(quote!(), function)), message);
    }
    let right = quote!(
        fn f(list: &List) -> bool {
            true
        }
    );
    assert_eq!(
        error(filter(quote!(always), right)),
        "`#[isolde::filter]` has no options"
    );
}

#[test]
fn a_contract_needs_the_path_of_one_function() {
    let right = quote!(
        fn f(list: &List, result: &u8) -> bool {
            true
        }
    );
    for options in [quote!(), quote!(for = a), quote!(List::sort)] {
        assert!(
            error(contract(options.clone(), right.clone()))
                .starts_with("write the path of the function"),
            "{options}"
        );
    }
    assert!(
        error(contract(quote!(of = a, b), right)).starts_with("a contract is about one function")
    );
    let without = quote!(
        fn f() -> bool {
            true
        }
    );
    assert!(error(contract(quote!(of = a), without)).starts_with("a contract takes references"));
}
