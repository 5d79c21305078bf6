//! The associated types of mocks.

use super::mocks::{NAMED, SOURCE, driver, own_bound, with_source};
use super::toy::*;
use crate::Verdict;
use isolde_model::{
    AssociatedType, Bound, Container, GenericParam, ItemId, Model, Receiver, StdTrait, Type,
};
use isolde_record::SkipReason;

fn associated(name: &str, bounds: Vec<Bound>) -> AssociatedType {
    AssociatedType {
        name: name.into(),
        bounds,
        is_generic: false,
        has_default: false,
    }
}

/// The model with these associated types of the trait `Source`.
fn with_members(members: Vec<AssociatedType>) -> Model {
    let mut model = with_source(vec![own_bound(SOURCE, "Source")]);
    let source = model.traits.get_mut(&ItemId(SOURCE)).expect("the trait");
    source.associated_types = members;
    model
}

fn assert_member(model: &Model, expected: &str) {
    let main_rs = driver(model).main_rs;
    assert!(
        main_rs.contains(expected),
        "{expected} is missing in\n{main_rs}"
    );
}

#[test]
fn a_member_may_be_made_of_others_that_are_declared_later() {
    let item = Type::Projection {
        of: Box::new(Type::Generic("Self".into())),
        of_trait: None,
        name: "Item".into(),
    };
    let future = Bound {
        associated: vec![("Output".into(), option(item))],
        ..bound(StdTrait::Future.defined(), Vec::new())
    };
    let model = with_members(vec![
        associated("Later", vec![future]),
        associated("Item", Vec::new()),
    ]);
    assert_member(
        &model,
        "type Later = std::future::Ready<Option<u8>>; type Item = u8;",
    );
}

#[test]
fn a_member_with_a_trait_that_nothing_is_known_to_implement_is_a_mock() {
    let named = own_bound(NAMED, "Named");
    let model = with_members(vec![associated("Item", vec![named])]);
    assert_member(&model, "type Item = MockNamed;");
}

#[test]
fn a_member_that_is_compared_with_numbers_is_a_number_of_the_same_type() {
    let compared = bound(StdTrait::PartialOrd.defined(), vec![primitive("u32")]);
    let copied = bound(StdTrait::Copy.defined(), Vec::new());
    let model = with_members(vec![associated("Item", vec![compared, copied])]);
    assert_member(&model, "type Item = u32;");
}

#[test]
fn a_member_has_what_the_function_asks_of_it() {
    let mut model = with_members(vec![associated("Item", Vec::new())]);
    let drain = &mut model.functions[0].callable.generics;
    assert!(matches!(&drain.params[0], GenericParam::Type { name, .. } if name == "T"));
    let item = Type::Projection {
        of: Box::new(Type::Generic("T".into())),
        of_trait: None,
        name: "Item".into(),
    };
    let error = bound(StdTrait::Error.defined(), Vec::new());
    drain.bounds.push((item, vec![error]));
    assert_member(&model, "type Item = std::fmt::Error;");
}

#[test]
fn provided_methods_of_a_generic_trait_are_called_on_mocks_at_some_arguments() {
    let mut model = with_members(vec![associated("Item", Vec::new())]);
    let source = model.traits.get_mut(&ItemId(SOURCE)).expect("the trait");
    source.generics.params.push(GenericParam::Type {
        name: "R".into(),
        bounds: Vec::new(),
        default: None,
    });
    let mut all = method("all", Some(Receiver::Mutable), &[], primitive("u8"));
    all.container = Container::Trait(ItemId(SOURCE));
    model.functions = vec![all];
    assert_member(&model, "impl toy::Source<u8> for MockSourceU8");
    assert_member(&model, "<MockSourceU8 as toy::Source<u8>>::all(");
}

#[test]
fn a_provided_method_that_nothing_has_names_the_trait_and_what_is_in_the_way_of_a_mock() {
    let mut model = with_members(vec![associated("Item", Vec::new())]);
    let source = model.traits.get_mut(&ItemId(SOURCE)).expect("the trait");
    source.is_unsafe = true;
    source.implementors = vec![own(9, "Hidden")];
    let mut all = method("all", Some(Receiver::Mutable), &[], primitive("u8"));
    all.container = Container::Trait(ItemId(SOURCE));
    model.functions = vec![all];
    let verdict = &driver(&model).functions[0].1;
    let Verdict::Skipped(SkipReason::NoInstance(detail)) = verdict else {
        panic!("{verdict:?}");
    };
    assert_eq!(
        detail,
        "Self: Source; no mock of `Source`: it is `unsafe` to implement"
    );
}
