//! Tokens as text, spaced as a person would write them.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// All identifiers in the tokens.
pub fn words(tokens: &TokenStream) -> Vec<String> {
    tokens
        .clone()
        .into_iter()
        .flat_map(|tree| match tree {
            TokenTree::Ident(word) => vec![word.to_string()],
            TokenTree::Group(group) => words(&group.stream()),
            _ => Vec::new(),
        })
        .collect()
}

/// Whether a macro of one of these names is called in the tokens.
pub fn calls_macro(tokens: &TokenStream, names: &[&str]) -> bool {
    let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let called = trees.windows(2).any(|pair| match pair {
        [TokenTree::Ident(word), TokenTree::Punct(bang)] => {
            bang.as_char() == '!' && names.iter().any(|name| word == name)
        }
        _ => false,
    });
    called
        || trees.iter().any(|tree| match tree {
            TokenTree::Group(group) => calls_macro(&group.stream(), names),
            _ => false,
        })
}

/// The tokens in one line, with `rustfmt`'s spacing as far as it can be determined from tokens alone.
pub fn text(tokens: &TokenStream) -> String {
    let mut writer = Writer::default();
    writer.tokens(tokens);
    writer.out
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Last {
    /// The beginning, or a token that no space follows.
    #[default]
    Open,
    /// A token that a space follows: an operator between operands, or a comma.
    Spaced,
    /// A name or a literal.
    Word,
    /// A word that does not end an operand: `mut`, `dyn`.
    Keyword,
    /// A closing bracket.
    Closed,
}

#[derive(Default)]
struct Writer {
    out: String,
    last: Last,
    /// The number of open angle brackets.
    angles: usize,
}

impl Writer {
    fn tokens(&mut self, tokens: &TokenStream) {
        let mut trees = tokens.clone().into_iter().peekable();
        while let Some(tree) = trees.next() {
            match tree {
                TokenTree::Ident(word) => self.word(&word.to_string()),
                TokenTree::Literal(literal) => self.word(&literal.to_string()),
                TokenTree::Group(group) => self.group(group.delimiter(), &group.stream()),
                TokenTree::Punct(punct) => {
                    let mut operator = String::from(punct.as_char());
                    let mut spacing = punct.spacing();
                    while spacing == Spacing::Joint
                        && let Some(TokenTree::Punct(next)) = trees.peek()
                        && continues(&operator, next.as_char())
                    {
                        operator.push(next.as_char());
                        spacing = next.spacing();
                        trees.next();
                    }
                    self.operator(&operator);
                }
            }
        }
    }

    fn space_unless_open(&mut self) {
        if self.last != Last::Open {
            self.out.push(' ');
        }
    }

    fn word(&mut self, word: &str) {
        self.space_unless_open();
        self.out.push_str(word);
        self.last = match word {
            "mut" | "dyn" | "as" | "in" | "return" | "move" | "if" | "else" | "match" | "const"
            | "ref" | "impl" | "let" | "unsafe" => Last::Keyword,
            _ => Last::Word,
        };
    }

    fn group(&mut self, delimiter: Delimiter, inside: &TokenStream) {
        let (open, close) = match delimiter {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace if inside.is_empty() => ("{", "}"),
            Delimiter::Brace => ("{ ", " }"),
            Delimiter::None => return self.tokens(inside),
        };
        let is_apart =
            delimiter == Delimiter::Brace || matches!(self.last, Last::Spaced | Last::Keyword);
        if is_apart {
            self.space_unless_open();
        }
        self.out.push_str(open);
        let angles = std::mem::take(&mut self.angles);
        self.last = Last::Open;
        self.tokens(inside);
        self.angles = angles;
        self.out.push_str(close);
        self.last = Last::Closed;
    }

    fn operator(&mut self, operator: &str) {
        let after_operand = matches!(self.last, Last::Word | Last::Closed);
        let last = match operator {
            "," | ";" | ":" => Last::Spaced,
            "?" => Last::Closed,
            "::" | "." | ".." | "..=" => {
                if self.last == Last::Spaced || self.last == Last::Keyword {
                    self.space_unless_open();
                }
                Last::Open
            }
            // A macro's name, or a negation.
            "!" if after_operand => Last::Open,
            "<" if after_operand
                && self
                    .out
                    .ends_with(|c: char| c.is_alphanumeric() || c == '_')
                || self.out.ends_with("::") =>
            {
                self.angles += 1;
                Last::Open
            }
            // `<T as Trait>::…`
            "<" if !after_operand => {
                self.space_unless_open();
                self.angles += 1;
                Last::Open
            }
            ">" if self.angles > 0 => {
                self.angles -= 1;
                Last::Closed
            }
            "'" => {
                self.space_unless_open();
                Last::Open
            }
            "&" | "&&" | "*" | "-" | "!" | "#" | "|" if !after_operand => {
                self.space_unless_open();
                Last::Open
            }
            _ => {
                self.space_unless_open();
                Last::Spaced
            }
        };
        self.out.push_str(operator);
        self.last = last;
    }
}

/// Whether this character can continue an operator.
fn continues(operator: &str, next: char) -> bool {
    matches!(
        (operator, next),
        (":", ':')
            | ("." | "..", '.')
            | ("..", '=')
            | ("-" | "=", '>')
            | ("&", '&')
            | ("|", '|')
            | ("<", '<')
            | ("=" | "!" | "<" | ">" | "+" | "-" | "*" | "/" | "%", '=')
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_and_expressions_read_as_they_were_written() {
        for source in [
            "Vec<u8>",
            "HashMap<String, Vec<Option<u8>>>",
            "&'static mut [(u8, &str); 3]",
            "<T as std::ops::Add>::Output",
            "Box<dyn Fn(&str) -> bool + Send>",
            "(0, \"x\", -1, &[1, 2][..], &mut Vec::new())",
            "Point { x: 1, y: !2 }",
            "vec![1, 2].iter().sum::<u8>()?",
            "a - b * c == d && !e",
            "1..=5",
            "f(..)",
            "b\"x\" as &[u8]",
        ] {
            let tokens: TokenStream = source.parse().expect("tokens");
            assert_eq!(text(&tokens), source);
        }
    }
}
