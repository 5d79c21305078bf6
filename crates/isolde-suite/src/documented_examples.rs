//! Results that contradict an example in the function's documentation. A test that pinned one down would call a defect, of the code or of the
//! documentation, right.

use crate::render::Test;
use crate::value::{Value, operands_of, value_of};
use isolde_record::{Documented, Observed, Outcome};
use syn::punctuated::Punctuated;
use syn::{Block, Expr, Macro, Stmt, Token};

/// Whether a test would pin down another result than an example in the documentation shows for the same arguments.
pub fn contradicts(test: &Test, documented: &[Documented]) -> bool {
    let (Outcome::Returned, Some(Observed::Source(returned))) =
        (&test.outcome, &test.observation.returned)
    else {
        return false;
    };
    // The same arguments may give another result at another type.
    if !test.thunk.instance.is_empty() {
        return false;
    }
    let (returned, observation) = (comparable(value_of(returned)), &test.observation);
    let arguments: Vec<Value> = operands_of(&observation.statements, &observation.call)
        .into_iter()
        .map(without_modules)
        .collect();
    if !returned.is_known() || !arguments.iter().all(Value::is_known) {
        return false;
    }
    let name = test.thunk.function.rsplit("::").next();
    documented
        .iter()
        .filter(|function| function.function == test.thunk.function)
        .flat_map(|function| &function.examples)
        .flat_map(|example| claims(example))
        .any(|claim| {
            name == Some(&*claim.function)
                && claim.arguments == arguments
                && claim.result.is_known()
                && claim.result != returned
        })
}

/// A value whose items are named without their modules: documentation imports them.
fn without_modules(value: Value) -> Value {
    by_items(value, &|by, parts| Value::Made { by, parts })
}

/// A result that can be compared with another one: constants and calls are unknown, since others may be written for the same value.
fn comparable(value: Value) -> Value {
    by_items(value, &|by, parts| {
        let is_item = by.is_empty()
            || by.starts_with(|c: char| c.is_uppercase())
                && by.contains(|c: char| c.is_lowercase());
        match is_item {
            true => Value::Made { by, parts },
            false => Value::Unknown,
        }
    })
}

/// A value with all items in it made anew, from their names without modules and their parts.
fn by_items(value: Value, item: &impl Fn(String, Vec<(String, Value)>) -> Value) -> Value {
    match value {
        Value::List { length, elements } => Value::List {
            length,
            elements: elements.into_iter().map(|it| by_items(it, item)).collect(),
        },
        Value::Made { by, parts } => {
            let by = by.rsplit("::").next().unwrap_or_default().to_owned();
            let parts = parts.into_iter();
            item(
                by,
                parts
                    .map(|(name, part)| (name, by_items(part, item)))
                    .collect(),
            )
        }
        other => other,
    }
}

/// What an example says: that a call with these arguments gives this result.
struct Claim {
    function: String,
    arguments: Vec<Value>,
    result: Value,
}

/// The claims in `assert_eq!` and `assert!` of an example.
fn claims(example: &str) -> Vec<Claim> {
    let Ok(block) = syn::parse_str::<Block>(&format!("{{{example}}}")) else {
        return Vec::new();
    };
    let mut claims = Vec::new();
    let mut statements: Vec<String> = Vec::new();
    for statement in &block.stmts {
        match asserted(statement) {
            Some(call) => claims.extend(claim(call, &statements)),
            None => statements.push(text(statement)),
        }
    }
    claims
}

/// The assertion that a statement is.
fn asserted(statement: &Stmt) -> Option<&Macro> {
    let call = match statement {
        Stmt::Macro(statement) => &statement.mac,
        Stmt::Expr(Expr::Macro(expression), _) => &expression.mac,
        _ => return None,
    };
    let name = call.path.segments.last()?.ident.to_string();
    matches!(name.as_str(), "assert" | "assert_eq").then_some(call)
}

/// What an assertion after these statements claims.
fn claim(assertion: &Macro, statements: &[String]) -> Option<Claim> {
    let operands = assertion
        .parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated)
        .ok()?;
    let mut operands = operands.iter();
    let first = operands.next()?;
    let is_equation = assertion.path.segments.last()?.ident == "assert_eq";
    let (call, result) = match (is_equation, first) {
        (true, call) => (call, value_of(&text(operands.next()?))),
        (false, Expr::Unary(not)) if matches!(not.op, syn::UnOp::Not(_)) => {
            (&*not.expr, Value::Bool(false))
        }
        (false, call) => (call, Value::Bool(true)),
    };
    let function = match call {
        Expr::MethodCall(call) => call.method.to_string(),
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => path.path.segments.last()?.ident.to_string(),
            _ => return None,
        },
        _ => return None,
    };
    Some(Claim {
        function,
        arguments: operands_of(statements, &text(call))
            .into_iter()
            .map(without_modules)
            .collect(),
        result: comparable(result),
    })
}

fn text(item: &impl quote::ToTokens) -> String {
    item.to_token_stream().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_record::Observation;

    fn contradicted(example: &str, call: &str, returned: &str) -> bool {
        let observation = Observation {
            statements: vec!["let mut text = c::Text::new(\"ab\");".into()],
            call: call.into(),
            returned: Some(Observed::Source(returned.into())),
            ..Observation::default()
        };
        let test = crate::render::tests::test(Outcome::Returned, observation, false);
        let documented = Documented {
            function: test.thunk.function.clone(),
            file: "src/stack.rs".into(),
            line: 4,
            end_line: 9,
            examples: vec![example.into()],
            ..Documented::default()
        };
        contradicts(&test, &[documented])
    }

    #[test]
    fn another_result_for_the_same_arguments_contradicts_an_example() {
        let example = "use c::pop;\nassert_eq!(pop(&[1, 2], 3), Some(2));";
        assert!(contradicted(example, "c::pop(&vec![1, 2], 3)", "Some(1)"));
        assert!(!contradicted(example, "c::pop(&vec![1, 2], 3)", "Some(2)"));
        assert!(!contradicted(example, "c::pop(&vec![1, 2], 4)", "Some(1)"));
        let method = "let t = c::Text::new(\"ab\");\nassert!(t.pop());";
        assert!(contradicted(method, "text.pop()", "false"));
        assert!(!contradicted(method, "text.pop()", "true"));
    }

    #[test]
    fn what_cannot_be_compared_contradicts_nothing() {
        let unknown = "assert_eq!(pop(|x| x), 3);";
        assert!(!contradicted(unknown, "c::pop(|x| x)", "2"));
        let constant = "assert_eq!(pop(1), Size::MOST);";
        assert!(!contradicted(constant, "c::pop(1)", "c::Size::Small"));
        let call = "assert_eq!(pop(1), Time::from_secs(1));";
        assert!(!contradicted(call, "c::pop(1)", "c::Time::new(1, 0)"));
        let item = "assert_eq!(pop(Color::Red), Some(Color::Red));";
        assert!(!contradicted(
            item,
            "c::pop(c::Color::Red)",
            "Some(c::Color::Red)"
        ));
        assert!(contradicted(
            item,
            "c::pop(c::Color::Red)",
            "Some(c::Color::Blue)"
        ));
        assert!(!contradicted(
            "assert_eq!(pop(1), 3) and more",
            "c::pop(1)",
            "2"
        ));
    }
}
