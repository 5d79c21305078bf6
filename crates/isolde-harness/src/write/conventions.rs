//! Checks of conventions about the values of a sequence, and the laws that they break.

use crate::plan::{Always, Comparison, ItemTest, Pool};

/// A convention as the library takes it: a law, as an expression.
pub(super) fn law(name: &str, promise: &str, assertion: &str) -> String {
    law_of_strength("Convention", name, promise, assertion)
}

/// A law as an expression; its strength is a variant of `Strength`.
pub(super) fn law_of_strength(
    strength: &str,
    name: &str,
    promise: &str,
    assertion: &str,
) -> String {
    format!(
        "&__isolde::laws::Law {{ name: {name:?}, promise: {promise:?}, assertion: {assertion:?}, strength: __isolde::laws::Strength::{strength} }}"
    )
}

/// The checks of a value at any time, as expressions that are true if the convention is broken, where `v` is the value; and the laws.
pub(super) fn always(pool: &Pool) -> Vec<(String, String)> {
    let conventions = pool.always.iter();
    conventions
        .map(|convention| match convention {
            Always::EmptyIfNoLength => (
                "v.is_empty() != (v.len() == 0)".to_owned(),
                law(
                    "is_empty_agrees_with_len",
                    "`is_empty` tells whether `len` is 0",
                    "assert_eq!({0}.is_empty(), {0}.len() == 0, \"`is_empty` tells whether `len` is 0\")",
                ),
            ),
            Always::LengthIsCount => (
                "v.iter().take(v.len().saturating_add(1)).count() != v.len()".to_owned(),
                law(
                    "len_is_count",
                    "`len` is the number of items that `iter` yields",
                    "assert_eq!({0}.iter().count(), {0}.len(), \"`len` is the number of items\")",
                ),
            ),
            Always::LengthWithinCapacity => (
                "v.capacity() < v.len()".to_owned(),
                law(
                    "len_within_capacity",
                    "`capacity` is at least `len`",
                    "assert!({0}.capacity() >= {0}.len(), \"`capacity` is at least `len`\")",
                ),
            ),
            Always::ItemsContained(test) => items_contained(test),
        })
        .collect()
}

fn items_contained(test: &ItemTest) -> (String, String) {
    let ItemTest {
        method,
        is_entry,
        sign,
    } = test;
    let item = if *is_entry { "(item, _)" } else { "item" };
    let promise = format!("each item that `iter` yields is found by `{method}`");
    let all = |value: &str| format!("{value}.iter().all(|{item}| {value}.{method}({sign}item))");
    (
        format!("!{}", all("v")),
        law(
            "items_are_contained",
            &promise,
            &format!("assert!({}, {promise:?})", all("{0}")),
        ),
    )
}

/// The checks of two values by a method that compares them, and the laws.
pub(super) fn comparison(
    Comparison(method): &Comparison,
) -> Vec<(&'static str, &'static str, String)> {
    let each = law(
        "comparison_is_reflexive",
        &format!("`{method}` of a value with itself is `Equal`"),
        &format!("assert_eq!({{0}}.{method}(&{{0}}), std::cmp::Ordering::Equal)"),
    );
    let pairs = law(
        "comparison_is_antisymmetric",
        &format!("`{method}` of two values is the reverse in the other order"),
        &format!("assert_eq!({{0}}.{method}(&{{1}}), {{1}}.{method}(&{{0}}).reverse())"),
    );
    vec![
        (
            "check_each",
            "a",
            format!("(a.{method}(a) != std::cmp::Ordering::Equal).then_some({each})"),
        ),
        (
            "check_pairs",
            "a, b",
            format!("(a.{method}(b) != b.{method}(a).reverse()).then_some({pairs})"),
        ),
    ]
}
