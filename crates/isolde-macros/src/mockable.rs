//! `#[isolde::mockable]`: a type that implements a trait by closures which the test sets.

mod options;
mod rewrite;

use options::Options;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use rewrite::{lent, lifetime, made_static, names, without_self};
use syn::{
    Error, FnArg, GenericParam, Generics, ItemTrait, Lifetime, Receiver, Result, ReturnType,
    TraitItem, TraitItemFn, TraitItemType, Type, TypeParamBound,
};

/// Expands the attribute.
pub fn expand(options: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let Options { is_send, constants } = syn::parse2(options)?;
    let item: ItemTrait = syn::parse2(item)?;
    if let Some(keyword) = &item.unsafety {
        return Err(Error::new_spanned(
            keyword,
            "a mock cannot keep what an `unsafe` trait demands",
        ));
    }
    let mut methods = Vec::new();
    let mut types = Vec::new();
    let mut values = Vec::new();
    for member in &item.items {
        match member {
            TraitItem::Fn(method) if method.default.is_some() => {}
            TraitItem::Fn(method) => methods.push(Method::of(method)?),
            TraitItem::Type(of) if of.default.is_some() => {}
            TraitItem::Type(of) => types.push(associated(of)?),
            TraitItem::Const(constant) => {
                let (name, of) = (&constant.ident, &constant.ty);
                let given = constants.iter().find(|(own, _)| own == name);
                match given {
                    Some((_, value)) => values.push(quote!(const #name: #of = #value;)),
                    None if constant.default.is_some() => {}
                    None => {
                        return Err(Error::new_spanned(
                            name,
                            format!(
                                "a mock has no value for this constant: give it a default, or write `#[isolde::mockable({name} = …)]`"
                            ),
                        ));
                    }
                }
            }
            other => {
                return Err(Error::new_spanned(
                    other,
                    "a mock cannot be made of this: write it without a macro",
                ));
            }
        }
    }
    let names: Vec<&Ident> = types.iter().map(|of| &of.ident).collect();
    for method in &mut methods {
        method.replace_projections(&names);
    }
    let is_send = is_send || item.supertraits.iter().any(is_thread_safe);
    let is_constant = |name: &Ident| {
        let mut members = item.items.iter();
        members.any(|member| matches!(member, TraitItem::Const(own) if own.ident == *name))
    };
    if let Some((name, _)) = constants.iter().find(|(name, _)| !is_constant(name)) {
        let message = format!("`{}` has no constant of this name", item.ident);
        return Err(Error::new_spanned(name, message));
    }
    let mock = mock(&item, &methods, &types, &values, is_send);
    Ok(quote!(#item #mock))
}

/// A method that a closure answers.
struct Method {
    name: Ident,
    /// `for<'a>`, or nothing.
    lifetimes: TokenStream,
    generics: Generics,
    receiver: Receiver,
    is_async: bool,
    is_unsafe: bool,
    parameters: Vec<TokenStream>,
    /// The result of the trait's method, and that of the closure.
    result: TokenStream,
    closure_result: TokenStream,
}

impl Method {
    fn of(method: &TraitItemFn) -> Result<Method> {
        let signature = &method.sig;
        let mut receiver = None;
        let mut parameters = Vec::new();
        for input in &signature.inputs {
            match input {
                FnArg::Receiver(own) => receiver = Some(own.clone()),
                FnArg::Typed(typed) => {
                    if let Type::ImplTrait(_) = &*typed.ty {
                        return Err(Error::new_spanned(
                            &typed.ty,
                            "a generic method would need a closure for each type: give it a body, or take `&dyn` of the trait",
                        ));
                    }
                    let of = &typed.ty;
                    parameters.push(quote!(#of));
                }
            }
        }
        let Some(receiver) = receiver else {
            return Err(Error::new_spanned(
                &signature.ident,
                "no mock can be asked by a function without `self`: give it a body",
            ));
        };
        let mut lifetimes = Vec::new();
        for param in &signature.generics.params {
            match param {
                GenericParam::Lifetime(of) => lifetimes.push(&of.lifetime),
                other => {
                    return Err(Error::new_spanned(
                        other,
                        "a generic method would need a closure for each type: give it a body",
                    ));
                }
            }
        }
        let result = match &signature.output {
            ReturnType::Default => quote!(()),
            ReturnType::Type(_, of) => {
                if let Type::ImplTrait(_) = &**of {
                    return Err(Error::new_spanned(
                        of,
                        "the type of this result has no name: return a box, or an associated type",
                    ));
                }
                quote!(#of)
            }
        };
        let own = receiver
            .reference
            .as_ref()
            .and_then(|(_, own)| own.as_ref());
        let is_shared = |own: &&Lifetime| parameters.iter().any(|of| names(of, own));
        // What the mock lends lives as long as what its closures borrow, or, if arguments have the receiver's lifetime, as long as these.
        let lent = match (&receiver.reference, own.filter(is_shared)) {
            (Some(_), Some(shared)) => lent(result.clone(), own, shared),
            (Some(_), None) => {
                lifetimes.retain(|each| Some(*each) != own);
                lent(result.clone(), own, &lifetime())
            }
            (None, _) => result.clone(),
        };
        let lifetimes = match lifetimes.is_empty() {
            true => TokenStream::new(),
            false => quote!(for<#(#lifetimes),*>),
        };
        Ok(Method {
            name: signature.ident.clone(),
            lifetimes,
            generics: signature.generics.clone(),
            receiver,
            is_async: signature.asyncness.is_some(),
            is_unsafe: signature.unsafety.is_some(),
            parameters,
            result,
            closure_result: lent,
        })
    }

    /// Writes `Item` in place of `Self::Item`.
    fn replace_projections(&mut self, names: &[&Ident]) {
        for of in &mut self.parameters {
            *of = without_self(of.clone(), names);
        }
        self.result = without_self(self.result.clone(), names);
        self.closure_result = without_self(self.closure_result.clone(), names);
    }

    /// The bounds on its closure.
    fn closure(&self, is_send: bool) -> TokenStream {
        let Method {
            lifetimes,
            parameters,
            closure_result,
            ..
        } = self;
        let lifetime = lifetime();
        let send = is_send.then(|| quote!(+ ::core::marker::Send));
        quote!(#lifetimes ::core::ops::FnMut(#(#parameters),*) -> #closure_result #send + #lifetime)
    }

    /// The method of the impl.
    fn body(&self, mock: &str, is_generic: bool) -> TokenStream {
        let Method {
            name,
            generics,
            receiver,
            parameters,
            result,
            closure_result,
            ..
        } = self;
        let (keyword, unsafe_keyword) = (
            self.is_async.then(|| quote!(async)),
            self.is_unsafe.then(|| quote!(unsafe)),
        );
        let arguments: Vec<Ident> = (0..parameters.len())
            .map(|number| format_ident!("a{number}"))
            .collect();
        let called = format!("{mock}::{name}");
        let setter = format!("on_{}", name.to_string().trim_start_matches("r#"));
        let clauses = &generics.where_clause;
        let of = made_static(closure_result);
        let open = match is_generic && of.to_string() != closure_result.to_string() {
            // What is chosen lives for ever, which these types may not.
            true => quote!(::isolde::mocked::refuse(#called, #setter)),
            false => quote!((&::isolde::mocked::Open::<#of>::new(#called, #setter)).choose()),
        };
        quote! {
            #keyword #unsafe_keyword fn #name #generics (#receiver #(, #arguments: #parameters)*) -> #result #clauses {
                #[allow(unused_imports)]
                use ::isolde::mocked::{Chosen as _, Refused as _};
                match self.#name.begin() {
                    ::core::option::Option::Some(mut running) => running.closure()(#(#arguments),*),
                    ::core::option::Option::None => #open,
                }
            }
        }
    }
}

/// The type that implements the trait.
fn mock(
    item: &ItemTrait,
    methods: &[Method],
    types: &[TraitItemType],
    values: &[TokenStream],
    is_send: bool,
) -> TokenStream {
    let (visibility, of_trait) = (&item.vis, &item.ident);
    let mock = format_ident!("Mock{of_trait}");
    let lifetime = lifetime();
    let mut generics = item.generics.clone();
    let (_, of_trait_arguments, _) = item.generics.split_for_impl();
    let of_trait_arguments = quote!(#of_trait_arguments);
    for of in types {
        let (name, bounds) = (&of.ident, &of.bounds);
        let param = match bounds.is_empty() {
            true => quote!(#name),
            false => quote!(#name: #bounds),
        };
        generics.params.push(syn::parse_quote!(#param));
    }
    for param in &mut generics.params {
        // A default is not allowed where the type is implemented.
        if let GenericParam::Type(of) = param {
            of.default = None;
            of.bounds.push(syn::parse_quote!(#lifetime));
        }
    }
    let is_static = item.supertraits.iter().any(is_static);
    let outlives = is_static.then(|| quote!(: 'static));
    let param = syn::parse_quote!(#lifetime #outlives);
    generics.params.insert(0, param);
    let (declared, given, clauses) = generics.split_for_impl();
    let names: Vec<&Ident> = methods.iter().map(|method| &method.name).collect();
    let closures: Vec<TokenStream> = methods.iter().map(|each| each.closure(is_send)).collect();
    let setters: Vec<Ident> = names
        .iter()
        .map(|name| format_ident!("on_{}", name.to_string().trim_start_matches("r#")))
        .collect();
    let is_generic = generics.type_params().next().is_some();
    let bodies = methods
        .iter()
        .map(|method| method.body(&mock.to_string(), is_generic));
    let members: Vec<&Ident> = types.iter().map(|of| &of.ident).collect();
    let held = members.iter().map(|name| quote!(fn() -> #name));
    let of_params = generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(of) => Some(&of.ident),
        _ => None,
    });
    let of_params = of_params
        .filter(|name| !members.contains(name))
        .map(|name| quote!(fn() -> #name));
    let of_lifetimes = item.generics.lifetimes().map(|of| {
        let of = &of.lifetime;
        quote!(& #of ())
    });
    let summary = format!(
        "A mock of [`{of_trait}`]: its methods are closures that a test sets. In a parameterized test, results of methods that were left open are chosen."
    );
    let text = mock.to_string();
    let (explained, counted): (Vec<String>, Vec<String>) = methods
        .iter()
        .map(|method| {
            let name = method.name.to_string();
            (
                format!("Answers calls of `{name}` with this closure."),
                format!("{mock}::{name}"),
            )
        })
        .unzip();
    quote! {
        #[doc = #summary]
        #[allow(dead_code)]
        #visibility struct #mock #declared #clauses {
            #(#names: ::isolde::mocked::Method<dyn #closures>,)*
            #[doc(hidden)]
            __types: ::core::marker::PhantomData<(& #lifetime (), #(#held,)* #(#of_params,)* #(#of_lifetimes,)*)>,
        }

        #[allow(dead_code, clippy::new_without_default)]
        impl #declared #mock #given #clauses {
            /// A mock without any answers.
            #visibility fn new() -> Self {
                Self {
                    #(#names: ::isolde::mocked::Method::new(#counted),)*
                    __types: ::core::marker::PhantomData,
                }
            }

            #(
                #[doc = #explained]
                #visibility fn #setters(&self, closure: impl #closures) -> ::isolde::mocked::Calls {
                    self.#names.set(::isolde::mocked::Box::new(closure))
                }
            )*
        }

        impl #declared ::core::fmt::Debug for #mock #given #clauses {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(#text)
            }
        }

        impl #declared #of_trait #of_trait_arguments for #mock #given #clauses {
            #(type #members = #members;)*
            #(#values)*
            #(#bodies)*
        }
    }
}

/// An associated type, which becomes a parameter of the mock.
fn associated(of: &TraitItemType) -> Result<TraitItemType> {
    match of.generics.params.is_empty() {
        true => Ok(of.clone()),
        false => Err(Error::new_spanned(
            &of.generics,
            "a mock has no type for each of these: an associated type with parameters cannot be mocked",
        )),
    }
}

fn is_thread_safe(bound: &TypeParamBound) -> bool {
    is_named(bound, &["Send", "Sync"])
}

/// Whether it demands that a mock borrows nothing that ends.
fn is_static(bound: &TypeParamBound) -> bool {
    match bound {
        TypeParamBound::Lifetime(of) => of.ident == "static",
        other => is_named(other, &["Any"]),
    }
}

fn is_named(bound: &TypeParamBound, names: &[&str]) -> bool {
    let TypeParamBound::Trait(bound) = bound else {
        return false;
    };
    let last = bound.path.segments.last();
    last.is_some_and(|segment| names.iter().any(|name| segment.ident == name))
}

#[cfg(test)]
mod tests;
