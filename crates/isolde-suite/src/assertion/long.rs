//! Assertions of values that are too long to read: their length, their beginning and end, and a hash of the rest.
//!
//! The test contains the code of the hash, since the standard library's hashers may change between versions.

use isolde_record::Observed;
use syn::{Expr, Lit, UnOp};

/// Length of the longest text that is asserted as it is: about eight lines.
const LONGEST: usize = 700;
/// How much of the beginning and of the end is shown.
const SHOWN: usize = 60;

/// The assertion of a long value; `None` if the value is short, or only its source text is known.
pub(super) fn assert(expression: &str, observed: &Observed) -> Option<String> {
    // In a block, since other assertions may need variables of the same names.
    statements(expression, observed).map(|statements| format!("{{\n{statements}\n}}"))
}

fn statements(expression: &str, observed: &Observed) -> Option<String> {
    match observed {
        Observed::Debug(text) if text.len() > LONGEST => Some(of_text(
            &format!("let text = format!(\"{{:?}}\", {expression});"),
            text,
        )),
        Observed::Display(text) if text.len() > LONGEST => Some(of_text(
            &format!("let text = ({expression}).to_string();"),
            text,
        )),
        Observed::Source(text) if text.len() > LONGEST => of_source(expression, text),
        _ => None,
    }
}

/// Asserts a text that `declaration` stores in a variable `text`.
fn of_text(declaration: &str, text: &str) -> String {
    let begin: String = text.chars().take(SHOWN).collect();
    let skipped = text.chars().count().saturating_sub(SHOWN);
    let end: String = text.chars().skip(skipped).collect();
    format!(
        "{declaration}\nassert_eq!(text.len(), {});\nassert!(text.starts_with({begin:?}));\nassert!(text.ends_with({end:?}));\n{}",
        text.len(),
        hash_of(text)
    )
}

fn hash_of(text: &str) -> String {
    let hash = text.bytes().fold(0_u32, |hash, byte| {
        hash.wrapping_mul(31).wrapping_add(byte.into())
    });
    format!(
        "let hash = text.bytes().fold(0_u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));\nassert_eq!(hash, {hash});"
    )
}

/// Whether an expression names a place, out of which nothing should be moved.
fn is_place(expression: &str) -> bool {
    match syn::parse_str::<Expr>(expression) {
        Ok(Expr::Unary(unary)) => matches!(unary.op, UnOp::Deref(_)),
        Ok(Expr::Path(_) | Expr::Field(_) | Expr::Index(_)) => true,
        _ => false,
    }
}

fn of_source(expression: &str, source: &str) -> Option<String> {
    let parsed = syn::parse_str::<Expr>(source).ok()?;
    if let Expr::Lit(literal) = &parsed
        && let Lit::Str(text) = &literal.lit
    {
        let declaration = format!("let text = ({expression}).to_string();");
        return Some(of_text(&declaration, &text.value()));
    }
    let text = debug_of(&parsed)?;
    let borrow = if is_place(expression) { "&" } else { "" };
    let declaration = format!("let value = {borrow}{expression};");
    let Some(items) = items_of(&parsed) else {
        return Some(of_text(
            &format!("{declaration}\nlet text = format!(\"{{:?}}\", value);"),
            &text,
        ));
    };
    // The first and the last item show what items look like, if they are short.
    let ends = match (items.first()?, items.last()?) {
        (Expr::Lit(first), Expr::Lit(last)) => {
            let show = |literal: &syn::ExprLit| debug_of_literal(&literal.lit);
            format!(
                "assert_eq!(value[0], {});\nassert_eq!(value[{}], {});\n",
                show(first)?,
                items.len() - 1,
                show(last)?
            )
        }
        _ => String::new(),
    };
    Some(format!(
        "{declaration}\nassert_eq!(value.len(), {});\n{ends}let text = format!(\"{{:?}}\", value);\n{}",
        items.len(),
        hash_of(&text)
    ))
}

/// The items of a sequence.
fn items_of(expression: &Expr) -> Option<Vec<Expr>> {
    match expression {
        Expr::Array(array) => Some(array.elems.iter().cloned().collect()),
        Expr::Macro(call) if call.mac.path.is_ident("vec") => {
            match syn::parse_str(&format!("[{}]", call.mac.tokens)).ok()? {
                Expr::Array(array) => Some(array.elems.into_iter().collect()),
                _ => None,
            }
        }
        Expr::Reference(reference) => items_of(&reference.expr),
        _ => None,
    }
}

