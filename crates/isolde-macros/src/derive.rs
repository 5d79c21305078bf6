//! `#[derive(isolde::Value)]`: builds structs from their fields and enums by their variants, as generated drivers build public types.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Data, DeriveInput, Error, Field, Fields, GenericParam, Generics, Path, Result,
    Token, Type, parse_quote,
};

use crate::function::combined;
use crate::parameter::{chooser, chosen, closure, made_by, span};
use crate::types::{is_plain, with_static_lifetimes};

/// Expands the derive.
pub fn expand(input: TokenStream) -> Result<TokenStream> {
    let input: DeriveInput = syn::parse2(input)?;
    refuse_attributes(&input.attrs)?;
    let name = &input.ident;
    let body = match &input.data {
        Data::Struct(data) => {
            Shape::new(name.to_string(), String::new(), quote!(Self), &data.fields)?.body()
        }
        Data::Enum(data) => {
            let mut shapes = Vec::new();
            let mut errors = Vec::new();
            for variant in &data.variants {
                errors.extend(refuse_attributes(&variant.attrs).err());
                let ident = &variant.ident;
                match Shape::new(
                    name.to_string(),
                    format!("::{ident}"),
                    quote!(Self::#ident),
                    &variant.fields,
                ) {
                    Ok(shape) => shapes.push(shape),
                    Err(error) => errors.push(error),
                }
            }
            combined(errors)?;
            alternatives(name, shapes)?
        }
        Data::Union(data) => {
            return Err(Error::new(
                data.union_token.span,
                "values of a union cannot be derived: write a factory (`#[isolde::factory]`) that sets one of its fields",
            ));
        }
    };
    let c = chooser();
    let generics = bounded(&input.generics);
    let (for_impl, for_type, bounds) = generics.split_for_impl();
    Ok(quote! {
        #[automatically_derived]
        impl #for_impl ::isolde::Value for #name #for_type #bounds {
            fn choose(#c: &mut ::isolde::Chooser) -> Self {
                #body
            }
        }
    })
}

