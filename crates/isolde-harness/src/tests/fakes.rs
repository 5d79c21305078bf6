//! Fakes of functions outside a unit.

use super::request;
use super::toy::*;
use crate::types::make;
use crate::{Faked, Harness, Isolation, PieceId, Pure, Rejection, generate};
use isolde_model::world::world_functions;
use isolde_model::{
    Container, Contract, Fields, Function, Impl, ItemId, Model, Receiver, Type, TypeKind,
};
use isolde_record::Visibility;
use std::collections::{BTreeMap, BTreeSet};

const CLIENT: u32 = 30;

fn faked(function: &str, is_pure: bool) -> Faked {
    Faked {
        function: function.to_owned(),
        pure: match is_pure {
            true => Pure::Always,
            false => Pure::Never,
        },
    }
}

fn isolated(model: &Model, faked: &[Faked]) -> Harness {
    isolated_but(model, faked, &[], &BTreeMap::new())
}

/// The same, where these functions are kept, and these pieces were refused.
fn isolated_but(
    model: &Model,
    faked: &[Faked],
    kept: &[String],
    refused: &BTreeMap<PieceId, Rejection>,
) -> Harness {
    generate(&crate::Request {
        isolation: Some(Isolation { faked, kept }),
        ..request(model, refused)
    })
}

/// Names as the program has them: with an instance for each `impl Trait`.
fn names_of_world() -> Vec<String> {
    world_functions()
        .filter(|row| row.generics.is_empty() && !row.is_unsafe)
        .map(|row| {
            let anonymous = row
                .parameters
                .iter()
                .filter(|(_, of)| of.starts_with("impl "));
            let argument = |of: &str| match of.contains("[u8]") {
                true => "&[u8]",
                false => "&str",
            };
            let types: Vec<&str> = anonymous.map(|(_, of)| argument(of)).collect();
            let path = match row.of_trait {
                Some(of_trait) => format!("<{} as {of_trait}>::{}", row.owner, row.name),
                None if row.owner.rsplit("::").next().is_some_and(is_type) => {
                    format!("<{}>::{}", row.owner, row.name)
                }
                None => format!("{}::{}", row.owner, row.name),
            };
            match types.is_empty() {
                true => path,
                false => format!("{path}::<{}>", types.join(", ")),
            }
        })
        .collect()
}

fn is_type(name: &str) -> bool {
    name.starts_with(|c: char| c.is_uppercase()) || name == "str"
}

#[test]
fn nearly_all_of_stds_functions_that_reach_the_world_can_have_fakes() {
    let model = model(vec![function("f", &[], primitive("u8"))]);
    let names = names_of_world();
    let all: Vec<Faked> = names.iter().map(|name| faked(name, false)).collect();
    let harness = isolated(&model, &all);
    let unfaked: Vec<String> = harness
        .unfaked
        .iter()
        .map(|unfaked| format!("{}: {}", unfaked.function, unfaked.why))
        .collect();
    insta::assert_snapshot!(unfaked.join("\n"));
    // Of a status, values can be made, so that nobody need answer for what looks into one.
    let is_needless = |name: &&String| name.starts_with("<std::process::ExitStatus");
    let needless = names.iter().filter(is_needless).count();
    assert_eq!(harness.faked.len() + unfaked.len() + needless, names.len());
}

