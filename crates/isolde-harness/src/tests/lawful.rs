//! Comparisons, keys and operators that mocks and closures compute.

use super::request;
use super::toy::*;
use crate::{Request, generate};
use isolde_model::{
    Bound, Container, Fields, FnSignature, GenericParam, Generics, ItemId, Model, Receiver,
    StdTrait, TraitItem, Type, TypeKind,
};
use isolde_record::Visibility;
use std::collections::BTreeMap;

const PERSON: u32 = 50;
const QUANTITY: u32 = 51;

fn reference(of: Type) -> Type {
    Type::Reference {
        mutable: false,
        is_static: false,
        target: Box::new(of),
    }
}

fn ordering() -> Type {
    Type::Path {
        defined: "core::cmp::Ordering".into(),
        id: None,
        arguments: Vec::new(),
        constants: Vec::new(),
    }
}

/// A struct with a public and a private field.
fn with_person() -> Model {
    let mut model = model(Vec::new());
    let fields = Fields::Named(vec![
        field("age", primitive("u8"), Visibility::Public),
        field("secret", primitive("u8"), Visibility::Private),
    ]);
    let person = type_item(PERSON, "Person", TypeKind::Struct(fields));
    model.types.insert(ItemId(PERSON), person);
    model
}

/// The driver for `fn f(by: impl Fn(parameters) -> result)`.
fn driver(model: Model, parameters: Vec<Type>, result: Type, lawless: bool) -> String {
    let signature = FnSignature::new(parameters, result);
    let by = Bound {
        signature: Some(Box::new(signature)),
        ..bound(StdTrait::Fn.defined(), Vec::new())
    };
    driver_of(model, Type::Impl(vec![by]), lawless)
}

/// The driver for a function with this parameter.
fn driver_of(mut model: Model, by: Type, lawless: bool) -> String {
    model
        .functions
        .push(function("f", &[("by", by)], primitive("u8")));
    generate(&Request {
        mocks: true,
        lawless,
        ..request(&model, &BTreeMap::new())
    })
    .main_rs
}

fn assert_has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
}

#[test]
fn keys_are_public_fields_of_the_right_type_or_always_the_same() {
    let person = reference(own(PERSON, "Person"));
    let text = driver(with_person(), vec![person], primitive("u8"), false);
    assert_has(
        &text,
        &[
            "let form = c.variant(2);",
            "\"|x| x.age\"",
            "m.call_alike(0, |p| { p.other(); })",
            "_ => a0.age",
        ],
    );
    assert!(!text.contains("secret"), "{text}");
}

#[test]
fn comparisons_are_orders_by_the_type_or_by_its_fields() {
    let person = reference(own(PERSON, "Person"));
    let text = driver(
        with_person(),
        vec![person.clone(), person],
        ordering(),
        false,
    );
    assert_has(
        &text,
        &["\"|a, b| a.age.cmp(&b.age)\"", "_ => a1.age.cmp(&a0.age)"],
    );
    let float = reference(primitive("f64"));
    let text = driver(with_person(), vec![float.clone(), float], ordering(), false);
    assert_has(&text, &["\"|a, b| b.total_cmp(a)\""]);
    let shade = reference(own(2, "Shade"));
    let text = driver(with_person(), vec![shade.clone(), shade], ordering(), false);
    assert_has(&text, &["\"|_, _| std::cmp::Ordering::Equal\""]);
}

#[test]
fn relations_depend_on_the_values_or_are_constant() {
    let text = reference(crate::types::make::string());
    let of_texts = vec![text.clone(), text];
    let text = driver(with_person(), of_texts, primitive("bool"), false);
    assert_has(
        &text,
        &["\"|a, b| a == b\"", "\"|a, b| a < b\"", "m.call_alike(0,"],
    );
}

#[test]
fn function_pointers_that_compare_are_orders_too() {
    let number = reference(primitive("u8"));
    let of = |result| FnSignature::new(vec![number.clone(), number.clone()], result);
    let pointer =
        |result, lawless| driver_of(with_person(), Type::Function(Box::new(of(result))), lawless);
    let text = pointer(ordering(), false);
    assert_has(&text, &["|a, b| a.cmp(b)", "|a, b| b.cmp(a)"]);
    assert!(!text.contains("Ordering::Less"), "{text}");
    assert_has(
        &pointer(ordering(), true),
        &["|_, _| std::cmp::Ordering::Less"],
    );
    assert_has(&pointer(primitive("bool"), false), &["|_, _| true"]);
}

