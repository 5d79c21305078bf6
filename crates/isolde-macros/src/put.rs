//! `#[isolde::put]`: turns a function with parameters into a test and a description of the test for the library and the explorer.

use isolde_abi::library::{DESCRIPTION, THUNK};
use proc_macro2::{Group, Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, FnArg, LitStr, Meta, Result, Signature, Token, Visibility};

use crate::function::{Function, combined};
use crate::options::{Options, option};
use crate::parameter::{Parameter, chooser, span};

const WHAT: &str = "a parameterized test";

/// The parts of what the attribute makes of a function.
pub struct Test {
    /// The attributes of the test.
    attributes: Vec<Attribute>,
    visibility: Visibility,
    name: String,
    /// The text that the messages of the required panics must contain; empty for any message.
    should_panic: Option<String>,
    signature: Signature,
    inputs: Punctuated<FnArg, Token![,]>,
    parameters: Vec<Parameter>,
    body: Group,
    reachable: Vec<String>,
    options: Options,
}

/// Expands the attribute with these options on this function.
pub fn expand(options: TokenStream, function: TokenStream) -> Result<TokenStream> {
    let test = Test::new(syn::parse2(options)?, syn::parse2(function)?)?;
    Ok(test.to_token_stream())
}

impl Test {
    fn new(options: Options, function: Function) -> Result<Test> {
        let mut errors = Vec::new();
        errors.extend(function.check(WHAT).err());
        let keyword = &function.signature.asyncness;
        match (keyword, &options.executor) {
            (Some(keyword), None) => errors.push(Error::new(
                keyword.span,
                "an `async` test needs something that runs it: `#[isolde::put(executor = futures::executor::block_on)]`, or any function or closure that takes the future",
            )),
            (None, Some(executor)) => errors.push(Error::new_spanned(executor, "only `async` tests have an executor")),
            _ => {}
        }
        if let Some(keyword) = &function.signature.constness {
            errors.push(Error::new(
                keyword.span,
                format!("{WHAT} cannot be `const`, because it must fail when it runs, not when it is compiled"),
            ));
        }
        let wanted = function.signature.inputs.len();
        for case in &options.cases {
            let given = case.arguments.len();
            if given != wanted {
                errors.push(Error::new(
                    case.span,
                    format!(
                        "this case has {}, but the test has {}",
                        counted(given, "argument"),
                        counted(wanted, "parameter")
                    ),
                ));
            }
        }
        let name = function.name();
        let mut found = function
            .parameters(WHAT)
            .map_err(|error| errors.push(error))
            .ok();
        let reach = crate::reach::numbered(&function.body)
            .map_err(|error| errors.push(error))
            .ok();
        let attributes = attributes(function.attributes)
            .map_err(|error| errors.push(error))
            .ok();
        combined(errors)?;
        let (Some((parameters, inputs)), Some((body, reachable)), Some((attributes, should_panic))) =
            (found.take(), reach, attributes)
        else {
            unreachable!("without them there was an error");
        };
        Ok(Test {
            attributes,
            visibility: function.visibility,
            name,
            should_panic,
            signature: function.signature,
            inputs,
            parameters,
            body,
            reachable,
            options,
        })
    }

    /// Whether the test must be ignored if there are no detours.
    fn needs_detours(&self) -> bool {
        let body = self.body.stream();
        let uses = self.options.detours || crate::text::calls_macro(&body, &["detour", "trap"]);
        uses && !self
            .attributes
            .iter()
            .any(|one| one.path().is_ident("ignore"))
    }

