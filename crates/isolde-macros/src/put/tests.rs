use super::*;
use syn::{Item, ItemFn, Stmt};

fn function(options: TokenStream, function: TokenStream) -> ItemFn {
    syn::parse2(expand(options, function).expect("right")).expect("one function")
}

fn errors(options: TokenStream, function: TokenStream) -> Vec<String> {
    let error = expand(options, function).expect_err("wrong");
    error.into_iter().map(|error| error.to_string()).collect()
}

/// The functions inside a function.
fn inner<'a>(function: &'a ItemFn, name: &str) -> &'a ItemFn {
    let found = function
        .block
        .stmts
        .iter()
        .find_map(|statement| match statement {
            Stmt::Item(Item::Fn(inner)) if inner.sig.ident == name => Some(inner),
            _ => None,
        });
    found.expect(name)
}

#[test]
fn the_test_keeps_its_attributes_and_holds_the_function() {
    let test = function(
        quote!(),
        quote! {
            /// Documentation.
            #[should_panic(expected = "no")]
            #[cfg(unix)]
            #[ignore = "slow"]
            pub fn f(mut a: u8, #[by(small)] #[allow(unused)] (b, c): (u8, u8)) -> Result<(), E> { body }
        },
    );
    let attributes: Vec<String> = test
        .attrs
        .iter()
        .map(|each| crate::text::text(&each.path().to_token_stream()))
        .collect();
    assert_eq!(
        attributes,
        ["::core::prelude::v1::test", "doc", "cfg", "ignore"]
    );
    assert!(matches!(test.vis, syn::Visibility::Public(_)));
    assert!(test.sig.inputs.is_empty() && matches!(test.sig.output, syn::ReturnType::Default));
    let own = inner(&test, "f");
    let expected: Signature =
        syn::parse_quote!(fn f(mut a: u8, #[allow(unused)] (b, c): (u8, u8)) -> Result<(), E>);
    assert_eq!(
        own.sig.to_token_stream().to_string(),
        expected.to_token_stream().to_string()
    );
}

#[test]
fn references_are_taken_of_what_was_built() {
    let test = function(
        quote!(),
        quote!(
            fn f(a: &Vec<u8>, b: &mut T, c: &str, d: &'static T) {}
        ),
    );
    let expected: ItemFn = syn::parse_quote! {
        fn __isolde_thunk(c: &mut ::isolde::Chooser) {
            let argument_0: Vec<u8> = c.argument("a", ::isolde::Passing::Shared, |c: &mut ::isolde::Chooser| ::isolde::__choose!(Vec<u8>, c));
            let mut argument_1: T = c.argument("b", ::isolde::Passing::Mutable, |c: &mut ::isolde::Chooser| ::isolde::__choose!(T, c));
            let argument_2: &'static str = c.argument("c", ::isolde::Passing::Value, |c: &mut ::isolde::Chooser| ::isolde::__choose!(&'static str, c));
            let argument_3: &'static T = c.argument("d", ::isolde::Passing::Value, |c: &mut ::isolde::Chooser| {
                ::isolde::build::reference(c, |c: &mut ::isolde::Chooser| ::isolde::__choose!(T, c))
            });
            c.call("f({0}, {1}, {2}, {3})", || ::isolde::put::Conclusion::conclude(f(&argument_0, &mut argument_1, argument_2, argument_3)));
        }
    };
    let text = |function: &ItemFn| function.to_token_stream().to_string();
    let expected = text(&expected).replace("{ :: isolde :: build :: reference (c , | c : & mut :: isolde :: Chooser | :: isolde :: __choose ! (T , c)) }", ":: isolde :: build :: reference (c , | c : & mut :: isolde :: Chooser | :: isolde :: __choose ! (T , c))");
    assert_eq!(text(inner(&test, "__isolde_thunk")), expected);
}

#[test]
fn functions_that_cannot_be_called_are_refused_with_what_to_write_instead() {
    let starts = |function: TokenStream, starts: &[&str]| {
        let all = errors(quote!(), function);
        assert_eq!(all.len(), starts.len(), "{all:?}");
        for (error, start) in all.iter().zip(starts) {
            assert!(error.starts_with(start), "{error}");
        }
    };
    starts(
        quote!(
            unsafe extern "C" fn f<T, const N: usize>(x: u8) {}
        ),
        &[
            "a parameterized test cannot be `unsafe`: put an `unsafe` block into the body",
            "a parameterized test is an ordinary function",
            "a parameterized test cannot be generic over `T`: choose a type",
            "a parameterized test cannot be generic over `N`: choose a number",
        ],
    );
    starts(
        quote!(
            const fn f() {}
        ),
        &["a parameterized test cannot be `const`"],
    );
    starts(
        quote!(
            fn f(&self, x: impl Fn()) {}
        ),
        &[
            "a parameterized test cannot be a method",
            "values of `impl Trait` cannot be built: name a type",
        ],
    );
    starts(
        quote!(
            fn f(x: Option<impl Fn()>, #[cfg(unix)] y: u8) {}
        ),
        &[
            "values of `impl Trait`",
            "parameters of a parameterized test cannot depend on `cfg`",
        ],
    );
    starts(
        quote!(
            fn f(
                #[by] x: u8,
                #[by(a)]
                #[by(b)]
                y: u8,
            ) {
            }
        ),
        &[
            "name the factory: `#[by(factory)]`",
            "a parameter can have only one `#[by(…)]`",
        ],
    );
    starts(
        quote!(
            async fn f() {}
        ),
        &["an `async` test needs something that runs it"],
    );
    starts(
        quote!(
            struct S;
        ),
        &["this attribute belongs on a function"],
    );
    starts(
        quote!(
            fn f();
        ),
        &["this function needs a body"],
    );
    starts(
        quote!(
            #[cfg_attr(unix, should_panic)]
            fn f() {}
        ),
        &["this `cfg_attr` must be written before `#[isolde::put]`"],
    );
    starts(
        quote!(
            #[should_panic(wanted = "x")]
            fn f() {}
        ),
        &["expected `#[should_panic]`"],
    );
}

#[test]
fn options_that_do_not_fit_the_function_are_refused() {
    assert_eq!(
        errors(
            quote!(case(1), case(), case(1, 2)),
            quote!(
                fn f(a: u8, b: u8) {}
            )
        ),
        [
            "this case has 1 argument, but the test has 2 parameters",
            "this case has no arguments, but the test has 2 parameters",
        ]
    );
    assert_eq!(
        errors(
            quote!(executor = run),
            quote!(
                fn f() {}
            )
        ),
        ["only `async` tests have an executor"]
    );
}
