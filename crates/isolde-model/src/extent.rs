//! Finding matching closing braces in source text.
//!
//! For a module written within a file, rustdoc gives the place where it begins, but not where it ends. A full parser would be slow and
//! would reject syntax that only later compilers accept; to find the matching brace, it is enough to skip literals and comments.

/// A place in a file: line and column, both from 1, columns in characters.
pub(crate) type Place = (u32, u32);

/// The place of the brace that closes the first one opened at or after `from`; `None` if there is none.
pub(crate) fn closing_brace(source: &str, from: Place) -> Option<Place> {
    let mut scanner = Scanner {
        rest: source,
        place: (1, 1),
    };
    let mut depth = 0_u32;
    while let Some(next) = scanner.rest.chars().next() {
        let place = scanner.place;
        if scanner.skip_literal_or_comment(next) {
            continue;
        }
        scanner.advance(next.len_utf8());
        if place < from {
            continue;
        }
        match next {
            '{' => depth += 1,
            '}' if depth == 1 => return Some(place),
            '}' if depth > 1 => depth -= 1,
            // `mod name;` has no braces.
            ';' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

struct Scanner<'s> {
    rest: &'s str,
    place: Place,
}

impl Scanner<'_> {
    fn advance(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at(bytes);
        for c in passed.chars() {
            self.place = if c == '\n' {
                (self.place.0 + 1, 1)
            } else {
                (self.place.0, self.place.1 + 1)
            };
        }
        self.rest = rest;
    }

    /// Skips a comment, a string or a character if one starts here. Of the prefixes (`b"`, `c"`, `br#"`), only `r` needs special treatment.
    fn skip_literal_or_comment(&mut self, next: char) -> bool {
        let rest = self.rest;
        let length = match next {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => block_comment(rest),
            '"' => quoted(rest, '"'),
            'r' => match raw_string(rest) {
                Some(length) => length,
                None => return self.skip_word(),
            },
            // Words are skipped as a whole, so that an `r` inside a word does not start a raw string, but `br` and `cr` do.
            'b' | 'c' if rest[1..].starts_with('r') && raw_string(&rest[1..]).is_some() => {
                1 + raw_string(&rest[1..]).unwrap_or_default()
            }
            '\'' => match character(rest) {
                Some(length) => length,
                None => return false,
            },
            c if c == '_' || c.is_alphanumeric() => return self.skip_word(),
            _ => return false,
        };
        self.advance(length);
        true
    }

    fn skip_word(&mut self) -> bool {
        let end = self
            .rest
            .find(|c: char| c != '_' && !c.is_alphanumeric())
            .unwrap_or(self.rest.len());
        self.advance(end);
        true
    }
}

fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// The length of a literal that starts with `quote` and may have escapes.
fn quoted(text: &str, quote: char) -> usize {
    let mut characters = text.char_indices().skip(1);
    while let Some((at, c)) = characters.next() {
        if c == '\\' {
            characters.next();
        } else if c == quote {
            return at + 1;
        }
    }
    text.len()
}

/// Length of `r"…"`, `r#"…"#` and so on; `None` for anything else, such as `r#name`.
fn raw_string(text: &str) -> Option<usize> {
    let hashes = text[1..].chars().take_while(|c| *c == '#').count();
    let body = text[1 + hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    Some(
        body.find(&end)
            .map_or(text.len(), |at| 2 + hashes + at + end.len()),
    )
}

/// Length of a character literal; `None` for a lifetime.
fn character(text: &str) -> Option<usize> {
    let mut characters = text[1..].chars();
    match characters.next()? {
        '\\' => Some(quoted(text, '\'')),
        c => (characters.next() == Some('\'')).then(|| 2 + c.len_utf8()),
    }
}

#[cfg(test)]
mod tests {
    use super::closing_brace;

    #[test]
    fn braces_in_literals_and_comments_do_not_count() {
        let body = [
            "mod a {",
            "    // }",
            "    /* } /* } */ } */",
            r#"    const A: &str = "}\"}"; const B: char = '}'; const C: char = '\''; const D: u8 = b'}';"#,
            r###"    const E: &str = r#"}"}"#; const F: &[u8] = br"}"; fn f<'a>(_: &'a str) { } const bar: u8 = 1;"###,
            "    struct r#type { }",
            "}",
            "}",
        ]
        .join("\n");
        assert_eq!(closing_brace(&body, (1, 1)), Some((7, 1)));
    }

    #[test]
    fn the_search_begins_at_the_place_given() {
        let source = "mod a { }\nmod b { mod c {\n} }";
        assert_eq!(closing_brace(source, (1, 1)), Some((1, 9)));
        assert_eq!(closing_brace(source, (2, 1)), Some((3, 3)));
        assert_eq!(closing_brace(source, (2, 9)), Some((3, 1)));
        assert_eq!(closing_brace("mod a;\nmod b { }", (1, 1)), None);
        assert_eq!(closing_brace("mod a {", (1, 1)), None);
    }
}
