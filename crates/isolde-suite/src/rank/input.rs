//! The numbers of an input: how large they are decides whether a failure is one of every program.

use crate::render::Test;
use crate::value::{Value, arguments};
use proc_macro2::{TokenStream, TokenTree};

/// Names of fields and parameters that are sizes or positions.
const SIZES: &[&str] = &[
    "start", "end", "begin", "from", "to", "len", "length", "size", "pos", "position", "index",
    "idx", "offset", "cursor", "count", "capacity", "width", "height", "row", "rows", "column",
    "columns", "col", "cols", "depth",
];

/// The numbers of an input, from its source text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Input {
    /// The largest integer, whatever its sign.
    pub(super) largest: u128,
    /// The largest integer that is known to be a `usize` or `isize`, by its type or by the name of its field or parameter.
    pub(super) largest_size: u128,
    /// The product of all arguments that are known to be sizes.
    pub(super) product_of_sizes: u128,
}

/// Whether a field or parameter with this name is a size or a position.
fn is_size(name: &str) -> bool {
    let last = name.rsplit('_').next().unwrap_or(name);
    SIZES.contains(&last)
}

impl Input {
    /// The input of a test of a function with these parameters of size types.
    pub(super) fn of(test: &Test, sizes: &[String]) -> Input {
        let mut input = Input {
            product_of_sizes: 1,
            ..Input::default()
        };
        let observation = &test.observation;
        for (name, value) in arguments(&test.thunk, observation) {
            if let Value::Integer(number) = value {
                let (number, is_size) = (
                    number.unsigned_abs(),
                    is_size(&name) || sizes.contains(&name),
                );
                input.note(number, is_size);
                if is_size {
                    input.product_of_sizes = input.product_of_sizes.saturating_mul(number.max(1));
                }
            }
        }
        let answers = observation.fakes.iter().map(|fake| &fake.closure);
        let texts = observation.statements.iter().chain([&observation.call]);
        for text in texts.chain(answers) {
            if let Ok(tokens) = text.parse::<TokenStream>() {
                input.read(tokens);
            }
        }
        input
    }

    fn read(&mut self, tokens: TokenStream) {
        let mut last = String::new();
        for token in tokens {
            match &token {
                TokenTree::Group(group) => self.read(group.stream()),
                TokenTree::Literal(literal) => {
                    if let Ok(number) = syn::parse_str::<syn::LitInt>(&literal.to_string()) {
                        let value = number.base10_parse().unwrap_or(u128::MAX);
                        let is_size = number.suffix().ends_with("size");
                        self.note(value, is_size || self::is_size(&last));
                    }
                }
                TokenTree::Ident(word) if word == "MAX" || word == "MIN" => {
                    let bits = match last.as_str() {
                        "usize" | "isize" | "u64" | "i64" => 63,
                        "u32" | "i32" => 31,
                        "u128" | "i128" => 127,
                        _ => 0,
                    };
                    self.note(1 << bits, last.ends_with("size"));
                }
                _ => {}
            }
            if !matches!(&token, TokenTree::Punct(mark) if mark.as_char() == ':') {
                last = token.to_string();
            }
        }
    }

    fn note(&mut self, value: u128, is_size: bool) {
        self.largest = self.largest.max(value);
        if is_size {
            self.largest_size = self.largest_size.max(value);
        }
    }
}
