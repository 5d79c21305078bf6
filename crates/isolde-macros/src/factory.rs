//! `#[isolde::factory]`: turns a function that makes values into a builder of them.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Error, Result, Signature};

use crate::function::Function;
use crate::parameter::{Parameter, chooser, span};
use crate::types::{is_foreign, returned, with_static_lifetimes};

const WHAT: &str = "a factory";

/// Expands the attribute with these options on this function.
pub fn expand(options: TokenStream, function: TokenStream) -> Result<TokenStream> {
    let foreign = foreign(options)?;
    let function: Function = syn::parse2(function)?;
    function.check(WHAT)?;
    if let Some(keyword) = &function.signature.asyncness {
        return Err(Error::new(
            keyword.span,
            "a factory cannot be `async`: block on the future in its body",
        ));
    }
    let (parameters, inputs) = function.parameters(WHAT)?;
    let Some((output, may_refuse)) = returned(&function.signature.output) else {
        return Err(Error::new(
            function.signature.ident.span(),
            "a factory must return the value that it makes: write `-> Type`, or `-> Option<Type>` or `-> Result<Type, Error>` if it refuses some arguments",
        ));
    };
    let at = span(&output);
    let output = with_static_lifetimes(&output)?;

    let c = chooser();
    let name = &function.signature.ident;
    let Function {
        attributes,
        visibility,
        body,
        ..
    } = &function;
    let signature = Signature {
        inputs,
        ..function.signature.clone()
    };
    let make = make(name, &parameters, may_refuse);
    let documentation = format!(
        " The factory [`{name}`](fn@{name}), under the name by which parameterized tests refer to it."
    );
    // The name comes from the macro, so lints do not report it and it needs no `allow`, which a `forbid` would reject.
    let marker = Ident::new(&name.to_string(), Span::call_site().located_at(name.span()));
    let value = (!foreign && !is_foreign(&output)).then(|| {
        quote_spanned! {at=>
            #[automatically_derived]
            impl ::isolde::Value for #output {
                fn choose(#c: &mut ::isolde::Chooser) -> Self {
                    <#marker as ::isolde::Factory>::make(#c)
                }
            }
        }
    });
    Ok(quote! {
        #(#attributes)*
        #visibility #signature #body

        #[doc = #documentation]
        #visibility struct #marker {}

        #[automatically_derived]
        impl ::isolde::Factory for #marker {
            type Output = #output;
            fn make(#c: &mut ::isolde::Chooser) -> #output {
                #make
            }
        }
        #value
    })
}

/// Whether the options say that the type belongs to another crate.
fn foreign(options: TokenStream) -> Result<bool> {
    if options.is_empty() {
        return Ok(false);
    }
    let option: Ident = syn::parse2(options.clone()).map_err(|_| {
        Error::new_spanned(
            &options,
            "the only option of a factory is `foreign`, for types of other crates",
        )
    })?;
    match option == "foreign" {
        true => Ok(true),
        false => Err(Error::new(
            option.span(),
            format!(
                "unknown option `{option}` (the only option of a factory is `foreign`, for types of other crates)"
            ),
        )),
    }
}

/// Builds the arguments in a group, and calls the function.
fn make(name: &Ident, parameters: &[Parameter], may_refuse: bool) -> TokenStream {
    let variables: Vec<&Ident> = parameters
        .iter()
        .map(|parameter| &parameter.variable)
        .collect();
    let built = parameters.iter().enumerate().map(|(index, parameter)| {
        let index = index as u64;
        let (variable, builder) = (&parameter.variable, parameter.leaked());
        let c = chooser();
        quote!(let #variable = #c.item(#index, #builder);)
    });
    let c = chooser();
    let text = name.to_string();
    let call = quote_spanned!(span(name)=> #name(#(#variables),*));
    let result = match may_refuse {
        true => quote!(::isolde::require!(#c, #call)),
        false => call,
    };
    quote! {
        #c.path(::core::module_path!(), #text);
        #c.open("(");
        #(#built)*
        #c.close(")");
        #result
    }
}

#[cfg(test)]
mod tests;
