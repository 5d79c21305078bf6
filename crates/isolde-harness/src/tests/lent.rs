//! Results of mocks that borrow from the mock.

use super::mocks::{NAMED, driver, own_bound, required, with_source};
use super::toy::*;
use isolde_model::{FnSignature, GenericParam, ItemId, Model, Receiver, StdTrait, Type};

#[test]
fn objects_that_borrow_have_the_lifetime_of_the_receiver_within_them_too() {
    let mut model = with_source(vec![own_bound(NAMED, "Named")]);
    let mut iterator = bound(StdTrait::Iterator.defined(), Vec::new());
    iterator.associated.push(("Item".into(), text()));
    let boxed = Type::Path {
        defined: "alloc::boxed::Box".into(),
        id: None,
        arguments: vec![Type::Dyn(vec![iterator])],
        constants: Vec::new(),
    };
    let mut lent = required(NAMED, "lent", Receiver::Shared, &[], boxed.clone());
    lent.callable.lends_object = true;
    let owned = required(NAMED, "owned", Receiver::Shared, &[], boxed);
    model.functions.extend([lent, owned]);
    let text = driver(&model).main_rs;
    for expected in [
        "fn lent(&self) -> Box<dyn std::iter::Iterator<Item = &str> + '_> {",
        "fn owned(&self) -> Box<dyn std::iter::Iterator<Item = &'static str>> {",
    ] {
        assert!(text.contains(expected), "{expected} is missing in\n{text}");
    }
}

#[test]
fn a_trait_whose_objects_have_its_lifetime_is_implemented_for_the_longest_one() {
    let mut model = with_source(vec![own_bound(NAMED, "Named")]);
    let named = model.traits.get_mut(&ItemId(NAMED)).expect("it was added");
    let lifetime = GenericParam::Lifetime("'t".into());
    named.generics.params.push(lifetime);
    let head = |model: &Model| {
        let text = driver(model).main_rs;
        let heads = text
            .lines()
            .filter(|line| line.starts_with("impl toy::Named<"));
        heads.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(head(&model), ["impl toy::Named<'_> for MockNamed {"]);
    let mut iterator = bound(StdTrait::Iterator.defined(), Vec::new());
    iterator.associated.push(("Item".into(), text()));
    let parts = reference(false, false, Type::Dyn(vec![iterator]));
    let parts = required(NAMED, "parts", Receiver::Shared, &[], parts);
    model.functions.push(parts);
    assert_eq!(head(&model), ["impl toy::Named<'static> for MockNamed {"]);
}

#[test]
fn callbacks_keep_only_what_lives_forever() {
    let changes = |is_static: bool| {
        let mut function = bound(StdTrait::FnMut.defined(), Vec::new());
        let number = reference(true, is_static, primitive("u8"));
        function.signature = Some(Box::new(FnSignature::new(vec![number], unit())));
        reference(true, false, Type::Dyn(vec![function]))
    };
    for (is_static, expected) in [(false, "keeps: false"), (true, "keeps: true")] {
        let mut model = with_source(vec![own_bound(NAMED, "Named")]);
        let parameters = [("f", changes(is_static))];
        let change = required(NAMED, "change", Receiver::Mutable, &parameters, unit());
        model.functions.push(change);
        let text = driver(&model).main_rs;
        assert!(text.contains(expected), "{expected} is missing in\n{text}");
    }
}

fn reference(mutable: bool, is_static: bool, target: Type) -> Type {
    Type::Reference {
        mutable,
        is_static,
        target: Box::new(target),
    }
}

fn unit() -> Type {
    Type::Tuple(Vec::new())
}
