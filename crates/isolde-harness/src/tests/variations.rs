//! Mocks that differ in a constant, or override default methods.

use super::lawful::{QUANTITY, assert_has, mocked, with_quantity};
use super::toy::*;
use isolde_model::{AssociatedConstant, Container, ItemId, Model, Receiver, Type};

fn with_constants(constants: &[(&str, Type, bool)]) -> Model {
    let mut model = with_quantity(Vec::new());
    let item = model.traits.get_mut(&ItemId(QUANTITY)).expect("a trait");
    let constants = constants.iter();
    item.associated_constants = constants
        .map(|(name, of, has_default)| AssociatedConstant {
            name: (*name).into(),
            of: of.clone(),
            has_default: *has_default,
        })
        .collect();
    model
}

#[test]
fn constants_have_usual_values_and_those_that_the_code_compares_them_with() {
    let pair = Type::Tuple(vec![primitive("u8"), primitive("char")]);
    let table = Type::Array(Box::new(primitive("i16")), "3".into());
    let mut model = with_constants(&[
        ("PAIR", pair, false),
        ("TABLE", table, false),
        ("RETRIES", primitive("usize"), true),
    ]);
    let compared = [
        ("TABLE", "-9"),
        ("RETRIES", "0"),
        ("PAIR", "300"),
        ("OTHER", "1"),
    ];
    let compared = compared.map(|(name, value)| (name.to_owned(), value.to_owned()));
    model.compared_constants = compared.into();
    let text = mocked(&model, false).main_rs;
    assert_has(
        &text,
        &[
            "impl toy::Quantity for MockQuantity {\nconst PAIR: (u8, char) = (4, 'a'); const TABLE: [i16; 3] = [4; 3];fn",
            "for MockQuantityTable9 {\nconst PAIR: (u8, char) = (4, 'a'); const TABLE: [i16; 3] = [-9; 3];fn",
            "const TABLE: [i16; 3] = [4; 3]; const RETRIES: usize = 0;fn",
        ],
    );
    // 300 is no `u8`.
    assert_eq!(text.matches("const PAIR").count(), 2 * 3, "{text}");
}

#[test]
fn booleans_and_options_are_tried_both_ways() {
    let option = crate::types::make::std(isolde_model::StdItem::Option, vec![primitive("u8")]);
    let model = with_constants(&[("ON", primitive("bool"), false), ("MOST", option, false)]);
    let text = mocked(&model, false).main_rs;
    assert_has(
        &text,
        &[
            "const ON: bool = true; const MOST: Option<u8> = None;",
            "const ON: bool = false; const MOST: Option<u8> = None;",
            "const ON: bool = true; const MOST: Option<u8> = Some(4);",
        ],
    );
}

#[test]
fn default_methods_are_kept_or_overridden() {
    let mut model = with_constants(&[]);
    for (name, result) in [
        ("limit", primitive("u8")),
        ("note", Type::Tuple(Vec::new())),
    ] {
        let mut provided = method(name, Some(Receiver::Shared), &[], result);
        provided.container = Container::Trait(ItemId(QUANTITY));
        model.functions.push(provided);
    }
    let text = mocked(&model, false).main_rs;
    let (_, overriding) = text
        .split_once("impl toy::Quantity for MockQuantityOverriding {")
        .expect("a mock that overrides");
    assert!(overriding.contains("fn limit(&self) -> u8 { self.mock.call_again("));
    assert!(overriding.contains("is_provided: true"));
    // The usual mock keeps it, and nothing depends on what returns nothing.
    assert_eq!(text.matches("fn limit(&self) -> u8 {").count(), 1, "{text}");
    assert!(!text.contains("fn note("), "{text}");
}
