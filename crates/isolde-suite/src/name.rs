//! Telling names: `parse_duration_of_empty_is_err_empty`.
//!
//! A name says the function, what is special about the input if that can be said in a word, and how it ended. It is built
//! from the rendered call by syntax alone.

use isolde_record::{Observation, Observed, Outcome, ThunkInfo};
use std::collections::BTreeMap;

/// Longest name, without a number that makes it unique.
const MAX_NAME: usize = 60;
/// Longest word made of an input or a message.
const MAX_WORD: usize = 24;

/// The name that a case suggests; not yet unique.
pub fn suggest(thunk: &ThunkInfo, outcome: &Outcome, observation: &Observation) -> String {
    let end = end_of(outcome, observation);
    let input = input_of(&observation.call);
    let base = snake(&thunk.name, usize::MAX);
    let full = match &input {
        Some(input) => format!("{base}_of_{input}_{end}"),
        None => format!("{base}_{end}"),
    };
    let name = if full.len() <= MAX_NAME {
        full
    } else {
        format!("{base}_{end}")
    };
    let name = if name.len() <= MAX_NAME { name } else { base };
    let name = if name.starts_with(|c: char| c.is_ascii_digit()) {
        format!("test_{name}")
    } else {
        name
    };
    // `r#type` and the like cannot come up: every name has an end after the function's.
    if syn::parse_str::<syn::Ident>(&name).is_ok() {
        name
    } else {
        format!("test_{}", snake(&name, usize::MAX))
    }
}

/// Makes names unique by numbering the second and later ones: `name`, `name_2`, `name_3`.
pub fn unique(names: Vec<String>) -> Vec<String> {
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    let all: std::collections::BTreeSet<String> = names.iter().cloned().collect();
    names
        .into_iter()
        .map(|name| {
            let count = taken.entry(name.clone()).or_default();
            loop {
                *count += 1;
                if *count == 1 {
                    return name;
                }
                let numbered = format!("{name}_{count}");
                if !all.contains(&numbered) {
                    return numbered;
                }
            }
        })
        .collect()
}

fn end_of(outcome: &Outcome, observation: &Observation) -> String {
    match outcome {
        Outcome::Panicked(panic) => {
            let reason = snake(first_clause(&panic.message), MAX_WORD + 8);
            if reason.is_empty() {
                "panics".into()
            } else {
                format!("panics_{reason}")
            }
        }
        Outcome::Signalled { .. } => "aborts".into(),
        Outcome::StackOverflow => "overflows_the_stack".into(),
        Outcome::Exited { .. } => "exits".into(),
        Outcome::TimedOut => "does_not_return".into(),
        Outcome::OutOfMemory => "runs_out_of_memory".into(),
        Outcome::Returned | Outcome::Discarded => match &observation.returned {
            Some(Observed::Unit) | None => match observation.after.first() {
                Some((_, Observed::Source(text))) => {
                    value_word(text).map_or("runs".into(), |word| format!("leaves_{word}"))
                }
                _ => "runs".into(),
            },
            Some(Observed::Source(text)) => result_word(text),
            Some(Observed::Debug(text)) => result_word(text),
            Some(Observed::Display(text)) => value_word(&format!("{text:?}"))
                .map_or("returns".into(), |word| format!("is_{word}")),
            Some(Observed::Pattern(text)) => result_word(text),
            Some(Observed::Predicate(text)) => {
                let word = snake(text, MAX_WORD);
                if word.is_empty() {
                    "returns".into()
                } else {
                    word
                }
            }
            Some(Observed::Opaque) => "returns".into(),
        },
    }
}

/// `Ok(3)` → `is_ok_3`, `Err(Error::Empty)` → `is_err_empty`, `"abc"` → `is_abc`.
fn result_word(text: &str) -> String {
    for (constructor, word) in [("Ok", "ok"), ("Err", "err"), ("Some", "some")] {
        if let Some(inner) = text
            .strip_prefix(constructor)
            .and_then(|rest| rest.strip_prefix('(')?.strip_suffix(')'))
        {
            return match value_word(inner) {
                Some(inner) => format!("is_{word}_{inner}"),
                None => format!("is_{word}"),
            };
        }
    }
    value_word(text).map_or("returns".into(), |word| format!("is_{word}"))
}

