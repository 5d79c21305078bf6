//! Comparisons, keys and operators that mocks and closures compute.

use super::request;
use super::toy::*;
use crate::types::make;
use crate::{Request, generate};
use isolde_model::{
    Bound, Container, Field, Fields, FnSignature, GenericParam, Generics, ItemId, Lends, Model,
    Receiver, StdItem, StdTrait, TraitItem, Type, TypeKind,
};
use isolde_record::Visibility;
use std::collections::BTreeMap;

const PERSON: u32 = 50;
pub(super) const QUANTITY: u32 = 51;

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
    with_person_and(None)
}

/// The same, with another field.
fn with_person_and(other: Option<Field>) -> Model {
    let mut model = model(Vec::new());
    let mut fields = vec![
        field("age", primitive("u8"), Visibility::Public),
        field("secret", primitive("u8"), Visibility::Private),
    ];
    fields.extend(other);
    let person = type_item(PERSON, "Person", TypeKind::Struct(Fields::Named(fields)));
    model.types.insert(ItemId(PERSON), person);
    model
}

/// The driver for `fn f(by: impl Fn(parameters) -> result)`.
fn driver(model: Model, parameters: Vec<Type>, result: Type, lawless: bool) -> String {
    driver_for(model, FnSignature::new(parameters, result), lawless)
}

