//! Assumptions: what the inputs for which a claim fails have in common, and those for which it holds have not.
//!
//! Proposed are conditions that hold for every input known to pass, the old values among them, and for none known to fail, the simplest first. Whether
//! one of them excludes all inputs that fail is for another exploration to say.

use crate::claim::Parameter;
use crate::types::{Shape, shape};
use crate::value::{Value, limits};
use std::collections::BTreeSet;

/// Most proposals for one form.
const MOST: usize = 6;

/// A condition, and whether it holds for an input; `None` if that cannot be told.
type Condition<'a> = (String, Box<dyn Fn(&[Value]) -> Option<bool> + 'a>);

/// A method of characters, and the same as a function.
type Class = (&'static str, fn(char) -> bool);

/// Conditions that separate the inputs that pass from those that fail, as source text, the simplest first. Each input contains a value for each
/// parameter. `with_classes` also proposes that all letters of a text are of one class.
pub fn conditions(
    parameters: &[Parameter],
    failing: &[Vec<Value>],
    passing: &[Vec<Value>],
    with_classes: bool,
) -> Vec<String> {
    if failing.is_empty() || passing.is_empty() {
        return Vec::new();
    }
    let mut all = Vec::new();
    simple(parameters, &mut all);
    pairs(parameters, &mut all);
    texts(parameters, failing, with_classes, &mut all);
    limited(parameters, failing, passing, &mut all);
    let separates = |(_, holds): &Condition| {
        passing.iter().all(|input| holds(input) == Some(true))
            && failing.iter().all(|input| holds(input) == Some(false))
    };
    let mut found: Vec<String> = Vec::new();
    for condition in all.iter().filter(|condition| separates(condition)) {
        if found.len() < MOST && !found.contains(&condition.0) {
            found.push(condition.0.clone());
        }
    }
    found
}

fn add<'a>(
    all: &mut Vec<Condition<'a>>,
    text: String,
    holds: impl Fn(&[Value]) -> Option<bool> + 'a,
) {
    all.push((text, Box::new(holds)));
}

fn simple<'a>(parameters: &'a [Parameter], all: &mut Vec<Condition<'a>>) {
    for (at, Parameter { name, ty, .. }) in parameters.iter().enumerate() {
        let integer = move |input: &[Value]| input.get(at)?.integer();
        let float = move |input: &[Value]| match input.get(at)? {
            Value::Float(number) => Some(*number),
            Value::Integer(number) => Some(*number as f64),
            _ => None,
        };
        match shape(ty) {
            Shape::Text | Shape::Sequence(..) => {
                add(all, format!("!{name}.is_empty()"), move |input| {
                    Some(input.get(at)?.len()? > 0)
                });
            }
            Shape::Integer => {
                add(all, format!("{name} != 0"), move |input| {
                    Some(integer(input)? != 0)
                });
                if let Some((least, most)) = limits(ty) {
                    if least < 0 {
                        add(all, format!("{name} >= 0"), move |input| {
                            Some(integer(input)? >= 0)
                        });
                        add(all, format!("{name} > 0"), move |input| {
                            Some(integer(input)? > 0)
                        });
                        add(all, format!("{name} != {ty}::MIN"), move |input| {
                            Some(integer(input)? != least)
                        });
                    }
                    add(all, format!("{name} != {ty}::MAX"), move |input| {
                        Some(integer(input)? != most)
                    });
                }
                add(all, format!("{name} % 2 == 0"), move |input| {
                    Some(integer(input)? % 2 == 0)
                });
            }
            Shape::Float => {
                add(all, format!("!{name}.is_nan()"), move |input| {
                    Some(!float(input)?.is_nan())
                });
                add(all, format!("{name}.is_finite()"), move |input| {
                    Some(float(input)?.is_finite())
                });
                add(all, format!("{name} >= 0.0"), move |input| {
                    Some(float(input)? >= 0.0)
                });
                add(all, format!("{name} != 0.0"), move |input| {
                    Some(float(input)? != 0.0)
                });
            }
            _ => {}
        }
    }
}