/// A short word for a value, from its source text or `Debug` output.
fn value_word(text: &str) -> Option<String> {
    let text = text
        .trim()
        .trim_start_matches('&')
        .trim_end_matches(".to_string()");
    if matches!(text, "\"\"" | "[]" | "vec![]" | "()" | "{}" | "b\"\"") || text.ends_with("::new()")
    {
        return Some("empty".into());
    }
    if let Some(digits) = text
        .strip_prefix('-')
        .filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    {
        return Some(format!("minus_{}", snake(digits, MAX_WORD)));
    }
    if let Some(inner) = text
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
    {
        let word = snake(inner, MAX_WORD);
        let telling = !word.is_empty()
            && inner.len() <= MAX_WORD
            && inner.chars().filter(|c| c.is_ascii_alphanumeric()).count() * 2
                >= inner.chars().count();
        return telling.then_some(word);
    }
    // A path, perhaps with fields: the last segment before them.
    let head = text.split(['(', '{', ' ']).next().unwrap_or_default();
    let last = head.rsplit("::").next().unwrap_or_default();
    if last.is_empty()
        || !last
            .chars()
            .all(|c| c.is_alphanumeric() || c == '_' || c == '.')
    {
        return None;
    }
    let rest = text[head.len()..]
        .trim()
        .trim_start_matches(['(', '{'])
        .trim_end_matches([')', '}'])
        .trim();
    let word = snake(last, MAX_WORD);
    let inner = if rest.is_empty() || rest.len() > MAX_WORD || rest.contains([',', ':']) {
        None
    } else {
        value_word(rest)
    };
    if word.is_empty() {
        return None;
    }
    Some(match inner {
        Some(inner) if word.len() + inner.len() < MAX_WORD => format!("{word}_{inner}"),
        _ => word,
    })
}

/// The words for all arguments of a call, if each has a short one.
fn input_of(call: &str) -> Option<String> {
    let arguments: Vec<syn::Expr> = match syn::parse_str::<syn::Expr>(call).ok()? {
        syn::Expr::Call(call) => call.args.into_iter().collect(),
        syn::Expr::MethodCall(call) => {
            let receiver = matches!(*call.receiver, syn::Expr::Lit(_)).then_some(*call.receiver);
            receiver.into_iter().chain(call.args).collect()
        }
        _ => return None,
    };
    let words: Option<Vec<String>> = arguments.iter().map(argument_word).collect();
    let words = words?;
    let joined = words.join("_and_");
    (!joined.is_empty() && joined.len() <= MAX_WORD + 6).then_some(joined)
}

fn argument_word(argument: &syn::Expr) -> Option<String> {
    match argument {
        syn::Expr::Reference(reference) => argument_word(&reference.expr),
        syn::Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Str(text) => value_word(&format!("\"{}\"", text.value())),
            syn::Lit::Int(number) => Some(number.base10_digits().to_string()),
            syn::Lit::Float(number) => Some(snake(number.base10_digits(), MAX_WORD)),
            syn::Lit::Bool(value) => Some(value.value.to_string()),
            syn::Lit::Char(c) if c.value().is_ascii_alphanumeric() => {
                Some(c.value().to_ascii_lowercase().to_string())
            }
            _ => None,
        },
        syn::Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => {
            argument_word(&unary.expr).map(|word| format!("minus_{word}"))
        }
        syn::Expr::Path(path) => path
            .path
            .segments
            .last()
            .map(|segment| snake(&segment.ident.to_string(), MAX_WORD)),
        syn::Expr::Array(array) if array.elems.is_empty() => Some("empty".into()),
        syn::Expr::MethodCall(call) if call.method == "to_string" && call.args.is_empty() => {
            argument_word(&call.receiver)
        }
        _ => None,
    }
}

