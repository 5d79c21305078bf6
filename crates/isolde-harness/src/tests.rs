//! Generation from hand-made models.

mod compared;

mod fakes;
mod foreign;
mod kinds;
mod lawful;
mod lent;
mod members;
mod mocks;
mod questions;
mod tasks;
mod toy;
mod variations;

use crate::{PieceId, Rejection, Request, Verdict, generate};
use isolde_model::{
    Bound, Container, Fields, GenericParam, Generics, Impl, ItemId, Model, Parameter, Receiver,
    TraitItem, Type, TypeKind,
};
use isolde_record::{SkipReason, Visibility};
use std::collections::BTreeMap;
use toy::*;

/// A request for the driver of a model, with thunks of existing types alone.
fn request<'r>(model: &'r Model, rejected: &'r BTreeMap<PieceId, Rejection>) -> Request<'r> {
    Request {
        model,
        edition: Default::default(),
        filters: &[],
        rejected,
        isolation: None,
        mocks: false,
        lawless: false,
        sequences: false,
        conventions: true,
        asks: false,
    }
}

#[test]
fn a_free_function_gets_a_thunk_with_an_argument_for_each_parameter() {
    insta::assert_snapshot!(generated(vec![function(
        "trim_to",
        &[("text", text()), ("n", primitive("usize"))],
        text()
    )]));
}

#[test]
fn a_method_is_called_on_a_value_that_constructors_and_mutators_make() {
    insta::assert_snapshot!(generated(vec![
        method(
            "new",
            None,
            &[("start", primitive("u32"))],
            Type::Generic("Self".into())
        ),
        method(
            "add",
            Some(Receiver::Mutable),
            &[("by", primitive("u32"))],
            Type::Tuple(Vec::new())
        ),
        method("get", Some(Receiver::Shared), &[], primitive("u32")),
    ]));
}

#[test]
fn an_open_enum_is_built_by_its_variants_and_written_as_an_expression() {
    insta::assert_snapshot!(generated(vec![function(
        "darker",
        &[("shade", own(2, "Shade"))],
        own(2, "Shade")
    )]));
}

#[test]
fn a_function_that_takes_a_structs_fields_comes_before_the_literal() {
    let functions = vec![
        method(
            "new",
            None,
            &[("count", primitive("u32"))],
            Type::Generic("Self".into()),
        ),
        method("zero", None, &[], Type::Generic("Self".into())),
        function("read", &[("of", own(1, "Counter"))], primitive("u32")),
    ];
    let mut model = model(functions);
    let open = field("count", primitive("u32"), Visibility::Public);
    let open = TypeKind::Struct(Fields::Named(vec![open]));
    model.types.insert(ItemId(1), type_item(1, "Counter", open));
    let text = generate(&request(&model, &BTreeMap::new())).main_rs;
    let builder = text.split_once("fn make_").map_or("", |(_, rest)| rest);
    let places = ["Counter::new(", "Counter { count", "Counter::zero("];
    let places = places.map(|of| builder.find(of));
    let [Some(called), Some(literal), None] = places else {
        panic!("{places:?}\n{text}");
    };
    assert!(called < literal, "{text}");
}

#[test]
fn bounds_choose_the_instances() {
    let mut shout = function(
        "shout",
        &[("text", Type::Generic("T".into()))],
        primitive("usize"),
    );
    shout.callable.generics.params.push(GenericParam::Type {
        name: "T".into(),
        bounds: vec![bound("core::convert::AsRef", vec![primitive("str")])],
        default: None,
    });
    let model = model(vec![shout]);
    let rejected = BTreeMap::new();
    let harness = generate(&request(&model, &rejected));
    let instances: Vec<_> = harness
        .thunks
        .iter()
        .map(|thunk| (thunk.name.as_str(), thunk.instance.join(", ")))
        .collect();
    assert_eq!(
        instances,
        [
            ("shout_str", "&str".to_owned()),
            ("shout_string", "String".to_owned())
        ]
    );
}

/// The calls in a generated driver.
fn calls(model: &Model) -> Vec<String> {
    let rejected = BTreeMap::new();
    let harness = generate(&request(model, &rejected));
    let lines = harness.main_rs.lines();
    lines
        .filter_map(|line| line.trim().strip_prefix("let r = c.call(\""))
        .map(|rest| {
            rest.split("\", ||")
                .next()
                .unwrap_or_default()
                .replace('\\', "")
        })
        .collect()
}

