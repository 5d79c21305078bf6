//! Whether a package has unsafe code of its own, in which errors of memory are possible.
//!
//! The sources are split into tokens, so that comments and texts do not count; macros count as what they contain. What is only compiled for tests does
//! not count, and neither do attributes, such as `#[unsafe(no_mangle)]`.

use crate::publicize::prelude;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::path::Path;

/// Whether there is unsafe code in these files and folders.
pub(crate) fn is_in(roots: &[impl AsRef<Path>]) -> bool {
    roots.iter().any(|root| is_below(root.as_ref()))
}

fn is_below(path: &Path) -> bool {
    if path.is_dir() {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        return entries.into_iter().any(|entry| is_below(&entry.path()));
    }
    path.extension().is_some_and(|extension| extension == "rs")
        && std::fs::read_to_string(path).is_ok_and(|text| has(&text))
}

/// Whether a source text has unsafe code.
fn has(text: &str) -> bool {
    let tokens = text[prelude(text)..].parse();
    tokens.is_ok_and(has_tokens)
}

fn has_tokens(tokens: TokenStream) -> bool {
    let mut tokens = tokens.into_iter().peekable();
    // Whether the item that begins here is only compiled for tests.
    let mut only_tests = false;
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                tokens
                    .next_if(|it| matches!(it, TokenTree::Punct(punct) if punct.as_char() == '!'));
                let attribute = tokens.next_if(|it| is_group(it, Delimiter::Bracket));
                if let Some(TokenTree::Group(attribute)) = attribute {
                    let text = attribute.stream().to_string().replace(' ', "");
                    only_tests |= text == "cfg(test)" || text == "test";
                }
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => only_tests = false,
            TokenTree::Group(group) => {
                if !only_tests && has_tokens(group.stream()) {
                    return true;
                }
                // The body is the end of the item.
                only_tests &= group.delimiter() != Delimiter::Brace;
            }
            TokenTree::Ident(word) if word == "unsafe" && !only_tests => return true,
            _ => {}
        }
    }
    false
}

fn is_group(token: &TokenTree, delimiter: Delimiter) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == delimiter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_functions_impls_and_macros_with_unsafe_code_are_found() {
        for text in [
            "fn f() { unsafe { g() } }",
            "unsafe impl Send for A {}",
            "mod a { pub unsafe fn f() {} }",
            "macro_rules! m { ($e:expr) => { unsafe { $e } } }",
            "fn f() { m!(unsafe { 1 }) }",
            "#!/usr/bin/env run\n#[inline] unsafe fn f() {}",
            "#[cfg(test)] mod tests {} fn f() { unsafe {} }",
            "#[cfg(test)] use a::b; fn f() { unsafe {} }",
        ] {
            assert!(has(text), "{text}");
        }
    }

    #[test]
    fn comments_texts_attributes_and_tests_are_no_unsafe_code() {
        for text in [
            "// unsafe { }\n/* unsafe fn f() {} */ fn f() {}",
            "/// `unsafe` code\nfn f() -> &'static str { \"unsafe { }\" }",
            "#![forbid(unsafe_code)] fn f() { r#\"unsafe\"#; }",
            "#[unsafe(no_mangle)] pub extern \"C\" fn f() {}",
            "#[cfg(test)] mod tests { fn f() { unsafe {} } }",
            "#[test] fn f() { unsafe {} }",
            "fn unsafely() {}",
            "fn f( {",
        ] {
            assert!(!has(text), "{text}");
        }
    }

    #[test]
    fn folders_are_searched_for_source_files() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("src/inner");
        std::fs::create_dir_all(&inner).unwrap();
        std::fs::write(inner.join("notes.txt"), "unsafe {}").unwrap();
        assert!(!is_in(&[folder.path()]));
        std::fs::write(inner.join("mod.rs"), "fn f() { unsafe {} }").unwrap();
        assert!(is_in(&[folder.path()]));
        assert!(!is_in(&[inner.join("notes.txt")]));
    }
}
