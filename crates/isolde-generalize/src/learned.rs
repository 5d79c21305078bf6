//! Expected values as simple functions of the inputs.
//!
//! Each candidate gives the old value for the old inputs, so that the old test is a case of it. Whether it holds for others is for an exploration to
//! say. Only functions are proposed that a person would write without thinking.

use crate::types::{Shape, shape};
use crate::value::Value;

/// A parameter with the value that it has in the old test.
#[derive(Clone, Debug, PartialEq)]
pub struct Known<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its type.
    pub ty: &'a str,
    /// Its old value.
    pub value: &'a Value,
}

/// Most proposals for one expected value.
const MOST: usize = 4;

/// Source texts of expressions of the type `ty` which give `expected` for the old values, the simplest first.
pub fn expressions(ty: &str, expected: &Value, parameters: &[Known]) -> Vec<String> {
    let mut found = match expected {
        Value::Integer(number) => integers(ty, *number, parameters),
        Value::Bool(value) => conditions(*value, parameters),
        Value::Text(text) => texts(text, parameters),
        _ => Vec::new(),
    };
    found.truncate(MOST);
    found
}

fn integers(ty: &str, expected: i128, parameters: &[Known]) -> Vec<String> {
    let mut all: Vec<(Option<i128>, String)> = Vec::new();
    let numbers: Vec<(&str, i128)> = parameters
        .iter()
        .filter(|known| known.ty == ty)
        .filter_map(|known| Some((known.name, known.value.integer()?)))
        .collect();
    let sized: Vec<(String, i128)> = parameters
        .iter()
        .filter(|known| ty == "usize" && shape(known.ty) != Shape::Other)
        .filter_map(|known| {
            let length = i128::try_from(known.value.len()?).ok()?;
            Some((format!("{}.len()", known.name), length))
        })
        .collect();
    for (text, length) in &sized {
        all.push((Some(*length), text.clone()));
    }
    // The same number in a wider type; the compiler knows which types are wider.
    for known in parameters {
        if let (Some(number), true) = (known.value.integer(), known.ty != ty) {
            all.push((Some(number), format!("{ty}::from({})", known.name)));
        }
    }
    for known in parameters {
        if let (Value::Text(text), "usize") = (known.value, ty) {
            let count = i128::try_from(text.chars().count()).ok();
            all.push((count, format!("{}.chars().count()", known.name)));
        }
        if let (Value::Sequence(values), Shape::Sequence(_, element)) =
            (known.value, shape(known.ty))
            && element == ty
        {
            let values: Option<Vec<i128>> = values.iter().map(Value::integer).collect();
            let values = values.unwrap_or_default();
            let name = known.name;
            all.push((
                Some(values.iter().sum()),
                format!("{name}.iter().sum::<{ty}>()"),
            ));
        }
    }
    for (index, (a, x)) in numbers.iter().enumerate() {
        for (b, y) in &numbers[index + 1..] {
            for (text, value) in [
                (format!("{a} + {b}"), x.checked_add(*y)),
                (format!("{a}.wrapping_add({b})"), x.checked_add(*y)),
                (format!("{a}.saturating_add({b})"), x.checked_add(*y)),
                (format!("{a} - {b}"), x.checked_sub(*y)),
                (format!("{b} - {a}"), y.checked_sub(*x)),
                (format!("{a} * {b}"), x.checked_mul(*y)),
                (format!("{a}.max({b})"), Some(*x.max(y))),
                (format!("{a}.min({b})"), Some(*x.min(y))),
                (
                    format!("{a}.abs_diff({b})"),
                    Some((x - y).abs()).filter(|_| ty.starts_with('u')),
                ),
                (format!("{a} / {b}"), x.checked_div(*y)),
                (format!("{a} % {b}"), x.checked_rem(*y)),
            ] {
                all.push((value, text));
            }
        }
        for (text, value) in [
            (format!("-{a}"), Some(-x).filter(|_| ty.starts_with('i'))),
            (
                format!("{a}.abs()"),
                Some(x.abs()).filter(|_| ty.starts_with('i')),
            ),
            (format!("{a} + 1"), x.checked_add(1)),
            (format!("{a} - 1"), x.checked_sub(1)),
            (format!("{a} * 2"), x.checked_mul(2)),
            (format!("{a} / 2"), x.checked_div(2)),
            (format!("{a} * {a}"), x.checked_mul(*x)),
        ] {
            all.push((value, text));
        }
    }
    for (index, (a, x)) in sized.iter().enumerate() {
        for (b, y) in &sized[index + 1..] {
            all.push((x.checked_add(*y), format!("{a} + {b}")));
        }
    }
    for (text, length) in &sized {
        all.push((length.checked_mul(2), format!("{text} * 2")));
        all.push((length.checked_add(1), format!("{text} + 1")));
    }
    fitting(all, expected)
}

