//! Kinds of values and of type arguments that published crates need.

use super::request;
use super::toy::*;
use crate::types::make::reference;
use crate::{Harness, Verdict, generate};
use isolde_model::{
    Bound, Container, Fields, FnSignature, Function, GenericParam, Generics, Impl, ItemId, Model,
    Receiver, StdTrait, TraitItem, Type, TypeKind,
};
use isolde_record::Visibility;
use std::collections::BTreeMap;

const SECRET: u32 = 5;
const SEALED: u32 = 6;
const TRAIT: u32 = 31;

fn generic(name: &str) -> Type {
    Type::Generic(name.into())
}

fn of_std(defined: &str, arguments: Vec<Type>) -> Type {
    Type::Path {
        defined: defined.into(),
        id: None,
        arguments,
        constants: Vec::new(),
    }
}

fn result(of: Type, error: Type) -> Type {
    of_std("core::result::Result", vec![of, error])
}

fn param(name: &str, bounds: Vec<Bound>) -> GenericParam {
    GenericParam::Type {
        name: name.into(),
        bounds,
        default: None,
    }
}

/// The toy model with two structs that have only private fields: `Secret`, and `Sealed`, which nothing makes.
fn with_secrets(functions: Vec<Function>) -> Model {
    let mut model = model(functions);
    for (id, name) in [(SECRET, "Secret"), (SEALED, "Sealed")] {
        let hidden = field("hidden", primitive("u8"), Visibility::Private);
        let fields = Fields::Named(vec![hidden]);
        let item = type_item(id, name, TypeKind::Struct(fields));
        model.types.insert(ItemId(id), item);
        model.impls.push(Impl {
            generics: Generics::default(),
            of_trait: None,
            trait_public_path: None,
            self_type: own(id, name),
            derived: false,
            associated: Vec::new(),
            span: None,
        });
    }
    model
}

fn driver(model: &Model) -> Harness {
    generate(&request(model, &BTreeMap::new()))
}

fn is_called(harness: &Harness, function: &str) -> bool {
    harness
        .thunks
        .iter()
        .any(|thunk| thunk.function == function)
}

#[test]
fn values_are_taken_out_of_several_wrappings() {
    let secret = || own(SECRET, "Secret");
    let read = || function("read", &[("secret", secret())], primitive("u8"));
    for (made, expected) in [
        (
            option(result(secret(), primitive("u8"))),
            "__isolde::require!(c, __isolde::require!(c, toy::make()))",
        ),
        (
            Type::Tuple(vec![primitive("u8"), secret()]),
            "let result = toy::make(); c.text(\".1\"); result.1",
        ),
        (
            Type::Tuple(vec![option(primitive("u8")), secret()]),
            "let (p0, p1) = toy::make(); if c.part(start, &[",
        ),
        (
            result(primitive("u8"), secret()),
            "c.text(\".err()\"); __isolde::require!(c, result.err())",
        ),
    ] {
        let harness = driver(&with_secrets(vec![read(), function("make", &[], made)]));
        assert!(is_called(&harness, "read"));
        assert!(harness.main_rs.contains(expected), "{}", harness.main_rs);
    }
}

#[test]
fn constructors_that_cannot_be_built_take_no_place_from_those_that_can() {
    let secret = || own(SECRET, "Secret");
    let mut functions = vec![function("read", &[("secret", secret())], primitive("u8"))];
    for number in 0..8 {
        let mut reveal = method(
            &format!("reveal_{number}"),
            Some(Receiver::Shared),
            &[],
            secret(),
        );
        reveal.container = Container::Inherent(2);
        reveal.path = format!("Sealed::reveal_{number}");
        functions.push(reveal);
    }
    let alone = driver(&with_secrets(functions.clone()));
    assert!(!is_called(&alone, "read"));
    functions.push(method("new", None, &[], generic("Self")));
    functions.push(method("secret", Some(Receiver::Shared), &[], secret()));
    let harness = driver(&with_secrets(functions));
    assert!(is_called(&harness, "read"));
}

fn own_trait(implementors: Vec<Type>) -> TraitItem {
    TraitItem {
        id: ItemId(TRAIT),
        name: "Consumer".into(),
        public_path: Some("toy::Consumer".into()),
        crate_path: "crate::Consumer".into(),
        is_outside: false,
        defined: "toy::Consumer".into(),
        generics: Generics::default(),
        supertraits: Vec::new(),
        implementors,
        associated_types: Vec::new(),
        associated_constants: Vec::new(),
        visibility: Visibility::Public,
        dyn_compatible: true,
        is_unsafe: false,
    }
}

