//! Expectations for further inputs of a form by cases: what the code under test returned for them when the test was written.

use super::cases::{condition, guard};
use super::{Form, Guard};
use crate::probe::report;
use crate::read::arguments;
use crate::write::blanks;
use std::collections::BTreeSet;
use syn::{Expr, ExprLit, Lit, Stmt, UnOp};

/// What a report begins with.
const MARK: &str = "isolde-result ";

/// Most characters of an expected value that people still read.
const LONGEST: usize = 60;

/// The form, reporting its results instead of comparing them. `None` if it compares none.
pub fn observing(form: &Form) -> Option<Form> {
    let at = form.guards.first()?.at;
    let guards = vec![Guard {
        at,
        text: format!("{{ {} }}", report(&format!("\\n{MARK}{{:?}}"), "result")),
        is_pinned: false,
    }];
    Some(Form {
        guards,
        ..form.clone()
    })
}

/// The results that a run reported, as `Debug` shows them, in the order of the runs.
pub fn results(output: &str) -> Vec<&str> {
    let lines = output.lines();
    lines.filter_map(|line| line.strip_prefix(MARK)).collect()
}

/// The form with an expectation for one more input, whose result `Debug` shows like this. `None` if that is no value that can be written down, or if the
/// input cannot be compared.
pub fn pinned(form: &Form, input: &[String], result: &str) -> Option<Form> {
    let old = form.guards.first()?;
    let Expr::If(old_guard) = syn::parse_str::<Expr>(&old.text).ok()? else {
        return None;
    };
    let [Stmt::Macro(assertion)] = &old_guard.then_branch.stmts[..] else {
        return None;
    };
    let sides = arguments(&assertion.mac).ok()?;
    let name = assertion.mac.path.get_ident()?.to_string();
    let value = syn::parse_str::<Expr>(result).ok()?;
    let is_result = |side: &Expr| matches!(side, Expr::Path(path) if path.path.is_ident("result"));
    let checked = match (name.as_str(), &sides[..], result) {
        ("assert", [side], "true") if is_result(side) => "assert!(result);".to_owned(),
        ("assert", [side], "false") if is_result(side) => "assert!(!result);".to_owned(),
        ("assert_eq", [_, _], "[]" | "\"\"") => "assert!(result.is_empty());".to_owned(),
        ("assert_eq", [side, like], _) if is_result(side) => {
            format!("assert_eq!(result, {});", written(&value, like)?)
        }
        ("assert_eq", [like, side], _) if is_result(side) => {
            format!("assert_eq!({}, result);", written(&value, like)?)
        }
        _ => return None,
    };
    let mut conditions = Vec::new();
    for (parameter, case) in form.parameters.iter().zip(input) {
        conditions.push(condition(&parameter.name, &parameter.ty, case)?);
    }
    let (indent, level) = indentation(&old.text)?;
    let mut form = form.clone();
    form.guards.push(Guard {
        at: old.at,
        text: guard(&conditions, &checked, indent, level),
        is_pinned: true,
    });
    Some(form)
}

/// The indentation of a block whose first line has none, and one level of it.
fn indentation(block: &str) -> Option<(&str, &str)> {
    let mut lines = block.lines();
    let (_, second, last) = (lines.next()?, lines.next()?, lines.next_back()?);
    let indent = &last[..blanks(last)];
    Some((indent, second[..blanks(second)].strip_prefix(indent)?))
}

