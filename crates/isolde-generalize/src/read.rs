//! The tests of a source file: where each one is, to the byte, and what can be said about it without a compiler.

use crate::configured;
use crate::reason::Reason;
use proc_macro2::{LineColumn, Span};
use std::ops::Range;
use syn::spanned::Spanned;
use syn::{Attribute, Item, ItemFn, Meta, ReturnType};

/// A conventional test. Ranges are in bytes of the source file.
#[derive(Clone, Debug)]
pub struct Test {
    /// Modules inside the file, from the outside in.
    pub modules: Vec<String>,
    /// Name of the function.
    pub name: String,
    /// Line of the function's name, counted from 1.
    pub line: usize,
    /// The whole item, from its first attribute or comment of documentation to its closing brace.
    pub range: Range<usize>,
    /// The attribute `#[test]`.
    pub attribute: Range<usize>,
    /// The parentheses of the parameters.
    pub parentheses: Range<usize>,
    /// What is between the braces of the body.
    pub body: Range<usize>,
    /// White space before the item on its line.
    pub indent: String,
    /// Whether it has documentation of its own.
    pub is_documented: bool,
    /// Whether it has to panic.
    pub should_panic: bool,
    /// Whether it only runs where detours are live: `#[isolde::test]`.
    pub has_detours: bool,
    /// The function.
    pub function: ItemFn,
    /// Why it cannot be generalized, if that is known already.
    pub refused: Option<Reason>,
}

impl Test {
    /// Path inside the file: modules, then the name.
    pub fn path(&self) -> String {
        let mut path = self.modules.clone();
        path.push(self.name.clone());
        path.join("::")
    }
}

/// The tests of a source file, in their order.
///
/// # Errors
/// If the text is not Rust, or newer Rust than the parser knows, or if it begins with something that the parser would leave out, so that all ranges
/// would be wrong.
pub fn tests(text: &str) -> syn::Result<Vec<Test>> {
    let beginning = match text {
        text if text.starts_with('\u{feff}') => Some("a byte order mark"),
        text if text.starts_with("#!/") => Some("the name of an interpreter"),
        _ => None,
    };
    if let Some(beginning) = beginning {
        let message = format!("the file begins with {beginning}");
        return Err(syn::Error::new(Span::call_site(), message));
    }
    let file = syn::parse_file(text)?;
    let mut found = Vec::new();
    collect(text, &file.items, &mut Vec::new(), &mut found);
    Ok(found)
}

fn collect(text: &str, items: &[Item], modules: &mut Vec<String>, found: &mut Vec<Test>) {
    for item in items {
        match item {
            Item::Fn(function) => found.extend(test(text, function, modules)),
            Item::Mod(module) => {
                if let Some((_, items)) = &module.content {
                    modules.push(module.ident.to_string());
                    collect(text, items, modules, found);
                    modules.pop();
                }
            }
            _ => {}
        }
    }
}

fn test(text: &str, function: &ItemFn, modules: &[String]) -> Option<Test> {
    let attribute = function.attrs.iter().find(|each| is_test(each))?;
    let range = function.span().byte_range();
    let line_start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let indent = &text[line_start..range.start];
    let brace = function.block.brace_token.span;
    let LineColumn { line, .. } = function.sig.ident.span().start();
    Some(Test {
        modules: modules.to_vec(),
        name: function.sig.ident.to_string(),
        line,
        attribute: attribute.span().byte_range(),
        parentheses: function.sig.paren_token.span.join().byte_range(),
        body: brace.open().byte_range().end..brace.close().byte_range().start,
        indent: match indent.trim().is_empty() {
            true => indent.to_owned(),
            false => String::new(),
        },
        is_documented: function
            .attrs
            .iter()
            .any(|each| each.path().is_ident("doc")),
        should_panic: function
            .attrs
            .iter()
            .any(|each| each.path().is_ident("should_panic")),
        has_detours: is_library(attribute),
        refused: refused(function, attribute),
        function: function.clone(),
        range,
    })
}

fn is_test(attribute: &Attribute) -> bool {
    let last = attribute.path().segments.last();
    // Attributes of other harnesses (`tokio::test`) count as well, so that their tests are reported.
    last.is_some_and(|last| last.ident == "test") || is_several(attribute)
}

/// Whether an attribute of another crate makes several tests of a function.
pub(crate) fn is_several(attribute: &Attribute) -> bool {
    let last = attribute.path().segments.last();
    last.is_some_and(|last| last.ident == "rstest" || last.ident == "test_case")
}

/// Whether a function is a test that nothing but its text says something about.
pub(crate) fn is_plain_test(function: &ItemFn) -> bool {
    let test = function.attrs.iter().find(|each| is_test(each));
    test.is_some_and(|test| refused(function, test).is_none())
}

/// Whether it is `#[isolde::test]`.
fn is_library(attribute: &Attribute) -> bool {
    let first = attribute.path().segments.first();
    first.is_some_and(|first| first.ident == "isolde")
}