/// A crate `net` with an opaque `Client`, which is made by `Client::connect` and has a method `get`.
fn with_client(mut functions: Vec<Function>) -> Model {
    let client = Type::Path {
        defined: "net::Client".into(),
        id: Some(ItemId(CLIENT)),
        arguments: Vec::new(),
        constants: Vec::new(),
    };
    let mut connect = function("connect", &[("host", text())], client.clone());
    let mut get = function("get", &[("path", text())], primitive("u16"));
    get.callable.receiver = Some(Receiver::Shared);
    for (number, outside) in [&mut connect, &mut get].into_iter().enumerate() {
        outside.id = ItemId(CLIENT + 1 + number as u32);
        outside.container = Container::Inherent(0);
        outside.crate_path = format!("net::Client::{}", outside.name);
        outside.public_path = Some(outside.crate_path.clone());
    }
    for of_client in &mut functions {
        for parameter in &mut of_client.callable.parameters {
            if parameter.name == "client" {
                parameter.of = Type::Reference {
                    mutable: false,
                    is_static: false,
                    target: Box::new(client.clone()),
                };
            }
        }
    }
    let mut item = type_item(
        CLIENT,
        "Client",
        TypeKind::Struct(Fields::Tuple(Vec::new())),
    );
    item.public_path = Some("net::Client".into());
    item.crate_path = "net::Client".into();
    item.is_outside = true;
    item.non_exhaustive = true;
    Model {
        outside: vec![connect, get],
        impls: vec![Impl {
            generics: Default::default(),
            of_trait: None,
            trait_public_path: None,
            self_type: client,
            derived: false,
            associated: Vec::new(),
            span: None,
        }],
        types: BTreeMap::from([(ItemId(CLIENT), item)]),
        dependencies: vec!["net".into()],
        ..model(functions)
    }
}

