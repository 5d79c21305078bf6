//! Mocks for the traits of a hand-made model.

use super::request;
use super::toy::*;
use crate::{Harness, PieceId, Rejection, Request, Verdict, generate};
use isolde_model::{
    AssociatedType, Bound, Container, Function, GenericParam, Generics, ItemId, Model, Receiver,
    StdTrait, TraitItem, Type,
};
use isolde_record::{SkipReason, Visibility};
use std::collections::BTreeMap;

pub(super) const SOURCE: u32 = 40;
pub(super) const NAMED: u32 = 41;

pub(super) fn trait_item(id: u32, name: &str, supertraits: Vec<Bound>) -> TraitItem {
    TraitItem {
        id: ItemId(id),
        name: name.into(),
        public_path: Some(format!("toy::{name}")),
        crate_path: format!("crate::{name}"),
        is_outside: false,
        defined: format!("toy::{name}"),
        generics: Generics::default(),
        supertraits,
        implementors: Vec::new(),
        associated_types: Vec::new(),
        associated_constants: Vec::new(),
        visibility: Visibility::Public,
        dyn_compatible: true,
        is_unsafe: false,
    }
}

pub(super) fn own_bound(id: u32, name: &str) -> Bound {
    Bound {
        id: Some(ItemId(id)),
        ..bound(&format!("toy::{name}"), Vec::new())
    }
}

pub(super) fn required(
    of: u32,
    name: &str,
    receiver: Receiver,
    parameters: &[(&str, Type)],
    result: Type,
) -> Function {
    let mut function = method(name, Some(receiver), parameters, result);
    function.container = Container::Trait(ItemId(of));
    function.callable.has_body = false;
    function
}

/// `fn drain<T: …>(from: T) -> u8` over `trait Source: Named { type Item: Copy; fn next(&mut self, skip: u8) -> Option<Self::Item>; }`.
pub(super) fn with_source(bounds: Vec<Bound>) -> Model {
    let mut drain = function(
        "drain",
        &[("from", Type::Generic("T".into()))],
        primitive("u8"),
    );
    drain.callable.generics.params.push(GenericParam::Type {
        name: "T".into(),
        bounds,
        default: None,
    });
    let item = Type::Projection {
        of: Box::new(Type::Generic("Self".into())),
        of_trait: None,
        name: "Item".into(),
    };
    let option = Type::Path {
        defined: "core::option::Option".into(),
        id: None,
        arguments: vec![item],
        constants: Vec::new(),
    };
    let mut model = model(vec![
        drain,
        required(
            SOURCE,
            "next",
            Receiver::Mutable,
            &[("skip", primitive("u8"))],
            option,
        ),
        required(NAMED, "name", Receiver::Shared, &[], text()),
    ]);
    let mut source = trait_item(SOURCE, "Source", vec![own_bound(NAMED, "Named")]);
    source.associated_types.push(AssociatedType {
        name: "Item".into(),
        bounds: vec![bound(StdTrait::Copy.defined(), Vec::new())],
        is_generic: false,
        has_default: false,
    });
    model.traits.insert(ItemId(SOURCE), source);
    let named = trait_item(NAMED, "Named", Vec::new());
    model.traits.insert(ItemId(NAMED), named);
    model
}

fn generated(model: &Model, mocks: bool, rejected: &BTreeMap<PieceId, Rejection>) -> Harness {
    generate(&Request {
        mocks,
        ..request(model, rejected)
    })
}

pub(super) fn driver(model: &Model) -> Harness {
    generated(model, true, &BTreeMap::new())
}

#[test]
fn a_mock_has_the_traits_with_supertraits_and_associated_types() {
    let harness = driver(&with_source(vec![own_bound(SOURCE, "Source")]));
    assert_eq!(harness.thunks[0].instance, ["MockSource"]);
    for expected in [
        "struct MockSource { mock: __isolde::Mock }",
        "impl toy::Source for MockSource {\ntype Item = u8;fn next(&mut self, a0: u8) -> Option<u8> { \
         self.mock.call(0, |p| { p.argument(&a0); })",
        "impl toy::Named for MockSource {\nfn name(&self) -> &'static str { self.mock.call_again(1, |p| {  })",
        "let r = c.call(\"toy::drain({0})\", || toy::drain(a0));",
    ] {
        assert!(
            harness.main_rs.contains(expected),
            "{expected} is missing in\n{}",
            harness.main_rs
        );
    }
}