fn first_clause(message: &str) -> &str {
    let end = message
        .find([':', '\n', '`', '"', ';'])
        .unwrap_or(message.len());
    if end == 0 { message } else { &message[..end] }
}

/// ASCII snake case of the letters and digits in `text`, cut after at most `limit` bytes at a word's end where possible.
fn snake(text: &str, limit: usize) -> String {
    let mut out = String::new();
    let mut previous_lower = false;
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
    if out.len() > limit {
        out.truncate(limit);
        if let Some(end) = out.rfind('_') {
            out.truncate(end);
        }
    }
    out.trim_matches('_').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_record::{PanicInfo, Visibility};

    fn thunk(name: &str) -> ThunkInfo {
        ThunkInfo {
            index: 0,
            function: name.into(),
            module: vec![],
            name: name.into(),
            instance: vec![],
            file: "src/lib.rs".into(),
            line: 1,
            end_line: 1,
            visibility: Visibility::Public,
            arguments: vec![],
            documents_panics: false,
            uses: vec![],
        }
    }

    fn name(function: &str, call: &str, returned: Observed) -> String {
        let observation = Observation {
            call: call.into(),
            returned: Some(returned),
            ..Observation::default()
        };
        suggest(&thunk(function), &Outcome::Returned, &observation)
    }

    #[test]
    fn names_tell_input_and_result() {
        let source = |text: &str| Observed::Source(text.into());
        assert_eq!(
            name("hamming", "strsim::hamming(\"\", \"\")", source("Ok(0)")),
            "hamming_of_empty_and_empty_is_ok_0"
        );
        assert_eq!(
            name(
                "frame",
                "c::frame(\"v2;a=1*00\")",
                source("Err(\"checksum mismatch\".to_string())")
            ),
            "frame_of_v2_a_1_00_is_err_checksum_mismatch"
        );
        assert_eq!(
            name("parse", "c::parse(\"\")", source("Err(c::Error::Empty)")),
            "parse_of_empty_is_err_empty"
        );
        assert_eq!(
            name("is_even", "c::is_even(-4)", source("true")),
            "is_even_of_minus_4_is_true"
        );
        assert_eq!(
            name("version_major", "version.major()", source("3")),
            "version_major_is_3"
        );
        assert_eq!(
            name("f", "c::f(\"+-*/\")", Observed::Pattern("Ok(_)".into())),
            "f_is_ok"
        );
        assert_eq!(name("f", "c::f(1.5)", source("None")), "f_of_1_5_is_none");
    }

    #[test]
    fn panics_are_named_by_the_first_clause_of_their_message() {
        let panic = PanicInfo {
            message: "index out of bounds: the len is 0".into(),
            file: "f".into(),
            line: 1,
            column: 1,
        };
        let observation = Observation {
            call: "c::get(0)".into(),
            ..Observation::default()
        };
        assert_eq!(
            suggest(&thunk("get"), &Outcome::Panicked(panic), &observation),
            "get_of_0_panics_index_out_of_bounds"
        );
    }

    #[test]
    fn every_name_is_an_identifier_of_bounded_length() {
        for call in [
            "c::f(\"日本\")",
            "c::f(\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\")",
            "not rust (",
            "1 + 2",
        ] {
            for result in ["", "\"\\n\"", "Foo { a: 1 }", "日本", "[1, 2]"] {
                let name = name("type", call, Observed::Debug(result.into()));
                assert!(syn::parse_str::<syn::Ident>(&name).is_ok(), "{name}");
                assert!(name.len() <= MAX_NAME + 8, "{name}");
            }
        }
    }

    #[test]
    fn repeated_names_are_numbered_without_clashing() {
        let names = ["a", "a", "a_2", "a"].map(String::from).to_vec();
        assert_eq!(unique(names), ["a", "a_3", "a_2", "a_4"]);
    }
}
