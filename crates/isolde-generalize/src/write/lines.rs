//! Lines: how a file indents and ends them, and how long texts are broken into several.

use crate::read::Test;

/// Longest line of what is written.
pub(crate) const WIDTH: usize = 100;
/// One level of indentation where the file does not show any.
const LEVEL: &str = "    ";

/// What ends the lines of a file.
pub(super) fn ending(text: &str) -> &'static str {
    match 2 * text.matches("\r\n").count() > text.matches('\n').count() {
        true => "\r\n",
        false => "\n",
    }
}

/// Length of the blanks that a text begins with.
pub(crate) fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}

/// Width of a text; a tab is as wide as one level.
pub(crate) fn width(text: &str) -> usize {
    text.chars().count() + (LEVEL.len() - 1) * text.matches('\t').count()
}

/// One level of indentation around a test: that of its body, of its modules, or of the file.
pub(crate) fn level<'a>(text: &'a str, test: &'a Test) -> &'a str {
    let body = text[test.body.clone()].lines().skip(1);
    let first = body.into_iter().find(|line| !line.trim().is_empty());
    let own = first.and_then(|line| line[..blanks(line)].strip_prefix(&*test.indent));
    let outer = test.indent.len().checked_div(test.modules.len());
    let outer = outer.and_then(|length| test.indent.get(..length));
    let is_level = |blank: &&str| *blank == "\t" || blank.len() > 1 && !blank.contains('\t');
    let shown = [own, outer].into_iter().flatten().find(is_level);
    let in_file = || {
        let mut lines = text.lines().map(|line| &line[..blanks(line)]);
        let first = lines.find(|blank| blank.starts_with('\t') || blank.len() > 1);
        match first.unwrap_or_default() {
            blank if blank.starts_with('\t') => "\t",
            "  " => "  ",
            _ => LEVEL,
        }
    };
    shown.unwrap_or_else(in_file)
}

/// Code that stands one level deeper; lines inside of literals stay as they are.
pub(crate) fn indented(code: &str, level: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    while let Some(letter) = code[at..].chars().next() {
        let end = match code[at..].starts_with("//") {
            true => code[at..].find('\n').map(|length| at + length),
            false => literal_end(code, at),
        };
        let end = end.unwrap_or(at + letter.len_utf8());
        out += &code[at..end];
        if letter == '\n' {
            out += level;
        }
        at = end;
    }
    out
}

/// A text in lines that each begin with `start`, which begins with a line break. Code and literals are not broken: only a list of arguments that is
/// longer than a line is, between the arguments.
pub(super) fn wrapped(text: &str, start: &str) -> String {
    let mut out = String::new();
    let mut length = WIDTH;
    for (blank, word) in words(text) {
        if length + width(&blank) + width(&word) > WIDTH || out.is_empty() {
            out += start;
            length = width(start.trim_start_matches('\n'));
        } else {
            out += &blank;
            length += width(&blank);
        }
        out += &word;
        length += width(&word);
    }
    out
}

/// The parts of a text that are not broken, each with the blanks before it.
fn words(text: &str) -> Vec<(String, String)> {
    let mut words = Vec::new();
    let (mut blank, mut word) = (String::new(), String::new());
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let whole = match letter {
            '`' => code_end(text, at),
            '"' => literal_end(text, at),
            _ => None,
        };
        let end = whole.unwrap_or(at + letter.len_utf8());
        if whole.is_some() {
            for (number, part) in parts(&text[at..end]).into_iter().enumerate() {
                if number > 0 {
                    words.push((std::mem::take(&mut blank), std::mem::take(&mut word)));
                    blank.push(' ');
                }
                word += &part;
            }
        } else if letter.is_whitespace() {
            if !word.is_empty() {
                words.push((std::mem::take(&mut blank), std::mem::take(&mut word)));
            }
            blank.push(letter);
            if blank.contains(['\n', '\r']) {
                " ".clone_into(&mut blank);
            }
        } else {
            word.push(letter);
        }
        at = end;
    }
    if !word.is_empty() {
        words.push((blank, word));
    }
    words
}

