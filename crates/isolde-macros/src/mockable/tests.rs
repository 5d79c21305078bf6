use super::*;

fn error(item: TokenStream) -> String {
    expand(TokenStream::new(), item)
        .expect_err("it cannot be mocked")
        .to_string()
}

#[test]
fn what_cannot_be_mocked_is_explained() {
    for (item, message) in [
        (
            quote!(
                trait A {
                    fn get<T>(&self) -> T;
                }
            ),
            "a generic method would need a closure for each type: give it a body",
        ),
        (
            quote!(
                trait A {
                    fn get(&self, of: impl Copy);
                }
            ),
            "a generic method would need a closure for each type: give it a body, or take `&dyn` of the trait",
        ),
        (
            quote!(
                trait A {
                    fn open() -> u8;
                }
            ),
            "no mock can be asked by a function without `self`: give it a body",
        ),
        (
            quote!(
                trait A {
                    fn all(&self) -> impl Iterator<Item = u8>;
                }
            ),
            "the type of this result has no name: return a box, or an associated type",
        ),
        (
            quote!(
                trait A {
                    const SIZE: usize;
                }
            ),
            "a mock has no value for this constant: give it a default, or write `#[isolde::mockable(SIZE = …)]`",
        ),
        (
            quote!(
                trait A {
                    type Item<'a>;
                }
            ),
            "a mock has no type for each of these: an associated type with parameters cannot be mocked",
        ),
        (
            quote!(
                unsafe trait A {}
            ),
            "a mock cannot keep what an `unsafe` trait demands",
        ),
    ] {
        assert_eq!(error(item), message);
    }
    let wrong = expand(
        quote!(sync),
        quote!(
            trait A {}
        ),
    )
    .expect_err("no such option");
    assert_eq!(
        wrong.to_string(),
        "the options are `send`, for closures that may be sent to other threads, and values of constants, such as `SIZE = 4`"
    );
    let unknown = expand(
        quote!(WIDTH = 4),
        quote!(
            trait A {}
        ),
    )
    .expect_err("no such constant");
    assert_eq!(unknown.to_string(), "`A` has no constant of this name");
}

#[test]
fn what_is_lent_lives_as_long_as_the_mock() {
    let own: Lifetime = syn::parse_quote!('s);
    let text =
        |of: TokenStream, own: Option<&Lifetime>| crate::text::text(&lent(of, own, &lifetime()));
    assert_eq!(text(quote!(&str), None), "&'mock str");
    assert_eq!(
        text(quote!(Option<&'s mut [Cow<'_, str>]>), Some(&own)),
        "Option<&'mock mut [Cow<'mock, str>]>"
    );
    let of = made_static(&quote!(Cow<'mock, [&'b str]>));
    assert_eq!(crate::text::text(&of), "Cow<'static, [&'static str]>");
}

#[test]
fn members_are_named_by_themselves() {
    let item: Ident = syn::parse_quote!(Item);
    let of = without_self(quote!(Option<(Self::Item, Other::Item, Self)>), &[&item]);
    assert_eq!(crate::text::text(&of), "Option<(Item, Other::Item, Self)>");
}
