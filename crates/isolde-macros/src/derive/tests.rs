use super::*;

fn error(input: TokenStream) -> String {
    expand(input).expect_err("wrong").to_string()
}

/// The bounds of the implementation, and its choice between alternatives.
fn expanded(input: TokenStream) -> syn::ItemImpl {
    syn::parse2(expand(input).expect("right")).expect("an impl")
}

fn text(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string().replace(' ', "")
}

#[test]
fn generic_types_are_values_if_their_parameters_are() {
    let plain = expanded(quote!(
        struct A<T: Copy, const N: usize>([T; N])
        where
            T: Send;
    ));
    assert_eq!(
        text(&plain.generics),
        text(&quote!(<T: Copy + ::isolde::Value, const N: usize>))
    );
    assert_eq!(
        text(&plain.generics.where_clause),
        text(&quote!(where T: Send))
    );
    let borrowing = expanded(quote!(
        struct A<'a, T>(&'a T);
    ));
    assert_eq!(
        text(&borrowing.generics),
        text(&quote!(<'a, T: ::isolde::Value + 'static>))
    );
}

#[test]
fn variants_that_end_soonest_come_first() {
    let alternatives = |input: TokenStream| {
        let all = text(&expanded(input));
        let start = all.find("alternative(").expect("a choice") + "alternative(".len();
        let choice = all[start..].split(')').next().expect("its end").to_owned();
        let order: Vec<String> = all
            .split("Self::")
            .skip(1)
            .map(|rest| rest.chars().take(1).collect())
            .collect();
        (choice, order.concat())
    };
    let leaf = |choice: &str, order: &str| (choice.to_owned(), order.to_owned());
    // Fieldless variants, plain variants, and the rest.
    let input = quote!(
        enum E {
            A(Box<E>),
            B(Other),
            C(u8, Vec<String>),
            D,
        }
    );
    assert_eq!(alternatives(input), leaf("4usize,2usize", "DCAB"));
    // If no variant is plain, those that do not mention the type.
    let input = quote!(
        enum E {
            A(Box<Self>),
            B(Other),
            C { e: Vec<E> },
        }
    );
    assert_eq!(alternatives(input), leaf("3usize,1usize", "BAC"));
    // If all mention the type, the first variant has to do.
    let input = quote!(
        enum E {
            A(Vec<E>),
            B(Option<Box<E>>),
        }
    );
    assert_eq!(alternatives(input), leaf("2usize,1usize", "AB"));
}

#[test]
fn a_single_variant_needs_no_choice() {
    assert!(
        !text(&expanded(quote!(
            enum E {
                A(u8),
            }
        )))
        .contains("alternative")
    );
}

#[test]
fn types_that_cannot_be_derived_are_refused_with_a_reason() {
    assert_eq!(
        error(quote!(
            enum Never {}
        )),
        "`Never` has no variants, and so no values"
    );
    assert!(error(quote!(union U { a: u8 })).starts_with("values of a union cannot be derived"));
    for attribute in [
        quote!(#[value]),
        quote!(#[value(from = x)]),
        quote!(#[value(with)]),
        quote!(#[value(by = 5)]),
    ] {
        let error = error(quote!(struct A(#attribute u8);));
        assert!(
            error.starts_with("expected `#[value(with = builder)]`"),
            "{attribute}: {error}"
        );
    }
    assert!(
        error(quote!(
            struct A(#[value(with = a, by = b)] u8);
        ))
        .starts_with("a field can have only one `with` or `by`")
    );
    assert_eq!(
        error(quote!(
            #[value(with = a)]
            struct A;
        )),
        "`#[value(…)]` belongs on a field"
    );
}
