//! The options in `#[isolde::put(…)]`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use std::fmt::Display;
use std::str::FromStr;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, Expr, Lit, LitInt, LitStr, Result, Token, Type, parenthesized};

const KEYS: &[&str] = &[
    "allow", "branches", "case", "detours", "executor", "fresh", "runs", "solver", "time",
];
/// The keys that may occur more than once.
const REPEATED: &[&str] = &["allow", "case"];

const ALLOW_NEEDS: &str =
    "`allow` needs types of errors or parts of messages, as in `allow(ParseError, \"overflow\")`";

/// The options of a parameterized test.
#[derive(Default)]
pub struct Options {
    pub cases: Vec<Case>,
    pub allowed: Vec<Allowed>,
    pub runs: Option<u64>,
    /// Milliseconds.
    pub time: Option<u64>,
    pub branches: Option<u32>,
    /// Milliseconds.
    pub solver: Option<u64>,
    pub fresh: Option<u32>,
    /// Whether the test uses detours, which may be in a function that it calls.
    pub detours: bool,
    /// The function that runs the future of an `async` test.
    pub executor: Option<Expr>,
}

/// An inline case.
pub struct Case {
    /// The arguments in parentheses, as written.
    pub text: String,
    pub arguments: Vec<Expr>,
    /// The span of the arguments in their parentheses.
    pub span: Span,
}

/// A panic or error that does not count as a failure.
pub enum Allowed {
    Message(LitStr),
    Type(Box<Type>),
}

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> Result<Options> {
        let mut options = Options::default();
        let mut seen: Vec<String> = Vec::new();
        while !input.is_empty() {
            let key = input.call(Ident::parse_any)?;
            let name = key.to_string();
            if !KEYS.contains(&name.as_str()) {
                return Err(Error::new(key.span(), unknown(&name)));
            }
            if seen.contains(&name) && !REPEATED.contains(&name.as_str()) {
                return Err(Error::new(key.span(), format!("`{name}` is given twice")));
            }
            match name.as_str() {
                "case" => options.cases.push(case(input, &key)?),
                "allow" => options.allowed.extend(allowed(input, &key)?),
                "runs" => options.runs = Some(positive(input, &key)?),
                "branches" => options.branches = Some(positive(input, &key)?),
                "fresh" => options.fresh = Some(number(input, &key)?.1),
                "time" => options.time = Some(duration(input, &key)?),
                "detours" => options.detours = true,
                "solver" => options.solver = Some(duration(input, &key)?),
                _ => {
                    assigned(
                        input,
                        &key,
                        "a function that runs a future to its end, as in `executor = futures::executor::block_on`",
                    )?;
                    options.executor = Some(input.parse()?);
                }
            }
            seen.push(name);
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(options)
    }
}

fn unknown(name: &str) -> String {
    let known: Vec<String> = KEYS.iter().map(|key| format!("`{key}`")).collect();
    let nearest = KEYS
        .iter()
        .map(|key| (distance(name, key), key))
        .min()
        .filter(|(distance, key)| *distance <= 2 && distance * 2 < key.len());
    let suggestion = nearest.map_or(String::new(), |(_, key)| format!("; did you mean `{key}`?"));
    format!(
        "unknown option `{name}`{suggestion} (the options are {})",
        known.join(", ")
    )
}

/// The Levenshtein distance.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

fn assigned(input: ParseStream<'_>, key: &Ident, what: &str) -> Result<()> {
    if input.peek(Token![=]) {
        input.parse::<Token![=]>()?;
        return Ok(());
    }
    Err(Error::new(key.span(), format!("`{key}` needs {what}")))
}

fn case(input: ParseStream<'_>, key: &Ident) -> Result<Case> {
    if !input.peek(syn::token::Paren) {
        return Err(Error::new(
            key.span(),
            "`case` needs the arguments, as in `case(0, \"x\")`",
        ));
    }
    let inside;
    let parentheses = parenthesized!(inside in input);
    let span = parentheses.span.join();
    let arguments = Punctuated::<Expr, Token![,]>::parse_terminated(&inside)?;
    // The text as written in the file, unless it spans several lines, which would break the line of a report.
    let source = span
        .source_text()
        .filter(|source| !source.contains(['\n', '\r']) && !source.contains("/*"));
    let written = || {
        let each: Vec<String> = arguments
            .iter()
            .map(|argument| crate::text::text(&argument.to_token_stream()))
            .collect();
        format!("({})", each.join(", "))
    };
    Ok(Case {
        text: source.unwrap_or_else(written),
        arguments: arguments.into_iter().collect(),
        span,
    })
}