fn refused(function: &ItemFn, test: &Attribute) -> Option<Reason> {
    let signature = &function.sig;
    if !test.path().is_ident("test") && !is_library(test) {
        return Some(Reason::Attribute(path(test)));
    }
    for attribute in function.attrs.iter().filter(|&each| each != test) {
        let is_conditional = attribute.path().is_ident("cfg_attr");
        let added = match is_conditional {
            true => configured::added(&attribute.meta),
            false => Some(vec![attribute.meta.clone()]),
        };
        let Some(added) = added else {
            return Some(Reason::Attribute(path(attribute)));
        };
        // What a panic means must not depend on the configuration.
        let is_known = |meta: &Meta| {
            is_harmless(meta) && !(is_conditional && meta.path().is_ident("should_panic"))
        };
        if added.iter().any(|meta| meta.path().is_ident("ignore")) {
            return Some(Reason::Ignored);
        }
        if !added.iter().all(is_known) {
            return Some(Reason::Attribute(path(attribute)));
        }
    }
    if signature.asyncness.is_some() {
        return Some(Reason::Async);
    }
    let is_plain = signature.inputs.is_empty()
        && signature.generics.params.is_empty()
        && signature.unsafety.is_none()
        && signature.abi.is_none()
        && signature.constness.is_none();
    let returns_result = match &signature.output {
        ReturnType::Default => true,
        ReturnType::Type(_, ty) => matches!(&**ty, syn::Type::Path(_) | syn::Type::Tuple(_)),
    };
    (!is_plain || !returns_result).then_some(Reason::Signature)
}

/// Whether an attribute has the same effect on a parameterized test.
fn is_harmless(meta: &Meta) -> bool {
    const KNOWN: [&str; 8] = [
        "test",
        "doc",
        "should_panic",
        "allow",
        "expect",
        "cfg",
        "warn",
        "rustfmt",
    ];
    let first = meta.path().segments.first();
    first.is_some_and(|first| KNOWN.iter().any(|known| first.ident == known))
}

fn path(attribute: &Attribute) -> String {
    let segments = attribute.path().segments.iter();
    let names: Vec<String> = segments.map(|segment| segment.ident.to_string()).collect();
    names.join("::")
}

/// The arguments of a macro, if they are expressions between commas.
///
/// # Errors
/// If they are something else.
pub(crate) fn arguments(mac: &syn::Macro) -> syn::Result<Vec<syn::Expr>> {
    let parse = syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
    Ok(mac.parse_body_with(parse)?.into_iter().collect())
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn tests_are_found_with_their_places() {
        let text = "mod tests {\n    /// Ünicode.\n    #[test]\n    fn a() { f(1); }\n}\n#[test]\n#[ignore]\nfn b() {}\nfn c() {}\n";
        let found = tests(text).unwrap();
        let [a, b] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!(
            (a.path().as_str(), a.line, a.indent.as_str()),
            ("tests::a", 4, "    ")
        );
        assert_eq!(&text[a.attribute.clone()], "#[test]");
        assert_eq!(&text[a.parentheses.clone()], "()");
        assert_eq!(&text[a.body.clone()], " f(1); ");
        assert!(text[a.range.clone()].starts_with("/// Ünicode"));
        assert!(a.is_documented && a.refused.is_none());
        assert_eq!(b.refused, Some(Reason::Ignored));
    }

    #[test]
    fn what_another_macro_changes_is_refused() {
        let reason = |text: &str| tests(text).unwrap()[0].refused.clone();
        assert_eq!(
            reason("#[tokio::test]\nasync fn f() {}"),
            Some(Reason::Attribute("tokio::test".into()))
        );
        assert_eq!(
            reason("#[test]\n#[serial]\nfn f() {}"),
            Some(Reason::Attribute("serial".into()))
        );
        assert_eq!(reason("#[test]\nasync fn f() {}"), Some(Reason::Async));
        // Attributes that are added elsewhere change nothing here.
        let elsewhere = "#[test]\n#[cfg_attr(miri, ignore)]\n#[cfg_attr(target_family = \"wasm\", wasm_bindgen_test)]\n#[cfg_attr(unix, allow(unused))]\nfn f() {}";
        assert_eq!(reason(elsewhere), None);
        let ignored = "#[test]\n#[cfg_attr(not(miri), ignore)]\nfn f() {}";
        assert_eq!(reason(ignored), Some(Reason::Ignored));
        for other in [
            "cfg_attr(unix, serial)",
            "cfg_attr(unix, should_panic)",
            "cfg_attr",
        ] {
            let reason = reason(&format!("#[test]\n#[{other}]\nfn f() {{}}"));
            assert_eq!(
                reason,
                Some(Reason::Attribute("cfg_attr".into())),
                "{other}"
            );
        }
        assert_eq!(reason("#[isolde::test]\nfn f() {}"), None);
        assert_eq!(
            reason("#[isolde::test]\n#[tokio::test]\nfn f() {}"),
            Some(Reason::Attribute("tokio::test".into()))
        );
        assert!(tests("#[isolde::test]\nfn f() {}").unwrap()[0].has_detours);
        assert_eq!(
            reason("#[test]\n#[should_panic(expected = \"x\")]\nfn f() {}"),
            None
        );
    }

    #[test]
    fn a_file_whose_beginning_the_parser_would_leave_out_is_an_error() {
        for beginning in ["\u{feff}", "#!/usr/bin/env run\n"] {
            let error = tests(&format!("{beginning}#[test] fn t() {{}}")).expect_err("refused");
            assert!(error.to_string().contains("begins with"), "{error}");
        }
    }
}