#[test]
fn methods_are_called_by_path_where_another_method_hides_them() {
    let own_trait = |id: u32, name: &str, implementors: Vec<Type>| TraitItem {
        id: ItemId(id),
        name: name.into(),
        public_path: Some(format!("toy::{name}")),
        crate_path: format!("crate::{name}"),
        is_outside: false,
        defined: format!("toy::{name}"),
        generics: Generics::default(),
        supertraits: Vec::new(),
        implementors,
        associated_types: Vec::new(),
        associated_constants: Vec::new(),
        visibility: Visibility::Public,
        dyn_compatible: true,
        is_unsafe: false,
    };
    let of_trait = |container: Container, name: &str| {
        let mut function = method(name, Some(Receiver::Shared), &[], primitive("u32"));
        function.container = container;
        function.path = format!("Size::{name}");
        function
    };
    let size = Container::Trait(ItemId(10));
    let mut model = model(vec![
        // The package's trait on a type of std and on the package's own type, which has a method `total`.
        of_trait(size.clone(), "len"),
        of_trait(size.clone(), "total"),
        of_trait(size.clone(), "both"),
        of_trait(Container::Trait(ItemId(11)), "both"),
        method("new", None, &[], Type::Generic("Self".into())),
        method("total", Some(Receiver::Shared), &[], primitive("u32")),
        // `Ord::max` takes `self`, and so is found first.
        method("max", Some(Receiver::Shared), &[], primitive("u32")),
        method("to_string", Some(Receiver::Shared), &[], primitive("u32")),
        method(
            "from",
            None,
            &[("from", primitive("u8"))],
            Type::Generic("Self".into()),
        ),
        of_trait(Container::TraitImpl(1), "fmt"),
        of_trait(Container::TraitImpl(2), "from"),
    ]);
    model.functions[9].callable.result = primitive("bool");
    model.functions[10].callable.receiver = None;
    model.functions[10].callable.parameters = vec![Parameter {
        name: "from".into(),
        of: primitive("u16"),
    }];
    model.functions[10].callable.result = own(1, "Counter");
    let all = vec![primitive("str"), own(1, "Counter")];
    model.traits = BTreeMap::from([
        (ItemId(10), own_trait(10, "Size", all.clone())),
        (ItemId(11), own_trait(11, "Other", all.clone())),
    ]);
    for (of_trait, arguments) in [
        ("core::fmt::Display", Vec::new()),
        ("core::convert::From", vec![primitive("u16")]),
    ] {
        let block = Impl {
            of_trait: Some(bound(of_trait, arguments)),
            ..model.impls[0].clone()
        };
        model.impls.push(block);
    }
    for (id, name) in [(10, "toy::Size"), (11, "toy::Other")] {
        for of in &all {
            let block = Impl {
                of_trait: Some(Bound {
                    id: Some(ItemId(id)),
                    ..bound(name, Vec::new())
                }),
                trait_public_path: Some(name.into()),
                self_type: of.clone(),
                ..model.impls[0].clone()
            };
            model.impls.push(block);
        }
    }
    let calls = calls(&model);
    let missing: Vec<&str> = [
        "<str as toy::Size>::len({0})",
        "{0}.len()",
        "<toy::Counter as toy::Size>::total({0})",
        "<toy::Counter as toy::Size>::both({0})",
        "<toy::Counter as toy::Other>::both({0})",
        "{0}.total()",
        "toy::Counter::max({0})",
        "toy::Counter::from({0})",
        "<toy::Counter as std::convert::From<u16>>::from({0})",
        "format!(\"{}\", {0})",
    ]
    .into_iter()
    .filter(|wanted| !calls.iter().any(|call| call == wanted))
    .collect();
    assert_eq!(missing, Vec::<&str>::new(), "{calls:#?}");
}

