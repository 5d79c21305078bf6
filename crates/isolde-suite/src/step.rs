//! Whether two inputs are next to each other: they differ in one number, by one, or in something left out.

use isolde_record::Observation;

/// Whether the second input is one step from the first, judged by their texts.
pub fn is_step(one: &Observation, other: &Observation) -> bool {
    let tokens = |observation: &Observation| -> Vec<String> {
        let lines = observation.statements.iter().chain([&observation.call]);
        lines.flat_map(|line| tokens(line)).collect()
    };
    let (one, other) = (tokens(one), tokens(other));
    if one.len() != other.len() {
        return is_within(&one, &other) || is_within(&other, &one);
    }
    let mut differing = one.iter().zip(&other).filter(|(one, other)| one != other);
    match (differing.next(), differing.next()) {
        (Some((one, other)), None) => {
            let (one, other) = (number(one), number(other));
            matches!((one, other), (Some(one), Some(other)) if one.abs_diff(other) == 1)
        }
        _ => false,
    }
}

/// Splits a text into numbers, names, and single other characters.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut in_word = false;
    for char in text.chars() {
        let is_word = char.is_alphanumeric() || char == '_';
        match tokens.last_mut() {
            // A sign is part of its number.
            Some(last) if is_word && (in_word || last == "-") => last.push(char),
            _ => tokens.push(char.into()),
        }
        in_word = is_word;
    }
    tokens
}

/// The value of a number that an `i128` can hold.
fn number(token: &str) -> Option<i128> {
    let digits = token.split_once('_').map_or(token, |(digits, _)| digits);
    digits.parse().ok()
}

/// Whether the shorter text is the longer one with one part left out.
fn is_within(short: &[String], long: &[String]) -> bool {
    let same = |pairs: &mut dyn Iterator<Item = (&String, &String)>| {
        pairs.take_while(|(one, other)| one == other).count()
    };
    let begin = same(&mut short.iter().zip(long));
    let end = same(&mut short.iter().rev().zip(long.iter().rev()));
    !short.is_empty() && short.len() < long.len() && begin + end >= short.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(one: &str, other: &str) -> bool {
        let call = |text: &str| Observation {
            call: text.into(),
            ..Observation::default()
        };
        is_step(&call(one), &call(other))
    }

    #[test]
    fn a_step_is_one_number_by_one_or_something_left_out() {
        assert!(step("f(-3, &[1, 7_u8])", "f(-3, &[1, 6_u8])"));
        assert!(step("f(-1)", "f(0)"));
        assert!(step("f(&[1, 2])", "f(&[1])"));
        assert!(step("f(\"ab\", 1)", "f(\"\", 1)"));
        assert!(!step("f(1, 2)", "f(0, 1)"));
        assert!(!step(
            "f(i128::MIN)",
            "f(-170141183460469231713240559642174554112)"
        ));
        assert!(!step("f(5)", "f(7)"));
        assert!(!step("f(&[1, 2])", "f(&[3])"));
        assert!(!step("f(1)", "f(1)"));
    }
}
