//! Futures and streams as results and as arguments.

use super::request;
use super::toy::*;
use crate::generate;
use isolde_model::{
    AssociatedType, Bound, Container, FnSignature, Function, GenericParam, Generics, Impl, ItemId,
    Model, Receiver, TraitItem, Type,
};
use isolde_record::{Lazy, ThunkInfo, Visibility};
use std::collections::BTreeMap;

const STREAM: u32 = 10;

fn std_type(defined: &str, arguments: Vec<Type>) -> Type {
    Type::Path {
        defined: defined.into(),
        id: None,
        arguments,
        constants: Vec::new(),
    }
}

fn poll(of: Type) -> Type {
    std_type("core::task::poll::Poll", vec![of])
}

fn context() -> Type {
    Type::Reference {
        mutable: true,
        is_static: false,
        target: Box::new(std_type("core::task::wake::Context", Vec::new())),
    }
}

fn future(output: Type) -> Bound {
    Bound {
        associated: vec![("Output".into(), output)],
        ..bound("core::future::future::Future", Vec::new())
    }
}

/// A function with a parameter of a type `F` that has this bound.
fn taking(name: &str, of_f: Bound) -> Function {
    let mut function = function(name, &[("f", Type::Generic("F".into()))], primitive("u8"));
    function.callable.generics.params.push(GenericParam::Type {
        name: "F".into(),
        bounds: vec![of_f],
        default: None,
    });
    function
}

/// The package's own trait of streams, and these functions.
fn with_streams(mut functions: Vec<Function>, method: &str) -> Model {
    let item = Type::Projection {
        of: Box::new(Type::Generic("Self".into())),
        of_trait: Some("toy::Stream".into()),
        name: "Item".into(),
    };
    let mut next = function(method, &[("context", context())], poll(option(item)));
    next.path = format!("Stream::{method}");
    next.public_path = Some(format!("toy::Stream::{method}"));
    next.container = Container::Trait(ItemId(STREAM));
    next.callable.receiver = Some(Receiver::Pinned);
    next.callable.has_body = false;
    functions.push(next);
    let mut model = model(functions);
    model.traits.insert(
        ItemId(STREAM),
        TraitItem {
            id: ItemId(STREAM),
            name: "Stream".into(),
            public_path: Some("toy::Stream".into()),
            crate_path: "crate::Stream".into(),
            is_outside: false,
            defined: "toy::Stream".into(),
            generics: Generics::default(),
            supertraits: Vec::new(),
            implementors: Vec::new(),
            associated_types: vec![AssociatedType {
                name: "Item".into(),
                bounds: Vec::new(),
                is_generic: false,
                has_default: false,
            }],
            associated_constants: Vec::new(),
            visibility: Visibility::Public,
            dyn_compatible: true,
            is_unsafe: false,
        },
    );
    model
}

/// The driver's text, and the first thunk.
fn first(model: &Model) -> (String, ThunkInfo) {
    let rejected = BTreeMap::new();
    let mut harness = generate(&request(model, &rejected));
    (harness.main_rs, harness.thunks.remove(0))
}

fn assert_has(text: &str, part: &str) {
    assert!(text.contains(part), "{part} is missing in\n{text}");
}

#[test]
fn futures_are_run_and_their_output_is_observed() {
    let mut later = function("later", &[("n", primitive("u8"))], own(2, "Shade"));
    later.callable.is_async = true;
    let (text, thunk) = first(&model(vec![later]));
    assert_has(
        &text,
        r#"c.call("toy::later({0})", || __isolde::run_future(toy::later(a0)))"#,
    );
    // The output is looked at like any other result.
    assert_has(&text, "s.variant((&r));");
    assert_eq!(thunk.lazy, Some(Lazy::Future));
}

#[test]
fn in_place_of_a_futures_method_the_future_itself_is_run() {
    let mut poll_it = function("poll", &[("context", context())], poll(own(2, "Shade")));
    poll_it.path = "<Counter as Future>::poll".into();
    poll_it.public_path = None;
    poll_it.container = Container::TraitImpl(1);
    poll_it.callable.receiver = Some(Receiver::Pinned);
    let new = method("new", None, &[], Type::Generic("Self".into()));
    let mut model = model(vec![poll_it, new]);
    model.impls.push(Impl {
        of_trait: Some(bound("core::future::future::Future", Vec::new())),
        associated: vec![("Output".into(), own(2, "Shade"))],
        ..model.impls[0].clone()
    });
    let (text, thunk) = first(&model);
    assert_has(
        &text,
        r#"let (r, polling) = c.call("{0}", || __isolde::run_future(a0));"#,
    );
    assert_has(&text, "s.variant((&r));");
    assert_eq!(thunk.lazy, Some(Lazy::Future));
    assert_eq!(thunk.arguments.len(), 1);
}

#[test]
fn the_first_items_of_streams_are_observed() {
    let stream = Bound {
        id: Some(ItemId(STREAM)),
        associated: vec![("Item".into(), own(2, "Shade"))],
        ..bound("toy::Stream", Vec::new())
    };
    let shades = function("shades", &[], Type::Impl(vec![stream]));
    let (text, thunk) = first(&with_streams(vec![shades.clone()], "poll_next"));
    assert_has(
        &text,
        r#"c.call("toy::shades()", || __isolde::run_stream(toy::shades(), toy::Stream::poll_next))"#,
    );
    let poll_next = "toy::Stream::poll_next".to_owned();
    assert_eq!(thunk.lazy, Some(Lazy::Stream { poll_next }));
    // A trait of another kind is no stream.
    let (text, thunk) = first(&with_streams(vec![shades], "poll_last"));
    assert_has(
        &text,
        r#"let r = c.call("toy::shades()", || toy::shades())"#,
    );
    assert_eq!(thunk.lazy, None);
}

#[test]
fn futures_as_arguments_are_ready_or_may_be_pending() {
    let function = taking("run", future(primitive("u8")));
    let (text, thunk) = first(&model(vec![function]));
    assert_eq!(thunk.instance, ["std::future::Ready<u8>"]);
    assert_has(&text, "__isolde::build::pending::<u8>(c, \"u8\")");
    assert_has(
        &text,
        "std::pin::Pin<Box<dyn std::future::Future<Output = u8> + Send>>",
    );
}

#[test]
fn asynchronous_closures_return_futures() {
    let signature = FnSignature::new(vec![primitive("u8")], primitive("u16"));
    let asynchronous = Bound {
        signature: Some(Box::new(signature)),
        ..bound("core::ops::async_function::AsyncFn", Vec::new())
    };
    let (text, _) = first(&model(vec![taking("change", asynchronous)]));
    assert_has(&text, "__isolde::build::ready(c, __isolde::build::u16))");
    assert_has(&text, "move |a0: u8| m.call_by(0, vec![a0.into()], ");
}

#[test]
fn function_pointers_return_constants_of_polls() {
    let signature = FnSignature::new(vec![context()], poll(option(primitive("bool"))));
    let of = Type::Function(Box::new(signature));
    let (text, _) = first(&model(vec![function(
        "from_fn",
        &[("f", of)],
        primitive("u8"),
    )]));
    for constant in [
        "|_| std::task::Poll::Ready(None)",
        "|_| std::task::Poll::Ready(Some(true))",
        "|_| std::task::Poll::Pending",
    ] {
        assert_has(&text, constant);
    }
}
