//! Literals as a person would write them, and when an expression needs parentheses.

use std::fmt::Write as _;

/// What writing the literals of an integer type requires.
pub trait Integer: Copy + PartialEq + std::fmt::Display {
    /// The name of the type.
    const NAME: &'static str;
    /// The smallest value.
    const LEAST: Self;
    /// The largest value.
    const MOST: Self;
    /// Zero.
    const ZERO: Self;
}

macro_rules! integers {
    ($($name:ident)*) => {$(
        impl Integer for $name {
            const NAME: &'static str = stringify!($name);
            const LEAST: Self = <$name>::MIN;
            const MOST: Self = <$name>::MAX;
            const ZERO: Self = 0;
        }
    )*};
}
integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// `5`, `-5`, `u64::MAX`; with a suffix `5_u8`.
pub fn integer<T: Integer>(out: &mut String, value: T, suffixed: bool) {
    let name = T::NAME;
    // Writing to a string cannot fail, here and below.
    let _ = if value == T::MOST {
        write!(out, "{name}::MAX")
    } else if value == T::LEAST && value != T::ZERO {
        write!(out, "{name}::MIN")
    } else if suffixed {
        write!(out, "{value}_{name}")
    } else {
        write!(out, "{value}")
    };
}

macro_rules! floats {
    ($($function:ident $name:ident)*) => {$(
        /// `0.5`, `-0.0`, `1e300`, `f64::NAN`; with a suffix `0.5_f64`. Reads back as the same value.
        pub fn $function(out: &mut String, value: $name, suffixed: bool) {
            let name = stringify!($name);
            let sign = if value.is_sign_negative() { "-" } else { "" };
            let constant = if value.is_nan() {
                Some("NAN")
            } else if value.is_infinite() {
                Some(if value > 0.0 { "INFINITY" } else { "NEG_INFINITY" })
            } else if value.abs() == $name::MAX {
                Some(if value > 0.0 { "MAX" } else { "MIN" })
            } else if value.abs() == $name::MIN_POSITIVE {
                Some("MIN_POSITIVE")
            } else if value.abs() == $name::EPSILON {
                Some("EPSILON")
            } else {
                None
            };
            let _ = match constant {
                Some(constant @ ("NAN" | "MIN_POSITIVE" | "EPSILON")) => write!(out, "{sign}{name}::{constant}"),
                Some(constant) => write!(out, "{name}::{constant}"),
                None if suffixed => write!(out, "{value:?}_{name}"),
                None => write!(out, "{value:?}"),
            };
        }
    )*};
}
floats!(float32 f32 float64 f64);

/// A string literal; control and invisible characters are escaped.
pub fn string(out: &mut String, value: &str) {
    let _ = write!(out, "{value:?}");
}

/// A character literal.
pub fn character(out: &mut String, value: char) {
    let _ = write!(out, "{value:?}");
}

/// Writes a byte string literal `b"…"` if most of the bytes are readable. Otherwise returns false, and the caller writes something else.
pub fn byte_string(out: &mut String, bytes: &[u8]) -> bool {
    let readable = |byte: &&u8| matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t');
    if bytes.iter().filter(readable).count() * 4 < bytes.len() * 3 {
        return false;
    }
    let _ = write!(out, "b\"{}\"", escaped(bytes));
    true
}

/// From this many equal elements on, an array is written `[x; n]`.
const MANY: usize = 5;

/// `x; n` for the elements of an array or a `vec![…]`, if there are many and all are the same literal. With `copied`, only if their type is `Copy`.
pub fn repetition(elements: &[&str], copied: bool) -> Option<String> {
    let (first, rest) = elements.split_first()?;
    let literal = first.strip_suffix(".to_string()").unwrap_or(first);
    let is_quoted =
        |quote| literal.len() > 2 && literal.starts_with(quote) && literal.ends_with(quote);
    let is_literal = is_quoted('"')
        || is_quoted('\'')
        || literal.starts_with('-')
        || literal.starts_with(|c: char| c.is_ascii_digit())
        || matches!(literal, "true" | "false");
    let is_whole = takes_method(literal) || literal.starts_with('-') && takes_method(&literal[1..]);
    let fits = is_literal && is_whole && !literal.contains("().") && !(copied && literal != *first);
    (elements.len() >= MANY && fits && rest.iter().all(|other| other == first))
        .then(|| format!("{first}; {}", elements.len()))
}

fn escaped(bytes: &[u8]) -> String {
    let mut out = String::new();
    for &byte in bytes {
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            0 => out.push_str("\\0"),
            b' '..=b'~' => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "\\x{byte:02x}");
            }
        }
    }
    out
}

/// A C string literal `c"…"`.
pub fn c_string(out: &mut String, value: &std::ffi::CStr) {
    let text = match value.to_str() {
        Ok(text) => text.escape_debug().collect(),
        Err(_) => escaped(value.to_bytes()),
    };
    let _ = write!(out, "c\"{text}\"");
}

/// Whether `.method()` after the expression applies to all of it.
pub(crate) fn takes_method(expression: &str) -> bool {
    !expression.starts_with(['-', '&', '*', '!', '|']) && is_one_operand(expression)
}

/// Whether `&` before the expression applies to all of it.
pub(crate) fn follows_reference(expression: &str) -> bool {
    !expression.starts_with('|')
        && is_one_operand(expression.trim_start_matches(['-', '&', '*', '!']))
}