fn consumer(arguments: Vec<Type>) -> Bound {
    Bound {
        id: Some(ItemId(TRAIT)),
        ..bound("toy::Consumer", arguments)
    }
}

fn implemented(self_type: Type, params: Vec<GenericParam>, of_trait: Bound) -> Impl {
    Impl {
        generics: Generics {
            params,
            bounds: Vec::new(),
        },
        of_trait: Some(of_trait),
        trait_public_path: Some("toy::Consumer".into()),
        self_type,
        derived: false,
        associated: Vec::new(),
        span: None,
    }
}

/// `fn walk<N, G: Consumer<Node = N>>(graph: G, start: N)`, where only `u64` is a `Consumer`, whose `Node` is `bool`.
#[test]
fn a_parameter_that_is_a_member_of_another_one_is_chosen_after_it() {
    let parameters = [("graph", generic("G")), ("start", generic("N"))];
    let mut walk = function("walk", &parameters, primitive("u8"));
    let node = |of: Type| vec![("Node".to_owned(), of)];
    let graph = Bound {
        associated: node(generic("N")),
        ..consumer(Vec::new())
    };
    walk.callable.generics.params = vec![param("N", Vec::new()), param("G", vec![graph])];
    let mut model = model(vec![walk]);
    model
        .traits
        .insert(ItemId(TRAIT), own_trait(vec![primitive("u64")]));
    model.impls.push(Impl {
        associated: node(primitive("bool")),
        ..implemented(primitive("u64"), Vec::new(), consumer(Vec::new()))
    });
    let harness = driver(&model);
    let instances = harness.thunks.iter().map(|thunk| thunk.instance.join(", "));
    assert_eq!(instances.collect::<Vec<_>>(), ["bool, u64"]);
}

fn callable(parameters: Vec<Type>, result: Type) -> Bound {
    Bound {
        signature: Some(Box::new(FnSignature::new(parameters, result))),
        ..bound("core::ops::function::Fn", Vec::new())
    }
}

/// `fn made<const N: usize>(f: F) -> [u32; N]` and `fn sum<const N: usize>(of: [u32; N])`.
#[test]
fn a_length_that_no_argument_tells_is_written() {
    let length = || GenericParam::Const {
        name: "N".into(),
        of: "usize".into(),
    };
    let row = || Type::Array(Box::new(primitive("u32")), "N".into());
    let mut made = function("made", &[("f", generic("F"))], row());
    let of_index = callable(vec![primitive("usize")], primitive("u32"));
    made.callable.generics.params = vec![length(), param("F", vec![of_index])];
    let mut sum = function("sum", &[("of", row())], primitive("u32"));
    sum.callable.generics.params = vec![length()];
    let harness = driver(&model(vec![made, sum]));
    let calls = &harness.main_rs;
    assert!(calls.contains("toy::made::<4, _>(a0)"), "{calls}");
    assert!(calls.contains("toy::sum(a0)"), "{calls}");
}

/// `fn feed(consumer: impl Consumer<u8>)`, where `impl<I, O, F: Fn(I) -> O> Consumer<I> for F` is the only impl.
#[test]
fn closures_implement_traits_with_impls_for_functions_and_are_written_with_their_types() {
    let mut feed = function("feed", &[("consumer", generic("C"))], primitive("u8"));
    feed.callable.generics.params = vec![param("C", vec![consumer(vec![primitive("u8")])])];
    let mut model = model(vec![feed]);
    model
        .traits
        .insert(ItemId(TRAIT), own_trait(vec![generic("F")]));
    let params = vec![
        param("I", Vec::new()),
        param("O", Vec::new()),
        param("F", vec![callable(vec![generic("I")], generic("O"))]),
    ];
    let of_trait = consumer(vec![generic("I")]);
    model
        .impls
        .push(implemented(generic("F"), params, of_trait));
    let harness = driver(&model);
    assert!(is_called(&harness, "feed"), "{:?}", harness.functions);
    let head = "ClosureType { parameters: &[(\"x\", \"u8\")], result: Some(\"-> u8\"), lends: None, is_silent: false }";
    assert!(harness.main_rs.contains(head), "{}", harness.main_rs);
    assert!(
        harness.main_rs.contains("c.suffixed(true"),
        "{}",
        harness.main_rs
    );
}

