//! Tests whose values show little: zeros and empty collections that give zeros and empty collections, and results that are one of the arguments because the
//! other one is zero or empty.
//!
//! `add(0, 0)` is 0 whether `add` adds or multiplies. Where other inputs reach the same code, the tests with these show more.

use crate::render::{Origin, Test};
use crate::value::{Value, operands_of, value_of};
use isolde_record::{Observed, Outcome};

/// Whether a test's values show so little that any other test which reaches the same code and ends in the same way shows more.
///
/// A test at a boundary, or for a branch, is there because of its values.
pub(crate) fn is_trivial(test: &Test) -> bool {
    if !matches!(test.origin, Origin::Chosen | Origin::Path | Origin::Varied)
        || test.outcome != Outcome::Returned
        // What fakes answer is a value, too.
        || !test.observation.fakes.is_empty()
    {
        return false;
    }
    let observation = &test.observation;
    let operands = operands_of(&observation.statements, &observation.call);
    let after = observation.after.iter().map(|(_, observed)| observed);
    let results: Vec<Value> = after
        .chain(&observation.returned)
        .filter_map(result)
        .collect();
    let gives_nothing = operands.iter().all(is_nothing) && results.iter().all(is_nothing);
    // The other operand is a neutral one, as in `add(0, 7)`.
    let gives_argument = matches!(results.as_slice(), [result] if result.is_known()
        && !is_nothing(result)
        && operands.contains(result)
        && operands.iter().any(is_nothing));
    !operands.is_empty() && (gives_nothing || gives_argument)
}

/// The value that an assertion mentions, if there is one.
fn result(observed: &Observed) -> Option<Value> {
    match observed {
        Observed::Source(text) => Some(value_of(text)),
        Observed::Debug(_)
        | Observed::Display(_)
        | Observed::Pattern(_)
        | Observed::Predicate(_) => Some(Value::Unknown),
        Observed::Unit | Observed::Opaque => None,
    }
}

/// Zero, empty, `false`, `None`, and what is made of these or of nothing at all.
pub(crate) fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Integer(number) => *number == 0,
        Value::Float(number) => *number == 0.0,
        Value::Bool(is_true) => !is_true,
        Value::Char(char) => *char == '\0',
        Value::Text(text) => text.is_empty(),
        Value::List { length, .. } => *length == 0,
        Value::Made { by, parts } => {
            let name = by.rsplit("::").next().unwrap_or_default();
            let is_unit_variant = parts.is_empty() && name.starts_with(|c: char| c.is_uppercase());
            (!is_unit_variant || name == "None") && parts.iter().all(|(_, part)| is_nothing(part))
        }
        Value::Closure(gives) => is_nothing(gives),
        Value::Unknown => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::tests::test;
    use isolde_record::Observation;

    fn of(statements: &[&str], call: &str, returned: &str) -> bool {
        let observation = Observation {
            statements: statements.iter().map(|&it| it.to_owned()).collect(),
            call: call.into(),
            returned: Some(Observed::Source(returned.into())),
            ..Observation::default()
        };
        is_trivial(&test(Outcome::Returned, observation, false))
    }

    #[test]
    fn nothing_from_nothing_and_an_argument_returned_are_trivial() {
        assert!(of(&[], "c::add(0, 0)", "0"));
        assert!(of(&[], "c::upper(\"\")", "String::new()"));
        assert!(of(&[], "c::first(&[])", "None"));
        assert!(of(&[], "c::add(0, 7)", "7"));
        let meter = ["let mut meter = c::Meter::new(0);"];
        assert!(of(&meter, "meter.add(0)", "0"));
        assert!(of(&[], "c::count(|_| false, &[])", "0"));
        assert!(of(&[], "c::run(|_| {}, Box::new(|| unreachable!()))", "0"));
    }

    #[test]
    fn other_values_are_not() {
        assert!(!of(&[], "c::add(3, 4)", "7"));
        assert!(!of(&[], "c::clamp_to_ten(7)", "7"));
        assert!(!of(&[], "c::max(3, 7)", "7"));
        assert!(!of(&[], "c::exp(0)", "1"));
        assert!(!of(&[], "c::name(c::Color::Red)", "String::new()"));
        assert!(!of(&[], "c::twice(c::unclear!())", "0"));
        assert!(!of(&[], "c::all()", "vec![]"));
        assert!(!of(&[], "c::run(|_| 3)", "0"));
        assert!(!of(&[], "c::run(|x| { seen.set(x); })", "0"));
        let meter = ["let mut meter = c::Meter::new(2);"];
        assert!(!of(&meter, "meter.add(0)", "0"));
    }
}