/// The generics with the bounds that building needs. The targets of references are leaked, and so must not borrow.
fn bounded(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    let borrows = generics.lifetimes().next().is_some();
    for parameter in &mut generics.params {
        if let GenericParam::Type(of) = parameter {
            of.bounds.push(parse_quote!(::isolde::Value));
            if borrows {
                of.bounds.push(parse_quote!('static));
            }
        }
    }
    generics
}

/// A struct or a variant.
struct Shape {
    /// The type's name.
    name: String,
    /// What follows the type's name in texts: `::` and the variant's name, for a variant.
    variant: String,
    path: TokenStream,
    named: bool,
    /// Whether it is written without any brackets.
    unit: bool,
    fields: Vec<Part>,
}

struct Part {
    name: Option<Ident>,
    declared: Type,
    /// The builder.
    builder: TokenStream,
}

impl Shape {
    fn new(name: String, variant: String, path: TokenStream, fields: &Fields) -> Result<Shape> {
        let mut parts = Vec::new();
        let mut errors = Vec::new();
        for field in fields {
            match Part::new(field) {
                Ok(part) => parts.push(part),
                Err(error) => errors.push(error),
            }
        }
        combined(errors)?;
        Ok(Shape {
            name,
            variant,
            path,
            named: matches!(fields, Fields::Named(_)),
            unit: matches!(fields, Fields::Unit),
            fields: parts,
        })
    }

    /// The statements and the expression that build it from the chooser.
    fn body(&self) -> TokenStream {
        let Shape {
            name,
            variant,
            path,
            ..
        } = self;
        let c = chooser();
        let (open, close) = match (self.named, self.fields.is_empty()) {
            _ if self.unit => ("", ""),
            (true, true) => (" {", "}"),
            (true, false) => (" { ", " }"),
            (false, _) => ("(", ")"),
        };
        if self.fields.is_empty() {
            let text = format!("{variant}{open}{close}");
            let brackets = (!self.unit).then(|| if self.named { quote!({}) } else { quote!(()) });
            let text = (!text.is_empty()).then(|| quote!(#c.text(#text);));
            return quote!(#c.path(::core::module_path!(), #name); #text #path #brackets);
        }
        let open = format!("{variant}{open}");
        let variables: Vec<Ident> = (0..self.fields.len())
            .map(|index| hygienic(&format_ident!("field_{index}")))
            .collect();
        let built =
            self.fields
                .iter()
                .zip(&variables)
                .enumerate()
                .map(|(index, (part, variable))| {
                    let (index, builder) = (index as u64, &part.builder);
                    match &part.name {
                        Some(name) => {
                            let name = name.to_string();
                            quote!(let #variable = #c.field(#name, #index, #builder);)
                        }
                        None => quote!(let #variable = #c.item(#index, #builder);),
                    }
                });
        let names = self.fields.iter().flat_map(|part| &part.name);
        let value = match self.named {
            true => quote!(#path { #(#names: #variables),* }),
            false => quote!(#path(#(#variables),*)),
        };
        quote! {
            #c.path(::core::module_path!(), #name);
            #c.open(#open);
            #(#built)*
            #c.close(#close);
            #value
        }
    }

    fn all(&self, holds: impl Fn(&Type) -> bool) -> bool {
        self.fields.iter().all(|part| holds(&part.declared))
    }
}

impl Part {
    fn new(field: &Field) -> Result<Part> {
        let built = match builder(&field.attrs)? {
            Some(built) => built,
            None => chosen(&with_static_lifetimes(&field.ty)?),
        };
        Ok(Part {
            name: field.ident.clone(),
            declared: field.ty.clone(),
            builder: closure(&built),
        })
    }
}

fn hygienic(name: &Ident) -> Ident {
    Ident::new(&name.to_string(), proc_macro2::Span::mixed_site())
}

/// The builder of a field that its `#[value(…)]` gives, if any, as an expression that uses the chooser.
fn builder(attributes: &[Attribute]) -> Result<Option<TokenStream>> {
    let c = chooser();
    let mut found = None;
    for attribute in attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("value"))
    {
        let wrong = || {
            Error::new_spanned(
                attribute,
                "expected `#[value(with = builder)]`, a `fn(&mut isolde::Chooser) -> T`, or `#[value(by = factory)]`",
            )
        };
        let pairs = attribute
            .parse_args_with(Punctuated::<syn::MetaNameValue, Token![,]>::parse_terminated)
            .map_err(|_| wrong())?;
        for pair in pairs {
            let path: Path = syn::parse2(pair.value.to_token_stream()).map_err(|_| wrong())?;
            let built = if pair.path.is_ident("with") {
                quote::quote_spanned!(span(&path)=> #path(#c))
            } else if pair.path.is_ident("by") {
                made_by(&path)
            } else {
                return Err(wrong());
            };
            if found.replace(built).is_some() {
                return Err(Error::new_spanned(
                    attribute,
                    "a field can have only one `with` or `by`",
                ));
            }
        }
    }
    Ok(found)
}

fn refuse_attributes(attributes: &[Attribute]) -> Result<()> {
    match attributes
        .iter()
        .find(|attribute| attribute.path().is_ident("value"))
    {
        Some(attribute) => Err(Error::new_spanned(
            attribute,
            "`#[value(…)]` belongs on a field",
        )),
        None => Ok(()),
    }
}

/// The choice between variants. Variants without fields come first, as the simplest; then those that end recursion soonest, and only
/// these are offered deep inside a value. Otherwise the order of the declaration is kept.
fn alternatives(name: &Ident, mut shapes: Vec<Shape>) -> Result<TokenStream> {
    let [_, ..] = shapes.as_slice() else {
        return Err(Error::new(
            name.span(),
            format!("`{name}` has no variants, and so no values"),
        ));
    };
    if let [shape] = shapes.as_slice() {
        return Ok(shape.body());
    }
    let mentions = |ty: &Type| {
        crate::text::words(&ty.to_token_stream())
            .iter()
            .any(|word| name == word || word == "Self")
    };
    let is_simple = |shape: &Shape| shape.all(is_plain);
    let is_apart = |shape: &Shape| shape.all(|ty| !mentions(ty));
    let is_leaf: &dyn Fn(&Shape) -> bool = if shapes.iter().any(is_simple) {
        &is_simple
    } else {
        &is_apart
    };
    shapes.sort_by_key(|shape| (!is_leaf(shape), !shape.fields.is_empty()));
    let leaves = shapes.iter().filter(|shape| is_leaf(shape)).count().max(1);
    let c = chooser();
    let count = shapes.len();
    let last = count - 1;
    let arms = shapes.iter().enumerate().map(|(number, shape)| {
        let number_u64 = number as u64;
        let body = closure(&{
            let body = shape.body();
            quote!({ #body })
        });
        let pattern = if number == last {
            quote!(_)
        } else {
            quote!(#number)
        };
        quote!(#pattern => #c.within(#number_u64, #body),)
    });
    Ok(quote! {
        match #c.alternative(#count, #leaves) {
            #(#arms)*
        }
    })
}

#[cfg(test)]
mod tests;
