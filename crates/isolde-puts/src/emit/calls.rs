//! Conventional tests, one for each input, that call the function of a parameterized test.

use crate::input::outcome_of;
use isolde::put::stored::Stored;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Expr, ItemFn, Meta, ReturnType, Stmt, Token, parenthesized, parse_quote, token,
};

/// The options of the attribute that matter to conventional tests.
#[derive(Debug, Default)]
pub struct Options {
    /// Inline cases: their arguments.
    cases: Vec<Punctuated<Expr, Token![,]>>,
    /// Runs the future of an `async` test.
    executor: Option<Expr>,
}

impl Options {
    /// Reads `#[put(…)]`, which the macro has accepted before.
    pub fn of(attribute: &Attribute) -> syn::Result<Options> {
        match &attribute.meta {
            Meta::List(list) => list.parse_args(),
            _ => Ok(Options::default()),
        }
    }
}

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> syn::Result<Options> {
        let mut options = Options::default();
        while !input.is_empty() {
            let key = input.call(Ident::parse_any)?;
            if input.peek(token::Paren) {
                let content;
                parenthesized!(content in input);
                if key == "case" {
                    options.cases.push(Punctuated::parse_terminated(&content)?);
                } else {
                    content.parse::<TokenStream>()?;
                }
            } else {
                input.parse::<Token![=]>()?;
                let value: Expr = input.parse()?;
                if key == "executor" {
                    options.executor = Some(value);
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(options)
    }
}

/// Whether an inline case with this ending can be a test.
pub fn is_test(ending: &Option<String>) -> bool {
    ending.as_deref().and_then(Ending::of).is_some()
}

/// What the tests of one function have in common.
pub struct Common<'a> {
    /// The function that they call.
    pub function: &'a ItemFn,
    /// Attributes that tests keep.
    pub kept: &'a [Attribute],
    /// The options of the attribute.
    pub options: &'a Options,
    /// Whether names of the standard library have to be imported.
    pub is_no_std: bool,
}

impl Common<'_> {
    /// A test for each inline case, whose endings are `endings`, and for each input, with its ending. Cases whose ending no test can have are left
    /// out.
    pub fn tests(
        &self,
        endings: &[Option<String>],
        inputs: &[Stored],
    ) -> syn::Result<Vec<(ItemFn, super::Ending)>> {
        let mut tests = Vec::new();
        let callee = &self.function.sig.ident;
        for (number, arguments) in self.options.cases.iter().enumerate() {
            let ending = endings.get(number).and_then(Option::as_deref);
            let Some(ending) = ending.and_then(Ending::of) else {
                continue;
            };
            let name = quote::format_ident!("{callee}_case_{}", number + 1);
            let test = self.test(name, &[], parse_quote!(#callee(#arguments)), &ending);
            tests.push((test, ending.of_test()));
        }
        let fitting = inputs.iter().filter_map(|input| {
            let ending = Ending::of(&input.outcome)?;
            Some((input, ending))
        });
        for (number, (input, ending)) in fitting.enumerate() {
            let name = quote::format_ident!("{callee}_{}", number + 1);
            let mut statements = syn::Block::parse_within.parse_str(&input.source.join("\n"))?;
            let Some(Stmt::Expr(call, _)) = statements.pop() else {
                continue;
            };
            let test = self.test(name, &statements, call, &ending);
            tests.push((test, ending.of_test()));
        }
        Ok(tests)
    }
}

/// How a run ended, read from the file of inputs.
enum Ending {
    Passes,
    /// With a panic that is allowed, and the panic's message.
    Panics(String),
    /// With an error that is allowed.
    Errs,
    Fails(String),
    /// With the end of its process.
    Dies(String),
}

impl Ending {
    /// How the test made from this input ends.
    fn of_test(&self) -> super::Ending {
        match self {
            Ending::Passes | Ending::Panics(_) | Ending::Errs => super::Ending::Passes,
            Ending::Fails(_) => super::Ending::Fails,
            Ending::Dies(why) => super::Ending::Dies(outcome_of(why)),
        }
    }

    /// `None` if the input no longer fits the test.
    fn of(outcome: &str) -> Option<Ending> {
        if let Some(why) = outcome.strip_prefix("fails: ") {
            return Some(Ending::Fails(why.to_owned()));
        }
        if let Some(why) = outcome.strip_prefix("dies: ") {
            return Some(Ending::Dies(why.to_owned()));
        }
        if let Some(why) = outcome.strip_prefix("panics as allowed: ") {
            if why.starts_with("the test returned Err(") {
                return Some(Ending::Errs);
            }
            let message = match why.rfind(" (") {
                Some(place) if why.ends_with(')') => &why[..place],
                _ => why,
            };
            return Some(Ending::Panics(message.to_owned()));
        }
        (outcome == "passes").then_some(Ending::Passes)
    }
}

impl Common<'_> {
    fn test(&self, name: Ident, statements: &[Stmt], call: Expr, ending: &Ending) -> ItemFn {
        let Common {
            function,
            kept,
            options,
            ..
        } = self;
        let call: Expr = match (&function.sig.asyncness, &options.executor) {
            (Some(_), Some(Expr::Path(executor))) => parse_quote!(#executor(#call)),
            (Some(_), Some(executor)) => parse_quote!((#executor)(#call)),
            _ => call,
        };
        let brought = self.brought(&quote::quote!(#(#statements)* #call));
        let statements: Vec<&Stmt> = brought.iter().chain(statements).collect();
        let output = &function.sig.output;
        let is_result = !matches!(output, ReturnType::Default);
        let has = |name: &str| kept.iter().any(|attribute| attribute.path().is_ident(name));
        let mut attributes: Vec<Attribute> = kept.to_vec();
        match ending {
            Ending::Panics(message) => {
                // The test expects the message of its own input, which may be one that `allow` accepts.
                attributes.retain(|attribute| !attribute.path().is_ident("should_panic"));
                attributes.push(parse_quote!(#[should_panic(expected = #message)]));
            }
            Ending::Fails(why) | Ending::Dies(why) if !has("ignore") => {
                let reason = format!("finding: {why}");
                attributes.push(parse_quote!(#[ignore = #reason]));
            }
            Ending::Errs => {
                attributes.retain(|attribute| !attribute.path().is_ident("should_panic"))
            }
            _ => {}
        }
        if matches!(ending, Ending::Errs) {
            return parse_quote! {
                #[test]
                #(#attributes)*
                fn #name() {
                    #(#statements)*
                    assert!(#call.is_err());
                }
            };
        }
        if is_result {
            parse_quote! {
                #[test]
                #(#attributes)*
                fn #name() #output {
                    #(#statements)*
                    #call
                }
            }
        } else {
            parse_quote! {
                #[test]
                #(#attributes)*
                fn #name() {
                    #(#statements)*
                    #call;
                }
            }
        }
    }

    /// Imports for a body with these tokens, of names that the prelude of the standard library would provide.
    fn brought(&self, body: &TokenStream) -> Vec<Stmt> {
        if !self.is_no_std {
            return Vec::new();
        }
        let paths = [
            ("vec", quote!(vec)),
            ("format", quote!(format)),
            ("Vec", quote!(vec::Vec)),
            ("String", quote!(string::String)),
            ("Box", quote!(boxed::Box)),
            ("to_string", quote!(string::ToString as _)),
            ("to_owned", quote!(borrow::ToOwned as _)),
        ];
        let mut imports: Vec<Stmt> = paths
            .into_iter()
            .filter(|(name, _)| mentions(body, name))
            .map(|(_, path)| {
                parse_quote!(
                    use std::#path;
                )
            })
            .collect();
        if !imports.is_empty() || mentions(body, "std") {
            imports.insert(
                0,
                parse_quote!(
                    extern crate std;
                ),
            );
        }
        imports
    }
}

/// Whether the tokens contain a name.
fn mentions(tokens: &TokenStream, name: &str) -> bool {
    tokens.clone().into_iter().any(|tree| match tree {
        TokenTree::Group(group) => mentions(&group.stream(), name),
        TokenTree::Ident(ident) => ident == name,
        _ => false,
    })
}