fn conditions(expected: bool, parameters: &[Known]) -> Vec<String> {
    let mut all: Vec<(bool, String)> = Vec::new();
    // What says something about several inputs comes first.
    for one in parameters {
        for other in parameters {
            if one.name == other.name {
                continue;
            }
            let (a, b) = (one.name, other.name);
            match (one.value, other.value) {
                (Value::Integer(x), Value::Integer(y)) if one.ty == other.ty => {
                    all.push((x < y, format!("{a} < {b}")));
                    all.push((x <= y, format!("{a} <= {b}")));
                    all.push((x == y, format!("{a} == {b}")));
                    all.push((x != y, format!("{a} != {b}")));
                }
                (Value::Text(x), Value::Text(y)) => {
                    all.push((x == y, format!("{a} == {b}")));
                    all.push((x != y, format!("{a} != {b}")));
                    all.push((x.contains(y.as_str()), format!("{a}.contains({b})")));
                    all.push((x.starts_with(y.as_str()), format!("{a}.starts_with({b})")));
                }
                (Value::Sequence(values), value) => {
                    let contains = values.contains(value);
                    all.push((contains, format!("{a}.contains(&{b})")));
                    all.push((!contains, format!("!{a}.contains(&{b})")));
                }
                _ => {}
            }
        }
    }
    for known in parameters {
        let name = known.name;
        match (known.value, shape(known.ty)) {
            (Value::Bool(value), _) => {
                all.push((*value, name.to_owned()));
                all.push((!value, format!("!{name}")));
            }
            (Value::Integer(number), Shape::Integer) => {
                all.push((number % 2 == 0, format!("{name} % 2 == 0")));
                all.push((number % 2 != 0, format!("{name} % 2 != 0")));
                all.push((*number == 0, format!("{name} == 0")));
                all.push((*number != 0, format!("{name} != 0")));
                all.push((*number > 0, format!("{name} > 0")));
                if known.ty.starts_with('i') {
                    all.push((*number < 0, format!("{name} < 0")));
                }
            }
            (value, Shape::Text | Shape::Sequence(..)) => {
                all.push((value.is_empty(), format!("{name}.is_empty()")));
                all.push((!value.is_empty(), format!("!{name}.is_empty()")));
            }
            _ => {}
        }
    }
    fitting(all, expected)
}

fn texts(expected: &str, parameters: &[Known]) -> Vec<String> {
    let mut all: Vec<(String, String)> = Vec::new();
    for known in parameters {
        let name = known.name;
        match known.value {
            Value::Text(text) if !text.is_empty() => {
                for (text, method) in [
                    (text.to_uppercase(), "to_uppercase()"),
                    (text.to_lowercase(), "to_lowercase()"),
                    (text.to_ascii_uppercase(), "to_ascii_uppercase()"),
                    (text.to_ascii_lowercase(), "to_ascii_lowercase()"),
                    (text.trim().to_owned(), "trim()"),
                    (
                        text.chars().rev().collect(),
                        "chars().rev().collect::<String>()",
                    ),
                ] {
                    all.push((text, format!("{name}.{method}")));
                }
            }
            Value::Integer(number) => all.push((number.to_string(), format!("{name}.to_string()"))),
            _ => {}
        }
    }
    for one in parameters {
        for other in parameters {
            if let (Value::Text(x), Value::Text(y)) = (one.value, other.value)
                && one.name != other.name
            {
                let text = format!("format!(\"{{{}}}{{{}}}\")", one.name, other.name);
                all.push((x.clone() + y, text));
            }
        }
    }
    fitting(all, expected.to_owned())
}

/// The texts of those whose value is the expected one, each once.
fn fitting<T: PartialEq, V: Into<Option<T>>>(all: Vec<(V, String)>, expected: T) -> Vec<String> {
    let mut found = Vec::new();
    for (value, text) in all {
        if value.into().as_ref() == Some(&expected) && !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learn(ty: &str, expected: &str, parameters: &[(&str, &str, &str)]) -> Vec<String> {
        let values: Vec<Value> = parameters
            .iter()
            .map(|(_, _, value)| crate::value::read(value))
            .collect();
        let known: Vec<Known> = parameters
            .iter()
            .zip(&values)
            .map(|((name, ty, _), value)| Known { name, ty, value })
            .collect();
        expressions(ty, &crate::value::read(expected), &known)
    }

    #[test]
    fn only_functions_that_give_the_old_value_are_proposed() {
        assert_eq!(
            learn("i32", "5", &[("a", "i32", "2"), ("b", "i32", "3")]),
            ["a + b", "a.wrapping_add(b)", "a.saturating_add(b)"]
        );
        assert_eq!(
            learn("usize", "3", &[("text", "&str", "\"abc\"")]),
            ["text.len()", "text.chars().count()"]
        );
        assert_eq!(
            learn("i64", "6", &[("items", "&[i64]", "&[1, 2, 3]")]),
            ["items.iter().sum::<i64>()"]
        );
        assert_eq!(
            learn("&str", "\"AB\"", &[("text", "&str", "\"ab\"")])[0],
            "text.to_uppercase()"
        );
        assert!(learn("i32", "7", &[("a", "i32", "2"), ("b", "i32", "3")]).is_empty());
        // Numbers of another type are not mixed.
        assert!(learn("u8", "5", &[("a", "i32", "2"), ("b", "i32", "3")]).is_empty());
    }

    #[test]
    fn conditions_are_those_that_held() {
        let even = learn("bool", "true", &[("n", "u32", "4")]);
        assert_eq!(even, ["n % 2 == 0", "n != 0", "n > 0"]);
        assert!(
            learn(
                "bool",
                "false",
                &[("items", "Vec<u8>", "vec![1]"), ("n", "u8", "2")]
            )
            .contains(&"items.contains(&n)".to_owned())
        );
    }
}