/// Whether there is no binary operator, range or cast outside brackets and quotes.
fn is_one_operand(expression: &str) -> bool {
    let expression = expression.strip_prefix("mut ").unwrap_or(expression);
    let (mut depth, mut types) = (0u32, 0u32);
    let mut rest = expression.chars().peekable();
    let mut last = ' ';
    while let Some(character) = rest.next() {
        match character {
            '(' | '[' | '{' => depth += 1,
            // The types in `BTreeMap::<u8, fn(u8) -> u8>::new()`, in which the arrow is no bracket.
            '<' if last == ':' || types > 0 => types += 1,
            '>' if types > 0 && last != '-' => types -= 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            '"' => skip_string(&mut rest),
            '\'' => skip_character(&mut rest),
            '.' if depth == 0 && last == '.' => return false,
            // The space of `Point { … }` is the only one inside an operand.
            ' ' if depth == 0 && types == 0 && rest.peek() != Some(&'{') => return false,
            _ => {}
        }
        last = character;
    }
    !expression.starts_with("move ")
}

type Characters<'a> = std::iter::Peekable<std::str::Chars<'a>>;

fn skip_string(rest: &mut Characters) {
    while let Some(character) = rest.next() {
        match character {
            '\\' => drop(rest.next()),
            '"' => return,
            _ => {}
        }
    }
}

/// Skips a character literal after its opening quote; a lifetime is left alone.
fn skip_character(rest: &mut Characters) {
    let mut ahead = rest.clone();
    match ahead.next() {
        Some('\\') => {
            rest.next();
            rest.next();
            for character in rest.by_ref() {
                if character == '\'' {
                    return;
                }
            }
        }
        Some(_) if ahead.next() == Some('\'') => {
            rest.next();
            rest.next();
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(f: impl Fn(&mut String)) -> String {
        let mut out = String::new();
        f(&mut out);
        out
    }

    #[test]
    fn integers_read_as_a_person_writes_them() {
        assert_eq!(written(|o| integer(o, 5u8, false)), "5");
        assert_eq!(written(|o| integer(o, 0u8, false)), "0");
        assert_eq!(written(|o| integer(o, -5i64, true)), "-5_i64");
        assert_eq!(written(|o| integer(o, i128::MIN, false)), "i128::MIN");
        assert_eq!(written(|o| integer(o, usize::MAX, true)), "usize::MAX");
    }

    #[test]
    fn floats_read_as_a_person_writes_them() {
        assert_eq!(written(|o| float64(o, 1e300, false)), "1e300");
        assert_eq!(written(|o| float64(o, -0.0, false)), "-0.0");
        assert_eq!(written(|o| float64(o, 2.0, true)), "2.0_f64");
        assert_eq!(written(|o| float32(o, f32::NAN, false)), "f32::NAN");
        assert_eq!(
            written(|o| float64(o, -f64::INFINITY, false)),
            "f64::NEG_INFINITY"
        );
        assert_eq!(written(|o| float32(o, -f32::MAX, false)), "f32::MIN");
        assert_eq!(
            written(|o| float32(o, -f32::MIN_POSITIVE, false)),
            "-f32::MIN_POSITIVE"
        );
    }

    #[test]
    fn strings_show_what_can_be_read_and_escape_the_rest() {
        assert_eq!(
            written(|o| string(o, "é\"\n\u{202e}\u{0}")),
            r#""é\"\n\u{202e}\0""#
        );
        assert_eq!(written(|o| character(o, '\'')), r"'\''");
        assert_eq!(
            written(|o| assert!(byte_string(o, b"a\"\0\n"))),
            r#"b"a\"\0\n""#
        );
        assert!(!byte_string(&mut String::new(), &[200]));
        assert!(!byte_string(&mut String::new(), b"a\0\x01"));
        assert_eq!(
            written(|o| assert!(byte_string(o, b"abc\xff"))),
            r#"b"abc\xff""#
        );
        assert_eq!(written(|o| c_string(o, c"a\"\xff")), r#"c"a\"\xff""#);
    }

    #[test]
    fn many_equal_literals_are_counted() {
        let of = |text: &str, count, copied| repetition(&vec![text; count], copied);
        assert_eq!(of("0", 5, true).as_deref(), Some("0; 5"));
        assert_eq!(of("-1.5", 7, true).as_deref(), Some("-1.5; 7"));
        assert_eq!(of("\"a b\"", 5, true).as_deref(), Some("\"a b\"; 5"));
        let owned = "\"a\".to_string()";
        assert_eq!(of(owned, 5, false).as_deref(), Some("\"a\".to_string(); 5"));
        assert_eq!(of(owned, 5, true), None);
        assert_eq!(of("0", 4, true), None);
        // What is left of the literal `", "` when a list is split at its commas.
        assert_eq!(of("\"", 6, true), None);
        assert_eq!(of("f(1)", 9, false), None);
        assert_eq!(repetition(&["0", "0", "0", "0", "1"], true), None);
    }

    #[test]
    fn operands_are_distinguished_from_operations() {
        for whole in [
            "x",
            "5",
            "\"a b\"",
            "' '",
            "'\\''.f()",
            "f(1, 2)",
            "P { x: 0..1 }",
            "vec![1, 2]",
            "f::<'a>(1)",
            "M::<V<u8>, fn(u8) -> u8>::new()",
        ] {
            assert!(takes_method(whole) && follows_reference(whole), "{whole}");
        }
        for negative in ["-5", "&x", "!x", "&mut x", "*x"] {
            assert!(
                !takes_method(negative) && follows_reference(negative),
                "{negative}"
            );
        }
        for torn in [
            "0..5",
            "a + b",
            "(a < b) + c",
            "a::<u8, u8>() < b",
            "x as u8",
            "|a| a",
            "move |a| a",
            "..",
            "-1..2",
        ] {
            assert!(!takes_method(torn) && !follows_reference(torn), "{torn}");
        }
    }
}