fn allowed(input: ParseStream<'_>, key: &Ident) -> Result<Vec<Allowed>> {
    if !input.peek(syn::token::Paren) {
        return Err(Error::new(key.span(), ALLOW_NEEDS));
    }
    let inside;
    parenthesized!(inside in input);
    if inside.is_empty() {
        return Err(Error::new(key.span(), ALLOW_NEEDS));
    }
    let each = |input: ParseStream<'_>| {
        if !input.peek(Lit) {
            return Ok(Allowed::Type(Box::new(input.parse()?)));
        }
        match input.parse()? {
            Lit::Str(text) if !text.value().is_empty() => Ok(Allowed::Message(text)),
            other => Err(Error::new_spanned(other, ALLOW_NEEDS)),
        }
    };
    Ok(
        Punctuated::<Allowed, Token![,]>::parse_terminated_with(&inside, each)?
            .into_iter()
            .collect(),
    )
}

/// A plain whole number.
fn number<N: FromStr<Err: Display>>(input: ParseStream<'_>, key: &Ident) -> Result<(LitInt, N)> {
    let what = format!("a whole number, as in `{key} = 1000`");
    assigned(input, key, &what)?;
    let wrong = |span| Error::new(span, format!("`{key}` needs {what}"));
    if !input.peek(LitInt) {
        return Err(wrong(input.span()));
    }
    let literal: LitInt = input.parse()?;
    if !literal.suffix().is_empty() || literal.base10_digits().starts_with('-') {
        return Err(wrong(literal.span()));
    }
    let value = literal.base10_parse()?;
    Ok((literal, value))
}

fn positive<N: FromStr<Err: Display> + Default + PartialEq>(
    input: ParseStream<'_>,
    key: &Ident,
) -> Result<N> {
    let (literal, value) = number(input, key)?;
    if value == N::default() {
        return Err(Error::new(
            literal.span(),
            format!("`{key}` must be at least 1"),
        ));
    }
    Ok(value)
}

/// A time in milliseconds.
fn duration(input: ParseStream<'_>, key: &Ident) -> Result<u64> {
    let what = format!("a time in quotes, as in `{key} = \"500ms\"`, `\"5s\"` or `\"2m\"`");
    assigned(input, key, &what)?;
    let wrong = |span| Error::new(span, format!("`{key}` needs {what}"));
    if !input.peek(LitStr) {
        return Err(wrong(input.span()));
    }
    let literal: LitStr = input.parse()?;
    match milliseconds(&literal.value()) {
        Some(0) => Err(Error::new(
            literal.span(),
            format!("`{key}` must be longer than 0"),
        )),
        Some(time) => Ok(time),
        None => Err(wrong(literal.span())),
    }
}

fn milliseconds(text: &str) -> Option<u64> {
    let unit = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = text.split_at(unit);
    let factor = match unit.trim_start() {
        "ms" => 1,
        "s" => 1000,
        "m" => 60_000,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(factor)
}

impl Options {
    /// The `Bounds` as an expression.
    pub fn bounds(&self) -> TokenStream {
        let [runs, time, solver] = [self.runs, self.time, self.solver].map(option);
        let branches = option(self.branches);
        quote! {
            ::isolde::put::Bounds { runs: #runs, time: #time, branches: #branches, solver: #solver }
        }
    }
}

impl ToTokens for Allowed {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(match self {
            Allowed::Message(text) => quote!(::isolde::put::Allowed::Message(#text)),
            Allowed::Type(ty) => {
                let name = crate::text::text(&ty.to_token_stream());
                let span = crate::parameter::span(ty);
                quote::quote_spanned!(span=> ::isolde::put::Allowed::of::<#ty>(#name))
            }
        });
    }
}

/// An optional literal as an expression.
pub fn option(value: Option<impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}

#[cfg(test)]
mod tests;