/// `trait Consumer<I> { fn again(self) }`, with the same impl.
#[test]
fn methods_of_traits_with_parameters_are_called_on_types_that_have_the_trait_with_these() {
    let mut again = method("again", Some(Receiver::Value), &[], primitive("u8"));
    again.container = Container::Trait(ItemId(TRAIT));
    again.path = "Consumer::again".into();
    let mut model = model(vec![again]);
    let mut item = own_trait(vec![generic("F")]);
    item.generics.params = vec![param("I", Vec::new())];
    model.traits.insert(ItemId(TRAIT), item);
    let params = vec![
        param("I", Vec::new()),
        param("F", vec![callable(vec![generic("I")], primitive("bool"))]),
    ];
    let of_trait = consumer(vec![generic("I")]);
    model
        .impls
        .push(implemented(generic("F"), params, of_trait));
    let harness = driver(&model);
    assert!(
        is_called(&harness, "Consumer::again"),
        "{:?}",
        harness.functions
    );
    for thunk in &harness.thunks {
        let closure = format!("closure({}) -> bool", thunk.instance[1]);
        assert_eq!(thunk.instance[0], closure);
    }
}

#[test]
fn function_pointers_return_constants_of_compound_types() {
    let pair = Type::Tuple(vec![primitive("u8"), primitive("bool")]);
    let returned = option(result(pair, own(SEALED, "Sealed")));
    let pointer = Type::Function(Box::new(FnSignature::new(vec![primitive("u8")], returned)));
    let model = with_secrets(vec![function("apply", &[("f", pointer)], primitive("u8"))]);
    let harness = driver(&model);
    assert!(is_called(&harness, "apply"), "{:?}", harness.functions);
    for expected in [
        "|_| None",
        "|_| Some(Ok((0, false)))",
        "|_| Some(Ok((1, true)))",
    ] {
        assert!(harness.main_rs.contains(expected), "{}", harness.main_rs);
    }
    let sealed = Type::Function(Box::new(FnSignature::new(
        Vec::new(),
        own(SEALED, "Sealed"),
    )));
    let model = with_secrets(vec![function("apply", &[("f", sealed)], primitive("u8"))]);
    assert!(matches!(driver(&model).functions[0].1, Verdict::Skipped(_)));
}

#[test]
fn function_pointers_return_variants_that_contain_nothing() {
    let shade = FnSignature::new(vec![primitive("u8")], own(2, "Shade"));
    let pointer = Type::Function(Box::new(shade));
    let apply = function("apply", &[("f", pointer)], primitive("u8"));
    let harness = driver(&model(vec![apply]));
    assert!(is_called(&harness, "apply"), "{:?}", harness.functions);
    let main_rs = harness.main_rs;
    assert!(main_rs.contains("|_| toy::Shade::"), "{main_rs}");
}

#[test]
fn ranges_of_all_kinds_are_tried_as_two_bounds() {
    let mut resolve = function("resolve", &[("range", generic("R"))], primitive("u8"));
    let ranges = bound(StdTrait::RangeBounds.defined(), vec![primitive("usize")]);
    let params = &mut resolve.callable.generics.params;
    params.push(param("R", vec![ranges]));
    let harness = driver(&model(vec![resolve]));
    let instances = harness.thunks.iter().map(|thunk| thunk.instance.join(", "));
    assert_eq!(
        instances.collect::<Vec<_>>(),
        [
            "std::ops::Range<usize>",
            "(std::ops::Bound<usize>, std::ops::Bound<usize>)"
        ]
    );
}

#[test]
fn cells_behind_shared_references_are_looked_into_after_the_call() {
    let mutex = of_std("std::sync::poison::mutex::Mutex", vec![primitive("u8")]);
    let log = of_std("alloc::sync::Arc", vec![mutex]);
    let hits = of_std("core::sync::atomic::AtomicU32", Vec::new());
    let parameters = [("log", log), ("hits", hits)].map(|(name, of)| (name, reference(false, of)));
    let record = function("record", &parameters, primitive("u8"));
    let text = driver(&model(vec![record])).main_rs;
    for expected in [
        "c.argument(\"hits\", __isolde::Passing::Watched, __isolde::build::atomic_u32)",
        "c.after_method(\"hits\", \"{}.load(std::sync::atomic::Ordering::SeqCst)\", ",
        "c.argument(\"log\", __isolde::Passing::Watched, ",
        "c.after_method(\"log\", \"*{}.lock().unwrap()\", |o| match a0.try_lock().ok() { \
         Some(it) => __isolde::observe!(o, &*it), None => o.opaque() });",
    ] {
        assert!(text.contains(expected), "{expected} is missing in\n{text}");
    }
}
