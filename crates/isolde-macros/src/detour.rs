//! `detour!`: expands to a function pointer that the pass can read, and a call of the library's installer for the number of parameters.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Error, Expr, ExprClosure, LitStr, Result, Token};

/// The largest number of parameters for which `isolde::detour::install` has functions.
const MOST_PARAMETERS: usize = 10;

mod word {
    syn::custom_keyword!(on);
    syn::custom_keyword!(across);
    syn::custom_keyword!(threads);
    syn::custom_keyword!(recording);
}

/// A detour, as it was written.
struct Detour {
    asyncness: Option<Token![async]>,
    abi: Option<LitStr>,
    function: Expr,
    on: Option<Expr>,
    across: bool,
    recording: Option<Span>,
    closure: ExprClosure,
}

impl Parse for Detour {
    fn parse(input: ParseStream<'_>) -> Result<Detour> {
        let asyncness: Option<Token![async]> = input.parse()?;
        // An `unsafe` makes no difference: the function's callers are responsible for its safety contract.
        input.parse::<Option<Token![unsafe]>>()?;
        let abi = match input.parse::<Option<Token![extern]>>()? {
            None => None,
            Some(keyword) => Some(
                input
                    .parse::<Option<LitStr>>()?
                    .unwrap_or_else(|| LitStr::new("C", keyword.span)),
            ),
        };
        let function: Expr = input.parse()?;
        let (mut on, mut across, mut recording) = (None, false, None);
        while input.parse::<Option<Token![,]>>()?.is_some() {
            let ahead = input.lookahead1();
            if ahead.peek(word::on) {
                input.parse::<word::on>()?;
                on = Some(input.parse()?);
            } else if ahead.peek(word::across) {
                input.parse::<word::across>()?;
                input.parse::<word::threads>()?;
                across = true;
            } else if ahead.peek(word::recording) {
                recording = Some(input.parse::<word::recording>()?.span);
            } else {
                return Err(ahead.error());
            }
        }
        input.parse::<Token![=>]>()?;
        let rest: TokenStream = input.parse()?;
        let original = Original {
            function: &function,
            abi: abi.as_ref(),
            is_async: asyncness.is_some(),
        };
        let closure = original.calls(rest);
        let closure = syn::parse2(closure.clone()).map_err(|_| {
            Error::new(
                closure.span(),
                "expected a closure with the function's parameters, such as `|a, b| a + b`; to call another function, write `|a, b| other(a, b)`",
            )
        })?;
        Ok(Detour {
            asyncness,
            abi,
            function,
            on,
            across,
            recording,
            closure,
        })
    }
}

