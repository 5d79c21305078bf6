//! Words for values, fit for names: `minus_1`, `empty`, `16_times_a`, `deposit_0`.

use syn::{Expr, Lit, UnOp};

/// Length of the longest word made from a value.
pub const LONGEST: usize = 24;
/// Length of the longest text whose every character is spelled out.
const SPELLED: usize = 3;
/// The largest number of items that are told one by one.
const MOST_SPELLED: usize = 3;
/// From this many on, equal characters are counted.
const COUNTED: usize = 5;

/// ASCII snake case of the letters and digits in `text`: whole words only, at most `limit` bytes in all.
pub fn snake(text: &str, limit: usize) -> String {
    let mut out = String::new();
    let mut previous_lower = false;
    // One word, unlike others in which a capital follows a small letter.
    let text = text.replace("NaN", "nan");
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            if c.is_ascii_uppercase() && previous_lower {
                out.push('_');
            }
            previous_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
            out.push(c.to_ascii_lowercase());
        } else {
            previous_lower = false;
            if !out.is_empty() && !out.ends_with('_') {
                out.push('_');
            }
        }
    }
    let out = out.trim_matches('_');
    if out.len() <= limit {
        return out.to_string();
    }
    match out[..=limit].rfind('_') {
        Some(end) => out[..end].to_string(),
        None => String::new(),
    }
}

/// A word for a text, if there is a telling one.
pub fn of_text(text: &str) -> Option<String> {
    let count = text.chars().count();
    let first = text.chars().next();
    match first {
        None => return Some("empty".into()),
        Some(c) if count >= COUNTED && text.chars().all(|other| other == c) => {
            return Some(format!("{count}_times_{}", spell(c)?));
        }
        _ => {}
    }
    if count <= SPELLED {
        return spell_all(text);
    }
    let word = snake(text, LONGEST);
    let letters = text.chars().filter(char::is_ascii_alphanumeric).count();
    if word.is_empty() || count > LONGEST || letters * 2 < count {
        return None;
    }
    let is_negative =
        text.starts_with('-') && text[1..].starts_with(|c: char| c.is_ascii_alphanumeric());
    Some(if is_negative {
        format!("minus_{word}")
    } else {
        word
    })
}

/// The first words of a text that contains a message.
fn of_message(text: &str) -> Option<String> {
    let letters = text.chars().filter(char::is_ascii_alphanumeric).count();
    let word = snake(text, LONGEST);
    (!word.is_empty() && letters * 3 >= text.chars().count() * 2).then_some(word)
}

/// A short text spelled out character by character; adjacent letters and digits stay together.
fn spell_all(text: &str) -> Option<String> {
    if text.len() > 1 && text.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Some(text.to_ascii_lowercase());
    }
    let mut words: Vec<String> = Vec::new();
    let mut joins = false;
    for c in text.chars() {
        let plain = c.is_ascii_lowercase() || c.is_ascii_digit();
        match words.last_mut() {
            Some(word) if joins && plain => word.push(c),
            _ => words.push(spell(c)?),
        }
        joins = plain;
    }
    Some(words.join("_"))
}

/// The name of a character.
fn spell(c: char) -> Option<String> {
    let name = match c {
        'a'..='z' | '0'..='9' => return Some(c.to_string()),
        'A'..='Z' => return Some(format!("upper_{}", c.to_ascii_lowercase())),
        ' ' => "space",
        '\t' => "tab",
        '\n' => "newline",
        '\r' => "return",
        '\0' => "nul",
        '!' => "bang",
        '"' => "quote",
        '#' => "hash",
        '$' => "dollar",
        '%' => "percent",
        '&' => "and",
        '\'' => "apostrophe",
        '(' => "open",
        ')' => "close",
        '*' => "star",
        '+' => "plus",
        ',' => "comma",
        '-' => "minus",
        '.' => "dot",
        '/' => "slash",
        ':' => "colon",
        ';' => "semicolon",
        '<' => "less",
        '=' => "equals",
        '>' => "greater",
        '?' => "question",
        '@' => "at",
        '[' => "open_bracket",
        '\\' => "backslash",
        ']' => "close_bracket",
        '^' => "caret",
        '_' => "underscore",
        '`' => "backtick",
        '{' => "open_brace",
        '|' => "bar",
        '}' => "close_brace",
        '~' => "tilde",
        _ => return None,
    };
    Some(name.to_string())
}

