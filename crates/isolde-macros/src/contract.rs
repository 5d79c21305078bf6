//! `#[isolde::invariant]`, `#[isolde::filter]`, `#[isolde::contract(of = path)]` and `#[isolde::fake_rule(of = path)]`: functions that `cargo isolde` finds
//! by an alias in their documentation. Nothing else is added to them, so that they cost nothing and need nothing where they are compiled.

use isolde_abi::library::{CONTRACT, FAKE_RULE, FILTER, INVARIANT};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Error, FnArg, Path, Result, ReturnType, Token, Type};

use crate::function::{Function, combined};

/// A kind of contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Invariant,
    Filter,
    Contract,
    FakeRule,
}

impl Kind {
    /// The attribute as users write it.
    fn attribute(self) -> &'static str {
        match self {
            Kind::Invariant => "#[isolde::invariant]",
            Kind::Filter => "#[isolde::filter]",
            Kind::Contract => "#[isolde::contract(of = path)]",
            Kind::FakeRule => "#[isolde::fake_rule(of = path)]",
        }
    }

    /// What the attribute makes of a function.
    fn what(self) -> &'static str {
        match self {
            Kind::Invariant => "an invariant",
            Kind::Filter => "a filter",
            Kind::Contract => "a contract",
            Kind::FakeRule => "a rule for a fake",
        }
    }
}

/// Expands `#[isolde::invariant]`.
pub fn invariant(options: TokenStream, function: TokenStream) -> Result<TokenStream> {
    of_value(Kind::Invariant, INVARIANT, options, function)
}

/// Expands `#[isolde::filter]`.
pub fn filter(options: TokenStream, function: TokenStream) -> Result<TokenStream> {
    of_value(Kind::Filter, FILTER, options, function)
}

/// Expands `#[isolde::contract(of = path)]`.
pub fn contract(options: TokenStream, function: TokenStream) -> Result<TokenStream> {
    of_call(Kind::Contract, CONTRACT, options, function)
}

/// Expands `#[isolde::fake_rule(of = path)]`.
pub fn fake_rule(options: TokenStream, function: TokenStream) -> Result<TokenStream> {
    of_call(Kind::FakeRule, FAKE_RULE, options, function)
}

/// Expands an attribute of a function over the arguments and the result of a call.
fn of_call(
    kind: Kind,
    alias: &str,
    options: TokenStream,
    function: TokenStream,
) -> Result<TokenStream> {
    let of: Of = syn::parse2(options)?;
    let function: Function = syn::parse2(function)?;
    let mut errors = errors(kind, &function);
    if function.signature.inputs.is_empty() {
        errors.push(Error::new_spanned(
            &function.signature.ident,
            format!(
                "{} takes references to the arguments of the call, and last one to its result: `fn name(argument: &A, result: &R) -> bool`",
                kind.what()
            ),
        ));
    }
    combined(errors)?;
    let path: String = of
        .path
        .to_token_stream()
        .into_iter()
        .map(|token| token.to_string())
        .collect();
    Ok(marked(&function, &format!("{alias}{path})")))
}

/// `of = path`.
struct Of {
    path: Path,
}

impl Parse for Of {
    fn parse(input: ParseStream<'_>) -> Result<Of> {
        let missing = "write the path of the function that the contract is about, from the crate root or from this module: `#[isolde::contract(of = Type::method)]`";
        if input.is_empty() {
            return Err(Error::new(Span::call_site(), missing));
        }
        let key: syn::Ident = input
            .parse()
            .map_err(|error| Error::new(error.span(), missing))?;
        if key != "of" {
            return Err(Error::new(key.span(), missing));
        }
        input.parse::<Token![=]>()?;
        let path: Path = input.parse()?;
        if !input.is_empty() {
            return Err(input.error("a contract is about one function; put a second function with the attribute beside this one for another"));
        }
        Ok(Of { path })
    }
}

/// Expands an attribute of a function over one value.
fn of_value(
    kind: Kind,
    alias: &str,
    options: TokenStream,
    function: TokenStream,
) -> Result<TokenStream> {
    if !options.is_empty() {
        return Err(Error::new_spanned(
            options,
            format!("`{}` has no options", kind.attribute()),
        ));
    }
    let function: Function = syn::parse2(function)?;
    let mut errors = errors(kind, &function);
    if function.signature.inputs.len() != 1 {
        errors.push(Error::new_spanned(
            &function.signature.ident,
            format!(
                "{} takes one value, by reference: `fn name(value: &Type) -> bool`, or a method with `&self`",
                kind.what()
            ),
        ));
    }
    combined(errors)?;
    Ok(marked(&function, alias))
}

/// What is wrong with a function that any of the attributes is on.
fn errors(kind: Kind, function: &Function) -> Vec<Error> {
    let what = kind.what();
    let signature = &function.signature;
    let mut errors = Vec::new();
    if let Some(keyword) = &signature.asyncness {
        errors.push(Error::new(
            keyword.span,
            format!("{what} cannot be `async`, because it is called between other calls"),
        ));
    }
    if let Some(keyword) = &signature.unsafety {
        errors.push(Error::new(
            keyword.span,
            format!("{what} cannot be `unsafe`: put an `unsafe` block into the body"),
        ));
    }
    if let Some(abi) = &signature.abi {
        errors.push(Error::new_spanned(
            abi,
            format!("{what} is an ordinary function: call the `extern` function from its body"),
        ));
    }
    let wrong = signature.inputs.iter().filter(|input| !is_shared(input));
    errors.extend(wrong.map(|input| {
        Error::new_spanned(
            input,
            format!("{what} only looks at values: take a shared reference, `&Type` or `&self`"),
        )
    }));
    if !returns_bool(&signature.output) {
        errors.push(Error::new_spanned(
            &signature.ident,
            match kind {
                Kind::Invariant => {
                    "an invariant says whether the value is well-formed: write `-> bool`"
                }
                Kind::Filter => {
                    "a filter says whether the value is worth more calls: write `-> bool`"
                }
                Kind::Contract => {
                    "a contract says whether the call did what it should: write `-> bool`"
                }
                Kind::FakeRule => {
                    "a rule for a fake says whether the function can give this answer: write `-> bool`"
                }
            },
        ));
    }
    errors
}

fn is_shared(input: &FnArg) -> bool {
    match input {
        FnArg::Receiver(receiver) => receiver.reference.is_some() && receiver.mutability.is_none(),
        FnArg::Typed(typed) => match inner(&typed.ty) {
            Type::Reference(reference) => reference.mutability.is_none(),
            _ => false,
        },
    }
}

fn returns_bool(output: &ReturnType) -> bool {
    match output {
        ReturnType::Type(_, of) => match inner(of) {
            Type::Path(path) => path.qself.is_none() && path.path.is_ident("bool"),
            _ => false,
        },
        ReturnType::Default => false,
    }
}

/// The type without the invisible groups and the parentheses around it.
fn inner(of: &Type) -> &Type {
    match of {
        Type::Group(group) => inner(&group.elem),
        Type::Paren(paren) => inner(&paren.elem),
        _ => of,
    }
}

/// The function with an alias in its documentation.
fn marked(function: &Function, alias: &str) -> TokenStream {
    let Function {
        attributes,
        visibility,
        signature,
        body,
    } = function;
    quote! {
        #(#attributes)*
        #[doc(alias = #alias)]
        #visibility #signature #body
    }
}

#[cfg(test)]
mod tests;
