use super::*;
use quote::quote;

fn numbered_tokens(body: TokenStream) -> Result<(String, Vec<String>)> {
    let group = Group::new(Delimiter::Brace, body);
    numbered(&group).map(|(body, labels)| (body.stream().to_string(), labels))
}

#[test]
fn calls_are_numbered_at_any_depth_and_keep_their_paths() {
    let (body, labels) = numbered_tokens(quote! {
        assert_reachable!("first");
        if x { isolde::assert_reachable!(); }
        check!([1, ::isolde::assert_reachable!["third",]]);
    })
    .expect("all are right");
    let expected = quote! {
        assert_reachable!(@0);
        if x { isolde::assert_reachable!(@1); }
        check!([1, ::isolde::assert_reachable![@2]]);
    };
    assert_eq!(body, expected.to_string());
    assert_eq!(labels, ["first", "number 1", "third"]);
}

#[test]
fn other_macros_and_macro_definitions_stay() {
    let body = quote! {
        other::assert_reachable!(1 + 1);
        assert_reachable("a function");
        macro_rules! mine { () => { assert_reachable!("inside") } }
    };
    let (out, labels) = numbered_tokens(body.clone()).expect("nothing to number");
    assert_eq!((out, labels.len()), (body.to_string(), 0));
}

#[test]
fn labels_are_literals() {
    for wrong in [
        quote!(label),
        quote!(1),
        quote!("a", "b"),
        quote!("a" + "b"),
    ] {
        let error = numbered_tokens(quote!(assert_reachable!(#wrong))).expect_err("no label");
        assert_eq!(
            error.to_string(),
            "`assert_reachable!` takes a label in quotes, or nothing",
            "{wrong}"
        );
    }
}

#[test]
fn there_are_at_most_64() {
    let calls = |count| {
        let all = (0..count).map(|_| quote!(assert_reachable!();));
        quote!(#(#all)*)
    };
    assert_eq!(numbered_tokens(calls(64)).expect("enough bits").1.len(), 64);
    let error = numbered_tokens(calls(65)).expect_err("too many");
    assert_eq!(
        error.to_string(),
        "a test can have at most 64 `assert_reachable!`: split it into several tests"
    );
}