/// The driver for a function that takes a closure with this signature.
fn driver_for(model: Model, signature: FnSignature, lawless: bool) -> String {
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

pub(super) fn assert_has(text: &str, parts: &[&str]) {
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
            "m.call_alike(0, |p| { p.seen(__isolde::shown!(&a0)); })",
            "_ => a0.age",
        ],
    );
    assert!(!text.contains("secret"), "{text}");
    let person = reference(own(PERSON, "Person"));
    let name = field(
        "name",
        make::std(StdItem::String, Vec::new()),
        Visibility::Public,
    );
    let text = driver(
        with_person_and(Some(name)),
        vec![person],
        primitive("u32"),
        false,
    );
    assert_has(
        &text,
        &["\"|x| x.age as u32\"", "\"|x| x.name.len() as u32\""],
    );
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
fn patterns_match_what_is_inside_tuples_lists_and_strings() {
    let pair = Type::Tuple(vec![primitive("u8"), primitive("bool")]);
    for (of, noted) in [
        (reference(pair), "a0)], |p| { p.matched(\"*{}\", a0); }"),
        (
            crate::types::make::string(),
            "&a0)], |p| { p.matched(\"{}.as_str()\", &a0); }",
        ),
        (
            reference(reference(primitive("u8"))),
            "*a0)], |p| { p.matched(\"**{}\", *a0); }",
        ),
        (
            reference(Type::Slice(Box::new(primitive("char")))),
            "a0)], |p| { p.matched(\"{}\", a0); }",
        ),
    ] {
        let text = driver(with_person(), vec![of], primitive("bool"), false);
        let call = format!("m.call_by(0, vec![__isolde::mock::seen({noted}");
        assert_has(&text, &[&call]);
    }
    let floats = Type::Tuple(vec![primitive("f64")]);
    let text = driver(
        with_person(),
        vec![reference(floats)],
        primitive("bool"),
        false,
    );
    assert_has(
        &text,
        &["m.call(0, |p| { p.seen(__isolde::shown!(&a0)); })"],
    );
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
fn closures_change_their_mutable_arguments() {
    let changed = |target| Type::Reference {
        mutable: true,
        is_static: false,
        target: Box::new(target),
    };
    let buffer = changed(crate::types::make::bytes());
    let parameters = vec![buffer, changed(primitive("u8"))];
    let text = driver(with_person(), parameters, primitive("bool"), false);
    assert_has(
        &text,
        &[
            "c.assign_slice(0, a0, __isolde::build::u8); c.assign(1, a1, __isolde::build::u8); \
             c.within(0, __isolde::build::bool)",
        ],
    );
}

#[test]
fn closures_that_lend_a_part_of_their_argument_say_so() {
    let text = |is_static| Type::Reference {
        mutable: false,
        is_static,
        target: Box::new(primitive("str")),
    };
    let lending = |lends: &[Lends], result: Type| {
        let parameters = vec![text(false); lends.len().max(1)];
        let signature = FnSignature {
            lends: lends.to_vec(),
            ..FnSignature::new(parameters, result)
        };
        driver_for(with_person(), signature, false)
    };
    let pair = || Type::Tuple(vec![text(false), text(true)]);
    assert_has(
        &lending(&[Lends::Outer], pair()),
        &[
            "fn lending<F: for<'v> Fn(&'v str) -> (&'v str, &'static str)>(f: F) -> F { f } lending(move |a0: &str| m.",
        ],
    );
    assert_has(
        &lending(&[Lends::Nothing, Lends::Outer], text(false)),
        &["F: for<'v> Fn(&str, &'v str) -> &'v str>"],
    );
    assert!(!lending(&[], text(true)).contains("fn lending"));
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

/// `trait Quantity: Copy + Add<Output = Self> { fn compare(&self, one: &Person, other: &Person) -> Ordering; fn code(&self, of: u8) -> u8;
/// fn beats(&self, other: &Self) -> bool; fn cmp_to(&self, other: &Self) -> Ordering; }`,
/// and a function that takes one.
pub(super) fn with_quantity(supertraits: Vec<Bound>) -> Model {
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
    let itself = reference(Type::Generic("Self".into()));
    for (name, parameters, result) in [
        (
            "compare",
            vec![("one", person.clone()), ("other", person)],
            ordering(),
        ),
        ("code", vec![("of", primitive("u8"))], primitive("u8")),
        ("beats", vec![("other", itself.clone())], primitive("bool")),
        ("cmp_to", vec![("other", itself)], ordering()),
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

pub(super) fn mocked(model: &Model, lawless: bool) -> crate::Harness {
    generate(&Request {
        mocks: true,
        lawless,
        ..request(model, &BTreeMap::new())
    })
}

#[test]
fn a_method_that_compares_computes_an_order() {
    let harness = mocked(&with_quantity(Vec::new()), false);
    assert_has(
        &harness.main_rs,
        &[
            "self.mock.call_alike(0, |p| { p.seen(__isolde::shown!(&a0)); p.seen(__isolde::shown!(&a1)); })",
            "0 => { c.text(\"\"); c.parameter(0); c.text(\".age.cmp(&\"); c.parameter(1); c.text(\".age)\"); a0.age.cmp(&a1.age) }",
        ],
    );
}

#[test]
fn methods_that_compare_a_mock_with_another_one_compare_ranks() {
    let model = with_quantity(Vec::new());
    let harness = mocked(&model, false);
    assert_has(
        &harness.main_rs,
        &[
            "match __isolde::mock::of_type(&DESCRIPTION_OF_MOCK_QUANTITY).form(2, 2) { \
             0 => { c.text(\"self.rank() < \"); c.parameter(0); c.text(\".rank()\"); self.rank() < a0.rank() }, \
             _ => { c.text(\"self.rank() == \"); c.parameter(0); c.text(\".rank()\"); self.rank() == a0.rank() } }",
            "self.rank().cmp(&a0.rank())",
            "impl MockQuantity {\nfn rank(&self) -> u8 { self.mock.call_alike(4,",
        ],
    );
    let lawless = mocked(&model, true);
    assert_has(&lawless.main_rs, &["self.mock.call(2,"]);
    assert!(!lawless.main_rs.contains("rank()"), "{}", lawless.main_rs);
}

#[test]
fn a_mock_that_is_copied_answers_by_arguments_and_has_operators() {
    let itself = Type::Generic("Self".into());
    let add = Bound {
        associated: vec![("Output".into(), itself)],
        ..bound(StdTrait::Add.defined(), Vec::new())
    };
    let copy = bound(StdTrait::Copy.defined(), Vec::new());
    let harness = mocked(&with_quantity(vec![copy, add]), false);
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
