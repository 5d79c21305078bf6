//! Which parameterized tests are the same: those that differ only in names.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeMap;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{FnArg, ItemFn, PatIdent};

/// A text that two functions share exactly if they differ only in their own names, and in those of their parameters and variables; `None` if the text
/// is not a function. Documentation and the attribute of parameterized tests do not count, other attributes do.
pub fn canonical(function: &str) -> Option<String> {
    let function: ItemFn = syn::parse_str(function).ok()?;
    let mut names = Names::default();
    for input in &function.sig.inputs {
        if let FnArg::Typed(typed) = input {
            names.visit_pat(&typed.pat);
        }
    }
    names.visit_block(&function.block);
    let attributes = function.attrs.iter().filter(|attribute| {
        let last = attribute.path().segments.last();
        !last.is_some_and(|last| last.ident == "put" || last.ident == "doc")
    });
    let attributes: Vec<String> = attributes
        .map(|attribute| attribute.to_token_stream().to_string())
        .collect();
    let parts = [
        attributes.join(" "),
        names.renamed(function.sig.inputs.to_token_stream()),
        function.sig.output.to_token_stream().to_string(),
        names.renamed(function.block.to_token_stream()),
    ];
    Some(parts.join("\n"))
}

/// The names that a function binds, in their order.
#[derive(Default)]
struct Names {
    numbers: BTreeMap<String, usize>,
}

impl<'ast> Visit<'ast> for Names {
    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        let name = pattern.ident.to_string();
        // A name with a capital letter is a constant or variant.
        if name.starts_with(char::is_lowercase) {
            let number = self.numbers.len();
            self.numbers.entry(name).or_insert(number);
        }
        visit::visit_pat_ident(self, pattern);
    }
}

impl Names {
    /// The tokens with numbers in place of the names.
    fn renamed(&self, tokens: TokenStream) -> String {
        let mut out = Vec::new();
        let mut follows = false;
        for token in tokens {
            let is_member = std::mem::take(&mut follows);
            match token {
                TokenTree::Group(group) => {
                    out.push(format!("{:?}", group.delimiter()));
                    out.push(self.renamed(group.stream()));
                    out.push("end".to_owned());
                }
                TokenTree::Ident(name) => {
                    let name = name.to_string();
                    out.push(match self.numbers.get(&name) {
                        Some(number) if !is_member => format!("${number}"),
                        _ => name,
                    });
                }
                TokenTree::Punct(punct) => {
                    // Fields, methods and items of paths are not variables.
                    follows = matches!(punct.as_char(), '.' | ':')
                        && out.last().is_none_or(|last| last != ".");
                    follows &= punct.as_char() == '.' || out.last().is_some_and(|last| last == ":");
                    out.push(punct.as_char().to_string());
                }
                TokenTree::Literal(literal) => out.push(literal.to_string()),
            }
        }
        out.join(" ")
    }
}

/// The comments of a test, each on a line of its own; `None` if it has others, which have no place but their own, or documentation that is more than
/// lines of text.
pub fn comments(test: &str) -> Option<Vec<String>> {
    if has_other_documentation(test) {
        return None;
    }
    let mut comments = Vec::new();
    for line in test.lines().map(str::trim) {
        match line.strip_prefix("//") {
            // What is between two of these lines must not be moved into other lines.
            Some(comment) if comment.contains("```") => return None,
            Some(comment) => {
                comments.push(comment.trim_start_matches(['/', '!']).trim().to_owned())
            }
            None if line.contains("//") || line.contains("/*") => return None,
            None => {}
        }
    }
    comments.retain(|comment| !comment.is_empty());
    Some(comments)
}

/// Whether a function has documentation that is no comment: `#[doc = "…"]`.
fn has_other_documentation(function: &str) -> bool {
    let Ok(parsed) = syn::parse_str::<ItemFn>(function) else {
        return false;
    };
    let mut attributes = parsed.attrs.iter();
    attributes.any(|attribute| {
        let is_comment = function[attribute.span().byte_range()].starts_with('/');
        attribute.path().is_ident("doc") && !is_comment
    })
}

