//! Statements that pin an observed value.

mod long;

use isolde_record::Observed;

/// The statements that run `expression` and assert its observed value. With `weak` nothing is asserted and the expression is only run, for assertions
/// that do not compile.
pub fn assert(expression: &str, observed: &Observed, weak: bool) -> String {
    if weak {
        return format!("let _ = {expression};");
    }
    if let Some(statements) = long::assert(expression, observed) {
        return statements;
    }
    match observed {
        Observed::Source(text) if text == "true" => format!("assert!({expression});"),
        Observed::Source(text) if text == "false" => format!("assert!(!{});", operand(expression)),
        Observed::Source(text) => format!("assert_eq!({expression}, {text});"),
        Observed::Debug(text) => {
            format!("assert_eq!(format!(\"{{:?}}\", {expression}), {text:?});")
        }
        Observed::Display(text) => {
            format!("assert_eq!({}.to_string(), {text:?});", operand(expression))
        }
        Observed::Pattern(text) => match method(text) {
            Some(method) => format!("assert!({}.{method}());", operand(expression)),
            None => format!("assert!(matches!({expression}, {text}));"),
        },
        Observed::Predicate(text) => {
            let text = text.replace("{}", &operand(expression));
            match text.split_once(" == ") {
                // `assert_eq!` shows both sides of an equation when it fails.
                Some((left, right)) if is_expression(left) && is_expression(right) => {
                    format!("assert_eq!({left}, {right});")
                }
                _ => format!("assert!({text});"),
            }
        }
        Observed::Unit => format!("{expression};"),
        Observed::Opaque => format!("let _ = {expression};"),
    }
}

/// The method that says the same as a pattern of std's types.
fn method(pattern: &str) -> Option<&'static str> {
    Some(match pattern {
        "None" => "is_none",
        "Some(_)" => "is_some",
        "Ok(_)" => "is_ok",
        "Err(_)" => "is_err",
        _ => return None,
    })
}

/// Whether an observation contains anything that can be asserted.
pub fn says_something(observed: &Observed) -> bool {
    !matches!(observed, Observed::Unit | Observed::Opaque)
}

fn is_expression(text: &str) -> bool {
    syn::parse_str::<syn::Expr>(text).is_ok()
}

/// The expression as the operand of a method call or a unary operator: in parentheses unless it binds tighter.
fn operand(expression: &str) -> String {
    let tight = syn::parse_str::<syn::Expr>(expression).is_ok_and(|parsed| {
        matches!(
            parsed,
            syn::Expr::Call(_)
                | syn::Expr::MethodCall(_)
                | syn::Expr::Path(_)
                | syn::Expr::Lit(_)
                | syn::Expr::Field(_)
                | syn::Expr::Index(_)
                | syn::Expr::Paren(_)
                | syn::Expr::Macro(_)
        )
    });
    if tight {
        expression.to_string()
    } else {
        format!("({expression})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_observation_has_its_assertion() {
        let source = |text: &str| Observed::Source(text.into());
        assert_eq!(assert("f(1)", &source("true"), false), "assert!(f(1));");
        assert_eq!(
            assert("a == b", &source("false"), false),
            "assert!(!(a == b));"
        );
        assert_eq!(
            assert("f(1)", &source("Ok(2)"), false),
            "assert_eq!(f(1), Ok(2));"
        );
        assert_eq!(
            assert("f(1)", &Observed::Debug("A \"b\"".into()), false),
            r#"assert_eq!(format!("{:?}", f(1)), "A \"b\"");"#
        );
        assert_eq!(
            assert("f(1)", &Observed::Display("x".into()), false),
            r#"assert_eq!(f(1).to_string(), "x");"#
        );
        assert_eq!(
            assert("-a", &Observed::Display("x".into()), false),
            r#"assert_eq!((-a).to_string(), "x");"#
        );
        assert_eq!(
            assert("f(1)", &Observed::Pattern("Ok(_)".into()), false),
            "assert!(f(1).is_ok());"
        );
        assert_eq!(
            assert("-a", &Observed::Pattern("None".into()), false),
            "assert!((-a).is_none());"
        );
        assert_eq!(
            assert("f(1)", &Observed::Pattern("Some(A::B(_))".into()), false),
            "assert!(matches!(f(1), Some(A::B(_))));"
        );
        let predicate = |text: &str| Observed::Predicate(text.into());
        assert_eq!(
            assert("f(1)", &predicate("{}.is_nan()"), false),
            "assert!(f(1).is_nan());"
        );
        assert_eq!(
            assert(
                "f(1)",
                &predicate("{}.to_bits() == (-0.0_f64).to_bits()"),
                false
            ),
            "assert_eq!(f(1).to_bits(), (-0.0_f64).to_bits());"
        );
        assert_eq!(assert("f(1)", &Observed::Unit, false), "f(1);");
        assert_eq!(assert("f(1)", &Observed::Opaque, false), "let _ = f(1);");
        assert_eq!(assert("f(1)", &source("3"), true), "let _ = f(1);");
    }
}
