//! The function that an attribute is on: parsed up to its body, which stays as it was written.

use proc_macro2::{Delimiter, Group, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, FnArg, GenericParam, Result, Signature, Token, Visibility};

use crate::parameter::Parameter;

/// A function whose body is not parsed: errors in it are reported by the compiler, not by this crate.
pub struct Function {
    /// The attributes other than ours.
    pub attributes: Vec<Attribute>,
    pub visibility: Visibility,
    pub signature: Signature,
    /// The body, in braces.
    pub body: Group,
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> Result<Function> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        let ahead = input.fork();
        let first = ahead.call(syn::Ident::parse_any)?;
        if [
            "struct", "enum", "union", "impl", "mod", "trait", "static", "type", "use",
        ]
        .iter()
        .any(|word| first == word)
        {
            return Err(Error::new(
                first.span(),
                "this attribute belongs on a function",
            ));
        }
        let signature: Signature = input.parse()?;
        if input.peek(Token![;]) {
            return Err(input.error("this function needs a body"));
        }
        Ok(Function {
            attributes,
            visibility,
            signature,
            body: body(input)?,
        })
    }
}

/// The body, which is in an invisible group if it went through a `macro_rules!` fragment.
fn body(input: ParseStream<'_>) -> Result<Group> {
    let TokenTree::Group(mut group) = input.parse()? else {
        return Err(input.error("expected the body of the function"));
    };
    while group.delimiter() == Delimiter::None {
        let mut inside = group.stream().into_iter();
        match (inside.next(), inside.next()) {
            (Some(TokenTree::Group(inner)), None) => group = inner,
            _ => break,
        }
    }
    match group.delimiter() {
        Delimiter::Brace => Ok(group),
        _ => Err(Error::new(
            group.span(),
            "expected the body of the function, in braces",
        )),
    }
}

impl Function {
    /// The name, without `r#`.
    pub fn name(&self) -> String {
        self.signature.ident.unraw().to_string()
    }

    /// Rejects functions that cannot be called with built arguments; `what` names what the attribute makes, such as "a factory".
    pub fn check(&self, what: &str) -> Result<()> {
        let signature = &self.signature;
        let mut errors = Vec::new();
        if let Some(keyword) = &signature.unsafety {
            errors.push(Error::new(
                keyword.span,
                format!("{what} cannot be `unsafe`: put an `unsafe` block into the body, and exclude inputs that break its contract with `isolde::assume!`"),
            ));
        }
        if let Some(abi) = &signature.abi {
            errors.push(Error::new_spanned(
                abi,
                format!("{what} is an ordinary function: call the `extern` function from its body"),
            ));
        }
        if let Some(variadic) = &signature.variadic {
            errors.push(Error::new_spanned(
                variadic,
                format!("{what} cannot take `...`: write out the parameters"),
            ));
        }
        for parameter in &signature.generics.params {
            let (name, instead) = match parameter {
                GenericParam::Lifetime(_) => continue,
                GenericParam::Type(of) => (
                    &of.ident,
                    "choose a type to build values of, or write one function for each type and call a generic helper",
                ),
                GenericParam::Const(of) => (
                    &of.ident,
                    "choose a number, or write one function for each and call a generic helper",
                ),
            };
            errors.push(Error::new(
                name.span(),
                format!("{what} cannot be generic over `{name}`: {instead}"),
            ));
        }
        combined(errors)
    }

    /// The parameters, and the inputs for the function's own declaration, without our attributes.
    pub fn parameters(&self, what: &str) -> Result<(Vec<Parameter>, Punctuated<FnArg, Token![,]>)> {
        let mut parameters = Vec::new();
        let mut inputs = Punctuated::new();
        let mut errors = Vec::new();
        for (index, input) in self.signature.inputs.iter().enumerate() {
            match Parameter::new(index, input, what) {
                Ok((parameter, input)) => {
                    parameters.push(parameter);
                    inputs.push(input);
                }
                Err(error) => errors.push(error),
            }
        }
        combined(errors)?;
        Ok((parameters, inputs))
    }
}

/// All errors as one, if there are any.
pub fn combined(errors: Vec<Error>) -> Result<()> {
    match errors.into_iter().reduce(|mut all, error| {
        all.combine(error);
        all
    }) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}