fn pairs<'a>(parameters: &'a [Parameter], all: &mut Vec<Condition<'a>>) {
    for (i, one) in parameters.iter().enumerate() {
        for (j, other) in parameters.iter().enumerate() {
            let (a, b) = (&one.name, &other.name);
            if i == j {
                continue;
            }
            if let Shape::Sequence(_, element) = shape(&one.ty)
                && element == other.ty
            {
                let contains = move |input: &[Value]| match (input.get(i)?, input.get(j)?) {
                    (Value::Sequence(values), value) => Some(values.contains(value)),
                    _ => None,
                };
                add(all, format!("!{a}.contains(&{b})"), move |input| {
                    Some(!contains(input)?)
                });
                add(all, format!("{a}.contains(&{b})"), contains);
            }
            if one.ty != other.ty {
                continue;
            }
            let of = shape(&one.ty);
            if i < j {
                add(all, format!("{a} != {b}"), move |input| {
                    Some(input.get(i)? != input.get(j)?)
                });
            }
            let integers =
                move |input: &[Value]| Some((input.get(i)?.integer()?, input.get(j)?.integer()?));
            let texts = move |input: &[Value]| match (input.get(i)?, input.get(j)?) {
                (Value::Text(a), Value::Text(b)) => Some(a.contains(b.as_str())),
                _ => None,
            };
            match of {
                Shape::Integer => {
                    add(all, format!("{a} <= {b}"), move |input| {
                        integers(input).map(|(a, b)| a <= b)
                    });
                    add(all, format!("{a} < {b}"), move |input| {
                        integers(input).map(|(a, b)| a < b)
                    });
                    let Some((least, most)) = limits(&one.ty) else {
                        continue;
                    };
                    let fits = move |number: Option<i128>| {
                        number.is_some_and(|number| (least..=most).contains(&number))
                    };
                    if i < j {
                        add(
                            all,
                            format!("{a}.checked_add({b}).is_some()"),
                            move |input| integers(input).map(|(a, b)| fits(a.checked_add(b))),
                        );
                        add(
                            all,
                            format!("{a}.checked_mul({b}).is_some()"),
                            move |input| integers(input).map(|(a, b)| fits(a.checked_mul(b))),
                        );
                    }
                    add(
                        all,
                        format!("{a}.checked_sub({b}).is_some()"),
                        move |input| integers(input).map(|(a, b)| fits(a.checked_sub(b))),
                    );
                }
                Shape::Text => {
                    add(all, format!("!{a}.contains({b})"), move |input| {
                        Some(!texts(input)?)
                    });
                    add(all, format!("{a}.contains({b})"), texts);
                }
                _ => {}
            }
        }
    }
}

fn texts<'a>(
    parameters: &'a [Parameter],
    failing: &[Vec<Value>],
    with_classes: bool,
    all: &mut Vec<Condition<'a>>,
) {
    for (at, Parameter { name, ty, .. }) in parameters.iter().enumerate() {
        if shape(ty) != Shape::Text {
            continue;
        }
        let text = move |input: &[Value]| match input.get(at)? {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        };
        let inputs: Option<Vec<String>> = failing.iter().map(|input| text(input)).collect();
        // A character that all failing texts have.
        let letters: Vec<BTreeSet<char>> = inputs
            .unwrap_or_default()
            .iter()
            .map(|text| text.chars().collect())
            .collect();
        if let Some((first, rest)) = letters.split_first() {
            for &letter in first
                .iter()
                .filter(|letter| rest.iter().all(|set| set.contains(letter)))
                .take(3)
            {
                add(all, format!("!{name}.contains({letter:?})"), move |input| {
                    Some(!text(input)?.contains(letter))
                });
            }
        }
        add(all, format!("{name}.is_ascii()"), move |input| {
            Some(text(input)?.is_ascii())
        });
        add(all, format!("{name}.trim() == {name}"), move |input| {
            let text = text(input)?;
            Some(text.trim() == text)
        });
        let classes: [Class; 4] = [
            ("is_alphanumeric", char::is_alphanumeric),
            ("is_alphabetic", char::is_alphabetic),
            ("is_ascii_alphanumeric", |letter| {
                letter.is_ascii_alphanumeric()
            }),
            ("is_ascii_digit", |letter| letter.is_ascii_digit()),
        ];
        for (class, of) in classes.into_iter().filter(|_| with_classes) {
            add(
                all,
                format!("{name}.chars().all(|letter| letter.{class}())"),
                move |input| Some(text(input)?.chars().all(of)),
            );
        }
    }
}

/// The number with the most zeros at its end from `least` to `most`; of several, the greatest.
fn roundest(least: i128, most: i128) -> i128 {
    let powers = std::iter::successors(Some(1_i128), |power| power.checked_mul(10));
    let multiples = powers.map(|power| most.div_euclid(power) * power);
    let inside = multiples.take_while(|multiple| *multiple >= least);
    inside.last().unwrap_or(most)
}