/// Whether comments outside of an item belong to it: those on the line before it, and beside it on its own lines. They would be left over without it.
/// `text` is the source file.
pub fn has_comments_outside(text: &str, item: &Range<usize>) -> bool {
    let before = text[..item.start].trim_end_matches([' ', '\t']);
    let before = before.strip_suffix('\n').unwrap_or(before);
    let before = before.rsplit('\n').next().unwrap_or_default().trim();
    let after = text[item.end..].lines().next().unwrap_or_default();
    let is_comment = before.starts_with("//") || before.ends_with("*/");
    is_comment || after.trim_start().starts_with("//") || after.trim_start().starts_with("/*")
}

/// A name for a test that stands for several: the words that their names begin with, if these are at least two; otherwise the first name.
pub fn name(names: &[&str]) -> String {
    let Some((first, rest)) = names.split_first() else {
        return String::new();
    };
    let words: Vec<&str> = first.split('_').collect();
    let common = words.iter().enumerate().take_while(|(number, word)| {
        rest.iter()
            .all(|name| name.split('_').nth(*number) == Some(**word))
    });
    let common: Vec<&str> = common.map(|(_, word)| *word).collect();
    match rest.is_empty() || common.len() < 2 {
        true => (*first).to_owned(),
        false => common.join("_"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_that_differ_in_names_only_are_the_same() {
        let one = "/// A.\n#[isolde::put(case(5))]\nfn a(n: u8) { let mut s = S::new(); s.push(n); assert!(s.contains(&n)); }";
        let same = "#[isolde::put]\nfn b(m: u8) {\n    let mut stack = S::new();\n    stack.push(m);\n    assert!(stack.contains(&m));\n}";
        assert_eq!(canonical(one), canonical(same));
        for other in [
            one.replace("u8", "u16"),
            one.replace("push(n)", "push_all(n)"),
            one.replace("#[isolde", "#[should_panic]\n#[isolde"),
            one.replace("assert!(s.contains(&n))", "assert!(!s.contains(&n))"),
        ] {
            assert_ne!(canonical(one), canonical(&other), "{other}");
        }
        // A method is not the variable of the same name.
        let method = |variable: &str, method: &str| {
            canonical(&format!(
                "fn f() {{ let {variable} = g(); {variable}.{method}(); }}"
            ))
        };
        assert_ne!(method("a", "a"), method("b", "b"));
        assert_eq!(method("a", "m"), method("b", "m"));
    }

    #[test]
    fn comments_of_merged_tests_are_not_lost() {
        let text = "/// Documented.\nfn f() {\n    // Why.\n    g();\n}";
        assert_eq!(
            comments(text),
            Some(vec!["Documented.".to_owned(), "Why.".to_owned()])
        );
        assert_eq!(comments("fn f() { g(); // here\n }"), None);
        assert_eq!(comments("fn f() { g(\"http://a\"); }"), None);
        for documentation in [
            "#[doc = \"Why.\"]",
            "#[doc(alias = \"g\")]",
            "/// ```\n/// g()\n/// ```",
        ] {
            assert_eq!(
                comments(&format!("{documentation}\n#[test]\nfn f() {{ g(); }}")),
                None
            );
        }
        let text = "/// Documented.\r\nfn f() {\r\n    g();\r\n}";
        assert_eq!(comments(text), Some(vec!["Documented.".to_owned()]));
    }

    #[test]
    fn comments_outside_of_a_test_are_seen() {
        let item = "#[test]\n    fn f() {}";
        let seen = |before: &str, after: &str| {
            let text = format!("{before}{item}{after}");
            has_comments_outside(&text, &(before.len()..before.len() + item.len()))
        };
        for before in [
            "// Why.\n",
            "fn g() {}\n    // Why.\r\n    ",
            "/* Why. */ ",
            "/*\n * Why.\n */\n",
        ] {
            assert!(seen(before, "\n"), "{before}");
        }
        assert!(seen("", " // Why.\n"));
        for before in [
            "",
            "\n",
            "// Of all.\n\n    ",
            "mod tests {\n    ",
            "fn g() {} // Why.\n",
        ] {
            assert!(!seen(before, "\n// Of the next.\n"), "{before}");
        }
    }

    #[test]
    fn names_of_merged_tests_are_what_they_have_in_common() {
        assert_eq!(name(&["push_one_item", "push_one_more"]), "push_one");
        assert_eq!(name(&["push_a", "pop_a"]), "push_a");
        assert_eq!(name(&["alone"]), "alone");
    }
}