#[test]
fn closures_that_lend_a_part_of_their_argument_say_so() {
    let text = |is_static| Type::Reference {
        mutable: false,
        is_static,
        target: Box::new(primitive("str")),
    };
    let lending = driver(with_person(), vec![text(false)], text(false), false);
    assert_has(
        &lending,
        &["fn lending<F: Fn(&str) -> &str>(f: F) -> F { f } lending(move |a0: &str| m."],
    );
    // A text that lives forever is no part, and of two arguments the compiler does not know which one lends.
    let constant = driver(with_person(), vec![text(false)], text(true), false);
    let two = driver(
        with_person(),
        vec![text(false), text(false)],
        text(false),
        false,
    );
    assert!(!constant.contains("fn lending") && !two.contains("fn lending"));
}

#[test]
fn lawless_closures_answer_each_call_as_they_like() {
    let person = reference(own(PERSON, "Person"));
    let text = driver(
        with_person(),
        vec![person.clone(), person],
        ordering(),
        true,
    );
    assert_has(
        &text,
        &["m.call(0, ", "__isolde::mock::allow_contradictions();"],
    );
    assert!(!text.contains(".cmp("), "{text}");
}

/// `trait Quantity: Copy + Add<Output = Self> { fn compare(&self, one: &Person, other: &Person) -> Ordering; fn code(&self, of: u8) -> u8; }`,
/// and a function that takes one.
fn with_quantity(supertraits: Vec<Bound>) -> Model {
    let mut model = with_person();
    let quantity = Bound {
        id: Some(ItemId(QUANTITY)),
        ..bound("toy::Quantity", Vec::new())
    };
    let mut take = function(
        "take",
        &[("of", Type::Generic("T".into()))],
        primitive("u8"),
    );
    take.callable.generics.params.push(GenericParam::Type {
        name: "T".into(),
        bounds: vec![quantity],
        default: None,
    });
    model.functions.push(take);
    let person = reference(own(PERSON, "Person"));
    for (name, parameters, result) in [
        (
            "compare",
            vec![("one", person.clone()), ("other", person)],
            ordering(),
        ),
        ("code", vec![("of", primitive("u8"))], primitive("u8")),
    ] {
        let mut required = method(name, Some(Receiver::Shared), &parameters, result);
        required.container = Container::Trait(ItemId(QUANTITY));
        required.callable.has_body = false;
        model.functions.push(required);
    }
    let item = TraitItem {
        id: ItemId(QUANTITY),
        name: "Quantity".into(),
        public_path: Some("toy::Quantity".into()),
        crate_path: "crate::Quantity".into(),
        is_outside: false,
        defined: "toy::Quantity".into(),
        generics: Generics::default(),
        supertraits,
        implementors: Vec::new(),
        associated_types: Vec::new(),
        associated_constants: Vec::new(),
        visibility: Visibility::Public,
        dyn_compatible: true,
        is_unsafe: false,
    };
    model.traits.insert(ItemId(QUANTITY), item);
    model
}

fn mocked(model: &Model) -> crate::Harness {
    generate(&Request {
        mocks: true,
        ..request(model, &BTreeMap::new())
    })
}

#[test]
fn a_method_that_compares_computes_an_order() {
    let harness = mocked(&with_quantity(Vec::new()));
    assert_has(
        &harness.main_rs,
        &[
            "self.mock.call_alike(0, |p| { p.other(); p.other(); })",
            "0 => { c.text(\"\"); c.parameter(0); c.text(\".age.cmp(&\"); c.parameter(1); c.text(\".age)\"); a0.age.cmp(&a1.age) }",
        ],
    );
}

#[test]
fn a_mock_that_is_copied_answers_by_arguments_and_has_operators() {
    let itself = Type::Generic("Self".into());
    let add = Bound {
        associated: vec![("Output".into(), itself)],
        ..bound(StdTrait::Add.defined(), Vec::new())
    };
    let copy = bound(StdTrait::Copy.defined(), Vec::new());
    let harness = mocked(&with_quantity(vec![copy, add]));
    assert_has(
        &harness.main_rs,
        &[
            "#[derive(Clone, Copy)]\nstruct MockQuantity { mock: &'static __isolde::Mock }",
            "fn code(&self, a0: u8) -> u8 { self.mock.call_by(1, vec![a0.into()],",
            "impl std::ops::Add for MockQuantity {\ntype Output = MockQuantity;fn add(self, a0: MockQuantity) -> MockQuantity { self.mock.call_alike(",
            "derived: &[\"Clone\", \"Copy\"]",
        ],
    );
}