/// Limits of numbers and lengths: the roundest of the numbers between the inputs that fail and those that pass.
fn limited<'a>(
    parameters: &'a [Parameter],
    failing: &[Vec<Value>],
    passing: &[Vec<Value>],
    all: &mut Vec<Condition<'a>>,
) {
    for (at, Parameter { name, ty, .. }) in parameters.iter().enumerate() {
        let (measured, measure): (String, fn(&Value) -> Option<i128>) = match shape(ty) {
            Shape::Integer => (name.clone(), Value::integer),
            Shape::Text | Shape::Sequence(..) => (format!("{name}.len()"), |value| {
                i128::try_from(value.len()?).ok()
            }),
            _ => continue,
        };
        let measures = |inputs: &[Vec<Value>]| -> Option<Vec<i128>> {
            inputs.iter().map(|input| measure(input.get(at)?)).collect()
        };
        let (Some(failing), Some(passing)) = (measures(failing), measures(passing)) else {
            continue;
        };
        let of = move |input: &[Value]| measure(input.get(at)?);
        if let (Some(&least), Some(&most)) = (failing.iter().min(), passing.iter().max())
            && least > most
            // A length below 1 leaves one value.
            && (shape(ty) == Shape::Integer || least > 1)
        {
            let limit = roundest(most + 1, least);
            add(all, format!("{measured} < {limit}"), move |input| {
                Some(of(input)? < limit)
            });
        }
        if let (Some(&most), Some(&least)) = (failing.iter().max(), passing.iter().min())
            && most < least
        {
            let limit = roundest(most, least - 1);
            add(all, format!("{measured} > {limit}"), move |input| {
                Some(of(input)? > limit)
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::read;

    fn infer(parameters: &[(&str, &str)], failing: &[&[&str]], passing: &[&[&str]]) -> Vec<String> {
        let parameters: Vec<Parameter> = parameters
            .iter()
            .map(|(name, ty)| Parameter {
                name: (*name).to_owned(),
                ty: (*ty).to_owned(),
                case: String::new(),
                value: Value::Bool(false),
            })
            .collect();
        let inputs = |inputs: &[&[&str]]| -> Vec<Vec<Value>> {
            inputs
                .iter()
                .map(|input| input.iter().map(|text| read(text)).collect())
                .collect()
        };
        conditions(&parameters, &inputs(failing), &inputs(passing), true)
    }

    #[test]
    fn the_simplest_condition_comes_first() {
        assert_eq!(
            infer(&[("text", "&str")], &[&["\"\""]], &[&["\"a\""]])[0],
            "!text.is_empty()"
        );
        assert_eq!(
            infer(&[("n", "i32")], &[&["0"]], &[&["5"], &["-5"]]),
            ["n != 0"]
        );
        assert_eq!(
            infer(
                &[("a", "&str"), ("b", "&str")],
                &[&["\"\"", "\"\""]],
                &[&["\"x\"", "\"y\""], &["\"\"", "\"y\""], &["\"x\"", "\"\""]]
            )[0],
            "a != b"
        );
        assert_eq!(
            infer(
                &[("a", "u8"), ("b", "u8")],
                &[&["255", "1"], &["2", "254"]],
                &[&["1", "2"], &["0", "255"], &["255", "0"]]
            ),
            ["a.checked_add(b).is_some()"]
        );
        assert_eq!(
            infer(
                &[("items", "Vec<i32>"), ("item", "i32")],
                &[&["vec![1]", "1"]],
                &[&["vec![2]", "1"], &["vec![]", "1"]]
            )[0],
            "!items.contains(&item)"
        );
    }

    #[test]
    fn a_condition_that_an_input_contradicts_is_not_proposed() {
        assert!(infer(&[("n", "u8")], &[&["5"], &["0"]], &[&["1"], &["7"]]).is_empty());
        assert_eq!(
            infer(
                &[("n", "u32")],
                &[&["100"], &["4000"]],
                &[&["7"], &["20"], &["0"]]
            ),
            ["n < 100"]
        );
        assert!(infer(&[("n", "u8")], &[], &[&["1"]]).is_empty());
        assert_eq!(
            infer(&[("n", "i32")], &[&["1234567"]], &[&["1229"], &["0"]])[0],
            "n < 1000000"
        );
        assert_eq!(
            infer(&[("n", "i32")], &[&["-17"]], &[&["-9"], &["5"]])[0],
            "n > -10"
        );
    }
}