/// Code on one line: with its own blanks, but without the line breaks between tokens. A long list of arguments is in several parts.
fn parts(code: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let is_list = width(code) > WIDTH - 20 && code.starts_with("`(");
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(letter) = code[at..].chars().next() {
        let mut end = at + letter.len_utf8();
        let Some(part) = parts.last_mut() else { break };
        if let Some(literal) = literal_end(code, at) {
            *part += &on_one_line(&code[at..literal]);
            end = literal;
        } else if letter.is_whitespace() {
            end = code.len() - code[at..].trim_start().len();
            let blank = &code[at..end];
            match blank.contains(['\n', '\r']) {
                _ if is_list && depth == 1 && part.ends_with(',') => parts.push(String::new()),
                true => part.push(' '),
                false => *part += blank,
            }
        } else {
            match letter {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            part.push(letter);
        }
        at = end;
    }
    parts
}

/// A literal without line breaks.
fn on_one_line(literal: &str) -> String {
    let literal = literal.replace("\r\n", "\n");
    let mut out = String::new();
    let mut rest = literal.as_str();
    while let Some((line, next)) = rest.split_once('\n') {
        let slashes = line.len() - line.trim_end_matches('\\').len();
        if slashes % 2 == 1 && !literal.starts_with('r') {
            // The literal continues at the next letter.
            out += &line[..line.len() - 1];
            rest = next.trim_start();
        } else {
            out += line;
            out += "\\n";
            rest = next;
        }
    }
    (out + rest).replace('\r', "\\r")
}

/// The end of the code that begins with the `` ` `` at this place, if it ends. A `` ` `` inside a literal does not end it.
fn code_end(text: &str, start: usize) -> Option<usize> {
    let content = text[start..].trim_start_matches('`');
    let begun = text.len() - content.len();
    let mark = &text[start..begun];
    let mut at = begun;
    while let Some(letter) = text[at..].chars().next() {
        if text[at..].starts_with(mark) {
            return Some(at + mark.len());
        }
        at = literal_end(text, at).unwrap_or(at + letter.len_utf8());
    }
    // What looked like a literal was none.
    content.find(mark).map(|length| begun + length + mark.len())
}

/// The end of the literal of a text or letter that begins at this place, if one does.
fn literal_end(text: &str, start: usize) -> Option<usize> {
    let rest = &text[start..];
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let length = match rest.chars().next()? {
        '"' => closed(rest, '"')?,
        '\'' => {
            let mut letters = rest[1..].chars();
            match letters.next()? {
                '\\' => closed(rest, '\'')?,
                letter if letters.next() == Some('\'') => letter.len_utf8() + 2,
                _ => return None,
            }
        }
        'r' => {
            let before = text[..start].trim_end_matches(['b', 'c']);
            if before.ends_with(is_name) {
                return None;
            }
            let content = rest[1..].trim_start_matches('#');
            let mark = format!("\"{}", &rest[1..rest.len() - content.len()]);
            let content = content.strip_prefix('"')?;
            rest.len() - content.len() + content.find(&mark)? + mark.len()
        }
        _ => return None,
    };
    Some(start + length)
}

/// Length of a literal that ends with a mark which is not escaped.
fn closed(literal: &str, mark: char) -> Option<usize> {
    let mut is_escaped = false;
    for (at, letter) in literal.char_indices().skip(1) {
        if !is_escaped && letter == mark {
            return Some(at + mark.len_utf8());
        }
        is_escaped = !is_escaped && letter == '\\';
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn long_texts_are_broken_between_words() {
        assert_eq!(wrapped("a b", "\n// "), "\n// a b");
        assert_eq!(wrapped(&"word ".repeat(30), "\n// ").lines().count(), 3);
        assert_eq!(
            wrapped("It doesn't  matter\nhow.", "\n// "),
            "\n// It doesn't  matter how."
        );
    }

    #[test]
    fn literals_stay_whole() {
        let before = "word ".repeat(18);
        for whole in [
            r#"`(" ")`"#,
            r#"`("a  ` b", '`', 5)`"#,
            r#"`('\'', "\" x", ' ')`"#,
            r##"`(r#"a " ` b"#, 1)`"##,
            r#""what a  panic says""#,
            "``a ` b``",
            "`n + m * k`",
        ] {
            let text = format!("{before}with {whole}.");
            let expected = format!("\n// {before}with\n// {whole}.");
            assert_eq!(wrapped(&text, "\n// "), expected);
        }
    }

    #[test]
    fn long_lists_are_broken_between_arguments() {
        let (one, other) = ("a, ".repeat(20), "b  ".repeat(20));
        assert_eq!(
            wrapped(
                &format!("With `(\"{one}\", \"{other}\", [1, 2])`."),
                "\n// "
            ),
            format!("\n// With `(\"{one}\",\n// \"{other}\", [1, 2])`.")
        );
    }

    #[test]
    fn code_in_a_comment_is_on_one_line() {
        let text = "Always `f(\n    \"a\n  b\\\n     c\",\r\n    1)`.";
        assert_eq!(
            wrapped(text, "\n/// "),
            "\n/// Always `f( \"a\\n  bc\", 1)`."
        );
    }

    #[test]
    fn literals_in_indented_code_stay() {
        let code = "g(\n    \"a\n  b\", // don't\n    1\n);";
        assert_eq!(
            indented(code, "\t"),
            "g(\n\t    \"a\n  b\", // don't\n\t    1\n\t);"
        );
    }

    #[test]
    fn a_level_is_what_the_file_indents_by() {
        let level = |text: &str| level(text, &read::tests(text).unwrap()[0]).to_owned();
        assert_eq!(level("#[test]\nfn f() {\n\tg();\n}"), "\t");
        assert_eq!(level("#[test]\nfn f() {\n  g();\n}"), "  ");
        assert_eq!(level("#[test]\nfn f() { g(); }"), "    ");
        assert_eq!(level("mod m {\n\t#[test]\n\tfn f() { g(); }\n}"), "\t");
        assert_eq!(level("mod m {\n  #[test]\n  fn f() { g(); }\n}"), "  ");
        assert_eq!(level("fn g() {\n\th();\n}\n#[test]\nfn f() { g(); }"), "\t");
    }
}