#[test]
fn what_a_bound_prescribes_is_what_the_mock_has() {
    let prescribed = Bound {
        associated: vec![("Item".into(), primitive("char"))],
        ..own_bound(SOURCE, "Source")
    };
    let harness = driver(&with_source(vec![prescribed]));
    assert!(
        harness.main_rs.contains("type Item = char;"),
        "{}",
        harness.main_rs
    );
    // A text is not `Copy`.
    let impossible = Bound {
        associated: vec![("Item".into(), crate::types::make::string())],
        ..own_bound(SOURCE, "Source")
    };
    let harness = driver(&with_source(vec![impossible]));
    assert!(
        !harness.main_rs.contains("MockSource"),
        "{}",
        harness.main_rs
    );
}

#[test]
fn a_trait_that_cannot_be_named_has_no_mocks() {
    let mut model = with_source(vec![own_bound(SOURCE, "Source")]);
    let sealed = model.traits.get_mut(&ItemId(NAMED)).expect("it was added");
    sealed.public_path = None;
    let harness = driver(&model);
    assert!(
        !harness.main_rs.contains("MockSource"),
        "{}",
        harness.main_rs
    );
}

#[test]
fn without_mocks_and_after_the_compiler_refused_one_there_is_none() {
    let model = with_source(vec![own_bound(SOURCE, "Source")]);
    let harness = generated(&model, false, &BTreeMap::new());
    assert!(
        !harness.main_rs.contains("MockSource"),
        "{}",
        harness.main_rs
    );
    let pieces = driver(&model).pieces;
    let piece = pieces.iter().find(|piece| piece.id.starts_with("mock of "));
    let refused = Rejection {
        code: Some("E0195".into()),
        message: "no".into(),
        is_final: false,
    };
    let piece = piece.expect("the mock is a piece").id.clone();
    let harness = generated(&model, true, &[(piece, refused)].into());
    assert!(
        !harness.main_rs.contains("MockSource"),
        "{}",
        harness.main_rs
    );
}

#[test]
fn a_mock_comes_in_addition_to_types_that_exist() {
    let mut model = with_source(vec![own_bound(NAMED, "Named")]);
    model
        .traits
        .get_mut(&ItemId(NAMED))
        .expect("it was added")
        .implementors = vec![own(2, "Shade")];
    let block = isolde_model::Impl {
        of_trait: Some(own_bound(NAMED, "Named")),
        trait_public_path: Some("toy::Named".into()),
        self_type: own(2, "Shade"),
        ..model.impls[0].clone()
    };
    model.impls.push(block);
    let harness = driver(&model);
    let instances: Vec<&[String]> = harness
        .thunks
        .iter()
        .filter(|thunk| thunk.function == "drain")
        .map(|thunk| thunk.instance.as_slice())
        .collect();
    assert_eq!(instances, [["toy::Shade"], ["MockNamed"]]);
}

#[test]
fn methods_whose_answers_cannot_be_made_end_the_run() {
    let mut model = with_source(vec![own_bound(NAMED, "Named")]);
    let pointer = Type::Pointer {
        mutable: false,
        target: Box::new(primitive("u8")),
    };
    model
        .functions
        .push(required(NAMED, "address", Receiver::Shared, &[], pointer));
    let harness = driver(&model);
    let expected = "fn address(&self) -> *const u8 { self.mock.refuse() }";
    assert!(harness.main_rs.contains(expected), "{}", harness.main_rs);
    let verdict = &harness.functions[0].1;
    assert!(!matches!(
        verdict,
        Verdict::Skipped(SkipReason::NoInstance(_))
    ));
    let thunk = harness
        .thunks
        .iter()
        .find(|thunk| thunk.function == "drain");
    let unanswered = &thunk.expect("it is called with the mock").unanswered;
    assert_eq!(
        *unanswered,
        ["Named::address; nothing makes its result `*const u8`"]
    );
}

#[test]
fn an_argument_without_a_mock_says_what_is_in_the_way() {
    let mut model = with_source(vec![own_bound(SOURCE, "Source")]);
    let named = Type::Reference {
        mutable: false,
        is_static: false,
        target: Box::new(Type::Dyn(vec![own_bound(NAMED, "Named")])),
    };
    model.functions = vec![function("greet", &[("whom", named)], primitive("u8"))];
    let sealed = model.traits.get_mut(&ItemId(NAMED)).expect("it was added");
    sealed.public_path = None;
    sealed.implementors = vec![own(9, "Hidden")];
    let reason = &driver(&model).functions[0].1;
    let Verdict::Skipped(SkipReason::UnsupportedArgument(detail)) = reason else {
        panic!("{reason:?}");
    };
    assert_eq!(
        detail,
        "&dyn Named; no mock of `Named`: it is sealed, since code outside its crate cannot name it"
    );
}