/// A value that `Debug` shows as an expression that compares to a result as `like` does: texts are owned and elements in a vector if they are so there.
fn written(value: &Expr, like: &Expr) -> Option<String> {
    let tokens: BTreeSet<String> = quote::quote!(#like)
        .to_string()
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .map(str::to_owned)
        .collect();
    let style = Written {
        is_owned: ["to_owned", "to_string", "String", "into"]
            .iter()
            .any(|word| tokens.contains(*word)),
        is_vec: tokens.contains("vec"),
    };
    let text = style.text(value)?;
    (text.chars().count() <= LONGEST).then_some(text)
}

/// How texts and lists are written.
struct Written {
    is_owned: bool,
    is_vec: bool,
}

impl Written {
    fn text(&self, value: &Expr) -> Option<String> {
        match value {
            Expr::Lit(ExprLit { lit, .. }) => match lit {
                Lit::Str(_) if self.is_owned => Some(format!("{}.to_owned()", quote::quote!(#lit))),
                Lit::Str(_) | Lit::Int(_) | Lit::Bool(_) | Lit::Char(_) => {
                    Some(quote::quote!(#lit).to_string())
                }
                // Equality of numbers with a fraction says little.
                _ => None,
            },
            Expr::Unary(unary) => match (&unary.op, &*unary.expr) {
                (
                    UnOp::Neg(_),
                    Expr::Lit(ExprLit {
                        lit: Lit::Int(number),
                        ..
                    }),
                ) => Some(format!("-{number}")),
                _ => None,
            },
            Expr::Path(path) if path.path.is_ident("None") => Some("None".to_owned()),
            Expr::Call(call) => {
                let Expr::Path(path) = &*call.func else {
                    return None;
                };
                let name = path.path.get_ident()?.to_string();
                let [inner] = &call.args.iter().collect::<Vec<_>>()[..] else {
                    return None;
                };
                let is_known = ["Some", "Ok", "Err"].contains(&name.as_str());
                let inner = self.text(inner)?;
                is_known.then(|| format!("{name}({inner})"))
            }
            Expr::Tuple(tuple) => {
                let parts: Option<Vec<String>> =
                    tuple.elems.iter().map(|part| self.text(part)).collect();
                Some(format!("({})", parts?.join(", ")))
            }
            // The type of an empty list inside another value may be unknown.
            Expr::Array(array) if !array.elems.is_empty() => {
                let parts: Option<Vec<String>> =
                    array.elems.iter().map(|part| self.text(part)).collect();
                let parts = parts?.join(", ");
                Some(match self.is_vec {
                    true => format!("vec![{parts}]"),
                    false => format!("[{parts}]"),
                })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::{Parameter, Source};
    use crate::value::Value;

    /// The expectation for an input of a test that has this one for an old input.
    fn pin(ty: &str, old: &str, input: &str, result: &str) -> Option<String> {
        let form = Form {
            parameters: vec![Parameter {
                name: "a".to_owned(),
                ty: ty.to_owned(),
                case: String::new(),
                value: Value::Integer(0),
            }],
            edits: Vec::new(),
            source: Source::Cases,
            learned: Vec::new(),
            constants: Vec::new(),
            assumption: None,
            guards: vec![Guard {
                at: 7,
                text: format!("if a == x {{\n      {old}\n    }}"),
                is_pinned: false,
            }],
            factory: None,
        };
        let pinned = pinned(&form, &[input.to_owned()], result)?;
        let [first, second] = &pinned.guards[..] else {
            panic!("two expectations");
        };
        assert!((first.at, first.is_pinned, second.at, second.is_pinned) == (7, false, 7, true));
        Some(second.text.clone())
    }

    #[test]
    fn results_are_written_as_the_old_ones() {
        let cases = [
            (
                "u8",
                "assert_eq!(result, 4);",
                "7",
                "-9",
                "if a == 7 {\n      assert_eq!(result, -9);\n    }",
            ),
            (
                "bool",
                "assert_eq!(4, result);",
                "false",
                "5",
                "if !a {\n      assert_eq!(5, result);\n    }",
            ),
            (
                "&str",
                "assert_eq!(result, Some(1));",
                "\"\"",
                "None",
                "if a.is_empty() {\n      assert_eq!(result, None);\n    }",
            ),
            (
                "&[u8]",
                "assert_eq!(result, \"x\".to_string());",
                "&[]",
                "\"y\"",
                "if a.is_empty() {\n      assert_eq!(result, \"y\".to_owned());\n    }",
            ),
            (
                "&[u8]",
                "assert_eq!(result, Ok(vec![1]));",
                "&[3]",
                "Ok([1, 2])",
                "if a == [3] {\n      assert_eq!(result, Ok(vec![1, 2]));\n    }",
            ),
            (
                "char",
                "assert_eq!(result, (1, [2]));",
                "'x'",
                "(3, [4, 5])",
                "if a == 'x' {\n      assert_eq!(result, (3, [4, 5]));\n    }",
            ),
            (
                "u8",
                "assert_eq!(result, \"x\");",
                "1",
                "\"\"",
                "if a == 1 {\n      assert!(result.is_empty());\n    }",
            ),
            (
                "u8",
                "assert!(result);",
                "1",
                "false",
                "if a == 1 {\n      assert!(!result);\n    }",
            ),
        ];
        for (ty, old, input, result, expected) in cases {
            assert_eq!(
                pin(ty, old, input, result).as_deref(),
                Some(expected),
                "{old}"
            );
        }
    }

    #[test]
    fn what_cannot_be_compared_is_not_pinned() {
        let old = "assert_eq!(result, 4);";
        assert!(pin("u8", old, "1", "5").is_some());
        for (ty, old, result) in [
            ("f64", old, "5"),
            ("u8", old, "5.0"),
            ("u8", old, "NaN"),
            ("u8", old, "Point { x: 1 }"),
            ("u8", old, "<opaque>"),
            ("u8", old, "Some([])"),
            ("u8", "assert_ne!(result, 4);", "5"),
            ("u8", "assert_eq!(other(result), 4);", "5"),
            ("u8", "check(result);", "5"),
        ] {
            assert_eq!(pin(ty, old, "1", result), None, "{ty} {old} {result}");
        }
        assert_eq!(pin("u8", old, "1", &"9".repeat(LONGEST + 1)), None);
    }

    #[test]
    fn results_are_read_in_the_order_of_the_runs() {
        let output = "test a ... \nisolde-result Some(1)\n\nisolde-result \"\\n\"\nother\n";
        assert_eq!(results(output), ["Some(1)", "\"\\n\""]);
    }
}
