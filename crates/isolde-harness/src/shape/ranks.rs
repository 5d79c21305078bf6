//! Methods that compare a mock with another one of its type. Each mock has a *rank*, which a helper gives, and the comparisons are those of the ranks: so they
//! are an order, or an equivalence, whatever the ranks are.

use super::lawful::{is_order, referred};
use isolde_model::{Receiver, Type};

/// What stands for the name of the helper until it is known.
const RANK: &str = "{rank}";

/// Words in the names of conditions that say that two values are alike.
const EQUALITIES: &[&str] = &["eq", "equal", "equals", "equivalent", "identical", "same"];
/// The same, that one comes before or after the other.
const ORDERS: &[&str] = &[
    "after",
    "ancestor",
    "before",
    "bigger",
    "child",
    "descendant",
    "earlier",
    "follows",
    "greater",
    "gt",
    "higher",
    "larger",
    "later",
    "less",
    "longer",
    "lower",
    "lt",
    "newer",
    "older",
    "parent",
    "precedes",
    "shorter",
    "smaller",
];

/// The operators that compare the ranks in a condition with this name: of a name that says nothing, each is possible.
fn operators(name: &str) -> &'static [&'static str] {
    let has = |words: &[&str]| name.split('_').any(|word| words.contains(&word));
    match (has(EQUALITIES), has(ORDERS)) {
        (true, false) => &["=="],
        (false, true) => &["<"],
        _ => &["<", "=="],
    }
}

/// The expressions of which a method with this name, these parameters and this result computes one, if it compares two mocks of the type `of`.
pub(super) fn forms(
    name: &str,
    of: &Type,
    receiver: Option<Receiver>,
    parameters: &[(String, Type)],
    result: &Type,
) -> Option<Vec<String>> {
    let is_itself = |number: &usize| referred(&parameters[*number].1) == of;
    let others: Vec<usize> = (0..parameters.len()).filter(is_itself).collect();
    let (one, other) = match (receiver, others.as_slice()) {
        (Some(Receiver::Shared | Receiver::Value), [other]) => ("self".to_owned(), other),
        (None, [one, other]) => (format!("{{{one}}}"), other),
        _ => return None,
    };
    let is_condition = result.is_primitive("bool");
    // What else a condition depends on is not known.
    let is_relation = is_condition && parameters.len() == others.len();
    let order = is_order(result);
    let form = |operator: &str| format!("{one}.{RANK}() {operator} {{{other}}}.{RANK}()");
    let by = |method: &str| format!("{one}.{RANK}().{method}(&{{{other}}}.{RANK}())");
    match order {
        Some(true) => Some(vec![by("partial_cmp"), "None".to_owned()]),
        Some(false) => Some(vec![by("cmp")]),
        None => is_relation.then(|| operators(name).iter().map(|each| form(each)).collect()),
    }
}

/// Lets an expression call the helper by this name.
pub(super) fn named(form: &str, name: &str) -> String {
    form.replace(RANK, name)
}

#[cfg(test)]
mod tests {
    use super::operators;

    #[test]
    fn names_tell_equalities_from_orders() {
        assert_eq!(operators("is_same_team"), ["=="]);
        assert_eq!(operators("newer_than"), ["<"]);
        assert_eq!(operators("less_or_equal"), ["<", "=="]);
        assert_eq!(operators("beats"), ["<", "=="]);
    }
}