    /// The function itself.
    fn function(&self) -> TokenStream {
        let signature = Signature {
            inputs: self.inputs.clone(),
            ..self.signature.clone()
        };
        let body = &self.body;
        // A test's parameter types are chosen for the values to be built, so lints about how arguments are passed do not apply.
        quote! {
            #[allow(
                clippy::needless_pass_by_value,
                clippy::ptr_arg,
                clippy::trivially_copy_pass_by_ref,
                clippy::unnecessary_wraps,
                clippy::unused_async,
            )]
            #signature #body
        }
    }

    /// A call with these arguments, which also concludes from the result whether the test failed.
    fn concluded(&self, arguments: &[TokenStream], span: Span) -> TokenStream {
        let name = &self.signature.ident;
        let call = quote_spanned!(span=> #name(#(#arguments),*));
        let result = match &self.options.executor {
            Some(syn::Expr::Path(executor)) => quote_spanned!(span=> #executor(#call)),
            Some(executor) => quote_spanned!(span=> (#executor)(#call)),
            None => call,
        };
        quote_spanned!(span=> ::isolde::put::Conclusion::conclude(#result))
    }

    fn thunk(&self) -> TokenStream {
        let arguments = self.parameters.iter().map(Parameter::argument);
        let passed: Vec<TokenStream> = self.parameters.iter().map(Parameter::passed).collect();
        let places: Vec<String> = (0..passed.len())
            .map(|index| format!("{{{index}}}"))
            .collect();
        let template = format!("{}({})", self.signature.ident, places.join(", "));
        let call = self.concluded(&passed, span(&self.signature.ident));
        let c = chooser();
        let thunk = format_ident!("{THUNK}");
        quote! {
            fn #thunk(#c: &mut ::isolde::Chooser) {
                #(#arguments)*
                #c.call(#template, || #call);
            }
        }
    }

    fn cases(&self) -> TokenStream {
        let cases = self.options.cases.iter().map(|case| {
            let text = format!("{}{}", self.signature.ident, case.text);
            let arguments: Vec<TokenStream> = case
                .arguments
                .iter()
                .map(ToTokens::to_token_stream)
                .collect();
            let call = self.concluded(&arguments, Span::mixed_site().located_at(case.span));
            quote!((#text, || #call))
        });
        quote!(&[#(#cases),*])
    }

    /// The static that describes the test; the explorer finds it by its name.
    fn description(&self) -> TokenStream {
        let name = &self.name;
        // The line of the function, not of the attribute. A path to the macro would mean another one in edition 2015, whose rules its place brings along.
        let line = quote_spanned!(self.signature.ident.span()=> line!());
        let parameters = self.parameters.iter().map(|parameter| {
            let ty = crate::text::text(&parameter.declared.to_token_stream());
            let name = &parameter.name;
            quote!((#name, #ty))
        });
        let cases = self.cases();
        let should_panic = option(self.should_panic.as_ref());
        let allowed = &self.options.allowed;
        let reachable = &self.reachable;
        let bounds = self.options.bounds();
        let fresh = option(self.options.fresh);
        let (description, thunk) = (format_ident!("{DESCRIPTION}"), format_ident!("{THUNK}"));
        quote! {
            static #description: ::isolde::put::Put = ::isolde::put::Put {
                name: #name,
                module: ::core::module_path!(),
                file: ::core::file!(),
                line: #line,
                manifest_dir: ::core::env!("CARGO_MANIFEST_DIR"),
                parameters: &[#(#parameters),*],
                thunk: #thunk,
                cases: #cases,
                should_panic: #should_panic,
                allowed: &[#(#allowed),*],
                reachable: &[#(#reachable),*],
                bounds: #bounds,
                fresh: #fresh,
            };
        }
    }
}

impl ToTokens for Test {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Test {
            attributes,
            visibility,
            signature,
            ..
        } = self;
        let name = &signature.ident;
        let (function, description, thunk) = (self.function(), self.description(), self.thunk());
        let described = format_ident!("{DESCRIPTION}");
        let test = quote! {
            #[::core::prelude::v1::test]
            #(#attributes)*
            #visibility fn #name() {
                #function
                #thunk
                #description
                ::isolde::put::check(&#described)
            }
        };
        tokens.extend(match self.needs_detours() {
            true => quote!(::isolde::__needs_detours! { #test }),
            false => test,
        });
    }
}

fn counted(count: usize, what: &str) -> String {
    match count {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

/// The attributes that stay on the test, and the text that `#[should_panic]` expects.
fn attributes(all: Vec<Attribute>) -> Result<(Vec<Attribute>, Option<String>)> {
    let mut rest = Vec::new();
    let mut should_panic = None;
    for attribute in all {
        let path = attribute.path();
        if path.is_ident("should_panic") {
            should_panic = Some(expected(&attribute)?);
        } else if path.is_ident("cfg_attr")
            && crate::text::words(&attribute.to_token_stream())
                .iter()
                .any(|word| word == "should_panic")
        {
            return Err(Error::new_spanned(
                attribute,
                "this `cfg_attr` must be written before `#[isolde::put]`, so that it is evaluated first",
            ));
        } else if !path.is_ident("test") {
            rest.push(attribute);
        }
    }
    Ok((rest, should_panic))
}

/// The text that a `#[should_panic]` expects; empty for any message.
fn expected(attribute: &Attribute) -> Result<String> {
    let wrong = || {
        Error::new_spanned(
            attribute,
            "expected `#[should_panic]` or `#[should_panic(expected = \"…\")]`",
        )
    };
    let value = match &attribute.meta {
        Meta::Path(_) => return Ok(String::new()),
        Meta::NameValue(pair) => syn::parse2::<LitStr>(pair.value.to_token_stream()),
        Meta::List(list) => list.parse_args_with(|input: syn::parse::ParseStream<'_>| {
            let key: Ident = input.parse()?;
            if key != "expected" {
                return Err(wrong());
            }
            input.parse::<Token![=]>()?;
            let text = input.parse::<LitStr>()?;
            input.parse::<Option<Token![,]>>()?;
            Ok(text)
        }),
    };
    value.map(|text| text.value()).map_err(|_| wrong())
}

#[cfg(test)]
mod tests;