#[test]
fn generic_methods_answer_with_what_bounds_make_or_with_nothing() {
    let mut model = with_source(vec![own_bound(NAMED, "Named")]);
    let parameter = || Type::Generic("V".into());
    let std = |defined: &str, arguments: Vec<Type>| Type::Path {
        defined: defined.into(),
        id: None,
        arguments,
        constants: Vec::new(),
    };
    let mut add = |name: &str, bounds: Vec<Bound>, result: Type| {
        let mut method = required(NAMED, name, Receiver::Shared, &[], result);
        method.callable.generics.params.push(GenericParam::Type {
            name: "V".into(),
            bounds,
            default: None,
        });
        model.functions.push(method);
    };
    let default = bound(StdTrait::Default.defined(), Vec::new());
    let parsed = bound(StdTrait::FromStr.defined(), Vec::new());
    let from = bound(StdTrait::From.defined(), vec![primitive("u8")]);
    let option = std("core::option::Option", vec![parameter()]);
    let result = std("core::result::Result", vec![parameter(), primitive("u8")]);
    add("usual", vec![default], parameter());
    add("read", vec![parsed], option.clone());
    add("made", vec![from], parameter());
    add("nothing", Vec::new(), option);
    add("failed", Vec::new(), result);
    add("any", Vec::new(), parameter());
    let text = driver(&model).main_rs;
    for expected in [
        "c.text(\"V::default()\"); V::default()",
        "c.text(\".parse().ok()\"); c.require(it.parse::<V>().ok())",
        "c.open(\"V::from(\"); let it = c.item(0, __isolde::build::u8); c.close(\")\"); V::from(it)",
        "c.text(\"None\"); None",
        "c.open(\"Err(\"); let it = c.item(0, __isolde::build::u8); c.close(\")\"); Err(it)",
        "fn any<V>(&self) -> V { self.mock.refuse() }",
    ] {
        assert!(text.contains(expected), "{expected} is missing in\n{text}");
    }
}

#[test]
fn functions_without_self_are_answered_for_the_type() {
    let mut model = with_source(vec![own_bound(NAMED, "Named")]);
    let mut count = method("count", None, &[("of", primitive("u8"))], primitive("u8"));
    count.container = Container::Trait(ItemId(NAMED));
    count.callable.has_body = false;
    model.functions.push(count);
    let harness = driver(&model);
    for expected in [
        "fn count(a0: u8) -> u8 { __isolde::mock::of_type(&DESCRIPTION_OF_MOCK_NAMED)\
         .call(1, |p| { p.argument(&a0); }).answer(",
        "c.mentions_mock(&DESCRIPTION_OF_MOCK_NAMED);",
        "head: \"fn count(\", parameters: &[(\"of\", \"u8\")], end: \") -> u8\", \
         receiver: __isolde::mock::Receiver::Absent",
    ] {
        assert!(
            harness.main_rs.contains(expected),
            "{expected} is missing in\n{}",
            harness.main_rs
        );
    }
}

/// Changes a trait of `with_source` so that there is no mock of it.
type Spoil = fn(&mut TraitItem);

#[test]
fn a_function_without_a_mock_says_what_is_in_the_way() {
    let spoilt: [(u32, Spoil, &str); 4] = [
        (
            NAMED,
            |named| named.is_unsafe = true,
            "no mock of `Source`: it requires `Named`, which is `unsafe` to implement",
        ),
        (
            SOURCE,
            |source| {
                source
                    .supertraits
                    .push(bound(StdTrait::Step.defined(), Vec::new()))
            },
            "no mock of `Source`: it requires `Step`, which mocks cannot implement",
        ),
        (
            NAMED,
            |named| named.public_path = None,
            "no mock of `Source`: it requires `Named`, which is sealed, since code outside its crate cannot name it",
        ),
        (
            SOURCE,
            |source| source.associated_types[0].is_generic = true,
            "no mock of `Source`: its associated type `Item` has parameters of its own",
        ),
    ];
    for (of_trait, spoil, why) in spoilt {
        let mut model = with_source(vec![own_bound(SOURCE, "Source")]);
        spoil(model.traits.get_mut(&ItemId(of_trait)).expect("the trait"));
        // The compiler refuses all other types.
        let pieces = driver(&model).pieces;
        let thunks = pieces.iter().filter(|piece| piece.id.starts_with("thunk "));
        let refused = thunks.map(|piece| {
            let rejection = Rejection {
                code: Some("E0277".into()),
                message: "refused".into(),
                is_final: false,
            };
            (piece.id.clone(), rejection)
        });
        let harness = generated(&model, true, &refused.collect());
        let Verdict::Skipped(SkipReason::Rejected(detail)) = &harness.functions[0].1 else {
            panic!("{:?}", harness.functions[0]);
        };
        assert!(detail.ends_with(why), "{detail}");
    }
}