/// What `{:?}` prints for the value of an expression, if it is made of literals and sequences.
fn debug_of(expression: &Expr) -> Option<String> {
    if let Some(items) = items_of(expression) {
        let items: Option<Vec<String>> = items.iter().map(debug_of).collect();
        return Some(format!("[{}]", items?.join(", ")));
    }
    match expression {
        Expr::Reference(reference) => debug_of(&reference.expr),
        Expr::Lit(literal) => debug_of_literal(&literal.lit),
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => {
            Some(format!("-{}", debug_of(&unary.expr)?))
        }
        Expr::MethodCall(call) if call.method == "to_string" => debug_of(&call.receiver),
        Expr::Path(path) => {
            let names: Vec<String> = path
                .path
                .segments
                .iter()
                .map(|segment| segment.ident.to_string())
                .collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            match names.as_slice() {
                ["None"] => Some("None".into()),
                [of, which] => extreme(of, which),
                _ => None,
            }
        }
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                let is_known = matches!(name.as_str(), "Some" | "Ok" | "Err");
                let [only] = call.args.iter().collect::<Vec<_>>()[..] else {
                    return None;
                };
                is_known.then_some(format!("{name}({})", debug_of(only)?))
            }
            _ => None,
        },
        Expr::Tuple(tuple) if tuple.elems.len() > 1 => {
            let items: Option<Vec<String>> = tuple.elems.iter().map(debug_of).collect();
            Some(format!("({})", items?.join(", ")))
        }
        _ => None,
    }
}

fn debug_of_literal(literal: &Lit) -> Option<String> {
    match literal {
        Lit::Str(text) => Some(format!("{:?}", text.value())),
        Lit::Char(c) => Some(format!("{:?}", c.value())),
        Lit::Bool(value) => Some(value.value.to_string()),
        Lit::Int(number) => Some(number.base10_digits().to_string()),
        // The source text of a float is its `Debug` output, except that `syn` rewrites exponents.
        Lit::Float(number) => Some(number.base10_digits().to_string()).filter(|digits| {
            digits
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.')
        }),
        _ => None,
    }
}

/// The digits of `u8::MAX` and similar constants.
fn extreme(of: &str, which: &str) -> Option<String> {
    let bits: u32 = match of {
        "usize" | "isize" => usize::BITS,
        _ => of[1..].parse().ok().filter(|bits| *bits <= 64)?,
    };
    let largest = match of.as_bytes()[0] {
        b'u' => u128::MAX >> (128 - bits),
        b'i' => u128::MAX >> (129 - bits),
        _ => return None,
    };
    match which {
        "MAX" => Some(largest.to_string()),
        "MIN" if of.starts_with('i') => Some(format!("-{}", largest + 1)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_is_asserted_by_length_ends_and_hash() {
        let numbers: Vec<String> = (0..300).map(|number| number.to_string()).collect();
        let source = format!("[{}]", numbers.join(", "));
        insta::assert_snapshot!(assert("c::long(1)", &Observed::Source(source)).unwrap(), @r#"
        {
        let value = c::long(1);
        assert_eq!(value.len(), 300);
        assert_eq!(value[0], 0);
        assert_eq!(value[299], 299);
        let text = format!("{:?}", value);
        let hash = text.bytes().fold(0_u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
        assert_eq!(hash, 1970843922);
        }
        "#);
    }

    #[test]
    fn a_place_is_borrowed() {
        let numbers: Vec<String> = (0..300).map(|number| number.to_string()).collect();
        let observed = Observed::Source(format!("[{}]", numbers.join(", ")));
        for place in ["*CALLS.lock().unwrap()", "list.items", "items"] {
            let text = assert(place, &observed).unwrap();
            assert!(text.contains(&format!("let value = &{place};")), "{text}");
        }
    }

    #[test]
    fn a_long_text_is_asserted_by_length_ends_and_hash() {
        let text = format!("{:?}", "abcde\n".repeat(150));
        insta::assert_snapshot!(assert("c::long(1)", &Observed::Source(text)).unwrap(), @r#"
        {
        let text = (c::long(1)).to_string();
        assert_eq!(text.len(), 900);
        assert!(text.starts_with("abcde\nabcde\nabcde\nabcde\nabcde\nabcde\nabcde\nabcde\nabcde\nabcde\n"));
        assert!(text.ends_with("abcde\nabcde\nabcde\nabcde\nabcde\nabcde\nabcde\nabcde\nabcde\nabcde\n"));
        let hash = text.bytes().fold(0_u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
        assert_eq!(hash, 2781061978);
        }
        "#);
    }

    #[test]
    fn the_debug_output_of_literals_is_known() {
        let vec = vec![Some(i8::MIN), None, Some(3)];
        let texts = (
            "a\"b".to_string(),
            ['x', '\n'],
            -0.5,
            true,
            u64::MAX,
            usize::MAX,
        );
        for (source, text) in [
            ("vec![Some(i8::MIN), None, Some(3)]", format!("{vec:?}")),
            (
                "(\"a\\\"b\".to_string(), ['x', '\\n'], -0.5, true, u64::MAX, usize::MAX)",
                format!("{texts:?}"),
            ),
        ] {
            assert_eq!(debug_of(&syn::parse_str(source).unwrap()), Some(text));
        }
        for unknown in [
            "f64::INFINITY",
            "c::Point { x: 1 }",
            "u128::MAX",
            "1e300",
            "b\"a\"",
        ] {
            let parsed = syn::parse_str(unknown).unwrap();
            assert_eq!(debug_of(&parsed), None, "{unknown}");
        }
    }

    #[test]
    fn short_values_stay_whole() {
        assert_eq!(assert("f()", &Observed::Source("[1, 2]".into())), None);
    }
}
