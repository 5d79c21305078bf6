//! Examples in documentation: blocks of Rust code.

/// The source text of each example in `docs`, with the lines that documentation hides. Blocks that are not meant to run to their end are left out.
pub fn examples(docs: &str) -> Vec<String> {
    let mut found = Vec::new();
    // The fence that ends the current block, and its lines if they are Rust.
    let mut block: Option<(&str, Option<Vec<&str>>)> = None;
    for line in docs.lines() {
        let text = line.trim();
        let fence = &text[..text.len() - text.trim_start_matches(['`', '~']).len()];
        match &mut block {
            Some((end, lines)) if text == *end => {
                found.extend(lines.take().map(|lines| lines.join("\n")));
                block = None;
            }
            Some((_, Some(lines))) => lines.push(shown(text, line)),
            Some((_, None)) => {}
            None if fence.len() >= 3 => {
                let runs = is_rust(&text[fence.len()..]);
                block = Some((fence, runs.then(Vec::new)));
            }
            None => {}
        }
    }
    found
}

/// Whether a block with these words after its fence is Rust and runs to its end. `ignore` only says that it is not run as a test.
fn is_rust(words: &str) -> bool {
    let words = words.split([',', ' ']).map(str::trim);
    words
        .filter(|word| !word.is_empty())
        .all(|word| word.starts_with("ignore") || word.starts_with("edition") || word == "rust")
}

/// A line without the mark `# ` of hidden lines.
fn shown<'a>(text: &'a str, line: &'a str) -> &'a str {
    match text.strip_prefix('#') {
        Some("") => "",
        Some(rest) if rest.starts_with(' ') => rest,
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_rust_are_examples() {
        let docs = "Doubles.\n\n```\n# use c::double;\nassert_eq!(double(2), 4);\n```\n\n~~~rust,ignore\nlet x = 1;\n\n#[cfg(test)]\nf();\n~~~";
        let examples = examples(docs);
        assert_eq!(
            examples,
            [
                " use c::double;\nassert_eq!(double(2), 4);",
                "let x = 1;\n\n#[cfg(test)]\nf();"
            ]
        );
    }

    #[test]
    fn other_blocks_are_not() {
        for words in ["text", "should_panic", "no_run", "compile_fail", "json"] {
            assert_eq!(examples(&format!("```{words}\nf();\n```")), [""; 0]);
        }
        assert_eq!(examples("```\nnever ended();"), [""; 0]);
    }
}
