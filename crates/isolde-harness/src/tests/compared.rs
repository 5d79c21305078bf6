//! Types that the package compares the types of values with.

use super::request;
use super::toy::*;
use crate::{Request, generate};
use isolde_model::{GenericParam, Model, StdTrait, Type};
use std::collections::BTreeMap;

/// The instances of `fn name_of<T: Any>(value: T)` and the types of the argument of `fn describe(value: &dyn Any)`.
fn instances(mut model: Model) -> Vec<(String, Vec<String>)> {
    let any = vec![bound(StdTrait::Any.defined(), Vec::new())];
    let mut name_of = function(
        "name_of",
        &[("value", Type::Generic("T".into()))],
        primitive("u8"),
    );
    name_of.callable.generics.params.push(GenericParam::Type {
        name: "T".into(),
        bounds: any.clone(),
        default: None,
    });
    let object = Type::Reference {
        mutable: false,
        is_static: false,
        target: Box::new(Type::Dyn(any)),
    };
    model.functions.push(name_of);
    model
        .functions
        .push(function("describe", &[("value", object)], primitive("u8")));
    let harness = generate(&Request {
        mocks: true,
        ..request(&model, &BTreeMap::new())
    });
    let thunks = harness.thunks.into_iter();
    thunks
        .map(|thunk| (thunk.function, thunk.instance))
        .collect()
}

#[test]
fn values_of_any_type_are_of_those_that_the_package_compares_with_and_of_others() {
    let plain = instances(model(Vec::new()));
    let of = |function: &str, all: &[(String, Vec<String>)]| -> Vec<String> {
        let own = all.iter().filter(|(name, _)| name == function);
        own.map(|(_, instance)| instance.join(", ")).collect()
    };
    assert_eq!(of("name_of", &plain), ["u8", "String"]);
    assert_eq!(of("describe", &plain), [""]);
    let mut model = model(Vec::new());
    model.compared = ["Shade", "io::Error", "u16", "T", "Missing"]
        .map(String::from)
        .to_vec();
    let found = instances(model);
    assert_eq!(
        of("name_of", &found),
        ["u8", "String", "toy::Shade", "std::io::Error", "u16"]
    );
    assert_eq!(
        of("describe", &found),
        ["", "toy::Shade", "std::io::Error", "u16"]
    );
}