#[test]
fn a_type_whose_constructor_is_faked_is_stood_in_for_and_its_methods_are_faked() {
    let uses = function("uses", &[("client", primitive("u8"))], primitive("u16"));
    let model = with_client(vec![uses]);
    let names = ["<net::Client>::connect", "<net::Client>::get"];
    let harness = isolated(&model, &[faked(names[0], false), faked(names[1], true)]);
    let faked: BTreeSet<&str> = harness.faked.iter().map(String::as_str).collect();
    assert_eq!(faked, BTreeSet::from(names), "{:?}", harness.unfaked);
    let text = &harness.main_rs;
    for part in [
        "c.stand_in::<net::Client>(\"unsafe { isolde::detour::stand_in::<net::Client>() }\")",
        "let function: unsafe fn(_, _) -> _ = net::Client::get;",
        "m.call_on((&raw const *this).cast(), 1, vec![a0.into()], |p| { p.argument(&a0); })",
        "    let _fakes = fakes(c);\n",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
}

#[test]
fn what_stands_in_is_not_changed() {
    let uses = function("uses", &[("client", primitive("u8"))], primitive("u16"));
    let mut model = with_client(vec![uses]);
    let mut put = function("put", &[("path", text())], primitive("u16"));
    put.callable.receiver = Some(Receiver::Mutable);
    put.id = ItemId(CLIENT + 3);
    put.container = Container::Inherent(0);
    put.crate_path = "net::Client::put".into();
    put.public_path = Some(put.crate_path.clone());
    model.outside.push(put);
    let names = [
        "<net::Client>::connect",
        "<net::Client>::get",
        "<net::Client>::put",
    ];
    let stands_in = isolated(&model, &names.map(|name| faked(name, false))).main_rs;
    assert!(
        !stands_in.contains("__isolde::Mutator::Change("),
        "{stands_in}"
    );
    // Clients that can be made are changed.
    let made = isolated(&model, &[]).main_rs;
    assert!(made.contains("__isolde::Mutator::Change("), "{made}");
}

#[test]
fn pure_functions_are_faked_only_where_somebody_would_look_into_a_stand_in() {
    let uses = function("uses", &[("client", primitive("u8"))], primitive("u16"));
    let model = with_client(vec![uses]);
    let pure = [
        faked("<net::Client>::connect", true),
        faked("<net::Client>::get", true),
    ];
    // `connect` makes clients, so nothing stands in for them.
    assert!(isolated(&model, &pure).faked.is_empty());
}

#[test]
fn rules_of_the_package_say_which_answers_are_possible() {
    let mut rule = function(
        "answers",
        &[("path", text()), ("status", primitive("u16"))],
        primitive("bool"),
    );
    rule.contract = Some(Contract::FakeRule("net::Client::get".into()));
    let uses = function("uses", &[("client", primitive("u8"))], primitive("u16"));
    let model = with_client(vec![rule, uses]);
    let harness = isolated(
        &model,
        &[
            faked("<net::Client>::connect", false),
            faked("<net::Client>::get", false),
        ],
    );
    let text = &harness.main_rs;
    assert!(
        text.contains("if !toy::answers(&a0, &answer) { __isolde::mock::refuse(); }"),
        "{text}"
    );
    assert!(text.contains("name: \"get\", is_async: false, is_assumed: false"));
    assert!(text.contains("name: \"connect\", is_async: false, is_assumed: true"));
}

#[test]
fn types_of_the_world_have_the_methods_that_a_row_gives_to_another_one() {
    let model = model(vec![function("f", &[], primitive("u8"))]);
    let names = [
        "<std::net::TcpStream as std::os::fd::raw::FromRawFd>::from_raw_fd",
        "<std::fs::FileType as core::clone::Clone>::clone",
        "<std::fs::ReadDir as core::fmt::Debug>::fmt",
        "<std::fs::Metadata>::is_dir",
        "<std::time::Instant>::now",
        "std::env::current_dir",
        "std::env::var::<&str>",
        "std::env::set_current_dir::<&str>",
        "<std::io::StdinLock as std::io::BufRead>::fill_buf",
        "<std::io::StdinLock as std::io::BufRead>::consume",
    ];
    let harness = isolated(&model, &names.map(|name| faked(name, false)));
    assert!(harness.unfaked.is_empty(), "{:?}", harness.unfaked);
    let text = &harness.main_rs;
    for part in [
        "c.stand_in::<std::net::TcpStream>(",
        "c.stand_in::<std::fs::FileType>(",
        "__isolde::mock::fmt(c, a0)",
        "c.is_of_kind((&raw const *this).cast(), \"is_dir\", |c: &mut __isolde::Chooser| {",
        "m.call_on(std::ptr::null(), 0, vec![__isolde::mock::text(&a0)], |p| { p.argument(&a0); })",
        "{ __isolde::mock::note_change(0); m.call(",
        "c.absolute(|c: &mut __isolde::Chooser| {",
        "c.buffered((&raw const *this).cast(), |c: &mut __isolde::Chooser| {",
        "c.consume((&raw const *this).cast(), a0); ",
        "__isolde::mock::later(c)",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
}

#[test]
fn what_takes_only_data_cannot_be_given_code_to_call() {
    let model = with_client(Vec::new());
    let connect = |of: Type| {
        let mut model = model.clone();
        model.outside[0].callable.parameters[0].of = of;
        let faked = Faked {
            function: "<net::Client>::connect".into(),
            pure: Pure::OfData,
        };
        isolated(&model, &[faked]).faked.len()
    };
    // It is kept if it is pure.
    assert_eq!(connect(text()), 0);
    assert_eq!(connect(primitive("u8")), 0);
    let pointer = Type::Pointer {
        mutable: false,
        target: Box::new(primitive("u8")),
    };
    assert_eq!(connect(pointer), 1);
}

fn object() -> Type {
    Type::Dyn(vec![bound("net::Transport", Vec::new())])
}

#[test]
fn a_function_is_kept_if_all_code_in_its_arguments_is_that_of_their_crate() {
    let fakes = |visibility: Visibility, argument: Type, pure: Pure| {
        let mut model = with_client(Vec::new());
        let client = model.types.get_mut(&ItemId(CLIENT)).expect("the client");
        let transport = make::reference(false, object());
        client.kind = TypeKind::Struct(Fields::Named(vec![field(
            "transport",
            transport,
            visibility,
        )]));
        model.outside[1].callable.parameters[0].of = argument;
        let faked = Faked {
            function: "<net::Client>::get".into(),
            pure,
        };
        let harness = isolated(&model, &[faked]);
        harness.faked.len() + harness.unfaked.len()
    };
    // Only `net` makes the object in the client.
    assert_eq!(fakes(Visibility::Private, text(), Pure::OfOwnCode), 0);
    assert_eq!(fakes(Visibility::Private, text(), Pure::OfData), 1);
    // Anybody may put an object there, or hand one over.
    assert_eq!(fakes(Visibility::Public, text(), Pure::OfOwnCode), 1);
    let object = make::reference(false, object());
    assert_eq!(fakes(Visibility::Private, object, Pure::OfOwnCode), 1);
}

#[test]
fn nothing_stands_in_for_a_type_with_a_method_that_has_no_fake() {
    let uses = function("uses", &[("client", primitive("u8"))], primitive("u16"));
    let model = with_client(vec![uses]);
    let all = [
        faked("<net::Client>::connect", false),
        faked("<net::Client>::get", false),
    ];
    let stands_in = |harness: &Harness| harness.main_rs.contains("c.stand_in::<net::Client>(");
    assert!(stands_in(&isolated(&model, &all)));
    // The compiler refuses the detour.
    let rejection = Rejection {
        code: Some("E0308".into()),
        message: "mismatched types".into(),
        is_final: false,
    };
    let refused = BTreeMap::from([("fake of <net::Client>::get".to_owned(), rejection)]);
    assert!(!stands_in(&isolated_but(&model, &all, &[], &refused)));
    // No test can name the instance.
    let kept = ["<net::Client>::with::<demo::f::{closure#0}>".to_owned()];
    let none = BTreeMap::new();
    assert!(!stands_in(&isolated_but(&model, &all, &kept, &none)));
    // What stands in is never dropped.
    let kept = ["<net::Client as core::ops::drop::Drop>::drop".to_owned()];
    assert!(stands_in(&isolated_but(&model, &all, &kept, &none)));
}

#[test]
fn nothing_stands_in_for_a_value_whose_fields_or_variants_are_visible() {
    let uses = function("uses", &[("client", primitive("u8"))], primitive("u16"));
    let stands_in = |kind: TypeKind| {
        let mut model = with_client(vec![uses.clone()]);
        let client = model.types.get_mut(&ItemId(CLIENT)).expect("the client");
        client.kind = kind;
        let all = [
            faked("<net::Client>::connect", false),
            faked("<net::Client>::get", false),
        ];
        let text = isolated(&model, &all).main_rs;
        text.contains("c.stand_in::<net::Client>(")
    };
    let with = |visibility| {
        let inner = field("inner", make::vec(object()), Visibility::Private);
        let port = field("port", primitive("u16"), visibility);
        TypeKind::Struct(Fields::Named(vec![port, inner]))
    };
    assert!(stands_in(with(Visibility::Private)));
    assert!(!stands_in(with(Visibility::Public)));
    assert!(!stands_in(TypeKind::Enum(Vec::new())));
    assert!(!stands_in(TypeKind::Union));
}

#[test]
fn nothing_stands_in_for_what_a_function_without_fake_looks_into() {
    let metadata = std::iter::once(Type::Path {
        defined: "std::fs::Metadata".into(),
        id: None,
        arguments: Vec::new(),
        constants: Vec::new(),
    });
    let takes = metadata.map(|of| function("size", &[("of", of)], primitive("u64")));
    let model = model(takes.collect());
    let stands_in = |names: &[&str]| {
        let all: Vec<Faked> = names.iter().map(|name| faked(name, false)).collect();
        isolated(&model, &all)
            .main_rs
            .contains("c.stand_in::<std::fs::Metadata>")
    };
    assert!(stands_in(&["<std::fs::Metadata>::len"]));
    assert!(!stands_in(&[
        "<std::fs::Metadata>::len",
        "<std::fs::Metadata>::something_else"
    ]));
}