/// Expands the macro.
pub fn expand(input: TokenStream) -> Result<TokenStream> {
    let detour: Detour = syn::parse2(input)?;
    let count = detour.closure.inputs.len();
    let span = detour.function.span();
    if count > MOST_PARAMETERS {
        return Err(Error::new(
            span,
            format!("functions with more than {MOST_PARAMETERS} parameters cannot be detoured"),
        ));
    }
    if let Some(abi) = &detour.abi
        && abi.value() != "C"
    {
        return Err(Error::new(
            abi.span(),
            "only Rust functions and `extern \"C\"` functions can be detoured",
        ));
    }
    if (detour.abi.is_some() || detour.asyncness.is_some())
        && let Some(span) = detour.on.as_ref().map(Spanned::span).or(detour.recording)
    {
        return Err(Error::new(
            span,
            "detours of `async` and `extern \"C\"` functions cannot have `on` or `recording`",
        ));
    }
    if let (Some(keyword), None) = (&detour.closure.asyncness, &detour.asyncness) {
        return Err(Error::new(
            keyword.span,
            "the closure must return what the function returns; for an `async fn`, write `detour!(async f => …)`",
        ));
    }
    if detour.on.is_some() && count == 0 {
        return Err(Error::new(
            span,
            "a function without parameters has no receiver to be detoured `on`",
        ));
    }
    let Detour {
        abi,
        function,
        closure,
        ..
    } = &detour;
    let holes = vec![quote!(_); count];
    let abi = abi.as_ref().map(|abi| quote!(extern #abi));
    let target = Ident::new("__isolde_function", Span::mixed_site());
    let gives_future = closure.asyncness.is_some() || is_future(&closure.body);
    let (module, kind) = match (&detour.asyncness, &abi, detour.recording) {
        (Some(_), ..) if gives_future => ("future", "future"),
        (Some(_), ..) => ("future", "output"),
        (None, Some(_), _) => ("install", "c"),
        (None, None, Some(_)) => ("install", "recorded"),
        (None, None, None) => ("install", "rust"),
    };
    let module = Ident::new(module, Span::call_site());
    let suffix = if detour.on.is_some() { "_on" } else { "" };
    let install = format_ident!("{kind}{count}{suffix}");
    let on = detour
        .on
        .as_ref()
        .map(|on| quote_spanned!(crate::parameter::span(on)=> ::isolde::detour::install::on(#on),));
    let scope = if detour.across {
        quote!(AcrossThreads)
    } else {
        quote!(ThisThread)
    };
    let pointer = quote_spanned!(span=> unsafe #abi fn(#(#holes),*) -> _);
    Ok(quote! {{
        let #target: #pointer = #function;
        ::isolde::detour::engine::mark(#target as *const ());
        ::isolde::detour::#module::#install(#target, #on ::isolde::detour::install::#scope, #closure)
    }})
}

/// Whether an expression is an `async` block, or a block that ends in one.
fn is_future(body: &Expr) -> bool {
    match body {
        Expr::Async(_) => true,
        Expr::Block(block) => match block.block.stmts.last() {
            Some(syn::Stmt::Expr(last, None)) => is_future(last),
            _ => false,
        },
        _ => false,
    }
}

/// The function that `original!` calls.
struct Original<'a> {
    function: &'a Expr,
    abi: Option<&'a LitStr>,
    is_async: bool,
}

impl Original<'_> {
    /// Replaces each `original!(…)` with a call of the function, which is not detoured while the closure runs. An `original!` in a nested `detour!` is
    /// left to that one.
    fn calls(&self, tokens: TokenStream) -> TokenStream {
        let mut out = TokenStream::new();
        let mut trees = tokens.into_iter().peekable();
        while let Some(tree) = trees.next() {
            match tree {
                TokenTree::Ident(word) if word == "original" || word == "detour" => {
                    let ahead = trees.clone().take(2).collect::<Vec<_>>();
                    match ahead.as_slice() {
                        [TokenTree::Punct(bang), TokenTree::Group(group)]
                            if bang.as_char() == '!' =>
                        {
                            trees.nth(1);
                            if word == "detour" {
                                out.extend([TokenTree::Ident(word)]);
                                out.extend(ahead);
                            } else {
                                drop_path(&mut out);
                                out.extend(self.call(word.span(), self.calls(group.stream())));
                            }
                        }
                        _ => out.extend([TokenTree::Ident(word)]),
                    }
                }
                TokenTree::Group(group) => {
                    let mut inside = Group::new(group.delimiter(), self.calls(group.stream()));
                    inside.set_span(group.span());
                    out.extend([TokenTree::Group(inside)]);
                }
                other => out.extend([other]),
            }
        }
        out
    }

    fn call(&self, span: Span, arguments: TokenStream) -> TokenStream {
        let function = self.function;
        let call = quote_spanned!(span=> (#function)(#arguments));
        if self.is_async {
            // The future may make this call long after the closure has run. The arguments are evaluated first, because they may await other futures.
            let parsed = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(arguments.clone());
            let count = parsed.map_or(0, |arguments| arguments.len());
            let holes = vec![quote!(_); count];
            let names: Vec<Ident> = (0..count)
                .map(|index| Ident::new(&format!("argument{index}"), Span::mixed_site()))
                .collect();
            let comma = (!arguments.is_empty()).then(|| quote!(,));
            return quote_spanned!(span=> match (#arguments #comma) {
                (#(#names,)*) => {
                    let function: unsafe fn(#(#holes),*) -> _ = #function;
                    let _passes = ::isolde::detour::pass(function as *const ());
                    let _allowed = ::isolde::detour::trap::allow();
                    (#function)(#(#names),*)
                }
            });
        }
        let call = if self.abi.is_some() {
            quote_spanned!(span=> #[allow(unused_unsafe)] unsafe { #call })
        } else {
            call
        };
        quote_spanned!(span=> {
            let _allowed = ::isolde::detour::trap::allow();
            #call
        })
    }
}

/// Removes `isolde::` or `::isolde::` from the end of the tokens before `original!`.
fn drop_path(out: &mut TokenStream) {
    let mut trees: Vec<TokenTree> = std::mem::take(out).into_iter().collect();
    let is_colon =
        |tree: &TokenTree| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == ':');
    let ends_in_colons =
        |trees: &[TokenTree]| matches!(trees, [.., a, b] if is_colon(a) && is_colon(b));
    if ends_in_colons(&trees)
        && matches!(trees.get(trees.len().wrapping_sub(3)), Some(TokenTree::Ident(word)) if word == "isolde" || crate::name::is_library(&word.to_string()))
    {
        trees.truncate(trees.len() - 3);
        if ends_in_colons(&trees) {
            trees.truncate(trees.len() - 2);
        }
    }
    out.extend(trees);
}