#[test]
fn functions_that_cannot_be_called_are_skipped_with_a_reason() {
    let mut dangerous = function("dangerous", &[], primitive("u8"));
    dangerous.callable.is_unsafe = true;
    let mut private = function("private", &[], primitive("u8"));
    private.visibility = Visibility::Private;
    private.public_path = None;
    let pointer = Type::Pointer {
        mutable: false,
        target: Box::new(primitive("u8")),
    };
    let model = model(vec![
        dangerous,
        private,
        function("pointed", &[("at", pointer)], primitive("u8")),
        method("get", Some(Receiver::Shared), &[], primitive("u32")),
    ]);
    assert_eq!(
        verdicts(&model),
        [
            Verdict::Skipped(SkipReason::Unsafe),
            Verdict::Skipped(SkipReason::Private),
            Verdict::Skipped(SkipReason::UnsupportedArgument("*const u8".into())),
            Verdict::Skipped(SkipReason::UnsupportedReceiver("toy::Counter".into())),
        ]
    );
}

#[test]
fn names_and_patterns() {
    use crate::names::{matches, snake, variable};
    assert_eq!(snake("HTTPServer2 u8"), "http_server2_u8");
    assert_eq!(snake("Vec<String>"), "vec_string");
    assert_eq!(variable("type", "value"), "type_");
    assert_eq!(variable("_", "value"), "value");
    assert_eq!(variable("_unused", "value"), "unused");
    assert!(
        matches("Plot::*", "Plot::sow")
            && matches("*sow*", "Plot::sow")
            && matches("de", "de::Parser::next")
    );
    assert!(
        !matches("Plot::*", "plot::sow") && !matches("sow", "Plot::sow") && !matches("a*a", "a")
    );
}

#[test]
fn paths_of_std_are_those_that_code_can_name() {
    use crate::spell::std_path;
    let paths = [
        ("alloc::string::String", "String"),
        (
            "std::collections::hash::map::HashMap",
            "std::collections::HashMap",
        ),
        (
            "alloc::collections::btree::map::entry::Entry",
            "std::collections::btree_map::Entry",
        ),
        ("core::time::Duration", "std::time::Duration"),
        ("core::num::nonzero::NonZero", "std::num::NonZero"),
        ("std::sync::poison::mutex::Mutex", "std::sync::Mutex"),
        ("core::ops::function::FnMut", "std::ops::FnMut"),
        ("core::str::iter::Chars", "std::str::Chars"),
    ];
    for (defined, public) in paths {
        assert_eq!(std_path(defined).as_deref(), Some(public));
    }
    assert_eq!(std_path("serde::Serialize"), None);
}

/// Refuses every thunk with this error until the function is given up; returns how many different texts were tried.
fn attempts(model: &Model, code: &str, is_final: bool) -> usize {
    let mut rejected: BTreeMap<PieceId, Rejection> = BTreeMap::new();
    for attempt in 0.. {
        let harness = generate(&request(model, &rejected));
        match &harness.functions[0].1 {
            Verdict::Thunks(_) => {
                let thunks = harness.pieces.iter();
                let thunks = thunks.filter(|piece| piece.id.starts_with("thunk Counter::get"));
                rejected.extend(thunks.map(|piece| {
                    let rejection = Rejection {
                        code: Some(code.to_owned()),
                        message: "no".to_owned(),
                        is_final,
                    };
                    (piece.id.clone(), rejection)
                }));
            }
            Verdict::Skipped(reason) => {
                assert_eq!(*reason, SkipReason::Rejected(format!("no [{code}]")));
                return attempt;
            }
        }
    }
    unreachable!("there are not so many ways to write a call")
}

#[test]
fn a_refused_call_is_written_in_another_way_as_long_as_that_may_help() {
    let model = model(vec![
        method("get", Some(Receiver::Shared), &[], primitive("u32")),
        method("new", None, &[], Type::Generic("Self".into())),
    ]);
    // As a method, by its path, and by its path with the result discarded.
    assert_eq!(attempts(&model, "E0308", false), 3);
    // The types are wrong: no other way to write the call helps.
    assert_eq!(attempts(&model, "E0277", false), 1);
    assert_eq!(attempts(&model, "E0271", false), 1);
    // There is no such method; the function does not exist under its path either.
    assert_eq!(attempts(&model, "E0599", false), 2);
    // The rejection is final, so no other way is tried.
    assert_eq!(attempts(&model, "E0308", true), 1);
}