/// A short word for a value, from its source text or `Debug` output.
pub fn of_value(text: &str) -> Option<String> {
    let text = text.trim().trim_start_matches('&');
    if matches!(text, "[]" | "()" | "{}") || text.ends_with("::new()") {
        return Some("empty".into());
    }
    if let Ok(expression) = syn::parse_str::<Expr>(text)
        && let Some(word) = of_expression(&expression)
    {
        return Some(word);
    }
    // `Debug` output that is not an expression, or is long: the name before its fields.
    let head = text.split(['(', '{', ' ', '[']).next().unwrap_or_default();
    let last = head.rsplit("::").next().unwrap_or_default();
    let is_name = last.starts_with(|c: char| c.is_alphabetic())
        && last.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_name
        .then(|| snake(last, LONGEST))
        .filter(|word| !word.is_empty() && word != "vec")
}

/// A word for the text of an outcome: like [`of_value`], but of a long text the beginning is used.
pub fn of_result(text: &str) -> Option<String> {
    let literal = text
        .trim_start_matches('&')
        .trim_end_matches(".to_string()");
    match syn::parse_str::<Lit>(literal) {
        // Upper and lower case distinguish inputs, but not results.
        Ok(Lit::Str(text)) => {
            let text = text.value().to_ascii_lowercase();
            of_text(&text).or_else(|| of_message(&text))
        }
        _ => of_value(text),
    }
}

/// A word for an expression, if it has a short one.
pub fn of_expression(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Reference(reference) => of_expression(&reference.expr),
        Expr::Paren(inner) => of_expression(&inner.expr),
        Expr::Group(inner) => of_expression(&inner.expr),
        Expr::Lit(literal) => of_literal(&literal.lit),
        Expr::Unary(unary) => match unary.op {
            UnOp::Neg(_) => of_expression(&unary.expr).map(|word| format!("minus_{word}")),
            UnOp::Deref(_) => of_expression(&unary.expr),
            _ => None,
        },
        Expr::Path(path) => path
            .path
            .segments
            .last()
            .map(|segment| snake(&segment.ident.to_string(), LONGEST))
            .filter(|word| !word.is_empty()),
        Expr::Array(array) => of_items(array.elems.iter()),
        // How many parts a tuple has says nothing, since its type fixes that.
        Expr::Tuple(tuple) => match tuple.elems.len() {
            0 => Some("empty".into()),
            1..=MOST_SPELLED => of_few(tuple.elems.iter()),
            _ => None,
        },
        Expr::Repeat(repeat) => match (&*repeat.len, of_expression(&repeat.expr)) {
            (Expr::Lit(length), Some(word)) => {
                joined(vec![of_literal(&length.lit)?, "times".into(), word], "_")
            }
            _ => None,
        },
        Expr::Macro(call) if call.mac.path.is_ident("vec") => {
            let text = call.mac.tokens.to_string();
            of_expression(&syn::parse_str::<Expr>(&format!("[{text}]")).ok()?)
        }
        // `std::pin::pin!(x)`
        Expr::Macro(call)
            if call
                .mac
                .path
                .segments
                .last()
                .is_some_and(|last| last.ident == "pin") =>
        {
            of_expression(&syn::parse2(call.mac.tokens.clone()).ok()?)
        }
        Expr::MethodCall(call) if call.args.is_empty() => of_expression(&call.receiver),
        // `b"…"[..]`
        Expr::Index(index) => of_expression(&index.expr),
        Expr::Call(call) => of_call(call),
        Expr::Struct(of) => of
            .path
            .segments
            .last()
            .map(|segment| snake(&segment.ident.to_string(), LONGEST)),
        _ => None,
    }
}

fn of_call(call: &syn::ExprCall) -> Option<String> {
    let Expr::Path(path) = &*call.func else {
        return None;
    };
    let names: Vec<String> = path
        .path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect();
    let last = names.last()?;
    // For calls that only wrap or convert, the word comes from the content.
    let wraps = matches!(last.as_str(), "from" | "new" | "Borrowed" | "Owned");
    let name = if wraps && call.args.len() == 1 {
        String::new()
    } else if last == "new" {
        // `Stack::new()`
        return if call.args.is_empty() {
            Some("empty".into())
        } else {
            None
        };
    } else {
        snake(last, LONGEST)
    };
    let words: Option<Vec<String>> = call.args.iter().map(of_expression).collect();
    match words {
        Some(words) => joined(
            std::iter::once(name.clone())
                .chain(words)
                .filter(|word| !word.is_empty())
                .collect(),
            "_",
        )
        .or(Some(name)),
        None => Some(name),
    }
    .filter(|word| !word.is_empty())
}

fn of_literal(literal: &Lit) -> Option<String> {
    match literal {
        Lit::Str(text) => of_text(&text.value()),
        Lit::ByteStr(bytes) => of_text(&String::from_utf8(bytes.value()).ok()?),
        Lit::CStr(text) => of_text(text.value().to_str().ok()?),
        Lit::Int(number) => Some(number.base10_digits().to_string()),
        Lit::Float(number) => Some(snake(number.base10_digits(), LONGEST)),
        Lit::Bool(value) => Some(value.value.to_string()),
        Lit::Char(c) => spell(c.value()),
        _ => None,
    }
    .filter(|word| !word.is_empty() && word.len() <= LONGEST + "minus_".len())
}

/// Few items one by one; for more, their number.
fn of_items<'a>(items: impl ExactSizeIterator<Item = &'a Expr>) -> Option<String> {
    let count = items.len();
    if count == 0 {
        return Some("empty".into());
    }
    let few = (count <= MOST_SPELLED).then(|| of_few(items)).flatten();
    few.or_else(|| match count {
        1 => Some("1_item".into()),
        _ => Some(format!("{count}_items")),
    })
}

/// Items one by one, if there is a word for each.
fn of_few<'a>(items: impl Iterator<Item = &'a Expr>) -> Option<String> {
    let words: Option<Vec<String>> = items.map(of_expression).collect();
    joined(words?, "_")
}

fn joined(words: Vec<String>, with: &str) -> Option<String> {
    let joined = words.join(with);
    (!joined.is_empty() && joined.len() <= LONGEST).then_some(joined)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_keep_sign_case_and_length() {
        for (text, word) in [
            ("", "empty"),
            ("-1", "minus_1"),
            ("1", "1"),
            ("A", "upper_a"),
            ("MC", "mc"),
            ("1 +", "1_space_plus"),
            ("0=\0", "0_equals_nul"),
            ("aaaaaaaaaaaaaaaa", "16_times_a"),
            ("----------", "10_times_minus"),
            ("v2;a=1*00", "v2_a_1_00"),
            ("-v2;a=1", "minus_v2_a_1"),
        ] {
            assert_eq!(of_text(text).as_deref(), Some(word), "{text:?}");
        }
        for text in ["日本", "+-*/", "aaaaaaaaaaaaaaaaaaaaaaaaaaaab"] {
            assert_eq!(of_text(text), None, "{text:?}");
        }
    }

    #[test]
    fn values_are_named_by_what_distinguishes_them() {
        for (text, word) in [
            ("-3", "minus_3"),
            ("i32::MIN", "min"),
            ("c::Error::Empty", "empty"),
            ("c::Op::Deposit(0)", "deposit_0"),
            ("\"abc\".to_string()", "abc"),
            ("b\"a\\tb\".to_vec()", "a_tab_b"),
            ("std::borrow::Cow::from(\"x\")", "x"),
            ("vec![1, 2]", "1_2"),
            ("[7; 40]", "40_times_7"),
            ("vec![1, 2, 3, 4]", "4_items"),
            ("&[|x| x]", "1_item"),
            ("std::collections::BTreeMap::from([(1, |x| x)])", "1_item"),
            ("(1, 2)", "1_2"),
            ("(1, |x| x)", ""),
            ("MissingEquals { line: 1 }", "missing_equals"),
            ("Stack { items: [], cap: 0 }", "stack"),
            ("[\"a\", <x>]", ""),
        ] {
            assert_eq!(of_value(text).unwrap_or_default(), word, "{text}");
        }
        assert_eq!(of_result("\"I\".to_string()").as_deref(), Some("i"));
        assert_eq!(
            of_result("\"line 1 has no equals sign at all\"").as_deref(),
            Some("line_1_has_no_equals")
        );
    }

    #[test]
    fn words_are_never_cut() {
        assert_eq!(
            snake("attempt to multiply with overflow", 32),
            "attempt_to_multiply_with"
        );
        assert_eq!(snake("abc def", 7), "abc_def");
        assert_eq!(snake("abcdefgh ij", 5), "");
        assert_eq!(snake("Some(f32::NaN)", 30), "some_f32_nan");
    }
}
